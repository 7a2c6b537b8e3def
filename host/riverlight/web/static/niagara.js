// Niagara beside its board: each seat's card, canoes and gems on the way to the three goals; the weather and what the
// river can still take. The contract is told in canyon.js.

import { botSign, make, sign, spoken } from "./dom.js";
import { plural, text, textIn } from "./language.js";
import { series } from "./words.js";

const GEMS = ["violet", "clear", "yellow", "blue", "pink"];
const GEM_KEYS = "ABCD*";
const COLOURS = {
  violet: textIn("gem", "violet"),
  clear: textIn("gem", "clear"),
  yellow: textIn("gem", "yellow"),
  blue: textIn("gem", "blue"),
  pink: textIn("gem", "pink"),
};
const GOALS = [
  { word: text("alike"), most: 4, of: (counts) => Math.max(...counts) },
  { word: text("kinds"), most: 5, of: (counts) => counts.filter(Boolean).length },
  { word: text("all"), most: 7, of: (counts) => counts.reduce((sum, count) => sum + count, 0) },
];
const MOST_LISTED = 3; // ways to one space whose keys stand in its bubble, each in full
const WEATHERS = [-1, 0, 1, 2];
const WEATHER_SPACES = ["weather_m1", "weather_0", "weather_1", "weather_2"];

/** A paddle card: its number, the cloud, or its back while it is sealed. */
export function card(face) {
  if (face === "sealed") return make("span", { class: "paddle sealed", role: "img", "aria-label": text("a sealed card") });
  const inner = face === "cloud" ? sign("thing-cloud") : make("b", {}, String(face));
  return make("span", { class: "paddle", role: "img", "aria-label": faceWords(face) }, inner);
}

function faceWords(face) {
  return face === "cloud" ? text("the cloud") : text("a {number}", { number: face });
}

function gem(colour, label) {
  return sign(`gem-${colour}`, label ?? text("{colour} gem", { colour: COLOURS[colour] }));
}

/** The seats in turn order, from the life ring clockwise. */
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

function crew(view, { seat, name, letter, bot }) {
  const acts = view.to_act.includes(seat);
  const counts = GEMS.map((colour) => view.scored[seat][colour]);
  const marks = [
    view.life_ring === seat && sign("thing-ring", text("has the life ring")),
    view.winners.includes(seat) ? make("span", { class: "mark home" }, text("wins")) : view.met.includes(seat) && make("span", { class: "mark home" }, text("goal")),
  ];
  return make(
    "li",
    { class: acts ? "acts" : null, "aria-current": acts ? "true" : null },
    make("span", { class: "who" }, sign(`seat-${letter}`, text("Seat {letter}", { letter })), make("span", { class: "name" }, name), botSign({ bot }), ...marks, usedCards(view, seat)),
    make("span", { class: "fleet" }, ...[0, 1].map((number) => canoe(view, seat, number))),
    make("span", { class: "shown" }, shownCard(view, seat)),
    make("span", { class: "hoard" }, ...GEMS.map((colour, at) => tally(colour, counts[at]))),
    make("span", { class: "goals" }, ...GOALS.map((goal) => progress(goal, counts))),
  );
}

/** The covered cards, where the table chose to keep them in sight. */
function usedCards({ used }, seat) {
  if (!used?.[seat].length) return null;
  return make("span", { class: "covered" }, spoken(`${text("used:")} `), ...used[seat].map((face) => (face === "cloud" ? sign("thing-cloud", text("cloud")) : String(face))));
}

function shownCard(view, seat) {
  if (view.revealed[seat] !== null) return card(view.revealed[seat]);
  return view.sealed[seat] ? card("sealed") : null;
}

function canoe(view, seat, number) {
  const [place, cargo] = [view.canoes[seat][number], view.cargo[seat][number]];
  const state = { shore: "ashore", lost: "lost" }[place] ?? place;
  const words = { shore: text("ashore"), lost: text("lost"), unset: text("not yet") };
  return make(
    "span",
    { class: `berth ${state}` },
    spoken(`${text("canoe {number}", { number: number + 1 })} `),
    words[place] ?? place,
    cargo && gem(cargo, text("with a {colour} gem", { colour: COLOURS[cargo] })),
  );
}

function tally(colour, count) {
  return make("span", { class: count ? "tally" : "tally bare" }, gem(colour, text("{colour}:", { colour: COLOURS[colour] })), String(count));
}

function progress({ word, most, of }, counts) {
  const have = Math.min(of(counts), most);
  return make("span", { class: have === most ? "goal met" : "goal" }, spoken(`${word} `), make("b", {}, String(have)), `/${most}`);
}

/** What the whole table looks at: the weather, and what the river can still take. */
export function middle({ view }) {
  const at = make(
    "ol",
    { class: "weather", "aria-label": text("Weather") },
    ...WEATHERS.map((weather) => {
      const here = weather === view.weather;
      return make("li", { class: here ? "here" : null, "aria-current": here ? "true" : null }, weatherWord(weather));
    }),
  );
  return make("div", { class: "middle sky" }, make("h2", {}, text("Round {round}, weather", { round: view.round })), at, make("p", { class: "flow" }, flowWords(view)));
}

function weatherWord(weather) {
  return weather > 0 ? `+${weather}` : String(weather).replace("-", "−");
}

function flowWords(view) {
  if (view.phase === "flow") return text("The river flows: {number} to go.", { number: view.flow_left });
  if (view.revealed.every((face) => face === null) || view.phase === "over") return "";
  return view.danger ? text("It can still take {number}.", { number: view.danger }) : text("It will rest.");
}

/** Every canoe on the board: afloat on its disc, else at its berth. */
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
        cargo: cargo && gem(cargo),
        acts: view.to_act.includes(seat),
        home: view.winners.includes(seat),
        gone: place === "lost",
        told: told(name, number + 1, place, cargo),
      };
    }),
  );
}

function told(name, number, place, cargo) {
  const about = { name, number, place, colour: COLOURS[cargo] };
  if (place === "lost") return text("{name}'s canoe {number} is lost.", about);
  if (place === "shore") {
    return cargo ? text("{name}'s canoe {number} is ashore with a {colour} gem.", about) : text("{name}'s canoe {number} is ashore.", about);
  }
  return cargo
    ? text("{name}'s canoe {number} is on {place} with a {colour} gem.", about)
    : text("{name}'s canoe {number} is on {place}.", about);
}

/** Whether the seat is to say which of its canoes moves; only then they need their numbers. */
function isChoice(view, seat) {
  return view.phase === "act" && view.to_act.includes(seat) && view.must_move.length + view.may_launch.length === 2;
}

/** Where a page shows a canoe. */
function spaceOf(place, letter, number) {
  return place === "shore" || place === "lost" ? `${letter}${number + 1}` : place;
}

/** What canoes have just gone along: the way of the one that paddled, then what the river did. */
export function ways({ view, seats: players }) {
  const found = [];
  for (const { seat, letter } of players) {
    for (const number of [0, 1]) {
      const way = [];
      if (view.last_way?.[0] === seat && view.last_way[1] === number) way.push(...view.last_way[2]);
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

/** The way over the page's own spaces: from the berth by the shore, to the berth from the shore or the fall. */
function onThePage(way, letter, number) {
  const berth = spaceOf("shore", letter, number);
  const spaces = way.map((place) => (place === "lost" ? "fall" : place));
  if (way[0] === "shore") spaces.unshift(berth);
  if (way.at(-1) === "shore" || way.at(-1) === "lost") spaces.push(berth);
  return spaces;
}

function flowed(place, arm) {
  const side = arm === "left" ? "L" : "R";
  if (place === "shore" || place === "lost") return place;
  if (place === "M5") return `${side}6`;
  if (place[0] === "M") return `M${Number(place[1]) + 1}`;
  if (place[0] !== side) return place;
  return place[1] === "6" ? `${side}7` : "lost";
}

/** One bubble for each space that can be chosen: it says the keys of each way there, and presses what all begin with. */
export function ends({ choices, typed }) {
  const bySpace = new Map();
  for (const choice of choices) {
    if (choice.space && choice.keys.startsWith(typed)) bySpace.set(choice.space, [...(bySpace.get(choice.space) ?? []), choice]);
  }
  return [...bySpace].flatMap(([space, there]) => {
    const rests = there.map(({ keys }) => keys.slice(typed.length)).sort();
    const keys = common(rests);
    if (!keys) return [];
    if (rests.every((rest) => rest === keys)) return [{ space, keys, label: there[0].label }];
    const lines = rests.length > MOST_LISTED ? [plural("{keys}: {n} way", "{keys}: {n} ways", rests.length, { keys })] : rests;
    return [{ space, keys, label: text("begin"), lines }];
  });
}

function common(rests) {
  let length = 0;
  while (rests.every((rest) => length < rest.length && rest[length] === rests[0][length])) length++;
  return rests[0].slice(0, length);
}

/** Beside each site what lies there, on its track where the weather is. */
export function labels({ view }) {
  const sites = GEMS.map((site) => {
    const { [site]: own = 0, ...others } = view.sites[site];
    const foreign = Object.entries(others).map(([colour, count]) => make("span", {}, gem(colour), String(count)));
    return { space: site, sign: make("span", { class: `heap ${site}` }, make("span", { class: own ? null : "none" }, String(own)), ...foreign) };
  });
  return [...sites, { space: WEATHER_SPACES[view.weather + 1], sign: make("span", { class: "now" }) }];
}

/** What each key means now. */
export function legend({ view, choices, typed, can }) {
  const legend = { "#": { text: "⌫", quiet: !typed && !can.take_back } };
  const open = choices.filter(({ keys }) => keys.startsWith(typed) && keys.length > typed.length);
  const moves = open.map(({ move }) => move);
  for (const { keys, move } of open) legend[keys[typed.length]] ??= meaning(view, keys[typed.length], move, moves);
  for (const key of "123A456B789C*0D") legend[key] ??= { quiet: true };
  return legend;
}

function meaning(view, key, move, moves) {
  const [verb, what] = move.split(" ");
  if (verb === "canoe") return canoeMeaning(view, key, move, moves);
  if (what === "cloud") return { sign: sign("thing-cloud", text("cloud")) };
  if (verb === "paddle") return {};
  if (verb === "buy") return { sign: gem(what, text("pay {colour}", { colour: COLOURS[what] })) };
  const words = { done: text("done"), keep: text("keep"), up: text("up"), down: text("down"), left: text("left"), right: text("right") };
  return { text: `${key} ${words[what ?? verb]}` };
}

/** What a key means within the moves of canoes that are open; keys that choose nothing were left out (niagara_codes.py). */
function canoeMeaning(view, key, move, moves) {
  const canoeOf = (each) => each.split(" ", 2).join(" ");
  const untilEnd = (each) => each.match(/^.* (to|at)\b/)[0];
  const areAlike = (part) => moves.every((each) => part(each) === part(move));
  if (moves.length === 1) return { text: `${key} ${text("canoe")}` };
  if (!areAlike(canoeOf)) return { text: text("canoe {number}", { number: move.split(" ")[1] }) };
  if (key === "5") return { text: `5 ${text("unload")}` };
  if (GEM_KEYS.includes(key)) {
    const colour = GEMS[GEM_KEYS.indexOf(key)];
    return { sign: gem(colour, text("load {colour}", { colour: COLOURS[colour] })) };
  }
  if (!areAlike(untilEnd)) {
    const ways = { 2: text("up"), 8: text("down"), 4: text("left"), 6: text("right") };
    return { text: `${key} ${ways[key]}` };
  }
  const canoe = move.match(/ steal (\S+)$/)?.[1];
  if (!canoe) return { text: `${key} ${text("no more")}` };
  const colour = view.cargo["ABCDE".indexOf(canoe[0])][canoe[1] - 1];
  return { sign: gem(colour, text("steal {colour} of {canoe}", { colour: COLOURS[colour], canoe })) };
}

/** A seat's own paddle cards; those that can be chosen now are buttons. */
export function hand({ view, choices }, choose) {
  const playable = new Map(choices.filter(({ move }) => move.startsWith("paddle ")).map(({ move }) => [move.slice(7), move]));
  return ["1", "2", "3", "4", "5", "6", "cloud"].map((face) => {
    const move = playable.get(face);
    const isHeld = (view.hand ?? []).map(String).includes(face);
    const isChosen = String(view.chosen) === face;
    const states = ["held", isChosen ? "chosen" : !isHeld && "used"].filter(Boolean).join(" ");
    const name = series([faceWords(face), isChosen ? text("chosen") : !isHeld && text("used")].filter(Boolean));
    return make("button", { type: "button", class: states, disabled: !move, "aria-label": name, "data-move": move, onclick: () => choose(move) }, card(face));
  });
}

/** A seat's own choices that are no cards, as buttons with the whole move on each. */
export function actions({ choices }, choose) {
  const others = choices.filter(({ move }, at) => !move.startsWith("paddle ") && choices.findIndex((each) => each.move === move) === at);
  return others.map(({ move }) => make("button", { type: "button", class: "whole", "data-move": move, onclick: () => choose(move) }, inWords(move)));
}

function inWords(move) {
  const [verb, what] = move.split(" ");
  const alone = {
    done: text("done"),
    keep: text("keep"),
    up: text("weather up"),
    down: text("weather down"),
    left: text("fork left"),
    right: text("fork right"),
  };
  if (verb === "buy") return text("buy {colour}", { colour: COLOURS[what] });
  if (verb !== "canoe") return alone[what ?? verb] ?? move;
  const [, number, before, way, place, after] = move.match(/^canoe (\d)(.*?) (at|up to|down to|left to|right to) (\S+)(.*)$/);
  const canoe = text("canoe {number}", { number });
  const start = before ? series([canoe, ...acts(before)]) : canoe;
  return series([text("{canoe} {way}", { canoe: start, way: wayWords(way, place) }), ...acts(after)]);
}

function wayWords(way, place) {
  if (place === "lost") return text("down, over the fall");
  if (place === "shore") return text("up, ashore");
  const words = {
    at: text("at {place}", { place }),
    "up to": text("up to {place}", { place }),
    "down to": text("down to {place}", { place }),
    "left to": text("left to {place}", { place }),
    "right to": text("right to {place}", { place }),
  };
  return words[way];
}

/** What is done before or after the way, each in a word or two. */
function acts(words) {
  return [...words.matchAll(/unload|(load|steal) (\S+)/g)].map(([, verb, what]) => {
    if (!verb) return text("unload");
    return verb === "load" ? text("load {colour}", { colour: COLOURS[what] }) : text("steal {canoe}", { canoe: what });
  });
}
