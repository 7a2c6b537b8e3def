"""Parses KiCad's netlist format: S-expressions, as exported by eeschema."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from riverlight.errors import WiringError

__all__ = ["Component", "components_and_nets", "nested_lists"]

_TOKEN: Final = re.compile(r'[()]|"(?:[^"\\]|\\.)*"|[^\s()"]+')
_DEEPEST: Final = 50

Node = list["Node | str"]


class Component(NamedTuple):
    """A component: its reference, its value and the additional fields of its symbol."""

    ref: str
    value: str
    fields: dict[str, str]


def components_and_nets(text: str) -> tuple[list[Component], list[list[tuple[str, str]]]]:
    """Return the components of a netlist, and each net as (reference, pin).

    Raises:
        WiringError: the text is not such a netlist.
    """
    root = nested_lists(text)
    if not root or root[0] != "export":
        raise WiringError("The file is no netlist of KiCad: choose File, Export, Netlist there.")
    components = []
    for comp in _inner(root, "components", "comp"):
        fields = {_word(field, "name"): str(field[-1]) for field in _inner(comp, "fields", "field") if len(field) > 2}
        components.append(Component(_word(comp, "ref"), _word(comp, "value"), fields))
    nets = [
        [(_word(node, "ref"), _word(node, "pin")) for node in _of(net, "node")] for net in _inner(root, "nets", "net")
    ]
    return components, nets


def nested_lists(text: str) -> Node:
    """Parse an S-expression into lists of words and lists.

    Raises:
        WiringError: its brackets do not match.
    """
    stack: list[Node] = [[]]
    for piece in _TOKEN.findall(text):
        if piece == "(":
            if len(stack) > _DEEPEST:
                raise WiringError("The netlist is nested too deep.")
            stack.append([])
        elif piece == ")":
            done = stack.pop()
            if not stack:
                raise WiringError("The netlist has a closing bracket too many.")
            stack[-1].append(done)
        else:
            stack[-1].append(re.sub(r"\\(.)", r"\1", piece[1:-1]) if piece[0] == '"' else piece)
    if len(stack) > 1 or not stack[0] or isinstance(stack[0][0], str):
        raise WiringError("The netlist ends in the middle.")
    return stack[0][0]


def _of(node: Node, name: str) -> Iterator[Node]:
    for inner in node:
        if not isinstance(inner, str) and inner and inner[0] == name:
            yield inner


def _inner(node: Node, outer: str, name: str) -> Iterator[Node]:
    for group in _of(node, outer):
        yield from _of(group, name)


def _word(node: Node, name: str) -> str:
    found = next(_of(node, name), None)
    return str(found[1]) if found is not None and len(found) > 1 else ""
