// @ts-check
// Corrections: choose an entry from the list and enter its replacement; shows later entries made illegal.

import { listening, make, renew, say } from "./dom.js";
import { plural, text } from "./language.js";
import { clause, fetchOwn } from "./state.js";

/** @import {LogLine, Page, Send, Snapshot} from "../types/scripts" */

/** Return a function that shows the corrections of a snapshot. @param {Page} page @param {Send} send */
export function corrections(page, send) {
  page.correct.addEventListener("click", async () => {
    await listEntries(page.entries_list, send, () => page.entries.close());
    page.entries.showModal();
  });
  page.cancel.addEventListener("click", () => send({ cancel: true }));
  page.drop.addEventListener("click", () => send({ drop: true }));
  return (/** @type {Snapshot} */ { correction, misfit, can }) => {
    page.correct.disabled = !can.take_back;
    page.correcting.hidden = !correction;
    say(page.correcting_what, correction?.n ? text("Correcting entry {number}: {events}", { number: correction.n, events: correction.sentence }) : text("Correcting an entry."));
    page.misfit.hidden = !misfit || Boolean(correction);
    if (!misfit) return;
    say(page.misfit_what, text("Entry {number} no longer fits: {events}", { number: misfit.n, events: misfit.sentence }));
    renew(page.misfit_why, misfit.why && `${misfit.why} `, text("Enter what was played; the later entries follow by themselves."), misfit.clause && clause(misfit.clause));
    say(page.drop, plural("Drop it", "Drop these {n} entries", misfit.left));
  };
}

/** @param {HTMLElement} list @param {Send} send @param {() => void} close */
async function listEntries(list, send, close) {
  try {
    /** @type {LogLine[]} */
    const entries = await fetchOwn("entries");
    const choose = (/** @type {number} */ n) => () => {
      send({ correct: n });
      close();
    };
    const line = (/** @type {LogLine} */ { n, sentence }) =>
      make("li", { value: n }, listening(make("button", { type: "button", class: "quiet" }, make("span", {}, `${n}`), sentence), "click", choose(n)));
    list.replaceChildren(...(entries.length ? entries.toReversed().map(line) : [make("li", {}, text("There is nothing to correct here."))]));
  } catch {
    say(list, text("The entries could not be loaded."));
  }
}
