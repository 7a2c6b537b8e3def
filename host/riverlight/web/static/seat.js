// @ts-check
// A private page: one seat's own hand and choices, large enough to play without searching.

import { seatNotices } from "./access.js";
import { connect } from "./connection.js";
import { corrections } from "./corrections.js";
import { data, partsOf, renew, say } from "./dom.js";
import { loadAgain } from "./next.js";
import { smallBoard } from "./small-board.js";
import { pressed, questions, refusals, snapshotOf } from "./state.js";

/** @import {GameModule, Page, Setting, Snapshot} from "../types/scripts" */

/** @type {Page} */
const page = partsOf("main, dialog");
/** @type {Setting} */
const setting = data("setting");
/** @type {GameModule} */
const game = await import(`./games/${setting.game}.js`);
const refuse = refusals(page);
const inquire = questions(page.question, (request) => link.send(request));
const tellOfBots = page.ask_reasons && (await import("./opponents.js")).opponents(page, (request) => link.send(request));
const tellOfCorrections = corrections(page, (request) => link.send(request));
const tellOfHints = page.ask_hint && (await import("./hints.js")).hints(page, () => location.pathname);
page.take_back.addEventListener("click", () => link.send({ take_back: true, agreed: false }));

page.hand.tabIndex = -1; // for the focus while nothing can be chosen
let version = 0;
const showBoard = setting.board && smallBoard(page, setting.board, game, play);
const link = connect(setting.line ?? "", setting.table, page.connection, {
  state(message) {
    const { table, spread_ms, refused = 0, link: own } = message;
    const snapshot = snapshotOf(message);
    if (table !== setting.table || !snapshot) return void loadAgain(spread_ms);
    tellOfLink(own);
    version = snapshot.version;
    say(page.sentence, snapshot.prompt.sentence);
    document.body.classList.toggle("turn", snapshot.choices.length > 0);
    refuse(snapshot.refusal, refused);
    inquire(snapshot.question);
    tellOfCorrections(snapshot);
    page.take_back.disabled = !snapshot.can.take_back;
    page.take_back.title = snapshot.can.take_back ? snapshot.undoes : "";
    say(page.last, snapshot.latest);
    drawChoices(snapshot);
    showBoard?.(snapshot);
    renew(page.middle, game.middle(snapshot));
    renew(page.seats, game.seats(snapshot));
    tellOfBots?.(snapshot);
    tellOfHints?.(snapshot);
  },
  lights() {},
});

const tellOfLink = seatNotices(page.access, link);

/**
 * Draw cards and choices, and preserve keyboard focus among them, even while none can be chosen.
 * @param {Snapshot} snapshot
 */
function drawChoices(snapshot) {
  const focused = document.activeElement;
  const isAmongThem = page.hand.contains(focused) || page.choices.contains(focused);
  renew(page.hand, ...game.hand(snapshot));
  renew(page.choices, ...game.actions(snapshot));
  if (!isAmongThem || focused?.matches("button:enabled")) return;
  const next = page.hand.querySelector("button:enabled") ?? page.choices.querySelector("button:enabled") ?? page.hand;
  /** @type {HTMLElement} */ (next).focus({ preventScroll: true });
}

/** @param {string | undefined} move */
function play(move) {
  if (move) link.send({ enter: move, version });
}

// Play the move of a pressed card or choice, with the version of the state that it was chosen in.
for (const place of [page.hand, page.choices]) {
  place.addEventListener("click", ({ target }) => {
    play(pressed(target, "[data-move]")?.dataset.move);
  });
}
