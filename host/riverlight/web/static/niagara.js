// Niagara beside its board: each seat's card, canoes and gems on the way to the three goals; the weather and what the
// river can still take. The contract is told in canyon.js.

import { make, sign, spoken } from "./dom.js";

const GEMS = ["violet", "clear", "yellow", "blue", "pink"];
const GOALS = [
  { word: "alike", most: 4, of: (counts) => Math.max(...counts) },
  { word: "kinds", most: 5, of: (counts) => counts.filter(Boolean).length },
  { word: "all", most: 7, of: (counts) => counts.reduce((sum, count) => sum + count, 0) },
];
const WEATHERS = [-1, 0, 1, 2];
const WEATHER_SPACES = ["weather_m1", "weather_0", "weather_1", "weather_2"];

/** A paddle card: its number, the cloud, or its back while it is sealed. */
export function card(face) {
  if (face === "sealed") return make("span", { class: "paddle sealed", role: "img", "aria-label": "a sealed card" });
  const inner = face === "cloud" ? sign("thing-cloud") : make("b", {}, String(face));
  return make("span", { class: "paddle", role: "img", "aria-label": faceWords(face) }, inner);
}

function faceWords(face) {
  return face === "cloud" ? "the cloud" : `a ${face}`;
}

function gem(colour, label) {
  return sign(`gem-${colour}`, label ?? `${colour} gem`);
}

/** The seats in turn order, from the life ring clockwise. */
export function seats({ view, seats: players }) {
  const order = players.map((_, place) => players[(view.life_ring + place) % players.length]);
  const heads = ["Gems ashore", ...GOALS.map(({ word }) => word)].map((word) => make("span", {}, word));
  return make(
    "div",
    {},
    make("p", { class: "heads", "aria-hidden": "true" }, ...heads),
    make("ul", { class: "crews", "aria-label": "Seats in turn order" }, ...order.map((player) => crew(view, player))),
  );
}

function crew(view, { seat, name, letter }) {
  const acts = view.to_act.includes(seat);
  const counts = GEMS.map((colour) => view.scored[seat][colour]);
  const marks = [
    view.life_ring === seat && sign("thing-ring", "has the life ring"),
    view.winners.includes(seat) ? make("span", { class: "mark home" }, "wins") : view.met.includes(seat) && make("span", { class: "mark home" }, "goal"),
  ];
  return make(
    "li",
    { class: acts ? "acts" : null, "aria-current": acts ? "true" : null },
    make("span", { class: "who" }, sign(`seat-${letter}`, `Seat ${letter}`), make("span", { class: "name" }, name), ...marks, usedCards(view, seat)),
    make("span", { class: "fleet" }, ...[0, 1].map((number) => canoe(view, seat, number))),
    make("span", { class: "shown" }, shownCard(view, seat)),
    make("span", { class: "hoard" }, ...GEMS.map((colour, at) => tally(colour, counts[at]))),
    make("span", { class: "goals" }, ...GOALS.map((goal) => progress(goal, counts))),
  );
}

/** The covered cards, where the table chose to keep them in sight. */
function usedCards({ used }, seat) {
  if (!used?.[seat].length) return null;
  return make("span", { class: "covered" }, spoken("used: "), ...used[seat].map((face) => (face === "cloud" ? sign("thing-cloud", "cloud") : String(face))));
}

function shownCard(view, seat) {
  if (view.revealed[seat] !== null) return card(view.revealed[seat]);
  return view.sealed[seat] ? card("sealed") : null;
}

function canoe(view, seat, number) {
  const [place, cargo] = [view.canoes[seat][number], view.cargo[seat][number]];
  const word = { shore: "ashore", lost: "lost" }[place] ?? place;
  return make("span", { class: `berth ${word}` }, spoken(`canoe ${number + 1} `), word, cargo && gem(cargo, `with a ${cargo} gem`));
}

function tally(colour, count) {
  return make("span", { class: count ? "tally" : "tally bare" }, gem(colour, `${colour}:`), String(count));
}

function progress({ word, most, of }, counts) {
  const have = Math.min(of(counts), most);
  return make("span", { class: have === most ? "goal met" : "goal" }, spoken(`${word} `), make("b", {}, String(have)), `/${most}`);
}

/** What the whole table looks at: the weather, and what the river can still take. */
export function middle({ view }) {
  const at = make(
    "ol",
    { class: "weather", "aria-label": "Weather" },
    ...WEATHERS.map((weather) => {
      const here = weather === view.weather;
      return make("li", { class: here ? "here" : null, "aria-current": here ? "true" : null }, weatherWord(weather));
    }),
  );
  return make("div", { class: "middle sky" }, make("h2", {}, `Round ${view.round}, weather`), at, make("p", { class: "flow" }, flowWords(view)));
}

function weatherWord(weather) {
  return weather > 0 ? `+${weather}` : String(weather).replace("-", "−");
}

function flowWords(view) {
  if (view.phase === "flow") return `The river flows: ${view.flow_left} to go.`;
  if (view.revealed.every((face) => face === null) || view.phase === "over") return "";
  return view.danger ? `It can still take ${view.danger}.` : "It will rest.";
}

/** Every canoe on the board: afloat on its disc, else at its berth. */
export function canoes({ view, seats: players }) {
  return players.flatMap(({ seat, letter, name }) =>
    [0, 1].map((number) => {
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
        told: `${name}'s canoe ${number + 1} is ${{ shore: "ashore", lost: "lost" }[place] ?? `on ${place}`}${cargo ? ` with a ${cargo} gem` : ""}.`,
      };
    }),
  );
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

/** One bubble for each space that can be chosen, with the keys that all ways there begin with. */
export function ends({ choices, typed }) {
  const bySpace = new Map();
  for (const choice of choices) {
    if (choice.space && choice.keys.startsWith(typed)) bySpace.set(choice.space, [...(bySpace.get(choice.space) ?? []), choice]);
  }
  return [...bySpace].flatMap(([space, there]) => {
    const rests = there.map(({ keys }) => keys.slice(typed.length));
    const keys = common(rests);
    if (!keys) return [];
    const more = rests.some((rest) => rest.length > keys.length);
    return [{ space, keys, label: more ? "begin" : there[0].label, text: more ? `${keys}…` : keys }];
  });
}

function common(texts) {
  let length = 0;
  while (texts.every((text) => length < text.length && text[length] === texts[0][length])) length++;
  return texts[0].slice(0, length);
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

/** What each key means now: a word for each, as the choices' labels have them. */
export function legend({ choices, typed, can }) {
  const legend = { "#": { text: "⌫", quiet: !typed && !can.take_back } };
  for (const { keys, label } of choices) {
    if (!keys.startsWith(typed) || keys.length === typed.length) continue;
    const key = keys[typed.length];
    legend[key] ??= meaning(key, label.split(", ")[typed.length] ?? label);
  }
  for (const key of "123A456B789C*0D") legend[key] ??= { quiet: true };
  return legend;
}

function meaning(key, word) {
  const [verb, what] = word.split(" ");
  if (word === key) return {};
  if (word === "cloud") return { sign: sign("thing-cloud", word) };
  if (GEMS.includes(what)) return { sign: gem(what, word) };
  return { text: word.endsWith(key) ? word : `${key} ${verb === "no" ? word : verb}` };
}

/** A seat's own paddle cards; those that can be chosen now are buttons. */
export function hand({ view, choices }, choose) {
  const playable = new Map(choices.filter(({ move }) => move.startsWith("paddle ")).map(({ move }) => [move.slice(7), move]));
  return ["1", "2", "3", "4", "5", "6", "cloud"].map((face) => {
    const move = playable.get(face);
    const isHeld = (view.hand ?? []).map(String).includes(face);
    const isChosen = String(view.chosen) === face;
    const states = ["held", isChosen ? "chosen" : !isHeld && "used"].filter(Boolean).join(" ");
    const name = [faceWords(face), isChosen ? "chosen" : !isHeld && "used"].filter(Boolean).join(", ");
    return make("button", { type: "button", class: states, disabled: !move, "aria-label": name, onclick: () => choose(move) }, card(face));
  });
}

/** A seat's own choices that are no cards, as buttons with the whole move on each. */
export function actions({ choices }, choose) {
  const others = choices.filter(({ move }, at) => !move.startsWith("paddle ") && choices.findIndex((each) => each.move === move) === at);
  return others.map(({ move }) => make("button", { type: "button", class: "whole", onclick: () => choose(move) }, inWords(move)));
}

function inWords(move) {
  return move.replace(/ (unload|load|steal)\b/g, ", $1").replace("down to lost", "down, over the fall");
}
