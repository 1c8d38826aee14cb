"""`ircpoker` and `python -m ircpoker`: see `ircpoker.cli`."""

import sys

try:
    from ircpoker.cli.main import main
except KeyboardInterrupt:  # Ctrl-C while it is loading
    sys.exit(130)

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
