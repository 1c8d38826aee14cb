"""The time of a start, over bare Python: `python -m benchmarks.start`.

A wheel is built from these sources and installed, with nothing else, into a new environment: with more packages there,
bare Python itself would already load modules that we need. Other packages start in the environment of this command and
are compared with its bare Python.

Each command runs in a separate process, all in turn in each round; only processor time counts, because waiting on a
shared machine says nothing about the program.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from statistics import median
from typing import NamedTuple

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from benchmarks.measure import describe_machine, parse_words

ROUNDS = 40
ROOT = Path(__file__).parents[1]
PARTS = ("LICENSE", "README.md", "ircpoker", "native", "packaging", "plugins", "pyproject.toml", "setup.py")
BUILD = "import sys, setuptools.build_meta as b; b.build_wheel(sys.argv[1])"
VALUE = "from ircpoker.hands import evaluate; evaluate('Ah Td 4c 3s Js 7h 2d')"
RIVALS = {
    "first value, phevaluator": "import phevaluator; phevaluator.evaluate_cards(1, 2, 3, 4, 17)",
    "first value, treys": (
        "from treys import Card, Evaluator; Evaluator().evaluate([], [Card.new(c) for c in 'Ah Td 4c 3s Js'.split()])"
    ),
    "first value, eval7": "import eval7; eval7.evaluate([eval7.Card(c) for c in ('Ah', 'Td', '4c', '3s', 'Js')])",
    "first value, pokerkit": "from pokerkit import StandardHighHand; StandardHighHand('AhTd4c3sJs')",
}


class Start(NamedTuple):
    """A command, and the bare Python with which it is compared."""

    command: tuple[str, ...]
    bare: str
    environment: tuple[tuple[str, str], ...] = ()


def make_environment(folder: Path) -> Path:
    """Build the wheel of these sources, install only it into a new environment, and return its folder of programs."""
    tree, environment = folder / "tree", folder / "environment"
    tree.mkdir()
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, tree / part, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
        else:
            shutil.copy(ROOT / part, tree / part)
    # The solver, which takes a minute to compile, has no part in a start.
    only_kernel = os.environ | {"IRCPOKER_PARTS": "kernel"}
    build = [sys.executable, "-c", BUILD, str(folder)]
    subprocess.run(build, cwd=tree, env=only_kernel, check=True, capture_output=True, timeout=300)
    venv.create(environment, with_pip=False, symlinks=True)
    programs = environment / ("Scripts" if sys.platform == "win32" else "bin")
    wheel = next(folder.glob("*.whl"))
    into = ("--python", programs / "python", "install", "--no-deps", "--no-index", wheel)
    subprocess.run([sys.executable, "-m", "pip", *into], check=True, capture_output=True, timeout=300)
    return programs


def starts(programs: Path) -> dict[str, Start]:
    """Return the commands by name."""
    python, here = str(programs / "python"), sys.executable
    clean, full = "bare Python", "bare Python, with all packages"
    ours = {
        clean: Start((python, "-c", "pass"), clean),
        "first value, 7 cards": Start((python, "-c", VALUE), clean),
        "the same in Python": Start((python, "-c", VALUE), clean, (("IRCPOKER_PURE", "1"),)),
        "ircpoker parse": Start((str(programs / "ircpoker"), "parse", "Ah Td 4c 3s Js 7h"), clean),
        "ircpoker value kev": Start((str(programs / "ircpoker"), "value", "kev", "Ah Td 4c 3s Js 7h"), clean),
        "ircpoker --help": Start((str(programs / "ircpoker"), "--help"), clean),
        full: Start((here, "-c", "pass"), full),
    }
    return ours | {name: Start((here, "-c", program), full) for name, program in RIVALS.items()}


def milliseconds_of(start: Start, folder: Path) -> float:
    """Return the processor time of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = os.environ | dict(start.environment)
    subprocess.run(start.command, check=True, stdout=subprocess.DEVNULL, cwd=folder, env=environment, timeout=60)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main() -> None:
    """Print the table."""
    print(describe_machine("eval7", "phevaluator", "treys", "pokerkit"))
    with tempfile.TemporaryDirectory(prefix="ircpoker-bench-") as name:
        folder = Path(name)
        measured = starts(make_environment(folder))
        empty = folder / "empty"
        empty.mkdir()
        times: dict[str, list[float]] = {start: [] for start in measured}
        for _ in range(ROUNDS):
            for start, command in measured.items():
                times[start].append(milliseconds_of(command, empty))
    table = Table("", "best, ms", "over bare Python", "median over", title="Start", title_justify="left", box=SIMPLE)
    for name, spent in times.items():
        bare = times[measured[name].bare]
        usual = median(time - bare_time for time, bare_time in zip(spent, bare, strict=True))
        table.add_row(name, f"{min(spent):.1f}", f"+{min(spent) - min(bare):.1f}", f"+{usual:.1f}")
    Console(file=sys.stdout, width=100).print(table)


if __name__ == "__main__":
    parse_words(__doc__)
    main()
