// @ts-check
// The coach of a tutorial: what each step says, what a wrong choice is answered, and the ways on and back.

import { make, renew, say } from "./dom.js";
import { text, textParts } from "./language.js";
import { clause } from "./state.js";

/** @import {Page, Send, Snapshot} from "../types/scripts" */

/** Return a function that shows the step of a snapshot. @param {Page} page @param {Send} send */
export function lessons(page, send) {
  /** @type {Snapshot["lesson"]} */
  let now;
  let shown = "";
  const steps = { lesson_next: () => now?.at, lesson_back: () => now && now.at - (now.told ? 1 : 2), lesson_restart: () => 0 };
  for (const [id, step] of Object.entries(steps)) {
    page[/** @type {keyof typeof steps} */ (id)].addEventListener("click", () => send({ go_to: Math.max(0, step() ?? 0) }));
  }

  return (/** @type {Snapshot} */ { lesson, typed }) => {
    if (!lesson) return;
    now = lesson;
    const { at, of, sentence, asks, told, keys, reply, clause: id, tries } = lesson;
    say(page.lesson_at, text("Step {at} of {of}", { at, of }));
    page.lesson_progress.max = of;
    page.lesson_progress.value = at;
    say(page.lesson_sentence, sentence);
    page.lesson?.classList.toggle("told", told);
    page.lesson_keys.hidden = !keys;
    renew(page.lesson_keys, ...(keys ? textParts("Or press {keys}", { keys: [...keys].map((key) => make("kbd", {}, key)) }) : []));
    for (const key of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".key"))) key.classList.toggle("wanted", key.dataset.key === keys[typed.length]);
    answer(`${tries} ${reply}`, reply, id);
    const isLast = at === of && !asks;
    page.lesson_start.hidden = !isLast;
    page.lesson_next.hidden = asks || isLast;
    page.lesson_back.disabled = at === 1 && !told;
    page.lesson_restart.disabled = at === 1 && !told;
    const { activeElement: focused } = document;
    if (asks || (focused !== document.body && focused !== page.lesson_next && focused?.matches("button:enabled:not([hidden]), a"))) return;
    (isLast ? page.lesson_start : page.lesson_next).focus({ preventScroll: true });
  };

  /** Say why the last input was refused; again if it was the same. @param {string} which @param {string} reply @param {string} id */
  function answer(which, reply, id) {
    if (which === shown) return;
    shown = which;
    page.lesson_reply.hidden = !reply;
    page.lesson_reply.replaceChildren(...(reply ? [`${reply} `, id && clause(id)] : []));
  }
}
