"""``make docs``: the TypeScript types of what the server sends to the pages, made from the Python types.

``host/riverlight/web/types/server.d.ts`` is not served: it is what ``tsc`` checks the scripts against.
"""

from __future__ import annotations

import re
import types
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from riverlight import web
from riverlight.boards.problems import Problem
from riverlight.games.canyon.moves import CanyonMove
from riverlight.games.canyon.view import CanyonSeatView, CanyonView
from riverlight.games.niagara.moves import NiagaraMove
from riverlight.games.niagara.view import NiagaraSeatView, NiagaraView
from riverlight.games.pyramid.moves import PyramidMove
from riverlight.games.pyramid.view import HunterView, MummyView, PyramidView
from riverlight.web import page_types
from riverlight.workshop.calibrate import Question
from riverlight.workshop.wiring.lengths import Wire

__all__ = ["PATH", "declarations"]

PATH: Final = Path(web.__file__).parent / "types" / "server.d.ts"

_HEAD: Final = "// What the server sends to the pages. Generated from the Python types by `make docs`: do not edit.\n"
_MOVES: Final = (CanyonMove, NiagaraMove, PyramidMove)
_RECORDS: Final = (Problem, Question, Wire)  # named tuples that the tracing page gets as objects
_VIEWS: Final = (CanyonView, CanyonSeatView, NiagaraView, NiagaraSeatView, PyramidView, MummyView, HunterView)
_PLAIN: Final = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def declarations(roots: Sequence[type]) -> str:
    """Return a declaration file of ``roots``, TypedDicts and moves as data, and of every TypedDict that they use."""
    found: dict[str, str] = {}
    for root in roots:
        _type_name(root, found)
    return "\n".join([_HEAD, *(found[name] for name in sorted(found))])


def _declare(typed_dict: type, found: dict[str, str]) -> str:
    name = typed_dict.__name__
    if name not in found:
        found[name] = ""  # a type may use itself
        lines = [f"/** {_summary(typed_dict)} */", f"export interface {name} {{"]
        for field, annotation in get_type_hints(typed_dict, include_extras=True).items():
            is_optional = get_origin(annotation) is NotRequired or not getattr(typed_dict, "__total__", True)
            inner = get_args(annotation)[0] if get_origin(annotation) is NotRequired else annotation
            lines.append(f"  {field}{'?' if is_optional else ''}: {_type_name(inner, found)};")
        found[name] = "\n".join([*lines, "}", ""])
    return name


def _declare_move(move: type, found: dict[str, str]) -> str:
    """Declare the arguments of a game's moves; the page gets those that a move has."""
    lines = [f"/** {_summary(move)} */", f"export interface {move.__name__} {{"]
    for field, annotation in get_type_hints(move).items():
        if field not in ("text", "verb"):
            lines.append(f"  {field}?: {_type_name(_without_none(annotation), found)};")
    found[move.__name__] = "\n".join([*lines, "}", ""])
    return move.__name__


def _without_none(annotation: Any) -> Any:
    return Union[tuple(each for each in get_args(annotation) if each is not type(None))]  # noqa: UP007


def _summary(typed_dict: type) -> str:
    text = re.split(r"\n\s*\n", (typed_dict.__doc__ or "").strip())[0]
    return " ".join(text.replace("``", "`").split())


def _type_name(annotation: Any, found: dict[str, str]) -> str:
    """Return what TypeScript calls a type; TypedDicts within it are declared in ``found``."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if is_typeddict(annotation) or annotation in _RECORDS:
        return _declare(annotation, found)
    if annotation in _MOVES:
        return _declare_move(annotation, found)
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    if origin is Literal:
        return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in arguments)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(_type_name(each, found) for each in arguments))
    if origin is tuple and arguments[-1] is not Ellipsis:
        return f"[{', '.join(_type_name(each, found) for each in arguments)}]"
    if origin in (list, tuple, Sequence):
        element = _type_name(arguments[0], found)
        return f"({element})[]" if " " in element else f"{element}[]"
    if origin is not None and issubclass(origin, Mapping):
        return f"Record<{_type_name(arguments[0], found)}, {_type_name(arguments[1], found)}>"
    if annotation is Any:
        return "any"
    message = f"No TypeScript type is known for {annotation}."
    raise TypeError(message)


def roots() -> list[type]:
    """Return the types that scripts use by name."""
    sent = [each for name in page_types.__all__ if is_typeddict(each := getattr(page_types, name))]
    return [*sent, *_MOVES, *_RECORDS, *_VIEWS]


def refresh() -> bool:
    """Write the file where it is out of date; return whether it was."""
    made = declarations(roots())
    if PATH.exists() and PATH.read_text(encoding="utf-8") == made:
        return False
    PATH.write_text(made, encoding="utf-8")
    return True
