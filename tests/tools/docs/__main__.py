"""``make docs``: write what is generated again (docs/, the pages' types, the Pico's light roles); name what changed."""

from __future__ import annotations

from tests.tools import page_types
from tests.tools.docs import pico_roles
from tests.tools.docs.blocks import PAGES, refreshed


def main() -> None:
    """Write what has changed."""
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        made = refreshed(text)
        if made != text:
            path.write_text(made, encoding="utf-8")
            print(f"{path.name} has changed.")  # noqa: T201  (what a person waits for)
    roles = pico_roles.pico_roles()
    if roles != pico_roles.PATH.read_text(encoding="utf-8"):
        pico_roles.PATH.write_text(roles, encoding="utf-8")
        print(f"{pico_roles.PATH.name} has changed.")  # noqa: T201
    if page_types.refresh():
        print(f"{page_types.PATH.name} has changed.")  # noqa: T201


if __name__ == "__main__":
    main()
