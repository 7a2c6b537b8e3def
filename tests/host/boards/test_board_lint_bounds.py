"""However much is wrong with a board, or however odd, it gets a few sentences and never a traceback."""

import pytest
from riverlight.boards import check, load
from riverlight.boards.lint import find_malformed
from riverlight.errors import BoardError

from tests.host.boards.edited_boards import Document, crowd, edited, link, written


def test_of_very_many_problems_the_first_are_listed_and_the_rest_counted():
    found = check(crowd("canyon", "water", touches=[], at_mm=[1, 1]))
    assert len(found) == 301
    assert found[0] == "Spaces s0 and s1 are less than 12 mm apart."
    pairs, shared_light, missing_kinds = 254 * 253 // 2, 1, 4
    assert found[-1] == f"{pairs + shared_light + missing_kinds - 300} more problems. Fix these first."
    found = check(crowd("canyon", "water", touches=[[number] for number in range(200)]))
    assert len(found) == 301
    assert find_malformed(crowd("canyon", "water", at_mm=[1, 1], **{f"x{number}": 0 for number in range(9)}))


def test_what_would_fill_a_page_is_cut_short():
    assert max(map(len, check(crowd("niagara", "site", site="violet", at_mm=[1, 1])))) < 300
    shared = check(crowd("niagara", "berth"))
    assert "Spaces s0 and s1 and s2 and s3 and s4 and s5 and 248 more share light 0 of panel main." in shared


def ring(document: Document, spaces: dict[str, Document]) -> None:
    """Have all currents of the map but the last lead to the next in the order of the file."""
    currents = [space["id"] for space in document["spaces"] if space["kind"] == "current"]
    for here, there in zip(currents, [*currents[1:], currents[0]], strict=True):
        spaces[here]["flow"] = there
        if there not in spaces[here]["touches"]:
            link(spaces, here, there)


def test_a_long_circle_of_arrows_is_cut_short():
    (told,) = [sentence for sentence in check(edited(ring)) if "circle" in sentence]
    assert told.startswith("The arrows run in a circle: t1 → ")
    assert told.endswith(" more.")
    assert told.count("→") == 6


def test_a_board_full_of_faults_is_refused_with_two_of_them(tmp_path):
    with pytest.raises(BoardError) as caught:
        load(written(tmp_path, crowd("canyon", "mud", touches=[])))
    assert str(caught.value) == (
        'Space s0: kind must be start, water, current, landing, cave or waterfall, not "mud". Space s1: kind must '
        'be start, water, current, landing, cave or waterfall, not "mud". And 252 more problems.'
    )
