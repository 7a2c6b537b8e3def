// The tracing page: one sentence, the board, what can be done with it, and everything kept in this browser.

import { say } from "../dom.js";
import { plural, text } from "../language.js";
import { kindName, series } from "../words.js";
import { chainOf, panelsOf, spacesOf } from "./board.js";
import { CalibrateMode } from "./calibrate.js";
import { Files } from "./files.js";
import { Findings } from "./findings.js";
import { keep, tidy } from "./keep.js";
import { LightsMode } from "./lights.js";
import { Painter } from "./paint.js";
import { flatPhoto, PhotoMode } from "./photo.js";
import { SpacesMode } from "./spaces.js";
import { Stage } from "./stage.js";
import { Work } from "./work.js";

const KEEP_MS = 150;

const page = Object.fromEntries([...document.querySelectorAll("[id]")].map((element) => [element.id, element]));
const work = new Work();
const app = {
  page,
  work,
  stage: new Stage(page.stage, draw),
  refuse(sentence) {
    page.refusal.hidden = !sentence;
    say(page.refusal, sentence);
  },
  tell(words) {
    say(page.told, words);
  },
  update: (what = "view") => update(what),
  count,
};
const modes = {
  photo: new PhotoMode(app),
  spaces: new SpacesMode(app),
  lights: new LightsMode(app),
  calibrate: new CalibrateMode(app),
};
const findings = new Findings(app);
const files = new Files(app);
let shownMode = null;
let keeping;

work.listen((what) => {
  if (what === "sketch") return app.stage.redraw();
  if (what === "all" || what === "board") findings.update();
  clearTimeout(keeping);
  keeping = setTimeout(keepNow, KEEP_MS);
  return update(what);
});

for (const radio of document.querySelectorAll('[name="mode"]')) {
  radio.addEventListener("change", () => work.set({ mode: radio.value }));
}
page.undo.addEventListener("click", () => work.undo());
page.redo.addEventListener("click", () => work.redo());
page.zoom_in.addEventListener("click", () => app.stage.zoomIn());
page.zoom_out.addEventListener("click", () => app.stage.zoomOut());
page.fit.addEventListener("click", () => app.stage.fit());
document.addEventListener("keydown", pressed);
document.addEventListener("visibilitychange", keepNow);
addEventListener("pagehide", keepNow);
page.refusal.addEventListener("click", () => app.refuse(""));

// Nothing can be done before there is a board to do it to.
document.body.inert = true;
app.ready = files.start();
await app.ready;
document.body.inert = false;
tidy();

function mode() {
  return modes[work.view.mode];
}

function update(what) {
  const { view, board } = work;
  if (shownMode !== view.mode) {
    modes[shownMode]?.leave?.();
    shownMode = view.mode;
    mode().enter?.();
  }
  for (const radio of document.querySelectorAll('[name="mode"]')) radio.checked = radio.value === view.mode;
  for (const part of document.querySelectorAll("[data-modes]")) part.hidden = !part.dataset.modes.split(" ").includes(view.mode);
  mode().update(what);
  app.stage.tool = mode().tool;
  say(page.sentence, mode().sentence());
  document.title = `${board.title} · Riverlight`;
  page.undo.disabled = !work.past.length;
  page.redo.disabled = !work.future.length;
  count();
  describe();
  app.stage.show(modes.photo.isCornering && view.mode === "photo" ? [work.photo.bitmap.width, work.photo.bitmap.height] : board.size_mm);
  app.stage.redraw();
}

/** Say in a few words how far the board is. */
function count() {
  const { board } = work;
  const lights = panelsOf(board).reduce((sum, panel) => sum + chainOf(board, panel).length, 0);
  const found = findings.faults?.length;
  const words = [
    plural("{n} space", "{n} spaces", board.spaces.length),
    plural("{n} light", "{n} lights", lights),
    ...(findings.faults ? [found ? plural("{n} finding", "{n} findings", found) : text("sound")] : []),
  ];
  say(page.counted, words.join(" · "));
}

/** Tell the chosen space to those who do not see it. */
function describe() {
  const space = spacesOf(work.board).get(work.selected[0]);
  if (!space || work.selected.length > 1) return;
  const flow = space.flow && text("flows to {space}", { space: space.flow });
  const near = space.touches?.length && text("touches {spaces}", { spaces: series(space.touches) });
  app.tell(series([space.id, kindName(space.kind), flow, near].filter(Boolean)));
}

function draw() {
  if (!work.board) return;
  const isCornering = modes.photo.isCornering && work.view.mode === "photo";
  app.stage.paintGround(isCornering ? work.photo.bitmap : flatPhoto(work), isCornering ? 100 : work.view.dim);
  page.drawing.innerHTML = mode().draw(isCornering ? null : new Painter(app.stage, work.shown));
}

function keepNow() {
  if (!work.board) return;
  const { title } = work.board;
  say(page.kept_note, keep(work) ? text("{title}: kept in this browser", { title }) : text("{title}: this browser keeps nothing, save often", { title }));
}

function pressed(event) {
  if (!work.board) return;
  const isTyping = event.target.closest?.("input:not([type=radio], [type=range], [type=checkbox], [type=file]), textarea, select, dialog");
  const command = event.ctrlKey || event.metaKey;
  const letter = event.key.toLowerCase();
  if (command && letter === "s") files.showSave();
  else if (isTyping || event.altKey) return;
  else if (command && letter === "z" && event.shiftKey) work.redo();
  else if (command && letter === "z") work.undo();
  else if (command && letter === "y") work.redo();
  else if (command) return;
  else if (event.target.matches?.("button, summary, a") && (event.key === "Enter" || event.key === " ")) return;
  else if (event.target.matches?.("input") && event.key.startsWith("Arrow")) return;
  else if (event.key === "+" || event.key === "=") app.stage.zoomIn();
  else if (event.key === "-") app.stage.zoomOut();
  else if (event.key === "0" && work.view.mode !== "calibrate") app.stage.fit();
  else if (!mode().key?.(event)) return;
  event.preventDefault();
}
