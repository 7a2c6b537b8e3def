"""Every text of the pages is there in every language."""

import pytest
from riverlight.languages import LOCALES
from riverlight.languages.catalogues import DOMAINS, extracted, kept


def key(message):
    """Return by what a text is known in a catalogue."""
    return message.context, message.id if isinstance(message.id, str) else tuple(message.id)


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("tag", LOCALES)
def test_every_text_is_in_the_catalogue_and_nothing_else(tag, domain):
    wanted = {key(message) for message in extracted(domain) if message.id}
    there = {key(message) for message in kept(domain, tag) if message.id}
    assert there == wanted, "make languages brings them in"


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("tag", LOCALES)
def test_every_text_is_translated(tag, domain):
    for message in kept(domain, tag):
        if message.id:
            strings = [message.string] if isinstance(message.string, str) else message.string
            assert strings, message.id
            assert all(strings), message.id
