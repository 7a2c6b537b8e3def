// @ts-check
// Storage in this browser only: boards and views in local storage, photos in IndexedDB.

/** @import {Saved} from "../../types/trace" */

const CURRENT = "riverlight-trace";
const WORKS = "riverlight-trace-work-";
const PHOTOS = "photos";
const MOST_WORKS = 12;

/** Return a new name for a piece of work. */
export function freshName() {
  return [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(36)).join("");
}

/** Save a piece of work; return whether that was possible. @param {Omit<Saved, "at">} work */
export function saveWork({ id, board, view }) {
  try {
    localStorage.setItem(WORKS + id, JSON.stringify({ id, at: Date.now(), board, view }));
    localStorage.setItem(CURRENT, id);
    return true;
  } catch {
    return false; // full, or disabled
  }
}

/** Return the piece of work of this name, by default the last one; null if there is none. @returns {Saved | null} */
export function savedWork(id = read(CURRENT)) {
  try {
    return JSON.parse(read(WORKS + id) ?? "null");
  } catch {
    return null;
  }
}

/** Return all pieces of work, the newest first. */
export function allSaved() {
  const names = [];
  for (let number = 0; number < (storage()?.length ?? 0); number += 1) {
    const name = localStorage.key(number);
    if (name?.startsWith(WORKS)) names.push(name.slice(WORKS.length));
  }
  return names.map((name) => savedWork(name)).filter((work) => work !== null).sort((one, other) => other.at - one.at);
}

/** Delete the oldest pieces of work when there are many. */
export async function tidy() {
  for (const { id } of allSaved().slice(MOST_WORKS)) await forget(id);
}

/** Delete a piece of work and its photo. @param {string} id */
export async function forget(id) {
  localStorage.removeItem(WORKS + id);
  await savePhoto(id, null);
}

/** Save the photo of a piece of work, a Blob, or delete it for null; return whether that was possible. @param {string} id @param {Blob | null} blob */
export async function savePhoto(id, blob) {
  const done = await photos("readwrite", (store) => (blob ? store.put(blob, id) : store.delete(id)));
  return done !== null;
}

/** Return the photo of a piece of work as a Blob; null if there is none. @param {string} id @returns {Promise<Blob | null>} */
export async function savedPhoto(id) {
  return (await photos("readonly", (store) => store.get(id))) ?? null;
}

function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** @param {string} name */
function read(name) {
  return storage()?.getItem(name) ?? null;
}

/**
 * Run one transaction on the store of photos and return its result; null if there is no store.
 * @template Result
 * @param {IDBTransactionMode} way
 * @param {(store: IDBObjectStore) => Pick<IDBRequest<Result>, "result">} act
 * @returns {Promise<Result | null>}
 */
function photos(way, act) {
  return new Promise((resolve) => {
    /** @type {IDBOpenDBRequest} */
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
      const end = (/** @type {Result | null} */ result) => {
        database.close();
        resolve(result);
      };
      transaction.oncomplete = () => end(request.result);
      transaction.onabort = () => end(null);
    };
  });
}
