"""What all benchmarks share: interleaved timing, and a table of rates and ratios.

Machines are shared and noisy, so the contestants take turns within each round and each is judged by its
best round; only the ratios of one run mean anything.
"""

from __future__ import annotations

import os
import platform
import random
import sys
import time
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROUNDS = 15
_CPU_FACTS = Path("/proc/cpuinfo")


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


def best_seconds(contestants: Mapping[str, Callable[[], object]], rounds: int = ROUNDS) -> dict[str, float]:
    """Run all contestants `rounds` times and return the shortest time of each in seconds.

    Each round has an order of its own: whoever follows a contestant with large tables starts with a cold cache.
    """
    rng = random.Random(1)
    order = list(contestants)
    best = dict.fromkeys(contestants, float("inf"))
    for _ in range(rounds):
        rng.shuffle(order)
        for name in order:
            start = time.perf_counter()
            contestants[name]()
            best[name] = min(best[name], time.perf_counter() - start)
    return best


def print_rates(title: str, seconds: Mapping[str, float], items: Mapping[str, int], yardstick: str) -> dict[str, float]:
    """Print a table of items per second, with the ratio to one contestant, and return the ratios."""
    rates = {name: items[name] / spent for name, spent in seconds.items()}
    table = Table("", "per second", f"× {yardstick}", title=title, title_justify="left")
    for name, rate in rates.items():
        table.add_row(name, f"{rate:,.0f}", f"{rate / rates[yardstick]:.2f}")
    Console(file=sys.stdout, width=100).print(table)
    return {name: rate / rates[yardstick] for name, rate in rates.items()}
