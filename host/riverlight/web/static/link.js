// @ts-check
// The page's WebSocket to the table: receives states and lights, sends requests, and reconnects. Each request has
// an id, so that the table handles it once, however often it is sent.

/** @import {LinkHear, Request, Waiting} from "../types/scripts" */

const SILENT_MS = 5000; // the host sends something every 2 s; a connection that is silent for longer is replaced, in any state
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 3000;
const FRESH_MS = 2500; // a connection that received something this recently is good
const SAME_MOMENT_MS = 100; // several events on a restored network come together
const STALE_MS = 30000; // older requests are not sent again, because nobody expects them any more

export class Link {
  /**
   * @param {string} path the socket's address on this server
   * @param {string} table the id of the sitting that the page shows, as in each state
   * @param {LinkHear} hear
   */
  constructor(path, table, hear) {
    this.path = path;
    this.table = table;
    this.hear = hear;
    this.isReady = false;
    this.isLost = false;
    this.isOver = false;
    this.failures = 0;
    this.count = 0;
    this.begun = 0;
    this.heard = 0;
    /** @type {number | undefined} */
    this.version = undefined;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.attempt = new AbortController();
    this.prefix = [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(36)).join("");
    /** @type {Map<string, Waiting>} */
    this.unanswered = new Map();
    for (const sign of ["pageshow", "online", "focus"]) addEventListener(sign, ({ type }) => this.wake(type));
    for (const sign of ["visibilitychange", "resume"]) document.addEventListener(sign, ({ type }) => this.wake(type));
    this.start();
  }

  /**
   * Send a request, as {press: "7"}. It is repeated after a reconnect if unanswered, and dropped while offline.
   * @param {Request} request
   */
  send(request) {
    if (this.isLost) return this.hear.dropped();
    const message = { id: `${this.prefix}-${++this.count}`, ...request };
    this.unanswered.set(message.id, { message, at: Date.now(), version: this.version, sent: 0 });
    if (this.isReady) this.transmit(message.id);
    return this.hear.waiting(this.requests());
  }

  /** The pending requests, oldest first. */
  requests() {
    return [...this.unanswered.values()].map(({ message }) => message);
  }

  /** Close the connection for good, before another page is loaded. */
  end() {
    this.isOver = true;
    this.stop();
  }

  /** @param {string} id */
  transmit(id) {
    const request = this.unanswered.get(id);
    if (!request) return;
    const { message, version, sent } = request;
    // A repeated or late request is valid only in the state in which it was made.
    const isBound = sent && version !== undefined && ("press" in message || "take_back" in message || "redo" in message);
    request.sent = Date.now();
    this.socket?.send(JSON.stringify(isBound ? { ...message, version } : message));
  }

  /** Reconnect at once on events that say that the network, or this page, is back. @param {string} sign */
  wake(sign) {
    if (document.visibilityState === "hidden" || isWithin(this.begun, SAME_MOMENT_MS)) return;
    if (!this.isReady && !this.isLost && sign !== "online") return; // the page has just been loaded
    const isFresh = this.isReady && isWithin(this.heard, FRESH_MS);
    if (isFresh && sign !== "online") return; // "online" means that there was no network a moment ago
    if (this.isReady && !isFresh) this.lose();
    this.failures = 0;
    this.start();
  }

  /** Replace the previous attempt by a new one, which ends if the host sends nothing for 5 s. */
  start() {
    this.stop();
    if (this.isOver) return;
    this.attempt = new AbortController();
    const { signal } = this.attempt;
    this.begun = Date.now();
    this.expectWord();
    const socket = new WebSocket(`ws://${location.host}${this.path}`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    signal.addEventListener("abort", () => socket.close());
    socket.addEventListener("message", ({ data }) => this.take(data), { signal });
    socket.addEventListener("close", () => this.closed(), { signal });
  }

  closed() {
    if (!this.isReady) this.hear.refused();
    this.fail();
  }

  stop() {
    clearTimeout(this.timer);
    this.isReady = false;
    this.attempt.abort();
  }

  expectWord() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fail(), SILENT_MS);
  }

  /** End this attempt, and schedule the next one with backoff and jitter. */
  fail() {
    this.stop();
    this.lose();
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failures++);
    this.timer = setTimeout(() => this.start(), wait * (0.5 + Math.random() / 2));
  }

  lose() {
    if (this.isLost) return;
    this.isLost = true;
    this.hear.online(false);
  }

  /** @param {string | ArrayBuffer} data */
  take(data) {
    this.heard = Date.now();
    this.expectWord();
    if (typeof data !== "string") return this.hear.lights(new Uint8Array(data));
    const message = JSON.parse(data);
    if ("table" in message) {
      if (message.table !== this.table) this.forget(); // they were for another game
      this.table = message.table;
      this.version = message.snapshot?.version;
      if (!this.isReady) this.resume();
      return this.hear.state(message);
    }
    if (this.unanswered.delete(message.answer)) this.hear.waiting(this.requests());
    // Receiving works but sending does not: reconnect, since a repeated request is handled once.
    if (this.isReady && [...this.unanswered.values()].some(({ sent }) => !isWithin(sent, SILENT_MS))) this.fail();
    return undefined;
  }

  /** Use a connection that has received a state. */
  resume() {
    this.isReady = true;
    this.failures = 0;
    if (this.isLost) {
      this.isLost = false;
      this.hear.online(true);
    }
    this.forget(({ at }) => !isWithin(at, STALE_MS));
    for (const id of this.unanswered.keys()) this.transmit(id);
  }

  /** Drop requests, and report that. */
  forget(isMeant = (/** @type {Waiting} */ _request) => true) {
    const forgotten = [...this.unanswered].filter(([, request]) => isMeant(request));
    if (!forgotten.length) return;
    for (const [id] of forgotten) this.unanswered.delete(id);
    this.hear.waiting(this.requests());
    this.hear.dropped();
  }
}

/**
 * Return whether a time is at most `most` ago, by the clock that runs while a computer sleeps.
 * @param {number} moment ms since the epoch
 * @param {number} most ms
 */
function isWithin(moment, most) {
  const gap = Date.now() - moment;
  return gap >= 0 && gap <= most;
}
