"""Compares a build's wires with its required nets: missing, short-circuited and exchanged connections."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from riverlight.workshop.wiring.intent import Intent, intent_of
from riverlight.workshop.wiring.model import Build, Fault, Terminal, Wire

__all__ = ["misconnections"]

_FREE: Final = {
    "RUN": "at ground it holds the Pico in reset",
    "3V3_EN": "at ground it switches the Pico off",
    "VREF": "it is the reference of the analogue converter",
    "VBUS": "it is the 5 V of the USB port",
    "VSYS": "it is the Pico's own supply",
    "IRQ": "the firmware does not use it",
    "/QH": "it is the inverted output",
}
"""Why some terminals must stay unconnected."""


def misconnections(build: Build) -> Iterator[Fault]:
    """Yield every wire between two nets and every terminal that is not connected to its net."""
    if any(end[0] not in build.by_ref for wire in build.wires for end in (wire.start, wire.end)):
        return  # other checks report these
    intent = intent_of(build)
    wrong = [wire for wire in build.wires if not _shared(intent, wire)]
    exchanged = set()
    for place, one in enumerate(wrong):
        for other in wrong[place + 1 :]:
            pair = _exchange(intent, one, other)
            if pair is not None:
                exchanged |= {id(one), id(other)}
                here, there = map(_word, pair)
                sentence = f"The wires at {here} and {there} are exchanged: swap them."
                yield Fault(sentence, frozenset((one.start, one.end, other.start, other.end)))
    for wire in wrong:
        if id(wire) not in exchanged:
            yield Fault(_wrong(intent, wire), frozenset((wire.start, wire.end)))
    yield from _missing(build, intent, wrong)


def _shared(intent: Intent, wire: Wire) -> bool:
    """Return whether both ends of a wire belong to the same net."""
    start, end = intent.nets.get(wire.start), intent.nets.get(wire.end)
    if start is None or end is None:
        return False
    return start[0] == end[0] or not set(start).isdisjoint(end)


def _exchange(intent: Intent, one: Wire, other: Wire) -> tuple[Terminal, Terminal] | None:
    """Return the ends that two wires have exchanged; None if they have not."""
    nets = intent.nets
    for (here, end), (there, far) in (
        ((one.start, one.end), (other.start, other.end)),
        ((one.start, one.end), (other.end, other.start)),
    ):
        if nets.get(here) and nets.get(here) == nets.get(far) and nets.get(end) and nets.get(end) == nets.get(there):
            return end, far
    return None


def _wrong(intent: Intent, wire: Wire) -> str:
    words = f"The wire from {_word(wire.start)} to {_word(wire.end)}"
    for terminal, other in ((wire.start, wire.end), (wire.end, wire.start)):
        if terminal not in intent.nets:
            why = _FREE.get(terminal[1], "nothing belongs there")
            names = intent.nets.get(other)
            wanted = _wanted(intent, other, terminal) if names else ""
            return f"{words} must not be: {_word(terminal)} stays free, {why}.{wanted}"
    start, end = intent.nets[wire.start][0], intent.nets[wire.end][0]
    return f"{words} joins two nets: {_word(wire.start)} belongs to {start}, {_word(wire.end)} to {end}."


def _wanted(intent: Intent, terminal: Terminal, instead: Terminal) -> str:
    """Return a sentence on where a terminal belongs."""
    source = intent.sources.get(intent.nets[terminal][0])
    if source is None or source in (terminal, instead):
        return ""
    return f" {_word(terminal)} belongs to {_word(source)}."


def _missing(build: Build, intent: Intent, wrong: list[Wire]) -> Iterator[Fault]:
    """Yield the disconnected parts of each net when only correct wires count."""
    group: dict[Terminal, set[Terminal]] = {}

    def join(one: Terminal, other: Terminal) -> None:
        first, second = group.setdefault(one, {one}), group.setdefault(other, {other})
        if first is not second:
            if len(first) < len(second):
                first, second = second, first
            first |= second
            for terminal in second:
                group[terminal] = first

    refused = set(map(id, wrong))
    for wire in build.wires:
        if id(wire) not in refused:
            join(wire.start, wire.end)
    for part in build.parts:
        for metal in part.joined():
            for name in metal[1:]:
                join((part.ref, metal[0]), (part.ref, name))
    pieces: dict[str, list[set[Terminal]]] = {}
    for terminal, names in intent.nets.items():
        piece = group.setdefault(terminal, {terminal})
        if len(names) > 1:  # an unused gate input: on either rail
            rails = [intent.nets[other] for other in piece if len(intent.nets.get(other, ())) == 1]
            if not any(net in names for (net,) in rails):
                yield Fault(
                    f"{_word(terminal)} is not joined to ground: tie an unused input there.", frozenset([terminal])
                )
            continue
        found = pieces.setdefault(names[0], [])
        if not any(piece is other for other in found):
            found.append(piece)
    for net, parts in pieces.items():
        if len(parts) < 2:
            continue
        source = intent.sources[net]
        parts.sort(key=lambda piece: (-len(piece), source not in piece))
        main = source if source in parts[0] else min(parts[0])
        for piece in parts[1:]:
            here = sorted(piece)
            words = " and ".join(_word(terminal) for terminal in here[:3]) + (" …" if len(here) > 3 else "")
            verb = "is" if len(here) == 1 else "are"
            sentence = f"{words} {verb} not joined to {_word(main)}: {net} needs a wire there."
            yield Fault(sentence, frozenset(piece))


def _word(terminal: Terminal) -> str:
    return ".".join(terminal)
