// @ts-check
// A single person's hand, choices and hints next to the table, each seat's from its own WebSocket.

import { connect } from "./connection.js";
import { renew } from "./dom.js";
import { hints } from "./hints.js";
import { pressed, snapshotOf, tappable } from "./state.js";

/** @import {GameModule, Page, Snapshot} from "../types/scripts" */

/**
 * Show the cards and choices of one of the given seats: the seat to act, else the first.
 * A choice that one tap on the board makes has no button here.
 * @param {Page} page
 * @param {string[]} lines
 * @param {string} table
 * @param {GameModule} game
 */
export function ownSeats(page, lines, table, game) {
  /** @type {(Snapshot | undefined)[]} */
  const newest = lines.map(() => undefined);
  const links = lines.map((line, at) =>
    connect(line, table, page.connection, {
      state(message) {
        if (message.table !== table) return; // the table's own connection reloads the page
        newest[at] = snapshotOf(message);
        show();
      },
      lights() {},
    }),
  );
  const asked = () => Math.max(0, newest.findIndex((snapshot) => snapshot?.choices.length));

  const tellOfHints = page.ask_hint && hints(page, () => lines[asked()].replace("/live/", "/seat/"));

  function show() {
    const snapshot = newest[asked()];
    if (!snapshot) return;
    const onBoard = new Set(tappable(snapshot.choices));
    const choices = snapshot.choices.filter((choice) => !onBoard.has(choice));
    renew(page.hand, ...game.hand(snapshot));
    renew(page.choices, ...game.actions({ ...snapshot, choices }));
    tellOfHints?.(snapshot);
  }

  for (const place of [page.hand, page.choices]) {
    place.addEventListener("click", ({ target }) => {
      const button = pressed(target, "[data-move]");
      if (button) links[asked()].send({ enter: button.dataset.move, version: newest[asked()]?.version });
    });
  }
}
