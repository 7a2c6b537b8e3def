// @ts-check
// From one game to the next. A room's pages load again spread over a moment, each only once the host answers: a page
// that fails to load is gone for good, one that waits comes back.

const RETRY_MS = 2000;
const ANSWER_MS = 5000;
let isLeaving = false;

/** Load this page again, at some moment within `spread_ms`; try until the host answers. @param {number} spread_ms */
export async function loadAgain(spread_ms = 0) {
  if (isLeaving) return;
  isLeaving = true;
  let within_ms = spread_ms;
  do {
    await pause(Math.random() * within_ms);
    within_ms = RETRY_MS;
  } while (!(await isAnswered()));
  if (location.hash) location.reload(); // replace() would only scroll to the part that is named
  else location.replace(location.href); // unlike reload(), it asks for no static file again
}

async function isAnswered() {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store", signal }).catch(() => null);
  return answer !== null && answer.status < 500 && answer.status !== 429;
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
