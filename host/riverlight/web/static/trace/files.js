// Boards opened, begun, saved and downloaded.

import { make } from "../dom.js";
import { plural, text } from "../language.js";
import { series } from "../words.js";
import { fileText, setting } from "./board.js";
import { allKept, forget, freshName, kept, keptPhoto } from "./keep.js";
import { loadPicture } from "./picture.js";
import { ask, boards, Refusal } from "./server.js";

const ID = /^[a-z][a-z0-9_-]{0,31}$/;

export class Files {
  constructor(app) {
    this.app = app;
    const { page } = app;
    const on = (name, kind, act) => page[name].addEventListener(kind, (event) => {
      if (kind === "submit") event.preventDefault();
      act(event);
    });
    on("open", "click", () => this.showOpen());
    on("save", "click", () => this.showSave());
    on("board_file", "change", () => this.openFile(page.board_file.files[0]));
    on("begin", "submit", () => this.begin(page.new_game.value, page.new_start.value === "blank"));
    on("save_form", "submit", () => this.save());
    on("download", "click", () => this.download());
    on("save_close", "click", () => page.save_dialog.close());
    on("board_id", "input", () => this.warn());
  }

  /** Open what the server was started with, or what this browser keeps, or nothing yet. */
  async start() {
    const { document, mode } = setting.opening;
    const last = kept();
    if (document && JSON.stringify(document) !== last?.view.opened) {
      this.open(document, { mode: mode || "spaces", opened: JSON.stringify(document) });
      return;
    }
    if (last) await this.openKept(last.id, mode ? { mode } : {});
    else await this.begin("canyon", true, false);
  }

  open(board, view = {}) {
    this.app.refuse("");
    this.app.page.open_dialog.close();
    this.app.work.open(freshName(), board, { mode: "spaces", ...view });
  }

  async openKept(id, view = {}) {
    const { app } = this;
    const found = kept(id);
    const blob = await keptPhoto(id);
    let photo = null;
    try {
      photo = blob && (await loadPicture(blob));
    } catch {
      app.refuse(text("The photo that this browser kept cannot be read any more."));
    }
    app.page.open_dialog.close();
    app.work.open(id, found.board, { ...found.view, ...view }, photo);
  }

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

  /** Return a board that can be shown; throws a Refusal with the linter's sentences for any other. */
  async checked(board) {
    const { faults } = await ask("check", { document: board });
    const bad = faults.filter(({ is_malformed: isMalformed }) => isMalformed);
    if (bad.length) throw new Refusal(bad.slice(0, 3).map(({ sentence }) => sentence).join(" "));
    if (board.spaces.some(({ at_mm: at }) => !at) || !board.size_mm) throw new Refusal(text("This board does not say where its spaces lie."));
    const named = { id: "unnamed", title: text("Unnamed"), ...board };
    return { ...named, spaces: named.spaces.map((space) => ({ leds: {}, ...(board.game === "pyramid" ? { exits: {} } : { touches: [] }), ...space })) };
  }

  async begin(game, isBlank, isTold = true) {
    const size = setting.sizes[game];
    try {
      const { document } = await ask("start", { game, id: `my_${game}`, title: text("My {board}", { board: gameName(game) }), size_mm: size, is_blank: isBlank });
      this.open(document, { mode: isBlank ? "photo" : "spaces" });
      if (isTold) this.app.tell(text("A new board of {game}.", { game: gameName(game) }));
    } catch (error) {
      this.fail(error);
    }
  }

  fail(error) {
    if (!(error instanceof Refusal)) throw error;
    this.app.page.open_dialog.close();
    this.app.refuse(error.message);
  }

  // The dialogs.

  async showOpen() {
    const { page, work } = this.app;
    const row = (words, more, act) => make("li", {}, make("button", { type: "button", onclick: act }, make("b", {}, words), make("span", {}, more)));
    const here = allKept().filter(({ id }) => id !== work.id).map(({ id, at, board }) =>
      make("li", {},
        make("button", { type: "button", onclick: () => this.openKept(id) }, make("b", {}, board.title), make("span", {}, text("{game}, in this browser, {time}", { game: gameName(board.game), time: timeOf(at) }))),
        make("button", { type: "button", class: "quiet", "aria-label": text("Forget {board}", { board: board.title }), onclick: (event) => this.forget(id, event) }, "×")));
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

  async forget(id, { target }) {
    await forget(id);
    target.closest("li").remove();
  }

  async openListed(id, isYours) {
    try {
      const { document } = await boards(id);
      this.open(await this.checked(isYours ? document : { ...document, id: `my_${id}`, title: text("My {board}", { board: id }) }), { savedAs: isYours ? id : null });
    } catch (error) {
      this.fail(error);
    }
  }

  showSave() {
    const { page, work } = this.app;
    page.board_title.value = work.board.title;
    page.board_id.value = work.board.id;
    page.keep_board.textContent = text("Keep it among my boards");
    this.replaces = null;
    page.save_note.textContent = "";
    page.save_dialog.showModal();
  }

  warn() {
    const { page } = this.app;
    const isGood = ID.test(page.board_id.value);
    this.replaces = null;
    page.keep_board.textContent = text("Keep it among my boards");
    page.save_note.textContent = isGood ? "" : text("An id is 1 to 32 small letters, digits, _ or -, the first a letter.");
  }

  /** Take over name and id from the dialog; return whether they will do. */
  named() {
    const { page, work } = this.app;
    const [id, title] = [page.board_id.value.trim(), page.board_title.value.trim()];
    if (!ID.test(id) || !title) {
      page.save_note.textContent = title ? text("An id is 1 to 32 small letters, digits, _ or -, the first a letter.") : text("A board has a name.");
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
      const { id } = await ask("save", { document: board, replaces: isOurs });
      work.set({ savedAs: id });
      page.save_note.textContent = text("Kept. Play on it: {command}", { command: `riverlight play ${board.game} --board ${id}` });
      page.keep_board.textContent = text("Keep it among my boards");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      page.save_note.textContent = error.message;
      if (error.isTaken) {
        this.replaces = board.id; // pressed again, it is meant
        page.keep_board.textContent = text("Replace {board}", { board: board.id });
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

function about(game, spaces, isYours) {
  const count = plural("{n} space", "{n} spaces", spaces);
  return series([gameName(game), count, isYours ? text("yours") : text("Riverlight's own")]);
}

function gameName(game) {
  return { canyon: text("canyon"), niagara: text("niagara"), pyramid: text("pyramid") }[game] ?? game;
}

/** Return a moment as the browser writes it in the page's language. */
function timeOf(at) {
  const { lang } = document.documentElement;
  const own = navigator.languages.find((tag) => tag.split("-")[0] === lang.split("-")[0]);
  return new Date(at).toLocaleString(own ?? lang, { dateStyle: "medium", timeStyle: "short" });
}

/** Return the JSON of a board file; throws a Refusal for a file that is none. */
async function readBoard(file) {
  if (file.size > setting.largest_board) {
    const [most, size] = [setting.largest_board / 1024, Math.ceil(file.size / 1024)];
    throw new Refusal(text("A board file has at most {most} KB; this one has {size}.", { most, size }));
  }
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new Refusal(text("This is no board file: it is not JSON."));
  }
}
