"""The carrier board: a printed circuit board that takes the place of breadboard, blocks and fuse holders.

``circuit`` takes its nets from the wiring model, ``layout`` places its parts, ``router`` lays its tracks;
``write_board`` and ``write_schematic`` write them as a KiCad project, ``fabricate`` has KiCad make a factory's files.
"""
