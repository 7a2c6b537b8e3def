// What the page asks of its server, which is this machine.

import { text } from "../language.js";

/** A refusal: its message is a sentence for people; `isTaken` where another board has the id that was asked for. */
export class Refusal extends Error {
  constructor(sentence, isTaken = false) {
    super(sentence);
    this.isTaken = isTaken;
  }
}

/** Ask for `name` with some parts and return the answer; throws a Refusal with the server's sentence. */
export async function ask(name, parts) {
  return answered(fetch(`/trace/${name}`, { method: "POST", body: JSON.stringify(parts) }));
}

/** Return the boards there are, or with an id that board. */
export async function boards(id = null) {
  return answered(fetch(id === null ? "/trace/boards" : `/trace/boards/${id}`));
}

async function answered(request) {
  let response;
  try {
    response = await request;
  } catch {
    throw new Refusal(text("Riverlight does not answer: is it still running? Your work is kept in this browser."));
  }
  if (response.ok) return response.json();
  const isOurs = response.headers.get("content-type")?.startsWith("application/json");
  if (!isOurs) throw new Refusal(text("Riverlight answered with {status}.", { status: response.status }));
  const { sentence, is_taken: isTaken } = await response.json();
  throw new Refusal(sentence, isTaken);
}
