// @ts-check
// The spaces: edited by tools on the board, and by fields next to it, so that everything can be done by keyboard.

import { ARROWS, listening, make, renew } from "../dom.js";
import { plural, text } from "../language.js";
import { colourName, kindName } from "../words.js";
import { counted, joined, joinedWithin, layoutOf, moved, renamed, setting, spacesOf, usualGap, withFlow, withKind, withSpace, without } from "./board.js";
import { borders, cellsOf, evenGrid, gap, gridOf, regridded } from "./maze.js";
import { round, rounded, signOf } from "./paint.js";
import { choose, onChosen, radiosOf, showFor } from "./parts.js";
import { handlesOf, nextPlace, toolsFor } from "./tools.js";

/** @import {App, Board, Painter, Place, Space, What} from "../../types/trace" */
/** @typedef {{kind: string, colour?: string}} Kind */

const ID = /^[A-Za-z0-9][A-Za-z0-9_.,:-]{0,15}$/;
/** @type {Record<string, string>} */
const PLACED = {
  start: text("Tap the middle of each of the six start spaces."),
  water: text("Tap the middle of each space of calm water."),
  current: text("Tap the middle of each space of the current."),
  landing: text("Tap the middle of each of the three landings."),
  cave: text("Tap the middle of the cave jetty."),
  waterfall: text("Tap the middle of the waterfall."),
};
/** @type {Record<string, string>} */
const STROKED = {
  start: text("Tap the six start spaces, or drag over them."),
  water: text("Tap the spaces of calm water, or drag over them."),
  current: text("Tap the spaces of the current, or drag over them."),
  landing: text("Tap the three landings, or drag over them."),
  cave: text("Tap the cave jetty, or drag over it."),
  waterfall: text("Tap the waterfall, or drag over it."),
  chamber: text("Tap the plain chambers, or drag over them."),
  entrance: text("Tap the entrance, or drag over it."),
  sarcophagus: text("Tap the sarcophagus, or drag over it."),
};
/** @type {Record<string, string>} */
const HINTS = {
  move: text("Drag a space to move it. Tap one to choose it."),
  join: text("Draw from space to space to join them. Draw over a line again to separate them."),
  arrow: text("Draw from each current space to where it flows. Tap an arrow to remove it."),
  shape: text("Tap to add or remove a chamber. Drag the handles to fit the grid."),
  wall: text("Tap between two chambers to add or remove a wall."),
};

export class SpacesMode {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {{board: Board, selected: string[]} | null} the spaces whose fields are shown */
    this.shown = null;
    this.tools = toolsFor(app);
    const { page, work } = app;
    onChosen("tool", (tool) => work.set({ tool }));
    page.join_within.addEventListener("submit", (event) => {
      event.preventDefault();
      work.edit(joinedWithin(work.board, Number(page.within.value)));
    });
    page.grid_form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.setGrid(Number(page.columns.value), Number(page.rows.value));
    });
  }

  get name() {
    const { board, view } = this.app.work;
    const own = [...radiosOf("tool")].filter((radio) => radio.closest("label")?.dataset.for?.includes(layoutOf(board)));
    const usual = layoutOf(board) === "grid" ? "shape" : "place";
    return own.find(({ value }) => value === view.tool)?.value ?? usual;
  }

  get tool() {
    return this.tools[this.name];
  }

  sentence() {
    const { board } = this.app.work;
    const tool = this.name;
    if (tool === "kind" || (tool === "place" && layoutOf(board) === "free")) return this.progress(tool === "kind" ? STROKED : PLACED);
    if (tool !== "place") return HINTS[tool];
    const next = nextPlace(board);
    return next
      ? text("Tap the middle of {space} ({kind}).", { space: next.id, kind: kindName(next.kind) })
      : text("All spaces of the river are placed. Drag one to move it.");
  }

  /** Return the task for the chosen kind, with the current and required number. @param {Record<string, string>} tasks */
  progress(tasks) {
    const { app } = this;
    const { kind, colour } = app.work.view;
    if (app.problems.isSound) return text("This board is ready to play. Save it, or choose a tool to change it.");
    const task = tasks[kind] ?? text("Tap the {colour} treasures, or drag over them.", { colour: colourName(colour ?? "") });
    const [n, wanted] = counted(app.work.board, kind, colour);
    if (wanted === Infinity) return task;
    const fields = { n, wanted, kind: kindWords(kind, colour) };
    if (n < wanted) return text("{task} {n} of {wanted} so far.", { task, ...fields });
    if (n === wanted) return text("All spaces of the kind {kind} are placed: {n}. Choose another kind or tool.", fields);
    return text("There are {n} spaces of the kind {kind}, but the board must have {wanted}. Change or delete some.", fields);
  }

  /** @param {number} columns @param {number} rows */
  setGrid(columns, rows) {
    const { app } = this;
    const { work } = app;
    const from = work.board.spaces.length ? gridOf(work.board) : null;
    if (work.board.spaces.length && !from) return app.refuse(text("The chambers of this board are not on a grid; start a new board."));
    app.refuse("");
    if (!from) return work.edit(regridded(work.board, null, evenGrid(work.board.size_mm, columns, rows)), []);
    const to = { columns: extended(from.columns, columns, gap(from.columns)), rows: extended(from.rows, rows, -gap(from.rows)) };
    const [width, height] = work.board.size_mm;
    if (to.columns[columns - 1] > width || to.rows[rows - 1] < 0) {
      const asked = { width, height, columns, rows };
      return app.refuse(text("A board of {width} × {height} mm has no room for {columns} × {rows} chambers of this size. Make the maze smaller first.", asked));
    }
    return work.edit(regridded(work.board, from, to), []);
  }

  /** @param {What} what */
  update(what) {
    const { page, work } = this.app;
    const { board, view } = work;
    showFor("for", layoutOf(board));
    choose("tool", this.name);
    if (what === "all" || !this.kinds().some((kind) => kind.kind === view.kind && (kind.colour ?? null) === view.colour)) {
      const [first] = this.kinds();
      Object.assign(work.view, { kind: first.kind, colour: first.colour ?? null });
    }
    this.showKinds();
    this.showRiver();
    if (document.activeElement !== page.within) page.within.value ||= String(round(1.45 * usualGap(board)));
    const grid = layoutOf(board) === "grid" ? gridOf(board) : null;
    if (what !== "view" || !page.columns.value) {
      page.columns.value = String(grid?.columns.length ?? 12);
      page.rows.value = String(grid?.rows.length ?? 9);
    }
    this.showSelected();
  }

  /** The kinds of spaces of this game, treasures by colour. @returns {Kind[]} */
  kinds() {
    const { game } = this.app.work.board;
    const colours = setting.colours[game];
    return setting.kinds[game].flatMap((kind) => (kind === "treasure" ? colours.map((colour) => ({ kind, colour })) : [{ kind }]));
  }

  showKinds() {
    const { page, work } = this.app;
    const isUsed = this.name === "kind" || (this.name === "place" && layoutOf(work.board) === "free");
    page.kinds.hidden = !isUsed;
    if (!isUsed) return;
    const radios = this.kinds().map(({ kind, colour }) => {
      const isChosen = kind === work.view.kind && (colour ?? null) === work.view.colour;
      const radio = make("input", { type: "radio", name: "kind", value: [kind, colour ?? ""].join(), checked: isChosen, "aria-label": kindWords(kind, colour) });
      radio.addEventListener("change", () => work.set({ kind, colour: colour ?? null }));
      return make("label", {}, radio, make("span", {}, signOf({ kind, colour }), colour ? colourName(colour) : kindName(kind)));
    });
    if (page.kinds.dataset.game !== work.board.game) {
      page.kinds.replaceChildren(...radios);
      page.kinds.dataset.game = work.board.game;
    }
    choose("kind", [work.view.kind, work.view.colour ?? ""].join());
  }

  showRiver() {
    const { page, work } = this.app;
    page.river_places.hidden = layoutOf(work.board) !== "fixed";
    if (page.river_places.hidden) return;
    const there = spacesOf(work.board);
    const next = nextPlace(work.board);
    const left = setting.places[work.board.game].filter(({ id }) => !there.has(id));
    renew(page.river_places, ...left.map(({ id }) => make("li", { class: id === next?.id ? "next" : "" }, id)));
  }

  // The fields of the selected space.

  showSelected() {
    const { page, work } = this.app;
    const place = page.selected;
    const [id] = work.selected;
    const space = spacesOf(work.board).get(id);
    place.hidden = !space;
    const isShown = this.shown?.board === work.board && this.shown.selected.join() === work.selected.join();
    if (!space || isShown) return;
    this.shown = { board: work.board, selected: work.selected }; // the fields edit this board, so another one needs new fields
    if (work.selected.length > 1) place.replaceChildren(...this.fieldsOfMany());
    else place.replaceChildren(...this.fieldsOf(space));
  }

  fieldsOfMany() {
    const { work } = this.app;
    const count = work.selected.length;
    return [
      make("h2", {}, plural("{n} space", "{n} spaces", count)),
      this.kindField(null, (kind, colour) => work.edit(withKind(work.board, work.selected, kind, colour))),
      listening(make("button", { type: "button" }, plural("Delete {n} space", "Delete {n} spaces", count)), "click", () => work.edit(without(work.board, work.selected), [])),
    ];
  }

  /** @param {Space} space */
  fieldsOf(space) {
    const { work } = this.app;
    const { board } = work;
    const isFree = layoutOf(board) !== "fixed";
    const place = (/** @type {0 | 1} */ at) => listening(
      make("input", { type: "number", value: space.at_mm[at], min: 0, max: board.size_mm[at], step: "any", "aria-label": at ? text("From the top, mm") : text("From the left, mm") }),
      "change", ({ target }) => target.checkValidity() && work.edit(moved(board, new Map([[space.id, placed(space.at_mm, at, Number(target.value))]]))),
    );
    return [
      make("div", { class: "pair" },
        make("label", {}, text("Id"), listening(make("input", { type: "text", id: "space_id", value: space.id, maxlength: 16, disabled: !isFree }), "change", ({ target }) => this.rename(space.id, target))),
        isFree && this.kindField(space, (kind, colour) => work.edit(withKind(board, [space.id], kind, colour)))),
      make("div", { class: "pair" }, make("label", {}, text("x, mm"), place(0)), make("label", {}, text("y, mm"), place(1))),
      ...(layoutOf(board) === "free" && space.kind === "current" ? [this.flowField(space)] : []),
      ...(layoutOf(board) === "free" ? [this.touchFields(space)] : []),
      listening(make("button", { type: "button", id: "space_delete" }, text("Delete {space}", { space: space.id })), "click", () => work.edit(without(board, [space.id]), [])),
    ];
  }

  /** @param {Space | null} space @param {(kind: string, colour?: string) => void} take */
  kindField(space, take) {
    const options = this.kinds().map(({ kind, colour }) => {
      const isChosen = kind === space?.kind && colour === (kind === "treasure" ? space?.colour : undefined);
      return make("option", { value: [kind, colour ?? ""].join(), selected: isChosen }, kindWords(kind, colour));
    });
    const empty = space ? [] : [make("option", { value: "", selected: true }, "…")];
    return make("label", {}, text("Kind"), listening(make("select", {}, ...empty, ...options), "change", ({ target }) => {
      const [kind, colour] = target.value.split(",");
      if (kind) take(kind, colour || undefined);
    }));
  }

  /** @param {Space} space */
  flowField({ id: from, flow = "", touches = [] }) {
    const { work } = this.app;
    const ends = touches.map((id) => make("option", { value: id, selected: id === flow }, id));
    const none = make("option", { value: "", selected: !touches.includes(flow) }, text("nowhere"));
    return make("label", {}, text("Flows to"), listening(make("select", {}, none, ...ends), "change", ({ target }) => {
      work.edit(withFlow(work.board, from, target.value || null));
    }));
  }

  /** @param {Space} space */
  touchFields({ id: from, touches = [] }) {
    const { work } = this.app;
    const part = (/** @type {string} */ id) => listening(make("button", { type: "button", "aria-label": text("Separate from {space}", { space: id }) }, id, " ×"), "click", () => work.edit(joined(work.board, from, id, false)));
    const others = work.board.spaces.filter(({ id }) => id !== from && !touches.includes(id));
    const adder = listening(
      make("select", { "aria-label": text("Join to") }, make("option", { value: "" }, text("Join to…")), ...others.map(({ id }) => make("option", { value: id }, id))),
      "change", ({ target }) => target.value && work.edit(joined(work.board, from, target.value)),
    );
    return make("div", { class: "touches" }, make("h2", {}, touches.length ? text("Touches") : text("Touches nothing yet")), make("div", { class: "chips" }, ...touches.map(part), adder));
  }

  /** @param {string} id @param {HTMLInputElement} field */
  rename(id, field) {
    const { app } = this;
    const { work } = app;
    const to = field.value.trim();
    if (to === id) return;
    if (!ID.test(to)) app.refuse(text("An id must be 1 to 16 letters, digits or _ . , : - starting with a letter or digit."));
    else if (spacesOf(work.board).has(to)) app.refuse(text("There is already a space {space}.", { space: to }));
    else {
      app.refuse("");
      work.edit(renamed(work.board, id, to), [to]);
      return;
    }
    field.value = id;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { work, stage } = this.app;
    const [id] = work.selected;
    const { board } = work;
    if ((event.key === "Delete" || event.key === "Backspace") && id) {
      work.edit(without(board, work.selected), []);
      return true;
    }
    const way = ARROWS[event.key];
    if (way && id) {
      const step = event.shiftKey ? 10 : 1;
      const chosen = board.spaces.filter((space) => work.selected.includes(space.id));
      work.edit(moved(board, new Map(chosen.map(({ id: one, at_mm: [x, y] }) => [one, [x + way[0] * step, y + way[1] * step]]))));
      return true;
    }
    if ((event.key === "n" || event.key === "p") && board.spaces.length) {
      const at = board.spaces.findIndex((space) => space.id === id);
      const count = board.spaces.length;
      const next = board.spaces[event.key === "n" ? (at + 1) % count : (Math.max(0, at) - 1 + count) % count];
      work.select([next.id]);
      stage.goTo(next.at_mm);
      return true;
    }
    if (event.key === "a" && layoutOf(board) === "free") {
      const near = spacesOf(board).get(id)?.at_mm ?? board.size_mm.map((length) => length / 2);
      const [next, fresh] = withSpace(board, work.view.kind, [near[0] + usualGap(board), near[1]]);
      work.edit(next, [fresh]);
      return true;
    }
    if (event.key === "Escape") {
      work.select([]);
      return true;
    }
    return false;
  }

  /** @param {Painter} paint */
  draw(paint) {
    const { work, stage } = this.app;
    const board = work.shown;
    let drawn = paint.frame() + (layoutOf(board) === "grid" ? this.drawMaze(board) : paint.links());
    const words = new Map((setting.places[board.game] ?? []).map(({ id, label }) => [id, label || undefined]));
    drawn += paint.arrows() + paint.discs(new Map(), words);
    drawn += paint.rings(work.selected, "chosen") + paint.names(work.selected);
    const stroke = this.tool.stroke?.();
    if (stroke) {
      const end = rounded(stage.onStage(stroke.place));
      const [x, y] = paint.spot(stroke.last);
      drawn += this.name === "arrow" ? paint.arrow(stroke.last, end, "sketch") : `<path class="sketch" d="M${x} ${y}L${end.join(" ")}"/>`;
    }
    return drawn;
  }

  /** @param {Board} board */
  drawMaze(board) {
    const { stage } = this.app;
    const grid = gridOf(board);
    if (!grid) return "";
    const across = (gap(grid.columns) / 2) * stage.scale;
    const down = (gap(grid.rows) / 2) * stage.scale;
    let walls = "";
    let ways = "";
    for (const { at, way, isWall } of borders(board, grid)) {
      const [x, y] = rounded(stage.onStage(at));
      const half = way === "n" ? [across, 0] : [0, down];
      if (isWall) walls += `M${round(x - half[0])} ${round(y - half[1])}L${round(x + half[0])} ${round(y + half[1])}`;
      else ways += way === "n" ? `M${x} ${round(y - down)}V${round(y + down)}` : `M${round(x - across)} ${y}H${round(x + across)}`;
    }
    const drawn = `<path class="links under" d="${ways}"/><path class="links" d="${ways}"/><path class="walls" d="${walls}"/>`;
    if (this.name !== "shape") return drawn;
    const cells = cellsOf(board, grid);
    const free = grid.rows.flatMap((y, row) => grid.columns.filter((_, column) => !cells.has([column, row].join())).map((x) => rounded(stage.onStage([x, y]))));
    const ghosts = free.map(([x, y]) => `<circle class="ghost" cx="${x}" cy="${y}" r="8"/>`);
    const handles = handlesOf(grid, stage).map((at) => rounded(stage.onStage(at)));
    const grips = handles.map(([x, y], number) => `<g class="corner" data-grip="${number}"><circle cx="${x}" cy="${y}" r="22"/><path d="M${x - 8} ${y + 8}L${x + 8} ${y - 8}m-9 0h9v9M${x - 8} ${y - 1}v9h9"/></g>`);
    return drawn + ghosts.join("") + grips.join("");
  }
}

/** Return the first `count` lines; missing ones are added after the last, `step` apart. @param {number[]} lines @param {number} count @param {number} step */
function extended(lines, count, step) {
  return Array.from({ length: count }, (_, at) => lines[at] ?? lines[lines.length - 1] + step * (at + 1 - lines.length));
}

/** @param {Place} place @param {0 | 1} at @param {number} value @returns {Place} */
function placed([x, y], at, value) {
  return at ? [x, value] : [value, y];
}

/** @param {string} kind @param {string | null} [colour] */
function kindWords(kind, colour) {
  return colour ? text("{colour} treasure", { colour: colourName(colour) }) : kindName(kind);
}
