"""Letters and signs have enough contrast on every page, dark and light."""

from __future__ import annotations

import pytest

from tests.browser.clear import AWAY, LEAST_CONTRAST, TEXTS
from tests.browser.conftest import go
from tests.browser.test_access import addresses

pytestmark = pytest.mark.browser

# The contrast of each visible sign: of its letter, or of the mummy's bands, with its shape; of a shape without a letter
# with the ground. What a `use` draws is measured on a copy of its symbol at the same place, which inherits the same.
SIGNS = (
    TEXTS.split("const found = [];")[0]
    + """
    const ratio = (one, other) => {
        const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
        return (high + 0.05) / (low + 0.05);
    };
    const faded = (element) => {
        let share = 1;
        for (let here = element; here; here = here.parentElement) share *= parseFloat(getComputedStyle(here).opacity);
        return share;
    };
    const found = new Map();
    for (const svg of document.querySelectorAll('svg.sign')) {
        const name = svg.querySelector('use')?.getAttribute('href');
        if (!name || !svg.checkVisibility() || !svg.getBoundingClientRect().width) continue;
        const copy = svg.cloneNode(false);
        for (const part of document.querySelector(name).children) copy.append(part.cloneNode(true));
        svg.after(copy);
        const share = faded(svg);
        for (const ground of grounds(svg.parentElement).map((each) => each.slice(0, 3))) {
            const shown = (css, under) => {
                const over = colour(css, under).slice(0, 3);
                return over.map((part, at) => share * part + (1 - share) * ground[at]);
            };
            const shape = shown(getComputedStyle(copy.querySelector('path:not(.facets, .cut)')).fill, ground);
            const letter = copy.querySelector('text, .shade');
            const contrast = letter ? ratio(shown(getComputedStyle(letter).fill, shape), shape) : ratio(shape, ground);
            const place = `${name} in ${svg.parentElement.className || svg.parentElement.tagName}`;
            found.set(place, Math.min(contrast, found.get(place) ?? Infinity));
        }
        copy.remove();
    }
    return [...found];
}"""
)


def faint(page):
    """Return the signs that do not stand out on ``page`` as it is drawn now, each with its contrast."""
    return [(name, round(contrast, 2)) for name, contrast in page.evaluate(SIGNS) if contrast < LEAST_CONTRAST]


def test_every_letter_and_sign_stands_out_by_night_and_by_day(served, visit):
    page = visit(served.origin)
    seen, found = set(), []
    for address in addresses(served):
        go(page, f"{served.origin}{address}")
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            found += [(address, scheme, *each) for each in faint(page)]
        seen |= {name.split()[0] for name, _ in page.evaluate(SIGNS)}
        page.goto(AWAY)
    assert found == []
    for kind, names in {"suit": "RBGYV", "seat": "ABCDEF"}.items():
        assert {f"#{kind}-{name}" for name in names} <= seen
    assert {f"#treasure-{name}" for name in ("red", "blue", "white", "yellow", "green")} <= seen
    assert {f"#gem-{name}" for name in ("violet", "clear", "yellow", "blue", "pink")} <= seen
    visit.complaints.clear()  # Chromium's console reports the status 404


SPENT = {
    # what has been played, taken or lost: where it is shown, and how
    "pyramid": ("/table", ".backs > span", "played"),
    "niagara": ("/seat/{token}", ".held", "used"),
}


@pytest.mark.parametrize("game", SPENT)
def test_what_is_spent_is_still_read(served, visit, game):
    served.room.begin(game, {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    path, selector, kind = SPENT[game]
    token = next(iter(served.room.sitting.seats))
    page = visit(served.origin)
    go(page, f"{served.origin}{path.format(token=token)}")
    marked = """([selector, kind]) => {
        const marked = document.querySelectorAll(selector);
        for (const element of marked) element.classList.add(kind);
        return marked.length;
    }"""
    assert page.evaluate(marked, [selector, kind])
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        assert faint(page) == []


def test_a_letter_in_the_colour_of_its_shape_is_found(served, visit):
    """The check can fail."""
    served.room.begin("pyramid", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    page = visit(served.origin)
    go(page, f"{served.origin}/table")
    page.evaluate("document.querySelector('#treasure-white text').setAttribute('class', 'treasure-white')")
    assert {name.split()[0] for name, _ in faint(page)} == {"#treasure-white"}
