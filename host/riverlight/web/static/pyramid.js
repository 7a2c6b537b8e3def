// Pyramid beside its maze: amulets, colours still held, dice, treasures played. The same page shows the hunters' side and
// the mummy's: each from its own view, which holds no more than that side may know. The contract is told in canyon.js.

import { make, sign, spoken } from "./dom.js";

const COLOURS = ["red", "blue", "white", "yellow", "green"];
const AMULETS = 3;
const DICE = 5;
const STEPS = { n: ["↑", "north"], e: ["→", "east"], s: ["↓", "south"], w: ["←", "west"] };
const WORDS = { throw: "throw", reset: "take back", pass: "pass", stop: "stop" };

/** The letter whose colour and shape a hunter has: two of one player have one each. */
function letterOf(marker) {
  return "BCDE"[marker];
}

function nameOf({ view, seats: players }, marker) {
  const { name } = players[view.owners[marker]];
  return players.length === 2 ? `${name}, ${["first", "second"][marker]}` : name;
}

function treasure(colour, label) {
  return sign(`treasure-${colour}`, label);
}

/** The mummy and the hunters in turn order: amulets, and the colours of the cards that each still holds. */
export function seats(snapshot) {
  const { view, seats: players } = snapshot;
  const hunters = view.owners.map((_, marker) => hunter(snapshot, marker));
  return make("ul", { class: "hunt", "aria-label": "The mummy and the hunters in turn order" }, mummy(view, players[0]), ...hunters);
}

function mummy(view, { name }) {
  const acts = view.to_act.includes(0);
  const taken = Array.from({ length: view.needed }, (_, at) => make("i", { class: at < view.taken ? "taken" : null }));
  return make(
    "li",
    { class: acts ? "acts" : null, "aria-current": acts ? "true" : null },
    make("span", { class: "who" }, sign("seat-mummy", "The mummy"), make("span", { class: "name" }, name), wins(view, 0)),
    make("span", { class: "amulets", "aria-hidden": "true" }, ...taken),
    spoken(`${view.taken} of ${view.needed} amulets`),
  );
}

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
      sign(`seat-${letterOf(marker)}`, `Hunter ${letterOf(marker)}`),
      make("span", { class: "name" }, nameOf(snapshot, marker)),
      isOut ? make("span", { class: "mark" }, "out") : wins(view, view.owners[marker]),
    ),
    make("span", { class: "amulets", "aria-hidden": "true" }, ...amulets),
    spoken(`${left} amulets left`),
    cards(view, marker),
  );
}

function wins(view, seat) {
  return view.winners.includes(seat) ? make("span", { class: "mark home" }, "wins") : null;
}

/** The backs of the cards still held; two hunters with one hand share what stands beside the first. */
function cards(view, marker) {
  const held = view.held[marker];
  if (!held) return null;
  const whole = Math.max(...Object.values(view.held[0]), 1);
  const backs = COLOURS.map((colour) => {
    const count = held[colour];
    const label = count ? `${colour}${count > 1 ? ` ${count}` : ""}` : `${colour} played`;
    return make("span", { class: count ? null : "played" }, treasure(colour, label), whole > 1 ? String(count) : null);
  });
  return make("span", { class: "backs", role: "group", "aria-label": "Treasures still held" }, ...backs);
}

function die(face, state) {
  const words = { A: "arrow", M: "mummy", arrow: "arrow" };
  const shown = face === "A" || face === "arrow" ? sign("thing-arrow") : face === "M" ? sign("thing-mummy") : make("b", {}, face);
  return make("span", { class: `die ${state}`.trim(), role: "img", "aria-label": words[face] ?? face }, shown);
}

/** The dice: what was thrown and may be chosen, what is set aside, what the mummy may still walk. */
export function middle({ view }) {
  const aside = Array.from({ length: view.set_aside }, () => die("M", "aside"));
  const isWalk = view.phase === "mummy" || view.phase === "interrupt";
  const usable = new Set(Object.keys(view.ends ?? {}));
  const chosen = view.die === "arrow" ? "A" : view.die;
  const thrown = (view.faces ?? []).map((face) => die(face, chosen ? (face === chosen ? "chosen" : "rest") : usable.has(face) ? "" : "rest"));
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
      make("span", {}, view.set_aside ? "Set aside" : "No die set aside"),
      ...aside,
      make("span", { class: "none" }, rest && view.set_aside && !isWalk ? text("{number} to throw", { number: rest }) : ""),
    ),
  );
}

/** Who stands where, as far as this side may see it. */
export function canoes(snapshot) {
  const { view } = snapshot;
  const walks = view.phase === "mummy" || view.phase === "interrupt";
  const here = [{ key: "mummy", letter: "mummy", name: "The mummy", space: view.mummy, acts: walks, home: view.winners.includes(0) }];
  (view.hunters ?? []).forEach((space, marker) => {
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

/** The ends that can be chosen, and beside each the keys that play its treasure; where the mummy can step. */
export function ends({ choices, typed }) {
  const shown = choices.filter(({ keys, space }) => space && keys.startsWith(typed) && keys !== "0");
  return shown.map((choice) => ({ ...choice, text: choice.keys.slice(typed.length), label: choice.label === "play" ? "go there and play the treasure" : choice.label }));
}

/** The mummy's last step; hunters go where nobody asks which way. */
export function ways({ view }) {
  return view.walk.length > 1 ? [["mummy", ...view.walk.slice(-2)]] : [];
}

/** Who played which treasure, and on the mummy's side where hunters can be. */
export function labels({ view }) {
  const played = view.played.map(([space, , marker]) => ({
    space,
    sign: make("span", { class: "played-by" }, sign(`seat-${letterOf(marker)}`)),
  }));
  const where = new Map();
  (view.possible ?? []).forEach((spaces, marker) => {
    for (const space of spaces) where.set(space, [...(where.get(space) ?? []), marker]);
  });
  const possible = [...where].map(([space, markers]) => ({
    space,
    sign: make("span", { class: "possible" }, ...markers.map((marker) => sign(`seat-${letterOf(marker)}`))),
  }));
  return [...played, ...possible];
}

/** What each key means now. */
export function legend({ view, choices, typed, can }) {
  const legend = { "#": { text: "⌫", quiet: !typed && !can.take_back } };
  if (view.phase === "roll" && !choices.length) {
    for (const face of "1234") legend[face] = {};
    legend.A = { sign: sign("thing-arrow", "arrow") };
    legend.D = { sign: sign("thing-mummy", "mummy") };
  }
  for (const { keys, move } of choices) {
    if (keys.startsWith(typed) && keys.length > typed.length) legend[keys[typed.length]] ??= meaning(keys, move, typed);
  }
  for (const key of "123A456B789C*0D") legend[key] ??= { quiet: true };
  return legend;
}

function meaning(keys, move, typed) {
  const [verb, what] = move.split(" ");
  const key = keys[typed.length];
  if (verb === "step") return { text: STEPS[what][0] };
  if (key === "A") return { sign: sign("thing-arrow", "arrow") };
  if (key === "D") return { sign: sign("thing-mummy", "mummy") };
  if (verb === "reroll") return { text: key === "*" ? "again" : key };
  if (verb === "move" && key === "*") return { text: "play" };
  return WORDS[verb] ? { text: WORDS[verb] } : {};
}

/** A hunter's own cards; one whose treasure can be reached now is a button that goes there and plays it. */
export function hand({ view, choices }, choose) {
  const moves = new Set(choices.map(({ move }) => move));
  const cards = (view.cards ?? []).flat();
  cards.sort(([, one], [, other]) => COLOURS.indexOf(one) - COLOURS.indexOf(other));
  return cards.map(([space, colour]) => {
    const move = `move ${space} play`;
    const playable = moves.has(move);
    return make(
      "button",
      { type: "button", class: "held", disabled: !playable, onclick: () => choose(move) },
      make(
        "span",
        { class: "card treasure", role: "img", "aria-label": `${colour} treasure of ${space}` },
        treasure(colour),
        make("b", {}, space),
      ),
    );
  });
}

/** A seat's own choices that are no cards, each once. */
export function actions({ choices }, choose) {
  const seen = new Set();
  const own = choices.filter(({ move }) => !move.endsWith(" play") && !seen.has(move) && seen.add(move));
  return own.map(({ move }) => make("button", { type: "button", onclick: () => choose(move) }, inWords(move)));
}

function inWords(move) {
  const [verb, ...what] = move.split(" ");
  if (verb === "die") return what[0] === "arrow" ? "the arrow" : `the ${what[0]}`;
  if (verb === "move") return `to ${what[0]}`;
  if (verb === "step") return STEPS[what[0]][1];
  if (verb === "reroll") return `throw ${what.map((face) => (face === "A" ? "arrow" : face)).join(" ")} again`;
  return { throw: "throw the dice", reset: "take the dice back" }[verb] ?? move;
}
