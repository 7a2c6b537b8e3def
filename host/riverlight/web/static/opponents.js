// @ts-check
// Computer players on a page: thinking, waiting, and the reasons of their moves.

import { make, renew, say, sign } from "./dom.js";
import { text } from "./language.js";
import { fetchOwn } from "./state.js";

/** @import {BotsReport, Page, SeatReasons, Send, Snapshot} from "../types/scripts" */

const LONG_MS = 2500; // longer than people expect of a bot

/** Return a function that shows the bots of a snapshot. @param {Page} page @param {Send} send */
export function opponents(page, send) {
  let isLong = 0; // the timer
  page.ready?.addEventListener("click", () => send({ ready: true }));
  page.pause_bots?.addEventListener("click", () => send({ bots: page.pause_bots.getAttribute("aria-pressed") === "true" ? paceOf(page.pace_bots) : "pause" }));
  page.step_bots?.addEventListener("click", () => send({ bots: "step" }));
  page.pace_bots?.addEventListener("change", () => send({ bots: paceOf(page.pace_bots) }));
  page.ask_reasons.addEventListener("click", async () => {
    await fetchReasons(page.reasons_told);
    page.reasons.showModal();
    page.reasons.scrollTop = 0; // because focus on its button has scrolled it to the end
  });
  return (/** @type {Snapshot} */ { bots, prompt, seats, status }) => {
    if (!bots) return;
    clearTimeout(isLong);
    page.ask_reasons.hidden = bots.why === null;
    page.pause_bots?.setAttribute("aria-pressed", String(bots.pace === "pause"));
    if (page.pace_bots && bots.pace !== "pause") page.pace_bots.value = bots.pace;
    if (!page.ready) return;
    page.ready.hidden = !bots.waits;
    show(page.thinking, bots.trouble);
    if (status === "playing" && seats[prompt.seat ?? -1]?.bot && !bots.waits && !bots.trouble) {
      isLong = setTimeout(() => show(page.thinking, text("The computer player is thinking…")), LONG_MS);
    }
  };
}

/** @param {HTMLSelectElement} select @returns {BotsReport["pace"]} */
function paceOf(select) {
  return /** @type {BotsReport["pace"]} */ (select.value);
}

/** @param {HTMLElement} place @param {string} words */
function show(place, words) {
  place.hidden = !words;
  say(place, words);
}

/** @param {HTMLElement} place */
async function fetchReasons(place) {
  try {
    /** @type {SeatReasons[]} */
    const told = await fetchOwn("reasons");
    renew(place, ...told.map(reasonsOf));
  } catch {
    say(place, text("The reasons could not be loaded."));
  }
}

/** @param {SeatReasons} reasons */
function reasonsOf({ letter, name, choices }) {
  const lines = choices.map(({ what, why }) => make("li", {}, make("b", {}, what), " ", why));
  return make("section", {}, make("h3", { class: "who" }, sign(`seat-${letter}`), name), make("ol", {}, ...lines));
}
