// @ts-check
// Access: notices that others use a seat's link too, and the buttons that show, renew or close links.

import { make, renew, say } from "./dom.js";
import { plural, text } from "./language.js";
import { pressed } from "./state.js";

/** @import {Actions, Page, Report, SeatReport, Snapshot, StateMessage} from "../types/scripts" */

const clock = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short" });

const REOPEN = "open private pages";

/** The notices closed on this page, remembered over a reload. */
const seen = {
  key: (/** @type {Report} */ { seat, since, shown }) => `seen ${seat} ${since} ${shown}`,
  has: (/** @type {Report} */ report) => sessionStorage.getItem(seen.key(report)) !== null,
  add: (/** @type {Report} */ report) => sessionStorage.setItem(seen.key(report), ""),
};

/**
 * Return the warnings about a link that more than one device has opened.
 * @param {Report} report
 * @returns {string[]}
 */
function sentences({ devices, since, shown, name }) {
  const time = clock.format(since);
  const shownTime = shown ? clock.format(shown) : "";
  if (name === undefined) {
    return [
      devices === 2 && text("A second device opened this page at {time}.", { time }),
      devices > 2 && text("{number} devices have opened this page, the last one at {time}.", { number: devices, time }),
      shown !== null && text("The link to this page was shown on a table page at {time}.", { time: shownTime }),
    ].filter((sentence) => typeof sentence === "string");
  }
  return [
    devices === 2 && text("A second device opened {name}'s page at {time}.", { name, time }),
    devices > 2 && text("{number} devices have opened {name}'s page, the last one at {time}.", { number: devices, name, time }),
    shown !== null && text("The link to {name}'s page was shown on a table page at {time}.", { name, time: shownTime }),
  ].filter((sentence) => typeof sentence === "string");
}

/**
 * Return a function that shows notices with buttons in `place`, given the server's reports.
 * @param {HTMLElement} place
 * @param {Actions} actions label and function of each button by its name
 */
function notices(place, actions) {
  /** @type {Report[]} */
  let reports = [];
  const show = () => {
    const due = reports.filter((report) => sentences(report).length && !seen.has(report));
    place.hidden = !due.length;
    renew(place, ...due.flatMap((report) => notice(report, actions)));
  };
  place.addEventListener("click", ({ target }) => {
    const { dataset } = /** @type {HTMLElement} */ (target);
    const report = reports.find(({ seat }) => String(seat) === dataset.seat);
    if (!report) return;
    const [, act] = actions[dataset.action ?? ""] ?? [];
    if (act) act(report);
    else seen.add(report);
    show();
  });
  return (/** @type {Report[]} */ newest) => {
    reports = newest;
    show();
  };
}

/** @param {Report} report @param {Actions} actions */
function notice(report, actions) {
  /** @type {(action: string, label: string, kind?: string) => HTMLElement} */
  const button = (action, label, kind) => make("button", { type: "button", class: kind, "data-action": action, "data-seat": report.seat }, label);
  return [
    make("p", {}, sentences(report).join(" ")),
    make("p", { class: "answers" }, ...Object.entries(actions).map(([action, [label]]) => button(action, label)), button("seen", text("OK"), "quiet")),
  ];
}

/**
 * Return a function that shows on a seat's page who else has opened its link.
 * @param {HTMLElement} place
 * @param {import("./link.js").Link} link the page's connection, which is closed when the page moves to a new link
 */
export function seatNotices(place, link) {
  async function keep() {
    link.end(); // otherwise it would be closed before the response with the new link arrives
    const answer = await post(`${location.pathname}/keep`);
    if (answer) location.replace(answer.path);
    else location.reload();
  }
  const show = notices(place, { keep: [text("Use on this device only"), keep] });
  return (/** @type {StateMessage["link"]} */ report) => show(report ? [{ ...report, seat: "own" }] : []);
}

/**
 * Return a function that shows on the table page whose links others use too; also handle its buttons.
 * @param {Page} page
 */
export function tableAccess(page) {
  /** @type {HTMLButtonElement | null} */
  let asked = null; // the button of the seat whose code is shown
  /** @type {(report: Report) => HTMLButtonElement | null} */
  const buttonOf = ({ seat }) => page.private?.querySelector(`[data-seat="${seat}"]`) ?? null;
  const show = notices(page.access, {
    renew: [text("New link"), (report) => showLink(page, (asked = buttonOf(report)), true)],
    close: [text("Close link"), (report) => post(`/seats/${report.seat}/close`)],
  });
  page.private?.addEventListener("click", ({ target }) => {
    const button = pressed(target, "button[data-seat]");
    if (button) showLink(page, (asked = button), false);
  });
  page.private?.addEventListener("toggle", () => page.private?.open && page.private.scrollIntoView());
  page.link_move?.addEventListener("click", () => showLink(page, asked, true));
  page.link_close?.addEventListener("click", async () => {
    if (await post(`/seats/${asked?.dataset.seat}/close`)) forget(page, text("This link is closed. A new one is made when you show it."));
  });
  page.link?.addEventListener("close", () => forget(page, ""));
  page.new_code?.addEventListener("click", () => {
    sessionStorage.setItem(REOPEN, ""); // the page reloads, and shows the new one
    post("/table-code");
  });
  page.network?.addEventListener("click", async () => {
    sessionStorage.setItem(REOPEN, "");
    const answer = await post("/network", { open: page.network?.value ?? "0" });
    if (answer && !answer.refusal) return; // the page reloads, and shows how phones join
    sessionStorage.removeItem(REOPEN);
    if (page.network_told) say(page.network_told, answer?.refusal ?? text("That did not work. Try again."));
  });
  if (page.private && sessionStorage.getItem(REOPEN) !== null) page.private.open = true;
  sessionStorage.removeItem(REOPEN);
  return (/** @type {SeatReport[]} */ reports, /** @type {Snapshot["seats"]} */ seats) => {
    show(reports.map((report) => ({ ...report, name: seats[report.seat].name })));
    const buttons = /** @type {NodeListOf<HTMLElement> | undefined} */ (page.private?.querySelectorAll("button[data-seat]"));
    for (const button of buttons ?? []) {
      const report = reports.find(({ seat }) => String(seat) === button.dataset.seat);
      say(/** @type {HTMLElement} */ (button.querySelector("small")), report ? plural("{n} device", "{n} devices", report.devices) : "");
    }
  };
}

/**
 * Show the QR code of a seat's private page; `isNew` makes a new link, which closes pages with the old one.
 * @param {Page} page
 * @param {HTMLButtonElement | null} button the seat's
 * @param {boolean} isNew
 */
async function showLink(page, button, isNew) {
  if (!button) return;
  const name = button.querySelector("span")?.textContent ?? "";
  say(page.link_whose, text("{name}'s seat", { name }));
  const answer = await post(`/seats/${button.dataset.seat}`, { move: isNew ? "1" : "0" });
  if (answer) {
    page.link_code.innerHTML = answer.code; // the server's own drawing
    say(page.link_only, answer.code && text("Only {name} should scan this: it opens {name}'s own page.", { name }));
    page.link_here.href = location.origin + new URL(answer.address).pathname;
    page.link_here.hidden = false;
    say(page.link_told, isNew ? text("This code is new. Pages opened with the old one are closed.") : (answer.reach ?? ""));
  } else forget(page, text("The code could not be loaded. Try again."));
  if (!page.link?.open) page.link?.showModal();
}

/** @param {Page} page @param {string} told */
function forget(page, told) {
  page.link_code.replaceChildren();
  say(page.link_only, "");
  page.link_here.hidden = true;
  page.link_here.removeAttribute("href");
  say(page.link_told, told);
}

/** @param {string} path @param {Record<string, string>} fields */
async function post(path, fields = {}) {
  try {
    const answer = await fetch(path, { method: "POST", body: new URLSearchParams(fields) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
