// What the page asks of its server, which is this machine.

/** A refusal: its message is a sentence for people. */
export class Refusal extends Error {}

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
    throw new Refusal("Riverlight does not answer: is it still running? Your work is kept in this browser.");
  }
  if (response.ok) return response.json();
  const isOurs = response.headers.get("content-type")?.startsWith("application/json");
  throw new Refusal(isOurs ? (await response.json()).sentence : `Riverlight answered with ${response.status}.`);
}
