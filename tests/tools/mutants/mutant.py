"""A mutant, identified by its content, so that moved lines do not matter."""

from __future__ import annotations

import ast
from typing import NamedTuple


class Mutant(NamedTuple):
    """A module with one small change.

    Attributes:
        module: its path in the tree.
        function: the qualified name of what is changed in it, "" at the level of the module.
        before: the lines that change, without indentation and remarks, joined by a blank.
        after: what they become, "pass" where they are left out.
        source: the whole text of the changed module.
    """

    module: str
    function: str
    before: str
    after: str
    source: str

    def __str__(self) -> str:
        return f"{self.module} · {self.function or '(module)'}\n  - {self.before}\n  + {self.after}"


def from_texts(module: str, source: str, changed: str) -> Mutant:
    """Return the mutant that makes ``changed`` of ``source``; at least one line must differ."""
    old, new = source.splitlines(), changed.splitlines()
    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    before = joined(old[first : len(old) - last])
    return Mutant(module, function_at(source, first + 1), before, joined(new[first : len(new) - last]), changed)


def joined(lines: list[str]) -> str:
    """Return ``lines`` as one, with single blanks and without the remarks that stand behind them."""
    return " ".join(" ".join(line.partition("  # ")[0] for line in lines).split())


def function_at(source: str, line: int) -> str:
    """Return the qualified name of the innermost function or class around ``line``, counted from 1."""
    names: list[str] = []
    inside: list[ast.stmt] = ast.parse(source).body
    while inside:
        around = [node for node in inside if node.lineno <= line <= (node.end_lineno or 0)]
        inside = []
        for node in around:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                names.append(node.name)
            inside = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.stmt)]
    return ".".join(names)


def meaning(source: str) -> str:
    """Return all of ``source`` that an interpreter acts on: two texts of one meaning are the same program.

    Annotations say nothing at run time here, nor does what only a type checker reads.

    Raises:
        SyntaxError: when it is not a program.
    """
    return ast.dump(_Bare().visit(ast.parse(source)))


class _Bare(ast.NodeTransformer):
    """Leaves out annotations and what only a type checker reads."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        return ast.Pass() if ast.unparse(node.targets[0]) == "TYPE_CHECKING" else node

    def visit_If(self, node: ast.If) -> ast.AST:
        if "TYPE_CHECKING" in ast.unparse(node.test):
            return ast.Pass()
        return self.generic_visit(node)
