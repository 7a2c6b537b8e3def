// What table page and private pages do alike with a state.

import { make, renew } from "./dom.js";

const REFUSED_MS = 900;

/** Return the choices of a snapshot as objects: on the line each is [keys, move, label, space]. */
export function choicesOf({ choices }) {
  return choices.map(([keys, move, label, space]) => ({ keys, move, label, space }));
}

/** Return a function that shows a refusal, and marks it again each time the count of refusals grows. */
export function refusals({ sentence, refusal: place }) {
  let seen = null;
  return (refusal, count) => {
    const isNew = seen !== null && count > seen;
    seen = count;
    place.hidden = !refusal;
    renew(place, ...(refusal ? [refusal.sentence, " ", make("cite", {}, refusal.clause)] : []));
    if (!refusal || !isNew) return;
    const prompt = sentence.parentElement;
    prompt.classList.remove("refused");
    void prompt.offsetWidth; // lets the mark begin anew
    prompt.classList.add("refused");
    setTimeout(() => prompt.classList.remove("refused"), REFUSED_MS);
  };
}
