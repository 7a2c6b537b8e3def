"""Sentences that are written in English and read in the language of whoever looks.

A :class:`Text` *is* its English sentence, so that records, logs, terminals and tests take it as any other string. It
also remembers from which template and fields it was made; :func:`spoken` makes it again from the template's translation
once somebody looks at it, which may be much later, and on several pages in several languages at once.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, Final

from riverlight.languages import ENGLISH, LOCALES

__all__ = [
    "Text",
    "catalogue",
    "language",
    "listed",
    "parted",
    "plural",
    "reading",
    "series",
    "spoken",
    "spoken_all",
    "text",
    "text_in",
    "together",
]

_LOCALE: Final = Path(__file__).parent / "locale"
_FIELD: Final = re.compile(r"\{(\w+)\}")
_CHINESE: Final = re.compile("[\u3400-\u9fff]")
_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


class Text(str):
    """One sentence or phrase. Make one by :func:`text`, :func:`plural` or :func:`text_in`."""

    __slots__ = ("_context", "_count", "_fields", "_several", "_template")

    _context: str | None
    _template: str
    _several: str | None
    _count: int
    _fields: dict[str, Any]

    @classmethod
    def made(
        cls,
        template: str,
        fields: dict[str, Any],
        *,
        context: str | None = None,
        several: str | None = None,
        count: int = 1,
    ) -> Text:
        """Return the text of ``template``; ``several`` is its template for another ``count`` than one."""
        chosen = template if several is None or count == 1 else several
        made = cls(_filled(chosen, fields))
        made._context, made._template, made._several, made._count = context, template, several, count
        made._fields = fields
        return made

    def translated(self, catalogue: gettext.NullTranslations) -> str:
        """Return this text from ``catalogue``, its fields that are texts as well; in English where it has none."""
        match self._context, self._several:
            case None, None:
                template = catalogue.gettext(self._template)
            case None, str(several):
                template = catalogue.ngettext(self._template, several, self._count)
            case str(context), _:
                template = catalogue.pgettext(context, self._template)
        return _set(template, {name: str(_in(catalogue, value)) for name, value in self._fields.items()})

    def with_parts(self, others: Mapping[str, str]) -> Text:
        """Return this text with each part of it that is a key of ``others`` replaced by its value there."""
        fields = {name: _swapped(value, others) for name, value in self._fields.items()}
        return Text.made(self._template, fields, context=self._context, several=self._several, count=self._count)


def text(template: str, /, **fields: Any) -> Text:
    """Return the sentence of ``template``, each ``{field}`` in it filled in."""
    return Text.made(template, fields)


def plural(one: str, several: str, n: int, /, **fields: Any) -> Text:
    """Return the sentence of ``one`` where ``n`` is 1, else of ``several``; ``{n}`` stands for the number."""
    return Text.made(one, {"n": n, **fields}, several=several, count=n)


def text_in(context: str, template: str, /, **fields: Any) -> Text:
    """Return the sentence of ``template`` as it is worded in ``context``: ``"short"`` for a small place."""
    return Text.made(template, fields, context=context)


def listed(words: Sequence[str], last: str = "or") -> str:
    """Return the words as in ``1, 2 or 3``; ``last`` is ``"or"`` or ``"and"``."""
    if len(words) == 1:
        return words[0]
    before = series(words[:-1])
    if last == "and":
        return text("{before} and {word}", before=before, word=words[-1])
    return text("{before} or {word}", before=before, word=words[-1])


def parted(words: Sequence[str]) -> str:
    """Return the words as in ``1; 2; 3``."""
    told = words[0]
    for word in words[1:]:
        told = text("{before}; {word}", before=told, word=word)
    return told


def series(words: Sequence[str]) -> str:
    """Return the words as in ``1, 2, 3``."""
    told = words[0]
    for word in words[1:]:
        told = text("{before}, {word}", before=told, word=word)
    return told


def together(sentences: Sequence[str]) -> str:
    """Return sentences one after another."""
    told = sentences[0]
    for sentence in sentences[1:]:
        told = text("{before} {sentence}", before=told, sentence=sentence)
    return told


@contextmanager
def reading(tag: str) -> Iterator[None]:
    """Let everything in the ``with`` block be spoken in the language ``tag``."""
    before = _language.set(tag)
    try:
        yield
    finally:
        _language.reset(before)


def language() -> str:
    """Return the tag of the language that is spoken now."""
    return _language.get()


def spoken(words: str) -> str:
    """Return ``words`` in the language that is spoken now; what is no :class:`Text` stays as it is."""
    tag = _language.get()
    return words if tag == ENGLISH else _in(catalogue(tag), words)


def spoken_all(value: Any) -> Any:
    """Return ``value``, made of dicts, lists and tuples, with every text in it spoken."""
    tag = _language.get()
    return value if tag == ENGLISH else _all_in(catalogue(tag), value)


@cache
def catalogue(tag: str, domain: str = "riverlight") -> gettext.NullTranslations:
    """Return the catalogue of ``domain`` in the language ``tag``, an empty one for English."""
    if tag == ENGLISH:
        return gettext.NullTranslations()
    return gettext.translation(domain, _LOCALE, [LOCALES[tag]])


def _filled(template: str, fields: dict[str, Any]) -> str:
    return template.format_map(fields) if fields else template


def _set(template: str, fields: Mapping[str, str]) -> str:
    """Return ``template`` filled in; a field beside a Chinese character has a space there only if it is in letters.

    A translator cannot know: a name, or one of several choices, may be in Chinese or not.
    """
    pieces = _FIELD.split(template)
    for place in range(1, len(pieces), 2):
        value = pieces[place] = fields[pieces[place]]
        before, after = pieces[place - 1].rstrip(" "), pieces[place + 1].lstrip(" ")
        if _CHINESE.match(before[-1:]):
            pieces[place - 1] = before + _gap(value[:1], pieces[place - 1][len(before) :])
        if _CHINESE.match(after[:1]):
            pieces[place + 1] = _gap(value[-1:], pieces[place + 1][: -len(after)]) + after
    return "".join(pieces)


def _gap(edge: str, written: str) -> str:
    if not edge.isalnum():
        return written
    return "" if _CHINESE.match(edge) else " "


def _swapped(value: Any, others: Mapping[str, str]) -> Any:
    if not isinstance(value, Text):
        return value
    return others[value] if value in others else value.with_parts(others)


def _in(translations: gettext.NullTranslations, value: Any) -> Any:
    return value.translated(translations) if isinstance(value, Text) else value


def _all_in(translations: gettext.NullTranslations, value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _all_in(translations, part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_all_in(translations, part) for part in value]
    return _in(translations, value)
