"""Commands with chips, from the line to its answer, with 1,000,000 accounts: `python -m benchmarks.commands`.

The ledgers are those of `benchmarks.ledger`, one of 1,000 accounts and one of 1,000,000, in files; the commands take
turns on both. Times are of a whole command, with all its commits to disk.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from statistics import median

from benchmarks.ledger import LIMIT_MS, SIZES, make, sync_milliseconds
from benchmarks.measure import describe_machine, parse_words
from ircpoker.chat.loader import load_plugins
from ircpoker.chat.message import Message
from ircpoker.chat.router import Router
from ircpoker.chat.services import Services
from ircpoker.config import default_settings
from ircpoker.people import Person

RUNS = 200
_numbers = count()

Line = Callable[[random.Random], str]
LINES: dict[str, Line] = {
    "!bank": lambda _: "bank",
    "!bank nick": lambda rng: f"bank p{rng.randint(2, 1000)}",
    "!top": lambda _: "top",
    "!stats": lambda _: "stats",
    "!daily": lambda _: "daily",
    "!give": lambda _: "give p4 1",
    "!seed": lambda _: f"seed {next(_numbers)}",
    "!proof": lambda _: "proof",
    "!proof deal": lambda _: "proof 1",
    "!slot": lambda _: "slot 1",
    "!slot pays": lambda _: "slot pays",
    "!vp": lambda _: "vp 1",
    "!hint": lambda _: "hint",
    "!hold": lambda rng: f"hold {rng.randint(1, 5)}",
    "!discards": lambda _: "discards Ah Ad Kc 7s 2h",
}


def make_router(url: str, folder: Path) -> Router:
    """Return a bot on a ledger."""
    settings = default_settings(folder)
    settings = replace(settings, bot=replace(settings.bot, database=url))
    router = Router(Services(settings, random.Random(1)))
    load_plugins(router, ["parse", "slots", "videopoker", "bank"])
    _ = router.services.ledger  # Opened now, not while a command is timed.
    return router


def answer_milliseconds(router: Router, line: str, number: int) -> float:
    """Return the time of a player's command; player 2 has already made 100,000 spins."""
    nick = f"p{number}"
    message = Message(Person("net", nick, nick), line)
    start = time.perf_counter()
    replies = router.handle(message)
    elapsed = (time.perf_counter() - start) * 1000
    if not replies or "went wrong" in replies[0].text or "failed" in replies[0].text:
        raise SystemExit(f"{line}: {[reply.text for reply in replies]}")
    return elapsed


def main() -> None:
    """Make both ledgers and print all times, with the ratio of the medians."""
    print(describe_machine("sqlalchemy"))
    rng = random.Random(2)
    with tempfile.TemporaryDirectory(prefix="ircpoker-bench-") as name:
        folder = Path(name)
        print(f"one block to disk: {sync_milliseconds(folder / 'block'):.2f} ms")
        routers = []
        for size in SIZES:
            url = f"sqlite:///{folder / str(size)}.db"
            make(url, size).ledger.close()
            routers.append(make_router(url, folder))
        times: dict[str, list[list[float]]] = {command: [[] for _ in SIZES] for command in LINES}
        for run in range(-5, RUNS):  # the first five warm up
            for size, router, column in zip(SIZES, routers, count(), strict=False):
                number = 2 if run % 4 == 0 else rng.randint(5, size)
                for command, line in LINES.items():
                    elapsed = answer_milliseconds(router, line(rng), number)
                    if run >= 0:
                        times[command][column].append(elapsed)
        print(f"{'milliseconds':16}{'1,000: median':>15}{'1,000,000: median':>20}{'ratio':>8}{'p99':>8}{'worst':>8}")
        slowest = 0.0
        for command, (small, large) in times.items():
            p99 = sorted(large)[int(0.99 * len(large))]
            slowest = max(slowest, p99)
            ratio = median(large) / median(small)
            print(f"{command:16}{median(small):15.2f}{median(large):20.2f}{ratio:8.2f}{p99:8.2f}{max(large):8.2f}")
        for router in routers:
            router.services.close()
        print(f"slowest p99 {slowest:.1f} ms, limit {LIMIT_MS:.0f} ms: {'kept' if slowest <= LIMIT_MS else 'BROKEN'}")


if __name__ == "__main__":
    parse_words(__doc__)
    main()
