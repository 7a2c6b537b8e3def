"""No word that a page shows is left outside the texts that can be translated."""

import ast
import re
from pathlib import Path

import pytest
import riverlight
from riverlight.games.registry import GAMES, game_named
from riverlight.games.seats import SHAPES
from riverlight.languages.text import Text
from riverlight.web.names import shape_name

PACKAGE = Path(riverlight.__path__[0])
SCRIPTS = sorted((PACKAGE / "web" / "static").rglob("*.js"))
MODULES = [
    *sorted((PACKAGE / "web").glob("*.py")),
    *sorted((PACKAGE / "statistics").glob("*.py")),
    *sorted((PACKAGE / "boards").glob("lint*.py")),
]

COMMENT = re.compile(r"(?m)^\s*(?://|\*|/\*).*$|(?<=[;,{(\s])// .*$")
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
CALL = re.compile(r'(?<![\w.])(?:text|textParts|plural|textIn)\(\s*("(?:[^"\\]|\\.)*"(?:,\s*"(?:[^"\\]|\\.)*")?)')
WORDS = re.compile(r"[A-Z][a-z]|.*[a-z]{2} [a-z]+[.?…]$")

KEYS = {"ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Arrow", "Backspace", "Delete", "Enter", "Escape"}
HEADER = re.compile(r"[A-Z][a-z]+(-[A-Z][a-z]+)+")
NOT_ON_PAGES = {
    "Riverlight",
    "Enter the table code first.",
    "A message is text; this one is binary.",
}
"""The same in every language; for the terminal; for people who read a browser's console."""

ENGLISH_ONLY = {"addresses.py", "control.py", "devices.py", "messages.py", "server.py", "trace_requests.py"}
"""Modules whose sentences are for terminals, or for authors of other pages."""


def shown_in(script):
    """Return the strings of a script that look like words for people, those of its texts left out."""
    words = CALL.sub("", COMMENT.sub("", script))
    found = [one or other for one, other in STRING.findall(words)]
    return [string for string in found if WORDS.match(string) and string not in KEYS]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_shows_texts_only(path):
    assert shown_in(path.read_text(encoding="utf-8")) == []


def test_a_word_outside_the_texts_is_found():
    script = '// "Not this"\nsay(text("Nor this"), "But this");\nsay(plural("One {n}", "Many {n}", 2), `And this`);'
    assert shown_in(script) == ["But this", "And this"]


def is_for_others(string):
    return string in NOT_ON_PAGES or HEADER.fullmatch(string)


def not_shown(node):
    """Return the parts of a node whose strings no page shows as they are: names, docstrings, texts."""
    match node:
        case ast.Expr(value=ast.Constant()):
            return [node.value]
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return [node.value]
        case ast.Call(func=ast.Name(id="text" | "plural" | "text_in")):
            return node.args
        case ast.Call(func=ast.Name(id="cast" | "element")):
            return node.args[:1]
        case ast.Call(func=ast.Attribute(attr="close" | "send" | "ValidationError")):
            return node.args  # the reason for closing a WebSocket is for people who read the browser's console
    return []


@pytest.mark.parametrize(
    "path",
    [path for path in MODULES if path.name not in ENGLISH_ONLY],
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
def test_a_module_of_the_pages_shows_texts_only(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    parts = [part for node in ast.walk(tree) for part in not_shown(node)]
    passed = {id(inner) for part in parts for inner in ast.walk(part)}
    strings = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed
    ]
    assert [string for string in strings if WORDS.match(string) and not is_for_others(string)] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_house_rule_and_each_of_its_values_has_a_name_to_translate(name):
    for option in game_named(name).options:
        assert isinstance(option.title, Text), option.name
        assert isinstance(option.help, Text), option.name
        for value in option.values:
            assert isinstance(option.title_of(value), Text) or value.isdecimal(), (option.name, value)


def test_every_shape_of_a_seat_has_a_name_to_translate():
    assert [shape_name(shape) for shape in SHAPES] == list(SHAPES)
    assert all(isinstance(shape_name(shape), Text) for shape in SHAPES)


@pytest.mark.parametrize("path", sorted((PACKAGE / "web" / "static").rglob("*.css")), ids=lambda path: path.stem)
def test_a_style_sheet_says_no_word(path):
    assert re.findall(r'content:\s*"[^"]*[A-Za-z]{2}[^"]*"', path.read_text(encoding="utf-8")) == []
