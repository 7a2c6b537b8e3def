// A board file's JSON, changed by making a new one: undo is keeping the old.

import { data } from "../dom.js";

/** What the server knows of the games: kinds, colours, panels, sizes, the places of Niagara's river. */
export const setting = data("setting");

/** Return the spaces of `board` by their ids. */
export function spacesOf(board) {
  return new Map(board.spaces.map((space) => [space.id, space]));
}

/** Return `board` with `change(space)` in place of each space named in `ids`. */
export function changed(board, ids, change) {
  const wanted = new Set(ids);
  return { ...board, spaces: board.spaces.map((space) => (wanted.has(space.id) ? change(space) : space)) };
}

/** Return a place on the board, to a tenth of a millimetre. */
export function onBoard(board, [x, y]) {
  const [width, height] = board.size_mm;
  const within = (value, most) => Math.round(10 * Math.min(most, Math.max(0, value))) / 10;
  return [within(x, width), within(y, height)];
}

/** Return an id that no space has yet: the kind's first letter and the next number. */
export function freshId(board, kind) {
  const taken = new Set(board.spaces.map(({ id }) => id));
  const start = { waterfall: "fall", cave: "cave" }[kind] ?? kind[0];
  if (!taken.has(start) && start.length > 1) return start;
  let number = 1;
  while (taken.has(`${start}${number}`)) number += 1;
  return `${start}${number}`;
}

/** Return `[board, id]` with a new space at a place in mm; `more` are its other fields. */
export function withSpace(board, kind, at, id = freshId(board, kind), more = {}) {
  const links = board.game === "pyramid" ? { exits: {} } : { touches: [] };
  const space = { id, kind, at_mm: onBoard(board, at), ...links, leds: {}, ...more };
  return [{ ...board, spaces: [...board.spaces, space] }, id];
}

/** Return the board without the spaces named, and without whatever led to them. */
export function without(board, ids) {
  const gone = new Set(ids);
  const spaces = board.spaces.filter(({ id }) => !gone.has(id)).map((space) => {
    const left = { ...space };
    if (space.touches) left.touches = space.touches.filter((id) => !gone.has(id));
    if (space.exits) left.exits = Object.fromEntries(Object.entries(space.exits).filter(([, id]) => !gone.has(id)));
    if (gone.has(space.flow)) delete left.flow;
    return left;
  });
  return { ...board, spaces };
}

/** Return the board with spaces moved: `places` maps ids to places in mm. */
export function moved(board, places) {
  return changed(board, places.keys(), (space) => ({ ...space, at_mm: onBoard(board, places.get(space.id)) }));
}

/** Return the board with two spaces joined, or parted. */
export function joined(board, one, other, isJoined = true) {
  if (one === other) return board;
  return changed(board, [one, other], (space) => {
    const touched = space.id === one ? other : one;
    const rest = (space.touches ?? []).filter((id) => id !== touched);
    return { ...space, touches: isJoined ? [...rest, touched] : rest };
  });
}

/** Return whether two spaces touch. */
export function touch(board, one, other) {
  return Boolean(spacesOf(board).get(one)?.touches?.includes(other));
}

/** Return the board with all spaces joined that lie within `reach` mm of each other. */
export function joinedWithin(board, reach) {
  const spaces = board.spaces.map((space) => {
    const near = board.spaces.filter((other) => other !== space && distance(space.at_mm, other.at_mm) <= reach);
    return { ...space, touches: [...new Set([...(space.touches ?? []), ...near.map(({ id }) => id)])] };
  });
  return { ...board, spaces };
}

/** Return the board with another kind for some spaces; an arrow, a colour goes where the kind has none. */
export function withKind(board, ids, kind, colour) {
  return changed(board, ids, ({ flow, colour: old, ...space }) => ({
    ...space,
    kind,
    ...(flow && kind === "current" ? { flow } : {}),
    ...(kind === "treasure" ? { colour: colour ?? old ?? setting.colours.pyramid[0] } : {}),
  }));
}

/** Return the board with the arrow of a space leading to another, which then touches it; null takes it away. */
export function withFlow(board, id, to) {
  const arrow = ({ flow, ...space }) => (to === null ? space : { ...space, kind: "current", flow: to });
  const drawn = changed(board, [id], arrow);
  return to === null ? drawn : joined(drawn, id, to);
}

/** Return the board with a space of another id, wherever it is named. */
export function renamed(board, id, to) {
  const name = (other) => (other === id ? to : other);
  const spaces = board.spaces.map((space) => ({
    ...space,
    id: name(space.id),
    ...(space.touches ? { touches: space.touches.map(name) } : {}),
    ...(space.flow ? { flow: name(space.flow) } : {}),
    ...(space.exits ? { exits: Object.fromEntries(Object.entries(space.exits).map(([way, other]) => [way, name(other)])) } : {}),
  }));
  return { ...board, spaces };
}

/** Return the space nearest to a place, within `reach` mm; undefined where none is. */
export function nearest(board, at, reach) {
  let found;
  let least = reach;
  for (const space of board.spaces) {
    const far = distance(space.at_mm, at);
    if (far <= least) [found, least] = [space, far];
  }
  return found;
}

/** Return the usual distance in mm from a space to its nearest; 30 while there are too few. */
export function usualGap(board) {
  const gaps = board.spaces.map((space) =>
    Math.min(...board.spaces.filter((other) => other !== space).map((other) => distance(space.at_mm, other.at_mm))),
  );
  gaps.sort((one, other) => one - other);
  return board.spaces.length > 1 ? gaps[gaps.length >> 1] : 30;
}

/** Return the space of each light of a chain, null for the spare ones. */
export function chainOf(board, panel) {
  const chain = new Array(board.panels?.[panel] ?? 0).fill(null);
  for (const { id, leds } of board.spaces) {
    for (const light of leds?.[panel] ?? []) {
      while (chain.length <= light) chain.push(null);
      chain[light] ??= id;
    }
  }
  return chain;
}

/** Return the chains that a board of this game has, and those of this file. */
export function panelsOf(board) {
  const named = board.spaces.flatMap(({ leds }) => Object.keys(leds ?? {}));
  return [...new Set([...setting.panels[board.game], ...named])];
}

/** Return a board file's text: one line for each space, as the server writes it. */
export function fileText({ spaces, ...head }) {
  const lines = spaces.map((space) => `  ${JSON.stringify(space)}`).join(",\n");
  return `${JSON.stringify(head).slice(0, -1)},\n "spaces": [\n${lines}\n ]}\n`;
}

/** Return the distance of two places. */
export function distance([x, y], [u, v]) {
  return Math.hypot(x - u, y - v);
}
