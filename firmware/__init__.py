"""Firmware of the Pico: lights, keypad, serial link, settings and main loop."""

VERSION = "0.2.0"
"""The firmware version, equal to the package version."""
