"""The catalogues in ``locale/``: ``make languages`` brings every text of the pages into them.

Three of them for each language: ``riverlight`` holds the texts of the Python files, of the guided openings and of the
boards' schema, ``page`` those of the scripts, ``trace`` those of the tracing page's scripts, and of those that both
use. ``.po`` files are for translators; the ``.mo`` files made from them are what the pages read. Babel is needed here
alone.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import shared_rules
from riverlight.clauses import seeds_folder
from riverlight.languages import LOCALES

__all__ = ["DOMAINS", "compiled", "extracted", "kept", "main", "po_path", "sources", "written"]

_PACKAGE: Final = Path(__file__).parents[1]
_SCRIPTS: Final = _PACKAGE / "web" / "static"
_SCHEMA: Final = Path(shared_rules.__path__[0]) / "boards" / "board.schema.json"
_SHARED: Final = (_SCRIPTS / "words.js",)
_LISTS: Final = Path(__file__).parent / "text.py"  # how words are listed: it cannot import itself
_IN_CONTEXT: Final = ((1, "c"), 2)
_KEYWORDS: Final = {"text": None, "textParts": None, "plural": (1, 2), "text_in": _IN_CONTEXT, "textIn": _IN_CONTEXT}
_IMPORT: Final = "from riverlight.languages.text import "  # elsewhere a function called text is another one
_ONE_DAY: Final = datetime(2026, 1, 1, tzinfo=UTC)  # a date that changed each time would be all that most changes say

DOMAINS: Final = ("riverlight", "page", "trace")


def extracted(domain: str) -> Catalog:
    """Return every text of ``domain`` as it stands in the files, untranslated."""
    catalogue = Catalog(domain=domain, project="Riverlight", charset="utf-8")
    for path in sources(domain):
        root = next(root for root in (_PACKAGE, seeds_folder(), *_SCHEMA.parents) if path.is_relative_to(root))
        name = path.relative_to(root).as_posix()
        for _line, message, comments, context in _texts(path):
            catalogue.add(message, None, [(name, 0)], auto_comments=comments, context=context)
    return catalogue


def sources(domain: str) -> list[Path]:
    """Return the files whose texts ``domain`` holds."""
    if domain == "riverlight":
        modules = [path for path in sorted(_PACKAGE.rglob("*.py")) if _IMPORT in path.read_text(encoding="utf-8")]
        return [_LISTS, *modules, *sorted((seeds_folder() / "lessons").glob("*.txt")), _SCHEMA]
    if domain == "page":
        return sorted(_SCRIPTS.glob("*.js"))
    return [*sorted((_SCRIPTS / "trace").glob("*.js")), *_SHARED]


def kept(domain: str, tag: str) -> Catalog:
    """Return the catalogue of ``domain`` in the language ``tag`` as its translators left it; an empty one at first."""
    path = po_path(domain, tag)
    if not path.exists():
        return Catalog(locale=LOCALES[tag], domain=domain)
    with path.open("rb") as file:
        return read_po(file, locale=LOCALES[tag], domain=domain)


def po_path(domain: str, tag: str) -> Path:
    """Return where translators find ``domain`` in the language ``tag``."""
    return Path(__file__).parent / "locale" / LOCALES[tag] / "LC_MESSAGES" / f"{domain}.po"


def compiled(catalogue: Catalog) -> bytes:
    """Return the ``.mo`` file of a catalogue."""
    with io.BytesIO() as file:
        write_mo(file, catalogue)
        return file.getvalue()


def written(catalogue: Catalog) -> bytes:
    """Return the ``.po`` file of a catalogue, in the order of its texts."""
    with io.BytesIO() as file:
        write_po(file, catalogue, width=0, sort_output=True, ignore_obsolete=True, include_lineno=False)
        return file.getvalue()


def main() -> None:
    """Bring all texts into all catalogues, keep what is translated, and say what is not."""
    for domain in DOMAINS:
        texts = extracted(domain)
        for tag in LOCALES:
            catalogue = kept(domain, tag)
            catalogue.update(texts, no_fuzzy_matching=True)
            _head(catalogue)
            path = po_path(domain, tag)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(written(catalogue))
            path.with_suffix(".mo").write_bytes(compiled(catalogue))
            missing = sum(message.id != "" and not _is_translated(message.string) for message in catalogue)
            print(f"{tag} {domain}: {len(catalogue)} texts, {missing} to translate")  # noqa: T201  (a build tool)


def _head(catalogue: Catalog) -> None:
    name = f"{catalogue.domain} in {catalogue.locale_identifier}"
    catalogue.header_comment = f"# The texts of Riverlight's pages: {name}."
    catalogue.creation_date = catalogue.revision_date = _ONE_DAY
    catalogue.project, catalogue.version, catalogue.fuzzy = "Riverlight", "0", False
    catalogue.msgid_bugs_address = catalogue.last_translator = catalogue.language_team = "Riverlight"


def _is_translated(translation: str | Sequence[str] | None) -> bool:
    return bool(translation) if translation is None or isinstance(translation, str) else all(translation)


def _texts(path: Path) -> Iterator[tuple[int, str | tuple[str, ...], list[str], str | None]]:
    if path.suffix in (".txt", ".json"):
        with path.open("rb") as file:
            yield from _coached(file) if path.suffix == ".txt" else _described(json.load(file))
        return
    method = "javascript" if path.suffix == ".js" else "python"
    options = {"parse_template_string": True} if method == "javascript" else {}
    yield from extract_from_file(method, path, keywords=_KEYWORDS, comment_tags=["Translators:"], options=options)


def _coached(file: IO[bytes]) -> Iterator[tuple[int, str, list[str], None]]:
    """Yield what a guided opening's coach says: each comment, but for the one at the top that is not on a move."""
    lines = file.read().decode().splitlines()
    for number, line in enumerate(lines[:-1], start=1):
        if line.startswith("#") and not lines[number].startswith("["):
            yield number, line.removeprefix("#").strip(), [], None


def _described(schema: Any) -> Iterator[tuple[int, str, list[str], None]]:
    """Yield what a JSON schema says of its values, which the linter's sentences quote."""
    parts = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    for part in parts:
        yield from _described(part)
    if isinstance(schema, dict) and isinstance(schema.get("description"), str):
        yield 0, schema["description"], [], None


if __name__ == "__main__":
    main()
