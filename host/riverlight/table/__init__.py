"""The table: a game in progress and its record.

The path of a key press, one module for each step::

    lights or web      receive a device's key, or a page's message
    session            Table: handles each press once, under a lock; notifies observers after the commit
    play               the entry policy: what a key, a move or an undo does now
    side, keypads      find the side of the keypad; turn its keys into a seat's move
    history            turns the move into a Change: rows for the record, and the resulting entry
    journal            commits the change: write, history, undo rights, sides, in this order, once
    record             writes the rows to SQLite, before anything is shown

``replay``, ``lesson`` and ``set_up`` are the same table with another journal or entry policy. ``agreement`` decides
who must agree to an undo, ``secrecy`` what may be shown of a game. A page shows a ``snapshot``; ``log`` and ``prompts``
build its sentences. ``opponents`` and ``reasons`` are the computer players. ``rows``, ``database``, ``heads``,
``losses``, ``summary`` and ``recovery`` implement the record.
"""
