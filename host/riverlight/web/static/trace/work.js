// What is being worked on: the board with its past, and how the page stands to it. Whoever shows it is told of changes.

const MOST_KEPT = 300;

export class Work {
  constructor() {
    this.id = null;
    this.board = null;
    this.photo = null; // {bitmap, blob} as it was loaded and scaled
    this.flat = null; // the canvas with the straightened photo
    this.past = [];
    this.future = [];
    this.listeners = [];
    this.view = fresh();
    this.selected = [];
  }

  /** Call `listener(what)` after each change; `what` is "board", "view", "photo" or "all". */
  listen(listener) {
    this.listeners.push(listener);
  }

  tell(what) {
    for (const listener of this.listeners) listener(what);
  }

  /** Begin with a board; `view` is what was kept of the page. */
  open(id, board, view = {}, photo = null) {
    Object.assign(this, { id, board, photo, flat: null, past: [], future: [], selected: [] });
    this.view = { ...fresh(), ...view };
    this.tell("all");
  }

  /** Take a changed board; the one before can be had again. */
  edit(board, selected = this.selected) {
    if (board === this.board) return this.select(selected);
    this.past = [...this.past.slice(1 - MOST_KEPT), this.board];
    this.future = [];
    return this.take(board, selected);
  }

  /** Show a board that is still being changed, as while a space is dragged; `edit` then takes the last. */
  sketch(board) {
    this.drawn = board;
    this.tell("sketch");
  }

  undo() {
    if (!this.past.length) return;
    this.future = [this.board, ...this.future];
    this.take(this.past.pop());
  }

  redo() {
    if (!this.future.length) return;
    const [board, ...rest] = this.future;
    this.past = [...this.past, this.board];
    this.future = rest;
    this.take(board);
  }

  take(board, selected = this.selected) {
    this.board = board;
    this.drawn = null;
    const ids = new Set(board.spaces.map(({ id }) => id));
    this.selected = selected.filter((id) => ids.has(id));
    this.tell("board");
  }

  select(ids) {
    this.drawn = null;
    this.selected = ids;
    this.tell("view");
  }

  /** Change how the page stands to the board: mode, tool, chain, answers, … */
  set(view) {
    this.view = { ...this.view, ...view };
    this.tell("view");
  }

  /** The board as it is to be drawn now. */
  get shown() {
    return this.drawn ?? this.board;
  }
}

function fresh() {
  return {
    mode: "photo",
    tool: null,
    kind: null,
    colour: null,
    corners: null, // of the photo, in its own pixels, from the top left clockwise
    isStraight: false,
    dim: 70,
    panel: null,
    laying: { kind: "apart", each: 1, a_metre: 60, columns: 16, rows: 16, pitch_mm: 20, at_mm: [20, 20], is_zigzag: true },
    way: "short",
    supply_ma: 210,
    begin: null,
    end: null,
    strips: {}, // by chain: {lights, answers}
  };
}
