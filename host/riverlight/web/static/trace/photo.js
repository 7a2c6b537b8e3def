// The photo: chosen, straightened by the board's four corners, shown under everything else.

import { text } from "../language.js";
import { keepPhoto } from "./keep.js";
import { BadPicture, loadPicture } from "./picture.js";
import { round } from "./paint.js";
import { areConvex, straightened } from "./warp.js";

const CORNERS = [
  text("The top left corner. Arrow keys move it."),
  text("The top right corner. Arrow keys move it."),
  text("The bottom right corner. Arrow keys move it."),
  text("The bottom left corner. Arrow keys move it."),
];
const REACH_PX = 30;

export class PhotoMode {
  constructor(app) {
    Object.assign(this, { app, dragged: null, chosen: 0 });
    const { page, work } = app;
    page.photo_file.addEventListener("change", () => this.load(page.photo_file.files[0]));
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
      this.load(event.dataTransfer.files[0]);
    });
    this.tool = {
      down: (at, event) => this.grasp(at, event),
      move: (at) => this.drag(at),
      up: () => this.letGo(),
      cancel: () => this.letGo(),
    };
  }

  sentence() {
    const { work } = this.app;
    if (!work.photo) return text("Choose a photo of your board, or go on to its spaces without one.");
    if (!work.view.isStraight) return text("Pull the four corners onto the corners of your board, then straighten.");
    return text("This is your board seen from above. Type its size, then trace its spaces.");
  }

  /** Whether the photo is shown as it was taken, with its corners. */
  get isCornering() {
    const { work } = this.app;
    return Boolean(work.photo) && !work.view.isStraight;
  }

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
      if (!(await keepPhoto(app.work.id, photo.blob))) {
        app.refuse(text("This browser does not keep the photo: after a reload it has to be chosen again."));
      }
    } catch (error) {
      if (!(error instanceof BadPicture)) throw error;
      app.refuse(error.message);
    }
  }

  straighten() {
    const { work } = this.app;
    if (!areConvex(work.view.corners)) {
      this.app.refuse(text("These corners do not go round the board: the first is its top left one, then clockwise."));
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
    keepPhoto(work.id, null);
  }

  resize(at, field) {
    const { work, refuse } = this.app;
    const value = Number(field.value);
    if (!field.checkValidity()) {
      const nothing = text("nothing");
      refuse(text("A board is 50 to 2000 mm wide and high, not {value}.", { value: field.value || nothing }));
      field.value = work.board.size_mm[at];
      return;
    }
    refuse("");
    const size = work.board.size_mm.with(at, value);
    const scale = size.map((length, way) => length / work.board.size_mm[way]);
    const spaces = work.board.spaces.map((space) => ({
      ...space,
      at_mm: space.at_mm.map((place, way) => Math.round(10 * place * scale[way]) / 10),
    }));
    work.flat = null;
    work.edit({ ...work.board, size_mm: size, spaces });
  }

  update() {
    const { page, work } = this.app;
    [page.width.value, page.height.value] = work.board.size_mm;
    page.dim.value = work.view.dim;
    page.photo_words.textContent = work.photo ? text("Choose another photo…") : text("Choose a photo…");
    page.straighten.hidden = !this.isCornering;
    page.photo_shown.hidden = !work.photo || !work.view.isStraight;
  }

  // The corners.

  grasp(at, event) {
    if (!this.isCornering) return false;
    const { stage, work } = this.app;
    const reach = REACH_PX / stage.scale;
    const far = work.view.corners.map(([x, y]) => Math.hypot(x - at[0], y - at[1]));
    const nearest = far.indexOf(Math.min(...far));
    if (far[nearest] > reach) return false;
    const [x, y] = work.view.corners[nearest];
    this.dragged = { corner: nearest, by: [x - at[0], y - at[1]] };
    this.chosen = nearest;
    event.preventDefault();
    this.place(nearest, [x, y]);
    return true;
  }

  drag([x, y]) {
    const [across, down] = this.dragged.by;
    this.place(this.dragged.corner, [x + across, y + down]);
  }

  place(corner, [x, y]) {
    const { stage, work } = this.app;
    const { width, height } = work.photo.bitmap;
    const at = [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))];
    work.view.corners = work.view.corners.with(corner, at);
    stage.magnify(work.photo.bitmap, at);
    stage.redraw();
  }

  letGo() {
    this.dragged = null;
    this.app.stage.magnify(null, null);
    this.app.work.set({});
  }

  key(event) {
    if (!this.isCornering) return false;
    if (["1", "2", "3", "4"].includes(event.key)) {
      this.chosen = Number(event.key) - 1;
      this.app.tell(CORNERS[this.chosen]);
      this.app.stage.redraw();
      return true;
    }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return false;
    const [x, y] = this.app.work.view.corners[this.chosen];
    const step = event.shiftKey ? 20 : 1;
    this.place(this.chosen, [x + way[0] * step, y + way[1] * step]);
    this.letGo();
    return true;
  }

  draw(paint) {
    if (!this.isCornering) return paint ? paint.frame() + paint.links() + paint.arrows() + paint.discs() : "";
    const spots = this.app.work.view.corners.map((corner) => this.app.stage.onStage(corner).map(round));
    const handles = spots.map(
      ([x, y], at) =>
        `<g class="corner${at === this.chosen ? " chosen" : ""}" data-corner="${at}"><circle cx="${x}" cy="${y}" r="22"/><path d="M${x - 9} ${y}h18M${x} ${y - 9}v18"/></g>`,
    );
    return `<path class="quad" d="M${spots.map((spot) => spot.join(" ")).join("L")}z"/>${handles.join("")}`;
  }
}

/** Return the straightened photo of `work`, made when it is first wanted; null where there is none. */
export function flatPhoto(work) {
  if (!work.photo || !work.view.isStraight) return null;
  work.flat ??= straightened(work.photo.bitmap, work.view.corners, work.board.size_mm);
  return work.flat;
}
