// @ts-check
// Requests to the server, which runs on this machine.

import { text } from "../language.js";

/** @import {Answers, Board, Listed} from "../../types/trace" */

const ANSWER_MS = 10000; // large boards take seconds on a slow computer

/**
 * An error for people; `isTaken`: another board has the requested id;
 * `isSilent`: there was no response.
 */
export class Refusal extends Error {
  /** @param {string} sentence */
  constructor(sentence, { isTaken = false, isSilent = false } = {}) {
    super(sentence);
    this.isTaken = isTaken;
    this.isSilent = isSilent;
  }
}

/**
 * Send the request `name` and return the response; throws a Refusal with the server's sentence.
 * @template {keyof Answers} Name
 * @param {Name} name
 * @param {object} parts
 * @returns {Promise<Answers[Name]>}
 */
export async function ask(name, parts) {
  return answerTo(`/trace/${name}`, { method: "POST", body: JSON.stringify(parts) });
}

/** Return the available boards. @returns {Promise<{boards: Listed[]}>} */
export async function boards() {
  return answerTo("/trace/boards");
}

/** Return the board with an id. @param {string} id @returns {Promise<{document: Board}>} */
export async function boardWith(id) {
  return answerTo(`/trace/boards/${id}`);
}

/** @param {string} path @param {RequestInit} request */
async function answerTo(path, request = {}) {
  let response;
  let answer;
  try {
    response = await fetch(path, { ...request, signal: AbortSignal.timeout(ANSWER_MS) });
    const isOurs = response.headers.get("content-type")?.startsWith("application/json");
    answer = isOurs ? await response.json() : null;
  } catch {
    throw new Refusal(text("Riverlight is not answering. Is it still running? Your work is saved in this browser."), { isSilent: true });
  }
  if (!answer) throw new Refusal(text("Riverlight answered with {status}.", { status: response.status }));
  if (!response.ok) throw new Refusal(answer.sentence, { isTaken: answer.is_taken });
  return answer;
}
