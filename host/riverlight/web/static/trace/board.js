// @ts-check
// The JSON of a board file, treated as immutable, so that undo only stores the old one.

import { data } from "../dom.js";

/** @import {Board, Place, Setting, Space} from "../../types/trace" */

/** @type {Setting} the games' data from the server: kinds, their counts, colours, panels, sizes, layouts, fixed places */
export const setting = data("setting");

/** Return how the spaces of `board` are placed: "free", "fixed" or "grid". @param {Board} board */
export function layoutOf(board) {
  return setting.layouts[board.game];
}

/** Return the spaces of `board` by their ids. @param {Board} board */
export function spacesOf(board) {
  return new Map(board.spaces.map((space) => [space.id, space]));
}

/**
 * Return `board` with `change(space)` in place of each space named in `ids`.
 * @param {Board} board
 * @param {Iterable<string>} ids
 * @param {(space: Space) => Space} change
 * @returns {Board}
 */
export function changed(board, ids, change) {
  const wanted = new Set(ids);
  return { ...board, spaces: board.spaces.map((space) => (wanted.has(space.id) ? change(space) : space)) };
}

/** Return a place on the board, to a tenth of a millimetre. @param {Board} board @param {Place} at @returns {Place} */
export function onBoard(board, [x, y]) {
  const [width, height] = board.size_mm;
  const within = (/** @type {number} */ value, /** @type {number} */ most) => Math.round(10 * Math.min(most, Math.max(0, value))) / 10;
  return [within(x, width), within(y, height)];
}

/**
 * Return how many spaces of a kind, or of the treasures those of a colour, the board has, and how many it must have.
 * @param {Board} board
 * @param {string} kind
 * @param {string | null} [colour]
 */
export function counted(board, kind, colour = null) {
  const count = board.spaces.filter((space) => space.kind === kind && (!colour || space.colour === colour)).length;
  return [count, setting.counts[board.game][colour ?? kind] ?? Infinity];
}

/**
 * Return the kind to place next: the same until it is complete, then the next incomplete one.
 * @param {Board} board
 * @param {string} kind
 */
export function kindToPlace(board, kind) {
  const kinds = setting.kinds[board.game];
  const isMissing = (/** @type {string} */ one) => counted(board, one)[0] < counted(board, one)[1];
  return isMissing(kind) ? kind : (kinds.slice(kinds.indexOf(kind) + 1).find(isMissing) ?? kind);
}

/** Return an id that no space has yet: the kind's first letter and the next number. @param {Board} board @param {string} kind */
export function freshId(board, kind) {
  const taken = new Set(board.spaces.map(({ id }) => id));
  const start = kind === "waterfall" ? "fall" : kind === "cave" ? kind : kind[0];
  if (!taken.has(start) && start.length > 1) return start;
  let number = 1;
  while (taken.has(`${start}${number}`)) number += 1;
  return `${start}${number}`;
}

/**
 * Return `[board, id]` with a new space at a place in mm; `more` are its other fields.
 * @param {Board} board
 * @param {string} kind
 * @param {Place} at
 * @param {string} [id]
 * @param {Partial<Space>} [more]
 * @returns {[board: Board, id: string]}
 */
export function withSpace(board, kind, at, id = freshId(board, kind), more = {}) {
  const links = layoutOf(board) === "grid" ? { exits: {} } : { touches: [] };
  const space = { id, kind, at_mm: onBoard(board, at), ...links, leds: {}, ...more };
  return [{ ...board, spaces: [...board.spaces, space] }, id];
}

/** Return the board without some spaces and the connections to them. @param {Board} board @param {string[]} ids @returns {Board} */
export function without(board, ids) {
  const gone = new Set(ids);
  const spaces = board.spaces.filter(({ id }) => !gone.has(id)).map((space) => {
    const left = { ...space };
    if (space.touches) left.touches = space.touches.filter((id) => !gone.has(id));
    if (space.exits) left.exits = Object.fromEntries(Object.entries(space.exits).filter(([, id]) => !gone.has(id)));
    if (space.flow && gone.has(space.flow)) delete left.flow;
    return left;
  });
  return { ...board, spaces };
}

/** Return the board with spaces moved: `places` maps ids to places in mm. @param {Board} board @param {Map<string, Place>} places */
export function moved(board, places) {
  return changed(board, places.keys(), (space) => ({ ...space, at_mm: onBoard(board, places.get(space.id) ?? space.at_mm) }));
}

/** Return the board with two spaces joined or separated. @param {Board} board @param {string} one @param {string} other */
export function joined(board, one, other, isJoined = true) {
  if (one === other) return board;
  return changed(board, [one, other], (space) => {
    const touched = space.id === one ? other : one;
    const rest = (space.touches ?? []).filter((id) => id !== touched);
    return { ...space, touches: isJoined ? [...rest, touched] : rest };
  });
}

/** Return whether two spaces touch. @param {Board} board @param {string} one @param {string} other */
export function touch(board, one, other) {
  return Boolean(spacesOf(board).get(one)?.touches?.includes(other));
}

/** Return the board with all spaces joined that are within `reach` mm of each other. @param {Board} board @param {number} reach */
export function joinedWithin(board, reach) {
  const spaces = board.spaces.map((space) => {
    const near = board.spaces.filter((other) => other !== space && distance(space.at_mm, other.at_mm) <= reach);
    return { ...space, touches: [...new Set([...(space.touches ?? []), ...near.map(({ id }) => id)])] };
  });
  return { ...board, spaces };
}

/**
 * Return the board with another kind for some spaces; arrows and colours that the kind lacks are removed.
 * @param {Board} board
 * @param {string[]} ids
 * @param {string} kind
 * @param {string | null} [colour]
 */
export function withKind(board, ids, kind, colour) {
  return changed(board, ids, ({ flow, colour: old, ...space }) => ({
    ...space,
    kind,
    ...(flow && kind === "current" ? { flow } : {}),
    ...(kind === "treasure" ? { colour: colour ?? old ?? setting.colours[board.game][0] } : {}),
  }));
}

/**
 * Return the board with an arrow from a space to another, which it then touches; null removes it.
 * @param {Board} board
 * @param {string} id
 * @param {string | null} to
 */
export function withFlow(board, id, to) {
  const arrow = (/** @type {Space} */ { flow, ...space }) => (to === null ? space : { ...space, kind: "current", flow: to });
  const drawn = changed(board, [id], arrow);
  return to === null ? drawn : joined(drawn, id, to);
}

/** Return the board with the id of a space changed everywhere. @param {Board} board @param {string} id @param {string} to */
export function renamed(board, id, to) {
  const name = (/** @type {string} */ other) => (other === id ? to : other);
  const spaces = board.spaces.map((space) => ({
    ...space,
    id: name(space.id),
    ...(space.touches ? { touches: space.touches.map(name) } : {}),
    ...(space.flow ? { flow: name(space.flow) } : {}),
    ...(space.exits ? { exits: Object.fromEntries(Object.entries(space.exits).map(([way, other]) => [way, name(other)])) } : {}),
  }));
  return { ...board, spaces };
}

/** Return the space nearest to a place, within `reach` mm; undefined where none is. @param {Board} board @param {Place} at @param {number} reach */
export function nearest(board, at, reach) {
  /** @type {Space | undefined} */
  let found;
  let least = reach;
  for (const space of board.spaces) {
    const far = distance(space.at_mm, at);
    if (far <= least) [found, least] = [space, far];
  }
  return found;
}

/** Return the usual distance in mm from a space to its nearest neighbour; 30 if there are too few. @param {Board} board */
export function usualGap(board) {
  const gaps = board.spaces.map((space) =>
    Math.min(...board.spaces.filter((other) => other !== space).map((other) => distance(space.at_mm, other.at_mm))),
  );
  gaps.sort((one, other) => one - other);
  return board.spaces.length > 1 ? gaps[gaps.length >> 1] : 30;
}

/** Return the space of each light of a chain, null for the spare ones. @param {Board} board @param {string} panel */
export function chainOf(board, panel) {
  /** @type {(string | null)[]} */
  const chain = new Array(board.panels?.[panel] ?? 0).fill(null);
  for (const { id, leds } of board.spaces) {
    for (const light of leds?.[panel] ?? []) {
      while (chain.length <= light) chain.push(null);
      chain[light] ??= id;
    }
  }
  return chain;
}

/** Return the chains that a board of this game has, and those of this file. @param {Board} board */
export function panelsOf(board) {
  const named = board.spaces.flatMap(({ leds }) => Object.keys(leds ?? {}));
  return [...new Set([...setting.panels[board.game], ...named])];
}

/** Return a board file's text: one line for each space, as the server writes it. @param {Board} board */
export function fileText({ spaces, ...head }) {
  const lines = spaces.map((space) => `  ${JSON.stringify(space)}`).join(",\n");
  return `${JSON.stringify(head).slice(0, -1)},\n "spaces": [\n${lines}\n ]}\n`;
}

/** Return the distance of two places. @param {Place} one @param {Place} other */
export function distance([x, y], [u, v]) {
  return Math.hypot(x - u, y - v);
}
