// @ts-check
// The board being edited, with its undo history and the state of the page. Listeners are notified of changes.

/** @import {Board, Photo, View, What} from "../../types/trace" */

const MOST_KEPT = 300;
/** @type {Board} before one is opened */
const NOTHING = { id: "", title: "", game: "", size_mm: [100, 100], spaces: [] };

export class Work {
  constructor() {
    this.id = "";
    this.board = NOTHING;
    /** @type {Board | null} during a drag */
    this.drawn = null;
    /** @type {Photo | null} as loaded and scaled */
    this.photo = null;
    /** @type {HTMLCanvasElement | null} with the straightened photo */
    this.flat = null;
    /** @type {Board[]} */
    this.past = [];
    /** @type {Board[]} */
    this.future = [];
    /** @type {((what: What) => unknown)[]} */
    this.listeners = [];
    this.view = fresh();
    /** @type {string[]} the ids of spaces */
    this.selected = [];
  }

  /** Whether there is a board yet. */
  get isOpen() {
    return this.board !== NOTHING;
  }

  /** Call `listener(what)` after each change. @param {(what: What) => unknown} listener */
  listen(listener) {
    this.listeners.push(listener);
  }

  /** @param {What} what */
  tell(what) {
    for (const listener of this.listeners) listener(what);
  }

  /** Open a board; `view` is the saved state of the page. @param {string} id @param {Board} board @param {Partial<View>} view @param {Photo | null} photo */
  open(id, board, view = {}, photo = null) {
    Object.assign(this, { id, board, photo, flat: null, past: [], future: [], selected: [] });
    this.view = { ...fresh(), ...view };
    this.tell("all");
  }

  /** Replace the board; undo restores the one before. @param {Board} board */
  edit(board, selected = this.selected) {
    if (board === this.board) return this.select(selected);
    this.past = [...this.past.slice(1 - MOST_KEPT), this.board];
    this.future = [];
    return this.take(board, selected);
  }

  /** Show a temporary board, as during a drag; `edit` then stores the last one. @param {Board | null} board */
  sketch(board) {
    this.drawn = board;
    this.tell("sketch");
  }

  undo() {
    const board = this.past.pop();
    if (!board) return;
    this.future = [this.board, ...this.future];
    this.take(board);
  }

  redo() {
    if (!this.future.length) return;
    const [board, ...rest] = this.future;
    this.past = [...this.past, this.board];
    this.future = rest;
    this.take(board);
  }

  /** @param {Board} board */
  take(board, selected = this.selected) {
    this.board = board;
    this.drawn = null;
    const ids = new Set(board.spaces.map(({ id }) => id));
    this.selected = selected.filter((id) => ids.has(id));
    this.tell("board");
  }

  /** @param {string[]} ids */
  select(ids) {
    this.drawn = null;
    this.selected = ids;
    this.tell("view");
  }

  /** Change the state of the page: mode, tool, chain, answers, … @param {Partial<View>} view */
  set(view) {
    this.view = { ...this.view, ...view };
    this.tell("view");
  }

  /** The board to draw now. */
  get shown() {
    return this.drawn ?? this.board;
  }
}

/** @returns {View} */
function fresh() {
  return {
    mode: "photo",
    tool: null,
    kind: "",
    colour: null,
    corners: null,
    isStraight: false,
    dim: 70,
    panel: null,
    laying: { kind: "apart", each: 1, a_metre: 60, columns: 16, rows: 16, pitch_mm: 20, at_mm: [20, 20], is_zigzag: true },
    way: "short",
    supply_ma: 210,
    begin: null,
    end: null,
    strips: {},
  };
}
