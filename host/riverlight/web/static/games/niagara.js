// @ts-check
// Niagara's panel next to the board: each seat's card, canoes and gems towards the three goals; the weather and
// the possible flow. See canyon.js for the exports.

import { botSign, make, sign, spoken } from "../dom.js";
import { plural, text, textIn } from "../language.js";
import { series } from "../words.js";

/** @import {Canoe, End, Label, Legend, Meaning, SeatCard} from "../../types/scripts" */
/** @typedef {import("../../types/scripts").NiagaraView} View */
/** @typedef {import("../../types/scripts").ChoiceOf<import("../../types/scripts").NiagaraMove>} Choice */
/** @typedef {import("../../types/scripts").Shown<View, Choice>} Snapshot */

/** @type {Record<string, string>} */
const COLOURS = {
  violet: textIn("gem", "violet"),
  clear: textIn("gem", "clear"),
  yellow: textIn("gem", "yellow"),
  blue: textIn("gem", "blue"),
  pink: textIn("gem", "pink"),
};
const GEMS = Object.keys(COLOURS);
const GOALS = [
  { word: text("same"), most: 4, of: (/** @type {number[]} */ counts) => Math.max(...counts) },
  { word: text("different"), most: 5, of: (/** @type {number[]} */ counts) => counts.filter(Boolean).length },
  { word: text("total"), most: 7, of: (/** @type {number[]} */ counts) => counts.reduce((sum, count) => sum + count, 0) },
];
/** @type {Record<string, string>} */
const DIRECTIONS = { up: text("up"), down: text("down"), left: text("left"), right: text("right") };
const MOST_LISTED = 3; // moves to one space whose full keys are shown in its bubble
const WEATHERS = [-1, 0, 1, 2];
const WEATHER_SPACES = ["weather_m1", "weather_0", "weather_1", "weather_2"];

/** A paddle card: its number, the cloud, or its back while face down. @param {string | number} face */
export function card(face) {
  if (face === "sealed") return make("span", { class: "paddle sealed", role: "img", "aria-label": text("a sealed card") });
  const inner = face === "cloud" ? sign("thing-cloud") : make("b", {}, String(face));
  return make("span", { class: "paddle", role: "img", "aria-label": faceWords(face) }, inner);
}

/** @param {string | number} face */
function faceWords(face) {
  return face === "cloud" ? text("the cloud") : text("a {number}", { number: face });
}

/** @param {string} colour @param {string} [label] */
function gem(colour, label) {
  return sign(`gem-${colour}`, label ?? text("{colour} gem", { colour: COLOURS[colour] }));
}

/** The seats in turn order, clockwise from the life ring. @param {Snapshot} snapshot */
export function seats({ view, seats: players }) {
  const order = players.map((_, place) => players[(view.life_ring + place) % players.length]);
  const heads = [text("Gems ashore"), ...GOALS.map(({ word }) => word)].map((word) => make("span", {}, word));
  return make(
    "div",
    {},
    make("p", { class: "heads", "aria-hidden": "true" }, ...heads),
    make("ul", { class: "crews", "aria-label": text("Seats in turn order") }, ...order.map((player) => crew(view, player))),
  );
}

/** The final standings, for the shared picture. @param {Snapshot} snapshot */
export function standings({ view, seats: players }) {
  return players.map(({ seat, letter, name }) => {
    const gems = GEMS.reduce((sum, colour) => sum + view.scored[seat][colour], 0);
    return { letter, name, told: plural("{n} gem ashore", "{n} gems ashore", gems), wins: view.winners.includes(seat) };
  });
}

/** @param {View} view @param {SeatCard} player */
function crew(view, { seat, name, letter, bot, hints }) {
  const acts = view.to_act.includes(seat);
  const counts = GEMS.map((colour) => view.scored[seat][colour]);
  const marks = [
    view.life_ring === seat && sign("thing-ring", text("has the life ring")),
    view.winners.includes(seat) ? make("span", { class: "mark home" }, text("wins")) : view.met.includes(seat) && make("span", { class: "mark home" }, text("goal")),
  ];
  return make(
    "li",
    { class: acts ? "acts" : null, "aria-current": acts ? "true" : null },
    make("span", { class: "who" }, sign(`seat-${letter}`, text("Seat {letter}", { letter })), make("span", { class: "name" }, name), botSign({ bot, hints }), ...marks, usedCards(view, seat)),
    make("span", { class: "fleet" }, ...[0, 1].map((number) => canoe(view, seat, number))),
    make("span", { class: "shown" }, shownCard(view, seat)),
    make("span", { class: "hoard" }, ...GEMS.map((colour, at) => tally(colour, counts[at]))),
    make("span", { class: "goals" }, ...GOALS.map((goal) => progress(goal, counts))),
  );
}

/** The used cards, if the house rule keeps them visible. @param {View} view @param {number} seat */
function usedCards({ used }, seat) {
  if (!used?.[seat].length) return null;
  return make("span", { class: "covered" }, spoken(`${text("used:")} `), ...used[seat].map((/** @type {string | number} */ face) => (face === "cloud" ? sign("thing-cloud", text("cloud")) : String(face))));
}

/** @param {View} view @param {number} seat */
function shownCard(view, seat) {
  if (view.revealed[seat] !== null) return card(view.revealed[seat]);
  return view.sealed[seat] ? card("sealed") : null;
}

/** @param {View} view @param {number} seat @param {number} number */
function canoe(view, seat, number) {
  const [place, cargo] = [view.canoes[seat][number], view.cargo[seat][number]];
  const state = place === "shore" ? "ashore" : place;
  /** @type {Record<string, string>} */
  const words = { shore: text("ashore"), lost: text("lost"), unset: text("not yet") };
  return make(
    "span",
    { class: `berth ${state}` },
    spoken(`${text("canoe {number}", { number: number + 1 })} `),
    words[place] ?? place,
    cargo && gem(cargo, text("with a {colour} gem", { colour: COLOURS[cargo] })),
  );
}

/** @param {string} colour @param {number} count */
function tally(colour, count) {
  return make("span", { class: count ? "tally" : "tally bare" }, gem(colour, text("{colour}:", { colour: COLOURS[colour] })), String(count));
}

/** @param {(typeof GOALS)[number]} goal @param {number[]} counts */
function progress({ word, most, of }, counts) {
  const have = Math.min(of(counts), most);
  return make("span", { class: have === most ? "goal met" : "goal" }, spoken(`${word} `), make("b", {}, String(have)), `/${most}`);
}

/** The public state: the weather, and the possible flow. @param {Snapshot} snapshot */
export function middle({ view }) {
  const at = make(
    "ol",
    { class: "weather", "aria-label": text("Weather") },
    ...WEATHERS.map((weather) => {
      const here = weather === view.weather;
      return make("li", { class: here ? "here" : null, "aria-current": here ? "true" : null }, weatherWord(weather));
    }),
  );
  return make("div", { class: "middle sky" }, make("h2", {}, text("Round {round}, weather", { round: view.round }), lastRound(view)), at, make("p", { class: "flow" }, flowWords(view)));
}

/** The note in the last round of the game. @param {View} view */
function lastRound({ met, phase }) {
  return met.length && phase !== "over" ? make("b", { class: "last-round" }, text("Last round")) : null;
}

/** @param {number} weather */
function weatherWord(weather) {
  return weather > 0 ? `+${weather}` : String(weather).replace("-", "−");
}

/** @param {View} view */
function flowWords(view) {
  if (view.phase === "flow") return text("The river flows: {number} to go.", { number: view.flow_left });
  if (view.revealed.every((/** @type {unknown} */ face) => face === null) || view.phase === "over") return "";
  return view.danger ? text("The river can still flow up to {number}.", { number: view.danger }) : text("The river will not flow.");
}

/** Every canoe on the board: on its disc, or at its berth. @param {Snapshot} snapshot @returns {Canoe[]} */
export function canoes({ view, seats: players }) {
  return players.flatMap(({ seat, letter, name }) =>
    [0, 1].filter((number) => view.canoes[seat][number] !== "unset").map((number) => {
      const [place, cargo] = [view.canoes[seat][number], view.cargo[seat][number]];
      return {
        key: `${seat}.${number}`,
        letter,
        name,
        number: isChoice(view, seat) && number + 1,
        space: spaceOf(place, letter, number),
        cargo: cargo ? gem(cargo) : null,
        acts: view.to_act.includes(seat),
        home: view.winners.includes(seat),
        gone: place === "lost",
        told: told(name, number + 1, place, cargo),
      };
    }),
  );
}

/** @param {string} name @param {number} number @param {string} place @param {string | null} cargo */
function told(name, number, place, cargo) {
  const about = { name, number, place, colour: COLOURS[cargo ?? ""] };
  if (place === "lost") return text("{name}'s canoe {number} is lost.", about);
  if (place === "shore") {
    return cargo ? text("{name}'s canoe {number} is ashore with a {colour} gem.", about) : text("{name}'s canoe {number} is ashore.", about);
  }
  return cargo
    ? text("{name}'s canoe {number} is on {place} with a {colour} gem.", about)
    : text("{name}'s canoe {number} is on {place}.", about);
}

/**
 * Whether the seat must choose which of its canoes moves; only then are their numbers shown.
 * @param {View} view
 * @param {number} seat
 */
function isChoice(view, seat) {
  return view.phase === "act" && view.to_act.includes(seat) && view.must_move.length + view.may_launch.length === 2;
}

/** The place where a page shows a canoe. @param {string} place @param {string} letter @param {number} number */
function spaceOf(place, letter, number) {
  return place === "shore" || place === "lost" ? `${letter}${number + 1}` : place;
}

/**
 * The paths that canoes have just taken: by paddling, then by the river.
 * @param {Snapshot} snapshot
 */
export function ways({ view, seats: players }) {
  const found = [];
  for (const { seat, letter } of players) {
    for (const number of [0, 1]) {
      const way = [];
      if (view.last_way?.[0] === seat && view.last_way[1] === number) way.push(.../** @type {string[]} */ (view.last_way[2]));
      if (view.last_flow) {
        let place = view.last_flow.before[seat][number];
        if (!way.length) way.push(place);
        for (const arm of view.last_flow.arms) {
          const next = flowed(place, arm);
          if (next !== place) way.push(next);
          place = next;
        }
      }
      if (way.length > 1) found.push([`${seat}.${number}`, ...onThePage(way, letter, number)]);
    }
  }
  return found;
}

/**
 * A path in the page's spaces, which include the berth at the shore.
 * @param {string[]} way
 * @param {string} letter
 * @param {number} number
 */
function onThePage(way, letter, number) {
  const berth = spaceOf("shore", letter, number);
  const spaces = way.map((place) => (place === "lost" ? "fall" : place));
  if (way[0] === "shore") spaces.unshift(berth);
  if (way.at(-1) === "shore" || way.at(-1) === "lost") spaces.push(berth);
  return spaces;
}

/** @param {string} place @param {string} arm */
function flowed(place, arm) {
  const side = arm === "left" ? "L" : "R";
  if (place === "shore" || place === "lost") return place;
  if (place === "M5") return `${side}6`;
  if (place[0] === "M") return `M${Number(place[1]) + 1}`;
  if (place[0] !== side) return place;
  return place[1] === "6" ? `${side}7` : "lost";
}

/**
 * One bubble for each space with moves: it shows their keys, and presses the prefix that they share.
 * @param {Snapshot} snapshot
 * @returns {End[]}
 */
export function ends({ choices, typed }) {
  /** @type {Map<string, Choice[]>} */
  const bySpace = new Map();
  for (const choice of choices) {
    if (choice.space && choice.keys.startsWith(typed)) bySpace.set(choice.space, [...(bySpace.get(choice.space) ?? []), choice]);
  }
  return [...bySpace].flatMap(/** @returns {End[]} */ ([space, there]) => {
    const rests = there.map(({ keys }) => keys.slice(typed.length)).sort();
    const keys = common(rests);
    if (!keys) return [];
    if (rests.every((rest) => rest === keys)) return [{ space, keys, label: there[0].label, path: there[0].path }];
    const lines = rests.length > MOST_LISTED ? [plural("{keys}: {n} move", "{keys}: {n} moves", rests.length, { keys })] : rests;
    return [{ space, keys, label: text("from here"), lines }];
  });
}

/** @param {string[]} rests */
function common(rests) {
  let length = 0;
  while (rests.every((rest) => length < rest.length && rest[length] === rests[0][length])) length++;
  return rests[0].slice(0, length);
}

/**
 * The gems next to each site, and the weather on its track.
 * @param {Snapshot} snapshot
 * @returns {Label[]}
 */
export function labels({ view }) {
  const sites = GEMS.map((site) => {
    const { [site]: own = 0, ...others } = view.sites[site];
    const foreign = Object.entries(others).map(([colour, count]) => make("span", {}, gem(colour), String(count)));
    return { space: site, sign: make("span", { class: `heap ${site}` }, make("span", { class: own ? null : "none" }, String(own)), ...foreign) };
  });
  const last = lastRound(view);
  return [...sites, { space: WEATHER_SPACES[view.weather + 1], sign: make("span", { class: "now" }) }, ...(last ? [{ space: "weather_2", sign: last }] : [])];
}

/** The current meaning of each key. @param {Snapshot} snapshot */
export function legend({ view, choices, typed }) {
  /** @type {Legend} */
  const legend = {};
  const open = choices.filter(({ keys }) => keys.startsWith(typed) && keys.length > typed.length);
  for (const choice of open) legend[choice.keys[typed.length]] ??= meaning(view, choice.keys[typed.length], choice, open);
  return legend;
}

/** @param {View} view @param {string} key @param {Choice} choice @param {Choice[]} open @returns {Meaning} */
function meaning(view, key, choice, open) {
  const { verb, label, arguments: { card: face, colour, direction } } = choice;
  if (verb === "canoe") return canoeMeaning(view, key, choice, open);
  if (face === "cloud") return { sign: sign("thing-cloud", text("cloud")) };
  if (verb === "paddle") return {};
  if (colour) return { sign: gem(colour, text("pay {colour}", { colour: COLOURS[colour] })) };
  return { text: `${key} ${DIRECTIONS[direction ?? ""] ?? label}` };
}

/**
 * The meaning of a key among the `open` canoe moves; keys without a choice were omitted (canoe_keys.py).
 * @param {View} view
 * @param {string} key
 * @param {Choice} choice
 * @param {Choice[]} open
 * @returns {Meaning}
 */
function canoeMeaning(view, key, choice, open) {
  const { canoe: number = 0, unloads_before, loads_before, loads_after, direction, victim_seat, victim_canoe = 1 } = choice.arguments;
  if (open.length === 1) return { text: `${key} ${text("canoe")}` };
  if (open.some(({ arguments: other }) => other.canoe !== number)) return { text: text("canoe {number}", { number }) };
  if (key === "5") return { text: `5 ${text("unload")}` };
  if (!/\d/.test(key)) {
    const colour = (open.every(({ arguments: other }) => other.loads_before === loads_before) ? loads_after : loads_before) ?? "";
    return { sign: gem(colour, text("load {colour}", { colour: COLOURS[colour] })) };
  }
  const isSameWay = open.every(
    ({ arguments: other }) =>
      other.unloads_before === unloads_before && other.loads_before === loads_before && other.direction === direction,
  );
  if (!isSameWay) return { text: `${key} ${DIRECTIONS[direction ?? ""]}` };
  if (victim_seat === undefined) return { text: `${key} ${text("no more")}` };
  const colour = view.cargo[victim_seat][victim_canoe - 1] ?? "";
  return { sign: gem(colour, text("steal {colour} of {canoe}", { colour: COLOURS[colour], canoe: canoeName(victim_seat, victim_canoe) })) };
}

/** @param {number} seat @param {number} number */
function canoeName(seat, number) {
  return `${"ABCDE"[seat]}${number}`;
}

/**
 * A seat's own paddle cards; those that can be chosen now are buttons with their move.
 * @param {Snapshot} snapshot
 */
export function hand({ view, choices }) {
  const playable = new Map(choices.filter(({ verb }) => verb === "paddle").map(({ arguments: { card: face }, move }) => [face, move]));
  return ["1", "2", "3", "4", "5", "6", "cloud"].map((face) => {
    const move = playable.get(face);
    const isHeld = (view.hand ?? []).map(String).includes(face);
    const isChosen = String(view.chosen) === face;
    const states = ["held", isChosen ? "chosen" : !isHeld && "used"].filter(Boolean).join(" ");
    const name = series([faceWords(face), isChosen ? text("chosen") : !isHeld && text("used")].filter((word) => word !== false));
    return make("button", { type: "button", class: states, disabled: !move, "aria-label": name, "data-move": move }, card(face));
  });
}

/** A seat's other choices, as buttons with the whole move. @param {Snapshot} snapshot */
export function actions({ choices }) {
  const isFirst = (/** @type {Choice} */ { move }, /** @type {number} */ at) => choices.findIndex((each) => each.move === move) === at;
  const others = choices.filter((choice, at) => choice.verb !== "paddle" && isFirst(choice, at));
  return others.map((choice) => make("button", { type: "button", class: "whole", "data-move": choice.move }, inWords(choice)));
}

/** @param {Choice} choice @returns {string} */
function inWords({ verb, label, arguments: given }) {
  const { canoe: number = 0, colour, direction, end = "", victim_seat, victim_canoe = 1 } = given;
  if (colour) return text("buy {colour}", { colour: COLOURS[colour] });
  if (verb === "weather") return direction === "up" ? text("weather up") : text("weather down");
  if (verb === "fork") return direction === "left" ? text("fork left") : text("fork right");
  if (verb !== "canoe") return label;
  const before = series([text("canoe {number}", { number }), ...acts(given.unloads_before, given.loads_before)]);
  const theft = victim_seat === undefined ? [] : [text("steal {canoe}", { canoe: canoeName(victim_seat, victim_canoe) })];
  const way = text("{canoe} {way}", { canoe: before, way: wayWords(direction, end) });
  return series([way, ...acts(given.unloads_after, given.loads_after), ...theft]);
}

/** @param {string | undefined} direction @param {string} place */
function wayWords(direction, place) {
  if (place === "lost") return text("down, over the waterfall");
  if (place === "shore") return text("up, ashore");
  if (direction === "rest") return text("at {place}", { place });
  if (direction === "up") return text("up to {place}", { place });
  if (direction === "down") return text("down to {place}", { place });
  return direction === "left" ? text("left to {place}", { place }) : text("right to {place}", { place });
}

/** The actions before or after the move, each in a word or two. @param {boolean} [unloads] @param {string} [loads] */
function acts(unloads, loads) {
  return [...(unloads ? [text("unload")] : []), ...(loads ? [text("load {colour}", { colour: COLOURS[loads] })] : [])];
}
