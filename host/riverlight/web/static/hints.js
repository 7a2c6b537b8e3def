// @ts-check
// Hints: the moves of a strong bot in a person's seat.

import { say } from "./dom.js";
import { text } from "./language.js";

/** @import {Hint, Page, Snapshot} from "../types/scripts" */

/**
 * Return a function that handles each snapshot of the seat: a hint is valid for one state of the game.
 * @param {Page} page
 * @param {() => string} seatPath returns the path of the seat's private page
 */
export function hints(page, seatPath) {
  let version = -1;
  let isAsking = false;
  /** @type {Snapshot["choices"]} */
  let choices = [];
  const called = (/** @type {string} */ move) => choices.find((choice) => choice.move === move)?.label || move;

  page.ask_hint.addEventListener("click", async () => {
    const asked = version;
    isAsking = page.ask_hint.disabled = true;
    show(text("Looking for a hint…"));
    try {
      /** @type {Hint | null} */
      const hint = await (await fetch(`${seatPath()}/hint`, { method: "POST" })).json();
      if (asked === version) show(hint ? told(hint) : text("There is nothing to choose now."));
    } catch {
      show(text("The hint could not be loaded."));
    }
    isAsking = false;
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
    page.ask_hint.disabled = isAsking || choices.length < 2;
    if (snapshot.version !== version) {
      version = snapshot.version;
      show("");
    }
  };
}
