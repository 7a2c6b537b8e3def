"""Benchmarks against other programs, in one run on one machine: ``python -m tests.tools.bench``, or ``make bench``.

Only ratios of one table can be compared; the times themselves belong to the machine in its head line. Each module
named in :data:`tests.tools.bench.__main__.MODULES` yields its rows; what is not installed is skipped with the reason.
"""
