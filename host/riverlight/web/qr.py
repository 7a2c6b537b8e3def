"""QR codes as inline SVG."""

from __future__ import annotations

from typing import Final

from riverlight.web.markup import Markup, element

__all__ = ["qr_code"]

_QUIET: Final = 4  # modules of white margin (quiet zone), which readers need


def qr_code(text: str, label: str) -> Markup:
    """Return the code of ``text``, dark on white, as some readers require."""
    import segno  # noqa: PLC0415  (needed only with local network access)

    rows = segno.make(text, error="m", micro=False).matrix
    side = len(rows) + 2 * _QUIET
    runs = [run for down, row in enumerate(rows) for run in _runs(bytes(row), down + _QUIET)]
    return element(
        "svg",
        element("path", d=f"M0 0h{side}v{side}H0z", fill="#fff"),
        element("path", d="".join(runs), fill="#04161d"),
        viewBox=f"0 0 {side} {side}",
        class_="code",
        role="img",
        aria_label=label,
        shape_rendering="crispEdges",
    )


def _runs(row: bytes, down: int) -> list[str]:
    """Return a path for each run of dark modules in ``row``."""
    runs = []
    start: int | None = None
    for across, is_dark in enumerate([*row, 0]):
        if is_dark and start is None:
            start = across
        elif not is_dark and start is not None:
            runs.append(f"M{start + _QUIET} {down}h{across - start}v1h-{across - start}z")
            start = None
    return runs
