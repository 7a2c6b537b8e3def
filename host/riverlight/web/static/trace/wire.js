// @ts-check
// The wiring of a chain of lights in words: length, current, feeds.

import { make } from "../dom.js";
import { text } from "../language.js";
import { series } from "../words.js";

/** @import {Wire} from "../../types/trace" */

const FEEDS_TOLD = 8;

/** Return the terms and descriptions for a wire. @param {Wire} wire */
export function wireRows(wire) {
  const row = (/** @type {string} */ name, /** @type {string} */ words) => [make("dt", {}, name), make("dd", {}, words)];
  const volts = hundredths(wire.drop_volts);
  const [length, longest] = [hundredths(wire.length_mm / 1000), Math.round(wire.longest_mm)];
  return [
    ...row(text("Lights"), String(wire.lights)),
    ...row(text("Wire"), text("{length} m, longest hop {longest} mm", { length, longest })),
    ...row(text("Current"), text("{current} mA at most", { current: wire.current_ma })),
    ...row(text("Voltage drop"), wire.drop_volts > 0.3
      ? text("{volts} V if fed at the start; at most 0.30 V is allowed", { volts })
      : text("{volts} V if fed at the start", { volts })),
    ...row(text("Feed 5 V at"), feedWords(wire)),
  ];
}

/** Format a number with two decimals in the page's language. @param {number} number */
function hundredths(number) {
  const two = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return number.toLocaleString(document.documentElement.lang, two);
}

/** @param {Wire} wire */
function feedWords({ feeds, fed_drop_volts: lost }) {
  if (feeds.length < 2) return text("only the start");
  const lights = series(feeds.slice(0, FEEDS_TOLD).map((light) => text("light {number}", { number: light + 1 })));
  const volts = hundredths(lost);
  const more = feeds.length - FEEDS_TOLD;
  return more > 0
    ? text("{lights} and {number} more: then {volts} V", { lights, number: more, volts })
    : text("{lights}: then {volts} V", { lights, volts });
}
