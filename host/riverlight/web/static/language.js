// The texts of the scripts in the page's language. English stands in the scripts; the page brings the translations.

const texts = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");

/** The sentence of an English template in the page's language, each `{field}` filled in. */
export function text(template, fields = {}) {
  return filled(texts[template] ?? template, fields).join("");
}

/** The sentence of an English template as it is worded in `context`, such as `"gem"` for the colour of a stone. */
export function textIn(context, template, fields = {}) {
  return filled(texts[`${context}\u0004${template}`] ?? template, fields).join("");
}

/** The sentence of `one` where `n` is 1, else of `several`; `{n}` stands for the number. */
export function plural(one, several, n, fields = {}) {
  const forms = texts[one] ?? [one, several];
  return filled(forms[Math.min(n === 1 ? 0 : 1, forms.length - 1)], { n, ...fields }).join("");
}

/** The pieces of a template whose fields may be elements: strings and nodes, in the order of the language. */
export function textParts(template, fields) {
  return filled(texts[template] ?? template, fields);
}

function filled(template, fields) {
  return template
    .split(/\{(\w+)\}/)
    .map((piece, place) => (place % 2 ? fields[piece] : piece))
    .flat()
    .filter((piece) => piece !== "");
}
