// @ts-check
// Helpers to build DOM elements.

import { text } from "./language.js";

/** @import {Attributes, Child} from "../types/scripts" */

const SVG = "http://www.w3.org/2000/svg";

/** @type {Record<string, [across: number, down: number] | undefined>} the direction of each arrow key */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Make an element: attributes by name, children as nodes or text; null and false are skipped. No listeners:
 * elements redrawn with each state have `data-` attributes, and a permanent parent listens (event delegation).
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
 * Add a listener to `element` and return it; for elements that are replaced, never inside `renew`.
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
 * Make an SVG element with the symbol `name` of the page's sprite; hidden from screen readers without `label`.
 * @param {string} name
 * @param {string} [label]
 */
export function sign(name, label) {
  const [kind] = name.split("-");
  const voice = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return makeSvg("svg", { class: `sign ${kind} ${name}`, viewBox: "0 0 48 48", ...voice }, makeSvg("use", { href: `#${name}` }));
}

/**
 * Make the sign of a computer player, or the note that a person has asked for hints.
 * @param {{bot?: boolean, hints?: number}} seat
 */
export function botSign({ bot, hints }) {
  if (bot) return sign("thing-bot", text("computer player"));
  if (!hints) return null;
  const said = text("hints: {count}", { count: hints });
  return make("span", { class: "hints", role: "img", "aria-label": said, title: said }, `?${hints}`);
}

/**
 * Make an SVG of arrows over a board of `size` in mm; each has two points or more.
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
 * Make a small SVG of paths, each with its class, in a viewBox of `size`; hidden from screen readers.
 * @param {[number, number]} size
 * @param {[kind: string, path: string][]} paths
 */
export function drawing([width, height], paths) {
  const parts = paths.map(([kind, d]) => makeSvg("path", { class: kind, d }));
  return makeSvg("svg", { class: "drawing", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, ...parts);
}

/** Make text for screen readers only. @param {string} text */
export function spoken(text) {
  return make("span", { class: "spoken" }, text);
}

/**
 * Update the content of `element` to `children`, changing only what differs, so that focus is preserved.
 * @param {HTMLElement} element
 * @param {...Child} children
 */
export function renew(element, ...children) {
  const next = new DocumentFragment();
  next.append(...children.filter(isShown));
  match(element, next);
}

/**
 * Update the child nodes of `parent` to those of `model`, reusing nodes of the same kind at the same index.
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
    if (name === "style") /** @type {HTMLElement} */ (node).style.cssText = value; // the content security policy forbids setting the attribute
    else node.setAttribute(name, value);
  }
}

/** @template Thing @param {Thing | false | null | undefined} child @returns {child is Thing} */
function isShown(child) {
  return child !== null && child !== undefined && child !== false;
}

/**
 * Set an element's text if it differs, so that a live region is read once.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Return the JSON in the element `id`, written by the server. @param {string} id */
export function data(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

/**
 * Return the elements with an id inside the selector `places`, by id.
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
