// The spaces: set by tools on the board, and by fields beside it, so that everything can be done by keys as well.

import { make, renew } from "../dom.js";
import { plural, text } from "../language.js";
import { colourName, kindName } from "../words.js";
import { joined, joinedWithin, moved, onBoard, renamed, setting, spacesOf, usualGap, withFlow, withKind, withSpace, without } from "./board.js";
import { borders, cellsOf, evenGrid, gap, gridOf, regridded } from "./maze.js";
import { round, signOf } from "./paint.js";
import { handlesOf, nextOfRiver, toolsFor } from "./tools.js";

const ID = /^[A-Za-z0-9][A-Za-z0-9_.,:-]{0,15}$/;
const PLACED = {
  start: text("Tap the middle of each of the six start spaces."),
  water: text("Tap the middle of each space of quiet water."),
  current: text("Tap the middle of each space of the current."),
  landing: text("Tap the middle of each of the three landings."),
  cave: text("Tap the middle of the cave jetty."),
  waterfall: text("Tap the middle of the waterfall."),
};
const STROKED = {
  start: text("Tap or stroke the six start spaces."),
  water: text("Tap or stroke the quiet water."),
  current: text("Tap or stroke the current."),
  landing: text("Tap or stroke the three landings."),
  cave: text("Tap or stroke the cave jetty."),
  waterfall: text("Tap or stroke the waterfall."),
  chamber: text("Tap or stroke what is a plain chamber."),
  entrance: text("Tap or stroke the entrance."),
  sarcophagus: text("Tap or stroke the sarcophagus."),
};
const HINTS = {
  move: text("Drag a space to move it. Tap one to choose it."),
  join: text("Draw from space to space to join them; over a line again parts them."),
  arrow: text("Draw from each current to where it flows. A tap takes an arrow away."),
  shape: text("Tap to dig a chamber or to fill it. Pull the handles so that the grid fits."),
  wall: text("Tap between two chambers to build a wall or to take it away."),
};

export class SpacesMode {
  constructor(app) {
    this.app = app;
    this.tools = toolsFor(app);
    const { page, work } = app;
    for (const radio of document.querySelectorAll('[name="tool"]')) {
      radio.addEventListener("change", () => work.set({ tool: radio.value }));
    }
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
    const own = [...document.querySelectorAll('[name="tool"]')].filter((radio) => radio.parentElement.dataset.for.includes(board.game));
    const names = own.map(({ value }) => value);
    const usual = { canyon: "place", niagara: "place", pyramid: "shape" }[board.game];
    return names.includes(view.tool) ? view.tool : usual;
  }

  get tool() {
    return this.tools[this.name];
  }

  sentence() {
    const { board, view } = this.app.work;
    const tool = this.name;
    if (tool === "kind") return STROKED[view.kind] ?? text("Tap or stroke the {colour} treasures.", { colour: colourName(view.colour) });
    if (tool !== "place") return HINTS[tool];
    if (board.game === "canyon") return PLACED[view.kind];
    const next = nextOfRiver(board);
    return next
      ? text("Tap the middle of {space} ({kind}).", { space: next.id, kind: kindName(next.kind) })
      : text("All places of the river are set. Drag any to move it.");
  }

  setGrid(columns, rows) {
    const { app } = this;
    const { work } = app;
    const from = work.board.spaces.length ? gridOf(work.board) : null;
    if (work.board.spaces.length && !from) return app.refuse(text("The chambers of this board lie on no grid; begin a new one."));
    app.refuse("");
    if (!from) return work.edit(regridded(work.board, null, evenGrid(work.board.size_mm, columns, rows)), []);
    const step = [gap(from.columns), gap(from.rows)];
    const to = {
      columns: Array.from({ length: columns }, (_, at) => from.columns[at] ?? from.columns.at(-1) + step[0] * (at + 1 - from.columns.length)),
      rows: Array.from({ length: rows }, (_, at) => from.rows[at] ?? from.rows.at(-1) - step[1] * (at + 1 - from.rows.length)),
    };
    const [width, height] = work.board.size_mm;
    if (to.columns.at(-1) > width || to.rows.at(-1) < 0) {
      const asked = { width, height, columns, rows };
      return app.refuse(text("A board of {width} × {height} mm has no room for {columns} × {rows} chambers of this size: pull the maze smaller first.", asked));
    }
    return work.edit(regridded(work.board, from, to), []);
  }

  update(what) {
    const { page, work } = this.app;
    const { board, view } = work;
    for (const part of document.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(board.game);
    for (const radio of document.querySelectorAll('[name="tool"]')) radio.checked = radio.value === this.name;
    if (what === "all" || !this.kinds().some((kind) => kind.kind === view.kind && (kind.colour ?? null) === view.colour)) {
      const [first] = this.kinds();
      Object.assign(work.view, { kind: first.kind, colour: first.colour ?? null });
    }
    this.showKinds();
    this.showRiver();
    if (document.activeElement !== page.within) page.within.value ||= round(1.45 * usualGap(board));
    const grid = board.game === "pyramid" && gridOf(board);
    if (what !== "view" || !page.columns.value) [page.columns.value, page.rows.value] = grid ? [grid.columns.length, grid.rows.length] : [12, 9];
    this.showSelected();
  }

  kinds() {
    const { game } = this.app.work.board;
    const colours = setting.colours.pyramid;
    return setting.kinds[game].flatMap((kind) => (kind === "treasure" ? colours.map((colour) => ({ kind, colour })) : [{ kind }]));
  }

  showKinds() {
    const { page, work } = this.app;
    const isUsed = this.name === "kind" || (this.name === "place" && work.board.game === "canyon");
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
    for (const radio of page.kinds.querySelectorAll("input")) {
      radio.checked = radio.value === [work.view.kind, work.view.colour ?? ""].join();
    }
  }

  showRiver() {
    const { page, work } = this.app;
    page.river_places.hidden = work.board.game !== "niagara";
    if (page.river_places.hidden) return;
    const there = spacesOf(work.board);
    const next = nextOfRiver(work.board);
    const left = setting.river.filter(({ id }) => !there.has(id));
    renew(page.river_places, ...left.map(({ id }) => make("li", { class: id === next.id ? "next" : "" }, id)));
  }

  // The chosen space, as fields.

  showSelected() {
    const { page, work } = this.app;
    const place = page.selected;
    const [id] = work.selected;
    const space = spacesOf(work.board).get(id);
    place.hidden = !space;
    const signature = JSON.stringify([work.selected, space, work.board.spaces.length]);
    if (!space || place.dataset.shown === signature) return;
    place.dataset.shown = signature;
    if (work.selected.length > 1) place.replaceChildren(...this.fieldsOfMany());
    else place.replaceChildren(...this.fieldsOf(space).filter(Boolean));
  }

  fieldsOfMany() {
    const { work } = this.app;
    const count = work.selected.length;
    return [
      make("h2", {}, plural("{n} space", "{n} spaces", count)),
      this.kindField(null, (kind, colour) => work.edit(withKind(work.board, work.selected, kind, colour))),
      make("button", { type: "button", onclick: () => work.edit(without(work.board, work.selected), []) }, plural("Delete {n} space", "Delete {n} spaces", count)),
    ];
  }

  fieldsOf(space) {
    const { work } = this.app;
    const { board } = work;
    const isFree = board.game !== "niagara";
    const place = (at) => make("input", {
      type: "number", value: space.at_mm[at], min: 0, max: board.size_mm[at], step: "any", "aria-label": at ? text("From the top, mm") : text("From the left, mm"),
      onchange: (event) => event.target.checkValidity() && work.edit(moved(board, new Map([[space.id, space.at_mm.with(at, Number(event.target.value))]]))),
    });
    return [
      make("div", { class: "pair" },
        make("label", {}, text("Id"), make("input", { type: "text", id: "space_id", value: space.id, maxlength: 16, disabled: !isFree, onchange: (event) => this.rename(space.id, event.target) })),
        isFree && this.kindField(space, (kind, colour) => work.edit(withKind(board, [space.id], kind, colour)))),
      make("div", { class: "pair" }, make("label", {}, text("x, mm"), place(0)), make("label", {}, text("y, mm"), place(1))),
      board.game === "canyon" && space.kind === "current" && this.flowField(space),
      board.game === "canyon" && this.touchFields(space),
      make("button", { type: "button", id: "space_delete", onclick: () => work.edit(without(board, [space.id]), []) }, text("Delete {space}", { space: space.id })),
    ];
  }

  kindField(space, take) {
    const options = this.kinds().map(({ kind, colour }) => {
      const isChosen = kind === space?.kind && colour === (kind === "treasure" ? space?.colour : undefined);
      return make("option", { value: [kind, colour ?? ""].join(), selected: isChosen }, kindWords(kind, colour));
    });
    const empty = space ? [] : [make("option", { value: "", selected: true }, "…")];
    return make("label", {}, text("Kind"), make("select", {
      onchange: ({ target }) => target.value && take(target.value.split(",")[0], target.value.split(",")[1] || undefined),
    }, ...empty, ...options));
  }

  flowField(space) {
    const { work } = this.app;
    const ends = space.touches.map((id) => make("option", { value: id, selected: id === space.flow }, id));
    const none = make("option", { value: "", selected: !space.touches.includes(space.flow) }, text("nowhere"));
    return make("label", {}, text("Flows to"), make("select", {
      onchange: ({ target }) => work.edit(withFlow(work.board, space.id, target.value || null)),
    }, none, ...ends));
  }

  touchFields(space) {
    const { work } = this.app;
    const part = (id) => make("button", { type: "button", "aria-label": text("Part from {space}", { space: id }), onclick: () => work.edit(joined(work.board, space.id, id, false)) }, id, " ×");
    const others = work.board.spaces.filter(({ id }) => id !== space.id && !space.touches.includes(id));
    const adder = make("select", {
      "aria-label": text("Join to"),
      onchange: ({ target }) => target.value && work.edit(joined(work.board, space.id, target.value)),
    }, make("option", { value: "" }, text("Join to…")), ...others.map(({ id }) => make("option", { value: id }, id)));
    return make("div", { class: "touches" }, make("h2", {}, space.touches.length ? text("Touches") : text("Touches nothing yet")), make("div", { class: "chips" }, ...space.touches.map(part), adder));
  }

  rename(id, field) {
    const { app } = this;
    const { work } = app;
    const to = field.value.trim();
    if (to === id) return;
    if (!ID.test(to)) app.refuse(text("An id is 1 to 16 letters, digits or _ . , : - and begins with a letter or digit."));
    else if (spacesOf(work.board).has(to)) app.refuse(text("There is a space {space} already.", { space: to }));
    else {
      app.refuse("");
      work.edit(renamed(work.board, id, to), [to]);
      return;
    }
    field.value = id;
  }

  key(event) {
    const { work, stage } = this.app;
    const [id] = work.selected;
    const { board } = work;
    if ((event.key === "Delete" || event.key === "Backspace") && id) {
      work.edit(without(board, work.selected), []);
      return true;
    }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way && id) {
      const step = event.shiftKey ? 10 : 1;
      const spaces = spacesOf(board);
      const shifted = ([x, y]) => onBoard(board, [x + way[0] * step, y + way[1] * step]);
      work.edit(moved(board, new Map(work.selected.map((one) => [one, shifted(spaces.get(one).at_mm)]))));
      return true;
    }
    if ((event.key === "n" || event.key === "p") && board.spaces.length) {
      const at = board.spaces.findIndex((space) => space.id === id);
      const next = board.spaces.at((at + (event.key === "n" ? 1 : -1) + (at < 0 && event.key === "p" ? 1 : 0)) % board.spaces.length);
      work.select([next.id]);
      stage.goTo(next.at_mm);
      return true;
    }
    if (event.key === "a" && board.game === "canyon") {
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

  draw(paint) {
    const { work, stage } = this.app;
    const board = work.shown;
    let drawn = paint.frame() + (board.game === "pyramid" ? this.drawMaze(board) : paint.links());
    const words = board.game === "niagara" ? new Map(board.spaces.map((space) => [space.id, riverWord(space)])) : new Map();
    drawn += paint.arrows() + paint.discs(new Map(), words);
    drawn += paint.rings(work.selected, "chosen") + paint.names(work.selected);
    const stroke = this.tool.state;
    if (stroke?.place && stroke.last) {
      const end = stage.onStage(stroke.place).map(round);
      const [x, y] = paint.spots.get(stroke.last);
      drawn += this.name === "arrow" ? paint.arrow(stroke.last, end, "sketch") : `<path class="sketch" d="M${x} ${y}L${end.join(" ")}"/>`;
    }
    return drawn;
  }

  drawMaze(board) {
    const { stage } = this.app;
    const grid = gridOf(board);
    if (!grid) return "";
    const across = (gap(grid.columns) / 2) * stage.scale;
    const down = (gap(grid.rows) / 2) * stage.scale;
    let walls = "";
    let ways = "";
    for (const { at, way, isWall } of borders(board, grid)) {
      const [x, y] = stage.onStage(at).map(round);
      const half = way === "n" ? [across, 0] : [0, down];
      if (isWall) walls += `M${round(x - half[0])} ${round(y - half[1])}L${round(x + half[0])} ${round(y + half[1])}`;
      else ways += way === "n" ? `M${x} ${round(y - down)}V${round(y + down)}` : `M${round(x - across)} ${y}H${round(x + across)}`;
    }
    const drawn = `<path class="links under" d="${ways}"/><path class="links" d="${ways}"/><path class="walls" d="${walls}"/>`;
    if (this.name !== "shape") return drawn;
    const cells = cellsOf(board, grid);
    const free = grid.rows.flatMap((y, row) => grid.columns.filter((_, column) => !cells.has([column, row].join())).map((x) => [x, y]));
    const ghosts = free.map((at) => stage.onStage(at).map(round)).map(([x, y]) => `<circle class="ghost" cx="${x}" cy="${y}" r="8"/>`);
    const handles = handlesOf(grid, stage).map((at) => stage.onStage(at).map(round));
    const grips = handles.map(([x, y], number) => `<g class="corner" data-grip="${number}"><circle cx="${x}" cy="${y}" r="22"/><path d="M${x - 8} ${y + 8}L${x + 8} ${y - 8}m-9 0h9v9M${x - 8} ${y - 1}v9h9"/></g>`);
    return drawn + ghosts.join("") + grips.join("");
  }
}

function kindWords(kind, colour) {
  return colour ? text("{colour} treasure", { colour: colourName(colour) }) : kindName(kind);
}

/** Return what stands on a space of Niagara: its name where that is short, else its letter or sign. */
function riverWord({ id, kind, site }) {
  if (kind === "site") return site[0].toUpperCase();
  if (kind === "weather") return setting.weather[id] ?? "W";
  return id.length <= 2 ? id : undefined;
}
