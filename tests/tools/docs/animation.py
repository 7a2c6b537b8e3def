"""``python -m tests.tools.docs.animation``: the picture at the head of the README, a board with its lights in motion.

The board is drawn as on the table page; the colours are those that the firmware sends on the simulated Pico during the
guided opening, as an eye sees them. The animation is inside the SVG, so no other program is needed to make it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

from riverlight.boards import Board, shipped
from riverlight.boards.drawing import draw
from riverlight.devices.link import Link
from riverlight.devices.ports import open_serial
from riverlight.devices.simulated import SimulatedPico
from riverlight.web.light_preview import LightPreview

from tests.tools.docs import played

PICTURE: Final = Path(__file__).parents[3] / "docs" / "pictures" / "lights.svg"
GAME: Final = "canyon"

_MOMENTS: Final = 4
_FRAMES: Final = 14
_FRAME_MS: Final = 200
_GLASS: Final = "#123"


def recorded(board: Board) -> list[bytes]:
    """Return what an eye sees of the board's lights, frame after frame: red, green and blue of each."""
    seen = []
    preview = LightPreview()
    with (
        SimulatedPico(clock="stepped") as pico,
        Link(lambda: open_serial(pico.port), "pico", board.core, clock=pico, is_simulated=True) as link,
    ):
        pico.wire_for(board.core)
        link.wait_ready(60)
        for moment in played.opening(GAME)[-_MOMENTS:]:
            for panel, position in played.positions(moment):
                link.show(panel, position)
            link.settle(60)
            for _ in range(_FRAMES):
                for _part in range(5):
                    pico.advance(_FRAME_MS // 5)
                    preview.see(pico.now_ms / 1000, bytes(value for light in pico.lights() for value in light))
                seen.append(preview.render(pico.now_ms / 1000))
    return seen


def animated(board: Board, seen: list[bytes]) -> str:
    """Return the drawing of a board whose lights run through ``seen`` again and again."""
    spaces = iter(board.document["spaces"])

    def lit(found: re.Match[str]) -> str:
        (lights,) = next(spaces)["leds"].values()
        return "".join(_circle(found[1], [frame[3 * light : 3 * light + 3] for frame in seen]) for light in lights[:1])

    return re.sub(r'<circle class="light" r="([\d.]+)"/>', lit, draw(board, light="night"))


def _circle(radius: str, colours: list[bytes]) -> str:
    """Return one light, with a change only where its colour changes."""
    shown = [_GLASS if max(colour) < 32 else "#" + "".join(f"{value >> 4:x}" for value in colour) for colour in colours]
    runs = list(_runs(shown))
    circle = f'<circle class="light" r="{radius}" style="fill:{runs[0][1]};fill-opacity:1"'
    if len(runs) == 1:
        return f"{circle}/>"
    times = ";".join(f"{at / len(shown):.3f}".rstrip("0") for at, _ in runs)
    values = ";".join(colour for _, colour in runs)
    seconds = len(shown) * _FRAME_MS / 1000
    return (
        f'{circle}><animate attributeName="fill" calcMode="discrete" dur="{seconds}s" repeatCount="indefinite" '
        f'keyTimes="{times}" values="{values}"/></circle>'
    )


def _runs(shown: list[str]) -> Iterator[tuple[int, str]]:
    for colour, run in groupby(enumerate(shown), key=lambda pair: pair[1]):
        yield next(run)[0], colour


def main() -> None:
    """Write the picture."""
    board = shipped(GAME)
    PICTURE.write_text(animated(board, recorded(board)), encoding="utf-8")


if __name__ == "__main__":
    main()
