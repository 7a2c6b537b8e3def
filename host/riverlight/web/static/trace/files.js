// @ts-check
// Boards: open, start, save and download them.

import { listening, make } from "../dom.js";
import { plural, text } from "../language.js";
import { series } from "../words.js";
import { fileText, layoutOf, setting } from "./board.js";
import { allSaved, forget, freshName, savedPhoto, savedWork } from "./storage.js";
import { loadPicture } from "./picture.js";
import { ask, boards, boardWith, Refusal } from "./server.js";

/** @import {App, Board, Photo, View} from "../../types/trace" */

const ID = /^[a-z][a-z0-9_-]{0,31}$/;

export class Files {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {string | null} the id of the board to confirm replacing */
    this.replaces = null;
    const { page } = app;
    page.open.addEventListener("click", () => this.showOpen());
    page.save.addEventListener("click", () => this.showSave());
    page.board_file.addEventListener("change", () => this.openFile(page.board_file.files?.[0]));
    onSubmit(page.begin, () => this.begin(page.new_game.value, page.new_start.value === "blank"));
    onSubmit(page.save_form, () => this.save());
    page.download.addEventListener("click", () => this.download());
    page.save_close.addEventListener("click", () => page.save_dialog.close());
    page.board_id.addEventListener("input", () => this.warn());
  }

  /** Open the board of the command line, or the last one saved in this browser, or ask for one. */
  async start() {
    const { document, mode } = setting.opening;
    const last = savedWork();
    if (document && JSON.stringify(document) !== last?.view.opened) {
      this.open(document, { mode: mode || "spaces", opened: JSON.stringify(document) });
      return;
    }
    if (last) await this.openSaved(last.id, mode ? { mode } : {});
    else {
      await this.begin(Object.keys(setting.kinds)[0], true, false);
      this.showOpen(); // asks for the game
    }
  }

  /** @param {Board} board @param {Partial<View>} view */
  open(board, view = {}) {
    this.app.refuse("");
    this.app.page.open_dialog.close();
    this.app.work.open(freshName(), board, { mode: "spaces", ...view });
  }

  /** @param {string} id @param {Partial<View>} view */
  async openSaved(id, view = {}) {
    const { app } = this;
    const found = savedWork(id);
    if (!found) return this.fail(new Refusal(text("This board is no longer in this browser."))); // another tab has deleted it
    const blob = await savedPhoto(id);
    /** @type {Photo | null} */
    let photo = null;
    try {
      photo = blob && (await loadPicture(blob));
    } catch {
      app.refuse(text("The photo saved in this browser can no longer be read."));
    }
    app.page.open_dialog.close();
    app.work.open(id, found.board, { ...found.view, ...view }, photo);
  }

  /** @param {File | undefined} file */
  async openFile(file) {
    const { app } = this;
    app.page.board_file.value = "";
    if (!file) return;
    await app.ready;
    try {
      this.open(await this.checked(await readBoard(file)));
    } catch (error) {
      this.fail(error);
    }
  }

  /** Return a valid board; throws a Refusal with the problem of any other. @param {Board} board @returns {Promise<Board>} */
  async checked(board) {
    const { problems } = await ask("check", { document: board });
    const bad = problems.filter(({ is_malformed: isMalformed }) => isMalformed);
    if (bad.length) throw new Refusal(bad.slice(0, 3).map(({ sentence }) => sentence).join(" "));
    if (board.spaces.some(({ at_mm: at }) => !at) || !board.size_mm) throw new Refusal(text("This board has no positions for its spaces."));
    const links = layoutOf(board) === "grid" ? { exits: {} } : { touches: [] };
    const spaces = board.spaces.map((space) => ({ leds: {}, ...links, ...space }));
    return { ...board, id: board.id ?? "unnamed", title: board.title ?? text("Unnamed"), spaces };
  }

  /** @param {string} game @param {boolean} isBlank */
  async begin(game, isBlank, isTold = true) {
    const size = setting.sizes[game];
    try {
      const { document } = await ask("start", { game, id: `my_${game}`, title: text("My {board}", { board: gameName(game) }), size_mm: size, is_blank: isBlank });
      this.open(document, { mode: isBlank ? "photo" : "spaces" });
      if (isTold) this.app.tell(text("A new board for {game}.", { game: gameName(game) }));
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {unknown} error */
  fail(error) {
    if (!(error instanceof Refusal)) throw error;
    this.app.page.open_dialog.close();
    this.app.refuse(error.message);
  }

  // The dialogs.

  async showOpen() {
    const { page, work } = this.app;
    const row = (/** @type {string} */ words, /** @type {string} */ more, /** @type {() => void} */ act) => make("li", {}, listening(make("button", { type: "button" }, make("b", {}, words), make("span", {}, more)), "click", act));
    const here = allSaved().filter(({ id }) => id !== work.id).map(({ id, at, board }) =>
      make("li", {},
        listening(make("button", { type: "button" }, make("b", {}, board.title), make("span", {}, text("{game}, in this browser, {time}", { game: gameName(board.game), time: timeOf(at) }))), "click", () => this.openSaved(id)),
        listening(make("button", { type: "button", class: "quiet", "aria-label": text("Delete {board} from this browser", { board: board.title }) }, "×"), "click", ({ target }) => this.forget(id, target))));
    page.openable.replaceChildren(...here);
    page.open_dialog.showModal();
    try {
      const { boards: listed } = await boards();
      page.openable.append(...listed.map(({ id, title, game, spaces, is_yours: isYours }) =>
        row(title, about(game, spaces, isYours), () => this.openListed(id, isYours))));
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {string} id @param {HTMLButtonElement} button */
  async forget(id, button) {
    await forget(id);
    button.closest("li")?.remove();
  }

  /** @param {string} id @param {boolean} isYours */
  async openListed(id, isYours) {
    try {
      const { document } = await boardWith(id);
      this.open(await this.checked(isYours ? document : { ...document, id: `my_${id}`, title: text("My {board}", { board: id }) }), { savedAs: isYours ? id : null });
    } catch (error) {
      this.fail(error);
    }
  }

  showSave() {
    const { page, work } = this.app;
    page.board_title.value = work.board.title;
    page.board_id.value = work.board.id;
    page.save_board.textContent = text("Save to my boards");
    this.replaces = null;
    page.save_note.textContent = "";
    page.save_dialog.showModal();
  }

  warn() {
    const { page } = this.app;
    const isGood = ID.test(page.board_id.value);
    this.replaces = null;
    page.save_board.textContent = text("Save to my boards");
    page.save_note.textContent = isGood ? "" : text("An id must be 1 to 32 lowercase letters, digits, _ or -, starting with a letter.");
  }

  /** Take name and id from the dialog; return whether they are valid. */
  named() {
    const { page, work } = this.app;
    const [id, title] = [page.board_id.value.trim(), page.board_title.value.trim()];
    if (!ID.test(id) || !title) {
      page.save_note.textContent = title ? text("An id must be 1 to 32 lowercase letters, digits, _ or -, starting with a letter.") : text("Enter a name for the board.");
      return false;
    }
    if (id !== work.board.id || title !== work.board.title) work.edit({ ...work.board, id, title });
    return true;
  }

  async save() {
    const { page, work } = this.app;
    if (!this.named()) return;
    const { board } = work;
    const isOurs = work.view.savedAs === board.id || this.replaces === board.id;
    try {
      const { id, problems } = await ask("save", { document: board, replaces: isOurs });
      work.set({ savedAs: id });
      page.save_note.textContent = problems
        ? plural("Saved as a draft. Fix {n} problem before you play on it.", "Saved as a draft. Fix {n} problems before you play on it.", problems)
        : text("Saved. Play on it: {command}", { command: `riverlight play ${board.game} --board ${id}` });
      page.save_board.textContent = text("Save to my boards");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      page.save_note.textContent = error.message;
      if (error.isTaken) {
        this.replaces = board.id; // pressing again confirms it
        page.save_board.textContent = text("Replace {board}", { board: board.id });
      }
    }
  }

  download() {
    const { page, work } = this.app;
    if (!this.named()) return;
    const address = URL.createObjectURL(new Blob([fileText(work.board)], { type: "application/json" }));
    make("a", { href: address, download: `${work.board.id}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    page.save_note.textContent = text("The file is called {file}.", { file: `${work.board.id}.json` });
  }
}

/** @param {HTMLFormElement} form @param {() => void} act */
function onSubmit(form, act) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act();
  });
}

/** @param {string} game @param {number} spaces @param {boolean} isYours */
function about(game, spaces, isYours) {
  const count = plural("{n} space", "{n} spaces", spaces);
  return series([gameName(game), count, isYours ? text("yours") : text("built in")]);
}

/** @param {string} game */
function gameName(game) {
  return setting.titles[game] ?? game;
}

/** Format a time in the page's language. @param {number} at ms since the epoch */
function timeOf(at) {
  const { lang } = document.documentElement;
  const own = navigator.languages.find((tag) => tag.split("-")[0] === lang.split("-")[0]);
  return new Date(at).toLocaleString(own ?? lang, { dateStyle: "medium", timeStyle: "short" });
}

/** Parse a board file; throws a Refusal if it is not one. @param {File} file @returns {Promise<Board>} */
async function readBoard(file) {
  if (file.size > setting.largest_board) {
    const [most, size] = [setting.largest_board / 1024, Math.ceil(file.size / 1024)];
    throw new Refusal(text("This file is too large: a board file can have at most {most} KB, this one has {size}.", { most, size }));
  }
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new Refusal(text("This is not a board file: it is not JSON."));
  }
}
