"""The parts of the pages in ``docs/`` that are generated from the code by ``make docs``.

A page is written by hand but for what stands between ``<!-- made: NAME -->`` and ``<!-- end -->``; ``blocks`` has what
makes each. ``tests/house/test_documentation.py`` holds the pages to it, and what is written by hand to the code.
"""
