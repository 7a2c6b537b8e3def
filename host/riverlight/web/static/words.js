// @ts-check
// Words shared by several scripts.

import { text } from "./language.js";

/** @type {Record<string, string>} */
const KINDS = {
  start: text("start"),
  water: text("water"),
  current: text("current"),
  landing: text("landing"),
  cave: text("cave"),
  waterfall: text("waterfall"),
  shore: text("shore"),
  river: text("river"),
  fall: text("fall"),
  berth: text("berth"),
  site: text("site"),
  weather: text("weather"),
  chamber: text("chamber"),
  treasure: text("treasure"),
  entrance: text("entrance"),
  sarcophagus: text("sarcophagus"),
};

/** @type {Record<string, string>} */
const COLOURS = {
  red: text("red"),
  blue: text("blue"),
  white: text("white"),
  yellow: text("yellow"),
  green: text("green"),
};

/** Return the name of a kind of space. @param {string} kind */
export function kindName(kind) {
  return KINDS[kind] ?? kind;
}

/** Return the name of a treasure colour. @param {string} colour */
export function colourName(colour) {
  return COLOURS[colour] ?? colour;
}

/** Join words to a list, as in `1, 2, 3`. @param {string[]} words @returns {string} */
export function series(words) {
  return words.length < 2 ? words.join("") : words.reduce((before, word) => text("{before}, {word}", { before, word }));
}
