// @ts-check
// The tracing page: prompt, board, tools, and the storage in this browser.

import { partsOf, say } from "../dom.js";
import { plural, text } from "../language.js";
import { kindName, series } from "../words.js";
import { chainOf, panelsOf, spacesOf } from "./board.js";
import { CalibrateMode } from "./calibrate.js";
import { Files } from "./files.js";
import { saveWork, tidy } from "./storage.js";
import { LightsMode } from "./lights.js";
import { Painter } from "./paint.js";
import { choose, onChosen, radiosOf, showFor } from "./parts.js";
import { flatPhoto, PhotoMode } from "./photo.js";
import { Problems } from "./problems.js";
import { SpacesMode } from "./spaces.js";
import { canSense, SensorsMode } from "./sensors.js";
import { Stage } from "./stage.js";
import { Work } from "./work.js";

/** @import {App, Mode, Page, What} from "../../types/trace" */

const SAVE_MS = 150;

/** @type {Page} */
const page = partsOf("body");
const work = new Work();
const stage = new Stage(page, draw);
const problems = new Problems({ page, work, stage, summarize });
/** @type {App} */
const app = {
  page,
  work,
  stage,
  problems,
  ready: Promise.resolve(),
  refuse(sentence) {
    page.refusal.hidden = !sentence;
    say(page.refusal, sentence);
  },
  tell(words) {
    say(page.told, words);
  },
  update,
  summarize,
};
const photo = new PhotoMode(app);
/** @type {Record<string, Mode>} */
const modes = {
  photo,
  spaces: new SpacesMode(app),
  lights: new LightsMode(app),
  sensors: new SensorsMode(app),
  calibrate: new CalibrateMode(app),
};
const files = new Files(app);
let shownMode = "";
let saving = 0;

work.listen((what) => {
  if (what === "sketch") return stage.redraw();
  if (what === "all" || what === "board") problems.update();
  clearTimeout(saving);
  saving = setTimeout(saveNow, SAVE_MS);
  return update(what);
});

onChosen("mode", (mode) => work.set({ mode }));
page.undo.addEventListener("click", () => work.undo());
page.redo.addEventListener("click", () => work.redo());
page.zoom_in.addEventListener("click", () => stage.zoomIn());
page.zoom_out.addEventListener("click", () => stage.zoomOut());
page.fit.addEventListener("click", () => stage.fit());
document.addEventListener("keydown", pressed);
document.addEventListener("visibilitychange", saveNow);
addEventListener("pagehide", saveNow);
page.refusal.addEventListener("click", () => app.refuse(""));

// Nothing works before there is a board.
document.body.inert = true;
app.ready = files.start();
await app.ready;
document.body.inert = false;
tidy();

function mode() {
  return modes[modeName()];
}

/** The mode that is shown: a board of a game without sensed pieces has no sensors. */
function modeName() {
  return work.view.mode === "sensors" && !canSense(work.board) ? "lights" : work.view.mode;
}

/** @param {What} [what] */
function update(what = "view") {
  const { board } = work;
  if (shownMode !== modeName()) {
    modes[shownMode]?.leave?.();
    shownMode = modeName();
    mode().enter?.();
  }
  for (const radio of radiosOf("mode")) radio.closest("label")?.toggleAttribute("hidden", radio.value === "sensors" && !canSense(board));
  choose("mode", shownMode);
  showFor("modes", shownMode);
  mode().update(what);
  stage.tool = mode().tool;
  document.title = `${board.title} · Riverlight`;
  page.undo.disabled = !work.past.length;
  page.redo.disabled = !work.future.length;
  summarize();
  describe();
  const corners = cornering();
  stage.show(corners ? [corners.bitmap.width, corners.bitmap.height] : board.size_mm);
  stage.redraw();
}

/** The photo with its corners, if it is shown. */
function cornering() {
  return work.view.mode === "photo" ? photo.cornering : null;
}

/** Show what can be done now, and the board's progress. */
function summarize() {
  const { board } = work;
  const lights = panelsOf(board).reduce((sum, panel) => sum + chainOf(board, panel).length, 0);
  const words = [plural("{n} space", "{n} spaces", board.spaces.length), plural("{n} light", "{n} lights", lights), problems.summary];
  say(page.counted, words.filter(Boolean).join(" · "));
  say(page.sentence, mode().sentence());
}

/** Describe the selected space for screen readers. */
function describe() {
  const space = spacesOf(work.board).get(work.selected[0]);
  if (!space || work.selected.length > 1) return;
  const flow = space.flow && text("flows to {space}", { space: space.flow });
  const near = space.touches?.length ? text("touches {spaces}", { spaces: series(space.touches) }) : "";
  app.tell(series([space.id, kindName(space.kind), flow ?? "", near].filter(Boolean)));
}

function draw() {
  if (!work.isOpen) return;
  const corners = cornering();
  if (corners) stage.paintGround(corners.bitmap);
  else stage.paintGround(flatPhoto(work), work.view.dim);
  page.drawing.innerHTML = corners ? photo.drawCorners(corners.corners) : mode().draw(new Painter(stage, work.shown));
}

function saveNow() {
  if (!work.isOpen) return;
  const { title } = work.board;
  say(page.saved_note, saveWork(work) ? text("{title}: saved in this browser", { title }) : text("{title}: this browser does not save your work. Save often.", { title }));
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (!work.isOpen) return;
  const target = event.target instanceof Element ? event.target : null;
  const isTyping = target?.closest("input:not([type=radio], [type=range], [type=checkbox], [type=file]), textarea, select, dialog");
  const command = event.ctrlKey || event.metaKey;
  const letter = event.key.toLowerCase();
  if (command && letter === "s") files.showSave();
  else if (isTyping || event.altKey) return;
  else if (command && letter === "z" && event.shiftKey) work.redo();
  else if (command && letter === "z") work.undo();
  else if (command && letter === "y") work.redo();
  else if (command) return;
  else if (target?.matches("button, summary, a") && (event.key === "Enter" || event.key === " ")) return;
  else if (target?.matches("input") && event.key.startsWith("Arrow")) return;
  else if (event.key === "+" || event.key === "=") stage.zoomIn();
  else if (event.key === "-") stage.zoomOut();
  else if (event.key === "0" && work.view.mode !== "calibrate") stage.fit();
  else if (!mode().key?.(event)) return;
  event.preventDefault();
}
