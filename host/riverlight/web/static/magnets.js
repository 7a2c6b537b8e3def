// @ts-check
// The pieces on a simulated board with sensors: drag them, or lift them with Enter, move them with the arrow keys and put them down.

import { ARROWS, make, renew } from "./dom.js";
import { text } from "./language.js";

/** @import {Board} from "./board.js" */
/** @import {Send} from "../types/scripts" */

/**
 * Show a board's magnets, and send which are lifted and placed; return a function that updates them.
 * @param {HTMLElement} root holds the board's picture
 * @param {Board} board
 * @param {Send} send
 */
export function magnets(root, board, send) {
  const layer = make("div", { class: "magnets", role: "group", "aria-label": text("Pieces of the simulated board") });
  const said = make("p", { class: "spoken", role: "status" });
  root.append(layer, said);
  /** @type {{ button: HTMLElement, from: string, over: string, isDragged: boolean } | null} */
  let held = null;
  /** @type {string[]} */
  let newest = [];

  /** @param {string} space "" for a piece in the box */
  function piece(space) {
    const label = space ? text("Piece on {space}", { space: board.describe(space) }) : text("A piece from the box");
    const button = make("button", { type: "button", class: space ? "magnet" : "magnet boxed", "data-space": space, "aria-label": label });
    return space ? board.at(button, space) : button;
  }

  function draw() {
    const focused = document.activeElement instanceof HTMLElement && layer.contains(document.activeElement) ? document.activeElement.dataset.space : undefined;
    renew(layer, ...newest.map(piece), piece(""));
    if (focused === undefined) return;
    const again = layer.querySelector(`[data-space="${CSS.escape(focused)}"]`) ?? layer.lastElementChild;
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {HTMLElement} button @param {boolean} isDragged */
  function lift(button, isDragged) {
    const from = button.dataset.space ?? "";
    held = { button, from, over: from || board.data.spaces[0].id, isDragged };
    button.classList.add("held");
    if (from) send({ lift: from });
    if (!isDragged) hover(held.over);
  }

  /** @param {string} space */
  function hover(space) {
    if (!held) return;
    held.over = space;
    board.at(held.button, space);
    said.textContent = text("Over {space}", { space: board.describe(space) });
  }

  /** @param {string} space "" puts it into the box */
  function put(space) {
    held = null;
    if (space) send({ put: space });
    else draw();
  }

  /** @param {PointerEvent} event */
  function under(event) {
    const spot = board.placeUnder(event, root);
    const near = board.data.spaces.reduce((one, other) => (far(other.at, spot) < far(one.at, spot) ? other : one));
    return { spot, space: far(near.at, spot) < board.data.reach / 2 ? near.id : "" };
  }

  for (const type of ["mousedown", "dragstart"]) layer.addEventListener(type, (event) => event.preventDefault()); // no native drag
  layer.addEventListener("pointerdown", (event) => {
    const button = event.target instanceof HTMLElement ? /** @type {HTMLElement | null} */ (event.target.closest(".magnet")) : null;
    if (!button || held) return;
    button.setPointerCapture(event.pointerId);
    lift(button, true);
  });
  layer.addEventListener("pointermove", (event) => {
    if (!held?.isDragged) return;
    const { spot } = under(event);
    held.button.style.left = `${(100 * spot[0]) / board.data.size[0]}%`;
    held.button.style.top = `${(100 * spot[1]) / board.data.size[1]}%`;
  });
  layer.addEventListener("pointerup", (event) => held?.isDragged && put(under(event).space));
  layer.addEventListener("pointercancel", () => held?.isDragged && put(held.from));
  layer.addEventListener("keydown", (event) => {
    const button = /** @type {HTMLElement} */ (event.target);
    const way = ARROWS[event.key];
    if (event.key === "Enter" || event.key === " ") {
      if (held) put(held.over);
      else lift(button, false);
    } else if (held && event.key === "Escape") put(held.from);
    else if (held && way) hover(beyond(held.over, way));
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  /** Return the nearest space in a direction. @param {string} id @param {[number, number]} way */
  function beyond(id, [across, down]) {
    const { at } = board.spaceOf(id);
    const along = (/** @type {[number, number]} */ other) => (other[0] - at[0]) * across + (other[1] - at[1]) * down;
    const ahead = board.data.spaces.filter((space) => along(space.at) > far(space.at, at) / 2);
    return ahead.length ? ahead.reduce((one, other) => (far(other.at, at) < far(one.at, at) ? other : one)).id : id;
  }

  /** @param {string[]} spaces those with a magnet */
  return (spaces) => {
    newest = spaces;
    if (!held) draw();
  };
}

/** @param {[number, number]} one @param {[number, number]} other */
function far(one, other) {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}
