"""Shared by all benchmarks: interleaved timing, and a table of rates and ratios.

The machines are shared and noisy, so the contestants take turns within each round, and only ratios within one run mean
anything. Rates are those of the best round; a ratio is the median of the ratios of all rounds, because within a round
both meet the same noise. Times are processor time of the thread: waiting on a shared machine says nothing.
"""

from __future__ import annotations

import os
import platform
import random
import sys
import time
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from ircpoker.hands.kernel import KERNEL

ROUNDS = 15
BAR_WIDTH = 30
_CPU_FACTS = Path("/proc/cpuinfo")


def parse_words(description: str | None, **usual: object) -> list[str]:
    """Return the words of the command line, each of which may be left out; `--help` prints the description.

    Args:
        description: the docstring of the benchmark.
        usual: for each word its name and what it is if it is left out.
    """
    parser = ArgumentParser(
        f"python -m benchmarks.{Path(sys.argv[0]).stem}",
        description=description,
        formatter_class=RawDescriptionHelpFormatter,
    )
    for name, value in usual.items():
        parser.add_argument(name, nargs="?", default=str(value), help=f"{value!r} if left out")
    return list(vars(parser.parse_args()).values())


def held_memory(process: int | str = "self") -> float:
    """Return the memory that a process, or this one, holds now, in KB."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1000


def describe_machine(*packages: str) -> str:
    """Return one line that names the machine, the interpreter and the versions of `packages`."""
    versions = []
    for package in packages:
        try:
            versions.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            versions.append(f"{package} not installed")
    processor = platform.processor() or platform.machine()
    if _CPU_FACTS.exists():
        facts = _CPU_FACTS.read_text(encoding="utf-8").splitlines()
        processor = next((line.split(":")[1].strip() for line in facts if line.startswith("model name")), processor)
    return ", ".join([f"{processor} × {os.cpu_count()}", f"Python {platform.python_version()}", *versions])


def describe_kernel() -> str:
    """Return in words which of our two paths runs."""
    if KERNEL is None:
        return "none"
    return ("plain C", "AVX2", "AVX-512")[KERNEL.use_vectors(2)]


def all_seconds(contestants: Mapping[str, Callable[[], object]], rounds: int = ROUNDS) -> dict[str, list[float]]:
    """Run all contestants `rounds` times and return the processor time of each in seconds, by round.

    Each round has its own order, and each contestant runs once without timing before its turn: after one with large
    tables it would otherwise start with a cold cache.
    """
    rng = random.Random(1)
    order = list(contestants)
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        rng.shuffle(order)
        for name in order:
            contestants[name]()
            start = time.thread_time()
            contestants[name]()
            times[name].append(time.thread_time() - start)
    return times


def best_seconds(contestants: Mapping[str, Callable[[], object]], rounds: int = ROUNDS) -> dict[str, float]:
    """Run all contestants `rounds` times in turn and return the shortest processor time of each in seconds."""
    return {name: min(times) for name, times in all_seconds(contestants, rounds).items()}


def print_comparison(
    title: str, times: Mapping[str, list[float]], items: Mapping[str, int], reference: str
) -> dict[str, float]:
    """Print a table with a bar for each contestant, and return the medians of the rounds' ratios to `reference`.

    Args:
        title: the title of the table.
        times: seconds by round, as `all_seconds` returns them.
        items: the number of items in a contestant's round.
        reference: the contestant whose rate is 1.
    """
    ratios = {
        name: median(
            items[name] / spent / (items[reference] / other)
            for spent, other in zip(times[name], times[reference], strict=True)
        )
        for name in times
    }
    table = Table(
        "", "best per second", "median per second", f"× {reference}", "", title=title, title_justify="left", box=SIMPLE
    )
    longest = max(ratios.values())
    for name, spent in times.items():
        best, usual = items[name] / min(spent), items[name] / median(spent)
        bar = "█" * max(1, round(BAR_WIDTH * ratios[name] / longest))
        table.add_row(name, f"{best:,.0f}", f"{usual:,.0f}", f"{ratios[name]:.2f}", bar)
    Console(file=sys.stdout, width=120).print(table)
    return ratios


def print_growth(title: str, unit: str, points: Mapping[str, float], count: Mapping[str, int]) -> None:
    """Print a growth curve: the time of each size, and the time for each item of it.

    Args:
        title: the title of the curve.
        unit: the name of an item.
        points: size in words → seconds.
        count: size in words → items.
    """
    table = Table("", "ms", f"ns a {unit}", "", title=title, title_justify="left", box=SIMPLE)
    longest = max(points.values())
    for name, seconds in points.items():
        bar = "█" * max(1, round(BAR_WIDTH * seconds / longest))
        table.add_row(name, f"{1e3 * seconds:,.3f}", f"{1e9 * seconds / count[name]:,.1f}", bar)
    Console(file=sys.stdout, width=120).print(table)


def print_rates(title: str, seconds: Mapping[str, float], items: Mapping[str, int], reference: str) -> dict[str, float]:
    """Print a table of items per second, with the ratio to one contestant, and return the ratios."""
    rates = {name: items[name] / spent for name, spent in seconds.items()}
    table = Table("", "per second", f"× {reference}", title=title, title_justify="left", box=SIMPLE)
    for name, rate in rates.items():
        table.add_row(name, f"{rate:,.0f}", f"{rate / rates[reference]:.2f}")
    Console(file=sys.stdout, width=100).print(table)
    return {name: rate / rates[reference] for name, rate in rates.items()}
