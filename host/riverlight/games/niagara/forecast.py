"""Niagara's forecast: which canoes may go over the fall."""

from __future__ import annotations

from typing import Final

from riverlight.games.interface import ForecastCard, Header
from riverlight.games.niagara.view import NiagaraView
from riverlight.languages.text import listed, series, text

__all__ = ["forecast"]

_RIVER_LENGTH: Final = 7  # spaces from the shore to the fall, on either arm (NIA-1)


def forecast(view: NiagaraView, header: Header) -> ForecastCard | None:
    """Return the canoes that may go over the fall this round by public information (NIA-18, NIA-19); None if none."""
    most = view["danger"]
    if view["phase"] != "flow" and not any(card is not None for card in view["revealed"]):
        return None  # anything can still happen
    at_risk: dict[str, list[str]] = {}
    for seat, places in enumerate(view["canoes"]):
        for place in places:
            if place[1:].isdecimal() and int(place[1:]) + most > _RIVER_LENGTH:
                names = at_risk.setdefault(place, [])
                if header.seat_names[seat] not in names:
                    names.append(header.seat_names[seat])
    if not most or not at_risk:
        return None
    who = series(
        [text("{name} on {space}", name=listed(names, "and"), space=place) for place, names in sorted(at_risk.items())]
    )
    return {
        "sentence": text(
            "The river may still flow up to {most} steps: {who} could go over the waterfall.", most=most, who=who
        ),
        "arrows": [],
    }
