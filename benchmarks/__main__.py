"""The evaluator, bulk work and exact odds beside what one can install, in one run: `python -m benchmarks`.

Names of the other benchmarks run those: `python -m benchmarks start draws`.
"""

from __future__ import annotations

import sys
from importlib import import_module

USUAL = ("evaluator", "bulk", "equity", "draws", "start")


def main() -> None:
    """Run the benchmarks that are named, or the usual ones."""
    for name in sys.argv[1:] or USUAL:
        import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main()
