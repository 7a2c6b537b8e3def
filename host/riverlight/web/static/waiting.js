// @ts-check
// The page of a link whose game is not on the table: it retries by itself, even while the host does not respond.

const AGAIN_MS = 4000;
const SILENT_MS = 5000;

async function look() {
  /** @type {RequestInit} */
  const request = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(SILENT_MS) };
  const answer = await fetch(location.href, request).catch(() => null);
  if (answer && answer.status !== 409 && answer.status !== 429 && answer.status < 500) location.reload();
  else setTimeout(look, AGAIN_MS * (0.5 + Math.random() / 2));
}

setTimeout(look, AGAIN_MS);
