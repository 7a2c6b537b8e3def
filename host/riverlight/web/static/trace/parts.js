// @ts-check
// Parts shared by several steps: radio buttons, and elements shown for some choices only.

/** Return the radio buttons of a name. @param {string} name @returns {NodeListOf<HTMLInputElement>} */
export function radiosOf(name) {
  return document.querySelectorAll(`[name="${name}"]`);
}

/** Call `act` with the value of the radio button that was chosen. @param {string} name @param {(value: string) => void} act */
export function onChosen(name, act) {
  for (const radio of radiosOf(name)) radio.addEventListener("change", () => act(radio.value));
}

/** Choose the radio button with a value. @param {string} name @param {string} value */
export function choose(name, value) {
  for (const radio of radiosOf(name)) radio.checked = radio.value === value;
}

/** Show each part whose `data-` list of this name has `value`, hide the others. @param {string} list @param {string} value */
export function showFor(list, value) {
  /** @type {NodeListOf<HTMLElement>} */
  const parts = document.querySelectorAll(`[data-${list}]`);
  for (const part of parts) part.hidden = !part.dataset[list]?.split(" ").includes(value);
}

/** Return the `data-` values of the button that an event hit, empty if none. @param {Event} event @returns {DOMStringMap} */
export function buttonHit({ target }) {
  return (target instanceof Element && target.closest("button")?.dataset) || {};
}
