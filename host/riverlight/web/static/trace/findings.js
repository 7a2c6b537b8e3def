// What the linter finds, beside the board: the same linter as on the command line. Each finding leads to its spaces.

import { make, renew, say } from "../dom.js";
import { plural, text } from "../language.js";
import { spacesOf } from "./board.js";
import { ask, Refusal } from "./server.js";

const WAIT_MS = 200;
const LEAST_SCALE = 0.8;
const MANY = 3; // more findings of one kind than this stand in one line

export class Findings {
  constructor(app) {
    Object.assign(this, { app, faults: null, groups: [], asked: 0 });
    app.page.findings.addEventListener("click", ({ target }) => {
      const group = this.groups[target.closest("[data-group]")?.dataset.group];
      if (group) this.goTo(group);
    });
  }

  /** Look again, soon: a board that is being changed changes again. */
  update() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), WAIT_MS);
  }

  async look() {
    const turn = ++this.asked;
    try {
      const { faults } = await ask("check", { document: this.app.work.board });
      if (turn !== this.asked) return; // a newer question is under way
      this.faults = faults;
      this.show();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      say(this.app.page.counted, error.message);
    }
  }

  show() {
    const { page } = this.app;
    const count = this.faults.length;
    say(page.findings_head, count ? plural("{n} finding", "{n} findings", count) : text("Sound for play"));
    page.findings.parentElement.dataset.count = count;
    this.groups = grouped(this.faults);
    const line = ([{ sentence }, ...more]) =>
      more.length ? text("{sentence} And {number} more like this.", { sentence, number: more.length }) : sentence;
    renew(page.findings, ...this.groups.map((group, number) =>
      make("li", {}, make("button", { type: "button", "data-group": number }, line(group))),
    ));
    this.app.count();
  }

  /** Go to the spaces that a finding speaks of; of many of one kind, to the next one each time. */
  goTo(group) {
    const { work, stage } = this.app;
    const there = spacesOf(work.board);
    const { spaces } = group[0];
    group.push(group.shift());
    const ids = spaces.filter((id) => there.has(id));
    work.select(ids);
    if (ids.length) stage.goTo(there.get(ids[0]).at_mm, LEAST_SCALE);
  }
}

/** Return the findings in lists of one kind, which say the same of different spaces; few of a kind stay alone. */
function grouped(faults) {
  const kinds = new Map();
  for (const fault of faults) {
    const words = fault.english.split(/(?=[\s.,:;])|(?<=\s)/).map((word) => (fault.spaces.includes(word) ? "…" : word));
    const kind = words.join("").replace(/\d+(\.\d+)?/g, "0");
    kinds.set(kind, [...(kinds.get(kind) ?? []), fault]);
  }
  return [...kinds.values()].flatMap((group) => (group.length > MANY ? [group] : group.map((fault) => [fault])));
}
