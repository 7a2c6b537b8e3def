// @ts-check
// The photo: chosen, straightened by the board's four corners, shown under everything else.

import { ARROWS } from "../dom.js";
import { text } from "../language.js";
import { savePhoto } from "./storage.js";
import { BadPicture, loadPicture } from "./picture.js";
import { rounded } from "./paint.js";
import { areConvex, straightened } from "./warp.js";

/** @import {App, Corners, Painter, Place, Tool, Work} from "../../types/trace" */

const CORNERS = [
  text("The top left corner. Arrow keys move it."),
  text("The top right corner. Arrow keys move it."),
  text("The bottom right corner. Arrow keys move it."),
  text("The bottom left corner. Arrow keys move it."),
];
const REACH_PX = 30;

export class PhotoMode {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {{corner: number, by: Place} | null} */
    this.dragged = null;
    this.chosen = 0;
    const { page, work } = app;
    page.photo_file.addEventListener("change", () => this.load(page.photo_file.files?.[0]));
    page.straighten.addEventListener("click", () => this.straighten());
    page.corners_again.addEventListener("click", () => work.set({ isStraight: false }));
    page.photo_away.addEventListener("click", () => this.takeAway());
    page.dim.addEventListener("input", () => work.set({ dim: Number(page.dim.value) }));
    for (const [at, field] of [page.width, page.height].entries()) {
      field.addEventListener("change", () => this.resize(at, field));
    }
    const stage = page.stage;
    stage.addEventListener("dragover", (event) => event.preventDefault());
    stage.addEventListener("drop", (event) => {
      event.preventDefault();
      this.load(event.dataTransfer?.files[0]);
    });
    /** @type {Tool} */
    this.tool = {
      down: (at, event) => this.grasp(at, event),
      move: (at) => this.drag(at),
      up: () => this.letGo(),
      cancel: () => this.letGo(),
    };
  }

  sentence() {
    const { work } = this.app;
    if (!work.photo) return text("Choose a photo of your board, or continue to its spaces without one.");
    if (!work.view.isStraight) return text("Drag the four corners to the corners of your board, then straighten.");
    return text("This is your board seen from above. Enter its size, then trace its spaces.");
  }

  /** The original photo and its corners, while those are shown. */
  get cornering() {
    const { photo, view } = this.app.work;
    return photo && view.corners && !view.isStraight ? { bitmap: photo.bitmap, corners: view.corners } : null;
  }

  /** @param {File | undefined} file */
  async load(file) {
    const { app } = this;
    app.page.photo_file.value = "";
    if (!file) return;
    await app.ready;
    app.refuse("");
    try {
      const photo = await loadPicture(file);
      const { width, height } = photo.bitmap;
      const [x, y] = [0.08 * width, 0.08 * height];
      app.work.photo = photo;
      app.work.flat = null;
      app.work.view.corners = [[x, y], [width - x, y], [width - x, height - y], [x, height - y]];
      app.work.set({ isStraight: false, mode: "photo" });
      app.work.tell("photo");
      if (!(await savePhoto(app.work.id, photo.blob))) {
        app.refuse(text("This browser cannot save the photo: choose it again after a reload."));
      }
    } catch (error) {
      if (!(error instanceof BadPicture)) throw error;
      app.refuse(error.message);
    }
  }

  straighten() {
    const { work } = this.app;
    if (work.view.corners && !areConvex(work.view.corners)) {
      this.app.refuse(text("The corners are in the wrong order. Start at the top left corner of the board, then go clockwise."));
      return;
    }
    this.app.refuse("");
    work.set({ isStraight: true });
  }

  takeAway() {
    const { work } = this.app;
    work.photo = null;
    work.flat = null;
    work.set({ corners: null, isStraight: false });
    work.tell("photo");
    savePhoto(work.id, null);
  }

  /** @param {number} at @param {HTMLInputElement} field */
  resize(at, field) {
    const { work, refuse } = this.app;
    const value = Number(field.value);
    if (!field.checkValidity()) {
      const nothing = text("nothing");
      refuse(text("A board must be 50 to 2000 mm wide and high, not {value}.", { value: field.value || nothing }));
      field.value = String(work.board.size_mm[at]);
      return;
    }
    refuse("");
    const [width, height] = work.board.size_mm;
    /** @type {Place} */
    const size = at ? [width, value] : [value, height];
    const spaces = work.board.spaces.map((space) => ({ ...space, at_mm: rounded([space.at_mm[0] * (size[0] / width), space.at_mm[1] * (size[1] / height)]) }));
    work.flat = null;
    work.edit({ ...work.board, size_mm: size, spaces });
  }

  update() {
    const { page, work } = this.app;
    [page.width.value, page.height.value] = work.board.size_mm.map(String);
    page.dim.value = String(work.view.dim);
    page.photo_words.textContent = work.photo ? text("Choose another photo…") : text("Choose a photo…");
    page.straighten.hidden = !this.cornering;
    page.photo_shown.hidden = !work.photo || !work.view.isStraight;
  }

  // The corners.

  /** @param {Place} at @param {PointerEvent} event */
  grasp(at, event) {
    if (!this.cornering) return false;
    const { corners } = this.cornering;
    const reach = REACH_PX / this.app.stage.scale;
    const far = corners.map(([x, y]) => Math.hypot(x - at[0], y - at[1]));
    const nearest = far.indexOf(Math.min(...far));
    if (far[nearest] > reach) return false;
    const [x, y] = corners[nearest];
    this.dragged = { corner: nearest, by: [x - at[0], y - at[1]] };
    this.chosen = nearest;
    event.preventDefault();
    this.place(nearest, [x, y]);
    return true;
  }

  /** @param {Place} at */
  drag([x, y]) {
    if (!this.dragged) return;
    const [across, down] = this.dragged.by;
    this.place(this.dragged.corner, [x + across, y + down]);
  }

  /** @param {number} corner @param {Place} at */
  place(corner, [x, y]) {
    if (!this.cornering) return;
    const { stage, work } = this.app;
    const { bitmap, corners } = this.cornering;
    /** @type {Place} */
    const at = [Math.min(bitmap.width, Math.max(0, x)), Math.min(bitmap.height, Math.max(0, y))];
    /** @type {Corners} */
    const moved = [...corners];
    moved[corner] = at;
    work.view.corners = moved;
    stage.magnify(bitmap, at);
    stage.redraw();
  }

  letGo() {
    this.dragged = null;
    this.app.stage.putAway();
    this.app.work.set({});
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.cornering) return false;
    if (["1", "2", "3", "4"].includes(event.key)) {
      this.chosen = Number(event.key) - 1;
      this.app.tell(CORNERS[this.chosen]);
      this.app.stage.redraw();
      return true;
    }
    const way = ARROWS[event.key];
    if (!way) return false;
    const [x, y] = this.cornering.corners[this.chosen];
    const step = event.shiftKey ? 20 : 1;
    this.place(this.chosen, [x + way[0] * step, y + way[1] * step]);
    this.letGo();
    return true;
  }

  /** @param {Painter} paint */
  draw(paint) {
    return paint.frame() + paint.links() + paint.arrows() + paint.discs();
  }

  /** Draw the corners with their handles. @param {Corners} corners */
  drawCorners(corners) {
    const spots = corners.map((corner) => rounded(this.app.stage.onStage(corner)));
    const handles = spots.map(
      ([x, y], at) =>
        `<g class="corner${at === this.chosen ? " chosen" : ""}" data-corner="${at}"><circle cx="${x}" cy="${y}" r="22"/><path d="M${x - 9} ${y}h18M${x} ${y - 9}v18"/></g>`,
    );
    return `<path class="quad" d="M${spots.map((spot) => spot.join(" ")).join("L")}z"/>${handles.join("")}`;
  }
}

/** Return the straightened photo of `work`, made on first use; null if there is none. @param {Work} work */
export function flatPhoto(work) {
  if (!work.photo || !work.view.corners || !work.view.isStraight) return null;
  work.flat ??= straightened(work.photo.bitmap, work.view.corners, work.board.size_mm);
  return work.flat;
}
