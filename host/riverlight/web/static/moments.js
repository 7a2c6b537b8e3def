// @ts-check
// Highlights of the last entry, shown long enough to read: a trick, the summary of a round, a theft, a fall, a catch.
// A tap or any key closes one; computer players then continue at once.

import { make, renew, sign } from "./dom.js";
import { text } from "./language.js";

/** @import {Moment, Send, SeatCard, Snapshot, Summary} from "../types/scripts" */

/** Return a function that shows the highlight of a snapshot. @param {HTMLElement} place @param {Send} send */
export function moments(place, send) {
  /** @type {string | undefined} the last one shown; none is shown when a page is opened */
  let last;
  /** @type {number | undefined} */
  let timer;
  let hasBots = false;

  function close() {
    clearTimeout(timer);
    place.hidden = true;
  }

  function skip() {
    if (place.hidden) return;
    close();
    if (hasBots) send({ ready: true });
  }

  place.addEventListener("click", skip);
  document.addEventListener("keydown", ({ key }) => key.length === 1 && skip());
  document.addEventListener("click", ({ target }) => target instanceof Element && target.closest(".key") && skip());

  return (/** @type {Snapshot} */ { moment, seats, bots, replay }) => {
    hasBots = Boolean(bots);
    const now = moment ? JSON.stringify([moment.n, moment.lines, replay?.at]) : "";
    if (now === last) return;
    const isNew = last !== undefined;
    last = now;
    close();
    if (!moment || !isNew) return;
    renew(place, ...drawn(moment, seats));
    place.dataset.weight = String(moment.weight);
    place.hidden = false;
    timer = setTimeout(close, moment.hold_ms);
  };
}

/** @param {Moment} moment @param {SeatCard[]} seats */
function drawn({ lines, summary }, seats) {
  return [...lines.map((line, at) => make("p", { class: at ? null : "first" }, line)), summary && table(summary, seats), make("small", {}, text("Tap or press a key to continue."))];
}

/** @param {Summary} summary @param {SeatCard[]} seats */
function table({ columns, rows }, seats) {
  const head = [text("Seat"), ...columns].map((column) => make("th", { scope: "col" }, column));
  const body = rows.map(({ seat, cells }) => make("tr", {}, make("th", { scope: "row" }, sign(`seat-${seats[seat].letter}`), seats[seat].name), ...cells.map((cell) => make("td", {}, cell))));
  return make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...body));
}
