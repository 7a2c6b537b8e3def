"""What the lights of each game mean: the table of light roles in words."""

from __future__ import annotations

import ast
import colorsys
from pathlib import Path
from typing import Final

from riverlight.games.colours import COLOUR_TITLES, choose_colours, seat_colours
from riverlight.games.registry import game_named
from riverlight.games.seats import LETTERS, SHAPES
from riverlight.languages.text import spoken
from riverlight.light_roles import load_light_roles

from shared_rules import niagara, roles
from tests.tools.docs.tables import table

__all__ = ["gems_line", "meanings", "roles_of", "roles_table", "seats_line"]

_RULES: Final = Path(roles.__file__).parent

_OWNERS: Final = {"seat": "the seat's", "seats": "the seats'", "gems": "the gems'", "mummy": "white"}

_HUES: Final = (
    (15, "red"), (37, "orange"), (48, "amber"), (70, "yellow"), (167, "green"), (180, "turquoise"), (200, "sky blue"),
    (245, "blue"), (290, "violet"), (350, "pink"), (361, "red"),
)  # fmt: skip
"""Up to which angle of the colour circle a colour has which name."""

_GREY: Final = 0.45  # of saturation: less is white
_FAINT: Final = 45
_DIM: Final = 140


def colour_name(red: int, green: int, blue: int) -> str:
    """Return what a light's colour looks like, in a word or two."""
    brightest = max(red, green, blue)
    if brightest == 0:
        return "dark"
    hue, saturation, _ = colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)
    name = "white" if saturation < _GREY else next(name for most, name in _HUES if hue * 360 < most)
    return f"faint {name}" if brightest < _FAINT else f"dim {name}" if brightest < _DIM else name


def meanings(game: str) -> dict[str, str]:
    """Return what each role means on a board of a game, by its name; its panel is named where not all have it."""
    panels = [game if panel == "main" else panel for panel in game_named(game).panels]
    found: dict[str, str] = {}
    for role in load_light_roles().roles:
        lit = [panel for panel in panels if panel in role.meanings]
        if lit:
            found[role.name] = role.meanings[lit[0]] if lit == panels else f"{lit[0]}: {role.meanings[lit[0]]}"
    return found


def roles_of(game: str) -> set[str]:
    """Return the names of the roles that the lights of a game can have, from the module that gives them."""
    tree = ast.parse((_RULES / f"{game}_lights.py").read_text(encoding="utf-8"))
    named = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and _is_roles(node.value)}
    used = {name for name in named if name.isupper()}
    if "RED_TREASURE" in used:  # it stands for the five that follow one another
        used |= {role.name for role in load_light_roles().roles if role.name.endswith("_TREASURE")}
    return used


def _is_roles(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "roles"


def roles_table(game: str) -> str:
    """Return the table of what a game's lights mean."""
    table_of_roles = load_light_roles()
    told = meanings(game)
    rows = []
    for role in table_of_roles.roles:
        if role.name in told:
            colour = _OWNERS[role.colour] if isinstance(role.colour, str) else colour_name(*role.colour)
            rows.append((told[role.name], colour, table_of_roles.patterns[role.pattern]))
    return table(("what it means", "colour", "pattern"), rows)


def seats_line(name: str) -> str:
    """Return the seats' colours and shapes, as many as the game has seats or lights of hunters."""
    game = game_named(name)
    colours = seat_colours(game, choose_colours(game, max(game.seat_counts), ()))
    seats = list(enumerate(colours))[game.first_piece : max(game.seat_counts)]
    told = [f"{LETTERS[seat]} {SHAPES[seat]} {spoken(COLOUR_TITLES[colour])}" for seat, colour in seats]
    return (
        f"The seats' colours, with the shape that goes with each on the page: {', '.join(told)}. Set-up page and "
        "`--colours` take those of your copy: any two are told apart with every kind of colour sight.\n"
    )


def gems_line() -> str:
    """Return the gems' colours, and the number of dips in each one's pattern."""
    gems = zip(niagara.COLOURS, roles.GEM_COLOURS, strict=True)
    told = [f"{gem} {number} ({colour_name(*colour)})" for number, (gem, colour) in enumerate(gems, start=1)]
    return f"The gems' dips, and their colours as light: {', '.join(told)}.\n"
