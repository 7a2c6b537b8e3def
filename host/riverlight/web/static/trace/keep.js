// Everything one works on stays in this browser: boards and views in local storage at once, photos in IndexedDB.

const CURRENT = "riverlight-trace";
const WORKS = "riverlight-trace-work-";
const PHOTOS = "photos";
const MOST_WORKS = 12;

/** Return a new name for a piece of work. */
export function freshName() {
  return [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(36)).join("");
}

/** Keep a piece of work as it is now; return whether that could be done. */
export function keep({ id, board, view }) {
  try {
    localStorage.setItem(WORKS + id, JSON.stringify({ id, at: Date.now(), board, view }));
    localStorage.setItem(CURRENT, id);
    return true;
  } catch {
    return false; // no room, or storage switched off
  }
}

/** Return the piece of work of this name, the last one without a name; null where there is none. */
export function kept(id = read(CURRENT)) {
  try {
    return JSON.parse(read(WORKS + id));
  } catch {
    return null;
  }
}

/** Return all pieces of work, the newest first. */
export function allKept() {
  const names = [];
  for (let number = 0; number < (storage()?.length ?? 0); number += 1) {
    const name = localStorage.key(number);
    if (name.startsWith(WORKS)) names.push(name.slice(WORKS.length));
  }
  return names.map(kept).filter(Boolean).sort((one, other) => other.at - one.at);
}

/** Forget the oldest pieces of work when there are many. */
export async function tidy() {
  for (const { id } of allKept().slice(MOST_WORKS)) await forget(id);
}

/** Forget a piece of work and its photo. */
export async function forget(id) {
  localStorage.removeItem(WORKS + id);
  await keepPhoto(id, null);
}

/** Keep the photo of a piece of work, a Blob; null takes it away. Returns whether that could be done. */
export async function keepPhoto(id, blob) {
  const done = await photos("readwrite", (store) => (blob ? store.put(blob, id) : store.delete(id)));
  return done !== null;
}

/** Return the photo of a piece of work as a Blob, null where there is none. */
export async function keptPhoto(id) {
  return (await photos("readonly", (store) => store.get(id))) ?? null;
}

function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

function read(name) {
  return storage()?.getItem(name) ?? null;
}

/** Do one thing with the store of photos and return what came of it; null where there is no such store. */
function photos(way, act) {
  return new Promise((resolve) => {
    let opening;
    try {
      opening = indexedDB.open("riverlight-trace", 1);
    } catch {
      resolve(null);
      return;
    }
    opening.onupgradeneeded = () => opening.result.createObjectStore(PHOTOS);
    opening.onerror = () => resolve(null);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(PHOTOS, way);
      const request = act(transaction.objectStore(PHOTOS));
      const end = (result) => {
        database.close();
        resolve(result);
      };
      transaction.oncomplete = () => end(request.result);
      transaction.onabort = () => end(null);
    };
  });
}
