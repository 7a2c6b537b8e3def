// A private page: one seat's own hand and choices, large enough to play without searching.

import { data, make, renew, say } from "./dom.js";
import { Link } from "./link.js";
import { askAgain, choicesOf, questions, refusals } from "./state.js";

const page = Object.fromEntries([...document.querySelectorAll("main [id]")].map((element) => [element.id, element]));
const setting = data("setting");
const game = await import(`./${setting.game}.js`);
const refuse = refusals(page);
const inquire = questions(page.question, (request) => link.send(request));
page.take_back.addEventListener("click", () => link.send({ take_back: true, agreed: false }));

let version = 0;
const link = new Link(setting.line, {
  state({ table, refused, snapshot }) {
    if (table !== setting.table) return location.reload();
    snapshot.choices = choicesOf(snapshot);
    version = snapshot.version;
    say(page.sentence, snapshot.prompt.sentence);
    document.body.classList.toggle("turn", snapshot.choices.length > 0);
    refuse(snapshot.refusal, refused);
    inquire(snapshot.question);
    page.take_back.disabled = !snapshot.can.take_back;
    say(page.last, snapshot.log.at(-1)?.sentence ?? "");
    renew(page.hand, ...game.hand(snapshot, choose));
    renew(page.choices, ...game.actions(snapshot, choose));
    renew(page.middle, game.middle(snapshot));
    return undefined;
  },
  lights() {},
  shut: askAgain,
  online(isOpen) {
    document.body.classList.toggle("offline", !isOpen);
  },
});

/** Play a move; the version says which state of the game it was chosen in. */
function choose(move) {
  link.send({ enter: move, version });
}
