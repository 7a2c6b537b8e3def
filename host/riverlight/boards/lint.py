"""Name every fault of a board, one sentence each.

Three sieves, each finer: the JSON Schema (what stands where), the links between spaces, and what makes a board sound
for play, of which ``lint_<game>`` tells what its game needs. A board that passes the first two, but for things that
only play at a table needs, is *well-formed*: ``load`` takes it. One that passes all is *sound*.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module, resources
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from riverlight.boards.reading import parsed
from riverlight.boards.wording import MOST_LISTED, listed, shown, word
from riverlight.errors import BoardError
from riverlight.languages.text import plural, text, text_in, together

if TYPE_CHECKING:
    import jsonschema

__all__ = ["Fault", "check", "check_bytes", "faults", "malformed", "refuse_malformed", "unplayable"]

_NEEDED_ONLY_AT_THE_TABLE = {"the board's id", "title", "size_mm", "at_mm", "leds"}
_NEAREST_MM = 12
_MOST_FAULTS = 300
_MOST_ERRORS = 1500
_MOST_TOLD = 2

Document = Mapping[str, Any]


class Fault(NamedTuple):
    """One thing that is wrong. ``is_malformed`` is true where nothing can be made of the board before it is mended."""

    sentence: str
    is_malformed: bool


def check(document: Any) -> list[str]:
    """Return a sentence for each fault of a board document; none when it is sound for play."""
    return [fault.sentence for fault in faults(document)]


def check_bytes(content: bytes) -> list[str]:
    """Return a sentence for each fault of a board file's content; none when it is sound for play."""
    try:
        document = parsed(content)
    except BoardError as error:
        return [error.sentence]
    return check(document)


def malformed(document: Any) -> list[str]:
    """Return a sentence for each fault that keeps the board from being used at all."""
    return [fault.sentence for fault in _all_faults(document) if fault.is_malformed]


def unplayable(document: Document) -> list[str]:
    """Return a sentence for each way in which a well-formed board breaks what its game's rules need of it."""
    game_lint = import_module(f"riverlight.boards.lint_{document['game']}")
    return cast("Callable[[Document], list[str]]", game_lint.faults)(document)


def refuse_malformed(document: Any) -> None:
    """Raise BoardError, with the first faults and how many more there are, unless the document is well-formed."""
    sentences = malformed(document)
    more = len(sentences) - _MOST_TOLD
    if sentences:
        rest = [plural("And {n} fault more.", "And {n} faults more.", more)] if more > 0 else []
        raise BoardError(together([*sentences[:_MOST_TOLD], *rest]))


def faults(document: Any) -> list[Fault]:
    """Return the faults of a board document, in the order of the file, what cannot be used first.

    Of a document that is all faults not every one has its sentence; the last tells how many are left.
    """
    found = _all_faults(document)
    left = found[_MOST_FAULTS:]
    if left:
        sentence = plural(
            "There is {n} fault more; mend these first.", "There are {n} faults more; mend these first.", len(left)
        )
        found[_MOST_FAULTS:] = [Fault(sentence, is_malformed=any(fault.is_malformed for fault in left))]
    return found


def _all_faults(document: Any) -> list[Fault]:
    found = list(_faults_of_version(document))
    if found:
        return found
    found = list(dict.fromkeys(_faults_of_schema(document)))
    found += _faults_of_links(document)
    if not any(fault.is_malformed for fault in found):
        sentences = [*_faults_of_places(document), *_faults_of_lights(document), *unplayable(document)]
        found += [Fault(sentence, is_malformed=False) for sentence in sentences]
    return found


def _faults_of_version(document: Any) -> Iterator[Fault]:
    if not isinstance(document, dict):
        sentence = text("A board file holds one JSON object, not {value}.", value=shown(document))
        yield Fault(sentence, is_malformed=True)
    elif "riverlight_board" not in document:
        yield Fault(text('This is no board file: it lacks "riverlight_board": 1.'), is_malformed=True)
    elif document["riverlight_board"] != 1 or document["riverlight_board"] is True:
        version = shown(document["riverlight_board"])
        sentence = text("This Riverlight reads version 1 of board files, not {version}.", version=version)
        yield Fault(sentence, is_malformed=True)


# The first sieve: the schema.


@cache
def _schema() -> jsonschema.Draft202012Validator:
    import jsonschema  # noqa: PLC0415  (a tenth of a second, which shipped boards need not wait for)

    schema = (resources.files("shared_rules") / "boards" / "board.schema.json").read_text("utf-8")

    def once_each(_validator: object, is_asked: bool, items: Any, _schema: object) -> Iterator[Any]:
        """Do what ``uniqueItems`` asks for, without comparing each item with each other."""
        if is_asked and isinstance(items, list) and _several(items):
            yield jsonschema.ValidationError("an item is there twice")

    extend: Any = jsonschema.validators.extend
    return cast(
        "jsonschema.Draft202012Validator",
        extend(jsonschema.Draft202012Validator, {"uniqueItems": once_each})(json.loads(schema)),
    )


def _several(items: Sequence[Any]) -> list[str]:
    """Return what stands several times among ``items``, each once, sorted."""
    counts = Counter(item if isinstance(item, str) else _comparable(item) for item in items)
    return sorted(word(str(item)) for item, count in counts.items() if count > 1)


def _comparable(item: Any) -> Any:
    """Return something hashable that is equal where JSON values are: 1 and 1.0, but not 1 and true."""
    is_number = isinstance(item, int | float) and not isinstance(item, bool)
    return item if is_number else json.dumps(item, sort_keys=True)


def _faults_of_schema(document: Document) -> Iterator[Fault]:
    errors = list(islice(_schema().iter_errors(document), _MOST_ERRORS))
    for error in sorted(errors, key=lambda error: [str(part).zfill(4) for part in error.path]):
        path: list[Any] = list(error.path)
        is_space = len(path) >= 2 and path[0] == "spaces"
        who = _space_name(document, path[1]) if is_space else text_in("map", "The board")
        inside = path[2 if is_space else 0 :]
        field = "".join(f"[{part}]" if isinstance(part, int) else f".{word(part)}" for part in inside)
        field = field.removeprefix(".")
        yield from _translated(error, who, field)
    if len(errors) == _MOST_ERRORS:
        yield Fault(text("There are more faults than it makes sense to name."), is_malformed=True)


def _translated(error: jsonschema.ValidationError, who: str, field: str) -> Iterator[Fault]:
    subject = text("{who}: {field}", who=who, field=field) if field else who
    instance: Any = error.instance
    schema: Any = error.schema
    if error.validator == "required":
        for name in schema["required"]:
            if name not in instance:
                known_as = "the board's id" if name == "id" and not error.path else name
                sentence = text("{subject} has no {name}.", subject=subject, name=name)
                yield Fault(sentence, known_as not in _NEEDED_ONLY_AT_THE_TABLE)
    elif error.validator == "additionalProperties":
        unknown = [name for name in instance if name not in schema["properties"]]
        is_link = field == "exits"  # one that leads nowhere can be played as little as it can be drawn
        for name in unknown[:MOST_LISTED]:
            sentence = text("{subject} has {name}, which means nothing here.", subject=subject, name=shown(name))
            yield Fault(sentence, is_link)
        if len(unknown) > MOST_LISTED:
            sentence = plural(
                "{subject} has {n} name more that means nothing here.",
                "{subject} has {n} names more that mean nothing here.",
                len(unknown) - MOST_LISTED,
                subject=subject,
            )
            yield Fault(sentence, is_link)
    elif error.validator == "uniqueItems":
        sentence = text("{subject} names {names} more than once.", subject=subject, names=listed(_several(instance)))
        yield Fault(sentence, is_malformed=True)
    elif error.validator in ("minItems", "maxItems"):
        wanted = text(schema["description"])
        sentence = text(
            "{subject} is {wanted}; here it has {number}.", subject=subject, wanted=wanted, number=len(instance)
        )
        yield Fault(sentence, is_malformed=True)
    else:
        wanted = text(schema["description"])
        sentence = text(
            "{subject} is {wanted}; here it is {value}.", subject=subject, wanted=wanted, value=shown(instance)
        )
        yield Fault(sentence, is_malformed=True)


def _space_name(document: Document, number: int) -> str:
    space = document["spaces"][number]
    if isinstance(space, dict) and isinstance(space.get("id"), str) and space["id"].strip():
        return text("Space {space}", space=word(space["id"]))
    return text("Space number {number} of the file", number=number + 1)


# The second sieve: links. It passes over what the first has named, and what only follows from that.


def _faults_of_links(document: Document) -> Iterator[Fault]:
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
                "Two spaces are called {space}: numbers {first} and {second} of the file.",
                space=word(space["id"]),
                first=first,
                second=number,
            )
            yield Fault(sentence, is_malformed=True)
    is_maze = document.get("game") == "pyramid"
    others = {name: _others(space, is_maze) for name, (_, space) in by_id.items()}
    for name, neighbours in others.items():
        for other in neighbours or ():
            here, there = word(name), word(other)
            if other == name:
                yield Fault(_self_link(here, is_maze), is_malformed=True)
            elif other in others:
                beyond = others[other]
                if beyond is not None and name not in beyond:
                    yield Fault(_one_way(here, there, is_maze), is_malformed=True)
            elif len(named) == len(document["spaces"]):
                yield Fault(_dead_end(here, there, is_maze), is_malformed=True)


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
        return text("Space {space} has an exit to {other}, which is no space of this board.", space=space, other=other)
    return text("Space {space} touches {other}, which is no space of this board.", space=space, other=other)


def _others(space: Mapping[str, Any], is_maze: bool) -> list[str] | None:
    """Return the ids of the spaces beside this one, None where the first sieve has found them unreadable."""
    others = space.get("exits" if is_maze else "touches")
    if isinstance(others, dict):
        others = [*others.values()]
    return others if isinstance(others, list) and all(isinstance(other, str) for other in others) else None


# The third sieve, as far as it is the same in every game. It gets well-formed boards only.


def _faults_of_places(document: Document) -> Iterator[str]:
    placed = [(space["id"], *space["at_mm"]) for space in document["spaces"] if "at_mm" in space]
    if "size_mm" in document:
        width_mm, height_mm = document["size_mm"]
        for name, x_mm, y_mm in placed:
            if x_mm > width_mm or y_mm > height_mm:
                yield text(
                    "Space {space} lies at {x}, {y}, outside the board of {width} × {height} mm.",
                    space=name,
                    x=x_mm,
                    y=y_mm,
                    width=width_mm,
                    height=height_mm,
                )
    for number, (name, x_mm, y_mm) in enumerate(placed):
        for other, other_x_mm, other_y_mm in placed[:number]:
            if (x_mm - other_x_mm) ** 2 + (y_mm - other_y_mm) ** 2 < _NEAREST_MM**2:
                yield text(
                    "Spaces {one} and {other} lie less than {least} mm apart.", one=other, other=name, least=_NEAREST_MM
                )


def _faults_of_lights(document: Document) -> Iterator[str]:
    users: dict[str, dict[int, list[str]]] = {name: {} for name in document.get("panels", {})}
    for space in document["spaces"]:
        if not space.get("leds", True):
            yield text("Space {space} has no light.", space=space["id"])
        for panel, lights in space.get("leds", {}).items():
            for light in lights:
                users.setdefault(panel, {}).setdefault(int(light), []).append(space["id"])
    for panel, used in users.items():
        declared = document.get("panels", {}).get(panel)
        length = declared or len(used)
        for light, names in sorted(used.items()):
            if len(names) > 1:
                yield text(
                    "Spaces {spaces} share light {light} of panel {panel}.",
                    spaces=listed(names, " and "),
                    light=light,
                    panel=panel,
                )
            if light >= length:
                yield text(
                    "Space {space} has light {light} of panel {panel}, beyond its chain: "
                    "the chain has {length} lights, 0 to {last}.",
                    space=names[0],
                    light=light,
                    panel=panel,
                    length=length,
                    last=length - 1,
                )
        gaps = [str(light) for light in range(length) if light not in used]
        if gaps and declared is None:
            yield text(
                "No space has light {lights} of panel {panel}; "
                'where a chain has lights to spare, the board says its length in "panels".',
                lights=listed(gaps),
                panel=panel,
            )
