"""The pages: set-up, table, private seats; server-side HTML, no build step.

Scripts are small ES modules in ``static/``. By default the server listens on the loopback address only. The data of
pages comes from :class:`riverlight.table.session.Table`; there are no game rules here.
"""
