"""The pages: set-up, table, private seats. Plain HTML made here, small ES modules in ``static/``, no build step.

Everything listens on the loopback address only. What a page shows comes from :class:`riverlight.table.session.Table`;
nothing here knows a rule.
"""
