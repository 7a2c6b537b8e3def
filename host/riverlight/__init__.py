"""Riverlight: light under a tabletop copy of Canyon, Niagara and Pyramid."""

__version__ = "0.1.0"
