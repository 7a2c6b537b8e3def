// @ts-check
// The board: the device's lights, with the canoes and the numbers of the legal ends over them.

import { arrowsOver, make, renew, sign } from "./dom.js";
import { text } from "./language.js";
import { pressed } from "./state.js";
import { kindName, series } from "./words.js";

/** @import {BoardData, Canoe, End, Label} from "../types/scripts" */

const GLIDE_MS_A_STEP = 70;
const SHORTEST_GLIDE_MS = 150;
const LONGEST_GLIDE_MS = 400;
const FALLEN_MS = 2400; // how long a canoe is shown below the fall

// Where a number may be next to its light, preferred first; its distance, its margin to others and to the
// edge; and the height of a canoe above its light.
const SIDES = { above: [0, -1], right: [1, 0], left: [-1, 0], below: [0, 1] };
const AWAY_PX = 28;
const ROOM_PX = 32;
const EDGE_PX = 16;
const LETTER_PX = 5; // half the width of each letter after the second, and half the height of each line after the first
const LINE_PX = 10;
const HEAD_PX = 9;

/** @typedef {[number, number]} Spot across and down */

/**
 * Return where one of `count` pieces on one space is drawn, in sizes of a piece: up to two side by side, more in two rows.
 * @param {number} place
 * @param {number} count
 * @returns {[across: number, up: number]}
 */
function fanned(place, count) {
  const above = count > 2 ? Math.ceil(count / 2) : count;
  const [at, wide] = place < above ? [place, above] : [place - above, count - above];
  return [at - (wide - 1) / 2, count > 2 && place < above ? 1 : 0];
}

export class Board {
  /**
   * @param {HTMLElement} root contains the picture; a canvas for the lights and a layer for the pieces are added
   * @param {BoardData} data
   * @param {(keys: string) => void} choose called with the keys of an end that is pressed
   */
  constructor(root, data, choose) {
    this.data = data;
    this.index = new Map(data.spaces.map((space, index) => [space.id, index]));
    this.canvas = make("canvas", { "aria-hidden": "true" });
    this.labels = make("div", { class: "labels", "aria-hidden": "true" });
    this.pieces = make("div", { class: "pieces", "aria-hidden": "true" });
    this.ends = make("div", { class: "ends", role: "group", "aria-label": text("Possible destinations") });
    this.told = make("ul", { class: "spoken", "aria-label": text("On the board") });
    this.arrows = make("div", { class: "arrows", "aria-hidden": "true" });
    this.ends.addEventListener("click", ({ target }) => {
      const keys = pressed(target, "[data-keys]")?.dataset.keys;
      if (keys) choose(keys);
    });
    this.path = make("div", { class: "arrows path", "aria-hidden": "true" });
    for (const type of ["pointerover", "focusin"]) this.ends.addEventListener(type, ({ target }) => this.preview(pressed(target, "[data-keys]")?.dataset.keys));
    for (const type of ["pointerout", "focusout"]) this.ends.addEventListener(type, () => this.preview());
    root.append(this.canvas, this.labels, this.arrows, this.path, this.pieces, this.ends, this.told);
    root.parentElement?.style.setProperty("--ratio", String(data.size[0] / data.size[1]));
    /** @type {Map<string, HTMLElement>} */
    this.tokens = new Map();
    /** @type {Map<number, Uint8Array>} */
    this.frames = new Map();
    /** @type {End[]} */
    this.shown = [];
    /** @type {string[]} */
    this.standing = [];
    /** @type {number | undefined} */
    this.pending = undefined;
    root.addEventListener("pointermove", (event) => this.nameAt(event, root));
    new ResizeObserver(() => this.resize()).observe(root);
    this.resize();
  }

  /**
   * Show a frame of a chain: its number, then red, green, blue of each light in sRGB.
   * @param {Uint8Array} bytes
   */
  lights(bytes) {
    this.frames.set(bytes[0], bytes.subarray(1));
    this.pending ??= requestAnimationFrame(() => {
      this.pending = undefined;
      this.draw();
    });
  }

  /**
   * Show the pieces, and the legal ends of the seat to act.
   * @param {Canoe[]} canoes
   * @param {End[]} ends
   * @param {string[][]} ways the paths that canoes have just taken, each with the canoe's key first
   * @param {Label[]} labels texts next to spaces; screen readers get them elsewhere
   */
  show(canoes, ends, ways, labels = []) {
    /** @type {Map<string, Canoe[]>} */
    const sharing = new Map();
    for (const canoe of canoes) {
      const here = sharing.get(canoe.space) ?? [];
      here.push(canoe);
      sharing.set(canoe.space, here);
    }
    const seen = new Set();
    for (const [space, here] of sharing) {
      here.forEach((canoe, place) => {
        seen.add(canoe.key);
        this.place(canoe, space, fanned(place, here.length), ways);
      });
    }
    for (const [key, token] of this.tokens) {
      if (seen.has(key)) continue;
      token.remove();
      this.tokens.delete(key);
    }
    this.shown = ends;
    this.preview();
    this.standing = canoes.map(({ space }) => space);
    renew(this.labels, ...labels.map(({ space, sign: label }) => this.at(label, space)));
    this.number();
    renew(
      this.told,
      ...canoes.map(({ name, space, told }) => make("li", {}, told ?? text("{name} stands on {space}.", { name, space: this.describe(space) }))),
      ...ends.map(({ keys, space }) => make("li", {}, text("Key {keys}: {space}.", { keys, space: this.describe(space) }))),
    );
  }

  /** Draw an arrow for each pair of spaces: forecast moves. @param {string[][]} arrows */
  foresee(arrows) {
    this.drawArrows(this.arrows, arrows);
  }

  /** Draw the path to the end with `keys` if it is unambiguous; without keys, remove it. @param {string} [keys] */
  preview(keys) {
    const path = this.shown.find((end) => end.keys === keys)?.path ?? [];
    this.drawArrows(this.path, path.length > 1 ? [path] : []);
  }

  /** @param {HTMLElement} layer @param {string[][]} arrows the spaces on each path */
  drawArrows(layer, arrows) {
    const places = arrows.map((spaces) => spaces.flatMap((id) => (this.spaceOf(id) ? [this.spaceOf(id).at] : [])));
    renew(layer, places.length ? arrowsOver(this.data.size, places) : null);
  }

  /** Return the place under the pointer, in mm. @param {PointerEvent} event @param {HTMLElement} root @returns {[number, number]} */
  placeUnder({ clientX, clientY }, root) {
    const { left, top, width } = root.getBoundingClientRect();
    const scale = this.data.size[0] / width;
    return [(clientX - left) * scale, (clientY - top) * scale];
  }

  /** Name the space under the pointer. @param {PointerEvent} event @param {HTMLElement} root */
  nameAt(event, root) {
    const [x, y] = this.placeUnder(event, root);
    const near = this.data.spaces.find(({ at }) => Math.hypot(at[0] - x, at[1] - y) < this.data.reach / 2);
    root.title = near ? this.describe(near.id) : "";
  }

  /** @param {string} id */
  spaceOf(id) {
    return this.data.spaces[this.index.get(id) ?? -1];
  }

  /** @param {string} id */
  describe(id) {
    const space = this.spaceOf(id);
    if (!space) return id;
    const kind = kindName(space.kind);
    if (!id.startsWith(space.kind)) return text("{id}, {kind}", { id, kind });
    const rest = id.slice(space.kind.length); // ids such as "shore" and "start2" would repeat their kind
    return rest ? text("{kind} {number}", { kind, number: rest.replace(/^_/, "") }) : kind;
  }

  /** Put each end's number on the side of its light where it overlaps least. */
  number() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const scale = width / this.data.size[0];
    const spots = this.shown.map(({ space }) => this.lightAt(space, scale));
    const heads = this.standing.map((space) => this.lightAt(space, scale)).map(([x, y]) => /** @type {Spot} */ ([x, y - HEAD_PX]));
    const taken = [...spots, ...heads, ...this.written()];
    const bubbles = this.shown.map((end, number) => {
      const [x, y] = spots[number];
      const others = taken.filter((other) => other !== spots[number]);
      const lines = end.lines ?? [end.keys];
      /** @type {Spot} */
      const larger = [LETTER_PX * Math.max(0, ...lines.map((line) => line.length - 2)), LINE_PX * (lines.length - 1)];
      const places = Object.entries(SIDES).map(([side, [across, down]]) => {
        /** @type {Spot} */
        const at = [x + across * (AWAY_PX + larger[0]), y + down * (AWAY_PX + larger[1])];
        const near = [at[0], width - at[0]].map((px) => px - larger[0]).concat([at[1], height - at[1]].map((px) => px - larger[1]));
        const room = Math.min(ROOM_PX, ...others.map((other) => gap(other, at, larger)));
        return { side, at, room: Math.min(...near) < EDGE_PX ? 0 : room };
      });
      const best = places.reduce((one, other) => (other.room > one.room ? other : one));
      taken.push(best.at);
      return this.bubble(end, best.side);
    });
    renew(this.ends, ...bubbles);
  }

  /** Return the centre of each label, in px. */
  written() {
    const { left, top } = this.canvas.getBoundingClientRect();
    return [...this.labels.children].map((label) => {
      const box = label.getBoundingClientRect();
      return /** @type {Spot} */ ([box.x + box.width / 2 - left, box.y + box.height / 2 - top]);
    });
  }

  /** @param {string} space @param {number} scale @returns {Spot} */
  lightAt(space, scale) {
    const [x, y] = this.spaceOf(space)?.at ?? [0, 0];
    return [x * scale, y * scale];
  }

  /** @param {End} end @param {string} side */
  bubble({ keys, space, label, lines }, side) {
    const bubble = make(
      "button",
      { type: "button", class: `end ${side}`, "data-keys": keys, "aria-label": `${(lines ?? [keys]).join(" ")}: ${series([...(label === keys || label === space ? [] : [label]), this.describe(space)])}` },
      ...(lines?.map((line) => make("span", {}, line)) ?? [keys]),
    );
    return this.at(bubble, space);
  }

  /**
   * @param {Canoe} canoe
   * @param {string} space
   * @param {[across: number, up: number]} aside from the centre of the space, in sizes of a canoe
   * @param {string[][]} ways
   */
  place(canoe, space, [across, up], ways) {
    const before = this.tokens.get(canoe.key);
    const token = before ?? make("div", { class: "canoe" });
    if (!before) {
      this.tokens.set(canoe.key, token);
      this.pieces.append(token);
    }
    renew(
      token,
      sign(`seat-${canoe.letter}`),
      canoe.number ? make("span", { class: "number" }, String(canoe.number)) : null,
      canoe.cargo ? make("span", { class: "cargo" }, canoe.cargo) : null,
    );
    token.classList.toggle("acts", canoe.acts);
    token.classList.toggle("home", canoe.home);
    token.classList.toggle("gone", Boolean(canoe.gone));
    token.style.setProperty("--across", String(across));
    token.style.setProperty("--up", String(up));
    const from = token.dataset.space ?? space;
    token.dataset.space = space;
    this.at(token, space);
    if (!before || from === space || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const way = ways.find(([key, ...way]) => key === canoe.key && way.includes(from) && way.at(-1) === space) ?? [from, space];
    const route = way.slice(way.indexOf(from), canoe.gone && way.length > 2 ? -1 : undefined);
    const frames = route.map((id) => this.spot(id)).filter((spot) => spot !== null).map(([left, top]) => ({ left: `${left}%`, top: `${top}%`, ...(canoe.gone && { filter: "none", opacity: 1 }) }));
    const glide = Math.min(LONGEST_GLIDE_MS, Math.max(SHORTEST_GLIDE_MS, GLIDE_MS_A_STEP * (frames.length - 1)));
    token.animate(frames, { duration: glide, easing: "ease-in-out" });
    const foot = /** @type {Keyframe} */ (frames.at(-1));
    if (canoe.gone) token.animate([foot, foot, { ...foot, opacity: 0 }], { delay: glide, duration: FALLEN_MS }); // then it fades
  }

  /** Return the position of a space in the picture, in percent. @param {string} id */
  spot(id) {
    const space = this.spaceOf(id);
    if (!space) return null;
    const [width, height] = this.data.size;
    return [(100 * space.at[0]) / width, (100 * space.at[1]) / height];
  }

  /** @template {HTMLElement} Kind @param {Kind} element @param {string} id */
  at(element, id) {
    const spot = this.spot(id);
    element.hidden = !spot;
    if (spot) {
      element.style.left = `${spot[0]}%`;
      element.style.top = `${spot[1]}%`;
    }
    return element;
  }

  resize() {
    const ratio = Math.min(devicePixelRatio, 2);
    const { clientWidth, clientHeight } = this.canvas;
    this.canvas.width = Math.round(clientWidth * ratio);
    this.canvas.height = Math.round(clientHeight * ratio);
    this.number();
    this.draw();
  }

  draw() {
    const pen = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    const scale = this.canvas.width / this.data.size[0];
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const reach = this.data.reach * scale;
    for (const { at, rgb, shine } of this.lamps()) glow(pen, at[0] * scale, at[1] * scale, reach, rgb, shine);
  }

  /** Return the lights that are on: position in mm, hue, and perceived brightness, 0 to 1. */
  lamps() {
    /** @type {{at: number[], rgb: number[], shine: number}[]} */
    const lamps = [];
    for (const [chain, frame] of this.frames) {
      (this.data.chains[chain] ?? []).forEach((space, light) => {
        const colour = [...frame.subarray(3 * light, 3 * light + 3)];
        const peak = Math.max(0, ...colour); // a chain may be shorter than the board's
        if (space < 0 || !peak) return;
        lamps.push({ at: this.data.spaces[space].at, rgb: colour.map((part) => Math.round((255 * part) / peak)), shine: peak / 255 });
      });
    }
    return lamps;
  }
}

/**
 * Return the distance of a spot from a bubble around another, which is larger than the smallest by `larger`.
 * @param {Spot} spot
 * @param {Spot} other
 * @param {Spot} larger
 */
function gap([x, y], [u, v], [wider, taller]) {
  return Math.hypot(Math.max(0, Math.abs(x - u) - wider), Math.max(0, Math.abs(y - v) - taller));
}

// A soft disc and its halo. A dim light is drawn as its full hue with low opacity, so that it never darkens the
// water.
/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number} x
 * @param {number} y
 * @param {number} reach
 * @param {number[]} rgb
 * @param {number} shine 0 to 1
 */
function glow(pen, x, y, reach, rgb, shine) {
  const halo = reach * (0.5 + 1.2 * shine);
  const disc = (0.36 * reach) / halo;
  const paint = pen.createRadialGradient(x, y, 0, x, y, halo);
  const hue = rgb.join(" ");
  const stops = [[0, 1], [0.6 * disc, 1], [disc, 0.45], [disc + 0.3 * (1 - disc), 0.2], [disc + 0.6 * (1 - disc), 0.05], [1, 0]];
  for (const [place, strength] of stops) paint.addColorStop(place, `rgb(${hue} / ${strength * shine})`);
  pen.fillStyle = paint;
  pen.fillRect(x - halo, y - halo, 2 * halo, 2 * halo);
}
