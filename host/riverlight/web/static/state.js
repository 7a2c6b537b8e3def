// @ts-check
// State handling shared by the table page and private pages.

import { make, renew, say } from "./dom.js";
import { text } from "./language.js";
import { series } from "./words.js";

/** @import {Page, Send, Snapshot, StateMessage} from "../types/scripts" */

const REFUSED_MS = 900;

/** Return the snapshot of a message, with its choices as objects. @param {StateMessage} message */
export function snapshotOf({ snapshot, choices = [] }) {
  /** @param {string[]} names @param {any[]} values */
  const named = (names, values) => Object.fromEntries(names.map((name, at) => [name, values[at]]));
  /** @type {any[]} */
  const objects = choices.flatMap(({ verb, fields, arguments: names, rows }) =>
    rows.map((row) => {
      const values = row.slice(fields.length);
      const move = [verb, ...values.flat()].join(" ");
      return { space: null, path: [], move, ...named(fields, row), verb, arguments: named(names, values) };
    }),
  );
  return snapshot && { ...snapshot, choices: objects };
}

/**
 * Return the choices shown on spaces.
 * @template {{space: string | null}} Kind
 * @param {Kind[]} choices
 * @returns {(Kind & {space: string})[]}
 */
export function onSpaces(choices) {
  return choices.flatMap((choice) => (choice.space === null ? [] : [{ ...choice, space: choice.space }]));
}

/**
 * Return the choices that one tap on the board makes: each is the only one on its space.
 * @template {{space: string | null}} Choice
 * @param {Choice[]} choices
 */
export function tappable(choices) {
  return choices.filter(({ space }) => space && choices.filter((other) => other.space === space).length === 1);
}

/**
 * Return the button with `attribute` that an event hit; null if none.
 * @param {EventTarget | null} target
 * @param {string} attribute as a selector
 * @returns {HTMLButtonElement | null}
 */
export function pressed(target, attribute) {
  return target instanceof Element ? target.closest(attribute) : null;
}

/** Fetch a resource by name; private pages have their own paths. @param {string} name */
export async function fetchOwn(name) {
  return (await fetch(location.pathname.startsWith("/seat/") ? `${location.pathname}/${name}` : `/${name}`)).json();
}

/** Return a clause: its id, which unfolds to its text, fetched on first use. @param {string} id */
export function clause(id) {
  const rule = make("p");
  const summary = make("summary", {}, id);
  const details = make("details", { class: "clause", name: "clause" }, summary, rule);
  details.addEventListener("toggle", () => details.open && fetchInto(rule, id));
  return details;
}

/** @param {HTMLElement} place @param {string} id */
async function fetchInto(place, id) {
  try {
    const rule = await (await fetch(`/clauses/${id}`)).json();
    const pieces = `${rule.title}\n${rule.text}`.replaceAll("`", "").split("*"); // every second one is emphasised
    renew(place, ...pieces.map((piece, at) => (at % 2 ? make("em", {}, piece) : piece)));
  } catch {
    say(place, text("The rule could not be loaded."));
  }
}

/**
 * Return a function that shows an undo request, with buttons for those who may agree.
 * @param {HTMLElement} place
 * @param {Send} send
 */
export function questions(place, send) {
  place.addEventListener("click", ({ target }) => {
    const button = pressed(target, "[data-agree]");
    if (button) send({ agree: button.dataset.agree === "true", question: Number(place.dataset.question) });
  });
  return (/** @type {Snapshot["question"]} */ question) => {
    place.hidden = !question;
    if (!question) return place.replaceChildren();
    const { number, sentence, waiting, yours } = question;
    place.dataset.question = String(number);
    const parts = [
      make("p", {}, sentence),
      yours
        ? make(
            "p",
            { class: "answers" },
            make("button", { type: "button", "data-agree": "true" }, text("I agree")),
            make("button", { type: "button", class: "quiet", "data-agree": "false" }, text("No")),
          )
        : make("p", {}, text("Waiting for {names}.", { names: series(waiting) })),
    ];
    return renew(place, ...parts);
  };
}

/**
 * Return a function that shows a refusal, and animates it again when the count of refusals grows.
 * @param {Pick<Page, "sentence" | "refusal">} page
 */
export function refusals({ sentence, refusal: place }) {
  /** @type {number | null} */
  let seen = null;
  /** @type {string | null} */
  let shown = null;
  return (/** @type {Snapshot["refusal"]} */ refusal, /** @type {number} */ count) => {
    const isNew = seen !== null && count > seen;
    seen = count;
    const next = refusal && `${refusal.sentence} ${refusal.clause}`;
    if (next !== shown) {
      shown = next;
      place.hidden = !refusal;
      place.replaceChildren(...(refusal ? [`${refusal.sentence} `, refusal.clause && clause(refusal.clause)] : []));
    }
    if (!refusal || !isNew) return;
    const prompt = /** @type {HTMLElement} */ (sentence.parentElement);
    prompt.classList.remove("refused");
    void prompt.offsetWidth; // restarts the animation
    prompt.classList.add("refused");
    setTimeout(() => prompt.classList.remove("refused"), REFUSED_MS);
  };
}
