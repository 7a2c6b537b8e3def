// @ts-check
// The small board of a private page: shown while a choice is a space, as near as all of those spaces allow.

import { Board } from "./board.js";
import { tappable } from "./state.js";

/** @import {BoardData, GameModule, Page, Snapshot} from "../types/scripts" */

const NEAREST = 2.5;
const MARGIN_PERCENT = 10; // of the board, around the spaces that are to be seen

/**
 * Return what shows the board with the choices of a snapshot, each made by one tap.
 * @param {Page} page
 * @param {BoardData} data
 * @param {GameModule} game
 * @param {(move: string) => void} play
 */
export function smallBoard(page, data, game, play) {
  /** @type {Snapshot["choices"]} */
  let choices = [];
  const board = new Board(page.river, data, (keys) => {
    const chosen = choices.find((choice) => choice.keys === keys);
    if (chosen) play(chosen.move);
  });

  /** @param {Snapshot} snapshot */
  return (snapshot) => {
    choices = tappable(snapshot.choices);
    page.map.hidden = !choices.length;
    if (!choices.length) return;
    const canoes = game.canoes(snapshot);
    const ends = game.ends({ ...snapshot, choices });
    zoom([...ends, ...canoes.filter(({ acts }) => acts)].map(({ space }) => board.spot(space)));
    board.show(canoes, ends, game.ways(snapshot), game.labels(snapshot));
  };

  /** Show the part of the board with these spots, in percent of it. @param {(number[] | null)[]} spots */
  function zoom(spots) {
    const sides = [0, 1].map((axis) => spots.flatMap((spot) => (spot ? [spot[axis]] : [])));
    const lengths = sides.map((side) => Math.max(...side) - Math.min(...side) + 2 * MARGIN_PERCENT);
    const scale = Math.max(1, Math.min(NEAREST, 100 / Math.max(...lengths)));
    const offsets = sides.map((side) => {
      const middle = (Math.max(...side) + Math.min(...side)) / 2;
      return Math.min(0, Math.max(100 / scale - 100, 50 / scale - middle));
    });
    page.river.style.width = `${100 * scale}%`;
    page.river.style.translate = offsets.map((offset) => `${offset}%`).join(" ");
  }
}
