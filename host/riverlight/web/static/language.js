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
  const pieces = template.split(/\{(\w+)\}/);
  for (let place = 1; place < pieces.length; place += 2) {
    const value = fields[pieces[place]];
    pieces[place] = value;
    if (typeof value === "object") continue;
    const [first, last] = [String(value).at(0), String(value).at(-1)];
    pieces[place - 1] = pieces[place - 1].replace(/([\u3400-\u9fff])( ?)$/, (_, character, gap) => character + gapBeside(first, gap));
    pieces[place + 1] = pieces[place + 1].replace(/^( ?)(?=[\u3400-\u9fff])/, (gap) => gapBeside(last, gap));
  }
  return pieces.flat().filter((piece) => piece !== "");
}

/** The space between a Chinese character and a field that begins or ends so, as in languages/text.py. */
function gapBeside(edge, written) {
  if (!/[\p{L}\p{N}]/u.test(edge ?? "")) return written;
  return /[\u3400-\u9fff]/.test(edge) ? "" : " ";
}
