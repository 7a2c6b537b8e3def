"""Rules that run unchanged on the host (CPython) and on the Pico (MicroPython)."""
