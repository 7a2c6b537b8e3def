// @ts-check
// The table page: prompt, board, seats, keypad; all drawn from the newest snapshot.

import { seatNotices, tableAccess } from "./access.js";
import { Board } from "./board.js";
import { connect } from "./connection.js";
import { data, make, partsOf, renew, say, sign } from "./dom.js";
import { Keypad } from "./keypad.js";
import { text } from "./language.js";
import { moments } from "./moments.js";
import { loadAgain } from "./next.js";
import { clause, questions, refusals, snapshotOf } from "./state.js";

/** @import {GameModule, Page, Setting, Snapshot} from "../types/scripts" */

/** @type {Page} */
const page = partsOf("main, aside, footer, dialog");
const round = /** @type {HTMLElement} */ (document.querySelector(".round"));
const FAULTS = new Set(["disconnected", "silent", "refused"]);
/** @type {Record<string, string>} */
const WORDS = {
  none: text("no device"),
  disconnected: text("disconnected"),
  connecting: text("connecting"),
  loading: text("loading"),
  ready: text("ready"),
  silent: text("silent"),
  recovering: text("recovering"),
  refused: text("refused"),
  closed: text("closed"),
};

const { title } = document; // of the game, until the prompt replaces it
const HIDDEN_PX = 8; // less than a line of text

/** @type {Setting} */
const setting = data("setting");
/** @type {GameModule} */
const game = await import(`./games/${setting.game}.js`);
const refuse = refusals(page);
const inquire = questions(page.question, (request) => link.send(request));
const turn = page.replay && (await import("./replay.js")).replays(page, (request) => link.send(request));
const tellOfBots = page.ask_reasons && (await import("./opponents.js")).opponents(page, (request) => link.send(request));

const tellOfCorrections = page.correct && (await import("./corrections.js")).corrections(page, (request) => link.send(request));
const plot = page.plots && (await import("./plots.js")).plots(page.plots);
const teach = page.lesson && (await import("./lesson.js")).lessons(page, (request) => link.send(request));
const celebrate = moments(page.moment, (request) => link.send(request));
const hear = page.volume && (await import("./sounds.js")).sounds(page.volume);
if (setting.own) (await import("./own.js")).ownSeats(page, setting.own, setting.table, game);
const hints = page.ask_hint && (await import("./hints.js")).hints;
const tellOfHints = setting.own ? null : hints?.(page, () => location.pathname);
/** @type {((spaces: string[]) => void) | undefined} */
let showMagnets;
const walk = document.getElementById("walk");
if (walk) page.arrange.after(walk);
/** @type {Snapshot | null} */
let newest = null;
const board = setting.board && new Board(page.river, setting.board, (keys) => [...keys].forEach((key) => link.send({ press: key }))); // a game may have none
for (const cause of ["scroll", "toggle"]) round.addEventListener(cause, hint, { capture: true, passive: true });
new ResizeObserver(hint).observe(round);
const keypad = page.keypad && new Keypad(page.keypad, (key) => link.send({ press: key })); // spectators have none
const link = connect(setting.line ?? "/live", setting.table, page.connection, {
  state(message) {
    const { table, spread_ms, refused = 0, links, link: own } = message;
    const snapshot = snapshotOf(message);
    if (table !== setting.table || !snapshot) return void loadAgain(spread_ms);
    if (links) tellOfLinks?.(links, snapshot.seats);
    else tellOfOwnLink?.(own);
    hear?.(snapshot, refused);
    show(snapshot, refused);
    if (message.magnets) dragPieces(message.magnets);
  },
  lights: (bytes) => void board?.lights(bytes),
  online() {
    if (newest) showDevice(newest);
  },
});

const tellOfOwnLink = setting.line && !page.lesson ? seatNotices(page.access, link) : null;
const tellOfLinks = setting.line || page.lesson ? null : tableAccess(page); // a tutorial has one learner, and no phones

page.ask.addEventListener("click", () => {
  const isAsked = page.ask.getAttribute("aria-expanded") !== "true";
  page.ask.setAttribute("aria-expanded", String(isAsked));
  page.why.hidden = !isAsked;
});
page.take_back?.addEventListener("click", () => {
  if (newest?.can.needs_agreement) {
    say(page.undoes, newest.undoes);
    page.agree?.showModal();
  } else link.send({ take_back: true, agreed: false });
});
page.agree?.addEventListener("close", () => {
  if (page.agree?.returnValue === "agreed") link.send({ take_back: true, agreed: true });
});
page.share?.addEventListener("click", async () => {
  if (!page.share) return;
  await navigator.clipboard?.writeText(page.share.dataset.text ?? "").catch(() => null);
  page.share.textContent = text("Copied");
});
page.picture?.addEventListener("click", async () => {
  const { sharePicture } = await import("./picture.js");
  if (newest && setting.board) await sharePicture(game, newest, setting.board, title);
});
page.redo?.addEventListener("click", () => link.send({ redo: true }));
// Open details close on a press outside, or with Escape.
document.addEventListener("click", ({ target }) => close((details) => !details.contains(/** @type {Node} */ (target))));
document.addEventListener("keydown", ({ key }) => key === "Escape" && close(() => true));

/** @param {(details: HTMLDetailsElement) => boolean} isMeant */
function close(isMeant) {
  for (const details of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details[open]"))) if (isMeant(details)) details.open = false;
}

/** Make the pieces of a simulated board with sensors draggable. @param {string[]} spaces those with a piece */
async function dragPieces(spaces) {
  const { magnets } = await import("./magnets.js");
  if (board) showMagnets ??= magnets(page.river, board, (request) => link.send(request));
  showMagnets?.(spaces);
}

/** @param {Snapshot} snapshot @param {number} refused */
function show(snapshot, refused) {
  // The confirmation was for an entry that is no longer the last one.
  if (page.agree?.open && snapshot.version !== newest?.version) page.agree.close("");
  newest = snapshot;
  const { prompt, typed, can, log } = snapshot;
  say(page.sentence, prompt.sentence);
  document.title = `${prompt.sentence} · Riverlight`;
  const shown = snapshot.status === "over" ? snapshot.view.winners : [prompt.seat];
  renew(page.turn, ...shown.map((seat) => snapshot.seats[seat ?? -1]).filter(Boolean).map(({ letter }) => sign(`seat-${letter}`)));
  if (page.again) page.again.hidden = snapshot.status !== "over";
  tellStory(snapshot);
  // After the game no key has a meaning; a single player has cards and buttons, and keys for real cards and dice.
  const hasNoKeys = snapshot.status === "over" || (setting.own !== undefined && prompt.seat !== -1) || snapshot.lesson?.asks === false;
  if (page.keypad) page.keypad.hidden = hasNoKeys && !snapshot.correction;
  explain(prompt);
  page.arrange.hidden = !snapshot.arrange;
  say(page.arrange, snapshot.arrange ?? "");
  page.typed.hidden = !typed;
  renew(page.typed, ...[...typed].map((key) => make("kbd", {}, key)), make("span", {}, "…"));
  refuse(snapshot.refusal, refused);
  inquire(snapshot.question);
  tellOfCorrections?.(snapshot);
  celebrate(snapshot);
  turn?.(snapshot.replay);
  tellOfBots?.(snapshot);
  tellOfHints?.(snapshot);
  coach(snapshot);
  teach?.(snapshot);
  if (walk) walk.hidden = !snapshot.arrange;
  page.foreseen.hidden = !snapshot.foreseen;
  say(page.foreseen, snapshot.foreseen?.sentence ?? "");
  renew(page.seats, game.seats(snapshot));
  renew(page.middle, game.middle(snapshot));
  board?.foresee(snapshot.foreseen?.arrows ?? []);
  board?.show(game.canoes(snapshot), game.ends(snapshot), game.ways(snapshot), game.labels(snapshot));
  keypad?.legend(snapshot.correction?.n === 0 ? null : { "#": { text: "⌫", quiet: !typed && !can.take_back }, ...game.legend(snapshot) });
  say(page.last, snapshot.latest || text("No moves yet."));
  say(page.before, log.findLast(({ n }) => n < (log.at(-1)?.n ?? 0))?.sentence ?? "");
  renew(page.log, ...log.toReversed().map(({ n, sentence }) => make("li", { value: n }, sentence)));
  if (page.take_back) {
    page.take_back.disabled = !can.take_back;
    page.take_back.title = can.take_back ? snapshot.undoes : "";
    page.redo.disabled = !can.redo;
  }
  showDevice(snapshot);
  hint();
}

/** At the end: who won, why, and the turning points. @param {Snapshot} snapshot */
function tellStory({ status, story, prompt, replay }) {
  document.body.classList.toggle("over", status === "over");
  page.story.hidden = !story.length || Boolean(replay);
  plot?.(status === "over" && !replay);
  renew(page.story, ...story.map((line) => make("li", {}, line)));
  if (status === "over" && page.ask.getAttribute("aria-expanded") !== "true") page.ask.click();
  page.share && (page.share.dataset.text = [prompt.sentence, prompt.why, ...story].join("\n"));
}

/** Fade the bottom of the panel next to the board while more can be scrolled. */
function hint() {
  round.classList.toggle("more", round.scrollTop + round.clientHeight < round.scrollHeight - HIDDEN_PX);
  if (round.scrollHeight > round.clientHeight) round.tabIndex = 0; // so that it can be scrolled by keyboard
  else round.removeAttribute("tabindex");
}

/** Say where the cards are, if they are on private pages. @param {Snapshot} snapshot */
function coach({ coach: said }) {
  page.coach.hidden = !said;
  say(page.coach, said?.sentence ?? "");
}

/** @param {Snapshot["prompt"]} prompt */
function explain({ why, clause: id }) {
  if (page.why.dataset.why === `${why} ${id}`) return;
  page.why.dataset.why = `${why} ${id}`;
  page.why.replaceChildren(`${why} `, ...(id ? [clause(id)] : []));
}

/** Show the device's status: a dot and a word; details unfold. @param {Snapshot} snapshot */
function showDevice({ device }) {
  const isOpen = !document.body.classList.contains("offline");
  page.device.dataset.state = isOpen ? (FAULTS.has(device.state) || device.warned ? "fault" : device.state) : "fault";
  say(page.health, isOpen ? (WORDS[device.state] ?? device.state) : text("reconnecting"));
  const facts = isOpen
    ? [
        device.sentence,
        device.simulated && text("This is a simulated Pico: the page shows its lights and presses its keys."),
        device.light_percent < 100 && text("To stay within the power limit, the lights have {percent} % of their brightness. This page shows them brighter.", { percent: device.light_percent }),
        device.mismatches > 0 && text("Wrong lights: {number}, each corrected.", { number: device.mismatches }),
        device.bad_lines > 0 && text("Damaged messages on the cable: {number}, each sent again.", { number: device.bad_lines }),
      ]
    : [text("Connection lost. Reconnecting…")];
  renew(page.device_facts, ...facts.filter(Boolean).map((fact) => make("li", {}, fact)));
}
