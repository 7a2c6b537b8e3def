"""The style sheets of the pages: each kind of page loads its own, and what a page loads says nothing twice."""

import itertools
import re
from pathlib import Path

import pytest
from riverlight import web
from riverlight.games.registry import GAMES
from riverlight.light_roles import load_light_roles
from riverlight.web.pages import style_sheets
from riverlight.web.shapes import ink_on

STATIC = Path(web.__file__).parent / "static"
KINDS = ["setup", "kept-games", "plain", "trace"]
KINDS += [f"{kind} {game}" for game in GAMES for kind in ("table", "seat", "kept-games", "rules")]
ALIKE_MOST = 5  # declarations: a frame, or hidden from sight; what shares more is one rule


def rules(name):
    """Return the rules of a style sheet, each as its conditions and its selectors, and its declarations."""
    text = re.sub(r"/\*.*?\*/", "", (STATIC / name).read_text(encoding="utf-8"), flags=re.DOTALL)
    found, within = [], []
    for head, body, end in re.findall(r"([^{};]+)\{|((?:[^{};]+;)+)|(\})", text):
        if head:
            within.append(" ".join(head.split()))
        elif body:
            found.append((" / ".join(within), frozenset(" ".join(each.split()) for each in body.split(";")) - {""}))
        elif end:
            within.pop()
    assert within == []
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_no_selector_stands_twice_in_what_a_page_loads(kind):
    heads = [head for name in style_sheets(kind) for head, _ in rules(name) if not head.endswith(":root")]  # colours
    assert len(heads) > 60
    assert sorted(head for head in set(heads) if heads.count(head) > 1) == []


@pytest.mark.parametrize("kind", KINDS)
def test_no_two_rules_that_a_page_loads_say_much_the_same(kind):
    all_rules = [rule for name in style_sheets(kind) for rule in rules(name)]
    pairs = itertools.combinations(all_rules, 2)
    assert [(one[0], other[0]) for one, other in pairs if len(one[1] & other[1]) > ALIKE_MOST] == []


def test_every_style_sheet_is_loaded_by_a_page():
    loaded = {name for kind in [*KINDS, "lesson"] for name in style_sheets(kind)}
    assert loaded == {str(path.relative_to(STATIC)) for path in STATIC.rglob("*.css")}


def test_the_style_sheet_of_pieces_has_the_colours_of_their_lights():
    selectors = {name: f'.light-{name}, .pieces li:has([value="{name}"]:checked)' for name in load_light_roles().seats}
    lights = {name: "#{:02x}{:02x}{:02x}".format(*colour) for name, colour in load_light_roles().seats.items()}
    assert dict(rules("lights.css")) == {
        selectors[name]: {f"--light: {light}", f"--light-ink: {ink_on(light)}"} for name, light in lights.items()
    }
