// @ts-check
// Replay of a game: step by hand or play at any speed, on this page and on the board.

/** @import {Page, ReplayPosition, Send, Snapshot} from "../types/scripts" */

/** Return a function that shows the position in the game. @param {Page} page @param {Send} send */
export function replays(page, send) {
  /** @type {ReplayPosition} */
  let place = { at: 0, of: 0, rounds: [], events: [] };
  /** @type {number | undefined} */
  let timer; // of the next entry
  let isPlaying = false;
  const goTo = (/** @type {number} */ at) => send({ go_to: Math.min(Math.max(at, 0), place.of) });

  function stop() {
    clearTimeout(timer);
    timer = undefined;
    isPlaying = false;
    page.play.textContent = "▶";
    page.play.setAttribute("aria-pressed", "false");
  }

  // The next entry is requested once the last one has arrived, so that slow connections keep up.
  function next() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      goTo(place.at + 1);
    }, 1000 / Number(page.speed.value));
  }

  page.play.addEventListener("click", () => {
    if (isPlaying) return stop();
    isPlaying = true;
    page.play.textContent = "❚❚";
    page.play.setAttribute("aria-pressed", "true");
    return place.at === place.of ? (goTo(0), next()) : next();
  });
  const turn = (/** @type {HTMLElement} */ button, /** @type {() => number} */ to) =>
    button.addEventListener("click", () => {
      stop();
      goTo(to());
    });
  turn(page.first, () => 0);
  turn(page.back, () => place.at - 1);
  turn(page.on, () => place.at + 1);
  turn(page.round_back, () => place.rounds.findLast((at) => at < place.at) ?? 0);
  turn(page.round_on, () => place.rounds.find((at) => at > place.at) ?? place.of);
  turn(page.event, () => place.events.find((at) => at > place.at) ?? place.of);
  turn(page.end, () => place.of);
  page.at.addEventListener("input", () => {
    stop();
    goTo(Number(page.at.value));
  });

  return (/** @type {Snapshot["replay"]} */ shown) => {
    if (!shown) return;
    const isNew = shown.at !== place.at;
    place = shown;
    page.at.max = String(place.of);
    page.at.value = String(place.at);
    if (!isPlaying) return;
    if (place.at === place.of) stop();
    else if (isNew || timer === undefined) next(); // without a timer the requested entry was lost with the connection
  };
}
