// Calibration: a light of the device shines, one says under which space. Once the way the strip lies is plain, the
// lights go on by themselves and one only watches.

import { make, renew, say } from "../dom.js";
import { plural, text } from "../language.js";
import { series } from "../words.js";
import { nearest, panelsOf } from "./board.js";
import { radiusOf } from "./paint.js";
import { ask, Refusal } from "./server.js";

const FINGER_PX = 26;
const WALK_MS = 330;
const AGAIN_MS = 1200; // a light goes out by itself unless it is asked for again
const RETRACED = 3; // so many lights have gone by before a hand stops them
const COLOUR = 0xffffff;

export class CalibrateMode {
  constructor(app) {
    Object.assign(this, { app, question: null, doubts: [], isOn: false, isWalking: false, resumes: false, shining: [], lit: null, asked: 0, most: null });
    const { page, work } = app;
    page.strip.addEventListener("change", () => {
      this.stop();
      work.set({ panel: page.strip.value });
    });
    page.strip_lights.addEventListener("change", () => {
      if (page.strip_lights.checkValidity()) this.set({ lights: Number(page.strip_lights.value) });
      if (this.isOn) this.ask();
    });
    const on = (name, act) => page[name].addEventListener("click", act);
    on("strip_start", () => this.start());
    on("strip_yes", () => this.answer(this.question?.expected));
    on("strip_walk", () => (this.isWalking ? this.halt() : this.walk()));
    on("strip_none", () => this.answer(null));
    on("strip_back", () => this.back());
    on("strip_end", () => this.end());
    on("strip_take", () => this.take());
    on("strip_anew", () => this.anew());
    this.tool = { tap: (at) => this.tap(at) };
  }

  get panel() {
    const { board, view } = this.app.work;
    const panels = panelsOf(board);
    return panels.includes(view.panel) ? view.panel : panels[0];
  }

  /** What is known of this chain: `{lights, answers}`. */
  get strip() {
    return this.app.work.view.strips[this.panel] ?? { lights: null, answers: {} };
  }

  set(change) {
    const { work } = this.app;
    work.set({ strips: { ...work.view.strips, [this.panel]: { ...this.strip, ...change } } });
  }

  sentence() {
    const { board } = this.app.work;
    const told = Object.keys(this.strip.answers).length;
    if (!board.spaces.length) return text("Set the spaces first; then their lights can be found.");
    const isDone = this.strip.lights > 0 && told >= this.strip.lights;
    if (isDone) return text("Every light is told. Take these lights, then save.");
    if (!this.isOn) {
      return told
        ? plural("{n} light is told. Go on where you stopped.", "{n} lights are told. Go on where you stopped.", told)
        : text("The device lights one light after another; you tap the space where it shines.");
    }
    if (!this.question) return text("One moment: the device is being asked.");
    const { light, expected: space } = this.question;
    const number = light + 1;
    if (this.isWalking) return text("Light {number}: watch, and stop it when it shines elsewhere.", { number });
    if (space) return text("Light {number}: at {space}? Yes, or tap where it shines.", { number, space });
    return text("Light {number}: tap the space where it shines.", { number });
  }

  async start() {
    const { app } = this;
    try {
      const { lights, by_file: byFile, is_simulated: isSimulated } = await ask("device", { document: app.work.board, panel: this.panel });
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

  fail(error) {
    if (!(error instanceof Refusal)) throw error;
    this.stop();
    this.app.refuse(error.message);
  }

  /** Ask of the next light and let it shine. */
  async ask() {
    const turn = ++this.asked;
    const { app } = this;
    const { lights, answers } = this.strip;
    try {
      const { question, doubts } = await ask("question", { document: app.work.board, panel: this.panel, lights, answers });
      if (turn !== this.asked) return;
      // Where the way the strip lies is not plain the walk waits for an answer, and goes on after it.
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

  /** Walk on, or keep the light from going out while one thinks. */
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

  answer(space) {
    if (!this.question || space === undefined) return;
    const { light } = this.question;
    this.set({ answers: { ...this.strip.answers, [light]: space } });
    this.ask();
  }

  tap(at) {
    const { work, stage } = this.app;
    if (this.isWalking) {
      this.halt(); // wherever the hand comes down first
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

  /** Stop, and ask again of the lights that went by before the hand was there. */
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

  forget(count) {
    const told = Object.keys(this.strip.answers).map(Number).filter((light) => !this.question || light < this.question.light);
    const gone = new Set(told.sort((one, other) => other - one).slice(0, count));
    this.set({ answers: Object.fromEntries(Object.entries(this.strip.answers).filter(([light]) => !gone.has(Number(light)))) });
    this.ask();
  }

  /** Ask anew of some lights: an answer was a slip. */
  doubt(lights) {
    const gone = new Set(lights.map(String));
    this.rest();
    this.set({ answers: Object.fromEntries(Object.entries(this.strip.answers).filter(([light]) => !gone.has(light))) });
    if (this.isOn) this.ask();
    else this.start();
  }

  end() {
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

  deviceKey(key) {
    if (key === "*" && this.question?.is_sure && !this.isWalking) this.walk();
    else if (key === "*" && this.question?.expected) this.answer(this.question.expected);
    else if (key === "#" && this.isWalking) this.halt();
    else if (key === "#") this.back();
  }

  stop() {
    if (!this.isOn) return;
    this.asked += 1;
    clearTimeout(this.timer);
    Object.assign(this, { isOn: false, isWalking: false, resumes: false, shining: [] });
    ask("light", { panel: this.panel, light: null, colour: 0 }).catch(() => {}); // it has gone, and its lights with it
    this.app.update();
  }

  leave() {
    this.stop();
  }

  key(event) {
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
    const { lights, answers } = this.strip;
    const told = Object.keys(answers).filter((light) => Number(light) < (lights ?? Infinity)).length;
    renew(page.strip, ...panelsOf(work.board).map((name) => make("option", { value: name }, name)));
    page.strip.value = this.panel;
    page.strip_lights.value = lights ?? "";
    page.strip_lights.parentElement.hidden = !lights;
    page.strip_lights.max = this.most ?? 300;
    page.strip_progress.hidden = !lights;
    page.strip_progress.max = lights ?? 1;
    page.strip_progress.value = told;
    const { question } = this;
    const isAsking = this.isOn && Boolean(question);
    page.strip_start.hidden = this.isOn || (lights > 0 && told >= lights);
    page.strip_start.textContent = told ? text("Go on") : text("Light the first");
    page.strip_start.disabled = !work.board.spaces.length;
    page.strip_yes.hidden = !isAsking || this.isWalking || !question.expected;
    page.strip_yes.textContent = question?.expected ? text("Yes, {space}", { space: question.expected }) : text("Yes");
    page.strip_walk.hidden = !isAsking || (!question.is_sure && !this.isWalking);
    page.strip_walk.textContent = this.isWalking ? text("Stop") : text("Go on by itself");
    page.strip_none.hidden = !isAsking || this.isWalking;
    page.strip_back.hidden = !this.isOn || this.isWalking || !told;
    page.strip_end.hidden = !isAsking || this.isWalking || !told;
    page.strip_take.hidden = !told || this.isWalking;
    page.strip_anew.hidden = !told || this.isWalking;
    say(page.strip_note, this.note(told));
    renew(page.strip_doubts, ...this.doubts.map(([space, those]) =>
      make("li", {}, make("button", { type: "button", "data-lights": those.join() }, text("{space} has lights {lights}, which lie apart. Ask again?", { space, lights: numbers(those) }))),
    ));
    page.strip_doubts.onclick = ({ target }) => {
      const button = target.closest("[data-lights]");
      if (button) this.doubt(button.dataset.lights.split(",").map(Number));
    };
  }

  note(told) {
    const { lights } = this.strip;
    if (!this.isOn) {
      return this.isSimulated
        ? text("This is a simulated strip, laid in a hurry, to practise on.")
        : text("Keys: Enter yes, 0 under no space, Backspace back, Space go on or stop. On the keypad: * yes or go on, # back or stop.");
    }
    const pattern = this.question?.pattern;
    return pattern
      ? text("{told} of {lights} lights are told. The strip seems to be laid {pattern}.", { told, lights, pattern })
      : text("{told} of {lights} lights are told.", { told, lights });
  }

  draw(paint) {
    const { work } = this.app;
    const { answers } = this.strip;
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

function numbers(lights) {
  return series(lights.map((light) => String(light + 1)));
}
