// The games page: a file chosen fills the text to bring in.

document.getElementById("file").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (file) document.getElementById("text").value = await file.text();
});
