// @ts-check
// Canyon's panel next to the board: seats with bids and tricks, trump and trick, the round track. Every game's
// module exports, for the table page, `seats`, `middle`, `canoes`, `ends`, `ways`, `labels`, `legend`, for a private
// page `hand` and `actions`; each depends on a snapshot only.

import { botSign, make, sign, spoken } from "../dom.js";
import { plural, text } from "../language.js";
import { onSpaces } from "../state.js";

/** @import {Canoe, End, Legend, SeatCard} from "../../types/scripts" */
/** @typedef {import("../../types/scripts").CanyonView} View */
/** @typedef {import("../../types/scripts").ChoiceOf<import("../../types/scripts").CanyonMove>} Choice */
/** @typedef {import("../../types/scripts").Shown<View, Choice>} Snapshot */

/** @type {Record<string, string>} */
const SUITS = {
  R: text("red flame"),
  B: text("blue drop"),
  G: text("green leaf"),
  Y: text("yellow sun"),
  V: text("violet moon"),
};
/** @type {Record<string, string>} */
const MARKS = { wins: text("wins"), home: text("home"), deals: text("deals") };

/**
 * A card on the table; only its suit if its number is unknown.
 * @param {string} face
 * @param {Node} [caption]
 */
export function card(face, caption) {
  const [suit, number] = [face[0], face.slice(1)];
  const name = number ? text("{suit} {number}", { suit: SUITS[suit], number }) : SUITS[suit];
  return make(
    "span",
    { class: `card suit-${suit}`, role: "img", "aria-label": name },
    make("b", {}, number || suit),
    make("span", { class: "corner" }, sign(`suit-${suit}`), number ? suit : ""),
    caption,
  );
}

/** The seats in turn order as a table: bid and tricks, then points. @param {Snapshot} snapshot */
export function seats({ view, seats: players }) {
  const order = players.map((_, place) => players[((view.start_seat ?? 0) + place) % players.length]);
  return make(
    "table",
    { class: "seats", role: "table" },
    spokenCaption(text("Seats in turn order")),
    make(
      "thead",
      {},
      make(
        "tr",
        { role: "row" },
        ...[text("Seat"), text("Tricks won / pace"), text("Points")].map((head) => make("th", { scope: "col", role: "columnheader" }, head)),
      ),
    ),
    make("tbody", {}, ...order.map((player) => row(view, player))),
  );
}

/** The final standings, for the shared picture. @param {Snapshot} snapshot */
export function standings({ view, seats: players }) {
  return players.map(({ seat, letter, name }) => ({ letter, name, told: (view.home[seat] ? MARKS.home : view.canoes[seat]) ?? "", wins: view.winners.includes(seat) }));
}

/** @param {string} words */
function spokenCaption(words) {
  return make("caption", {}, spoken(words));
}

/** @param {View} view @param {SeatCard} player */
function row(view, { seat, name, letter, bot, hints }) {
  const acts = view.to_act.includes(seat);
  const wins = view.winners.includes(seat) && "wins";
  const mark = wins || (view.home[seat] && "home") || (view.dealer === seat && "deals");
  return make(
    "tr",
    { role: "row", class: acts ? "acts" : null, "aria-current": acts ? "true" : null },
    make(
      "th",
      { scope: "row", role: "rowheader" },
      make("div", { class: "who" }, sign(`seat-${letter}`, text("Seat {letter}", { letter })), make("span", { class: "name" }, name), botSign({ bot, hints }), badge(mark)),
    ),
    make("td", { role: "cell", class: "tricks" }, ...tricks(view.paces[seat], view.tricks[seat])),
    make("td", { role: "cell", class: `points${view.moved[seat] ? " spent" : ""}` }, points(view.points[seat])),
  );
}

/** @param {string | false | null} mark */
function badge(mark) {
  return mark && make("span", { class: `mark ${mark}` }, MARKS[mark]);
}

/**
 * Pips: full for each trick won, hollow for each still needed, crossed for each too many.
 * @param {number | null | undefined} pace
 * @param {number | null | undefined} won
 */
function tricks(pace, won) {
  if (pace === null || pace === undefined) return [make("span", { class: "none" }, "–"), spoken(text("no pace yet"))];
  const taken = won ?? 0;
  const pips = [];
  for (let pip = 0; pip < Math.max(pace, taken); pip++) {
    pips.push(make("i", { class: pip >= pace ? "over" : pip < taken ? "won" : "wanted" }));
  }
  return [
    make("span", { class: "count" }, `${taken}/${pace}`),
    make("span", { class: "pips", "aria-hidden": "true" }, ...pips),
    spoken(` ${plural("{n} trick won, pace {pace}", "{n} tricks won, pace {pace}", taken, { pace })}`),
  ];
}

/** @param {number | null | undefined} number */
function points(number) {
  return number === null || number === undefined ? "" : String(number);
}

/** The cards on the table: trump and the trick, then the round track. @param {Snapshot} snapshot */
export function middle({ view, seats: players }) {
  return make("div", { class: "middle" }, lying(view, players), view.cards_each ? track(view) : null);
}

/** @param {View} view @param {SeatCard[]} players */
function lying(view, players) {
  const isPlayed = view.phase === "over" || (view.phase === "move" && !view.last_trick); // no cards are in play
  const trump = view.trump && !isPlayed && make("div", {}, make("h2", {}, text("Trump")), card(view.trump_card ?? view.trump));
  return trump ? make("div", { class: "lying" }, trump, trick(view, players)) : null;
}

/** @param {View} view @param {SeatCard[]} players */
function trick({ phase, trick: laid, last_trick: last }, players) {
  const isWon = !laid.length && last;
  if (phase !== "tricks" && !(phase === "move" && isWon)) return null; // the last trick of a round is shown until canoes move
  const cards = (isWon ? last.cards : laid).map((/** @type {(string | number)[]} */ [seat, face]) => {
    const { letter, name } = players[Number(seat)];
    return make("li", { class: isWon && seat === last.winner ? "took" : null }, card(String(face)), sign(`seat-${letter}`, name));
  });
  return make(
    "div",
    { class: `trick${isWon ? " won" : ""}` },
    make("h2", {}, isWon ? text("{name} won this trick", { name: players[last.winner].name }) : text("Trick")),
    cards.length ? make("ol", {}, ...cards) : make("p", { class: "none" }, text("not yet led")),
  );
}

/** @param {View} view */
function track(view) {
  const steps = view.track.map((/** @type {number} */ cards, /** @type {number} */ index) => {
    const here = index + 1 === view.step;
    return make("li", { class: here ? "here" : null, "aria-current": here ? "step" : null }, String(cards));
  });
  const title = plural("Round {round}, {n} card per player", "Round {round}, {n} cards per player", view.cards_each, { round: view.round });
  return make(
    "div",
    { class: "track" },
    make("h2", {}, title),
    make("ol", { "aria-label": text("Cards per player, by round") }, ...steps),
  );
}

/** The canoes on the board. @param {Snapshot} snapshot @returns {Canoe[]} */
export function canoes({ view, seats: players }) {
  const mover = view.activity.seat;
  return players.flatMap(({ seat, letter, name }) => {
    const [space, home] = [view.canoes[seat], Boolean(view.home[seat])];
    const told = home && space ? text("{name} has reached {space}.", { name, space }) : undefined;
    return space ? [{ key: String(seat), letter, name, space, acts: seat === mover, home, told }] : [];
  });
}

/** The legal ends of the seat to act, with their keys. @param {Snapshot} snapshot @returns {End[]} */
export function ends({ choices }) {
  return onSpaces(choices);
}

/** The paths that canoes have just taken: the key of each, then spaces. @param {Snapshot} snapshot */
export function ways({ view }) {
  return view.last_way ? [view.last_way.map(String)] : [];
}

/** Texts next to spaces: none. */
export function labels() {
  return [];
}

/**
 * The current meaning of each key: suits at the start of a card, 10 on the key for it.
 * @param {Snapshot} snapshot
 */
export function legend({ choices, typed }) {
  /** @type {Legend} */
  const legend = {};
  for (const { keys, verb, arguments: { card: face, suit, number } } of choices) {
    if (!keys.startsWith(typed)) continue;
    const key = keys[typed.length];
    const letter = suit ?? face?.[0];
    const isTen = number === 10 || face?.endsWith("10");
    if (letter && !typed) legend[key] = { sign: sign(`suit-${letter}`, SUITS[letter]), alias: letter };
    else if (letter && key === "*") legend[key] = { text: text("suit") };
    else if (isTen && keys.length === typed.length + 1 && key !== "1") legend[key] = { text: "10" };
    else legend[key] ??= {};
  }
  return legend;
}

/**
 * A seat's own cards; those that may be played now are buttons with their move.
 * @param {Snapshot} snapshot
 */
export function hand({ view, choices, lesson }) {
  const playable = new Map(choices.filter(({ verb }) => verb === "play").map(({ arguments: { card: face }, move }) => [face, move]));
  return (view.hand ?? []).map((/** @type {string} */ face) => {
    const move = playable.get(face) ?? (lesson?.asks && playable.size ? `play ${face}` : undefined); // a tutorial says why not
    return make("button", { type: "button", class: "held", disabled: !move, "data-move": move }, card(face));
  });
}

/** A seat's other choices, as buttons. @param {Snapshot} snapshot */
export function actions({ choices }) {
  return choices
    .filter(({ verb }) => verb !== "play")
    .map(({ move, label }) => make("button", { type: "button", "data-move": move }, label));
}
