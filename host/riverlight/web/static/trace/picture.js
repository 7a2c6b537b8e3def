// @ts-check
// Loads a photo; its type and size are read from its header before the browser decodes it.

import { text } from "../language.js";

const MOST_BYTES = 40 * 1024 * 1024;
const MOST_PIXELS = 120_000_000;
const LONGEST_PX = 3000; // the longest side of a scaled photo
const HEAD_BYTES = 512 * 1024; // a JPEG's size may follow a large thumbnail

/** An unsupported or damaged file; its message is a sentence. */
export class BadPicture extends Error {}

/**
 * Return the picture in `file` as `{bitmap, blob}`: upright, scaled down if large, and as a file to save.
 * Throws a BadPicture for one that cannot be used.
 * @param {Blob} file
 */
export async function loadPicture(file) {
  if (file.size > MOST_BYTES) {
    const [most, size] = [MOST_BYTES >> 20, Math.round(file.size / 1048576)];
    throw new BadPicture(text("A photo can have at most {most} MB; this file has {size}.", { most, size }));
  }
  const [width, height] = sizeOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  if (width < 50 || height < 50) throw new BadPicture(text("A photo must have at least 50 × 50 pixels; this one has {width} × {height}.", { width, height }));
  if (width * height > MOST_PIXELS) {
    const most = MOST_PIXELS / 1e6;
    throw new BadPicture(text("A photo can have at most {most} million pixels; this one has {width} × {height}.", { most, width, height }));
  }
  const scale = Math.min(1, LONGEST_PX / Math.max(width, height));
  let bitmap;
  try {
    // Decoding rotates a photo by its EXIF orientation, which may swap width and height, so only one is given.
    bitmap = await createImageBitmap(file, scale < 1 ? { resizeWidth: Math.round(width * scale), resizeQuality: "high" } : {});
  } catch {
    throw new BadPicture(text("This photo is damaged and cannot be read."));
  }
  if (Math.max(bitmap.width, bitmap.height) > LONGEST_PX * 2) {
    throw new BadPicture(text("The data of this photo does not match its size. Save it again."));
  }
  const blob = scale < 1 ? await asFile(bitmap) : file;
  return { bitmap, blob };
}

/** @param {ImageBitmap} bitmap */
async function asFile(bitmap) {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d")).drawImage(bitmap, 0, 0);
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
}

/** Return width and height from the header of a JPEG, PNG or WebP; throws a BadPicture for anything else. @param {Uint8Array} bytes */
export function sizeOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (starts(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return [view.getUint32(16), view.getUint32(20)];
    if (starts(bytes, [0xff, 0xd8, 0xff])) return jpegSize(view);
    if (starts(bytes, [0x52, 0x49, 0x46, 0x46]) && ascii(bytes, 8) === "WEBP") return webpSize(bytes, view);
  } catch (error) {
    if (error instanceof BadPicture) throw error;
    throw new BadPicture(text("This photo is incomplete: its size is missing."));
  }
  throw new BadPicture(text("This is not a photo. Riverlight reads JPEG, PNG and WebP."));
}

/** @param {DataView} view */
function jpegSize(view) {
  let at = 2;
  for (;;) {
    while (view.getUint8(at) !== 0xff) at += 1;
    while (view.getUint8(at) === 0xff) at += 1;
    const marker = view.getUint8(at);
    at += 1;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [view.getUint16(at + 5), view.getUint16(at + 3)];
    if (marker === 0xda || marker === 0xd9) throw new BadPicture(text("The size of this JPEG cannot be read."));
    at += view.getUint16(at);
  }
}

/** @param {Uint8Array} bytes @param {DataView} view */
function webpSize(bytes, view) {
  const three = (/** @type {number} */ at) => 1 + (view.getUint8(at) | (view.getUint8(at + 1) << 8) | (view.getUint8(at + 2) << 16));
  switch (ascii(bytes, 12)) {
    case "VP8X":
      return [three(24), three(27)];
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return [1 + (bits & 0x3fff), 1 + ((bits >> 14) & 0x3fff)];
    }
    case "VP8 ":
      return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
    default:
      throw new BadPicture(text("The size of this WebP cannot be read."));
  }
}

/** @param {Uint8Array} bytes @param {number[]} head */
function starts(bytes, head) {
  return head.every((byte, at) => bytes[at] === byte);
}

/** @param {Uint8Array} bytes @param {number} at */
function ascii(bytes, at) {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
