// The lights: a chain through the spaces, proposed and pulled into shape, and a light of the device sent along it.

import { make, renew } from "../dom.js";
import { plural, text } from "../language.js";
import { series } from "../words.js";
import { chainOf, distance, nearest, onBoard, panelsOf, spacesOf } from "./board.js";
import { radiusOf, round } from "./paint.js";
import { ask, Refusal } from "./server.js";

const FINGER_PX = 22;
const WALK_MS = 130;
const COLOUR = 0xffd890;
const FEEDS_TOLD = 8;

export class LightsMode {
  constructor(app) {
    Object.assign(this, { app, wire: null, stroke: null, walking: null, shining: [] });
    const { page, work } = app;
    const lay = (more) => {
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
    for (const radio of document.querySelectorAll('[name="way"]')) {
      radio.addEventListener("change", () => work.set({ way: radio.value }));
    }
    page.propose.addEventListener("click", () => this.lay(null));
    page.reverse.addEventListener("click", () => {
      work.set({ begin: work.view.end, end: work.view.begin });
      this.lay(this.order().toReversed());
    });
    page.follow.addEventListener("click", () => (this.walking ? this.stop() : this.follow()));
    this.tool = {
      down: (at) => this.grasp(at),
      move: (at) => this.pull(at),
      up: () => this.letGo(),
      cancel: () => this.forget(),
      tap: (at) => work.select([this.spaceAt(at)?.id].filter(Boolean)),
    };
  }

  onNumber(field, take) {
    field.addEventListener("change", () => {
      if (field.checkValidity()) take(Number(field.value));
      else this.update();
    });
  }

  get panel() {
    const { board, view } = this.app.work;
    const panels = panelsOf(board);
    return panels.includes(view.panel) ? view.panel : panels[0];
  }

  order(board = this.app.work.board) {
    return [...new Set(chainOf(board, this.panel).filter((id) => id !== null))];
  }

  sentence() {
    const { board } = this.app.work;
    if (!board.spaces.length) return text("Set the spaces first; then a chain of lights runs through them.");
    if (this.walking) return text("Do the lights run under the spaces that are marked here? If not, calibrate.");
    const order = this.order();
    if (!order.length) return text("Choose how the lights are laid, then let an order be proposed.");
    const left = board.spaces.length - order.length;
    if (left) {
      return plural(
        "{n} space has no light yet: pull the chain there, or propose anew.",
        "{n} spaces have no light yet: pull the chain there, or propose anew.",
        left,
      );
    }
    return text("Pull the chain onto a space to lead it there. Then save, and build it.");
  }

  /** Lay the lights along `order`, or along a proposed one for null; `counts` are lights of spaces that have others. */
  async lay(order, counts = this.counts()) {
    const { work, refuse } = this.app;
    if (!work.board.spaces.length || (order && !order.length)) return;
    const { laying, way } = work.view;
    const there = spacesOf(work.board);
    const [start, end] = [work.view.begin, work.view.end].map((id) => (there.has(id) ? id : null));
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

  /** How many lights each space has now, where that is not the usual number. */
  counts() {
    const { board, view } = this.app.work;
    const own = board.spaces.map(({ id, leds }) => [id, leds?.[this.panel]?.length ?? 0]);
    return Object.fromEntries(own.filter(([, count]) => count && count !== view.laying.each));
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

  update(what) {
    const { page, work } = this.app;
    const { laying, supply_ma, way } = work.view;
    renew(page.panel, ...panelsOf(work.board).map((name) => make("option", { value: name }, name)));
    page.panel.value = this.panel;
    page.laying.value = laying.kind;
    page.a_metre.value = laying.a_metre;
    page.a_metre.parentElement.hidden = laying.kind !== "strip";
    page.each.value = laying.each;
    page.matrix.hidden = laying.kind !== "matrix";
    [page.matrix_columns.value, page.matrix_rows.value, page.matrix_pitch.value] = [laying.columns, laying.rows, laying.pitch_mm];
    page.matrix_zigzag.checked = laying.is_zigzag;
    page.supply.value = supply_ma;
    for (const radio of document.querySelectorAll('[name="way"]')) radio.checked = radio.value === way;
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
    const row = (name, ...words) => [make("dt", {}, name), make("dd", {}, ...words)];
    const volts = hundredths(wire.drop_volts);
    const [length, longest] = [hundredths(wire.length_mm / 1000), Math.round(wire.longest_mm)];
    renew(page.wire,
      ...row(text("Lights"), String(wire.lights)),
      ...row(text("Wire"), text("{length} m, longest hop {longest} mm", { length, longest })),
      ...row(text("Current"), text("{current} mA at most", { current: wire.current_ma })),
      ...row(text("Lost on the way"), wire.drop_volts > 0.3
        ? text("{volts} V fed at the start, more than the 0.30 V that may be", { volts })
        : text("{volts} V fed at the start", { volts })),
      ...row(text("Feed 5 V at"), feedWords(wire)),
    );
  }

  showSpace() {
    const { page, work } = this.app;
    const [id] = work.selected;
    const space = spacesOf(work.board).get(id);
    page.lit_space.hidden = !space;
    if (!space) return;
    const lights = space.leds?.[this.panel] ?? [];
    const at = this.order().indexOf(id);
    const shift = (by) => {
      const order = this.order().filter((other) => other !== id);
      order.splice(Math.max(0, at + by), 0, id);
      this.lay(order);
    };
    const button = (words, act, disabled = false) => make("button", { type: "button", onclick: act, disabled }, words);
    const signature = JSON.stringify([id, lights, at, this.order().length, work.view.begin, work.view.end]);
    if (page.lit_space.dataset.shown === signature) return;
    page.lit_space.dataset.shown = signature;
    page.lit_space.replaceChildren(
      make("h2", {}, lights.length
        ? text("{space}: light {lights}", { space: id, lights: series(lights.map((light) => String(light + 1))) })
        : text("{space} has no light", { space: id })),
      make("div", { class: "row" },
        button(work.view.begin === id ? text("Begins here ✓") : text("Begin here"), () => work.set({ begin: work.view.begin === id ? null : id })),
        button(work.view.end === id ? text("Ends here ✓") : text("End here"), () => work.set({ end: work.view.end === id ? null : id })),
        button(text("Earlier"), () => shift(-1), at < 1),
        button(text("Later"), () => shift(1), at < 0 || at === this.order().length - 1)),
      make("label", {}, text("Lights here"), make("input", {
        type: "number", min: 1, max: 16, value: lights.length || work.view.laying.each,
        onchange: ({ target }) => target.checkValidity() && this.setCount(id, Number(target.value)),
      })),
    );
  }

  setCount(id, count) {
    const order = this.order();
    this.lay(order.includes(id) ? order : [...order, id], { ...this.counts(), [id]: count });
  }

  // The chain, pulled with a finger: from a hop onto the space that is to come between.

  spaceAt(at) {
    const { work, stage } = this.app;
    return nearest(work.board, at, Math.max(radiusOf(work.board), FINGER_PX / stage.scale));
  }

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
    const hops = order.slice(1).map((id, hop) => ({ hop, far: farFrom(at, spaces.get(order[hop]).at_mm, spaces.get(id).at_mm) }));
    hops.sort((one, other) => one.far - other.far);
    if (!hops.length || hops[0].far * stage.scale > FINGER_PX * 0.7) return false;
    this.stroke = { hop: hops[0].hop, at };
    return true;
  }

  pull(at) {
    this.stroke.at = at;
    const { work, stage } = this.app;
    if (this.stroke.panel) work.view.laying = { ...work.view.laying, at_mm: onBoard(work.board, at) };
    stage.redraw();
  }

  letGo() {
    const { hop, id, at, panel } = this.stroke;
    const order = this.order();
    const target = this.spaceAt(at);
    this.stroke = null;
    this.app.stage.redraw();
    if (panel) {
      this.lay(order.length ? order : null);
      return;
    }
    if (!target) return;
    if (id !== undefined) {
      // A space without a light is pulled into the chain behind the one it is dropped on.
      const place = order.indexOf(target.id);
      if (place >= 0) this.lay(order.toSpliced(place + 1, 0, id));
      return;
    }
    const [before, after] = [order[hop], order[hop + 1]];
    if (target.id === before || target.id === after) return;
    const left = order.filter((other) => other !== target.id);
    this.lay(left.toSpliced(left.indexOf(before) + 1, 0, target.id));
  }

  forget() {
    const { work, stage } = this.app;
    if (this.stroke?.panel) work.view.laying = { ...work.view.laying, at_mm: this.stroke.panel };
    this.stroke = null;
    stage.redraw();
  }

  // A light of the device runs along the chain.

  async follow() {
    const { app } = this;
    const panel = this.panel;
    const walk = (this.walking = { light: 0 });
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

  draw(paint) {
    const { work, stage } = this.app;
    const { board } = work;
    const order = this.order();
    const numbers = paint.numbers(this.panel);
    const words = new Map(board.spaces.map(({ id }) => [id, numbers.has(id) ? String(numbers.get(id) + 1) : "–"]));
    const marks = new Map(board.spaces.map(({ id }) => [id, numbers.has(id) ? "lit" : "unlit"]));
    let drawn = paint.frame() + paint.chain(order) + this.drawMatrix(board, stage) + paint.discs(marks, words);
    drawn += paint.rings(work.selected, "chosen") + paint.names(work.selected);
    if (this.walking) drawn += paint.rings([this.walking.space], "expected") + paint.glows(this.shining);
    if (this.stroke && !this.stroke.panel) drawn += this.drawStroke(paint, order);
    return drawn;
  }

  drawStroke(paint, order) {
    const [x, y] = this.app.stage.onStage(this.stroke.at).map(round);
    const { hop, id } = this.stroke;
    const ends = id === undefined ? [order[hop], order[hop + 1]] : [id];
    const lines = ends.map((end) => paint.spots.get(end)).map(([u, v]) => `M${u} ${v}L${x} ${y}`);
    return `<path class="sketch" d="${lines.join("")}"/>`;
  }

  drawMatrix(board, stage) {
    const { laying } = this.app.work.view;
    if (laying.kind !== "matrix") return "";
    const [x, y] = stage.onStage(laying.at_mm).map(round);
    const [width, height] = [(laying.columns - 1) * laying.pitch_mm, (laying.rows - 1) * laying.pitch_mm].map((length) => round(length * stage.scale));
    const grip = `<g class="corner" data-grip="panel"><circle cx="${x}" cy="${y}" r="18"/><path d="M${x - 9} ${y}h18M${x} ${y - 9}v18"/></g>`;
    return `<rect class="panel-of-lights" x="${x}" y="${y}" width="${width}" height="${height}"/>${grip}`;
  }
}

/** The number with two decimals, as the page's language writes it. */
function hundredths(number) {
  const two = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return number.toLocaleString(document.documentElement.lang, two);
}

function feedWords({ feeds, fed_drop_volts: lost }) {
  if (feeds.length < 2) return text("the start alone");
  const lights = series(feeds.slice(0, FEEDS_TOLD).map((light) => text("light {number}", { number: light + 1 })));
  const volts = hundredths(lost);
  const more = feeds.length - FEEDS_TOLD;
  return more > 0
    ? text("{lights} and {number} more: then {volts} V", { lights, number: more, volts })
    : text("{lights}: then {volts} V", { lights, volts });
}

function farFrom(at, [x, y], [u, v]) {
  const length = distance([x, y], [u, v]) ** 2 || 1;
  const along = Math.min(1, Math.max(0, ((at[0] - x) * (u - x) + (at[1] - y) * (v - y)) / length));
  return distance(at, [x + along * (u - x), y + along * (v - y)]);
}
