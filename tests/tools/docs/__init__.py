"""The parts of the pages in ``docs/`` that are made from the code: ``make docs`` writes them anew.

A page is written by hand but for what stands between ``<!-- made: NAME -->`` and ``<!-- end -->``; ``blocks`` has what
makes each. ``tests/house/test_documentation.py`` holds the pages to it, and what is written by hand to the code.
"""
