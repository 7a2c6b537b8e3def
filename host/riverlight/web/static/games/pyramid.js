// @ts-check
// Pyramid's panel next to the maze: amulets, colours still held, dice, treasures played. The same code shows both
// sides, each from its own view, which contains only what that side may know. See canyon.js for the exports.

import { botSign, data, drawing, make, sign, spoken } from "../dom.js";
import { plural, text, textParts } from "../language.js";
import { onSpaces } from "../state.js";
import { colourName } from "../words.js";

/** @import {BoardData, BoardSpace, Canoe, End, Label, Legend, Meaning, SeatCard} from "../../types/scripts" */
/** @typedef {import("../../types/scripts").PyramidView} View */
/** @typedef {import("../../types/scripts").ChoiceOf<import("../../types/scripts").PyramidMove>} Choice */
/** @typedef {import("../../types/scripts").Shown<View, Choice>} Snapshot */

const COLOURS = ["red", "blue", "white", "yellow", "green"];
/** @type {BoardData | null} */
const board = data("setting")?.board ?? null;
const AMULETS = 3;
const DICE = 5;
/** @type {Record<string, string[]>} */
const STEPS = { n: ["↑", text("north")], e: ["→", text("east")], s: ["↓", text("south")], w: ["←", text("west")] };
/** @type {Record<string, string>} */
const WORDS = { throw: text("roll"), reset: text("take back"), pass: text("pass"), stop: text("stop") };

/** The letter of a hunter's colour and shape; two hunters of one player have different ones. @param {number} marker */
function letterOf(marker) {
  return "BCDE"[marker];
}

/** @param {Snapshot} snapshot @param {number} marker */
function nameOf({ view, seats: players }, marker) {
  const { name } = players[view.owners[marker]];
  return players.length === 2 ? [text("{name}, first", { name }), text("{name}, second", { name })][marker] : name;
}

/** @param {string} colour @param {string} [label] */
function treasure(colour, label) {
  return sign(`treasure-${colour}`, label);
}

/**
 * The mummy and the hunters in turn order: amulets, and the colours of the cards still held.
 * @param {Snapshot} snapshot
 */
export function seats(snapshot) {
  const { view, seats: players } = snapshot;
  const hunters = view.owners.map((/** @type {number} */ _, /** @type {number} */ marker) => hunter(snapshot, marker));
  return make("ul", { class: "hunt", "aria-label": text("The mummy and the hunters in turn order") }, mummy(view, players[0]), ...hunters);
}

/** The final standings, for the shared picture. @param {Snapshot} snapshot */
export function standings(snapshot) {
  const { view, seats: [{ name }] } = snapshot;
  const hunters = view.owners.map((/** @type {number} */ owner, /** @type {number} */ marker) => {
    const told = plural("{n} amulet left", "{n} amulets left", view.amulets[marker]);
    return { letter: letterOf(marker), name: nameOf(snapshot, marker), told, wins: view.winners.includes(owner) };
  });
  return [{ letter: "mummy", name, told: text("{taken} of {needed} amulets", { taken: view.taken, needed: view.needed }), wins: view.winners.includes(0) }, ...hunters];
}

/** @param {View} view @param {SeatCard} player */
function mummy(view, { name, bot, hints }) {
  const acts = view.to_act.includes(0);
  const taken = Array.from({ length: view.needed }, (_, at) => make("i", { class: at < view.taken ? "taken" : null }));
  return make(
    "li",
    { class: acts ? "acts" : null, "aria-current": acts ? "true" : null },
    make("span", { class: "who" }, sign("seat-mummy", text("The mummy")), make("span", { class: "name" }, name), botSign({ bot, hints }), wins(view, 0)),
    make("span", { class: "amulets", "aria-hidden": "true" }, ...taken),
    spoken(text("{taken} of {needed} amulets", { taken: view.taken, needed: view.needed })),
  );
}

/** @param {Snapshot} snapshot @param {number} marker */
function hunter(snapshot, marker) {
  const { view } = snapshot;
  const acts = view.marker === marker;
  const left = view.amulets[marker];
  const isOut = left === 0;
  const amulets = Array.from({ length: AMULETS }, (_, at) => make("i", { class: at < left ? "left" : null }));
  return make(
    "li",
    { class: [acts && "acts", isOut && "out"].filter(Boolean).join(" ") || null, "aria-current": acts ? "true" : null },
    make(
      "span",
      { class: "who" },
      sign(`seat-${letterOf(marker)}`, text("Hunter {letter}", { letter: letterOf(marker) })),
      make("span", { class: "name" }, nameOf(snapshot, marker)),
      botSign(snapshot.seats[view.owners[marker]]),
      isOut ? make("span", { class: "mark" }, text("out")) : wins(view, view.owners[marker]),
    ),
    make("span", { class: "amulets", "aria-hidden": "true" }, ...amulets),
    spoken(plural("{n} amulet left", "{n} amulets left", left)),
    cards(view, marker),
  );
}

/** @param {View} view @param {number} seat */
function wins(view, seat) {
  return view.winners.includes(seat) ? make("span", { class: "mark home" }, text("wins")) : null;
}

/**
 * The backs of the cards still held; two hunters with one hand share those of the first.
 * @param {View} view
 * @param {number} marker
 */
function cards(view, marker) {
  const held = view.held[marker];
  if (!held) return null;
  const whole = Math.max(...Object.values(view.held[0]), 1);
  const backs = COLOURS.map((colour) => {
    const word = colourName(colour);
    const count = held[colour];
    const several = count > 1 ? text("{colour} {number}", { colour: word, number: count }) : word;
    const label = count ? several : text("{colour} played", { colour: word });
    return make("span", { class: count ? null : "played" }, treasure(colour, label), whole > 1 ? String(count) : null);
  });
  return make("span", { class: "backs", role: "group", "aria-label": text("Treasures in hand") }, ...backs);
}

/** @param {string} face @param {string} state */
function die(face, state) {
  /** @type {Record<string, string>} */
  const words = { A: text("arrow"), M: text("mummy"), arrow: text("arrow") };
  const shown = face === "A" || face === "arrow" ? sign("thing-arrow") : face === "M" ? sign("thing-mummy") : make("b", {}, face);
  return make("span", { class: `die ${state}`.trim(), role: "img", "aria-label": words[face] ?? face }, shown);
}

/**
 * The dice: the roll, those set aside for the mummy, and the mummy's remaining steps.
 * @param {Snapshot} snapshot
 */
export function middle({ view }) {
  const aside = Array.from({ length: view.set_aside }, () => die("M", "aside"));
  const isWalk = view.phase === "mummy" || view.phase === "interrupt";
  const usable = new Set(Object.keys(view.ends ?? {}));
  const chosen = view.die === "arrow" ? "A" : view.die;
  const thrown = (view.faces ?? []).map((/** @type {string} */ face) => die(face, chosen ? (face === chosen ? "chosen" : "rest") : usable.has(face) ? "" : "rest"));
  const onTable = view.faces ? thrown : view.die ? [die(view.die, "chosen")] : [];
  const rest = DICE - view.set_aside;
  return make(
    "div",
    { class: "middle dice" },
    make("h2", {}, text("Round {round}", { round: view.round })),
    isWalk
      ? make("p", { class: "steps" }, ...textParts("{left} of {steps} steps", { left: make("b", {}, String(view.steps_left)), steps: String(view.steps) }))
      : null,
    onTable.length ? make("div", { class: "throw", role: "group", "aria-label": text("Dice") }, ...onTable) : null,
    make(
      "div",
      { class: "aside" },
      make("span", {}, view.set_aside ? text("Mummy dice") : text("No mummy dice")),
      ...aside,
      make("span", { class: "none" }, rest && view.set_aside && !isWalk ? text("{number} to roll", { number: rest }) : ""),
    ),
  );
}

/** The pieces that this side may see. @param {Snapshot} snapshot @returns {Canoe[]} */
export function canoes(snapshot) {
  const { view } = snapshot;
  const walks = view.phase === "mummy" || view.phase === "interrupt";
  const here = [{ key: "mummy", letter: "mummy", name: text("The mummy"), space: view.mummy, acts: walks, home: view.winners.includes(0) }];
  (view.hunters ?? []).forEach((/** @type {string | null} */ space, /** @type {number} */ marker) => {
    if (!space) return;
    here.push({
      key: String(marker),
      letter: letterOf(marker),
      name: nameOf(snapshot, marker),
      space,
      acts: view.marker === marker && !walks,
      home: view.winners.includes(view.owners[marker]),
    });
  });
  return here;
}

/**
 * The legal ends, each with the keys that play its treasure; the mummy's possible steps.
 * @param {Snapshot} snapshot
 * @returns {End[]}
 */
export function ends({ choices, typed }) {
  const shown = onSpaces(choices).filter(({ keys }) => keys.startsWith(typed) && keys !== "0");
  return shown.map((choice) => ({ ...choice, lines: [choice.keys.slice(typed.length)], label: endWords(choice) }));
}

/** @param {Choice} choice */
function endWords({ label, arguments: { direction, plays } }) {
  if (direction) return STEPS[direction][1];
  return plays ? text("go there and play the treasure") : label;
}

/** The mummy's last step; hunters have no fixed path. @param {Snapshot} snapshot @returns {string[][]} */
export function ways({ view }) {
  return view.walk.length > 1 ? [["mummy", ...view.walk.slice(-2)]] : [];
}

/**
 * The treasures played, and on the mummy's side where hunters may be.
 * @param {Snapshot} snapshot
 * @returns {Label[]}
 */
export function labels({ view }) {
  const played = view.played.map((/** @type {(string | number)[]} */ [space, , marker]) => ({
    space: String(space),
    sign: make("span", { class: "played-by" }, sign(`seat-${letterOf(Number(marker))}`)),
  }));
  /** @type {Map<string, number[]>} */
  const where = new Map();
  (view.possible ?? []).forEach((/** @type {string[]} */ spaces, /** @type {number} */ marker) => {
    for (const space of spaces) where.set(space, [...(where.get(space) ?? []), marker]);
  });
  const possible = [...where].map(([space, markers]) => ({
    space,
    sign: make("span", { class: "possible" }, ...markers.map((marker) => sign(`seat-${letterOf(marker)}`))),
  }));
  return [...played, ...possible];
}

/** The current meaning of each key. @param {Snapshot} snapshot */
export function legend({ view, choices, typed }) {
  /** @type {Legend} */
  const legend = {};
  if (view.phase === "roll" && !choices.length) {
    for (const face of "1234") legend[face] = {};
    legend.A = { sign: sign("thing-arrow", text("arrow")) };
    legend.D = { sign: sign("thing-mummy", text("mummy")) };
  }
  const dice = view.phase === "mummy_roll" ? 1 : view.dice_to_throw;
  if (legend.A || view.phase === "mummy_roll") legend.C = { text: "✓", quiet: typed.length !== dice };
  if (view.phase === "mummy_roll") for (const face of "123") legend[face] = {};
  for (const choice of choices) {
    for (const key of nextKeys(choice, typed)) legend[key] ??= meaning(key, choice);
  }
  return legend;
}

/**
 * The possible next keys of a code; dice to roll again can be named in any order.
 * @param {Choice} choice
 * @param {string} typed
 * @returns {Iterable<string>}
 */
function nextKeys({ keys, verb }, typed) {
  if (verb !== "reroll" || !typed || keys === "*") return keys.startsWith(typed) ? keys.slice(typed.length, typed.length + 1) : "";
  const left = [...keys.slice(1, -1)];
  for (const key of typed.slice(1)) {
    if (!left.includes(key)) return "";
    left.splice(left.indexOf(key), 1);
  }
  return left.length ? left : "*";
}

/** @param {string} key @param {Choice} choice @returns {Meaning} */
function meaning(key, { verb, arguments: { direction } }) {
  if (direction) return { text: STEPS[direction][0], said: STEPS[direction][1] };
  if (key === "A") return { sign: sign("thing-arrow", text("arrow")) };
  if (key === "D") return { sign: sign("thing-mummy", text("mummy")) };
  if (verb === "reroll") return { text: key === "*" ? text("reroll") : key };
  if (verb === "move" && key === "*") return { text: text("play") };
  return WORDS[verb] ? { text: WORDS[verb] } : {};
}

/**
 * A hunter's own cards; a card whose treasure is in reach is a button that goes there and plays it.
 * @param {Snapshot} snapshot
 */
export function hand({ view, choices }) {
  const plays = new Map(choices.filter((choice) => choice.arguments.plays).map((choice) => [choice.arguments.space, choice.move]));
  /** @type {string[][]} */
  const cards = (view.cards ?? []).flat();
  cards.sort(([, one], [, other]) => COLOURS.indexOf(one) - COLOURS.indexOf(other));
  return cards.map(([space, colour]) => {
    const move = plays.get(space);
    return make(
      "button",
      { type: "button", class: "held", disabled: !move, "data-move": move },
      make(
        "span",
        { class: "card treasure", role: "img", "aria-label": text("{colour} treasure of {space}", { colour: colourName(colour), space }) },
        treasure(colour),
        make("b", {}, space),
        whereabouts(space),
      ),
    );
  });
}

/** A small maze with a space marked on it. @param {string} marked */
function whereabouts(marked) {
  if (!board) return null;
  const dot = (/** @type {BoardSpace} */ { at: [x, y] }) => `M${x} ${y}h.1`;
  const { size, spaces } = board;
  return drawing(size, [
    ["chambers", spaces.map(dot).join("")],
    ["target", spaces.filter(({ id }) => id === marked).map(dot).join("")],
  ]);
}

/** A seat's other choices, each once. @param {Snapshot} snapshot */
export function actions({ choices }) {
  const seen = new Set();
  const own = choices.filter(({ move, arguments: { plays } }) => !plays && !seen.has(move) && seen.add(move));
  return own.map((choice) => make("button", { type: "button", "data-move": choice.move }, inWords(choice)));
}

/** @param {Choice} choice @returns {string} */
function inWords({ verb, label, arguments: { die: face, faces = [], direction, space } }) {
  if (face) return face === "arrow" ? text("the arrow") : text("the {number}", { number: face });
  if (space) return text("to {space}", { space });
  if (direction) return STEPS[direction][1];
  if (verb === "reroll") return text("reroll {faces}", { faces: faces.map((each) => (each === "A" ? text("arrow") : each)).join(" ") });
  /** @type {Record<string, string>} */
  const words = { throw: text("roll the dice"), reset: text("take the dice back"), pass: text("pass"), stop: text("stop") };
  return words[verb] ?? label;
}
