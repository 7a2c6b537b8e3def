// @ts-check
// The view of the board: pan, zoom, and input by pointers and keys.

/** @import {Page, Place, Tool} from "../../types/trace" */

const TAP_PX = 6; // a pointer that moves less than this has tapped
const MARGIN_PX = 18;
const STEP = 1.25; // zoom factor of one key press
const MOST_PX_A_MM = 12;

export class Stage {
  /**
   * @param {Page} page
   * @param {() => void} draw called to redraw
   */
  constructor({ stage, ground, drawing, loupe }, draw) {
    this.root = stage;
    this.ground = ground;
    this.drawing = drawing;
    this.loupe = loupe;
    this.draw = draw;
    /** @type {Place} the size of the content, in mm or a photo's pixels */
    this.size = [100, 100];
    this.scale = 1; // screen pixels per unit
    this.left = 0; // the position of its left edge, in screen pixels
    this.top = 0;
    this.isWhole = true;
    /** @type {number | undefined} the requested animation frame */
    this.pending = undefined;
    /** @type {Tool} */
    this.tool = {};
    /** @type {Map<number, Place>} the last position of each pressed pointer, in the window */
    this.pointers = new Map();
    /** @type {{from: Place, isTaken: boolean, hasMoved: boolean} | null} */
    this.gesture = null;
    drawing.addEventListener("pointerdown", (event) => this.down(event));
    drawing.addEventListener("pointermove", (event) => this.moved(event));
    drawing.addEventListener("pointerup", (event) => this.up(event));
    drawing.addEventListener("pointercancel", (event) => this.cancel(event));
    drawing.addEventListener("wheel", (event) => this.wheel(event));
    new ResizeObserver(() => this.resized()).observe(stage);
  }

  /** Show content of another size, zoomed to fit. @param {Place} size */
  show(size) {
    if (size[0] === this.size[0] && size[1] === this.size[1]) return;
    this.size = size;
    this.fit();
  }

  /** Zoom to fit. */
  fit() {
    const { clientWidth: width, clientHeight: height } = this.root;
    if (!width || !height) return;
    this.scale = Math.min((width - 2 * MARGIN_PX) / this.size[0], (height - 2 * MARGIN_PX) / this.size[1]);
    this.left = (width - this.scale * this.size[0]) / 2;
    this.top = (height - this.scale * this.size[1]) / 2;
    this.isWhole = true;
    this.redraw();
  }

  /** Zoom around a point of the stage, by default its centre. @param {number} factor */
  zoom(factor, [x, y] = [this.root.clientWidth / 2, this.root.clientHeight / 2]) {
    const least = Math.min(this.root.clientWidth / this.size[0], this.root.clientHeight / this.size[1]) / 2;
    const scale = Math.min(MOST_PX_A_MM, Math.max(least, this.scale * factor));
    this.left = x - ((x - this.left) * scale) / this.scale;
    this.top = y - ((y - this.top) * scale) / this.scale;
    this.scale = scale;
    this.isWhole = false;
    this.redraw();
  }

  zoomIn() {
    this.zoom(STEP);
  }

  zoomOut() {
    this.zoom(1 / STEP);
  }

  /** Scroll a point into view, with a minimum zoom. @param {Place} at */
  goTo(at, leastScale = 0) {
    const { clientWidth: width, clientHeight: height } = this.root;
    if (this.scale < leastScale) this.zoom(leastScale / this.scale);
    const [x, y] = this.onStage(at);
    const isSeen = x > width * 0.1 && x < width * 0.9 && y > height * 0.1 && y < height * 0.9;
    if (isSeen) return;
    this.left += width / 2 - x;
    this.top += height / 2 - y;
    this.isWhole = false;
    this.redraw();
  }

  /** Return a point's position on the stage, in screen pixels. @param {Place} at @returns {Place} */
  onStage([x, y]) {
    return [this.left + x * this.scale, this.top + y * this.scale];
  }

  /** Return the point under a pointer. @param {PointerEvent} event @returns {Place} */
  placeOf({ clientX, clientY }) {
    const { left, top } = this.root.getBoundingClientRect();
    return [(clientX - left - this.left) / this.scale, (clientY - top - this.top) / this.scale];
  }

  redraw() {
    this.pending ??= requestAnimationFrame(() => {
      this.pending = undefined;
      this.root.dataset.view = [this.left, this.top, this.scale].map((value) => value.toFixed(4)).join(" ");
      this.draw();
    });
  }

  /** Draw a picture below the board, in its full size; `dim` is its opacity, 0 to 100. @param {CanvasImageSource | null} picture */
  paintGround(picture, dim = 100) {
    const ratio = Math.min(devicePixelRatio, 2);
    const pen = /** @type {CanvasRenderingContext2D} */ (this.ground.getContext("2d"));
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.ground.width, this.ground.height);
    if (!picture) return;
    pen.setTransform(ratio * this.scale, 0, 0, ratio * this.scale, ratio * this.left, ratio * this.top);
    pen.imageSmoothingQuality = "high";
    pen.globalAlpha = dim / 100;
    pen.drawImage(picture, 0, 0, ...this.size);
  }

  /** Show a point magnified four times, next to the finger that hides it. @param {CanvasImageSource} picture @param {Place} at */
  magnify(picture, at) {
    this.loupe.hidden = false;
    const [x, y] = this.onStage(at);
    const side = this.loupe.width / 2; // twice its size, for high-resolution screens
    const pen = /** @type {CanvasRenderingContext2D} */ (this.loupe.getContext("2d"));
    const seen = side / (4 * this.scale);
    pen.setTransform(2, 0, 0, 2, 0, 0);
    pen.fillStyle = "#000";
    pen.fillRect(0, 0, side, side);
    pen.drawImage(picture, at[0] - seen / 2, at[1] - seen / 2, seen, seen, 0, 0, side, side);
    pen.strokeStyle = "#fff2cc";
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(side / 2, side / 2 - 14);
    pen.lineTo(side / 2, side / 2 + 14);
    pen.moveTo(side / 2 - 14, side / 2);
    pen.lineTo(side / 2 + 14, side / 2);
    pen.stroke();
    this.loupe.style.left = `${x < this.root.clientWidth / 2 ? x + 40 : x - side - 40}px`;
    this.loupe.style.top = `${Math.max(8, Math.min(this.root.clientHeight - side - 8, y - side / 2))}px`;
  }

  /** Hide the magnifying glass. */
  putAway() {
    this.loupe.hidden = true;
  }

  resized() {
    const { clientWidth: width, clientHeight: height } = this.root;
    const ratio = Math.min(devicePixelRatio, 2);
    this.ground.width = Math.round(width * ratio);
    this.ground.height = Math.round(height * ratio);
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    if (this.isWhole) this.fit();
    else this.redraw();
  }

  // One pointer uses a tool or pans; two pinch to zoom.

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 1) return;
    this.drawing.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.pointers.size > 1) {
      this.giveUp();
      return;
    }
    const at = this.placeOf(event);
    const isTaken = event.button === 0 && Boolean(this.tool.down?.(at, event));
    this.gesture = { from: [event.clientX, event.clientY], isTaken, hasMoved: false };
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    const before = this.spread();
    const [x, y] = last;
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.pointers.size > 1) {
      this.pinch(before, this.spread());
      return;
    }
    if (!this.gesture) return;
    const [startX, startY] = this.gesture.from;
    if (!this.gesture.hasMoved && Math.hypot(event.clientX - startX, event.clientY - startY) < TAP_PX) return;
    this.gesture.hasMoved = true;
    if (this.gesture.isTaken) this.tool.move?.(this.placeOf(event), event);
    else this.push(event.clientX - x, event.clientY - y);
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    const gesture = this.gesture;
    if (!gesture) return;
    this.gesture = null;
    const at = this.placeOf(event);
    if (gesture.isTaken && gesture.hasMoved) this.tool.up?.(at, event);
    else if (gesture.isTaken) this.tool.cancel?.();
    if (!gesture.hasMoved && event.button === 0) this.tool.tap?.(at, event);
  }

  /** @param {PointerEvent} event */
  cancel(event) {
    this.pointers.delete(event.pointerId);
    this.giveUp();
  }

  giveUp() {
    if (this.gesture?.isTaken) this.tool.cancel?.();
    this.gesture = null;
  }

  /** @param {number} across @param {number} down */
  push(across, down) {
    this.left += across;
    this.top += down;
    this.isWhole = false;
    this.redraw();
  }

  /** The centre of the pressed pointers, and their distance. */
  spread() {
    const [one, other = one] = [...this.pointers.values()];
    const middle = [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
    return { middle, width: Math.hypot(one[0] - other[0], one[1] - other[1]) };
  }

  /** @typedef {ReturnType<Stage["spread"]>} Spread @param {Spread} before @param {Spread} after */
  pinch(before, after) {
    const { left, top } = this.root.getBoundingClientRect();
    this.push(after.middle[0] - before.middle[0], after.middle[1] - before.middle[1]);
    if (before.width > 10) this.zoom(after.width / before.width, [after.middle[0] - left, after.middle[1] - top]);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const { left, top } = this.root.getBoundingClientRect();
    if (event.shiftKey) this.push(-event.deltaY - event.deltaX, 0);
    else this.zoom(Math.exp(-event.deltaY * 0.0015), [event.clientX - left, event.clientY - top]);
  }
}
