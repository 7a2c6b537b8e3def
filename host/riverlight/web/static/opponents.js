// What a page shows of the seats that Riverlight plays: that it takes long, that it waits, and why it played so.

import { make, renew, say, sign } from "./dom.js";
import { text } from "./language.js";

const LONG_MS = 2500; // a bot that takes longer than people expect

/**
 * Return a function that shows what a snapshot tells of bots.
 * @param {Object<string, HTMLElement>} page its elements by id
 * @param {function(object)} send
 */
export function opponents(page, send) {
  let isLong = 0; // the timer
  let round = null;
  page.ready.addEventListener("click", () => send({ ready: true }));
  page.reasons.addEventListener("toggle", () => page.reasons.open && fetchReasons(page.reasons_told));
  return ({ bots, prompt, seats, status }) => {
    clearTimeout(isLong);
    page.ready.hidden = !bots.waits;
    show(page.thinking, bots.trouble);
    if (status === "playing" && seats[prompt.seat]?.bot && !bots.waits && !bots.trouble) {
      isLong = setTimeout(() => show(page.thinking, text("Riverlight thinks about it.")), LONG_MS);
    }
    page.reasons.hidden = bots.why === null;
    if (bots.why !== round && page.reasons.open) fetchReasons(page.reasons_told);
    round = bots.why;
  };
}

function show(place, words) {
  place.hidden = !words;
  say(place, words);
}

async function fetchReasons(place) {
  try {
    const told = await (await fetch("/reasons")).json();
    renew(place, ...told.map(({ letter, name, choices }) => reasonsOf(letter, name, choices)));
  } catch {
    say(place, text("The reasons cannot be fetched now."));
  }
}

function reasonsOf(letter, name, choices) {
  const lines = choices.map(({ what, why }) => make("li", {}, make("b", {}, what), " ", why));
  return make("section", {}, make("h3", {}, sign(`seat-${letter}`), name), make("ol", {}, ...lines));
}
