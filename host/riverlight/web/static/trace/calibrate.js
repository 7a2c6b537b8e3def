// @ts-check
// Calibration: one light at a time is lit, and people say under which space it is. Once the layout is detected,
// the lights continue automatically and people only watch.

import { make, renew, say } from "../dom.js";
import { plural, text } from "../language.js";
import { series } from "../words.js";
import { nearest, panelsOf } from "./board.js";
import { radiusOf } from "./paint.js";
import { buttonHit } from "./parts.js";
import { ask, Refusal } from "./server.js";

/** @import {Answers, App, Painter, Place, Question, Shining, Strip, Tool} from "../../types/trace" */

const FINGER_PX = 26;
const WALK_MS = 330;
const AGAIN_MS = 1200; // a light turns off unless it is requested again
const RETRACED = 3; // lights that have passed before a person reacts
const COLOUR = 0xffffff;

export class CalibrateMode {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Question | null} */
    this.question = null;
    /** @type {Answers["question"]["doubts"]} */
    this.doubts = [];
    this.isOn = false;
    this.isWalking = false;
    this.resumes = false;
    this.isSimulated = false;
    /** @type {Shining} */
    this.shining = [];
    /** @type {number | null} the light that was lit last */
    this.lit = null;
    this.asked = 0;
    this.timer = 0;
    this.most = 300;
    const { page, work } = app;
    page.strip.addEventListener("change", () => {
      this.stop();
      work.set({ panel: page.strip.value });
    });
    page.strip_lights.addEventListener("change", () => {
      if (page.strip_lights.checkValidity()) this.set({ lights: Number(page.strip_lights.value) });
      if (this.isOn) this.ask();
    });
    page.strip_start.addEventListener("click", () => this.start());
    page.strip_yes.addEventListener("click", () => this.answer(this.question?.expected));
    page.strip_walk.addEventListener("click", () => (this.isWalking ? this.halt() : this.walk()));
    page.strip_none.addEventListener("click", () => this.answer(null));
    page.strip_back.addEventListener("click", () => this.back());
    page.strip_end.addEventListener("click", () => this.end());
    page.strip_take.addEventListener("click", () => this.take());
    page.strip_anew.addEventListener("click", () => this.anew());
    page.strip_doubts.addEventListener("click", (event) => {
      const { lights } = buttonHit(event);
      if (lights) this.doubt(lights.split(",").map(Number));
    });
    /** @type {Tool} */
    this.tool = { tap: (at) => this.tap(at) };
  }

  get panel() {
    const { board, view } = this.app.work;
    const panels = panelsOf(board);
    return panels.find((panel) => panel === view.panel) ?? panels[0];
  }

  /** The answers for this chain. @returns {Strip} */
  get strip() {
    return this.app.work.view.strips[this.panel] ?? { lights: null, answers: {} };
  }

  /** @param {Partial<Strip>} change */
  set(change) {
    const { work } = this.app;
    work.set({ strips: { ...work.view.strips, [this.panel]: { ...this.strip, ...change } } });
  }

  sentence() {
    const { board } = this.app.work;
    const { told } = this;
    if (!board.spaces.length) return text("Place the spaces first. Then their lights can be found.");
    if (this.isDone) return text("All lights are assigned. Use these lights, then save.");
    if (!this.isOn) {
      return told
        ? plural("{n} light is assigned. Continue where you stopped.", "{n} lights are assigned. Continue where you stopped.", told)
        : text("The device turns on one light after another. Tap the space that is lit.");
    }
    if (!this.question) return text("Connecting to the device…");
    const { light, expected: space } = this.question;
    const number = light + 1;
    if (this.isWalking) return text("Light {number}: watch it, and press Stop when it is under another space.", { number });
    if (space) return text("Light {number}: at {space}? Press Yes, or tap the space that is lit.", { number, space });
    return text("Light {number}: tap the space that is lit.", { number });
  }

  /** How many lights of the chain have an answer. */
  get told() {
    const { lights, answers } = this.strip;
    return Object.keys(answers).filter((light) => Number(light) < (lights ?? Infinity)).length;
  }

  get isDone() {
    return this.told >= (this.strip.lights || Infinity);
  }

  async start() {
    const turn = ++this.asked;
    const { app } = this;
    try {
      const { lights, by_file: byFile, is_simulated: isSimulated } = await ask("device", { document: app.work.board, panel: this.panel });
      if (turn !== this.asked) return; // the step was left while the device was opening
      this.most = lights;
      this.isSimulated = isSimulated;
      if (!this.strip.lights) this.set({ lights: Math.min(lights, byFile) });
      app.refuse("");
      this.isOn = true;
      await this.ask();
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {unknown} error */
  fail(error) {
    if (!(error instanceof Refusal)) throw error;
    this.stop();
    this.app.refuse(error.message);
  }

  /** Light the next light and ask about it. */
  async ask() {
    const turn = ++this.asked;
    const { app } = this;
    const { lights, answers } = this.strip;
    try {
      const { question, doubts } = await ask("question", { document: app.work.board, panel: this.panel, lights, answers });
      if (turn !== this.asked) return;
      // If the layout is not detected, the walk waits for an answer, then continues.
      const isSure = Boolean(question?.is_sure);
      const resumes = Boolean(question) && (this.resumes || this.isWalking);
      Object.assign(this, { question, doubts, resumes, isWalking: isSure && resumes });
      await this.shine();
      if (turn !== this.asked) return;
      app.update();
      this.later(turn);
    } catch (error) {
      this.fail(error);
    }
  }

  async shine() {
    const light = this.question?.light ?? null;
    const { shining, keys } = await ask("light", { panel: this.panel, light, colour: COLOUR });
    Object.assign(this, { shining, lit: light });
    this.app.stage.redraw();
    for (const key of keys) this.deviceKey(key);
  }

  /** Continue the walk, or keep the light on while people think. @param {number} turn */
  later(turn) {
    clearTimeout(this.timer);
    const act = async () => {
      if (turn !== this.asked || !this.isOn || !this.question) return;
      if (this.isWalking) {
        this.answer(this.question.expected);
        return;
      }
      try {
        await this.shine();
      } catch (error) {
        this.fail(error);
        return;
      }
      if (turn === this.asked) this.later(turn);
    };
    this.timer = setTimeout(act, this.isWalking ? WALK_MS : AGAIN_MS);
  }

  /** @param {string | null | undefined} space */
  answer(space) {
    if (!this.question || space === undefined) return;
    const { light } = this.question;
    this.set({ answers: { ...this.strip.answers, [light]: space } });
    this.ask();
  }

  /** @param {Place} at */
  tap(at) {
    const { work, stage } = this.app;
    if (this.isWalking) {
      this.halt(); // at the first press
      return;
    }
    const space = nearest(work.board, at, Math.max(radiusOf(work.board), FINGER_PX / stage.scale));
    if (space && this.question) this.answer(space.id);
  }

  walk() {
    if (!this.question?.is_sure) return;
    this.isWalking = true;
    this.app.update();
    this.later(this.asked);
  }

  /** Stop, and ask again about the lights that passed before the press. */
  halt() {
    this.rest();
    this.forget(RETRACED);
  }

  back() {
    this.rest();
    this.forget(1);
  }

  rest() {
    this.isWalking = false;
    this.resumes = false;
  }

  /** @param {number} count */
  forget(count) {
    const next = this.question?.light ?? Infinity;
    const told = Object.keys(this.strip.answers).map(Number).filter((light) => light < next);
    const gone = new Set(told.sort((one, other) => other - one).slice(0, count));
    this.set({ answers: Object.fromEntries(Object.entries(this.strip.answers).filter(([light]) => !gone.has(Number(light)))) });
    this.ask();
  }

  /** Ask again about some lights whose answers were wrong. @param {number[]} lights */
  doubt(lights) {
    const gone = new Set(lights.map(String));
    this.rest();
    this.set({ answers: Object.fromEntries(Object.entries(this.strip.answers).filter(([light]) => !gone.has(light))) });
    if (this.isOn) this.ask();
    else this.start();
  }

  end() {
    if (!this.question) return;
    this.set({ lights: this.question.light });
    this.ask();
  }

  async take() {
    const { work } = this.app;
    const { lights, answers } = this.strip;
    try {
      const { document } = await ask("calibrated", { document: work.board, panel: this.panel, lights, answers });
      this.stop();
      work.edit(document);
      work.set({ mode: "lights" });
    } catch (error) {
      this.fail(error);
    }
  }

  anew() {
    this.stop();
    this.set({ lights: null, answers: {} });
    this.question = null;
    this.app.update();
  }

  /** @param {string} key */
  deviceKey(key) {
    if (key === "*" && this.question?.is_sure && !this.isWalking) this.walk();
    else if (key === "*" && this.question?.expected) this.answer(this.question.expected);
    else if (key === "#" && this.isWalking) this.halt();
    else if (key === "#") this.back();
  }

  stop() {
    this.asked += 1;
    clearTimeout(this.timer);
    if (!this.isOn) return;
    Object.assign(this, { isOn: false, isWalking: false, resumes: false, shining: [] });
    ask("light", { panel: this.panel, light: null, colour: 0 }).catch(() => {}); // it is disconnected, so its lights are off
    this.app.update();
  }

  leave() {
    this.stop();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    /** @type {Record<string, () => void>} */
    const keys = {
      Enter: () => this.answer(this.question?.expected ?? undefined),
      " ": () => (this.isWalking ? this.halt() : this.walk()),
      Backspace: () => this.back(),
      0: () => this.answer(null),
    };
    if (!this.isOn || !keys[event.key]) return false;
    keys[event.key]();
    return true;
  }

  update() {
    const { page, work } = this.app;
    const { lights } = this.strip;
    const { told } = this;
    renew(page.strip, ...panelsOf(work.board).map((name) => make("option", { value: name }, name)));
    page.strip.value = this.panel;
    page.strip_lights.value = String(lights ?? "");
    page.strip_lights.closest("label")?.toggleAttribute("hidden", !lights);
    page.strip_lights.max = String(this.most);
    page.strip_progress.hidden = !lights;
    page.strip_progress.max = lights ?? 1;
    page.strip_progress.value = told;
    const question = this.isOn ? this.question : null;
    page.strip_start.hidden = this.isOn || this.isDone;
    page.strip_start.textContent = told ? text("Continue") : text("Light the first one");
    page.strip_start.disabled = !work.board.spaces.length;
    page.strip_yes.hidden = this.isWalking || !question?.expected;
    page.strip_yes.textContent = question?.expected ? text("Yes, {space}", { space: question.expected }) : text("Yes");
    page.strip_walk.hidden = !question || (!question.is_sure && !this.isWalking);
    page.strip_walk.textContent = this.isWalking ? text("Stop") : text("Step automatically");
    page.strip_none.hidden = !question || this.isWalking;
    page.strip_back.hidden = !this.isOn || this.isWalking || !told;
    page.strip_end.hidden = !question || this.isWalking || !told;
    page.strip_take.hidden = !told || this.isWalking;
    page.strip_anew.hidden = !told || this.isWalking;
    say(page.strip_note, this.note(told));
    renew(page.strip_doubts, ...this.doubts.map(([space, those]) =>
      make("li", {}, make("button", { type: "button", "data-lights": those.join() }, text("{space} has lights {lights}, which are far apart. Ask again?", { space, lights: numbers(those) }))),
    ));
  }

  /** @param {number} told */
  note(told) {
    const lights = this.strip.lights ?? 0;
    if (!this.isOn) {
      return this.isSimulated
        ? text("This is a simulated strip in random order, for practice.")
        : text("Keys: Enter for yes, 0 for under no space, Backspace for back, Space to continue or stop. On the keypad: * for yes or continue, # for back or stop.");
    }
    const pattern = this.question?.pattern;
    return pattern
      ? text("{told} of {lights} lights are assigned. The strip seems to be laid {pattern}.", { told, lights, pattern })
      : text("{told} of {lights} lights are assigned.", { told, lights });
  }

  /** @param {Painter} paint */
  draw(paint) {
    const { work } = this.app;
    const { answers } = this.strip;
    /** @type {Map<string, number[]>} */
    const numbers = new Map();
    for (const [light, id] of Object.entries(answers)) {
      if (id !== null) numbers.set(id, [...(numbers.get(id) ?? []), Number(light) + 1]);
    }
    const words = new Map(work.board.spaces.map(({ id }) => [id, numbers.get(id)?.slice(0, 2).join() ?? ""]));
    const marks = new Map(work.board.spaces.map(({ id }) => [id, numbers.has(id) ? "lit" : "unlit"]));
    const expected = this.isOn && this.question?.expected ? [this.question.expected] : [];
    return paint.frame() + paint.discs(marks, words) + `<g data-light="${this.lit}">${paint.glows(this.shining)}</g>` + paint.rings(expected, "expected") + paint.names(expected);
  }
}

/** @param {number[]} lights */
function numbers(lights) {
  return series(lights.map((light) => String(light + 1)));
}
