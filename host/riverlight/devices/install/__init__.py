"""Bringing the firmware to a board, so that at any moment a cable may be pulled and a working board is left."""
