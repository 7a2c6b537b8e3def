// @ts-check
// A picture of a finished game to share: the board with its pieces, winners and standings, as one SVG file.

import { make, makeSvg } from "./dom.js";

/** @import {BoardData, GameModule, Snapshot} from "../types/scripts" */

const [WIDTH, TALLEST, MARGIN, ROW] = [1200, 900, 40, 52];
const [GROUND, INK, SOFT] = ["#0d222a", "#f1f6ef", "#a9c3c3"];

/**
 * Draw a finished game, and download the picture.
 * @param {GameModule} game
 * @param {Snapshot} snapshot
 * @param {BoardData} board
 * @param {string} title
 */
export async function sharePicture(game, snapshot, board, title) {
  const image = /** @type {HTMLImageElement} */ (document.querySelector("#river img"));
  const answer = await fetch(image.src).catch(() => null); // the page shows that it is offline
  if (!answer?.ok) return;
  const ground = await answer.text();
  const svg = drawn(game, snapshot, board, title, `data:image/svg+xml,${encodeURIComponent(ground)}`);
  const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" }));
  make("a", { href: address, download: "riverlight.svg" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {GameModule} game @param {Snapshot} snapshot @param {BoardData} board @param {string} title @param {string} ground */
function drawn(game, snapshot, board, title, ground) {
  const { prompt } = snapshot;
  const scale = Math.min((WIDTH - 2 * MARGIN) / board.size[0], TALLEST / board.size[1]);
  const [width, height] = board.size.map((side) => side * scale);
  const [left, top] = [(WIDTH - width) / 2, 160];
  const [rows, canoes] = [game.standings(snapshot), game.canoes(snapshot).filter(({ gone }) => !gone)];
  rows.sort((one, other) => Number(other.wins) - Number(one.wins));
  const size = width / 22;
  const pieces = canoes.flatMap((canoe) => {
    const at = board.spaces.find(({ id }) => id === canoe.space)?.at;
    if (!at) return [];
    const here = canoes.filter(({ space }) => space === canoe.space);
    const aside = here.indexOf(canoe) - (here.length - 1) / 2;
    return [use(canoe.letter, left + at[0] * scale + (aside * 0.7 - 0.5) * size, top + at[1] * scale - size / 2, size)];
  });
  const first = top + height + MARGIN;
  const lines = rows.map(({ letter, name, told, wins }, place) => {
    const y = first + place * ROW;
    return makeSvg("g", {}, use(letter, MARGIN, y, 36), words(name, MARGIN + 56, y + 28, 26, INK, wins ? 700 : 400), words(told, WIDTH / 2, y + 28, 26, wins ? INK : SOFT));
  });
  const letters = new Set([...rows, ...canoes].map(({ letter }) => letter));
  const signs = [...letters].flatMap((letter) => document.getElementById(`seat-${letter}`)?.cloneNode(true) ?? []);
  const tall = first + rows.length * ROW + MARGIN / 2;
  return makeSvg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${tall}`, width: WIDTH, height: tall, "font-family": "system-ui, sans-serif", "font-size": 26, "font-weight": 700 },
    makeSvg("defs", {}, ...signs),
    makeSvg("rect", { width: WIDTH, height: tall, fill: GROUND }),
    words(title, MARGIN, 46, 24, SOFT),
    words(prompt.sentence, MARGIN, 96, 42, INK, 700),
    words(prompt.why, MARGIN, 134, 24, SOFT),
    makeSvg("image", { href: ground, x: left, y: top, width, height }),
    ...pieces,
    ...lines,
  );
}

/** @param {string} letter @param {number} x @param {number} y @param {number} size */
function use(letter, x, y, size) {
  return makeSvg("use", { href: `#seat-${letter}`, x, y, width: size, height: size });
}

/** @param {string} said @param {number} x @param {number} y @param {number} size @param {string} fill @param {number} [weight] */
function words(said, x, y, size, fill, weight = 400) {
  return makeSvg("text", { x, y, "font-size": size, fill, "font-weight": weight }, said);
}
