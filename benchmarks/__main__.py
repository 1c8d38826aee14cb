"""The evaluator, bulk work and exact odds compared with other packages, and growth curves: `python -m benchmarks`.

To run other benchmarks, name them: `python -m benchmarks start draws`. docs/speed.md has the figures.
"""

from __future__ import annotations

from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path

USUAL = ("evaluator", "bulk", "growth", "start", "equity", "draws", "screen")


def main() -> None:
    """Run the benchmarks that are named, or the usual ones."""
    parser = ArgumentParser("python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", default=USUAL)
    parser.add_argument("--ompeval", type=Path, metavar="LIBRARY", help="see benchmarks/bulk.py")
    arguments = parser.parse_args()
    options = {"bulk": {"ompeval": arguments.ompeval}}
    for name in arguments.names:
        print(f"\n## python -m benchmarks.{name}\n")
        import_module(f"benchmarks.{name}").main(**options.get(name, {}))


if __name__ == "__main__":
    main()
