// @ts-check
// Hints on a private page: the moves of a strong bot in this seat.

import { say } from "./dom.js";
import { text } from "./language.js";

/** @import {Hint, Page, Snapshot} from "../types/scripts" */

/** Return a function that handles each snapshot: a hint is valid for one state of the game. @param {Page} page */
export function hints(page) {
  let version = -1;
  /** @type {Snapshot["choices"]} */
  let choices = [];
  const called = (/** @type {string} */ move) => choices.find((choice) => choice.move === move)?.label || move;

  page.ask_hint.addEventListener("click", async () => {
    const asked = version;
    page.ask_hint.disabled = true;
    show(text("Looking for a hint…"));
    try {
      /** @type {Hint | null} */
      const hint = await (await fetch(`${location.pathname}/hint`, { method: "POST" })).json();
      if (asked === version) show(hint ? told(hint) : text("There is nothing to choose now."));
    } catch {
      show(text("The hint could not be loaded."));
    }
    page.ask_hint.disabled = choices.length < 2;
  });

  /** @param {Hint} hint */
  function told({ moves: [best, ...others], why, counted_in }) {
    const first = text("Best: {move}. {why}", { move: called(best.move), why });
    if (!others.length) return first;
    const next = others.map(({ move, cost }) => `${called(move)} (−${cost.toFixed(2)})`).join(", ");
    return `${first} ${text("Next: {moves}; counted in: {what}.", { moves: next, what: counted_in })}`;
  }

  /** @param {string} words */
  function show(words) {
    page.hint.hidden = !words;
    say(page.hint, words);
  }

  return (/** @type {Snapshot} */ snapshot) => {
    choices = snapshot.choices;
    if (snapshot.version !== version) {
      version = snapshot.version;
      show("");
      page.ask_hint.disabled = choices.length < 2;
    }
  };
}
