// @ts-check
// The board's problems, from the same checks as on the command line. Each problem links to its spaces.

import { make, renew, say } from "../dom.js";
import { plural, text } from "../language.js";
import { spacesOf } from "./board.js";
import { buttonHit } from "./parts.js";
import { ask, Refusal } from "./server.js";

/** @import {App, DueProblem} from "../../types/trace" */

const WAIT_MS = 200;
const RETRY_MS = 2000;
const LEAST_SCALE = 0.8;
const MANY = 3; // with more problems of one kind, they share a line
/** @type {Record<string, (n: number) => string>} */
const LATER = {
  spaces: (n) => plural("Spaces: {n} problem so far", "Spaces: {n} problems so far", n),
  links: (n) => plural("Joins: {n} problem so far", "Joins: {n} problems so far", n),
  arrows: (n) => plural("Arrows: {n} problem so far", "Arrows: {n} problems so far", n),
  lights: (n) => plural("Lights: {n} problem so far", "Lights: {n} problems so far", n),
};

export class Problems {
  /** @param {Pick<App, "page" | "work" | "stage" | "summarize">} app */
  constructor(app) {
    this.app = app;
    /** @type {DueProblem[] | null} null while unknown */
    this.all = null;
    /** @type {DueProblem[]} */
    this.due = [];
    /** @type {DueProblem[][]} */
    this.groups = [];
    /** @type {Set<string>} steps whose problems are shown before they are due */
    this.opened = new Set();
    this.asked = 0;
    this.timer = 0;
    app.page.problems.addEventListener("click", (event) => {
      const { group, step } = buttonHit(event);
      if (group) this.goTo(this.groups[Number(group)]);
      if (step) {
        this.opened.add(step);
        this.show();
      }
    });
  }

  /** Whether the board is known to be ready to play. */
  get isSound() {
    return this.all?.length === 0;
  }

  /** The number of problems in words; "" while unknown. */
  get summary() {
    if (!this.all) return "";
    if (this.due.length) return plural("{n} problem", "{n} problems", this.due.length);
    return this.isSound ? text("ready") : text("not finished");
  }

  /** Schedule a check (debounced). */
  update() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), WAIT_MS);
  }

  async check() {
    const turn = ++this.asked;
    try {
      const { problems } = await ask("check", { document: this.app.work.board });
      if (turn !== this.asked) return; // a newer check is pending
      this.all = problems;
      this.show();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      say(this.app.page.counted, error.message);
      if (error.isSilent && turn === this.asked) this.timer = setTimeout(() => this.check(), RETRY_MS);
    }
  }

  /** List the problems of the steps that are done or unfolded, and the number for each later step. */
  show() {
    const { page } = this.app;
    const all = this.all ?? [];
    const isDue = (/** @type {DueProblem} */ problem) => problem.is_due || this.opened.has(problem.step);
    this.due = all.filter(isDue);
    this.groups = grouped(this.due);
    const later = Object.entries(LATER).map(([step, words]) => ({ step, words, count: all.filter((problem) => problem.step === step && !isDue(problem)).length }));
    say(page.problems_head, this.isSound ? text("Ready to play") : text("Problems"));
    page.problems_head.dataset.count = String(all.length);
    const line = (/** @type {DueProblem[]} */ [{ sentence }, ...more]) =>
      more.length ? text("{sentence} And {number} more like this.", { sentence, number: more.length }) : sentence;
    renew(
      page.problems,
      ...this.groups.map((group, number) => make("li", {}, make("button", { type: "button", "data-group": number }, line(group)))),
      ...later.filter(({ count }) => count).map(({ step, words, count }) => make("li", {}, make("button", { type: "button", "data-step": step }, words(count)))),
    );
    this.app.summarize();
  }

  /** Go to the spaces of a problem; of many of one kind, to the next one each time. @param {DueProblem[]} group */
  goTo(group) {
    const { work, stage } = this.app;
    const there = spacesOf(work.board);
    const found = group[0].spaces.map((id) => there.get(id)).filter((space) => space !== undefined);
    group.push(...group.splice(0, 1));
    work.select(found.map(({ id }) => id));
    if (found.length) stage.goTo(found[0].at_mm, LEAST_SCALE);
  }
}

/** Group the problems by kind; problems of a kind with few are listed separately. @param {DueProblem[]} problems */
function grouped(problems) {
  /** @type {Map<string, DueProblem[]>} */
  const kinds = new Map();
  for (const problem of problems) kinds.set(problem.kind, [...(kinds.get(problem.kind) ?? []), problem]);
  return [...kinds.values()].flatMap((group) => (group.length > MANY ? [group] : group.map((problem) => [problem])));
}
