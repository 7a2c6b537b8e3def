// @ts-check
// Before a link or form leaves the page, check that the host responds: if the next page fails to load, this one is
// lost, with everything filled in. If it does not respond, stay and say so.

const ANSWER_MS = 2500;
const SENDING_MS = 5000;
const MOST_CONNECTIONS = 6; // that a browser keeps open to one host
const notice = /** @type {HTMLElement} */ (document.getElementById("unanswered"));
let isBusy = false; // a check or a form is pending
let isAnswered = false; // the next event repeats the checked press

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const submitter = /** @type {HTMLButtonElement | null} */ (event.submitter);
  if ((submitter?.formMethod || form.method) === "dialog") return;
  askFirst(event, () => {
    form.requestSubmit(submitter?.isConnected ? submitter : null);
    isBusy = true; // otherwise a second press would send the form twice
    setTimeout(free, SENDING_MS);
  });
});

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("a[href]"));
  const opensElsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link?.target;
  if (!link || opensElsewhere || link.origin !== location.origin || link.getAttribute("href")?.startsWith("#")) return;
  askFirst(event, () => link.click());
});

addEventListener("pageshow", free);
addEventListener("pointerdown", () => (notice.hidden = true)); // it may cover other buttons

/** @param {Event} event @param {() => void} goOn */
async function askFirst(event, goOn) {
  if (isAnswered || event.defaultPrevented) return;
  event.preventDefault();
  if (isBusy) return;
  isBusy = true;
  // A keep-alive connection may be dead; sending a request on each of them closes the dead ones.
  const isThere = (await isReached(1)) || (await isReached(MOST_CONNECTIONS));
  isBusy = false;
  notice.hidden = isThere;
  if (!isThere) return;
  isAnswered = true;
  goOn();
  isAnswered = false;
}

/**
 * Return whether any of some requests gets a response; its status does not matter.
 * @param {number} count
 */
function isReached(count) {
  /** @type {RequestInit} */
  const request = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) };
  const answers = Array.from({ length: count }, () => fetch(import.meta.url, request));
  return Promise.any(answers).then(() => true, () => false);
}

function free() {
  isBusy = false;
}
