"""Every parser takes what it is given whole, or refuses it in a sentence, in bounded work and memory."""

from __future__ import annotations

import pytest

from tests.tools.fuzz.target import Target
from tests.tools.fuzz.targets import TARGETS
from tests.tools.fuzz.trying import tried


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_whatever_comes_is_taken_whole_or_refused_in_a_sentence(target: Target) -> None:
    """Some of it has to be taken and some refused: else the inputs would lie next to the point."""
    count = tried(target, target.examples)
    assert count.accepted > 0
    assert count.refused > 0
