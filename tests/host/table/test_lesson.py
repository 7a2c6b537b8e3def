"""The tutorials: each plays through what decides its game, answers every other move, and goes on and back."""

import pytest
from riverlight.clauses import clause
from riverlight.errors import OptionError
from riverlight.games.sides import MAIN, SECOND, TABLE_PAGE, WATCH_PAGE
from riverlight.games.start import KITS
from riverlight.table.lesson import open_lesson
from riverlight.table.lesson_text import lesson_names, script_of
from riverlight.table.rows import KeyPress

LONGEST_SENTENCE = 200
LONGEST_HEADING = 24
TAUGHT = {
    "canyon": "CAN-4 CAN-5 CAN-6 CAN-7 CAN-12 CAN-13 CAN-14 CAN-15 CAN-16 CAN-17 CAN-18 CAN-19 CAN-20 CAN-22 CAN-23",
    "niagara": "NIA-4 NIA-5 NIA-6 NIA-8 NIA-10 NIA-11 NIA-12 NIA-15 NIA-16 NIA-18 NIA-19 NIA-21 NIA-22 NIA-24",
    "pyramid": "PYR-3 PYR-4 PYR-5 PYR-6 PYR-7 PYR-8 PYR-9 PYR-10 PYR-12 PYR-13 PYR-14 PYR-15 PYR-16",
    "pyramid-mummy": "PYR-4 PYR-5 PYR-7 PYR-8 PYR-10 PYR-12 PYR-13 PYR-14 PYR-15 PYR-16 PYR-18",
}
"""The clauses that each tutorial has to teach."""

SHOWN = {
    "canyon": {"pace", "trick", "earned", "moved", "stayed", "drifted", "pushed", "fell", "home", "over"},
    "niagara": {"revealed", "paddled", "loaded", "weather", "flowed", "scored", "stole", "lost", "bought", "goal"},
    "pyramid": {"set_aside", "die", "moved", "treasure", "stepped", "reset", "caught", "over"},
    "pyramid-mummy": {"set_aside", "treasure", "stepped", "reset", "caught", "over"},
}
"""What has to happen in each."""

every_lesson = pytest.mark.parametrize("name", lesson_names())


class Learner:
    """Somebody who takes a tutorial: the table, its script, and the learner's own page and keypad."""

    def __init__(self, store, name, kit="app"):
        self.table = open_lesson(store, name, kit)
        self.script = script_of(name)
        (self.seat,) = self.script.head.lone_seats
        self.is_apart = self.table.sides.is_apart(self.seat)
        self.page = self.seat if self.is_apart else TABLE_PAGE
        self.keypad = self.seat if self.is_apart else MAIN

    @property
    def card(self):
        """What the coach shows now."""
        return self.table.snapshot(self.page)["lesson"]

    @property
    def choice(self):
        """What the script asks at this step."""
        return self.script.steps[self.card["at"] - 1].choice

    def offered(self):
        """Return the moves that the learner's pages offer: the table's, and those of the own hand."""
        shown = [self.table.snapshot(page)["choices"] for page in {self.page, self.seat}]
        return {choice["move"] for choices in shown for choice in choices}

    def go_on(self, move=None):
        """Make the move that is asked for, or another one; else go to the next step."""
        card = self.card
        if card["asks"]:
            return self.table.enter(self.seat, move or self.choice.moves[0])
        return self.table.go_to(card["at"], keypad=self.keypad)

    def steps(self):
        """Yield the card of each step, and of what is said after a choice; play on between them."""
        while True:
            yield (card := self.card)
            if card["at"] == card["of"]:
                return
            assert self.go_on().kind in ("accepted", "typed"), card


@every_lesson
@pytest.mark.parametrize("kit", KITS)
def test_a_tutorial_is_played_to_its_end(store, name, kit):
    learner = Learner(store, name, kit)
    cards = list(learner.steps())
    assert 10 <= cards[-1]["of"] <= 20
    assert [card["at"] for card in cards] == sorted(card["at"] for card in cards)
    assert {card["at"] for card in cards} == set(range(1, cards[-1]["of"] + 1))
    assert sum(card["asks"] for card in cards) >= 6
    assert not cards[0]["asks"]
    assert not cards[-1]["asks"]
    state = learner.table.history.state
    assert state.result().winners == (learner.seat,)
    assert learner.table.snapshot(learner.page)["status"] == "playing"  # the coach has the last word
    assert store.games() == []


@every_lesson
def test_a_tutorial_teaches_the_clauses_that_decide_the_game(store, name):
    steps = script_of(name).steps
    taught = {each for step in steps for each in step.clauses}
    assert set(TAUGHT[name].split()) <= taught
    assert all(clause(each).title for each in taught)
    assert steps[0].heading == "How to win"
    learner = Learner(store, name)
    list(learner.steps())
    entries = learner.table.history.entries
    assert SHOWN[name] <= {event.type.name for entry in entries for event in entry.events}


@every_lesson
def test_each_step_has_its_sentences_and_they_are_short(name):
    for step in script_of(name).steps:
        assert len(step.heading) <= LONGEST_HEADING
        choice = step.choice
        sentences = [step.sentence, step.sentence_at_table]
        if choice is not None:
            sentences += [choice.hint, *choice.answers.values(), *filter(None, [choice.told])]
        for sentence in sentences:
            assert sentence.endswith((".", "?", "!"))
            assert len(sentence) <= LONGEST_SENTENCE, sentence


@every_lesson
def test_every_other_move_is_answered_with_a_rule_and_a_hint_and_changes_nothing(store, name):
    learner = Learner(store, name)
    answered = 0
    for card in learner.steps():
        if not card["asks"]:
            continue
        choice, state = learner.choice, learner.table.history.state
        legal = {state.move_text(move) for move in state.legal(learner.seat)}
        named, offered = {*choice.moves, *choice.answers}, learner.offered()
        assert named <= offered <= (legal if choice.offers_all else named)
        before = state.key()
        for move in sorted(legal.difference(choice.moves)):
            outcome = learner.go_on(move)
            assert outcome.kind == "refused"
            assert outcome.sentence.endswith(choice.hint)
            assert outcome.sentence.removesuffix(choice.hint).strip()
            assert outcome.clause
            assert learner.card["reply"] == outcome.sentence
            assert learner.card["clause"] == outcome.clause
            answered += 1
        assert learner.table.history.state.key() == before
        assert learner.card["asks"]
    assert answered > 10


def test_a_move_against_the_rules_is_answered_with_that_rule(store):
    """CAN-7: a card of another suit than the one led."""
    learner = Learner(store, "canyon")
    next(card for card in learner.steps() if card["heading"] == "Follow suit")
    outcome = learner.go_on("play B7")
    assert (outcome.kind, outcome.clause) == ("refused", "CAN-7")
    assert outcome.sentence.endswith(learner.choice.hint)
    assert learner.go_on().kind == "accepted"
    assert learner.card["reply"] == ""


@pytest.mark.parametrize(
    ("name", "at", "move"),
    [
        (name, at, move)
        for name in lesson_names()
        for at, step in enumerate(script_of(name).steps, start=1)
        for move in (step.choice.moves[1:] if step.choice else ())
    ],
)
def test_a_move_that_will_do_as_well_leads_to_the_end(store, name, at, move):
    learner = Learner(store, name)
    next(card for card in learner.steps() if card["at"] == at and card["asks"])
    assert learner.go_on(move).kind == "accepted"
    assert list(learner.steps())[-1]["at"] == len(learner.script.steps)
    assert learner.table.history.state.result().winners == (learner.seat,)


@every_lesson
def test_back_leads_to_each_choice_and_step_and_restart_to_the_first(store, name):
    learner = Learner(store, name)
    cards, states = [], []
    for card in learner.steps():
        cards.append(card)
        states.append(learner.table.history.state.key())
    seen = []
    while not seen or seen[-1]["at"] > 1 or seen[-1]["told"]:
        assert learner.table.undo(keypad=learner.keypad).kind == "typed"
        seen.append(learner.card)
        at = max(place for place, card in enumerate(cards) if card == seen[-1])
        assert learner.table.history.state.key() == states[at]
    assert len(seen) >= len(learner.script.steps) - 1
    assert list(learner.steps()) == cards
    learner.table.go_to(0, keypad=learner.keypad)
    assert learner.card == cards[0]
    assert learner.table.undo(keypad=learner.keypad).kind == "typed"
    assert learner.card == cards[0]


def test_the_sentence_tells_to_take_a_card_where_there_are_real_ones(store):
    sentences = {}
    for kit in KITS:
        learner = Learner(store, "niagara", kit)
        sentences[kit] = next(card["sentence"] for card in learner.steps() if card["at"] == 2)
    assert "Tap the card" in sentences["app"]
    assert "Take the card" in sentences["screen"] == sentences["lights"]


def test_keys_of_the_device_make_a_choice_go_on_and_back(store):
    learner = Learner(store, "canyon", "lights")
    assert learner.table.press("5").sentence.startswith("Press Next")
    assert learner.table.press("*").kind == "typed"
    assert learner.card["at"] == 2
    card = next(card for card in learner.steps() if card["heading"] == "Move")
    assert card["keys"] == "1"
    assert learner.table.press("1").kind == "accepted"
    assert learner.card["told"]
    assert learner.table.press("#").kind == "typed"
    assert learner.card == card
    assert learner.table.redo().kind == "refused"
    assert learner.table.go_to(card["at"]).sentence.startswith("First make the move")
    assert learner.table.press("1", press=KeyPress("f00", 1)).kind == "accepted"
    assert learner.table.press("1", press=KeyPress("f00", 1)).kind == "repeated"


def test_only_the_learner_has_a_coach(store):
    hunters, mummy = Learner(store, "pyramid"), Learner(store, "pyramid-mummy")
    assert "lesson" not in hunters.table.snapshot(0)
    assert "lesson" not in hunters.table.snapshot(WATCH_PAGE)
    assert "lesson" not in mummy.table.snapshot(TABLE_PAGE)
    assert mummy.table.is_closed
    for keypad in (SECOND, 0):
        assert hunters.table.press("*", keypad).kind == "refused"
        assert hunters.table.go_to(1, keypad=keypad).kind == "refused"
    assert mummy.table.go_to(1).kind == "refused"
    assert (hunters.card["at"], mummy.card["at"]) == (1, 1)


def test_there_are_these_tutorials_and_an_unknown_one_is_refused(store):
    assert set(lesson_names()) == set(TAUGHT)
    with pytest.raises(OptionError, match="no tutorial for 'chess'"):
        open_lesson(store, "chess")
