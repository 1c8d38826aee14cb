"""`ircpoker` and `python -m ircpoker`: see `ircpoker.cli`."""

import sys

from ircpoker.cli.main import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
