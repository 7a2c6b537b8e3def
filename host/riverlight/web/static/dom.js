// Small helpers to build the parts of a page.

import { text } from "./language.js";

const SVG = "http://www.w3.org/2000/svg";

/** Make an element: attributes by name, `on…` listeners, children as nodes or text (null and false are left out). */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Make an SVG element that draws the symbol `name` of the page's sprite; `label` is read aloud, without it it is silent. */
export function sign(name, label) {
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${name}`);
  const svg = document.createElementNS(SVG, "svg");
  const [kind] = name.split("-");
  const voice = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return fill(svg, { class: `sign ${kind} ${name}`, viewBox: "0 0 48 48", ...voice }, [use]);
}

/** Make the sign beside the name of a seat that Riverlight plays; null for a person's. */
export function botSign({ bot }) {
  return bot ? sign("thing-bot", text("played by Riverlight")) : null;
}

/** Make the picture of arrows over a board of `size` in mm; each goes from one place to another. */
export function arrowsOver([width, height], arrows) {
  const line = ([[x, y], [u, v]]) => {
    const [length, turn] = [Math.hypot(u - x, v - y), Math.atan2(v - y, u - x)];
    const wing = (side) => `L${u + 9 * Math.cos(turn + side)} ${v + 9 * Math.sin(turn + side)}`;
    return length ? `M${x} ${y}L${u} ${v}${wing(2.6)}M${u} ${v}${wing(-2.6)}` : "";
  };
  const path = document.createElementNS(SVG, "path");
  const svg = document.createElementNS(SVG, "svg");
  return fill(svg, { viewBox: `0 0 ${width} ${height}` }, [fill(path, { d: arrows.map(line).join("") }, [])]);
}

/** Make text that only a screen reader gets. */
export function spoken(text) {
  return make("span", { class: "spoken" }, text);
}

/** Replace what stands in `element`, only when it would differ: focus and reading are left alone otherwise. */
export function renew(element, ...children) {
  const next = element.cloneNode(false);
  next.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  if (next.innerHTML !== element.innerHTML) element.replaceChildren(...next.childNodes);
}

/** Set an element's text, only when it differs, so that a live region speaks once. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Return the JSON that the server put into the page under `id`. */
export function data(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}
