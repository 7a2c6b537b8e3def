"""The table: engine, record and entry tied together. ``session.Table`` is what pages, devices and commands talk to."""
