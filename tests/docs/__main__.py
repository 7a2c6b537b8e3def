"""``make docs``: write the made parts of all pages anew, and name the pages that changed."""

from __future__ import annotations

from tests.docs.blocks import PAGES, refreshed


def main() -> None:
    """Write what has changed."""
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        made = refreshed(text)
        if made != text:
            path.write_text(made, encoding="utf-8")
            print(f"{path.name} is written anew.")  # noqa: T201  (what a person waits for)


if __name__ == "__main__":
    main()
