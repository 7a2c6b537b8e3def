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
  page.ready.addEventListener("click", () => send({ ready: true }));
  page.ask_reasons.addEventListener("click", async () => {
    await fetchReasons(page.reasons_told);
    page.reasons.showModal();
    page.reasons.scrollTop = 0; // its button, which has the focus, is at the end
  });
  return ({ bots, prompt, seats, status }) => {
    clearTimeout(isLong);
    page.ready.hidden = !bots.waits;
    show(page.thinking, bots.trouble);
    if (status === "playing" && seats[prompt.seat]?.bot && !bots.waits && !bots.trouble) {
      isLong = setTimeout(() => show(page.thinking, text("Riverlight thinks about it.")), LONG_MS);
    }
    page.ask_reasons.hidden = bots.why === null;
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
  return make("section", {}, make("h3", { class: "who" }, sign(`seat-${letter}`), name), make("ol", {}, ...lines));
}
