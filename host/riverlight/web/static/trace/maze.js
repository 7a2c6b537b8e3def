// @ts-check
// A maze's grid: its chambers, and the walls between them. Rows count from the bottom.

import { spacesOf } from "./board.js";

/** @import {Board, Border, Cell, Grid, Place, Space, Way} from "../../types/trace" */

/** @type {Record<Way, [across: number, up: number]>} */
export const WAYS = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] };
/** @type {Record<Way, Way>} */
export const BACK = { n: "s", e: "w", s: "n", w: "e" };

/**
 * Return the grid of a board's spaces: `{columns, rows}` are the positions of its lines in mm, from the left and
 * from the bottom; null if they are not on a grid.
 * @param {Board} board
 */
export function gridOf(board) {
  if (board.spaces.length < 2) return null;
  const columns = lines(board.spaces.map(({ at_mm: [x] }) => x));
  const rows = lines(board.spaces.map(({ at_mm: [, y] }) => y)).reverse();
  return columns.length > 1 && rows.length > 1 ? { columns, rows } : null;
}

/** Return the lines on which numbers cluster. @param {number[]} values */
function lines(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const widest = Math.max(...sorted.slice(1).map((value, at) => value - sorted[at]));
  /** @type {number[][]} */
  const gathered = [];
  for (const [at, value] of sorted.entries()) {
    const step = value - sorted[at - 1];
    if (!at || (step > widest / 3 && step > 4)) gathered.push([]);
    gathered.at(-1)?.push(value);
  }
  return gathered.map((near) => near.reduce((sum, value) => sum + value, 0) / near.length);
}

/** Return an even grid over the middle of a board. @param {Place} size @param {number} columns @param {number} rows @returns {Grid} */
export function evenGrid([width, height], columns, rows) {
  const pitch = Math.min((0.8 * width) / columns, (0.72 * height) / rows);
  const left = (width - pitch * (columns - 1)) / 2;
  const ground = (height + pitch * (rows - 1)) / 2 + 0.06 * height;
  return {
    columns: Array.from({ length: columns }, (_, at) => left + at * pitch),
    rows: Array.from({ length: rows }, (_, at) => ground - at * pitch),
  };
}

/**
 * Return the grid stretched so that its lower left and upper right chambers are at two points.
 * @param {Grid} grid
 * @param {Place} lowerLeft
 * @param {Place} upperRight
 */
export function stretched(grid, [left, ground], [right, top]) {
  const spread = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ count) => Array.from({ length: count }, (_, at) => from + ((to - from) * at) / Math.max(1, count - 1));
  return { columns: spread(left, right, grid.columns.length), rows: spread(ground, top, grid.rows.length) };
}

/** Return the cell nearest to a place; null for one off the grid. @param {Grid} grid @param {Place} at @returns {Cell | null} */
export function cellAt({ columns, rows }, [x, y]) {
  const column = closest(columns, x);
  const row = closest(rows, y);
  const reach = 0.6 * Math.min(gap(columns), gap(rows));
  return Math.abs(columns[column] - x) <= reach && Math.abs(rows[row] - y) <= reach ? [column, row] : null;
}

/** Return the index of the value closest to `wanted`. @param {number[]} values @param {number} wanted */
export function closest(values, wanted) {
  return values.reduce((best, value, at) => (Math.abs(value - wanted) < Math.abs(values[best] - wanted) ? at : best), 0);
}

/** Return the usual distance of neighbours in `values`, which are in order. @param {number[]} values */
export function gap(values) {
  return values.length > 1 ? Math.abs(values[values.length - 1] - values[0]) / (values.length - 1) : 40;
}

/** Return the space on each cell, by `"column,row"`. @param {Board} board @param {Grid} grid */
export function cellsOf(board, grid) {
  /** @type {Map<string, string>} */
  const cells = new Map();
  for (const space of board.spaces) {
    cells.set([closest(grid.columns, space.at_mm[0]), closest(grid.rows, space.at_mm[1])].join(), space.id);
  }
  return cells;
}

/** Return the board on another grid: chambers keep their properties; those off the grid are removed. @param {Board} board @param {Grid | null} from @param {Grid} to */
export function regridded(board, from, to) {
  const cells = from ? cellsOf(board, from) : new Map();
  /** @type {Board} */
  let next = { ...board, spaces: [] };
  const spaces = spacesOf(board);
  for (let row = 0; row < to.rows.length; row += 1) {
    for (let column = 0; column < to.columns.length; column += 1) {
      const old = spaces.get(cells.get([column, row].join()) ?? "");
      const isNew = !from || column >= from.columns.length || row >= from.rows.length;
      if (old) next.spaces.push({ ...old, at_mm: placeOf(to, [column, row]) });
      else if (isNew) next.spaces.push(chamber(to, [column, row], next, board));
    }
  }
  const left = new Set(next.spaces.map(({ id }) => id));
  next.spaces = next.spaces.map((space) => ({
    ...space,
    exits: Object.fromEntries(Object.entries(space.exits ?? {}).filter(([, id]) => left.has(id))),
  }));
  for (const space of next.spaces) if (!spaces.has(space.id)) next = opened(next, to, space.id);
  return next;
}

/**
 * Return the board with a chamber added to a cell, or removed from it.
 * @param {Board} board
 * @param {Grid} grid
 * @param {Cell} cell
 * @param {(board: Board, ids: string[]) => Board} without
 */
export function toggledCell(board, grid, cell, without) {
  const id = cellsOf(board, grid).get(cell.join());
  if (id) return without(board, [id]);
  const fresh = chamber(grid, cell, board, board);
  return opened({ ...board, spaces: [...board.spaces, fresh] }, grid, fresh.id);
}

/** @param {Grid} grid @param {Cell} cell @param {...Board} boards @returns {Space} */
function chamber(grid, [column, row], ...boards) {
  const taken = new Set(boards.flatMap(({ spaces }) => spaces.map(({ id }) => id)));
  let id = `${String.fromCharCode(97 + (column % 26))}${row + 1}`;
  while (taken.has(id)) id += "x";
  return { id, kind: "chamber", at_mm: placeOf(grid, [column, row]), exits: {}, leds: {} };
}

/** @param {Grid} grid @param {Cell} cell @returns {Place} */
function placeOf({ columns, rows }, [column, row]) {
  return [Math.round(10 * columns[column]) / 10, Math.round(10 * rows[row]) / 10];
}

/** Return the board with no walls around a chamber. @param {Board} board @param {Grid} grid @param {string} id */
function opened(board, grid, id) {
  let next = board;
  for (const { one, way, other } of borders(board, grid)) {
    if (one === id || other === id) next = withWall(next, one, way, other, false);
  }
  return next;
}

/** Return each pair of adjacent chambers, and the centre of their border. @param {Board} board @param {Grid} grid */
export function borders(board, grid) {
  const cells = cellsOf(board, grid);
  const spaces = spacesOf(board);
  /** @type {Border[]} */
  const found = [];
  for (const [cell, one] of cells) {
    const [column, row] = cell.split(",").map(Number);
    for (const way of /** @type {const} */ (["n", "e"])) {
      const other = cells.get([column + WAYS[way][0], row + WAYS[way][1]].join()) ?? "";
      const [here, there] = [spaces.get(one), spaces.get(other)];
      if (!here || !there) continue;
      const [[x, y], [u, v]] = [here.at_mm, there.at_mm];
      found.push({ one, way, other, at: [(x + u) / 2, (y + v) / 2], isWall: here.exits?.[way] !== other });
    }
  }
  return found;
}

/**
 * Return the board with or without a wall between two chambers; `way` is the direction from `one` to `other`.
 * @param {Board} board
 * @param {string} one
 * @param {Way} way
 * @param {string} other
 * @param {boolean} isWall
 */
export function withWall(board, one, way, other, isWall) {
  const change = (/** @type {Space} */ space, /** @type {Way} */ out, /** @type {string} */ to) => {
    const { [out]: _, ...rest } = space.exits ?? {};
    return { ...space, exits: isWall ? rest : { ...rest, [out]: to } };
  };
  const spaces = board.spaces.map((space) => {
    if (space.id === one) return change(space, way, other);
    return space.id === other ? change(space, BACK[way], one) : space;
  });
  return { ...board, spaces };
}
