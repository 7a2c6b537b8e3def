"""Drawings of boards: the SVG picture, and the tools that the games' sceneries draw with."""

from riverlight.boards.drawing.svg import draw

__all__ = ["draw"]
