"""What is copied to the Pico: lights, keypad, link, settings and the main loop."""

VERSION = "0.1.0"
"""The firmware's version, which is the package's."""
