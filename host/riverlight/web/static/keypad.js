// @ts-check
// The 4×4 keypad, on the page and under the fingers of a real keyboard.

import { make, renew } from "./dom.js";
import { text } from "./language.js";

/** @import {Legend} from "../types/scripts" */

const ROWS = ["123A", "456B", "789C", "*0#D"];
const SPEAKABLE = /[\p{L}\p{N}]/u; // signs such as ⌫ are not read aloud
/** @type {Record<string, string>} */
const NAMES = { "*": text("star"), "#": text("hash, undo") };

export class Keypad {
  /**
   * @param {HTMLElement} root element for the sixteen keys
   * @param {(key: string) => void} press called with each key pressed
   */
  constructor(root, press) {
    this.press = press;
    /** @type {Map<string, HTMLButtonElement>} */
    this.keys = new Map();
    /** @type {Record<string, string>} */
    this.aliases = {};
    for (const key of ROWS.join("")) {
      const button = make("button", { type: "button", class: "key", "data-key": key });
      button.addEventListener("click", () => this.strike(key));
      this.keys.set(key, button);
      root.append(button);
    }
    this.legend(null);
    document.addEventListener("keydown", (event) => this.typed(event));
  }

  /** Show the current meaning of each key; one without is quiet. @param {Legend | null} legend by key; null: any key will do */
  legend(legend) {
    this.aliases = {};
    const focused = document.activeElement;
    for (const [key, button] of this.keys) {
      const { text: word, said = word, sign, quiet, alias } = legend ? (legend[key] ?? { quiet: true }) : {};
      if (alias) this.aliases[alias] = key;
      button.disabled = Boolean(quiet);
      button.classList.toggle("says", Boolean(sign || word));
      button.setAttribute("aria-label", [NAMES[key] ?? key, sign ? sign.getAttribute("aria-label") : said].filter((words) => words && SPEAKABLE.test(words)).join(": "));
      renew(button, sign ?? null, make("span", { class: "face" }, sign ? key : (word ?? key)));
    }
    const keys = [...this.keys.values()];
    if (keys.some((button) => button === focused && button.disabled)) keys.find((button) => !button.disabled)?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  typed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (/** @type {Partial<Element>} */ (event.target).closest?.("input, textarea, select, dialog")) return;
    const letter = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const key = letter === "Backspace" ? "#" : (this.aliases[letter] ?? letter);
    if (!this.keys.has(key)) return;
    event.preventDefault();
    this.strike(key);
  }

  /** @param {string} key */
  strike(key) {
    const button = this.keys.get(key);
    button?.classList.add("struck");
    setTimeout(() => button?.classList.remove("struck"), 150);
    this.press(key);
  }
}
