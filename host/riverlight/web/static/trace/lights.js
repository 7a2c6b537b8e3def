// @ts-check
// The lights: a chain through the spaces, proposed and adjusted by dragging, and a test light that runs along it.

import { listening, make, renew } from "../dom.js";
import { plural, text } from "../language.js";
import { series } from "../words.js";
import { chainOf, distance, nearest, onBoard, panelsOf, spacesOf } from "./board.js";
import { radiusOf, round, rounded } from "./paint.js";
import { choose, onChosen } from "./parts.js";
import { ask, Refusal } from "./server.js";
import { wireRows } from "./wire.js";

/** @import {App, Laying, Painter, Place, Shining, Tool, What, Wire} from "../../types/trace" */

const FINGER_PX = 22;
const WALK_MS = 130;
const COLOUR = 0xffd890;

export class LightsMode {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Wire | null} */
    this.wire = null;
    /** @type {({hop: number} | {id: string} | {panel: Place}) & {at: Place} | null} what is dragged, and from where: a hop, a space without a light, the LED matrix */
    this.stroke = null;
    /** @type {{light: number, space: string | null} | null} */
    this.walking = null;
    /** @type {Shining} */
    this.shining = [];
    const { page, work } = app;
    const lay = (/** @type {Partial<Laying>} */ more) => {
      work.set({ laying: { ...work.view.laying, ...more } });
      this.lay(this.order(), "each" in more ? {} : this.counts());
    };
    page.panel.addEventListener("change", () => work.set({ panel: page.panel.value }));
    page.laying.addEventListener("change", () => lay({ kind: page.laying.value }));
    page.a_metre.addEventListener("change", () => lay({ a_metre: Number(page.a_metre.value) }));
    this.onNumber(page.each, (each) => lay({ each }));
    this.onNumber(page.matrix_columns, (columns) => lay({ columns }));
    this.onNumber(page.matrix_rows, (rows) => lay({ rows }));
    this.onNumber(page.matrix_pitch, (pitch_mm) => lay({ pitch_mm }));
    page.matrix_zigzag.addEventListener("change", () => lay({ is_zigzag: page.matrix_zigzag.checked }));
    page.supply.addEventListener("change", () => {
      work.set({ supply_ma: Number(page.supply.value) });
      this.measure();
    });
    onChosen("way", (way) => work.set({ way }));
    page.propose.addEventListener("click", () => this.lay(null));
    page.reverse.addEventListener("click", () => {
      work.set({ begin: work.view.end, end: work.view.begin });
      this.lay(this.order().toReversed());
    });
    page.follow.addEventListener("click", () => (this.walking ? this.stop() : this.follow()));
    /** @type {Tool} */
    this.tool = {
      down: (at) => this.grasp(at),
      move: (at) => this.pull(at),
      up: () => this.letGo(),
      cancel: () => this.forget(),
      tap: (at) => work.select([this.spaceAt(at)?.id].filter((id) => id !== undefined)),
    };
  }

  /** @param {HTMLInputElement} field @param {(value: number) => void} take */
  onNumber(field, take) {
    field.addEventListener("change", () => {
      if (field.checkValidity()) take(Number(field.value));
      else this.update();
    });
  }

  get panel() {
    const { board, view } = this.app.work;
    const panels = panelsOf(board);
    return panels.find((panel) => panel === view.panel) ?? panels[0];
  }

  order(board = this.app.work.board) {
    return [...new Set(chainOf(board, this.panel).filter((id) => id !== null))];
  }

  sentence() {
    const { board } = this.app.work;
    if (!board.spaces.length) return text("Place the spaces first. Then a chain of lights runs through them.");
    if (this.walking) return text("Do the lights run under the spaces that are marked here? If not, calibrate.");
    const order = this.order();
    if (!order.length) return text("Choose the layout of the lights, then press Propose an order.");
    const left = board.spaces.length - order.length;
    if (left) {
      return plural(
        "{n} space has no light yet: drag the chain there, or propose a new order.",
        "{n} spaces have no light yet: drag the chain there, or propose a new order.",
        left,
      );
    }
    return text("Drag the chain onto a space to route it there. Then save, and build it.");
  }

  /** Assign the lights along `order`, or a proposed one for null; `counts` for spaces with another number. @param {string[] | null} order */
  async lay(order, counts = this.counts()) {
    const { work, refuse } = this.app;
    if (!work.board.spaces.length || (order && !order.length)) return;
    const { laying, way } = work.view;
    const there = spacesOf(work.board);
    const [start, end] = [work.view.begin, work.view.end].map((id) => (there.has(id ?? "") ? id : null));
    try {
      const answer = await ask("chain", { ...this.asked(), laying, counts, order, way, start, end });
      refuse("");
      work.edit(answer.document);
      this.wire = answer.wire;
      this.update();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuse(error.message);
    }
  }

  asked() {
    const { work } = this.app;
    return {
      document: work.board,
      panel: this.panel,
      supply_ma: work.view.supply_ma,
      is_strip: work.view.laying.kind !== "apart",
    };
  }

  /** The number of lights of each space that differs from the default. @returns {Record<string, number>} */
  counts() {
    const { board, view } = this.app.work;
    const own = board.spaces.map(({ id, leds }) => ({ id, count: leds?.[this.panel]?.length ?? 0 }));
    return Object.fromEntries(own.filter(({ count }) => count && count !== view.laying.each).map(({ id, count }) => [id, count]));
  }

  async measure() {
    const { work } = this.app;
    if (!work.board.spaces.length || work.view.mode !== "lights") return;
    const board = work.board;
    try {
      const { wire } = await ask("chain", this.asked());
      if (work.board === board) this.wire = wire;
      this.showWire();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  enter() {
    this.measure();
  }

  leave() {
    this.stop();
  }

  /** @param {What} [what] */
  update(what) {
    const { page, work } = this.app;
    const { laying, supply_ma, way } = work.view;
    renew(page.panel, ...panelsOf(work.board).map((name) => make("option", { value: name }, name)));
    page.panel.value = this.panel;
    page.laying.value = laying.kind;
    page.a_metre.value = String(laying.a_metre);
    page.a_metre.closest("label")?.toggleAttribute("hidden", laying.kind !== "strip");
    page.each.value = String(laying.each);
    page.matrix.hidden = laying.kind !== "matrix";
    [page.matrix_columns.value, page.matrix_rows.value, page.matrix_pitch.value] = [laying.columns, laying.rows, laying.pitch_mm].map(String);
    page.matrix_zigzag.checked = laying.is_zigzag;
    page.supply.value = String(supply_ma);
    choose("way", way);
    const isEmpty = !this.order().length;
    page.reverse.disabled = isEmpty;
    page.follow.disabled = isEmpty;
    page.follow.textContent = this.walking ? text("Stop the light") : text("Follow the chain with a light");
    if (what === "board") this.measure();
    this.showWire();
    this.showSpace();
  }

  showWire() {
    const { page } = this.app;
    const wire = this.order().length ? this.wire : null;
    page.wire.hidden = !wire;
    if (!wire) return;
    renew(page.wire, ...wireRows(wire));
  }

  showSpace() {
    const { page, work } = this.app;
    const [id] = work.selected;
    const space = spacesOf(work.board).get(id);
    page.lit_space.hidden = !space;
    if (!space) return;
    const lights = space.leds?.[this.panel] ?? [];
    const at = this.order().indexOf(id);
    const shift = (/** @type {number} */ by) => {
      const order = this.order().filter((other) => other !== id);
      order.splice(Math.max(0, at + by), 0, id);
      this.lay(order);
    };
    const button = (/** @type {string} */ words, /** @type {() => void} */ act, disabled = false) => listening(make("button", { type: "button", disabled }, words), "click", act);
    const signature = JSON.stringify([id, lights, at, this.order().length, work.view.begin, work.view.end]);
    if (page.lit_space.dataset.shown === signature) return;
    page.lit_space.dataset.shown = signature;
    page.lit_space.replaceChildren(
      make("h2", {}, lights.length
        ? text("{space}: light {lights}", { space: id, lights: series(lights.map((light) => String(light + 1))) })
        : text("{space} has no light", { space: id })),
      make("div", { class: "row" },
        button(work.view.begin === id ? text("Starts here ✓") : text("Start here"), () => work.set({ begin: work.view.begin === id ? null : id })),
        button(work.view.end === id ? text("Ends here ✓") : text("End here"), () => work.set({ end: work.view.end === id ? null : id })),
        button(text("Earlier"), () => shift(-1), at < 1),
        button(text("Later"), () => shift(1), at < 0 || at === this.order().length - 1)),
      make("label", {}, text("Lights here"), listening(
        make("input", { type: "number", min: 1, max: 16, value: lights.length || work.view.laying.each }),
        "change", ({ target }) => target.checkValidity() && this.setCount(id, Number(target.value)),
      )),
    );
  }

  /** @param {string} id @param {number} count */
  setCount(id, count) {
    const order = this.order();
    this.lay(order.includes(id) ? order : [...order, id], { ...this.counts(), [id]: count });
  }

  // Dragging the chain: from a hop onto the space to insert.

  /** @param {Place} at */
  spaceAt(at) {
    const { work, stage } = this.app;
    return nearest(work.board, at, Math.max(radiusOf(work.board), FINGER_PX / stage.scale));
  }

  /** @param {Place} at */
  grasp(at) {
    const { work, stage } = this.app;
    const order = this.order();
    const spaces = spacesOf(work.board);
    const onSpace = nearest(work.board, at, radiusOf(work.board));
    if (onSpace) {
      if (order.includes(onSpace.id)) return false;
      this.stroke = { id: onSpace.id, at };
      return true;
    }
    if (work.view.laying.kind === "matrix" && distance(at, work.view.laying.at_mm) * stage.scale <= FINGER_PX) {
      this.stroke = { panel: work.view.laying.at_mm, at };
      return true;
    }
    const places = order.map((id) => spaces.get(id)?.at_mm ?? at);
    const hops = places.slice(1).map((end, hop) => ({ hop, far: farFrom(at, places[hop], end) }));
    hops.sort((one, other) => one.far - other.far);
    if (!hops.length || hops[0].far * stage.scale > FINGER_PX * 0.7) return false;
    this.stroke = { hop: hops[0].hop, at };
    return true;
  }

  /** @param {Place} at */
  pull(at) {
    if (!this.stroke) return;
    this.stroke.at = at;
    const { work, stage } = this.app;
    if ("panel" in this.stroke) work.view.laying = { ...work.view.laying, at_mm: onBoard(work.board, at) };
    stage.redraw();
  }

  letGo() {
    const { stroke } = this;
    if (!stroke) return;
    const order = this.order();
    const target = this.spaceAt(stroke.at);
    this.stroke = null;
    this.app.stage.redraw();
    if ("panel" in stroke) {
      this.lay(order.length ? order : null);
      return;
    }
    if (!target) return;
    if ("id" in stroke) {
      // A space without a light is inserted after the one it is dropped on.
      const place = order.indexOf(target.id);
      if (place >= 0) this.lay(order.toSpliced(place + 1, 0, stroke.id));
      return;
    }
    const [before, after] = [order[stroke.hop], order[stroke.hop + 1]];
    if (target.id === before || target.id === after) return;
    const left = order.filter((other) => other !== target.id);
    this.lay(left.toSpliced(left.indexOf(before) + 1, 0, target.id));
  }

  forget() {
    const { work, stage } = this.app;
    if (this.stroke && "panel" in this.stroke) work.view.laying = { ...work.view.laying, at_mm: this.stroke.panel };
    this.stroke = null;
    stage.redraw();
  }

  // A test light runs along the chain.

  async follow() {
    const { app } = this;
    const panel = this.panel;
    /** @type {NonNullable<LightsMode["walking"]>} */
    const walk = (this.walking = { light: 0, space: null });
    app.update();
    try {
      await ask("device", { document: app.work.board, panel });
      const chain = chainOf(app.work.board, panel);
      while (this.walking === walk) {
        const { shining } = await ask("light", { panel, light: walk.light, colour: COLOUR });
        if (this.walking !== walk) break;
        walk.space = chain[walk.light];
        this.shining = shining;
        app.stage.redraw();
        await new Promise((resolve) => setTimeout(resolve, WALK_MS));
        walk.light = (walk.light + 1) % chain.length;
      }
      await ask("light", { panel, light: null, colour: 0 });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      app.refuse(error.message);
    }
    if (this.walking === walk) this.stop();
  }

  stop() {
    if (!this.walking) return;
    this.walking = null;
    this.shining = [];
    this.app.update();
  }

  /** @param {Painter} paint */
  draw(paint) {
    const { work } = this.app;
    const { board } = work;
    const order = this.order();
    const numbers = paint.numbers(this.panel);
    const words = new Map(board.spaces.map(({ id }) => [id, "–"]));
    const marks = new Map(board.spaces.map(({ id }) => [id, "unlit"]));
    for (const [id, light] of numbers) {
      words.set(id, String(light + 1));
      marks.set(id, "lit");
    }
    let drawn = paint.frame() + paint.chain(order) + this.drawMatrix() + paint.discs(marks, words);
    drawn += paint.rings(work.selected, "chosen") + paint.names(work.selected);
    if (this.walking) drawn += paint.rings([this.walking.space ?? ""], "expected") + paint.glows(this.shining);
    if (this.stroke && !("panel" in this.stroke)) {
      const { stroke } = this;
      drawn += this.drawStroke(paint, "id" in stroke ? [stroke.id] : [order[stroke.hop], order[stroke.hop + 1]], stroke.at);
    }
    return drawn;
  }

  /** @param {Painter} paint @param {string[]} ends @param {Place} at */
  drawStroke(paint, ends, at) {
    const [x, y] = rounded(this.app.stage.onStage(at));
    const lines = ends.map((end) => paint.spots.get(end)).map((spot) => spot && `M${spot.join(" ")}L${x} ${y}`);
    return `<path class="sketch" d="${lines.join("")}"/>`;
  }

  drawMatrix() {
    const { stage, work } = this.app;
    const { laying } = work.view;
    if (laying.kind !== "matrix") return "";
    const [x, y] = rounded(stage.onStage(laying.at_mm));
    const [width, height] = [(laying.columns - 1) * laying.pitch_mm, (laying.rows - 1) * laying.pitch_mm].map((length) => round(length * stage.scale));
    const grip = `<g class="corner" data-grip="panel"><circle cx="${x}" cy="${y}" r="18"/><path d="M${x - 9} ${y}h18M${x} ${y - 9}v18"/></g>`;
    return `<rect class="panel-of-lights" x="${x}" y="${y}" width="${width}" height="${height}"/>${grip}`;
  }
}

/** Return the distance of a point from a segment. @param {Place} at @param {Place} one @param {Place} other */
function farFrom(at, [x, y], [u, v]) {
  const length = distance([x, y], [u, v]) ** 2 || 1;
  const along = Math.min(1, Math.max(0, ((at[0] - x) * (u - x) + (at[1] - y) * (v - y)) / length));
  return distance(at, [x + along * (u - x), y + along * (v - y)]);
}
