"""The catalogues: what is translated keeps its placeholders, and what pages read is what translators wrote."""

import ast
import re
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from riverlight.languages import LOCALES
from riverlight.languages.catalogues import DOMAINS, compiled, extracted, kept, po_path, sources

CATALOGUES = [(tag, domain) for tag in LOCALES for domain in DOMAINS]
SCRIPT_CALL = re.compile(
    r'(?<![\w.])(text|textParts|plural|textIn)\(\s*("(?:[^"\\]|\\.)*")(?:,\s*("(?:[^"\\]|\\.)*"))?'
)
ON_PURPOSE = {
    "boards/lint.py": "the schema's own words, which are in the catalogue",
    "boards/wording.py": "templates of text.py",
    "table/lesson_text.py": "the words of a tutorial, which are in the catalogue",
}
"""The modules that make texts of what is no literal."""


def fields(template):
    return {name for _text, name, _spec, _conversion in Formatter().parse(template) if name is not None}


def forms(message):
    """Return each form of a message's translation; an empty one is not translated yet."""
    strings = [message.string] if isinstance(message.string, str) else list(message.string)
    return [form for form in strings if form]


def ids(message):
    return [message.id] if isinstance(message.id, str) else list(message.id)


def messages(tag, domain):
    return [message for message in kept(domain, tag) if message.id]


@pytest.mark.parametrize(("tag", "domain"), CATALOGUES)
def test_a_translation_has_the_placeholders_of_its_text(tag, domain):
    for message in messages(tag, domain):
        wanted = set().union(*map(fields, ids(message)))
        for form in forms(message):
            # "one card" need not say its number; nothing else may be left out, and nothing added.
            may_lack = {"n"} if message.pluralizable else set()
            assert wanted - may_lack <= fields(form) <= wanted, (message.id, form)


@pytest.mark.parametrize(("tag", "domain"), CATALOGUES)
def test_a_translation_has_as_many_forms_as_its_language_counts(tag, domain):
    catalogue = kept(domain, tag)
    assert catalogue.num_plurals == Catalog(locale=LOCALES[tag]).num_plurals
    for message in messages(tag, domain):
        if message.pluralizable and forms(message):
            assert len(forms(message)) == catalogue.num_plurals, message.id


@pytest.mark.parametrize(("tag", "domain"), CATALOGUES)
def test_a_translation_begins_and_ends_without_blanks(tag, domain):
    for message in messages(tag, domain):
        for form in (*ids(message), *forms(message)):
            assert form == form.strip(), message.id


@pytest.mark.parametrize(("tag", "domain"), CATALOGUES)
def test_what_pages_read_is_what_translators_wrote(tag, domain):
    path = po_path(domain, tag)
    assert path.with_suffix(".mo").read_bytes() == compiled(kept(domain, tag)), (
        f"make languages writes {path.name} anew"
    )


@pytest.mark.parametrize("domain", ["page", "trace"])
def test_every_text_of_the_scripts_is_found(domain):
    found = {(message.context, *ids(message)) for message in extracted(domain) if message.id}
    for path in sources(domain):
        for name, *words in SCRIPT_CALL.findall(path.read_text(encoding="utf-8")):
            first, second = (ast.literal_eval(word) if word else None for word in words)
            wanted = {"plural": (None, first, second), "textIn": (first, second)}.get(name, (None, first))
            assert wanted in found, f"{path.name}: a text within another's fields is not found"


def test_every_text_of_the_modules_is_a_literal_that_is_found():
    found = {(message.context, ids(message)[0]) for message in extracted("riverlight") if message.id}
    strays = set()
    for path in sources("riverlight"):
        if path.suffix != ".py":
            continue
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
                continue
            if call.func.id not in ("text", "plural", "text_in"):
                continue
            context, *rest = call.args if call.func.id == "text_in" else (ast.Constant(None), *call.args)
            if isinstance(rest[0], ast.Constant):
                assert (context.value, rest[0].value) in found, f"{path.name}, line {call.lineno}"
            else:
                strays.add(f"{path.parent.name}/{path.name}")
    assert strays == set(ON_PURPOSE)


def test_a_text_counts_or_does_not_but_never_both():
    for domain in DOMAINS:
        kinds = {}
        for message in extracted(domain):
            if message.id:
                kinds.setdefault((message.context, ids(message)[0]), set()).add(message.pluralizable)
        assert [text for text, seen in kinds.items() if len(seen) > 1] == []
