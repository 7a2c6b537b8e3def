// @ts-check
// The toy game on the pages: the die, the picks and what they come to; stones and picks as buttons on a private page.

import { make } from "../dom.js";

/** @import {Legend, SeatCard} from "../../types/scripts" */
/** @typedef {{pips: number, picks: (number | null)[], totals: number[], winners: number[]}} View */
/** @typedef {import("../../types/scripts").Shown<View>} Snapshot */

/** @param {Snapshot} snapshot */
export function seats({ view, seats: players }) {
  return make("ul", {}, ...players.map(({ seat, name }) => make("li", {}, `${name}: ${view.picks[seat] ?? "?"}, in all ${view.totals[seat]}`)));
}

/** @param {Snapshot} snapshot */
export function standings({ view, seats: players }) {
  return players.map(({ seat, letter, name }) => ({ letter, name, told: `${view.totals[seat]}`, wins: view.winners.includes(seat) }));
}

/** @param {Snapshot} snapshot */
export function middle({ view }) {
  return make("p", { class: "die" }, `The die shows ${view.pips}.`);
}

const nothing = () => [];
export const canoes = nothing, ends = nothing, ways = nothing, labels = nothing;

/** @param {Snapshot} snapshot */
export function legend({ choices, typed }) {
  /** @type {Legend} */
  const legend = {};
  for (const { keys } of choices) if (keys.startsWith(typed)) legend[keys[typed.length]] = {};
  return legend;
}

export const hand = nothing;

/** @param {Snapshot} snapshot */
export function actions({ choices }) {
  return choices.map(({ move, label }) => make("button", { type: "button", "data-move": move }, label));
}
