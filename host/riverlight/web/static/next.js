// @ts-check
// Reloads for the next game. Pages reload spread over some time, each only once the host responds: a page that
// fails to load is lost, one that waits is not.

const RETRY_MS = 2000;
const ANSWER_MS = 5000;
let isLeaving = false;

/** Reload this page at a random time within `spread_ms`, as soon as the host responds. @param {number} spread_ms */
export async function loadAgain(spread_ms = 0) {
  if (isLeaving) return;
  isLeaving = true;
  let within_ms = spread_ms;
  do {
    await pause(Math.random() * within_ms);
    within_ms = RETRY_MS;
  } while (!(await isAnswered()));
  if (location.hash) location.reload(); // replace() would only scroll to the fragment
  else location.replace(location.href); // unlike reload(), it does not revalidate static files
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
