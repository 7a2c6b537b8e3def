// What table page and private pages do alike with a state.

import { make, renew, say } from "./dom.js";
import { text } from "./language.js";
import { series } from "./words.js";

const REFUSED_MS = 900;

/** Ask for the page anew where the program answers, but has nothing under its address now: what it answers says why. */
export async function askAgain() {
  const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null);
  if (answer && (!answer.ok || answer.redirected)) location.reload();
}

/** Return the choices of a snapshot as objects: on the line each is [keys, move, label, space]. */
export function choicesOf({ choices }) {
  return choices.map(([keys, move, label, space]) => ({ keys, move, label, space }));
}

/** Show a rule under `place`: its id as a heading that opens to its text, which is fetched when it is opened. */
export function clause(id) {
  const rule = make("p");
  const summary = make("summary", {}, id);
  const details = make("details", { class: "clause", name: "clause", ontoggle: () => details.open && fetchInto(rule, id) }, summary, rule);
  return details;
}

async function fetchInto(place, id) {
  try {
    const rule = await (await fetch(`/clauses/${id}`)).json();
    const pieces = `${rule.title}\n${rule.text}`.replaceAll("`", "").split("*"); // every other one is emphasised
    renew(place, ...pieces.map((piece, at) => (at % 2 ? make("em", {}, piece) : piece)));
  } catch {
    say(place, text("The rule cannot be fetched now."));
  }
}

/**
 * Return a function that shows who wants to take what back, and asks whoever may agree.
 * @param {HTMLElement} place
 * @param {function(object)} send
 */
export function questions(place, send) {
  return (question) => {
    place.hidden = !question;
    if (!question) return place.replaceChildren();
    const { number, sentence, waiting, yours } = question;
    const answer = (agree) => () => send({ agree, question: number });
    const parts = [
      make("p", {}, sentence),
      yours
        ? make(
            "p",
            { class: "answers" },
            make("button", { type: "button", onclick: answer(true) }, text("I agree")),
            make("button", { type: "button", class: "quiet", onclick: answer(false) }, text("No")),
          )
        : make("p", {}, text("Waiting for {names}.", { names: series(waiting) })),
    ];
    return renew(place, ...parts);
  };
}

/** Return a function that shows a refusal, and marks it again each time the count of refusals grows. */
export function refusals({ sentence, refusal: place }) {
  let seen = null;
  let shown = null;
  return (refusal, count) => {
    const isNew = seen !== null && count > seen;
    seen = count;
    if (refusal?.sentence !== shown) {
      shown = refusal?.sentence;
      place.hidden = !refusal;
      place.replaceChildren(...(refusal ? [`${refusal.sentence} `, refusal.clause && clause(refusal.clause)].filter(Boolean) : []));
    }
    if (!refusal || !isNew) return;
    const prompt = sentence.parentElement;
    prompt.classList.remove("refused");
    void prompt.offsetWidth; // lets the mark begin anew
    prompt.classList.add("refused");
    setTimeout(() => prompt.classList.remove("refused"), REFUSED_MS);
  };
}
