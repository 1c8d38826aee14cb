"""The evaluator, bulk work and exact odds compared with other packages, and growth curves: `python -m benchmarks`.

To run other benchmarks, name them: `python -m benchmarks start draws`. `--write FILE` also writes their output into a
page; docs/benchmarks.md has the usual ones.
"""

from __future__ import annotations

import io
import sys
from argparse import ArgumentParser
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path

USUAL = ("evaluator", "bulk", "growth", "start", "equity", "draws", "screen")
INTRODUCTION = """\
# Benchmarks

Written by `python -m benchmarks --write docs/benchmarks.md`, each section in a separate run. The rows of OMPEval (C++,
not part of this project) also need `--ompeval LIBRARY`. The machines are shared and noisy, so only ratios within a
section mean anything. The module of each benchmark in `benchmarks/` explains what it measures, and
[speed.md](speed.md) sums up.
"""


class Both(io.StringIO):
    """A text that also appears on standard output."""

    def write(self, text: str) -> int:
        """Keep and show a text."""
        if sys.__stdout__ is not None:
            sys.__stdout__.write(text)
            sys.__stdout__.flush()
        return super().write(text)


def main() -> None:
    """Run the benchmarks that are named, or the usual ones."""
    parser = ArgumentParser("python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", default=USUAL)
    parser.add_argument("--write", type=Path, metavar="FILE")
    parser.add_argument("--ompeval", type=Path, metavar="LIBRARY", help="see benchmarks/bulk.py")
    arguments = parser.parse_args()
    options = {"bulk": {"ompeval": arguments.ompeval}}
    page = [INTRODUCTION]
    for name in arguments.names:
        with redirect_stdout(Both()) as shown:
            import_module(f"benchmarks.{name}").main(**options.get(name, {}))
        lines = "\n".join(line.rstrip() for line in shown.getvalue().splitlines())
        page.append(f"## `python -m benchmarks.{name}`\n\n```text\n{lines}\n```\n")
    if arguments.write:
        arguments.write.write_text("\n".join(page), encoding="utf-8")


if __name__ == "__main__":
    main()
