"""What `make fuzz` runs: it finds planted faults, says how to reproduce them, and is bounded in time."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.tools.fuzz import __main__ as fuzz
from tests.tools.fuzz import bounds
from tests.tools.fuzz.mutate import bytes_mutated
from tests.tools.fuzz.sentences import demand_sentence
from tests.tools.fuzz.target import Run, Target, simple
from tests.tools.fuzz.trying import tried


def call(*words: str) -> tuple[int, str]:
    """Return exit code and output."""
    ended = CliRunner().invoke(fuzz.main, words)
    assert ended.exception is None or isinstance(ended.exception, SystemExit)
    return ended.exit_code, ended.output


def planted(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """Have ``run`` be all that there is to try."""
    monkeypatch.setattr(fuzz, "TARGETS", {"planted": target(run)})


def target(run: Run) -> Target:
    """Return a target of ``run``, which takes nothing but an empty input until it is tried further."""
    return Target("planted", lambda: [b"", b"seed"], bytes_mutated, simple(run))


def test_a_target_is_tried_by_hypothesis_for_as_long_as_asked() -> None:
    code, told = call("wire-lines", "--by", "hypothesis", "--seconds", "1", "--seed", "7")
    assert code == 0
    assert told.startswith("Seed 7, 1 s for the one target.\nwire-lines")
    assert "nothing found" in told
    assert int(told.split("wire-lines")[1].split()[0]) >= 400


def test_several_targets_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "_by_hypothesis", lambda *_: fuzz.Tried(3, ""))
    code, told = call("wire-lines", "moves-canyon", "--by", "hypothesis", "--seconds", "2", "--seed", "7")
    assert code == 0
    assert told.startswith("Seed 7, 2 s for each of 2 targets.\nwire-lines")
    assert told.count("3 inputs  nothing found") == 2


def test_an_unknown_target_is_refused_by_name() -> None:
    code, told = call("wires")
    assert code == 2
    assert "There is no target 'wires'; there are: wire-lines, moves-canyon," in told


def test_it_is_said_when_atheris_cannot_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    planted(monkeypatch, lambda _data: True)
    monkeypatch.setattr(fuzz, "find_spec", lambda _name: None)
    code, told = call("--seconds", "1")
    assert code == 0
    assert told.startswith("atheris cannot be had here: hypothesis tries many more examples instead than in make test.")
    code, told = call("--by", "atheris")
    assert code == 2
    assert "pip install -e '.[fuzz]'" in told


def test_a_fault_is_told_with_its_input_and_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(data: bytes) -> bool:
        assert data in (b"", b"seed"), "it broke"
        return True

    planted(monkeypatch, run)
    code, told = call("--by", "hypothesis", "--seed", "5", "--seconds", "1")
    assert code == 1
    assert "AssertionError: it broke" in told
    assert "(seed 5)" in told
    assert "planted was given b" in told


def test_one_input_can_be_tried_alone(tmp_path: Path) -> None:
    (tmp_path / "input").write_bytes(b"pace 3")
    assert call("moves-canyon", "--input", str(tmp_path / "input")) == (0, "moves-canyon takes it.\n")


def hang(data: bytes) -> bool:
    """Compute without end."""
    while data:
        pass
    return True


def test_what_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "_GIVE_UP_SECONDS", 0.05)
    with pytest.raises(bounds.Hung, match="computes without end"):
        tried(target(hang), 1)


def test_what_takes_long_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MOST_CALLS", 1000)
    with pytest.raises(AssertionError, match=r"made 10\d\d calls for 0 bytes"):
        tried(target(lambda _data: sum(map(abs, [len("") for _ in range(1050)])) == 0), 1)


def test_what_swells_is_told() -> None:
    with pytest.raises(AssertionError, match="took 64 MB for 1 bytes"):
        bounds.in_memory(lambda data: len(bytearray(len(data) << 26)) > 0, b"x")


def test_a_valid_input_that_is_refused_is_told() -> None:
    with pytest.raises(AssertionError, match="planted refuses a valid input: b'seed'"):
        tried(target(lambda data: not data), 1)


@pytest.mark.parametrize(
    "refusal",
    [
        *("", "No.", "This has no end", "Two\nlines of it.", " Blanks about it. ", "x" * 501 + "."),
        *("Traceback (most recent call last).", "It holds \x1b[2J what cannot be printed."),
    ],
)
def test_what_is_no_sentence_is_told(refusal: str) -> None:
    with pytest.raises(AssertionError):
        demand_sentence(refusal)


@pytest.mark.parametrize(
    "refusal", ["That will not do.", "Nobody may do that. (CAN-7)", "Wait a little…", "不行，請再試一次。"]
)
def test_a_sentence_is_one(refusal: str) -> None:
    demand_sentence(refusal)
