"""Find all problems of a board.

Three stages: the JSON Schema, the links between spaces, and the rules of the game. A board that passes the first two,
apart from fields that only play needs, is *well-formed*: ``load`` accepts it. A board that passes all is *sound*.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from riverlight.boards.kinds import kind_for, kind_names
from riverlight.boards.problems import Problem, Step
from riverlight.boards.reading import parse_json
from riverlight.boards.schema import Checker, Violation, repeated
from riverlight.boards.wording import MOST_LISTED, listed, shown, word
from riverlight.errors import BoardError
from riverlight.languages.text import plural, text, text_in, together
from riverlight.pico_packages import PICO_FOLDER

__all__ = ["check", "check_file", "find_malformed", "find_problems", "find_rule_problems", "refuse_malformed"]

_NEEDED_ONLY_AT_THE_TABLE = {"the board's id", "title", "size_mm", "at_mm", "leds"}
_NEAREST_MM = 12
_MOST_PROBLEMS = 300
_MOST_VIOLATIONS = 1500
_MOST_IN_REFUSAL = 2

Document = Mapping[str, Any]


def check(document: Any) -> list[str]:
    """Return a sentence for each problem of a board document; empty if it is sound."""
    return [problem.sentence for problem in find_problems(document)]


def check_file(content: bytes) -> list[Problem]:
    """Return the problems of a board file's content; empty if it is sound."""
    try:
        document = parse_json(content)
    except BoardError as error:
        return [_malformed("not-json", error.sentence)]
    return find_problems(document)


def find_malformed(document: Any) -> list[str]:
    """Return a sentence for each problem that makes the board unusable."""
    return [problem.sentence for problem in _find_all(document) if problem.is_malformed]


def find_rule_problems(document: Document) -> list[Problem]:
    """Return the violations of the game's rules by a well-formed board."""
    return kind_for(document["game"]).load_tools().find_problems(document)


def refuse_malformed(document: Any) -> None:
    """Raise BoardError, listing the first problems, if the document is malformed."""
    sentences = find_malformed(document)
    more = len(sentences) - _MOST_IN_REFUSAL
    if sentences:
        rest = [plural("And {n} more problem.", "And {n} more problems.", more)] if more > 0 else []
        raise BoardError(together([*sentences[:_MOST_IN_REFUSAL], *rest]))


def find_problems(document: Any) -> list[Problem]:
    """Return the problems of a document in file order, the unusable-making first.

    If there are very many, the last item only gives the number of the others.
    """
    found = _find_all(document)
    more = found[_MOST_PROBLEMS:]
    if more:
        sentence = plural("{n} more problem. Fix these first.", "{n} more problems. Fix these first.", len(more))
        is_malformed = any(problem.is_malformed for problem in more)
        found[_MOST_PROBLEMS:] = [Problem("file", "more", sentence, is_malformed=is_malformed)]
    return found


def _find_all(document: Any) -> list[Problem]:
    found = list(_check_version(document))
    if found:
        return found
    found = list(dict.fromkeys(_check_schema(document)))
    found += _check_links(document)
    if not any(problem.is_malformed for problem in found):
        found += [
            *_check_places(document),
            *_check_lights(document),
            *_check_sensors(document),
            *find_rule_problems(document),
        ]
    return found


def _malformed(kind: str, sentence: str, *spaces: str) -> Problem:
    return Problem("file", kind, sentence, spaces, is_malformed=True)


def _check_version(document: Any) -> Iterator[Problem]:
    if not isinstance(document, dict):
        yield _malformed(
            "no-object", text("A board file must contain one JSON object, not {value}.", value=shown(document))
        )
    elif "riverlight_board" not in document:
        yield _malformed("no-version", text('This is not a board file: "riverlight_board": 1 is missing.'))
    elif document["riverlight_board"] != 1 or document["riverlight_board"] is True:
        version = shown(document["riverlight_board"])
        yield _malformed(
            "version", text("This Riverlight reads version 1 of board files, not {version}.", version=version)
        )


# Stage 1: the schema.


@cache
def _checker() -> Checker:
    return Checker(json.loads((PICO_FOLDER / "shared_rules" / "boards" / "board.schema.json").read_text("utf-8")))


def _check_schema(document: Document) -> Iterator[Problem]:
    violations = _checker().violations(document, _MOST_VIOLATIONS)
    for violation in sorted(violations, key=lambda violation: [str(part).zfill(4) for part in violation.path]):
        path: list[Any] = list(violation.path)
        is_space = len(path) >= 2 and path[0] == "spaces"
        who, spaces = _named(document, path[1]) if is_space else (text_in("map", "The board"), ())
        inside = path[2 if is_space else 0 :]
        field = "".join(f"[{part}]" if isinstance(part, int) else f".{word(part)}" for part in inside)
        field = field.removeprefix(".")
        subject = text("{who}: {field}", who=who, field=field) if field else who
        kind = f"schema-{inside[0] if inside else 'space' if is_space else 'board'}-{violation.keyword}"
        step: Step = "spaces" if kind == "schema-spaces-minItems" else "file"
        for sentence, is_malformed in _explain(violation, subject, field):
            yield Problem(step, kind, sentence, spaces, is_malformed)
    if len(violations) == _MOST_VIOLATIONS:
        yield _malformed("too-many", text("There are too many problems to list."))


def _explain(violation: Violation, subject: str, field: str) -> Iterator[tuple[str, bool]]:
    """Yield a sentence for a violation, and whether it makes the board unusable."""
    keyword, value, schema = violation.keyword, violation.instance, violation.schema
    if keyword == "required":
        for name in schema["required"]:
            if name not in value:
                known_as = "the board's id" if name == "id" and not violation.path else name
                sentence = text("{subject} has no {name}.", subject=subject, name=name)
                yield sentence, known_as not in _NEEDED_ONLY_AT_THE_TABLE
    elif keyword == "additionalProperties":
        unknown = [name for name in value if name not in schema["properties"]]
        is_link = field == "exits"  # an exit without a direction can be neither played nor drawn
        for name in unknown[:MOST_LISTED]:
            yield text("{subject} has an unknown field {name}.", subject=subject, name=shown(name)), is_link
        if len(unknown) > MOST_LISTED:
            sentence = plural(
                "{subject} has {n} more unknown field.",
                "{subject} has {n} more unknown fields.",
                len(unknown) - MOST_LISTED,
                subject=subject,
            )
            yield sentence, is_link
    elif keyword == "uniqueItems":
        names = listed(sorted(word(str(item)) for item in repeated(value)))
        yield text("{subject} names {names} more than once.", subject=subject, names=names), True
    elif keyword in ("minItems", "maxItems"):
        about = {"subject": subject, "wanted": text(schema["description"]), "number": len(value)}
        yield text("{subject} must be {wanted}; it has {number}.", **about), True
    else:
        about = {"subject": subject, "wanted": text(schema["description"]), "value": shown(value)}
        yield text("{subject} must be {wanted}, not {value}.", **about), True


def _named(document: Document, number: int) -> tuple[str, tuple[str, ...]]:
    """Return the name of a space for sentences, and its id, if any, as a tuple."""
    space = document["spaces"][number]
    if isinstance(space, dict) and isinstance(space.get("id"), str) and space["id"].strip():
        return text("Space {space}", space=word(space["id"])), (space["id"],)
    return text("Space number {number} of the file", number=number + 1), ()


# Stage 2: links. It skips problems that stage 1 found, and their consequences.


def _check_links(document: Document) -> Iterator[Problem]:
    listed = document.get("spaces")
    named = [
        (number, space)
        for number, space in enumerate(listed if isinstance(listed, list) else (), 1)
        if isinstance(space, dict) and isinstance(space.get("id"), str)
    ]
    by_id: dict[str, tuple[int, dict[str, Any]]] = {}
    for number, space in named:
        first, _ = by_id.setdefault(space["id"], (number, space))
        if first != number:
            sentence = text(
                "Two spaces have the id {space}: numbers {first} and {second} of the file.",
                space=word(space["id"]),
                first=first,
                second=number,
            )
            yield _malformed("same-id", sentence, space["id"])
    game = document.get("game")
    is_maze = game in kind_names() and bool(kind_for(str(game)).directions)
    others = {name: _linked(space, is_maze) for name, (_, space) in by_id.items()}
    for name, neighbours in others.items():
        for other in neighbours or ():
            here, there = word(name), word(other)
            if other == name:
                yield _malformed("self-link", _self_link(here, is_maze), name)
            elif other in others:
                beyond = others[other]
                if beyond is not None and name not in beyond:
                    yield _malformed("one-way-link", _one_way(here, there, is_maze), name, other)
            elif len(named) == len(document["spaces"]):
                yield _malformed("dead-end", _dead_end(here, there, is_maze), name)


def _self_link(space: str, is_maze: bool) -> str:
    if is_maze:
        return text("Space {space} has an exit to itself.", space=space)
    return text("Space {space} touches itself.", space=space)


def _one_way(space: str, other: str, is_maze: bool) -> str:
    if is_maze:
        return text("Space {space} has an exit to {other}, but {other} has none to {space}.", space=space, other=other)
    return text("Space {space} touches {other}, but {other} does not touch {space}.", space=space, other=other)


def _dead_end(space: str, other: str, is_maze: bool) -> str:
    if is_maze:
        return text(
            "Space {space} has an exit to {other}, which is not a space of this board.", space=space, other=other
        )
    return text("Space {space} touches {other}, which is not a space of this board.", space=space, other=other)


def _linked(space: Mapping[str, Any], is_maze: bool) -> list[str] | None:
    """Return the ids of the linked spaces; None if stage 1 found them invalid."""
    others = space.get("exits" if is_maze else "touches")
    if isinstance(others, dict):
        others = [*others.values()]
    return others if isinstance(others, list) and all(isinstance(other, str) for other in others) else None


# Stage 3: checks common to all games. It runs on well-formed boards only.


def _check_places(document: Document) -> Iterator[Problem]:
    placed = [(space["id"], *space["at_mm"]) for space in document["spaces"] if "at_mm" in space]
    if "size_mm" in document:
        width_mm, height_mm = document["size_mm"]
        for name, x_mm, y_mm in placed:
            if x_mm > width_mm or y_mm > height_mm:
                sentence = text(
                    "Space {space} is at {x}, {y}, outside the board of {width} × {height} mm.",
                    space=name,
                    x=x_mm,
                    y=y_mm,
                    width=width_mm,
                    height=height_mm,
                )
                yield Problem("spaces", "outside", sentence, (name,))
    for number, (name, x_mm, y_mm) in enumerate(placed):
        for other, other_x_mm, other_y_mm in placed[:number]:
            if (x_mm - other_x_mm) ** 2 + (y_mm - other_y_mm) ** 2 < _NEAREST_MM**2:
                sentence = text(
                    "Spaces {one} and {other} are less than {least} mm apart.", one=other, other=name, least=_NEAREST_MM
                )
                yield Problem("spaces", "too-close", sentence, (other, name))


def _check_lights(document: Document) -> Iterator[Problem]:
    users: dict[str, dict[int, list[str]]] = {name: {} for name in document.get("panels", {})}
    for space in document["spaces"]:
        if not space.get("leds", True):
            sentence = text("Space {space} has no light.", space=space["id"])
            yield Problem("lights", "no-light", sentence, (space["id"],))
        for panel, lights in space.get("leds", {}).items():
            for light in lights:
                users.setdefault(panel, {}).setdefault(int(light), []).append(space["id"])
    for panel, used in users.items():
        declared = document.get("panels", {}).get(panel)
        length = declared or len(used)
        for light, names in sorted(used.items()):
            if len(names) > 1:
                sentence = text(
                    "Spaces {spaces} share light {light} of panel {panel}.",
                    spaces=listed(names, " and "),
                    light=light,
                    panel=panel,
                )
                yield Problem("lights", "shared-light", sentence, tuple(names))
            if light >= length:
                sentence = text(
                    "Space {space} has light {light} of panel {panel}, beyond its chain: "
                    "the chain has {length} lights, 0 to {last}.",
                    space=names[0],
                    light=light,
                    panel=panel,
                    length=length,
                    last=length - 1,
                )
                yield Problem("lights", "light-beyond-chain", sentence, (names[0],))
        gaps = [str(light) for light in range(length) if light not in used]
        if gaps and declared is None:
            sentence = text(
                "No space has light {lights} of panel {panel}. If the chain has spare lights, give its length in "
                '"panels".',
                lights=listed(gaps),
                panel=panel,
            )
            yield Problem("lights", "gap-in-chain", sentence)


def _check_sensors(document: Document) -> Iterator[Problem]:
    panels = {name for space in document["spaces"] for name in space.get("leds", {})}
    panels.update(document.get("panels", {}))
    users: dict[int, list[str]] = {}
    for space in document["spaces"]:
        for panel, position in space.get("sensor", {}).items():
            users.setdefault(int(position), []).append(space["id"])
            if panel not in panels:
                sentence = text(
                    "Space {space} has a sensor on panel {panel}, which has no lights.", space=space["id"], panel=panel
                )
                yield Problem("lights", "sensor-without-panel", sentence, (space["id"],))
    for position, names in sorted(users.items()):
        if len(names) > 1:
            sentence = text(
                "Spaces {spaces} share sensor {position}.", spaces=listed(names, " and "), position=position
            )
            yield Problem("lights", "shared-sensor", sentence, tuple(dict.fromkeys(names)))
