"""Reads a maker's own wiring: YAML similar to WireViz, or a KiCad netlist.

YAML lists parts under ``connectors`` (``type`` and the fields of that kind), wires under ``cables`` (``length`` in
metres, ``gauge`` as ``0.5 mm2`` or ``20 AWG``), and under ``connections`` lists of steps from part to wire to part; a
list of terminals or wires is short for several single ones. A netlist has no lengths or cross sections, so checks that
need them are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from riverlight.boards.wording import word
from riverlight.errors import WiringError
from riverlight.extras import import_extra
from riverlight.workshop.wiring.electrical import AREAS_MM2, awg_of
from riverlight.workshop.wiring.kicad_netlist import components_and_nets
from riverlight.workshop.wiring.model import KINDS, Build, Chain, Kind, Part, Terminal, Wire, fixed_terminals
from riverlight.workshop.wiring.power import LIMIT_MA, PLANNED_MA

__all__ = ["read_wiring"]

_MOST_BYTES: Final = 1_000_000
_TYPES: Final[Mapping[str, Kind]] = {
    **{kind: kind for kind in KINDS},
    "74ahct125": "shifter",
    "mfrc522": "reader",
    "74hc165": "register",
}
_KEYS: Final = {
    "type",
    "value",
    "label",
    "panel",
    "lights",
    "feeds",
    "budget_ma",
    "order",
    "light_ma",
    "hop_mm",
    "gauge",
}
_PREFIXES: Final[Mapping[str, Kind]] = {
    "R": "resistor", "C": "capacitor", "D": "diode", "F": "fuse", "K": "keypad", "S": "key", "SW": "key", "LS": "strip",
    "BZ": "buzzer", "RD": "reader", "HS": "hall", "RN": "network", "PS": "supply", "X": "block",
}  # fmt: skip
_POWERS: Final = {"p": 1e-12, "n": 1e-9, "u": 1e-6, "µ": 1e-6, "m": 1e-3, "k": 1e3, "M": 1e6}


_DEEPEST: Final = 30
_LONGEST_NAME: Final = 40
_MOST_VALUES: Final = 200_000
_OPENING: Final = ("[", "{", "<block mapping start>", "<block sequence start>")
_CLOSING: Final = ("]", "}", "<block end>")


def read_wiring(path: Path) -> Build:
    """Return the build that a file describes.

    Raises:
        WiringError: it is invalid.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise WiringError(f"The wiring in {path} cannot be read: {error.strerror or error}.") from error
    if len(content) > _MOST_BYTES:
        raise WiringError(f"The wiring in {path} is larger than {_MOST_BYTES // 1_000_000} MB.")
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise WiringError(f"The wiring in {path} is no UTF-8 text.") from error
    if text.lstrip().startswith("("):
        return _of_netlist(path.stem, text)
    return _of_document(path.stem, _yaml(text))


def _yaml(text: str) -> object:
    yaml = import_extra("yaml", "PyYAML")
    try:
        _check_nesting(yaml.scan(text))
        document = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = "" if mark is None else f" in line {mark.line + 1}"
        raise WiringError(
            f"The wiring is no YAML: {getattr(error, 'problem', None) or 'unreadable'}{where}."
        ) from error
    except (RecursionError, ValueError) as error:
        raise WiringError(
            "The wiring is no YAML that can be read: it is nested too deep or has an odd value."
        ) from error
    _check_size(document)
    return document


def _check_nesting(tokens: Iterable[Any]) -> None:
    """Raise RecursionError before the parser, whose time grows with the square of the depth, meets it."""
    depth = 0
    for token in tokens:
        depth += (token.id in _OPENING) - (token.id in _CLOSING)
        if depth > _DEEPEST:
            raise RecursionError


def _check_size(document: object) -> None:
    """Raise WiringError for aliases that stand for more than anybody writes, or for themselves."""
    left = [document]
    for _ in range(_MOST_VALUES):
        if not left:
            return
        value = left.pop()
        if isinstance(value, dict):
            left += [*value, *value.values()]
        elif isinstance(value, list | tuple | set):
            left += value
    raise WiringError(f"The wiring has more than {_MOST_VALUES:,} values.")


def _of_document(name: str, document: object) -> Build:
    if not isinstance(document, dict) or not isinstance(document.get("connectors"), dict):
        raise WiringError("A wiring has connectors, cables and connections; see hardware/builds for examples.")
    parts: list[Part] = []
    chains: list[Chain] = []
    for ref, entry in document["connectors"].items():
        _add_part(_name(ref), entry, parts, chains)
    known = {part.ref: part for part in parts}
    cables = document.get("cables") or {}
    connections = document.get("connections") or []
    if not isinstance(cables, dict) or not isinstance(connections, list):
        raise WiringError("cables has a name for each wire, connections is a list of lists.")
    sizes = {_name(ref): _size(_name(ref), cable) for ref, cable in cables.items()}
    wires = [
        Wire(_terminal(known, one), _terminal(known, other), *size)
        for steps in connections
        for one, size, other in _joined(steps, sizes)
    ]
    return _build(name, _with_places(parts, wires), wires, chains, is_netlist=False)


def _build(name: str, parts: list[Part], wires: list[Wire], chains: list[Chain], *, is_netlist: bool) -> Build:
    kinds = {part.kind for part in parts}
    if not {part.ref for part in parts} >= {"U1"} or next(part for part in parts if part.ref == "U1").kind != "pico":
        raise WiringError("A wiring has the Pico as U1.")
    if not chains:
        raise WiringError("A wiring has at least one strip with its number of lights.")
    is_usb = "supply" not in kinds
    return Build(
        name, name, tuple(parts), tuple(wires), tuple(chains), is_usb, "diode" in kinds, None, is_netlist=is_netlist
    )


def _add_part(ref: str, entry: object, parts: list[Part], chains: list[Chain]) -> None:
    if not isinstance(entry, dict) or str(entry.get("type", "")).lower() not in _TYPES:
        kind = entry.get("type") if isinstance(entry, dict) else entry
        raise WiringError(f"{ref} needs a type, one of {', '.join(sorted(_TYPES))}, not {str(kind)[:20]!r}.")
    if unknown := sorted(str(key)[:20] for key in entry if key not in _KEYS):
        raise WiringError(f"{ref} has {unknown[0]!r}, which no part has; known are {', '.join(sorted(_KEYS))}.")
    kind = _TYPES[str(entry["type"]).lower()]
    value = _quantity(ref, entry.get("value", 0))
    label = entry.get("label", entry.get("panel"))
    label = "" if label is None else _name(label)
    extra: tuple[str, ...] = ()
    if kind == "strip":
        chain = _chain(ref, entry, len(chains))
        chains.append(chain)
        label, value = chain.panel, chain.lights
        extra = ("DIN", *(f"{rail}@{feed + 1}" for feed in chain.feeds for rail in ("5V", "GND")))
    parts.append(Part(ref, kind, value, label, extra))


def _chain(ref: str, entry: Mapping[str, Any], number: int) -> Chain:
    lights = _whole(ref, "lights", entry.get("lights"), 1, 300)
    feeds = entry.get("feeds", [1])
    if not isinstance(feeds, list) or not feeds:
        raise WiringError(f"{ref}: feeds is a list of lights, the first one 1.")
    places = sorted({_whole(ref, "feeds", feed, 1, lights) - 1 for feed in feeds})
    if places[0]:
        raise WiringError(f"{ref}: the first feed is at light 1, not {places[0] + 1}.")
    order = str(entry.get("order", "GRB"))
    if sorted(order) not in (list("BGR"), list("BGRW")):
        raise WiringError(f"{ref}: order is one of RGB or RGBW in some order, not {order[:20]!r}.")
    hop = _whole(ref, "hop_mm", entry.get("hop_mm", 35), 1, 5000)
    budget = -(-lights * LIMIT_MA // 100) * 100
    return Chain(
        ref=ref,
        panel=_name(entry.get("panel", ("main", *"bcd")[number] if number < 4 else ref)),
        lights=lights,
        budget_ma=_whole(ref, "budget_ma", entry.get("budget_ma", budget), 1, 20000),
        hops_mm=(float(hop),) * (lights - 1),
        area_mm2=_area(ref, entry.get("gauge", "0.5 mm2")),
        feeds=tuple(places),
        order=order,
        light_ma=_whole(ref, "light_ma", entry.get("light_ma", PLANNED_MA[len(order)]), 1, 400),
    )


def _joined(
    steps: object, sizes: Mapping[str, tuple[float, float]]
) -> Iterator[tuple[tuple[str, str], tuple[float, float], tuple[str, str]]]:
    """Yield the single wires of one entry of ``connections``: one end, cross section and length, other end."""
    if not isinstance(steps, list) or len(steps) < 2:
        raise WiringError(f"A connection is a list such as [U1: GP22, W1: 1, U2: 1A], not {str(steps)[:40]}.")
    expanded: list[tuple[str, list[str]]] = []
    for step in steps:
        if not isinstance(step, dict) or len(step) != 1:
            raise WiringError(
                f"A step of a connection names one part or cable and its terminals, not {str(step)[:40]}."
            )
        ref, names = next(iter(step.items()))
        listed = names if isinstance(names, list) else [names]
        expanded.append((_name(ref), [each for name in listed for each in _range(str(name))]))
    if len({len(names) for _, names in expanded}) != 1:
        raise WiringError(f"The steps of a connection have as many terminals each; {expanded[0][0]} and others do not.")
    ends = [(ref, names) for ref, names in expanded if ref not in sizes]
    for (one, here), (other, there) in pairwise(ends):
        between = [
            ref for ref, _ in expanded[expanded.index((one, here)) : expanded.index((other, there))] if ref in sizes
        ]
        size = sizes[between[0]] if between else (0.25, 200.0)
        for first, second in zip(here, there, strict=True):
            yield (one, first), size, (other, second)


def _name(value: object) -> str:
    """Return the name of a part, a cable, a terminal or a panel.

    Raises:
        WiringError: for one that no sentence can show.
    """
    name = str(value)
    if word(name, _LONGEST_NAME) != name:
        raise WiringError(f"A name has 1 to {_LONGEST_NAME} printable characters, not {word(name, _LONGEST_NAME)}.")
    return name


def _range(name: str) -> list[str]:
    """Return the numbers of a range such as ``1-4``; any other word unchanged."""
    found = re.fullmatch(r"(\d{1,3})-(\d{1,3})", name)
    if found is None:
        return [name]
    return [str(number) for number in range(int(found[1]), int(found[2]) + 1)]


def _terminal(parts: Mapping[str, Part], end: tuple[str, str]) -> Terminal:
    ref, name = _name(end[0]), _name(end[1])
    part = parts.get(ref)
    if part is None:
        raise WiringError(f"A connection names {ref}, which is neither among the connectors nor the cables.")
    if part.kind == "block" or name in part.terminals:
        return ref, name
    fixed = fixed_terminals(part.kind)
    if name.isdigit() and 1 <= int(name) <= len(fixed):
        return ref, fixed[int(name) - 1]
    raise WiringError(f"{ref} has no terminal {name[:20]}; it has {', '.join(part.terminals)}.")


def _with_places(parts: list[Part], wires: list[Wire]) -> list[Part]:
    """Return the parts, with the terminals of blocks that wires use."""
    used: dict[str, dict[str, None]] = {}
    for wire in wires:
        for ref, name in (wire.start, wire.end):
            used.setdefault(ref, {})[name] = None
    return [
        Part(part.ref, part.kind, part.value, part.label, tuple(used.get(part.ref, ())))
        if part.kind == "block"
        else part
        for part in parts
    ]


def _size(ref: str, cable: object) -> tuple[float, float]:
    if not isinstance(cable, dict):
        raise WiringError(f"Cable {ref} has a gauge and a length.")
    length = cable.get("length", 0.2)
    if isinstance(length, bool) or not isinstance(length, int | float) or not 0 <= length <= 100:
        raise WiringError(f"Cable {ref}: length is in metres, 0 to 100, not {str(length)[:20]!r}.")
    return _area(ref, cable.get("gauge", "0.25 mm2")), length * 1000


def _area(ref: str, gauge: object) -> float:
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(mm2|mm²|awg)?\s*", str(gauge).lower())
    if found is not None:
        number = float(found[1])
        if found[2] == "awg":
            areas = [area for area in AREAS_MM2 if awg_of(area) == number]
        else:
            areas = [area for area in AREAS_MM2 if area <= number + 1e-9][-1:]
        if areas:
            return areas[0]
    gauges = ", ".join(f"{area:g} mm2" for area in AREAS_MM2)
    raise WiringError(f"{ref}: gauge is one of {gauges} or the AWG of one, not {str(gauge)[:20]!r}.")


def _whole(ref: str, name: str, value: object, least: int, most: int) -> int:
    if isinstance(value, str) and value.isdigit():
        value = int(value[:9])
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise WiringError(f"{ref}: {name} is a whole number from {least} to {most}, not {str(value)[:20]!r}.")
    return value


def _quantity(ref: str, value: object) -> float:
    """Return a value such as 330, ``10k``, ``4k7``, ``100n``, ``1000 µF`` or ``2 A`` in ohms, farads or amperes."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([pnuµmkM]?)(\d*)\s*(?:Ω|ohm|F|A|V|R)?", str(value).strip())
    if found is None or (found[3] and not found[2]):
        raise WiringError(f"{ref}: value is a number such as 330, 10k, 100n, 1000u or 2, not {str(value)[:20]!r}.")
    number = float(f"{found[1]}.{found[3]}") if found[3] else float(found[1])
    return number * _POWERS.get(found[2], 1)


# A netlist of KiCad.


def _of_netlist(name: str, text: str) -> Build:
    components, nets = components_and_nets(text)
    parts: list[Part] = []
    chains: list[Chain] = []
    for component in components:
        kind = _kind_of(component.ref, component.value)
        if kind is None:
            continue  # mounting holes and the like
        fields = {key.lower(): value for key, value in component.fields.items()}
        entry: dict[str, Any] = {key: fields[key] for key in _KEYS & fields.keys()}
        if kind == "strip" and "feeds" in entry:
            entry["feeds"] = entry["feeds"].split()
        takes_value = kind in ("resistor", "capacitor", "fuse", "supply", "network")
        value = {"value": component.value} if takes_value else {}
        _add_part(_name(component.ref), {"type": kind, **value, **entry}, parts, chains)
    known = {part.ref: part for part in parts}
    wires = [
        Wire(one, other, AREAS_MM2[-1], 0)
        for net in nets
        for one, other in _as_wires([_terminal(known, end) for end in net if end[0] in known], known)
    ]
    return _build(name, _with_places(parts, wires), wires, chains, is_netlist=True)


_CENTRES: Final[tuple[Kind, ...]] = ("block", "supply", "fuse", "shifter", "resistor")


def _as_wires(net: list[Terminal], parts: Mapping[str, Part]) -> Iterator[tuple[Terminal, Terminal]]:
    """Yield the pairs by which a net is wired: in a star that is not centred on the Pico or a strip, as in a build.

    If several fuses feed a strip, each has its own feed.
    """

    def rank(end: Terminal) -> tuple[int, int]:
        kind = parts[end[0]].kind
        return (_CENTRES.index(kind) if kind in _CENTRES else len(_CENTRES), kind in ("pico", "strip"))

    ends = sorted(net, key=rank)
    fuses = [end for end in ends if parts[end[0]].kind == "fuse"]
    feeds = [end for end in ends if end[1].startswith("5V@")]
    paired = dict(zip(feeds, fuses, strict=False)) if len(fuses) > 1 else {}
    for end in ends[1:]:
        if end not in paired.values() or ends[0] not in fuses:
            yield paired.get(end, ends[0]), end


def _kind_of(ref: str, value: str) -> Kind | None:
    letters = ref.rstrip("0123456789")
    if letters == "U":
        words: Mapping[str, Kind] = {"pico": "pico", "ahct125": "shifter", "hc165": "register"}
        return next((kind for word, kind in words.items() if word in value.lower()), None)
    return _PREFIXES.get(letters)
