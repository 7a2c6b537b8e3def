"""Do the tests notice when the rules change? ``python -m tests.tools.mutants``, or ``make mutants``.

A *mutant* is a module with one small change: ``<`` for ``<=``, 2 for 1, a statement left out. It is *killed* when a
test fails. One that survives shows a fact that no test states, or a change that nobody can see; those are told in
``explained.txt``, each with its reason. A seeded sample of mutants is tried, in copies of the tree.
"""
