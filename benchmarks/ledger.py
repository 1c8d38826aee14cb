"""Commands with chips on 1,000,000 accounts compared with 1,000: `python -m benchmarks.ledger [URL]`.

Two ledgers, one of each size, are made by plain SQL (in a temporary folder, or in the two empty databases `URL` and
`URL`_large), and every operation is timed on both in turn. One player of each has made 100,000 spins, and plays
in every fourth run, because neither other people's history nor one's own may cost time. Times are of a whole call,
commits to disk included.
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from pathlib import Path
from statistics import median

from sqlalchemy import create_engine, text

from benchmarks.measure import describe_machine, parse_words
from ircpoker.ledger import (
    HOUSE,
    CommitShuffle,
    Entry,
    GameAccount,
    Ledger,
    PlayerId,
    RecordResult,
    SaveGame,
    UseShuffle,
    transfer,
)
from ircpoker.runtime.clock import ManualClock

SIZES = (1_000, 1_000_000)
RUNS = 200
SPINS = 100_000
LIMIT_MS = 20.0
MACHINE = GameAccount("videopoker")

_FILL = (
    # Numbers 2 to :last, the veteran first; then the veteran's spins.
    """CREATE TEMPORARY TABLE numbers AS
       WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000)
       SELECT i, 1000 + (i % 100003) * 7919 % 100003 AS chips FROM n""",
    "INSERT INTO accounts (id, kind, owner) VALUES (1, 'house', 'house')",
    """INSERT INTO accounts (id, kind, owner, network, nick, nick_key, balance)
       SELECT i, 'player', 'guest:net/p' || i, 'net', 'p' || i, 'p' || i, chips FROM numbers WHERE i <= :last""",
    """INSERT INTO entries (id, key, reason, posted_at)
       SELECT i, 'old:' || i, CASE WHEN i <= :last THEN 'start' ELSE 'slot' END, 0 FROM numbers
       WHERE i <= :last + :spins""",
    "INSERT INTO postings SELECT i, 0, 1, -chips, 0 FROM numbers WHERE i <= :last",
    "INSERT INTO postings SELECT i, 1, i, chips, chips FROM numbers WHERE i <= :last",
    """INSERT INTO postings
       SELECT i, line, account, amount, 0 FROM numbers, (
           SELECT 0 AS line, 2 AS account, -1 AS amount UNION SELECT 1, 1, 1 UNION SELECT 2, 1, -1 UNION SELECT 3, 2, 1
       ) AS lines
       WHERE i > :last AND i <= :last + :spins""",
    """INSERT INTO shuffles (id, deal_id, kind, player_id, place, commitment, secret, proof, revealed, committed_at)
       SELECT i, 'old' || i, 'slot', 2, '', 'c', 's', 'p', i > 0, 0 FROM numbers
       WHERE i > :last AND i <= :last + :spins""",
    "UPDATE accounts SET balance = (SELECT SUM(amount) FROM postings WHERE account_id = 1) WHERE id = 1",
)
_NUMBER_ON = "SELECT setval(pg_get_serial_sequence(:name, 'id'), 10000000)"


@dataclass
class Subject:
    """One ledger, its players, and the values that must be new in each operation."""

    ledger: Ledger
    clock: ManualClock
    size: int
    numbers: count[int]
    rng: random.Random
    staked: list[PlayerId] = field(default_factory=list)

    def player(self, run: int) -> PlayerId:
        """Return the veteran in every fourth run, otherwise any player."""
        return PlayerId.of("net", nick_key=f"p{2 if run % 4 == 0 else self.rng.randint(3, self.size)}")


def make(url: str, size: int) -> Subject:
    """Fill an empty database and open it."""
    clock = ManualClock()
    start = time.perf_counter()
    Ledger(url, clock).close()
    engine = create_engine(url)
    numbers = {"last": size + 1, "spins": SPINS}
    with engine.begin() as connection:
        for statement in _FILL:
            wanted = {name: value for name, value in numbers.items() if f":{name}" in statement}
            connection.execute(text(statement), wanted)
        if engine.dialect.name == "postgresql":
            for table in ("accounts", "entries", "shuffles"):
                connection.execute(text(_NUMBER_ON), {"name": table})
    with engine.begin() as connection:
        connection.execute(text("ANALYZE"))
    engine.dispose()
    ledger = Ledger(url, clock)
    made = time.perf_counter()
    audit = ledger.audit()
    print(f"{size:,} accounts: {audit}; made in {made - start:.0f} s, audited in {time.perf_counter() - made:.1f} s")
    return Subject(ledger, clock, size, count(), random.Random(1))


def spin(subject: Subject, player: PlayerId) -> None:
    """Use a committed shuffle, move stake and payout, commit to the next one, count the result: one transaction."""
    number = next(subject.numbers)
    shuffle = subject.ledger.next_shuffle("slot", player)
    following = CommitShuffle(f"d{number}", "slot", "commitment", "secret", player=player)
    if shuffle is None:
        subject.ledger.save(following)
        return
    subject.ledger.post(
        Entry(f"slot:{number}", "slot", (*transfer(player, HOUSE, 10), *transfer(HOUSE, player, 20))),
        UseShuffle(shuffle.deal_id, "seeds", reveal=True),
        following,
        RecordResult(player, "slot", 10, 20),
    )


def stake(subject: Subject, player: PlayerId) -> None:
    """Take the stake of video poker and save the game."""
    game_id = f"g{next(subject.numbers)}"
    saved = SaveGame(game_id, "videopoker", "{}", 5, player=player)
    subject.ledger.post(Entry(f"vp:{game_id}", "videopoker", transfer(player, MACHINE, 5)), saved)
    subject.staked.append(player)


def settle(subject: Subject, _: PlayerId) -> None:
    """Find an unfinished game of video poker and pay it out."""
    player = subject.staked.pop()
    game = subject.ledger.games("videopoker", player=player)[0]
    key = f"vp:{game.game_id}:end"
    subject.ledger.settle(game, {player: 5}, key, RecordResult(player, "videopoker", 5, 5))


def give(subject: Subject, player: PlayerId) -> None:
    """Give a chip away."""
    receiver = PlayerId.of("net", nick_key="p3" if player.name != "p3" else "p4")
    subject.ledger.gift(player, receiver, 1, f"gift:{next(subject.numbers)}")


def take_daily(subject: Subject, player: PlayerId) -> None:
    """Take the chips of a new day."""
    subject.clock.advance(timedelta(days=1))
    subject.ledger.daily(player)


def open_new(subject: Subject, _: PlayerId) -> None:
    """Open an account with its first chips."""
    subject.ledger.open_player(PlayerId.of("net", nick_key=f"new{next(subject.numbers)}"))


OPERATIONS: dict[str, Callable[[Subject, PlayerId], object]] = {
    "open a known player": lambda subject, player: subject.ledger.open_player(player),
    "open a new player": open_new,
    "account_info": lambda subject, player: subject.ledger.account_info(player),
    "find by nick": lambda subject, player: subject.ledger.find_player("net", player.name),
    "top 10": lambda subject, _: subject.ledger.top(10),
    "top 10 of a network": lambda subject, _: subject.ledger.top(10, network="net"),
    "results": lambda subject, player: subject.ledger.stats(player),
    "daily chips": take_daily,
    "gift": give,
    "spin with its shuffle": spin,
    "video poker: stake": stake,
    "video poker: settle": settle,
    "last shuffles": lambda subject, player: subject.ledger.last_shuffles(player, 5),
    "next deal number": lambda subject, _: subject.ledger.new_deal_number(),
}


def measure(subjects: list[Subject], operation: Callable[[Subject, PlayerId], object]) -> list[list[float]]:
    """Return the times of an operation in milliseconds, sorted, for each ledger; the ledgers take turns."""
    times: list[list[float]] = [[] for _ in subjects]
    for run in range(-5, RUNS):  # the first five warm up
        for subject, results in zip(subjects, times, strict=True):
            player = subject.player(run)
            start = time.perf_counter()
            operation(subject, player)
            elapsed = (time.perf_counter() - start) * 1000
            if run >= 0:
                results.append(elapsed)
    return [sorted(results) for results in times]


def sync_milliseconds(path: Path) -> float:
    """Return the median time that the disk takes to store one block."""
    times = []
    with path.open("wb", buffering=0) as file:
        for _ in range(100):
            file.seek(0)
            file.write(bytes(4096))
            start = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append((time.perf_counter() - start) * 1000)
    return median(times)


def main(database: str) -> None:
    """Make both ledgers and print all times, with the ratio of the medians."""
    print(describe_machine("sqlalchemy"))
    with tempfile.TemporaryDirectory(prefix="ircpoker-bench-") as folder:
        urls = [f"sqlite:///{Path(folder) / str(size)}.db" for size in SIZES]
        if database:
            name, _, query = database.partition("?")
            urls = [f"{name}{suffix}?{query}" for suffix in ("", "_large")]
        print(
            f"one block to disk: {sync_milliseconds(Path(folder) / 'block'):.2f} ms, the least that a commit costs here"
        )
        subjects = [make(url, size) for url, size in zip(urls, SIZES, strict=True)]
        print(f"{'milliseconds':28}{'1,000: median':>15}{'1,000,000: median':>20}{'ratio':>8}{'p99':>8}{'worst':>8}")
        slowest = 0.0
        for name, operation in OPERATIONS.items():
            small, large = measure(subjects, operation)
            p99 = large[int(0.99 * len(large))]
            slowest = max(slowest, p99)
            ratio = median(large) / median(small)
            print(f"{name:28}{median(small):15.2f}{median(large):20.2f}{ratio:8.2f}{p99:8.2f}{large[-1]:8.2f}")
        for subject in subjects:
            if not subject.ledger.audit().is_clean:
                raise SystemExit("the ledger does not add up")
            subject.ledger.close()
        print(f"slowest p99 {slowest:.1f} ms, limit {LIMIT_MS:.0f} ms: {'kept' if slowest <= LIMIT_MS else 'BROKEN'}")


if __name__ == "__main__":
    main(*parse_words(__doc__, url=""))
