"""A soak: many whole games through a simulated Pico with fault injection: ``python -m tests.tools.soak``.

A *lane* is one long-lived simulated Pico and the people at it, who press its keys, hold the phones, pull its cable and
kill the host: a process of its own, started anew each time on the same record. A *plan* tells what is done to one game.
Games, house rules, moves, damage and faults are drawn from a seed; how the processes take turns is not.
"""
