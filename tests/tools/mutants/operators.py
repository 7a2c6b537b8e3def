"""The changes that make mutants: Cosmic Ray's operators, those that find faults, and one of ours."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import parso
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.number_replacer import NumberReplacer
from cosmic_ray.operators.operator import Operator
from cosmic_ray.operators.provider import OperatorProvider

from tests.tools.mutants.mutant import Mutant, from_texts, joined, meaning

_COMPARISONS = (
    *("Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is"),
    *("Lt_LtE", "Lt_Gt", "LtE_Lt", "LtE_Gt", "Gt_GtE", "Gt_Lt", "GtE_Gt", "GtE_Lt"),
)
_BINARY = (
    *("Add_Sub", "Sub_Add", "Mul_FloorDiv", "FloorDiv_Mul", "Mod_Mul"),
    *("RShift_LShift", "LShift_RShift", "BitOr_BitAnd", "BitAnd_BitOr", "BitXor_BitOr"),
)

CHOSEN = (
    "AddNot",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ZeroIterationForLoop",
    "ReplaceUnaryOperator_Delete_Not",
    "ReplaceUnaryOperator_Delete_Invert",
    "ReplaceUnaryOperator_Delete_USub",
    *(f"ReplaceComparisonOperator_{pair}" for pair in _COMPARISONS),
    *(f"ReplaceBinaryOperator_{pair}" for pair in _BINARY),
)
"""Of Cosmic Ray's some 170 operators those whose mutants differ from each other: ``+`` to ``-``, not to eleven more."""


class NumberByOne(NumberReplacer):
    """Makes a number one more or one less, and leaves the blanks around it as they are."""

    def mutate(self, node: Any, index: int) -> Any:
        """Return the other number."""
        made = super().mutate(node, index)
        made.value = made.value.strip()
        made.prefix = node.prefix
        return made


class LeftOut(Operator):
    """Leaves out a statement that changes something beyond a plain name: ``state.turn = 0``, ``pile.pop()``."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        """Yield the place of ``node`` where it is such a statement."""
        if node.type == "expr_stmt":
            target, second = node.children[0], node.children[1]
            is_changing = target.type != "name" or (second.type == "operator" and second.value != "=")
            if is_changing and second.type != "annassign":
                yield node.start_pos, node.end_pos
        elif node.type in {"atom_expr", "power"} and node.parent.type == "simple_stmt":
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:  # noqa: ARG002 - the signature is Cosmic Ray's
        """Return ``pass`` in its place."""
        return parso.python.tree.Keyword("pass", node.start_pos, prefix=node.get_first_leaf().prefix)

    @classmethod
    def examples(cls) -> Sequence[Any]:
        """Return nothing; our own tests have examples."""
        return ()


class Place(NamedTuple):
    """Where an operator can change a module: for the ``occurrence``-th time, beginning in ``line``, from 1."""

    operator: Operator
    occurrence: int
    line: int


def operators() -> list[Operator]:
    """Return the operators in use."""
    known = OperatorProvider()
    return [*(known[name]() for name in CHOSEN), NumberByOne(), LeftOut()]


@lru_cache(maxsize=64)
def places(source: str) -> tuple[Place, ...]:
    """Return every place where an operator can change ``source``."""
    nodes = list(ast_nodes(get_ast(source)))
    found = []
    for operator in operators():
        lines = [begin[0] for node in nodes for begin, _ in operator.mutation_positions(node)]
        found.extend(Place(operator, occurrence, line) for occurrence, line in enumerate(lines))
    return tuple(found)


def made(module: str, source: str, at: Iterable[Place]) -> Iterator[Mutant]:
    """Yield the mutants of ``at``; a change that makes no other program is none."""
    same = meaning(source)
    for place in at:
        changed = mutate_code(source, place.operator, place.occurrence)
        try:
            if changed is not None and meaning(changed) != same:
                yield from_texts(module, source, changed)
        except SyntaxError:
            continue


def sample(module: str, source: str, most: int, seed: int) -> list[Mutant]:
    """Return ``most`` mutants of a module, or all if there are fewer; the same for the same seed and text."""
    shuffled = list(places(source))
    random.Random(f"{seed} {module}").shuffle(shuffled)
    found: list[Mutant] = []
    for mutant in made(module, source, shuffled):
        if len(found) == most:
            break
        found.append(mutant)
    return found


def on_line(module: str, source: str, before: str) -> list[Mutant]:
    """Return every mutant that changes the lines ``before``."""
    lines = source.splitlines()
    at = [place for place in places(source) if before.startswith(joined([lines[place.line - 1]]))]
    return [mutant for mutant in made(module, source, at) if mutant.before == before]
