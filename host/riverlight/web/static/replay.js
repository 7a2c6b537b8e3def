// Looking back on a game: turn its pages by hand or let it play, at any speed, on this page and on the board.

/**
 * @param {Object<string, HTMLElement>} page the parts of the page by id
 * @param {function(object)} send
 * @return {function({at: number, of: number})} shows the place in the game
 */
export function replays(page, send) {
  let place = { at: 0, of: 0 };
  let timer = null;
  const goTo = (at) => send({ go_to: Math.min(Math.max(at, 0), place.of) });
  const isPlaying = () => timer !== null;

  function stop() {
    clearTimeout(timer);
    timer = null;
    page.play.textContent = "▶";
    page.play.setAttribute("aria-pressed", "false");
  }

  // The next entry is asked for when the last one has come, so that a slow line is not run ahead of.
  function next() {
    timer = setTimeout(() => goTo(place.at + 1), 1000 / Number(page.speed.value));
  }

  page.play.addEventListener("click", () => {
    if (isPlaying()) return stop();
    page.play.textContent = "||";
    page.play.setAttribute("aria-pressed", "true");
    return place.at === place.of ? (goTo(0), next()) : next();
  });
  for (const [name, to] of [["first", () => 0], ["back", () => place.at - 1], ["on", () => place.at + 1]]) {
    page[name].addEventListener("click", () => {
      stop();
      goTo(to());
    });
  }
  page.at.addEventListener("input", () => {
    stop();
    goTo(Number(page.at.value));
  });

  return (shown) => {
    const isNew = shown.at !== place.at;
    place = shown;
    page.at.max = place.of;
    page.at.value = place.at;
    if (!isPlaying()) return;
    if (place.at === place.of) stop();
    else if (isNew) next();
  };
}
