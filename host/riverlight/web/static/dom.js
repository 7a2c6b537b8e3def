// @ts-check
// Small helpers to build the parts of a page.

import { text } from "./language.js";

/** @import {Attributes, Child} from "../types/scripts" */

const SVG = "http://www.w3.org/2000/svg";

/** @type {Record<string, [across: number, down: number] | undefined>} where an arrow key moves things */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Make an element: attributes by name, children as nodes or text; null and false are left out. It takes no listeners:
 * what is drawn anew with each state carries its values as `data-` attributes, and a lasting element around it listens.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * Make an SVG element, like {@link make}.
 * @param {string} tag
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export function makeSvg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Return `element`, which calls `act` on each event of `type`; for parts that are replaced whole, never inside `renew`.
 * @template {HTMLElement} Kind
 * @param {Kind} element
 * @param {string} type
 * @param {(event: any) => void} act
 */
export function listening(element, type, act) {
  element.addEventListener(type, act);
  return element;
}

/**
 * Make an SVG element that draws the symbol `name` of the page's sprite; `label` is read aloud, without it it is silent.
 * @param {string} name
 * @param {string} [label]
 */
export function sign(name, label) {
  const [kind] = name.split("-");
  const voice = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return makeSvg("svg", { class: `sign ${kind} ${name}`, viewBox: "0 0 48 48", ...voice }, makeSvg("use", { href: `#${name}` }));
}

/**
 * Make the sign beside the name of a seat that Riverlight plays, or the note that a person has asked for hints.
 * @param {{bot?: boolean, hints?: number}} seat
 */
export function botSign({ bot, hints }) {
  if (bot) return sign("thing-bot", text("computer player"));
  if (!hints) return null;
  const said = text("hints: {count}", { count: hints });
  return make("span", { class: "hints", role: "img", "aria-label": said, title: said }, `?${hints}`);
}

/**
 * Make the picture of arrows over a board of `size` in mm; each goes through two places or more.
 * @param {[number, number]} size
 * @param {[number, number][][]} arrows
 */
export function arrowsOver([width, height], arrows) {
  const line = (/** @type {[number, number][]} */ places) => {
    const [[x, y], [u, v]] = places.slice(-2);
    const [length, turn] = [Math.hypot(u - x, v - y), Math.atan2(v - y, u - x)];
    const wing = (/** @type {number} */ side) => `L${u + 9 * Math.cos(turn + side)} ${v + 9 * Math.sin(turn + side)}`;
    return length ? `M${places.map((place) => place.join(" ")).join("L")}${wing(2.6)}M${u} ${v}${wing(-2.6)}` : "";
  };
  return makeSvg("svg", { viewBox: `0 0 ${width} ${height}` }, makeSvg("path", { d: arrows.map(line).join("") }));
}

/**
 * Make a small drawing of paths, each with its class, in a room of `size`; the text beside it says what it shows.
 * @param {[number, number]} size
 * @param {[kind: string, path: string][]} paths
 */
export function drawing([width, height], paths) {
  const parts = paths.map(([kind, d]) => makeSvg("path", { class: kind, d }));
  return makeSvg("svg", { class: "drawing", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, ...parts);
}

/** Make text that only a screen reader gets. @param {string} text */
export function spoken(text) {
  return make("span", { class: "spoken" }, text);
}

/**
 * Make the content of `element` equal to `children`, changing only what differs: focus and reading stay.
 * @param {HTMLElement} element
 * @param {...Child} children
 */
export function renew(element, ...children) {
  const next = new DocumentFragment();
  next.append(...children.filter(isShown));
  match(element, next);
}

/**
 * Make the child nodes of `parent` equal to those of `model`; a node of the same kind at the same place is reused.
 * @param {Node} parent
 * @param {Node} model
 */
function match(parent, model) {
  const wanted = /** @type {ChildNode[]} */ ([...model.childNodes]);
  [...parent.childNodes].slice(wanted.length).forEach((node) => node.remove());
  wanted.forEach((next, at) => {
    const node = parent.childNodes[at];
    if (!node) parent.appendChild(next);
    else if (node.nodeName !== next.nodeName) node.replaceWith(next);
    else if (!(node instanceof Element && next instanceof Element)) node.nodeValue = next.nodeValue;
    else if (!node.isEqualNode(next)) {
      copyAttributes(node, next);
      match(node, next);
    }
  });
}

/** @param {Element} node @param {Element} next */
function copyAttributes(node, next) {
  for (const { name } of [...node.attributes]) if (!next.hasAttribute(name)) node.removeAttribute(name);
  for (const { name, value } of next.attributes) {
    if (node.getAttribute(name) === value) continue;
    if (name === "style") /** @type {HTMLElement} */ (node).style.cssText = value; // the content policy lets no script set the attribute itself
    else node.setAttribute(name, value);
  }
}

/** @template Thing @param {Thing | false | null | undefined} child @returns {child is Thing} */
function isShown(child) {
  return child !== null && child !== undefined && child !== false;
}

/**
 * Set an element's text, only when it differs, so that a live region speaks once.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Return the JSON that the server put into the page under `id`. @param {string} id */
export function data(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

/**
 * Return the elements with an id that are in one of the `places`, a selector, by their ids.
 * @param {string} places
 * @returns {any}
 */
export function partsOf(places) {
  const parts = [...document.querySelectorAll("[id]")].filter((element) => element.closest(places));
  return Object.fromEntries(parts.map((element) => [element.id, element]));
}

/** @template {Element} Kind @param {Kind} element @param {Attributes} attributes @param {Child[]} children */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (isShown(value)) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter(isShown));
  return element;
}
