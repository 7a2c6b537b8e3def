// The line to the table: states and lights come in, presses go out. It mends itself, and no press counts twice.

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4000;
const STALE_MS = 5000; // a press older than this is not sent again: the table has moved on
const ANSWER_MS = 3000; // an answer that takes longer will not come on this line
const SILENT_MS = 20000; // the server says something every 8 s
const FRESH_MS = 1500;

export class Link {
  /**
   * @param {string} path the socket's address on this server
   * @param {{state: function, lights: function, online: function}} hear state(message) for each whole state,
   *   lights(bytes) for each picture of a chain, online(bool) when the line opens or breaks, shut() when it would not
   *   open at all
   */
  constructor(path, hear) {
    this.path = path;
    this.hear = hear;
    this.wait = FIRST_WAIT_MS;
    this.prefix = [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(36)).join("");
    this.count = 0;
    this.unanswered = new Map();
    addEventListener("pageshow", () => this.open());
    addEventListener("online", () => this.renew());
    // A line that slept may be dead without knowing it: a new one brings the present state at once.
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && performance.now() - this.heard > FRESH_MS) this.renew();
    });
    setInterval(() => {
      if (performance.now() - this.heard > SILENT_MS) this.renew();
    }, SILENT_MS / 4);
    this.open();
  }

  /** Ask for something, as {press: "7"}; an unanswered one is sent again after a break, under the same id. */
  send(request) {
    const message = { id: `${this.prefix}-${++this.count}`, ...request };
    this.unanswered.set(message.id, { message, at: performance.now() });
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    else this.open();
    setTimeout(() => this.unanswered.has(message.id) && this.renew(), ANSWER_MS);
  }

  /** Give the line up for a new one. */
  renew() {
    if (this.socket?.readyState === WebSocket.CONNECTING) return;
    this.socket?.close();
    this.socket = null;
    this.open();
  }

  open() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.timer);
    const socket = new WebSocket(`ws://${location.host}${this.path}`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.heard = performance.now();
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      this.wait = FIRST_WAIT_MS;
      this.hear.online(true);
      for (const [id, { message, at }] of this.unanswered) {
        if (performance.now() - at > STALE_MS) this.unanswered.delete(id);
        else socket.send(JSON.stringify(message));
      }
    };
    socket.onmessage = ({ data }) => {
      if (this.socket !== socket) return undefined;
      this.heard = performance.now();
      if (typeof data !== "string") return this.hear.lights(new Uint8Array(data));
      const message = JSON.parse(data);
      if ("table" in message) return this.hear.state(message);
      return this.unanswered.delete(message.answer);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.hear.online(false);
      if (!wasOpen) this.hear.shut?.();
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
    };
  }
}
