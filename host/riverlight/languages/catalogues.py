"""Update the gettext catalogues in ``locale/`` from the sources.

``make languages`` runs this.

Each language has three domains: ``riverlight`` for Python files, tutorials and the boards' schema, ``page`` for
scripts, ``trace`` for the scripts of the tracing page, including shared ones. Translators edit the ``.po`` files; the
pages load the compiled ``.mo`` files. Only this module needs Babel.
"""

from __future__ import annotations

import io
import json
import re
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
_LISTS: Final = Path(__file__).parent / "text.py"  # has texts, but does not match _IMPORT
_IN_CONTEXT: Final = ((1, "c"), 2)
_KEYWORDS: Final = {"text": None, "textParts": None, "plural": (1, 2), "text_in": _IN_CONTEXT, "textIn": _IN_CONTEXT}
_IMPORT: Final = "from riverlight.languages.text import "  # in other modules ``text`` is another function
_SAID: Final = re.compile(r"#= (.+) \[.+\]|#(?:~|!|\?{1,2})? (.+)|#- .+?: (.+)")
"""What the coach says, of the marked lines of a tutorial (``riverlight.table.lesson_text``)."""
_ONE_DAY: Final = datetime(2026, 1, 1, tzinfo=UTC)  # constant, so that an update without changes leaves the file alone

DOMAINS: Final = ("riverlight", "page", "trace")


def extracted(domain: str) -> Catalog:
    """Extract all texts of ``domain`` from its sources, untranslated."""
    catalogue = Catalog(domain=domain, project="Riverlight", charset="utf-8")
    for path in sources(domain):
        root = next(root for root in (_PACKAGE, seeds_folder(), *_SCHEMA.parents) if path.is_relative_to(root))
        name = path.relative_to(root).as_posix()
        for _line, message, comments, context in _texts(path):
            catalogue.add(message, None, [(name, 0)], auto_comments=comments, context=context)
    return catalogue


def sources(domain: str) -> list[Path]:
    """Return the source files of ``domain``."""
    if domain == "riverlight":
        modules = [path for path in sorted(_PACKAGE.rglob("*.py")) if _IMPORT in path.read_text(encoding="utf-8")]
        return [_LISTS, *modules, *sorted((seeds_folder() / "lessons").glob("*.txt")), _SCHEMA]
    if domain == "page":
        return sorted([*_SCRIPTS.glob("*.js"), *_SCRIPTS.glob("games/*.js")])
    return [*sorted((_SCRIPTS / "trace").glob("*.js")), *_SHARED]


def kept(domain: str, tag: str) -> Catalog:
    """Read the catalogue of ``domain`` in the language ``tag``; empty if it is new."""
    path = po_path(domain, tag)
    if not path.exists():
        return Catalog(locale=LOCALES[tag], domain=domain)
    with path.open("rb") as file:
        return read_po(file, locale=LOCALES[tag], domain=domain)


def po_path(domain: str, tag: str) -> Path:
    """Return the path of the ``.po`` file of ``domain`` in the language ``tag``."""
    return Path(__file__).parent / "locale" / LOCALES[tag] / "LC_MESSAGES" / f"{domain}.po"


def compiled(catalogue: Catalog) -> bytes:
    """Compile a catalogue to the bytes of a ``.mo`` file."""
    with io.BytesIO() as file:
        write_mo(file, catalogue)
        return file.getvalue()


def written(catalogue: Catalog) -> bytes:
    """Format a catalogue as the bytes of a ``.po`` file, sorted by text."""
    with io.BytesIO() as file:
        write_po(file, catalogue, width=0, sort_output=True, ignore_obsolete=True, include_lineno=False)
        return file.getvalue()


def main() -> None:
    """Update all catalogues, keeping translations; print how many are missing."""
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
    """Yield what the coach of a tutorial says: headings and sentences, without marks, clauses and moves."""
    for number, line in enumerate(file.read().decode().splitlines()[1:], start=2):
        if found := _SAID.fullmatch(line):
            yield number, next(filter(None, found.groups())), [], None


def _described(schema: Any) -> Iterator[tuple[int, str, list[str], None]]:
    """Yield the descriptions of a JSON schema, which the linter's messages quote."""
    parts = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    for part in parts:
        yield from _described(part)
    if isinstance(schema, dict) and isinstance(schema.get("description"), str):
        yield 0, schema["description"], [], None


if __name__ == "__main__":
    main()
