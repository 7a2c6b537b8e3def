"""Builds a release in ``dist/`` and checks it: ``make release``."""
