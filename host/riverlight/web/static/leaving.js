// @ts-check
// Before a link or a form leaves the page: does the host answer? A page that fails to load is gone for good, with all
// that was filled in. So this page stays until it does, and says so. Without scripts the browser's own page says it.

const ANSWER_MS = 2500;
const SENDING_MS = 5000;
const MOST_CONNECTIONS = 6; // that a browser keeps open to one host
const notice = /** @type {HTMLElement} */ (document.getElementById("unanswered"));
let isBusy = false; // with a question to the host, or with a form on its way to it
let isAnswered = false; // what comes now is the same press again

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const submitter = /** @type {HTMLButtonElement | null} */ (event.submitter);
  if ((submitter?.formMethod || form.method) === "dialog") return;
  askFirst(event, () => {
    form.requestSubmit(submitter?.isConnected ? submitter : null);
    isBusy = true; // or a second press would send the form twice
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
addEventListener("pointerdown", () => (notice.hidden = true)); // it may cover what is wanted next

/** @param {Event} event @param {() => void} goOn */
async function askFirst(event, goOn) {
  if (isAnswered || event.defaultPrevented) return;
  event.preventDefault();
  if (isBusy) return;
  isBusy = true;
  // A kept-alive connection may be dead, and a request on it waits in vain: so ask on all of them, which ends the dead.
  const isThere = (await isReached(1)) || (await isReached(MOST_CONNECTIONS));
  isBusy = false;
  notice.hidden = isThere;
  if (!isThere) return;
  isAnswered = true;
  goOn();
  isAnswered = false;
}

/**
 * Return whether any of some requests is answered; any answer will do: what is wrong, the page asked for says better.
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
