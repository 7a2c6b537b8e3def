// @ts-check
// Translation of texts: scripts contain English templates, the page contains their translations.

/** @typedef {Record<string, string | number>} Fields */

/** @type {any} a template's translation: a text, or one for each plural form */
const texts = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");

/**
 * Return an English template in the page's language, with each `{field}` filled in.
 * @param {string} template
 * @param {Fields} fields
 */
export function text(template, fields = {}) {
  return filled(texts[template] ?? template, fields).join("");
}

/**
 * Return an English template translated in a `context`, such as `"gem"` for the colour of a stone.
 * @param {string} context
 * @param {string} template
 * @param {Fields} fields
 */
export function textIn(context, template, fields = {}) {
  return filled(texts[`${context}\u0004${template}`] ?? template, fields).join("");
}

/**
 * Return the translation of `one` if `n` is 1, else of `several`; `{n}` is the number.
 * @param {string} one
 * @param {string} several
 * @param {number} n
 * @param {Fields} fields
 */
export function plural(one, several, n, fields = {}) {
  const forms = texts[one] ?? [one, several];
  return filled(forms[Math.min(n === 1 ? 0 : 1, forms.length - 1)], { n, ...fields }).join("");
}

/**
 * Return a template whose fields may be elements, as strings and nodes in the language's order.
 * @param {string} template
 * @param {Record<string, string | Node | Node[]>} fields
 * @returns {(string | Node)[]}
 */
export function textParts(template, fields) {
  return filled(texts[template] ?? template, fields);
}

/** @param {string} template @param {Record<string, any>} fields @returns {any[]} */
function filled(template, fields) {
  /** @type {any[]} */
  const pieces = template.split(/\{(\w+)\}/);
  for (let place = 1; place < pieces.length; place += 2) {
    const value = fields[pieces[place]];
    pieces[place] = value;
    if (typeof value === "object") continue;
    const [first, last] = [String(value).at(0), String(value).at(-1)];
    pieces[place - 1] = pieces[place - 1].replace(/([\u3400-\u9fff])( ?)$/, (/** @type {string} */ _, /** @type {string} */ character, /** @type {string} */ gap) => character + gapBeside(first, gap));
    pieces[place + 1] = pieces[place + 1].replace(/^( ?)(?=[\u3400-\u9fff])/, (/** @type {string} */ gap) => gapBeside(last, gap));
  }
  return pieces.flat().filter((piece) => piece !== "");
}

/**
 * Return the space between a Chinese character and a field's edge, as in languages/text.py.
 * @param {string | undefined} edge
 * @param {string} written
 */
function gapBeside(edge, written) {
  if (!/[\p{L}\p{N}]/u.test(edge ?? "")) return written;
  return /[\u3400-\u9fff]/.test(edge ?? "") ? "" : " ";
}
