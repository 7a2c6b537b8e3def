// @ts-check
// Perspective correction: turns a photo of a flat board into the board seen from above.

/** @import {Corners, Place} from "../../types/trace" */

const LONGEST_PX = 2000;

/**
 * Return the photo within its four corners as a canvas of the shape of `size` (width and height in mm).
 * @param {ImageBitmap} bitmap
 * @param {Corners} corners
 * @param {Place} size
 */
export function straightened(bitmap, corners, [width, height]) {
  const scale = LONGEST_PX / Math.max(width, height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const target = pen.createImageData(canvas.width, canvas.height);
  const source = pixelsOf(bitmap);
  const from = projection(corners, canvas.width, canvas.height);
  const out = target.data;
  let at = 0;
  for (let y = 0; y < canvas.height; y += 1) {
    for (let x = 0; x < canvas.width; x += 1, at += 4) {
      const depth = from[6] * (x + 0.5) + from[7] * (y + 0.5) + 1;
      const u = (from[0] * (x + 0.5) + from[1] * (y + 0.5) + from[2]) / depth - 0.5;
      const v = (from[3] * (x + 0.5) + from[4] * (y + 0.5) + from[5]) / depth - 0.5;
      mix(source, u, v, out, at);
    }
  }
  pen.putImageData(target, 0, 0);
  return canvas;
}

/**
 * Return the eight coefficients of the homography that maps the rectangle `width` × `height` to four corners, from
 * the top left clockwise: `u = (a x + b y + c) / (g x + h y + 1)`, `v = (d x + e y + f) / (g x + h y + 1)`.
 * @param {Corners} corners
 * @param {number} width
 * @param {number} height
 */
export function projection([[x0, y0], [x1, y1], [x2, y2], [x3, y3]], width, height) {
  const [dx1, dy1, dx2, dy2] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const turn = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / turn;
  const h = (dx1 * sy - sx * dy1) / turn;
  return [
    (x1 - x0 + g * x1) / width,
    (x3 - x0 + h * x3) / height,
    x0,
    (y1 - y0 + g * y1) / width,
    (y3 - y0 + h * y3) / height,
    y0,
    g / width,
    h / height,
  ];
}

/** Return whether four corners form a convex clockwise quadrilateral, as a board seen from above does. @param {Corners} corners */
export function areConvex(corners) {
  return corners.every(([x, y], at) => {
    const [u, v] = corners[(at + 1) % 4];
    const [s, t] = corners[(at + 2) % 4];
    return (u - x) * (t - v) - (v - y) * (s - u) > 0;
  });
}

/** @param {ImageBitmap} bitmap */
function pixelsOf(bitmap) {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  pen.drawImage(bitmap, 0, 0);
  return pen.getImageData(0, 0, bitmap.width, bitmap.height);
}

/**
 * Write the colour of `source` at (u, v), by bilinear interpolation.
 * @param {ImageData} source
 * @param {number} u
 * @param {number} v
 * @param {Uint8ClampedArray} out
 * @param {number} at
 */
function mix({ data, width, height }, u, v, out, at) {
  const left = Math.min(width - 2, Math.max(0, Math.floor(u)));
  const top = Math.min(height - 2, Math.max(0, Math.floor(v)));
  const right = Math.min(1, Math.max(0, u - left));
  const down = Math.min(1, Math.max(0, v - top));
  const here = 4 * (top * width + left);
  const below = here + 4 * width;
  for (let part = 0; part < 3; part += 1) {
    const upper = data[here + part] * (1 - right) + data[here + 4 + part] * right;
    const lower = data[below + part] * (1 - right) + data[below + 4 + part] * right;
    out[at + part] = upper * (1 - down) + lower * down;
  }
  out[at + 3] = 255;
}
