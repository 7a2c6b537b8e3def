"""Canyon's house rules, and the constant settings of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from riverlight.boards import Board
from riverlight.errors import BoardError, OptionError
from riverlight.games.canyon.moves import CanyonCodec
from riverlight.games.canyon.reach import Reach, reach_on
from riverlight.games.contract import Option, quoted, read_options
from riverlight.games.generator import CURRENT, Generator, seeded
from riverlight.languages.text import text
from shared_rules.board import CANYON, CAVE, LANDING, NONE, START, distances
from shared_rules.board import Board as CompiledBoard
from shared_rules.canyon import EXACT, NEAREST

__all__ = ["OPTIONS", "SEAT_COUNTS", "TRACK", "Setup"]

SEAT_COUNTS = (3, 4, 5, 6)

TRACK = (8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7)
"""Cards for each seat at each of the 14 steps of the round track (CAN-4); step 1 is ``TRACK[0]``."""

OPTIONS = (
    Option(
        "cards",
        ("physical", "app"),
        "CAN-8",
        text("Real cards on the table, or cards dealt by the app to players' phones."),
        text("Cards"),
        (text("real cards"), text("dealt by the app")),
    ),
    Option(
        "entry",
        ("cards", "tricks"),
        "CAN-9",
        text("With real cards, enter every card or only the tricks won."),
        text("What you enter"),
        (text("every card"), text("only tricks won")),
    ),
    Option(
        "bid_mode",
        ("sequential", "simultaneous"),
        "CAN-6",
        text("Paces are shown in turn, or all at once."),
        text("How bids are shown"),
        (text("in turn"), text("all at once")),
    ),
    Option(
        "overbid",
        ("on", "off"),
        "CAN-6",
        text("Whether a pace can be higher than the number of cards in hand."),
        text("Bids above the hand size"),
        (text("allowed"), text("not allowed")),
    ),
    Option(
        "trick_history",
        ("hidden", "shown"),
        "CAN-7",
        text("Whether won tricks can be looked at again."),
        text("Tricks already won"),
        (text("face down"), text("can be looked at")),
    ),
    Option(
        "skip_dark_rounds",
        ("off", "on"),
        "CAN-4",
        text("Skip rounds 6 to 9, with one to three cards per player."),
        text("Skip the 1–3-card rounds"),
        (text("off"), text("on")),
    ),
    Option(
        "placement",
        ("start_seat", "chosen"),
        "CAN-3",
        text("The start player places first, or somebody you choose."),
        text("Who places first"),
        (text("start player"), text("chosen at the table")),
    ),
    Option(
        "movement",
        ("exact", "nearest"),
        "CAN-15",
        text("Use every point, or only get as near as possible."),
        text("Movement"),
        (text("use every point"), text("as near as possible")),
    ),
    Option(
        "cave_is_current",
        ("off", "on"),
        "CAN-20",
        text("Whether a canoe in the cave also moves only by its bonus."),
        text("Cave counts as current"),
        (text("off"), text("on")),
    ),
)


@dataclass(frozen=True, slots=True, eq=False)
class Setup:
    """The constant settings of a game, shared by all copies of its state.

    Attributes:
        options: every option with its value.
        seats: 3 to 6.
        seed: of the random generator; generator: the generator before its first draw.
        codec: of its moves.
        board: the board; ``core`` and ``distance`` are its compiled form and its ``d(s)``, ``starts`` its start spaces.
        reach: the legal ends on that board.
        is_app: the app deals and holds the hands (CAN-8).
        is_tricks_entry: only paces and tricks won are entered (CAN-9).
        is_simultaneous: paces are sealed until all are chosen (CAN-6).
    """

    options: Mapping[str, str]
    seats: int
    seed: int
    generator: Generator
    codec: CanyonCodec
    board: Board
    core: CompiledBoard
    distance: bytearray
    kinds: bytes
    starts: tuple[int, ...]
    is_app: bool
    is_tricks_entry: bool
    is_simultaneous: bool
    is_overbid_on: bool
    is_placement_chosen: bool
    is_history_shown: bool
    is_cave_current: bool
    movement: int
    reach: Reach

    @classmethod
    def read(cls, given: Mapping[str, str], seats: int, seed: int, board: Board, generator: str = CURRENT) -> Setup:
        """Return the setup for the options ``given``.

        Raises:
            OptionError: for an unknown option, value or generator, options that exclude each other, or a number of
                seats.
            BoardError: for a board of another game, or one that this number of seats cannot play on.
        """
        options = read_options(OPTIONS, given)
        if type(seats) is not int or seats not in SEAT_COUNTS:
            message = text("Canyon is for 3 to 6 players, not {seats} (CAN-1).", seats=quoted(seats))
            raise OptionError(message)
        if options["entry"] == "tricks" and options["cards"] == "app":
            message = text("Option entry=tricks needs cards=physical: the app sees every card that it deals (CAN-9).")
            raise OptionError(message)
        codec, kinds, starts = _read_board(board, seats)
        movement = EXACT if options["movement"] == "exact" else NEAREST
        return cls(
            options=options,
            seats=seats,
            seed=seed,
            generator=seeded(seed, generator),
            codec=codec,
            board=board,
            core=board.core,
            distance=distances(board.core),
            kinds=kinds,
            starts=starts,
            is_app=options["cards"] == "app",
            is_tricks_entry=options["entry"] == "tricks",
            is_simultaneous=options["bid_mode"] == "simultaneous",
            is_overbid_on=options["overbid"] == "on",
            is_placement_chosen=options["placement"] == "chosen",
            is_history_shown=options["trick_history"] == "shown",
            is_cave_current=options["cave_is_current"] == "on",
            movement=movement,
            reach=reach_on(board.core, movement),
        )

    def step_after(self, step: int) -> int:
        """Return the step of the track after ``step`` (1 to 14): CAN-4."""
        if step == 5 and self.options["skip_dark_rounds"] == "on":
            return 10
        return step % len(TRACK) + 1


@lru_cache(maxsize=8)
def _read_board(board: Board, seats: int) -> tuple[CanyonCodec, bytes, tuple[int, ...]]:
    """Return the moves, the kinds of the spaces and the start spaces of ``board``.

    Raises:
        BoardError: if a game on it cannot be finished; the linter finds less serious problems.
    """
    core = board.core
    if core.game != CANYON:
        message = text(
            "The board {board} is for {game}; expected a board for canyon.", board=repr(board.id), game=board.game
        )
        raise BoardError(message)
    kinds = bytes(core.kinds)
    starts = tuple(space for space, kind in enumerate(kinds) if kind == START)
    if len(starts) < seats or LANDING not in kinds or CAVE not in kinds:
        message = text(
            "The board {board} has {starts} start spaces, {landings} landings and {caves} caves; "
            "for {seats} seats it needs {seats} start spaces, a landing and a cave (CAN-3).",
            board=repr(board.id),
            starts=len(starts),
            landings=kinds.count(LANDING),
            caves=kinds.count(CAVE),
            seats=seats,
        )
        raise BoardError(message)
    for space, flow in enumerate(core.data):
        if flow != NONE and kinds[flow] == LANDING:
            names = board.space_ids
            message = text(
                "The arrow of {current} leads to landing {landing}, not to current or waterfall.",
                current=names[space],
                landing=names[flow],
            )
            raise BoardError(message)
    return CanyonCodec(board), kinds, starts
