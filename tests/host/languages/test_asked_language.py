"""Which language a browser gets: the best of those that it asks for and we have, English for anything else."""

import pytest
from riverlight.languages import language_of


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("en-GB,en;q=0.9", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fr-FR,fr;q=0.9,de;q=0.7,en;q=0.3", "de"),
        ("fr,es;q=0.5", "en"),
        ("en;q=0.2,de;q=0.8", "de"),
        ("de;q=0,en", "en"),
        ("zh", "zh-Hans"),
        ("zh-CN,zh;q=0.9", "zh-Hans"),
        ("zh-SG", "zh-Hans"),
        ("zh-TW,zh;q=0.9,en;q=0.8", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh-MO", "zh-Hant"),
        ("zh-Hant-TW", "zh-Hant"),
        ("zh-Hans-HK", "zh-Hans"),
        ("ZH-TW", "zh-Hant"),
        ("*", "en"),
        ("de;q=high,en", "en"),
        ("de;q=2,en;q=0.1", "en"),
        (";;;,,,=", "en"),
    ],
)
def test_the_language_is_the_best_that_is_asked_for_and_there(accepted, language):
    assert language_of(accepted) == language


def test_no_more_of_a_long_list_is_read_than_a_browser_would_send():
    assert language_of(",".join(["fr"] * 500 + ["de"])) == "en"
