"""Lazily translated strings: English in code, translated when shown.

A :class:`Text` *is* its English sentence, so records, logs, terminals and tests use it as any other string. It also
stores its template and fields; :func:`spoken` formats it from the template's translation when it is shown, which may be
later, and on several pages in different languages.
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
    """A sentence or phrase, made by :func:`text`, :func:`plural` or :func:`text_in`."""

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
        """Return the text of ``template``, or of ``several`` if ``count`` is not one."""
        chosen = template if several is None or count == 1 else several
        made = cls(_filled(chosen, fields))
        made._context, made._template, made._several, made._count = context, template, several, count
        made._fields = fields
        return made

    def translated(self, catalogue: gettext.NullTranslations) -> str:
        """Translate this text and its fields with ``catalogue``; fall back to English."""
        match self._context, self._several:
            case None, None:
                template = catalogue.gettext(self._template)
            case None, str(several):
                template = catalogue.ngettext(self._template, several, self._count)
            case str(context), _:
                template = catalogue.pgettext(context, self._template)
        return _set(template, {name: str(_in(catalogue, value)) for name, value in self._fields.items()})

    def with_parts(self, others: Mapping[str, str]) -> Text:
        """Return this text with its parts replaced according to ``others``."""
        fields = {name: _swapped(value, others) for name, value in self._fields.items()}
        return Text.made(self._template, fields, context=self._context, several=self._several, count=self._count)


def text(template: str, /, **fields: Any) -> Text:
    """Mark ``template`` for translation and fill in its ``{field}``s."""
    return Text.made(template, fields)


def plural(one: str, several: str, n: int, /, **fields: Any) -> Text:
    """Return ``one`` if ``n`` is 1, else ``several``; ``{n}`` is the number."""
    return Text.made(one, {"n": n, **fields}, several=several, count=n)


def text_in(context: str, template: str, /, **fields: Any) -> Text:
    """Like :func:`text`, with a gettext context; ``"short"`` is for narrow spaces."""
    return Text.made(template, fields, context=context)


def listed(words: Sequence[str], last: str = "or") -> str:
    """Join words as in ``1, 2 or 3``; ``last`` is ``"or"`` or ``"and"``."""
    if len(words) == 1:
        return words[0]
    before = series(words[:-1])
    if last == "and":
        return text("{before} and {word}", before=before, word=words[-1])
    return text("{before} or {word}", before=before, word=words[-1])


def parted(words: Sequence[str]) -> str:
    """Join words as in ``1; 2; 3``."""
    told = words[0]
    for word in words[1:]:
        told = text("{before}; {word}", before=told, word=word)
    return told


def series(words: Sequence[str]) -> str:
    """Join words as in ``1, 2, 3``."""
    told = words[0]
    for word in words[1:]:
        told = text("{before}, {word}", before=told, word=word)
    return told


def together(sentences: Sequence[str]) -> str:
    """Join sentences with spaces."""
    told = sentences[0]
    for sentence in sentences[1:]:
        told = text("{before} {sentence}", before=told, sentence=sentence)
    return told


@contextmanager
def reading(tag: str) -> Iterator[None]:
    """Set the current language to ``tag`` inside the ``with`` block."""
    before = _language.set(tag)
    try:
        yield
    finally:
        _language.reset(before)


def language() -> str:
    """Return the tag of the current language."""
    return _language.get()


def spoken(words: str) -> str:
    """Translate ``words`` to the current language; a plain ``str`` stays unchanged."""
    tag = _language.get()
    return words if tag == ENGLISH else _in(catalogue(tag), words)


def spoken_all(value: Any) -> Any:
    """Translate every text inside nested dicts, lists and tuples."""
    tag = _language.get()
    return value if tag == ENGLISH else _all_in(catalogue(tag), value)


@cache
def catalogue(tag: str, domain: str = "riverlight") -> gettext.NullTranslations:
    """Load the catalogue of ``domain`` in the language ``tag``; empty for English."""
    if tag == ENGLISH:
        return gettext.NullTranslations()
    return gettext.translation(domain, _LOCALE, [LOCALES[tag]])


def _filled(template: str, fields: dict[str, Any]) -> str:
    return template.format_map(fields) if fields else template


def _set(template: str, fields: Mapping[str, str]) -> str:
    """Fill in ``template``, adjusting spaces between fields and Chinese characters.

    There is a space only next to Latin letters or digits. Translators cannot know this, as a name or a choice may be in
    Chinese or not.
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
