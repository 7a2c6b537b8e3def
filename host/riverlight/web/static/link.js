// @ts-check
// The page's connection to the table: states and lights come in, requests go out. It reconnects by itself. Each request
// has an id, under which the table takes it once, however often it is sent.

/** @import {LinkHear, Request, Waiting} from "../types/scripts" */

const SILENT_MS = 5000; // the host says something every 2 s; what is silent for so long is given up, in any state
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 3000;
const FRESH_MS = 2500; // a connection that was heard so lately is good
const SAME_MOMENT_MS = 100; // several signs that the network is back come at once
const STALE_MS = 30000; // a request older than this is not sent again: nobody expects it any more

export class Link {
  /**
   * @param {string} path the socket's address on this server
   * @param {string} table the id of the game that the page shows, as it comes with each state
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
   * Ask for something, as {press: "7"}. Unanswered, it is sent again after a break; while offline it is dropped.
   * @param {Request} request
   */
  send(request) {
    if (this.isLost) return this.hear.dropped();
    const message = { id: `${this.prefix}-${++this.count}`, ...request };
    this.unanswered.set(message.id, { message, at: Date.now(), version: this.version, sent: 0 });
    if (this.isReady) this.transmit(message.id);
    return this.hear.waiting(this.requests());
  }

  /** The requests that wait for an answer, oldest first. */
  requests() {
    return [...this.unanswered.values()].map(({ message }) => message);
  }

  /** Close the connection for good: the page is about to be another one. */
  end() {
    this.isOver = true;
    this.stop();
  }

  /** @param {string} id */
  transmit(id) {
    const request = this.unanswered.get(id);
    if (!request) return;
    const { message, version, sent } = request;
    // What may have arrived already, or is late, counts only in the state in which it was asked for.
    const isBound = sent && version !== undefined && ("press" in message || "take_back" in message || "redo" in message);
    request.sent = Date.now();
    this.socket?.send(JSON.stringify(isBound ? { ...message, version } : message));
  }

  /** Try again at once when something says that the network, or this page, is back. @param {string} sign */
  wake(sign) {
    if (document.visibilityState === "hidden" || isWithin(this.begun, SAME_MOMENT_MS)) return;
    if (!this.isReady && !this.isLost && sign !== "online") return; // the page has only just come
    const isFresh = this.isReady && isWithin(this.heard, FRESH_MS);
    if (isFresh && sign !== "online") return; // "online" says that there was no network a moment ago
    if (this.isReady && !isFresh) this.lose();
    this.failures = 0;
    this.start();
  }

  /** Leave the attempt before, and begin another; one in which the host says nothing for 5 s is given up. */
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

  /** Give this attempt up, and make the next one soon: later each time, and not all pages at the same moment. */
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
      if (message.table !== this.table) this.forget(); // they were meant for another game
      this.table = message.table;
      this.version = message.snapshot?.version;
      if (!this.isReady) this.resume();
      return this.hear.state(message);
    }
    if (this.unanswered.delete(message.answer)) this.hear.waiting(this.requests());
    // The host is heard and does not hear: what is asked for again by another connection counts once all the same.
    if (this.isReady && [...this.unanswered.values()].some(({ sent }) => !isWithin(sent, SILENT_MS))) this.fail();
    return undefined;
  }

  /** Go on with a connection on which a state has come. */
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

  /** Send requests never again, and say so. */
  forget(isMeant = (/** @type {Waiting} */ _request) => true) {
    const forgotten = [...this.unanswered].filter(([, request]) => isMeant(request));
    if (!forgotten.length) return;
    for (const [id] of forgotten) this.unanswered.delete(id);
    this.hear.waiting(this.requests());
    this.hear.dropped();
  }
}

/**
 * Whether a moment lies at most so long ago, by the clock that goes on while a computer sleeps.
 * @param {number} moment ms since the epoch
 * @param {number} most ms
 */
function isWithin(moment, most) {
  const gap = Date.now() - moment;
  return gap >= 0 && gap <= most;
}
