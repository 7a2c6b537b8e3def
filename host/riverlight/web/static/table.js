// The table page: one sentence, the board, the seats, the keypad; all of it drawn from the newest snapshot.

import { Board } from "./board.js";
import { data, make, renew, say, sign } from "./dom.js";
import { Keypad } from "./keypad.js";
import { text, textParts } from "./language.js";
import { Link } from "./link.js";
import { askAgain, choicesOf, clause, questions, refusals } from "./state.js";

const page = Object.fromEntries(
  [...document.querySelectorAll("[id]")].filter((element) => element.closest("main, footer, dialog")).map((element) => [element.id, element]),
);
const round = document.querySelector(".round");
const FAULTS = new Set(["disconnected", "silent", "refused"]);
const WORDS = {
  none: text("no board"),
  disconnected: text("disconnected"),
  connecting: text("connecting"),
  loading: text("loading"),
  ready: text("ready"),
  silent: text("silent"),
  recovering: text("recovering"),
  refused: text("refused"),
  closed: text("closed"),
};

const HIDDEN_PX = 8; // less than this is no line of text

const setting = data("setting");
const game = await import(`./${setting.game}.js`);
const refuse = refusals(page);
const inquire = questions(page.question, (request) => link.send(request));
const turn = page.replay && (await import("./replay.js")).replays(page, (request) => link.send(request));

const tellOfBots = page.ready && (await import("./opponents.js")).opponents(page, (request) => link.send(request));

const hear = page.sounds && (await import("./sounds.js")).sounds(page.sounds);
const walk = document.getElementById("walk");
if (walk) page.arrange.after(walk);
let newest = null;
let asked = null; // the button of the seat whose code is shown
const board = new Board(page.river, setting.board, (keys) => [...keys].forEach((key) => link.send({ press: key })));
for (const cause of ["scroll", "toggle"]) round.addEventListener(cause, hint, { capture: true, passive: true });
new ResizeObserver(hint).observe(round);
const keypad = page.keypad && new Keypad(page.keypad, (key) => link.send({ press: key })); // who only watches has none
const link = new Link(setting.line ?? "/live", {
  state({ table, refused, snapshot }) {
    if (table !== setting.table) return location.reload();
    hear?.(snapshot, refused);
    return show({ ...snapshot, choices: choicesOf(snapshot) }, refused);
  },
  lights: (bytes) => board.lights(bytes),
  shut: askAgain,
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
page.take_back?.addEventListener("click", () => {
  if (newest?.can.needs_agreement) page.agree.showModal();
  else link.send({ take_back: true, agreed: false });
});
page.agree?.addEventListener("close", () => {
  if (page.agree.returnValue === "agreed") link.send({ take_back: true, agreed: true });
});
page.private?.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (button) showLink(button, false);
});
page.private?.addEventListener("toggle", () => {
  if (page.private.open) page.private.scrollIntoView();
});
page.link_move?.addEventListener("click", () => showLink(asked, true));
page.link?.addEventListener("close", () => {
  page.link_code.replaceChildren();
  page.link_here.removeAttribute("href");
});
page.redo?.addEventListener("click", () => link.send({ redo: true }));
// What was opened to be looked at closes with a press beside it, or with Escape.
document.addEventListener("click", ({ target }) => close((details) => !details.contains(target)));
document.addEventListener("keydown", ({ key }) => key === "Escape" && close(() => true));

function close(isMeant) {
  for (const details of document.querySelectorAll("details[open]")) if (isMeant(details)) details.open = false;
}

function show(snapshot, refused) {
  newest = snapshot;
  const { prompt, typed, can, log } = snapshot;
  say(page.sentence, prompt.sentence);
  document.title = `${prompt.sentence} · Riverlight`;
  const shown = snapshot.status === "over" ? (snapshot.view.winners ?? []) : [prompt.seat];
  renew(page.turn, ...shown.map((seat) => snapshot.seats[seat]).filter(Boolean).map(({ letter }) => sign(`seat-${letter}`)));
  if (page.again) page.again.hidden = snapshot.status !== "over";
  explain(prompt);
  page.arrange.hidden = !snapshot.arrange;
  say(page.arrange, snapshot.arrange ?? "");
  page.typed.hidden = !typed;
  renew(page.typed, ...[...typed].map((key) => make("kbd", {}, key)), make("span", {}, "…"));
  refuse(snapshot.refusal, refused);
  inquire(snapshot.question);
  turn?.(snapshot.replay);
  tellOfBots?.(snapshot);
  coach(snapshot);
  if (walk) walk.hidden = !snapshot.arrange;
  page.foreseen.hidden = !snapshot.foreseen;
  say(page.foreseen, snapshot.foreseen?.sentence ?? "");
  renew(page.seats, game.seats(snapshot));
  renew(page.middle, game.middle(snapshot));
  board.foresee(snapshot.foreseen?.arrows ?? []);
  board.show(game.canoes(snapshot), game.ends(snapshot), game.ways(snapshot), game.labels(snapshot));
  keypad?.legend(game.legend(snapshot));
  say(page.last, log.at(-1)?.sentence ?? text("Nothing has happened yet."));
  renew(page.log, ...log.toReversed().map(({ n, sentence }) => make("li", { value: n }, sentence)));
  if (page.take_back) {
    page.take_back.disabled = !can.take_back;
    page.redo.disabled = !can.redo;
  }
  showDevice(snapshot);
  hint();
}

/** Fade what stands beside the board at its foot while more of it lies below. */
function hint() {
  round.classList.toggle("more", round.scrollTop + round.clientHeight < round.scrollHeight - HIDDEN_PX);
}

/** Say what the coach of a guided game says, and mark the key that is wanted next. */
function coach({ coach: said, typed }) {
  page.coach.hidden = !said;
  const keys = said?.keys ?? "";
  const press = keys && textParts("Press {keys}", { keys: [...keys].map((key) => make("kbd", {}, key)) });
  renew(page.coach, said?.sentence, keys && " ", ...press);
  for (const key of document.querySelectorAll(".key")) key.classList.toggle("wanted", key.dataset.key === keys[typed.length]);
}

/** Show the code of a seat's private page; `isMoved` makes a new one, which ends what is open under the old one. */
async function showLink(button, isMoved) {
  asked = button;
  say(page.link_whose, text("{name}'s seat", { name: button.textContent }));
  try {
    const body = new URLSearchParams({ move: Number(isMoved) });
    const answer = await fetch(`/seats/${button.dataset.seat}`, { method: "POST", body });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const { address, code, reach } = await answer.json();
    page.link_code.innerHTML = code; // the server's own drawing
    page.link_here.href = address;
    say(page.link_told, isMoved ? text("This code is new; what was open under the old one has ended.") : (reach ?? ""));
  } catch {
    page.link_code.replaceChildren();
    say(page.link_told, text("The code cannot be fetched now; try again."));
  }
  if (!page.link.open) page.link.showModal();
}

function explain({ why, clause: id }) {
  if (page.why.dataset.why === `${why} ${id}`) return;
  page.why.dataset.why = `${why} ${id}`;
  page.why.replaceChildren(`${why} `, ...(id ? [clause(id)] : []));
}

/** How the device is: one dot, one word; more when asked. */
function showDevice({ device }) {
  const isOpen = !document.body.classList.contains("offline");
  page.device.dataset.state = isOpen ? (FAULTS.has(device.state) ? "fault" : device.state) : "fault";
  say(page.health, isOpen ? (WORDS[device.state] ?? device.state) : text("reconnecting"));
  const facts = isOpen
    ? [
        device.sentence,
        device.simulated && text("It is a simulated Pico: this page shows its lights and presses its keys."),
        device.light_percent < 100 && text("Its lights are limited to {percent} % of their brightness by the power they may draw; this page shows them brighter.", { percent: device.light_percent }),
        device.mismatches > 0 && text("Lights that were not as they should be: {number}; each was set right.", { number: device.mismatches }),
        device.bad_lines > 0 && text("Lines damaged on the cable: {number}; each was sent again.", { number: device.bad_lines }),
      ]
    : [text("This page has lost the program; it goes on trying.")];
  renew(page.device_facts, ...facts.filter(Boolean).map((fact) => make("li", {}, fact)));
}
