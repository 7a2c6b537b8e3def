"""Everything needed is visible, in every phase of every game, at each common screen size.

Whole games are stepped through next to one page; each kind of state is measured once.
"""

import pytest
from riverlight.games.contract import TABLE
from riverlight.games.registry import game_named
from riverlight.games.sides import TABLE_PAGE
from riverlight.games.simulate import demo_players
from riverlight.table.session import Table

from tests.browser.conftest import PHONE, WIDE, until

pytestmark = pytest.mark.browser

TABLET = {"width": 820, "height": 1180}

# What is not wholly in sight: cut off by the window, or by what it scrolls in.
OUT_OF_SIGHT = """() => {
    const needed = {
        sentence: ['#sentence'],
        acting: ['.acts'],
        keys: ['#keypad:not([hidden]) .key:enabled'],
        ends: ['.ends button'],
        own: ['#hand button:enabled', '#choices button:first-child'],
        after: ['#again button', '#again a'],
    };
    const seen = (element) => {
        let { left, top, right, bottom } = element.getBoundingClientRect();
        const box = { left, top, right, bottom };
        let room = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
        for (let here = element.parentElement; here; here = here.parentElement) {
            if (getComputedStyle(here).overflowY === 'visible') continue;
            const around = here.getBoundingClientRect();
            room = {
                left: Math.max(room.left, around.left), top: Math.max(room.top, around.top),
                right: Math.min(room.right, around.right), bottom: Math.min(room.bottom, around.bottom),
            };
        }
        const slack = 3;
        return box.left >= room.left - slack && box.top >= room.top - slack
            && box.right <= room.right + slack && box.bottom <= room.bottom + slack;
    };
    const missing = Object.entries(needed).flatMap(([what, selectors]) =>
        [...document.querySelectorAll(selectors.join())]
            .filter((element) => element.checkVisibility() && !seen(element))
            .map((element) => `${what}: ${(element.dataset.key ?? element.textContent).slice(0, 20)}`));
    if (document.documentElement.scrollWidth > innerWidth) missing.push('scrolls sideways');
    return [...new Set(missing)];
}"""

PLOTS_FIT = """() => [...document.querySelectorAll('#plots .plot, #plots svg')].every((plot) => {
    const room = document.querySelector('.round').getBoundingClientRect();
    const { left, right } = plot.getBoundingClientRect();
    return left >= room.left - 1 && right <= room.right + 1 && right > left;
})"""

HAS_COME = """([sentence, isOwn]) => document.querySelector('#sentence').textContent === sentence
    && (!isOwn || document.querySelector('#hand button:enabled, #choices button, .ends button'))"""

GAMES = {
    "canyon": ("canyon", {}, 6, ()),
    "canyon by tricks": ("canyon", {"entry": "tricks"}, 3, ()),
    "niagara": ("niagara", {}, 4, ()),
    "pyramid": ("pyramid", {}, 4, ()),
    "canyon alone": ("canyon", {"cards": "app"}, 4, (1, 2, 3)),
    "niagara alone": ("niagara", {"cards": "app", "fork": "alternate"}, 4, (1, 2, 3)),
    "pyramid alone": ("pyramid", {"cards": "app", "dice": "app"}, 4, (0, 2, 3)),
}
SEED = 3
DICE_KEYED = {"roll", "mummy_roll"}  # any faces are keyed, in any order: there is no list of choices


def kind_of(table):
    """Return what makes a state another one to look at: its phase, who acts, and about how much there is to choose."""
    shown = table.snapshot(TABLE_PAGE)
    choices = len(shown["choices"])
    acting = "table" if TABLE in shown["view"]["to_act"] else "seats" if len(shown["view"]["to_act"]) > 1 else "seat"
    size = next(index for index, most in enumerate((0, 1, 4, 9, 16, 10**6)) if choices <= most)
    return shown["view"]["phase"], acting, size, bool(shown["foreseen"])


def meant(table):
    """Return the keys with which an entry at the table can begin now."""
    return {choice["keys"][0] for choice in table.snapshot(TABLE_PAGE)["choices"]}


@pytest.mark.parametrize("which", GAMES)
def test_what_is_needed_is_in_sight_in_every_phase(served, visit, monkeypatch, which):
    name, options, people, bots = GAMES[which]
    game = game_named(name)
    table = Table.new(served.room.store, name, options, [""] * people, SEED, bots=bots)
    served.room._bot_delay_s = 3600.0  # all seats are played here
    served.room.open(table)
    pages = {size["width"]: visit(f"{served.origin}/table", size) for size in (WIDE, TABLET, PHONE)}
    players = demo_players(game, SEED)
    own = table.head.lone_seats
    found, looked_at = [], set()
    while acting := table.history.state.to_act():
        kind = kind_of(table)
        if kind not in looked_at:
            looked_at.add(kind)
            monkeypatch.undo()
            served.room._changed()
            sentence = str(table.snapshot(TABLE_PAGE)["prompt"]["sentence"])
            has_cards = bool(bots) and acting == own and kind[0] in game.interface.card_phases
            for width, page in pages.items():
                until(page, HAS_COME, [sentence, has_cards])
                if missing := page.evaluate(OUT_OF_SIGHT):
                    found.append((width, kind, sentence, missing))
                offered = set(page.eval_on_selector_all(".key:enabled", "(keys) => keys.map((key) => key.dataset.key)"))
                assert offered - {"#"} == meant(table) or kind[0] in DICE_KEYED, (kind, offered)
            monkeypatch.setattr(served.room, "_push_state", lambda: None)  # nobody looks at the moves in between
        move = players.choose(table.history.state, acting[0], table.codes(acting[0])).move
        assert table.enter(acting[0], move).kind == "accepted"
    monkeypatch.undo()
    served.room._changed()
    for width, page in pages.items():
        until(page, "() => document.querySelector('#plots .plot svg') && !document.querySelector('#again').hidden")
        if missing := page.evaluate(OUT_OF_SIGHT):
            found.append((width, "over", missing))
        assert page.evaluate(PLOTS_FIT), width
    assert found == []
