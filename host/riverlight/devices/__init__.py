"""Devices: a Pico on a serial port, or a simulated one; ``link.Link`` is the host's end of both."""
