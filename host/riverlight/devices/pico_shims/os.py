"""The Pico's ``os`` for the Unix port of MicroPython, which lacks only ``sync``."""

import sys

_path = sys.path
sys.path = ()  # the documented way to import the built-in module of the same name
try:
    from os import *  # noqa: F403
finally:
    sys.path = _path


def sync():
    """Do nothing: files are written when they are closed."""
