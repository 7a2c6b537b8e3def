"""The carrier board: a printed circuit board that replaces breadboard, terminal blocks and fuse holders.

``circuit`` takes its nets from the wiring model, ``layout`` places its parts, ``router`` routes its tracks;
``write_board`` and ``write_schematic`` write a KiCad project, ``fabricate`` runs KiCad to make the factory's files.
"""
