// @ts-check
// The connection's state on the page: whether it is open, and which presses are pending.

import { say } from "./dom.js";
import { text } from "./language.js";
import { Link } from "./link.js";
import { loadAgain } from "./next.js";

/** @import {Hear, Request} from "../types/scripts" */

const ANSWER_MS = 5000;
const PRESSED = "[data-key], [data-keys], [data-move], [data-agree], #take_back, #redo, #ready, #cancel, #drop";

/**
 * Connect the page, and show the state of the connection.
 * @param {string} path the socket's address on this server
 * @param {string} table the id of the game that the page shows
 * @param {HTMLElement} notice element for "connection lost" and dropped presses
 * @param {Hear} hear
 */
export function connect(path, table, notice, hear) {
  let isDropped = false;
  /** @type {Request[]} */
  let waiting = [];

  function show() {
    const isLost = document.body.classList.contains("offline");
    const lines = [
      isLost && text("Connection lost. Reconnecting…"),
      isLost && waiting.length && text("Your last press is sent as soon as the connection is back."),
      isDropped && (isLost ? text("Nothing was sent. Press again when the connection is back.") : text("Your last press was not sent. Press again.")),
    ];
    const sentence = lines.filter(Boolean).join(" ");
    notice.hidden = !sentence;
    say(notice, sentence);
  }

  return new Link(path, table, {
    lights: hear.lights,
    refused: askHost,
    state(message) {
      hear.state(message);
      mark(waiting);
    },
    online(isOnline) {
      document.body.classList.toggle("offline", !isOnline);
      isDropped = false;
      hear.online?.(isOnline);
      show();
    },
    waiting(requests) {
      if (requests.length > waiting.length) isDropped = false;
      waiting = requests;
      mark(waiting);
      show();
    },
    dropped() {
      isDropped = true;
      show();
    },
  });
}

let isAsking = false;

/** Check whether the host still has this page; if it has another one at this address, load that. */
async function askHost() {
  if (isAsking) return;
  isAsking = true;
  // A request may use a dead keep-alive connection, so nothing waits for its response.
  /** @type {RequestInit} */
  const request = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) };
  const answer = await fetch(location.href, request).catch(() => null);
  isAsking = false;
  const isBusy = !answer || answer.status === 429 || answer.status >= 500;
  if (!isBusy && (answer.redirected || !answer.ok)) loadAgain();
}

/** Mark the buttons whose requests are pending. @param {Request[]} requests */
function mark(requests) {
  const typed = requests.map(({ press }) => press ?? "").join("");
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(PRESSED))) {
    const { key, keys, move, agree } = element.dataset;
    const isPressed = (/** @type {Request} */ request) =>
      (key && request.press === key) || (move && request.enter === move) || (agree && String(request.agree) === agree) || element.id in request;
    const isWaiting = keys ? typed === keys : requests.some(isPressed);
    element.classList.toggle("waiting", isWaiting);
    if (isWaiting) element.setAttribute("aria-busy", "true");
    else element.removeAttribute("aria-busy");
  }
}
