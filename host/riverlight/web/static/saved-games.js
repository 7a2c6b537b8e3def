// @ts-check
// The games page: a chosen file fills the import field.

const chosen = /** @type {HTMLInputElement} */ (document.getElementById("file"));
const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("text"));
chosen.addEventListener("change", async () => {
  const [file] = chosen.files ?? [];
  if (file) text.value = await file.text();
});
