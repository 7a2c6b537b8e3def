"""The table: a game in progress, its record, and everything that belongs to both.

The path of a key press, a module each::

    lights or web      a device's key, or a page's message
    session            Table: takes each press once, under a lock; notifies observers after the commit
    play               the entry policy: what a key, a move, an undo does now
    side, keypads      whose side the keypad is on; keys become the move of a seat
    history            the move becomes a Change: rows for the record, and the entry that they make
    journal            commits the change: write, history, undo rights, sides, in this order, once
    record             writes the rows to SQLite, safe before anything is shown

What differs from a game in progress is another journal or another entry policy of the same table: ``replay``,
``lesson`` and ``set_up``. ``agreement`` decides who has to agree to an undo, ``secrecy`` what may be shown of a game.
A page shows a ``snapshot``; ``log`` and ``prompts`` hold its sentences. ``opponents`` and ``reasons`` are the computer
players. ``rows``, ``database``, ``heads``, ``losses``, ``summary`` and ``recovery`` are what the record is made of.
"""
