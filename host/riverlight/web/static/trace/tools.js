// @ts-check
// Pointer tools for spaces. A drag is previewed while it lasts and becomes one change at its end.

import { distance, joined, kindToPlace, layoutOf, moved, nearest, onBoard, setting, spacesOf, touch, withFlow, withKind, withSpace, without } from "./board.js";
import { borders, cellAt, closest, gridOf, stretched, toggledCell, withWall } from "./maze.js";
import { radiusOf } from "./paint.js";

/** @import {App, Board, Border, FixedPlace, Grid, Place, Space, SpaceTool, Stage, Stroke} from "../../types/trace" */

const FINGER_PX = 22;
const HANDLE_PX = 34;

/** Return the tools of the page by their names. @param {App} app @returns {Record<string, SpaceTool>} */
export function toolsFor(app) {
  const { work, stage } = app;
  const reach = () => Math.max(radiusOf(work.board), FINGER_PX / stage.scale);
  const at = (/** @type {Place} */ place) => nearest(work.shown, place, Math.min(reach(), 60));
  const choose = (/** @type {string} */ id, /** @type {PointerEvent} */ event) => {
    const adds = event.shiftKey || event.ctrlKey || event.metaKey;
    work.select(adds ? toggled(work.selected, id) : [id]);
  };

  const mover = dragging({
    begin(place) {
      const space = at(place);
      if (!space) return null;
      const ids = work.selected.includes(space.id) ? work.selected : [space.id];
      return { from: place, ids, spaces: work.board.spaces.filter(({ id }) => ids.includes(id)) };
    },
    step({ from, spaces }, [x, y]) {
      const [across, down] = [x - from[0], y - from[1]];
      return moved(work.board, new Map(spaces.map(({ id, at_mm: at }) => [id, [at[0] + across, at[1] + down]])));
    },
    end: ({ ids }) => ids,
  });

  /**
   * A stroke from space to space; `link` is called for each consecutive pair.
   * @param {(board: Board, one: string, other: string, stroke: Stroke) => Board} link
   */
  function stroke(link) {
    const drag = dragging({
      /** @param {Place} place @returns {Stroke | null} */
      begin(place) {
        const space = at(place);
        return space ? { last: space.id, board: work.board, place } : null;
      },
      step(state, place) {
        state.place = place;
        const space = nearest(state.board, place, radiusOf(state.board) * 1.1);
        if (space && space.id !== state.last) {
          state.board = link(state.board, state.last, space.id, state);
          state.last = space.id;
        }
        return state.board;
      },
      end: ({ last }) => [last],
    });
    return { ...drag, stroke: drag.held };
  }

  /**
   * A drag: `begin` returns its state, null if there is nothing to drag; `step` the new board, `end` the selection.
   * It is cancelled if the board changes meanwhile, as by undo.
   * @template State
   * @param {{begin(place: Place): State | null, step(state: State, place: Place): Board, end(state: State): string[]}} drag
   */
  function dragging({ begin, step, end }) {
    /** @type {State | null} */
    let state = null;
    let begun = work.board;
    const held = () => (work.board === begun ? state : null);
    return {
      held,
      down(/** @type {Place} */ place) {
        state = begin(place);
        begun = work.board;
        return Boolean(state);
      },
      move(/** @type {Place} */ place) {
        const now = held();
        if (now) work.sketch(step(now, place));
      },
      up(/** @type {Place} */ place) {
        const last = held();
        state = null;
        if (last) work.edit(step(last, place), end(last));
      },
      cancel() {
        state = null;
        work.sketch(null);
      },
    };
  }

  const join = stroke((board, one, other, state) => {
    state.isJoined ??= !touch(board, one, other);
    return joined(board, one, other, state.isJoined);
  });
  const arrow = stroke((board, one, other) => withFlow(board, one, other));
  const paint = (/** @type {Board} */ board, /** @type {string} */ id) => withKind(board, [id], work.view.kind, work.view.colour);

  return {
    move: {
      ...mover,
      tap(place, event) {
        const space = at(place);
        if (space) choose(space.id, event);
        else work.select([]);
      },
    },
    place: {
      ...mover,
      tap(place, event) {
        const space = at(place);
        if (space) return choose(space.id, event);
        const isFixed = layoutOf(work.board) === "fixed";
        const next = isFixed ? nextPlace(work.board) : null;
        if (isFixed && !next) return work.select([]);
        const [board, id] = next ? withFixedPlace(work.board, next, place) : withSpace(work.board, work.view.kind, place);
        work.edit(board, [id]);
        if (!isFixed) work.set({ kind: kindToPlace(board, work.view.kind) });
      },
    },
    join: {
      ...join,
      tap(place) {
        const space = at(place);
        const [one, ...more] = work.selected;
        if (!space) return work.select([]);
        if (!one || more.length || one === space.id) return work.select([space.id]);
        return work.edit(joined(work.board, one, space.id, !touch(work.board, one, space.id)), [space.id]);
      },
    },
    arrow: {
      ...arrow,
      tap(place) {
        const space = at(place);
        if (!space) return work.select([]);
        return space.flow ? work.edit(withFlow(work.board, space.id, null), [space.id]) : work.select([space.id]);
      },
    },
    kind: {
      ...dragging({
        begin(place) {
          const space = at(place);
          return space ? { board: paint(work.board, space.id), last: space.id } : null;
        },
        step(state, place) {
          const space = nearest(state.board, place, radiusOf(state.board));
          if (space) Object.assign(state, { board: paint(state.board, space.id), last: space.id });
          return state.board;
        },
        end: ({ last }) => [last],
      }),
      tap(place) {
        const space = at(place);
        if (space) work.edit(paint(work.board, space.id), [space.id]);
      },
    },
    wall: {
      ...dragging({
        begin(place) {
          const border = borderAt(place);
          return border ? { board: withBorder(work.board, border, !border.isWall), isWall: !border.isWall } : null;
        },
        step(state, place) {
          const border = borderAt(place, state.board);
          if (border) state.board = withBorder(state.board, border, state.isWall);
          return state.board;
        },
        end: () => [],
      }),
      tap(place) {
        const border = borderAt(place);
        if (border) work.edit(withBorder(work.board, border, !border.isWall), []);
      },
    },
    shape: {
      ...dragging({
        begin(place) {
          const grid = gridOf(work.board);
          if (!grid) return null;
          const far = handlesOf(grid, stage).map((handle) => distance(handle, place) * stage.scale);
          const handle = closest(far, 0);
          return far[handle] <= FINGER_PX + 8 ? { grid, handle } : null;
        },
        step({ grid, handle }, [x, y]) {
          const corners = cornersOf(grid);
          const [across, down] = beyond(handle, stage);
          corners[handle] = onBoard(work.board, [x - across, y - down]);
          return onGrid(work.board, grid, stretched(grid, ...corners));
        },
        end: () => [],
      }),
      tap(place) {
        const grid = gridOf(work.board);
        const cell = grid && cellAt(grid, place);
        if (cell) work.edit(toggledCell(work.board, grid, cell, without), []);
      },
    },
  };

  /** @param {Place} place */
  function borderAt(place, board = work.board) {
    const grid = gridOf(board);
    if (!grid) return null;
    const found = borders(board, grid).map((border) => ({ ...border, far: distance(border.at, place) }));
    found.sort((one, other) => one.far - other.far);
    return found[0] && found[0].far * stage.scale <= FINGER_PX ? found[0] : null;
  }
}

/** Return the two handles of a grid, beyond its lower left and upper right chambers. @param {Grid} grid @param {Stage} stage */
export function handlesOf(grid, stage) {
  return cornersOf(grid).map(([x, y], number) => /** @type {Place} */ ([x + beyond(number, stage)[0], y + beyond(number, stage)[1]]));
}

/** @param {Grid} grid @returns {[lowerLeft: Place, upperRight: Place]} */
function cornersOf({ columns, rows }) {
  return [[columns[0], rows[0]], [columns[columns.length - 1], rows[rows.length - 1]]];
}

/** @param {number} handle @param {Stage} stage */
function beyond(handle, { scale }) {
  return handle ? [HANDLE_PX / scale, -HANDLE_PX / scale] : [-HANDLE_PX / scale, HANDLE_PX / scale];
}

/** @param {Board} board @param {Grid} from @param {Grid} to */
function onGrid(board, from, to) {
  return moved(board, new Map(board.spaces.map(({ id, at_mm: [x, y] }) => [id, [to.columns[closest(from.columns, x)], to.rows[closest(from.rows, y)]]])));
}

/** Return the next fixed place that the board lacks; undefined if it has all. @param {Board} board */
export function nextPlace(board) {
  const spaces = spacesOf(board);
  return setting.places[board.game].find(({ id }) => !spaces.has(id));
}

/** @param {Board} board @param {FixedPlace} fixed @param {Place} place @returns {[board: Board, id: string]} */
function withFixedPlace(board, { id, kind, site, touches = [] }, place) {
  const [added] = withSpace(board, kind, place, id, site ? { site } : {});
  const order = setting.places[board.game].map((space) => space.id);
  const rank = (/** @type {Space} */ space) => (order.includes(space.id) ? order.indexOf(space.id) : order.length);
  const sorted = { ...added, spaces: added.spaces.toSorted((one, other) => rank(one) - rank(other)) };
  const there = spacesOf(sorted);
  return [touches.filter((other) => there.has(other)).reduce((next, other) => joined(next, id, other), sorted), id];
}

/** @param {Board} board @param {Border} border @param {boolean} isWall */
function withBorder(board, { one, way, other }, isWall) {
  return withWall(board, one, way, other, isWall);
}

/** @param {string[]} ids @param {string} id */
function toggled(ids, id) {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}
