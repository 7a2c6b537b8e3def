// Canyon beside its board: seats with paces and tricks, trump and trick, the round track. The contract that every
// game's module keeps: for the table page `seats`, `middle`, `canoes`, `ends`, `ways`, `labels`, `legend`, for a private
// page `hand` and `actions`; each from a snapshot, none with a memory.

import { botSign, make, sign, spoken } from "./dom.js";
import { plural, text } from "./language.js";

const SUITS = {
  R: text("red flame"),
  B: text("blue drop"),
  G: text("green leaf"),
  Y: text("yellow sun"),
  V: text("violet moon"),
};
const MARKS = { wins: text("wins"), home: text("home"), deals: text("deals") };

/** A card as it lies on the table; a suit alone when its number is not known. */
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

/** The seats in turn order as a table: pace against tricks, then points. */
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
        ...[text("Seat"), text("Tricks of pace"), text("Points")].map((head) => make("th", { scope: "col", role: "columnheader" }, head)),
      ),
    ),
    make("tbody", {}, ...order.map((player) => row(view, player))),
  );
}

function spokenCaption(words) {
  return make("caption", {}, spoken(words));
}

function row(view, { seat, name, letter, bot }) {
  const acts = view.to_act.includes(seat);
  const wins = view.winners.includes(seat) && "wins";
  const mark = wins || (view.home[seat] && "home") || (view.dealer === seat && "deals");
  return make(
    "tr",
    { role: "row", class: acts ? "acts" : null, "aria-current": acts ? "true" : null },
    make(
      "th",
      { scope: "row", role: "rowheader" },
      make("div", { class: "who" }, sign(`seat-${letter}`, text("Seat {letter}", { letter })), make("span", { class: "name" }, name), botSign({ bot }), badge(mark)),
    ),
    make("td", { role: "cell", class: "tricks" }, ...tricks(view.paces[seat], view.tricks[seat])),
    make("td", { role: "cell", class: `points${view.moved[seat] ? " spent" : ""}` }, points(view.points[seat])),
  );
}

function badge(mark) {
  return mark && make("span", { class: `mark ${mark}` }, MARKS[mark]);
}

/** Pips: a full one for each trick won, a hollow one for each still wanted, a crossed one for each too many. */
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
    spoken(` ${plural("{n} trick of a pace of {pace}", "{n} tricks of a pace of {pace}", taken, { pace })}`),
  ];
}

function points(number) {
  return number === null || number === undefined ? "" : String(number);
}

/** What lies on the table: trump and the trick, then the round track. */
export function middle({ view, seats: players }) {
  return make("div", { class: "middle" }, lying(view, players), view.cards_each ? track(view) : null);
}

function lying(view, players) {
  const isPlayed = view.phase === "move" || view.phase === "over"; // the cards are done with
  const trump = view.trump && !isPlayed && make("div", {}, make("h2", {}, text("Trump")), card(view.trump_card ?? view.trump));
  return trump ? make("div", { class: "lying" }, trump, trick(view, players)) : null;
}

function trick({ phase, trick: laid, last_trick: last }, players) {
  if (phase !== "tricks") return null;
  const isWon = !laid.length && last;
  const cards = (isWon ? last.cards : laid).map(([seat, face]) =>
    make("li", { class: isWon && seat === last.winner ? "took" : null }, card(face), sign(`seat-${players[seat].letter}`, players[seat].name)),
  );
  return make(
    "div",
    { class: `trick${isWon ? " won" : ""}` },
    make("h2", {}, isWon ? text("{name} took", { name: players[last.winner].name }) : text("Trick")),
    cards.length ? make("ol", {}, ...cards) : make("p", { class: "none" }, text("not yet led")),
  );
}

function track(view) {
  const steps = view.track.map((cards, index) => {
    const here = index + 1 === view.step;
    return make("li", { class: here ? "here" : null, "aria-current": here ? "step" : null }, String(cards));
  });
  const title = plural("Round {round}, {n} card each", "Round {round}, {n} cards each", view.cards_each, { round: view.round });
  return make(
    "div",
    { class: "track" },
    make("h2", {}, title),
    make("ol", { "aria-label": text("Cards each, by round") }, ...steps),
  );
}

/** Who stands where on the board. */
export function canoes({ view, seats: players }) {
  const mover = view.activity.seat;
  return players
    .filter(({ seat }) => view.canoes[seat])
    .map(({ seat, letter, name }) => ({
      key: String(seat),
      letter,
      name,
      space: view.canoes[seat],
      acts: seat === mover,
      home: Boolean(view.home[seat]),
      told: view.home[seat] ? text("{name} is home at {space}.", { name, space: view.canoes[seat] }) : undefined,
    }));
}

/** Where the one in turn may go, with the keys that lead there. */
export function ends({ choices }) {
  return choices.filter(({ space }) => space);
}

/** The ways that canoes have just gone: the key of each, then spaces. */
export function ways({ view }) {
  return view.last_way ? [view.last_way.map(String)] : [];
}

/** What is written beside spaces: nothing. */
export function labels() {
  return [];
}

/** What each key of the keypad means now: suits while a card is begun, ten where a key stands for it. */
export function legend({ choices, typed, can }) {
  const legend = { "#": { text: "⌫", quiet: !typed && !can.take_back } };
  for (const { keys, move } of choices) {
    if (!keys.startsWith(typed)) continue;
    const key = keys[typed.length];
    const [verb, what] = move.split(" ");
    const isCard = verb === "play" || verb === "trump";
    if (isCard && !typed) legend[key] = { sign: sign(`suit-${what[0]}`, SUITS[what[0]]), alias: what[0] };
    else if (isCard && key === "*") legend[key] = { text: text("suit") };
    else if (what?.endsWith("10") && keys.length === typed.length + 1 && !/^1$/.test(key)) legend[key] = { text: "10" };
    else legend[key] ??= {};
  }
  for (const key of "123A456B789C*0D") legend[key] ??= { quiet: true };
  return legend;
}

/** A seat's own cards, largest first to the eye: those that may be played now are buttons. */
export function hand({ view, choices }, choose) {
  const playable = new Map(choices.filter(({ move }) => move.startsWith("play ")).map(({ move }) => [move.slice(5), move]));
  return (view.hand ?? []).map((face) => {
    const move = playable.get(face);
    return make("button", { type: "button", class: "held", disabled: !move, "data-move": move, onclick: () => choose(move) }, card(face));
  });
}

/** A seat's own choices that are no cards, as buttons. */
export function actions({ choices }, choose) {
  return choices
    .filter(({ move }) => !move.startsWith("play "))
    .map(({ move, label }) => make("button", { type: "button", "data-move": move, onclick: () => choose(move) }, label));
}
