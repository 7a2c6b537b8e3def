"""``python -m riverlight``."""

from riverlight.commands import main

if __name__ == "__main__":
    main()
