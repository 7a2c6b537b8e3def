"""Validate a value against a JSON Schema; find all violations and their paths.

Supports the keywords of draft 2020-12 that the schema of board files uses. A violation has the failed keyword, the
value, the schema with the keyword, and the path to the value. With a compiled schema, a board takes a few milliseconds.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

__all__ = ["Checker", "Violation", "repeated"]

Schema = Mapping[str, Any]
Path = tuple[str | int, ...]
_Check = Callable[[Any, Path], Sequence["Violation"]]


class Violation(NamedTuple):
    """A failed keyword of ``schema`` for ``instance`` at ``path``."""

    path: Path
    keyword: str
    instance: Any
    schema: Schema


class Checker:
    """A compiled schema.

    Raises:
        ValueError: if the schema has an unsupported keyword.
    """

    def __init__(self, schema: Schema) -> None:
        self._defs: Schema = schema.get("$defs", {})
        self._compiled: dict[str, _Check] = {}
        self._check = self._compile(schema)

    def violations(self, instance: Any, most: int) -> list[Violation]:
        """Return the first ``most`` violations of ``instance``."""
        return list(self._check(instance, ()))[:most]

    def _compile(self, schema: Schema) -> _Check:
        alone = [(keyword, _MEETS[keyword](value)) for keyword, value in schema.items() if keyword in _MEETS]
        checks = [self._within(keyword, value, schema) for keyword, value in schema.items() if keyword not in _ALONE]

        def check(instance: Any, path: Path) -> Sequence[Violation]:
            found = [Violation(path, keyword, instance, schema) for keyword, meets in alone if not meets(instance)]
            for each in checks:
                found += each(instance, path)
            return found

        return checks[0] if len(checks) == 1 and not alone else check

    def _within(self, keyword: str, value: Any, schema: Schema) -> _Check:
        if keyword not in _WITHIN:
            message = f"The schema's keyword {keyword} is not known."
            raise ValueError(message)
        check: _Check = getattr(self, _WITHIN[keyword])(value, schema)
        return check

    def _ref(self, name: str, _schema: Schema) -> _Check:
        name = name.removeprefix("#/$defs/")
        if name not in self._compiled:
            self._compiled[name] = self._compile(self._defs[name])
        return self._compiled[name]

    def _all_of(self, schemas: Sequence[Schema], _schema: Schema) -> _Check:
        checks = [self._compile(each) for each in schemas]
        return lambda instance, path: [found for check in checks for found in check(instance, path)]

    def _if(self, condition: Schema, schema: Schema) -> _Check:
        asked, then = self._compile(condition), self._compile(schema["then"])
        return lambda instance, path: () if asked(instance, path) else then(instance, path)

    def _items(self, inner: Schema, _schema: Schema) -> _Check:
        check = self._compile(inner)
        return lambda instance, path: (
            [found for number, item in enumerate(instance) for found in check(item, (*path, number))]
            if isinstance(instance, list)
            else ()
        )

    def _required(self, names: Sequence[str], schema: Schema) -> _Check:
        return lambda instance, path: (
            [Violation(path, "required", instance, schema) for name in names if name not in instance]
            if isinstance(instance, dict)
            else ()
        )

    def _properties(self, inner: Mapping[str, Schema], _schema: Schema) -> _Check:
        checks = [(name, self._compile(each)) for name, each in inner.items()]
        return lambda instance, path: (
            [found for name, check in checks if name in instance for found in check(instance[name], (*path, name))]
            if isinstance(instance, dict)
            else ()
        )

    def _property_names(self, inner: Schema, _schema: Schema) -> _Check:
        check = self._compile(inner)
        return lambda instance, path: (
            [found for name in instance for found in check(name, path)] if isinstance(instance, dict) else ()
        )

    def _additional(self, inner: Schema | bool, schema: Schema) -> _Check:
        known = frozenset(schema.get("properties", ()))
        if isinstance(inner, bool):
            return lambda instance, path: (
                (Violation(path, "additionalProperties", instance, schema),)
                if isinstance(instance, dict) and not inner and not known.issuperset(instance)
                else ()
            )
        check = self._compile(inner)
        return lambda instance, path: (
            [found for name, value in instance.items() if name not in known for found in check(value, (*path, name))]
            if isinstance(instance, dict)
            else ()
        )


def repeated(items: Sequence[Any]) -> list[Any]:
    """Return the duplicate items, each once; as in JSON, 1 equals 1.0 but not true."""
    counts = Counter(item if isinstance(item, str) else _hashable(item) for item in items)
    return [item for item, count in counts.items() if count > 1]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_equal(one: Any, other: Any) -> bool:
    """Return whether two scalar values are equal in JSON."""
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def _hashable(item: Any) -> Any:
    return item if _is_number(item) else json.dumps(item, sort_keys=True)


_TYPES: Final[Mapping[str, Callable[[Any], bool]]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "number": _is_number,
    "integer": lambda value: _is_number(value) and value == int(value),
}


def _pattern(pattern: str) -> Callable[[Any], bool]:
    search = re.compile(pattern).search
    return lambda value: not isinstance(value, str) or search(value) is not None


_MEETS: Final[Mapping[str, Callable[[Any], Callable[[Any], bool]]]] = {
    "type": lambda name: _TYPES[name],
    "const": lambda wanted: lambda value: _is_equal(wanted, value),
    "enum": lambda wanted: lambda value: any(_is_equal(each, value) for each in wanted),
    "pattern": _pattern,
    "maxLength": lambda most: lambda value: not isinstance(value, str) or len(value) <= most,
    "minimum": lambda least: lambda value: not _is_number(value) or value >= least,
    "maximum": lambda most: lambda value: not _is_number(value) or value <= most,
    "minItems": lambda least: lambda value: not isinstance(value, list) or len(value) >= least,
    "maxItems": lambda most: lambda value: not isinstance(value, list) or len(value) <= most,
    "uniqueItems": lambda is_asked: lambda value: not (is_asked and isinstance(value, list) and repeated(value)),
    "minProperties": lambda least: lambda value: not isinstance(value, dict) or len(value) >= least,
    "maxProperties": lambda most: lambda value: not isinstance(value, dict) or len(value) <= most,
}
"""Keywords that apply to the value itself: each maps the keyword's value to a predicate."""

_ALONE: Final = {*_MEETS, "$schema", "$defs", "title", "description", "then"}

_WITHIN: Final = {
    "$ref": "_ref",
    "allOf": "_all_of",
    "if": "_if",
    "items": "_items",
    "required": "_required",
    "properties": "_properties",
    "propertyNames": "_property_names",
    "additionalProperties": "_additional",
}
"""Keywords that apply subschemas to a value or its parts; ``if`` includes its ``then``."""
