// @ts-check
// Draws the board: spaces by kind, connections, arrows, walls, the chain of lights. All in screen pixels.

import { text } from "../language.js";
import { kindName } from "../words.js";
import { chainOf, usualGap } from "./board.js";

/** @import {Board, Place, Shining, Space, Stage} from "../../types/trace" */

const LEAST_PX = 9;
/** @type {Record<string, string>} */
const LETTERS = {
  start: "S", current: "~", landing: "L", cave: "C", waterfall: "F",
  shore: "S", fall: "F", site: "G", weather: "W", berth: "B",
  entrance: "E", sarcophagus: "S",
};
/** @type {Record<string, string>} */
const COLOUR_LETTERS = { red: "R", blue: "B", white: "W", yellow: "Y", green: "G" };

/** Return the radius of a space's disc in mm. @param {Board} board */
export function radiusOf(board) {
  return Math.min(12, Math.max(5, 0.33 * usualGap(board)));
}

/** Escape a text for SVG. @param {string} words */
export function safe(words) {
  return words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Return the letter of a kind, "" for the default kind. @param {Pick<Space, "kind" | "colour">} space */
export function letterOf({ kind, colour }) {
  return kind === "treasure" ? (COLOUR_LETTERS[colour ?? ""] ?? "?") : (LETTERS[kind] ?? "");
}

/** Return the sign of a kind as a small drawing. @param {Pick<Space, "kind" | "colour">} space */
export function signOf(space) {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("viewBox", "0 0 28 28");
  drawing.setAttribute("aria-hidden", "true");
  drawing.setAttribute("class", classOf(space));
  drawing.innerHTML = `${outline(space.kind, 14, 14, 11)}<text x="14" y="14">${letterOf(space)}</text>`;
  return drawing;
}

/** @param {Pick<Space, "kind" | "colour" | "site">} space */
function classOf({ kind, colour, site }, mark = "") {
  const tint = colour ?? site;
  return ["space", kind, tint ? `tint-${tint}` : "", mark].filter(Boolean).map(safe).join(" ");
}

/** Return the shape of a kind: kinds differ by shape, not by colour alone. @param {string} kind @param {number} x @param {number} y @param {number} r */
function outline(kind, x, y, r) {
  const corner = (/** @type {number} */ turn, /** @type {number} */ far) => `${round(x + far * Math.cos(turn))} ${round(y + far * Math.sin(turn))}`;
  const polygon = (/** @type {number} */ count, /** @type {number} */ start, /** @type {number} */ far) =>
    `<path d="M${Array.from({ length: count }, (_, at) => corner(start + (2 * Math.PI * at) / count, far)).join("L")}z"/>`;
  if (["landing", "shore", "entrance"].includes(kind)) return polygon(4, Math.PI / 4, r * 1.15);
  if (["start", "berth"].includes(kind)) return polygon(3, -Math.PI / 2, r * 1.25);
  if (["cave", "sarcophagus", "weather"].includes(kind)) return polygon(6, 0, r * 1.1);
  if (["waterfall", "fall"].includes(kind)) return polygon(3, Math.PI / 2, r * 1.25);
  if (["treasure", "site"].includes(kind)) return polygon(4, 0, r * 1.2);
  return `<circle cx="${x}" cy="${y}" r="${round(r)}"/>`;
}

export class Painter {
  /** Draws `board` as `stage` shows it. @param {Stage} stage @param {Board} board */
  constructor(stage, board) {
    this.stage = stage;
    this.board = board;
    this.radius = Math.max(LEAST_PX, radiusOf(board) * stage.scale);
    this.spots = new Map(board.spaces.map((space) => [space.id, rounded(stage.onStage(space.at_mm))]));
  }

  /** Return the position of a space. @param {string} id @returns {Place} */
  spot(id) {
    return this.spots.get(id) ?? [0, 0];
  }

  /** The edge of the board. */
  frame() {
    const [x, y] = this.stage.onStage([0, 0]).map(round);
    const [u, v] = this.stage.onStage(this.board.size_mm).map(round);
    return `<rect class="edge" x="${x}" y="${y}" width="${u - x}" height="${v - y}"/>`;
  }

  /** A line between spaces that touch. */
  links() {
    let path = "";
    const place = new Map(this.board.spaces.map(({ id }, number) => [id, number]));
    for (const [number, { id, touches = [] }] of this.board.spaces.entries()) {
      for (const other of touches) {
        if ((place.get(other) ?? -1) > number) path += this.line(id, other);
      }
    }
    return `<path class="links under" d="${path}"/><path class="links" d="${path}"/>`;
  }

  /** The arrows of the current. */
  arrows() {
    return this.board.spaces.map(({ id, flow = "" }) => (this.spots.has(flow) ? this.arrow(id, flow) : "")).join("");
  }

  /** @param {string} id @param {string | Place} to a space or a place on the stage */
  arrow(id, to, kind = "arrow") {
    const [x, y] = this.spot(id);
    const [u, v] = Array.isArray(to) ? to : this.spot(to);
    const far = Math.hypot(u - x, v - y) || 1;
    const [across, down] = [(u - x) / far, (v - y) / far];
    const end = Array.isArray(to) ? far : Math.max(0, far - this.radius - 2);
    const [tipX, tipY] = [x + across * end, y + down * end];
    const head = Math.max(7, this.radius * 0.6);
    const wing = (/** @type {number} */ side) => `${round(tipX - head * across + side * 0.55 * head * down)} ${round(tipY - head * down - side * 0.55 * head * across)}`;
    return `<path class="${kind}" d="M${x} ${y}L${round(tipX - 0.5 * head * across)} ${round(tipY - 0.5 * head * down)}"/><path class="${kind} head" d="M${round(tipX)} ${round(tipY)}L${wing(1)}L${wing(-1)}z"/>`;
  }

  /**
   * The discs. `marks` are CSS classes for some ids; `words` texts in place of the kind's letter.
   * @param {Map<string, string>} marks
   * @param {Map<string, string | undefined>} words
   */
  discs(marks = new Map(), words = new Map()) {
    return this.board.spaces.map((space) => {
      const [x, y] = this.spot(space.id);
      const written = words.get(space.id) ?? letterOf(space);
      const size = Math.min(16, (1.5 * this.radius) / Math.max(1, 0.62 * written.length));
      const letter = written === "" ? "" : `<text x="${x}" y="${y}" font-size="${round(size)}">${safe(written)}</text>`;
      const title = text("{id}, {kind}", { id: space.id, kind: kindName(space.kind) });
      const shape = outline(space.kind, x, y, this.radius);
      return `<g class="${classOf(space, marks.get(space.id))}" data-space="${safe(space.id)}"><title>${safe(title)}</title>${shape}${letter}</g>`;
    }).join("");
  }

  /** The names of some spaces, next to them. @param {string[]} ids */
  names(ids) {
    return ids.filter((id) => this.spots.has(id)).map((id) => {
      const [x, y] = this.spot(id);
      return `<text class="name" x="${x}" y="${round(y - this.radius - 8)}">${safe(id)}</text>`;
    }).join("");
  }

  /** A ring around some spaces; `kind` is its class. @param {string[]} ids @param {string} kind */
  rings(ids, kind) {
    return ids.filter((id) => this.spots.has(id)).map((id) => {
      const [x, y] = this.spot(id);
      return `<circle class="ring ${kind}" cx="${x}" cy="${y}" r="${round(this.radius + 6)}"/>`;
    }).join("");
  }

  /** The chain of a panel: from its feed through its spaces, with a mark on each hop for its direction. @param {string[]} order */
  chain(order) {
    const spots = order.map((id) => this.spots.get(id)).filter((spot) => spot !== undefined);
    if (!spots.length) return "";
    const path = spots.map(([x, y], at) => `${at ? "L" : "M"}${x} ${y}`).join("");
    const marks = spots.slice(1).map(([u, v], at) => {
      const [x, y] = spots[at];
      const far = Math.hypot(u - x, v - y);
      if (far < 3 * this.radius) return "";
      const [across, down] = [(u - x) / far, (v - y) / far];
      const [s, t] = [(x + u) / 2, (y + v) / 2];
      const tip = [s + 5 * across, t + 5 * down];
      const wing = (/** @type {number} */ side) => `${round(s - 5 * across + side * 5 * down)} ${round(t - 5 * down - side * 5 * across)}`;
      return `M${wing(1)}L${tip.map(round).join(" ")}L${wing(-1)}`;
    }).join("");
    const [x, y] = spots[0];
    const feed = `<path class="feed" d="M${x} ${round(y - this.radius - 4)}v-16m-6 9l6 8l6 -8"/>`;
    return `<path class="chain under" d="${path}"/><path class="chain" d="${path}"/><path class="chain way" d="${marks}"/>${feed}`;
  }

  /** The lights that are on. @param {Shining} shining */
  glows(shining) {
    return shining.filter(([id]) => this.spots.has(id)).map(([id, colour]) => {
      const [x, y] = this.spot(id);
      const peak = Math.max(colour >> 16, (colour >> 8) & 255, colour & 255) || 1;
      const part = (/** @type {number} */ shift) => Math.round((255 * ((colour >> shift) & 255)) / peak);
      const hue = `rgb(${part(16)} ${part(8)} ${part(0)})`;
      return `<circle class="glow" cx="${x}" cy="${y}" r="${round(2.6 * this.radius)}" fill="${hue}"/><circle class="lamp" data-lamp="${safe(id)}" cx="${x}" cy="${y}" r="${round(0.8 * this.radius)}" fill="${hue}"/>`;
    }).join("");
  }

  /** For each space of a chain the number of its first light. @param {string} panel */
  numbers(panel) {
    /** @type {Map<string, number>} */
    const found = new Map();
    chainOf(this.board, panel).forEach((id, light) => {
      if (id !== null && !found.has(id)) found.set(id, light);
    });
    return found;
  }

  /** @param {string} one @param {string} other */
  line(one, other) {
    const [[x, y], [u, v]] = [this.spot(one), this.spot(other)];
    return `M${x} ${y}L${u} ${v}`;
  }
}

/** @param {number} value */
export function round(value) {
  return Math.round(10 * value) / 10;
}

/** Return a point rounded for SVG. @param {Place} place @returns {Place} */
export function rounded([x, y]) {
  return [round(x), round(y)];
}
