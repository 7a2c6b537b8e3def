// What a pointer does to spaces with each tool. A drag is sketched while it lasts and taken as one change at its end.

import { distance, joined, moved, nearest, onBoard, setting, spacesOf, touch, withFlow, withKind, withSpace, without } from "./board.js";
import { borders, cellAt, closest, gridOf, stretched, toggledCell, withWall } from "./maze.js";
import { radiusOf } from "./paint.js";

const FINGER_PX = 22;
const HANDLE_PX = 34;

/** Return the tools of the page by their names. */
export function toolsFor(app) {
  const { work, stage } = app;
  const reach = () => Math.max(radiusOf(work.board), FINGER_PX / stage.scale);
  const at = (place, board = work.shown) => nearest(board, place, Math.min(reach(), 60));
  const choose = (id, event) => {
    const adds = event.shiftKey || event.ctrlKey || event.metaKey;
    work.select(adds ? toggled(work.selected, id) : [id]);
  };

  const mover = dragging({
    begin(place) {
      const space = at(place);
      if (!space) return null;
      const ids = work.selected.includes(space.id) ? work.selected : [space.id];
      const spaces = spacesOf(work.board);
      return { from: place, ids, starts: ids.map((id) => spaces.get(id).at_mm) };
    },
    step({ from, ids, starts }, [x, y]) {
      const by = [x - from[0], y - from[1]];
      const places = ids.map((id, number) => [id, [starts[number][0] + by[0], starts[number][1] + by[1]]]);
      return moved(work.board, new Map(places));
    },
    end: ({ ids }) => ids,
  });

  /** A stroke from space to space; `link(board, one, other, stroke)` is done for each two that follow each other. */
  function stroke(link, first = () => ({})) {
    return dragging({
      begin(place) {
        const space = at(place);
        return space ? { last: space.id, board: work.board, place, ...first(space) } : null;
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
  }

  function dragging({ begin, step, end }) {
    return {
      down(place, event) {
        this.state = begin(place, event);
        return Boolean(this.state);
      },
      move(place) {
        work.sketch(step(this.state, place));
      },
      up(place) {
        const state = this.state;
        const board = step(state, place);
        this.state = null;
        work.edit(board, end(state));
      },
      cancel() {
        this.state = null;
        work.sketch(null);
      },
    };
  }

  const join = stroke((board, one, other, state) => {
    state.isJoined ??= !touch(board, one, other);
    return joined(board, one, other, state.isJoined);
  });
  const arrow = stroke((board, one, other) => withFlow(board, one, other));
  const paint = (board, id) => withKind(board, [id], work.view.kind, work.view.colour);

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
        const next = work.board.game === "niagara" ? nextOfRiver(work.board) : null;
        if (work.board.game === "niagara" && !next) return work.select([]);
        const [board, id] = next ? withRiverPlace(work.board, next, place) : withSpace(work.board, work.view.kind, place);
        return work.edit(board, [id]);
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

  function borderAt(place, board = work.board) {
    const grid = gridOf(board);
    if (!grid) return null;
    const found = borders(board, grid).map((border) => ({ ...border, far: distance(border.at, place) }));
    found.sort((one, other) => one.far - other.far);
    return found[0] && found[0].far * stage.scale <= FINGER_PX ? found[0] : null;
  }
}

/** Return where the two handles of a grid lie: beyond its lower left and its upper right chamber. */
export function handlesOf(grid, stage) {
  return cornersOf(grid).map(([x, y], number) => [x + beyond(number, stage)[0], y + beyond(number, stage)[1]]);
}

function cornersOf({ columns, rows }) {
  return [[columns[0], rows[0]], [columns.at(-1), rows.at(-1)]];
}

function beyond(handle, { scale }) {
  return handle ? [HANDLE_PX / scale, -HANDLE_PX / scale] : [-HANDLE_PX / scale, HANDLE_PX / scale];
}

function onGrid(board, from, to) {
  const places = board.spaces.map(({ id, at_mm: [x, y] }) => [id, [to.columns[closest(from.columns, x)], to.rows[closest(from.rows, y)]]]);
  return moved(board, new Map(places));
}

/** Return the next place of Niagara's river that the board has not yet; undefined when it has them all. */
export function nextOfRiver(board) {
  const spaces = spacesOf(board);
  return setting.river.find(({ id }) => !spaces.has(id));
}

function withRiverPlace(board, { id, kind, site, touches = [] }, place) {
  const [added] = withSpace(board, kind, place, id, site ? { site } : {});
  const order = setting.river.map((space) => space.id);
  const rank = (space) => (order.includes(space.id) ? order.indexOf(space.id) : order.length);
  const sorted = { ...added, spaces: added.spaces.toSorted((one, other) => rank(one) - rank(other)) };
  const there = spacesOf(sorted);
  return [touches.filter((other) => there.has(other)).reduce((next, other) => joined(next, id, other), sorted), id];
}

function withBorder(board, { one, way, other }, isWall) {
  return withWall(board, one, way, other, isWall);
}

function toggled(ids, id) {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}
