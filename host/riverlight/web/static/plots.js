// @ts-check
// The plots of a finished game beside its story: those of its page of statistics, brought once the game is over.

/** Return a function that shows the plots of a game that is over, and hides them. @param {HTMLElement} place */
export function plots(place) {
  let isBrought = false;

  async function bring() {
    const answer = await fetch(place.dataset.from ?? "", { cache: "no-store" }).catch(() => null); // the page says that it is offline
    if (!answer?.ok) return void (isBrought = false);
    const { head, body } = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.head.append(...head.querySelectorAll('link[href$="/plots.css"]'));
    place.replaceChildren(...body.querySelectorAll(".plot"));
  }

  return (/** @type {boolean} */ isOver) => {
    place.hidden = !isOver;
    if (isOver && !isBrought) void bring();
    isBrought = isOver;
  };
}
