// The table page: one sentence, the board, the seats, the keypad; all of it drawn from the newest snapshot.

import { Board } from "./board.js";
import { data, make, renew, say, sign } from "./dom.js";
import { Keypad } from "./keypad.js";
import { Link } from "./link.js";
import { choicesOf, clause, refusals } from "./state.js";

const page = Object.fromEntries(
  [...document.querySelectorAll("[id]")].filter((element) => element.closest("main, footer, dialog")).map((element) => [element.id, element]),
);
const setting = data("setting");
const game = await import(`./${setting.game}.js`);
const refuse = refusals(page);

let newest = null;
const board = new Board(page.river, setting.board, (keys) => [...keys].forEach((key) => link.send({ press: key })));
const keypad = new Keypad(page.keypad, (key) => link.send({ press: key }));
const link = new Link("/live", {
  state({ table, refused, snapshot }) {
    if (table !== setting.table) return location.reload();
    return show({ ...snapshot, choices: choicesOf(snapshot) }, refused);
  },
  lights: (bytes) => board.lights(bytes),
  online(isOpen) {
    document.body.classList.toggle("offline", !isOpen);
    if (newest) showDevice(newest);
  },
});

page.ask.addEventListener("click", () => {
  const isAsked = page.ask.getAttribute("aria-expanded") !== "true";
  page.ask.setAttribute("aria-expanded", String(isAsked));
  page.why.hidden = !isAsked;
});
page.take_back.addEventListener("click", () => {
  if (newest?.can.needs_agreement) page.agree.showModal();
  else link.send({ take_back: true, agreed: false });
});
page.agree.addEventListener("close", () => {
  if (page.agree.returnValue === "agreed") link.send({ take_back: true, agreed: true });
});
page.redo.addEventListener("click", () => link.send({ redo: true }));

function show(snapshot, refused) {
  newest = snapshot;
  const { prompt, typed, can, log } = snapshot;
  say(page.sentence, prompt.sentence);
  document.title = `${prompt.sentence} · Riverlight`;
  const turn = snapshot.seats[prompt.seat];
  renew(page.turn, turn ? sign(`seat-${turn.letter}`) : null);
  explain(prompt);
  page.typed.hidden = !typed;
  renew(page.typed, ...[...typed].map((key) => make("kbd", {}, key)), make("span", {}, "…"));
  refuse(snapshot.refusal, refused);
  renew(page.seats, game.seats(snapshot));
  renew(page.middle, game.middle(snapshot));
  board.show(game.canoes(snapshot), snapshot.choices.filter(({ space }) => space), game.way(snapshot));
  keypad.legend(game.legend(snapshot));
  say(page.last, log.at(-1)?.sentence ?? "");
  renew(page.log, ...log.toReversed().map(({ n, sentence }) => make("li", { value: n }, sentence)));
  page.take_back.disabled = !can.take_back;
  page.redo.disabled = !can.redo;
  showDevice(snapshot);
}

function explain({ why, clause: id }) {
  if (page.why.dataset.why === `${why} ${id}`) return;
  page.why.dataset.why = `${why} ${id}`;
  page.why.replaceChildren(`${why} `, ...(id ? [clause(id)] : []));
}

function health({ state, light_percent: percent }) {
  return state === "ready" && percent < 100 ? `limited to ${percent} %` : state;
}

function showDevice({ device }) {
  const isOpen = !document.body.classList.contains("offline");
  page.device.dataset.state = isOpen ? device.state : "page lost";
  say(page.health, isOpen ? health(device) : "reconnecting");
  page.device.title = isOpen ? device.sentence : "This page has lost the program; it goes on trying.";
}
