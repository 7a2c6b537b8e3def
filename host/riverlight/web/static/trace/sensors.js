// @ts-check
// The sensors: which spaces have one, and its position in the chain of shift registers.

import { listening, make } from "../dom.js";
import { plural, text } from "../language.js";
import { changed, nearest, panelsOf, setting, spacesOf } from "./board.js";
import { radiusOf } from "./paint.js";
import { ask, Refusal } from "./server.js";

/** @import {App, Board, Painter, Place, Space, Tool} from "../../types/trace" */

const FINGER_PX = 22;

/** Return whether the pieces of a board's game can be sensed. @param {Board} board */
export function canSense({ game }) {
  return setting.sensed[game].length > 0;
}

export class SensorsMode {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    const { page, work } = app;
    page.sense.addEventListener("click", () => this.propose());
    page.sense_none.addEventListener("click", () => work.edit(changed(work.board, this.sensed(), ({ sensor, ...space }) => space)));
    /** @type {Tool} */
    this.tool = { tap: (at) => work.select([this.spaceAt(at)?.id].filter((id) => id !== undefined)) };
  }

  /** Return the ids of the spaces that have a sensor. */
  sensed() {
    return this.app.work.board.spaces.filter(({ sensor }) => sensor).map(({ id }) => id);
  }

  sentence() {
    const { board } = this.app.work;
    if (!board.spaces.some(({ leds }) => leds && Object.keys(leds).length)) return text("Assign the lights first. The sensor chain follows them.");
    const count = this.sensed().length;
    if (!count) return text("Sensors are optional: they detect the pieces. Press Propose an order.");
    return plural("{n} space has a sensor. Tap a space to change its position.", "{n} spaces have a sensor. Tap a space to change its position.", count);
  }

  async propose() {
    const { work, refuse } = this.app;
    try {
      const { document } = await ask("sensors", { document: work.board });
      refuse("");
      work.edit(document);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuse(error.message);
    }
  }

  update() {
    const { page, work } = this.app;
    page.sense_none.disabled = !this.sensed().length;
    const space = spacesOf(work.board).get(work.selected[0]);
    page.sensed_space.hidden = !space;
    const signature = JSON.stringify([space, panelsOf(work.board)]);
    if (!space || page.sensed_space.dataset.shown === signature) return;
    page.sensed_space.dataset.shown = signature;
    const lit = panelsOf(work.board).filter((panel) => space.leds?.[panel]);
    const isSensed = setting.sensed[work.board.game].includes(space.kind) && lit.length > 0;
    const note = isSensed ? text("Leave it empty for no sensor.") : text("No piece is sensed here: only spaces with a light where pieces rest have a sensor.");
    page.sensed_space.replaceChildren(
      make("h2", {}, space.id),
      ...(isSensed ? lit.map((panel) => this.field(space, panel, lit.length > 1)) : []),
      make("p", { class: "note" }, note),
    );
  }

  /** The position of the sensor that a space has on a panel. @param {Space} space @param {string} panel @param {boolean} isNamed */
  field({ id, sensor }, panel, isNamed) {
    const label = isNamed ? text("Position in the chain, {panel}", { panel }) : text("Position in the chain");
    const field = make("input", { type: "number", min: 0, max: setting.last_sensor, step: 1, value: sensor?.[panel] ?? "" });
    return make("label", {}, label, listening(field, "change", () => {
      if (field.checkValidity()) this.place(id, panel, field.value === "" ? null : Number(field.value));
      else field.value = String(sensor?.[panel] ?? "");
    }));
  }

  /**
   * Give the sensor of a space a position in the chain, null to remove it; the sensor that had it takes the old one.
   * @param {string} id @param {string} panel @param {number | null} position
   */
  place(id, panel, position) {
    const { work } = this.app;
    const old = spacesOf(work.board).get(id)?.sensor?.[panel] ?? null;
    const exchanged = (/** @type {[panel: string, at: number]} */ [name, at]) => (at === position ? [[name, old]] : [[name, at]]);
    const spaces = work.board.spaces.map(({ sensor = {}, ...space }) => {
      const moved = Object.entries(sensor).flatMap(exchanged);
      const all = space.id === id ? [...moved.filter(([name]) => name !== panel), [panel, position]] : moved;
      const left = all.filter(([, at]) => at !== null);
      return left.length ? { ...space, sensor: Object.fromEntries(left) } : space;
    });
    work.edit({ ...work.board, spaces }, [id]);
  }

  /** @param {Place} at */
  spaceAt(at) {
    const { work, stage } = this.app;
    return nearest(work.board, at, Math.max(radiusOf(work.board), FINGER_PX / stage.scale));
  }

  /** @param {Painter} paint */
  draw(paint) {
    const { board, selected } = this.app.work;
    const positions = board.spaces.flatMap(({ id, sensor = {} }) => Object.values(sensor).map((at) => ({ id, at })));
    const order = positions.toSorted((one, other) => one.at - other.at).map(({ id }) => id);
    const words = new Map(board.spaces.map(({ id, sensor }) => [id, sensor ? Object.values(sensor).join("/") : "–"]));
    const marks = new Map(board.spaces.map(({ id, sensor }) => [id, sensor ? "lit" : "unlit"]));
    return paint.frame() + paint.chain(order) + paint.discs(marks, words) + paint.rings(selected, "chosen") + paint.names(selected);
  }
}
