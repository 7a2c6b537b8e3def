"""`make mutants`: it reports each surviving mutant and each explanation that no longer holds."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.tools.mutants import __main__ as command
from tests.tools.mutants import explained, mutant, report, trial
from tests.tools.mutants.explained import Explanation
from tests.tools.mutants.targets import TARGETS

ROOT = Path(__file__).parents[2]

TOY = "def larger(one, other):\n    if one > other:\n        return one\n    return other\n"
TOY_TEST = "from toy import larger\n\n\ndef test_the_larger_comes_first():\n    assert larger(2, 1) == 2\n"


def toy_mutant(before: str, after: str) -> mutant.Mutant:
    return mutant.from_texts("toy.py", TOY, TOY.replace(before, after))


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    tree = tmp_path / "toy"
    (tree / "tests").mkdir(parents=True)
    (tree / "toy.py").write_text(TOY, encoding="utf-8")
    (tree / "tests" / "test_toy.py").write_text(TOY_TEST, encoding="utf-8")
    return tree


def test_a_planted_survivor_is_told_and_the_tree_stays_as_it_is(toy: Path) -> None:
    equal, noticed, unseen = toy_mutant(">", ">="), toy_mutant(">", "<"), toy_mutant("return other", "return one")
    known = Explanation("toy.py", "larger", "if one > other:", "if one >= other:", "Equal numbers are equal.")
    mutants = [equal, noticed, unseen]
    with trial.copies(toy, jobs=2) as trees:
        outcomes = trial.tried(trees, mutants, ["tests/test_toy.py"], time.monotonic() + 600, lambda: None)
    found = report.tally("toy.py", list(zip(mutants, outcomes, strict=True)), [known])
    assert found == report.Tally("toy.py", killed=1, endless=0, explained=1, survived=(unseen,), refuted=(), left=0)
    assert report.failings([found], []) == [
        "Survived, and no test and no explanation tells of it:\n"
        "toy.py · larger\n  - return other\n  + return one"
    ]  # fmt: skip
    assert (toy / "toy.py").read_text(encoding="utf-8") == TOY


def test_tests_that_do_not_see_the_module_are_refused(toy: Path) -> None:
    (toy / "tests" / "test_toy.py").write_text("def test_nothing():\n    pass\n", encoding="utf-8")
    with trial.copies(toy, jobs=1) as trees, pytest.raises(trial.TrialError, match=r"toy\.py do not notice"):
        trial.limit_s(trees, "toy.py", ["tests/test_toy.py"])


def test_an_endless_mutant_is_ended(toy: Path) -> None:
    (endless,) = [toy_mutant("        return one", "        while True: pass")]
    with trial.copies(toy, jobs=1) as trees:
        assert trial.outcome_of(trees, endless, ["tests/test_toy.py"], 1) is trial.Outcome.ENDLESS


def test_an_explanation_of_what_a_test_notices_is_refuted() -> None:
    wrong = Explanation("toy.py", "larger", "return other", "return one", "Nobody asks.")
    found = report.tally("toy.py", [(toy_mutant("return other", "return one"), trial.Outcome.KILLED)], [wrong])
    assert report.failings([found], [(wrong, 1)]) == [
        "Explained as a change that nobody sees, but a test does: toy.py · larger: return other  →  return one"
    ]
    assert report.failings([found], [(wrong, 2)]) == [], "it may be of the other one"


def test_an_explanation_of_a_line_that_is_gone_is_told(toy: Path) -> None:
    here = Explanation("toy.py", "larger", "if one > other:", explained.ANY, "Equal numbers are equal.")
    gone = here._replace(before="if one > two:")
    moved = here._replace(function="smaller")
    there = {here.before: [toy_mutant(">", ">=")]}
    counts = [
        (each, explained.count(each, toy, lambda _module, _source, before: there.get(before, [])))
        for each in (here, gone, moved)
    ]
    assert [count for _, count in counts] == [1, 0, 0]
    assert report.failings([], counts) == [
        f"Explained, but there is no such mutant any more: toy.py · {each}  →  …"
        for each in ("larger: if one > two:", "smaller: if one > other:")
    ]


def test_each_module_its_tests_and_each_explained_line_are_there() -> None:
    """The whole of it, with what the lines become, ``make mutants`` finds; it takes Cosmic Ray to know that."""
    for module, tests in TARGETS.items():
        assert (ROOT / module).is_file(), module
        for test in tests:
            assert (ROOT / test.removeprefix("--deselect=").partition("::")[0]).is_file(), test
    for each in explained.read(command.EXPLAINED):
        assert each.module in TARGETS, each
        assert each.reason, each
        text = mutant.joined((ROOT / each.module).read_text(encoding="utf-8").splitlines())
        assert each.before in text, f"There is no such line any more: does it read otherwise now?\n{each}"


def test_a_paragraph_that_explains_nothing_is_refused(tmp_path: Path) -> None:
    listed = tmp_path / "list.txt"
    changes = "  - A = 1\n  + A = 2\n  - A = 1\n  + A = 0\n"
    listed.write_text(f"# remark\n\ntoy.py · (module)\n{changes}  Why\n  not.\n", encoding="utf-8")
    assert explained.read(listed) == [
        Explanation("toy.py", "", "A = 1", after, "Why not.") for after in ("A = 2", "A = 0")
    ]
    for wrong in (f"toy.py\n{changes}Why not.\n", f"toy.py · a\n{changes}", "toy.py · a\n- A = 1\nWhy not.\n"):
        listed.write_text(wrong, encoding="utf-8")
        with pytest.raises(ValueError, match="and a reason; this came"):
            explained.read(listed)


def test_annotations_and_what_only_a_type_checker_reads_mean_nothing() -> None:
    same = "def one(a): pass"
    assert mutant.meaning("def one(a: int | None) -> int | str: pass") == mutant.meaning(same)
    assert mutant.meaning("if TYPE_CHECKING:\n    import a\n" + same) == mutant.meaning(
        "if not TYPE_CHECKING:\n    import b\n" + same
    )
    assert mutant.meaning("def one(a): return 1") != mutant.meaning("def one(a): return 2")


def test_a_line_is_told_with_the_function_around_it() -> None:
    source = "class A:\n    def b(self):\n        if 1:\n            return [\n                2,\n            ]\n"
    found = mutant.from_texts("a.py", source, source.replace("2", "3"))
    assert found[:4] == ("a.py", "A.b", "2,", "3,")


def test_an_unknown_module_is_refused_by_name() -> None:
    pytest.importorskip("cosmic_ray", reason="Cosmic Ray, of the extra mutants, is not installed")
    run = CliRunner().invoke(command.main, ["chess.py"])
    assert run.exit_code == 2
    assert "No module that is tried has 'chess.py' in its path" in run.stderr


def test_the_operators_make_each_kind_of_change_once_and_in_a_seeded_order() -> None:
    pytest.importorskip("cosmic_ray", reason="Cosmic Ray, of the extra mutants, is not installed")
    from tests.tools.mutants import operators

    source = (
        "def f(state, found: list[int | None]):\n"
        "    for each in found:\n"
        "        if each <= state.most and not state.over:\n"
        "            state.sum += each[1:2]\n"
        "            found.pop()\n"
        "            kept = [3]\n"
        "            yield\n"
    )
    every = operators.sample("f.py", source, 1000, seed=1)
    assert sorted((each.before, each.after) for each in every) == sorted(
        [
            ("for each in found:", "for each in []:"),
            *(
                ("if each <= state.most and not state.over:", f"if {after}:")
                for after in (
                    "each < state.most and not state.over",
                    "each > state.most and not state.over",
                    "each <= state.most or not state.over",
                    "each <= state.most and state.over",
                    "not each <= state.most and not state.over",
                )
            ),
            ("state.sum += each[1:2]", "state.sum += each[2:2]"),
            ("state.sum += each[1:2]", "state.sum += each[0:2]"),
            ("state.sum += each[1:2]", "state.sum += each[1:3]"),
            ("state.sum += each[1:2]", "state.sum += each[1:1]"),
            ("state.sum += each[1:2]", "pass"),
            ("found.pop()", "pass"),
            ("kept = [3]", "kept = [4]"),
            ("kept = [3]", "kept = [2]"),
        ]
    )
    assert operators.sample("f.py", source, 5, seed=1) == every[:5]
    assert operators.sample("f.py", source, 1000, seed=2) != every
    assert operators.on_line("f.py", source, "found.pop()") == [each for each in every if each.before == "found.pop()"]
