"""Setting the board as a kept game stands: one piece after another, each with its light alone, confirmed by a key.

It is a table whose record is never written; when every piece stands, it hands over to the game itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from riverlight.engines.contract import Panel
from riverlight.engines.niagara.options import GEM_NAMES
from riverlight.languages.text import text
from riverlight.table import entry
from riverlight.table.history import Head, History
from riverlight.table.keypads import Outcome
from riverlight.table.record import KeyPress, Store
from riverlight.table.sides import Keypad, PageViewer
from riverlight.table.snapshot import CAN_NOTHING
from riverlight.table.unkept import Unkept
from shared_rules.niagara import COLOURS

__all__ = ["Arranging", "Piece", "pieces_of"]

_WHY: Final = text("The other pieces are dark until it is their turn; # goes back to the one before.")

_NOWHERE: Final = ("shore", "lost")
"""Where a canoe of Niagara needs no setting; on the page one that still does is ``unset``."""

_AT_THE_TABLE: Final = text("The board is being set at the table, by its keys.")

View = Mapping[str, Any]


class Piece(NamedTuple):
    """One piece to be set: whose, what to do, the view in which it stands alone, the page's if that shows more."""

    seat: int | None
    sentence: str
    alone: dict[str, Any]
    shown: dict[str, Any] | None = None


def pieces_of(view: View, head: Head) -> list[Piece]:
    """Return the pieces that stand on the board, in the order in which they are set."""
    return _PIECES[head.game.name](view, head.seat_names)


class Arranging(Unkept):
    """A board being set for a kept game."""

    @classmethod
    def of(cls, store: Store, game_id: int, ready: Callable[[], None]) -> Arranging:
        """Return the walk through the pieces of a game; ``ready`` is called when all of them stand.

        Raises:
            RecordError: when there is no such game, or its record is damaged.
        """
        rows = store.rows(game_id)
        arranging = cls(store, game_id, History.replayed(game_id, rows), len(rows))
        view = arranging.history.state.view(arranging.sides.table_viewer)
        arranging._pieces = pieces_of(view, arranging.head)
        arranging._hand_over = ready
        return arranging

    _pieces: Sequence[Piece] = ()
    _at = 0
    _shown = 0

    _hand_over: Callable[[], None] | None = None

    @property
    def version(self) -> int:
        """The steps of the game, and of the walk."""
        return super().version + self._shown

    def press(self, key: str, keypad: Keypad = "main", *, long: bool = False, press: KeyPress | None = None) -> Outcome:
        """Go on to the next piece, with ``#`` to the one before; from the table, where the walk is seen."""
        outcome = super().press(key, keypad, long=long, press=press)
        if outcome.kind == "typed" and self._at >= len(self._pieces) and self._hand_over is not None:
            self._hand_over()  # outside the lock: another table takes the place of this one
        return outcome

    def position(self, panel: Panel) -> dict[str, Any]:
        """Return the position with one piece; a side apart sets its own as it stands."""
        if panel != self.sides.table_panel or self._at >= len(self._pieces):
            return super().position(panel)
        return self._adaptor.position(self._pieces[self._at].alone, self.head, panel)

    def snapshot(self, viewer: PageViewer) -> dict[str, Any]:
        """Return what the page shows: at the table one piece, and where it goes."""
        shown = super().snapshot(viewer)
        shown |= {"choices": [], "arrange": None, "foreseen": None, "can": dict(CAN_NOTHING)}
        if self.sides.is_apart(viewer) or self._at >= len(self._pieces):
            return shown
        piece = self._pieces[self._at]
        sentence = text(
            "{sentence} Then press a key ({at} of {count}).",
            sentence=piece.sentence,
            at=self._at + 1,
            count=len(self._pieces),
        )
        prompt = {"sentence": sentence, "why": _WHY, "clause": "", "seat": piece.seat}
        view = (piece.shown or piece.alone) if isinstance(viewer, str) else shown["view"]
        return {**shown, "prompt": prompt, "view": view}

    def enter(self, *_: object, **__: object) -> Outcome:
        """Refuse: nothing is played while the board is set."""
        return Outcome("refused", text("The board is being set; press a key when the piece stands."))

    def _pressed(self, key: str, keypad: Keypad, _long: bool, _press: KeyPress | None) -> Outcome:
        return self._go(-1 if key == entry.TAKE_BACK else 1, keypad)

    def _taken_back(self, _agreed: bool, keypad: Keypad, _press: KeyPress | None) -> Outcome:
        return self._go(-1, keypad)

    def _played_again(self, *_: object) -> Outcome:
        return Outcome("typed")

    def _go(self, step: int, keypad: Keypad) -> Outcome:
        if self.sides.is_apart(keypad):
            return Outcome("refused", _AT_THE_TABLE)
        self._at = max(0, self._at + step)
        self._shown += 1
        return Outcome("typed")


def _canyon(view: View, names: Sequence[str]) -> list[Piece]:
    pieces = []
    for seat, space in enumerate(view["canoes"]):
        if space is None:
            continue
        canoes = [space if each == seat else None for each in range(len(names))]
        activity = {"kind": "rest", "seat": seat, "points": None}
        alone = {**view, "canoes": canoes, "activity": activity, "ends": [], "last_way": None, "winners": []}
        pieces.append(Piece(seat, text("Put {name}'s canoe on {space}.", name=names[seat], space=space), alone))
    return pieces


def _niagara(view: View, names: Sequence[str]) -> list[Piece]:
    pieces = []
    quiet: dict[str, Any] = {"phase": "over", "to_act": [], "winners": [], "last_way": None, "last_flow": None}
    quiet |= {"revealed": [None] * len(names), "card": None, "must_move": [], "may_launch": []}
    so_far = [["unset" if place not in _NOWHERE else place for place in places] for places in view["canoes"]]
    for seat, places in enumerate(view["canoes"]):
        for number, place in enumerate(places):
            if place in _NOWHERE:
                continue
            canoes = [["lost", "lost"] for _ in names]
            cargo: list[list[str | None]] = [[None, None] for _ in names]
            canoes[seat][number], cargo[seat][number] = place, view["cargo"][seat][number]
            gem = cargo[seat][number]
            so_far[seat][number] = place
            alone = {**view, **quiet, "canoes": canoes, "cargo": cargo}
            shown = {**alone, "canoes": [list(each) for each in so_far], "cargo": _on_board(so_far, view["cargo"])}
            sentence = text("Put a canoe of {name} on {place}.", name=names[seat], place=place)
            if gem is not None:
                gem_name = GEM_NAMES[COLOURS.index(gem)]
                sentence = text(
                    "Put a canoe of {name} with a {gem} gem on {place}.", name=names[seat], gem=gem_name, place=place
                )
            pieces.append(Piece(seat, sentence, alone, shown))
    return pieces


def _on_board(canoes: Sequence[Sequence[str]], cargo: Sequence[Sequence[str | None]]) -> list[list[str | None]]:
    """Return the gems of the canoes that are set."""
    return [
        [None if place == "unset" else gem for place, gem in zip(*pair, strict=True)]
        for pair in zip(canoes, cargo, strict=True)
    ]


def _pyramid(view: View, names: Sequence[str]) -> list[Piece]:
    hunters = view["hunters"]
    quiet = {**view, "phase": "over", "winners": [], "ends": [], "walk": [], "last_caught": None}
    mummy = {**quiet, "hunters": [None] * len(hunters)}
    pieces = [Piece(0, text("Put the mummy on {mummy}, on both sides of the board.", mummy=view["mummy"]), mummy)]
    for marker, space in enumerate(hunters):
        if space is not None:
            alone = {**quiet, "hunters": [space if each == marker else None for each in range(len(hunters))]}
            seat = view["owners"][marker]
            sentence = text("Put the hunter of {name} on {space}.", name=names[seat], space=space)
            if list(view["owners"]).count(seat) > 1:
                sentence = text(
                    "Put the hunter of {name}, number {number}, on {space}.",
                    name=names[seat],
                    number=marker + 1,
                    space=space,
                )
            pieces.append(Piece(seat, sentence, alone))
    return pieces


_PIECES: Final[Mapping[str, Callable[[View, Sequence[str]], list[Piece]]]] = {
    "canyon": _canyon,
    "niagara": _niagara,
    "pyramid": _pyramid,
}
