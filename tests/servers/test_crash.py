"""SIGKILL at any moment: no stake without its result, no result paid twice, no answer forgotten."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import create_engine, text

from ircpoker.ledger import Ledger
from ircpoker.machines.rules import VIDEO_POKER_PAYS
from ircpoker.machines.videopoker import VideoPoker
from ircpoker.runtime.clock import SystemClock
from tests import tiers
from tests.servers.crashing import KillableConsole

pytestmark = pytest.mark.slow

NICKS = ("alice", "bob", "carol")
LONGEST_ANSWER = 30.0
"""In seconds; the first one comes when the console has started."""
_RESULT = re.compile(r"\| [+-]\d+ \| \d+ chips?$")
_PROVABLE = "SELECT count(*) FROM shuffles WHERE revealed AND kind IN ('slot', 'videopoker')"


def lines_of_a_player(rng: Random) -> Iterator[str]:
    while True:
        yield rng.choices(
            [
                f"slot {rng.randint(1, 40)}",
                f"vp {rng.randint(1, 40)}",
                f"hold {rng.choice(['all', 'none', '1 2', '5', '2 3 4'])}",
                f"give {rng.choice(NICKS)} {rng.randint(1, 20)}",
                "daily",
                f"seed {rng.random()}",
            ],
            weights=[6, 4, 4, 3, 1, 1],
        )[0]


def play_and_die(url: str, rng: Random) -> list[str]:
    """Play at the console until it is killed, and return all its lines."""
    console = KillableConsole(url, rng.choice(NICKS), rng.randrange(10**9))
    heard: list[str] = []
    if rng.random() < 0.2:
        # At any moment, even during the start.
        return console.hear(time.monotonic() + rng.uniform(0, 0.1)) + console.kill()
    lines = lines_of_a_player(rng)
    for line in islice(lines, rng.randint(1, 12)):
        console.say(line)
        heard += console.hear(time.monotonic() + LONGEST_ANSWER)
    # In the middle of a command, or of the second one of two.
    for line in islice(lines, rng.randint(1, 2)):
        console.say(line)
    return heard + console.hear(time.monotonic() + rng.uniform(0, 0.012)) + console.kill()


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgres":
        return request.getfixturevalue("postgres").new_database()
    return f"sqlite:///{tmp_path}/ledger.db"


@pytest.mark.parametrize(("url", "sessions"), [("file", 200), ("postgres", 50)], indirect=["url"])
def test_killed_sessions(url: str, sessions: int) -> None:
    rng = Random(tiers.seed(sessions))
    with Ledger(url, SystemClock()) as ledger:
        shown = 0
        for session in range(tiers.count(sessions)):
            for line in play_and_die(url, rng):
                assert "went wrong" not in line
                assert "failed" not in line
                shown += _RESULT.search(line) is not None
            if session % 20 == 0:
                check(url, ledger)
        check(url, ledger)
        engine = create_engine(url)
        with engine.connect() as connection:
            assert 0 < shown <= connection.execute(text(_PROVABLE)).scalar_one()
        engine.dispose()
        finish_all(ledger)
        check(url, ledger)
        assert ledger.audit().at_tables == 0


def finish_all(ledger: Ledger) -> None:
    machine = VideoPoker(ledger, VIDEO_POKER_PAYS, Random(1).randbytes)
    for game in ledger.games("videopoker"):
        assert game.player is not None
        unfinished = machine.unfinished(game.player)
        assert unfinished is not None
        machine.hold(game.player, unfinished, 0)


def check(url: str, ledger: Ledger) -> None:
    audit = ledger.audit()
    assert audit.is_clean
    assert audit.issued == audit.held + audit.at_tables
    engine = create_engine(url)
    with engine.connect() as connection:
        keys = [key for (key,) in connection.execute(text("SELECT key FROM entries")).all()]
        shuffles = connection.execute(
            text("SELECT deal_id, kind, revealed FROM shuffles WHERE proof IS NOT NULL")
        ).all()
        played = connection.execute(text("SELECT game, SUM(played), SUM(staked), SUM(paid) FROM results GROUP BY game"))
        results = {game: tuple(map(int, numbers)) for game, *numbers in played}
        moved = connection.execute(
            text(
                """SELECT entries.reason, postings.amount > 0, SUM(postings.amount)
                   FROM postings JOIN entries ON entries.id = entry_id JOIN accounts ON accounts.id = account_id
                   WHERE accounts.kind = 'player' GROUP BY 1, 2"""
            )
        )
        chips = {(reason, bool(gained)): abs(int(amount)) for reason, gained, amount in moved}
    engine.dispose()
    started = Counter(tuple(key.split(":")[:2]) for key in keys if ":end:" not in key)
    ended = Counter(tuple(key.split(":")[:2]) for key in keys if ":end:" in key)
    unfinished = {game.game_id.rpartition(":")[2]: game.held for game in ledger.games("videopoker")}
    # One entry for each deck that was dealt, and one deck for each: no stake without cards, no cards twice.
    for kind in ("slot", "videopoker"):
        decks = [(kind, deal) for deal, of, _ in shuffles if of == kind]
        assert started.keys() & set(decks) == set(decks)
        assert {key for key in started if key[0] == kind} == set(decks)
        assert {started[deck] for deck in decks} <= {1}
    # A game is unfinished, or it was ended once; and only then is its secret shown.
    for deal, kind, revealed in shuffles:
        if kind == "videopoker":
            assert (ended[kind, deal], deal in unfinished) in {(1, False), (0, True)}
            assert bool(revealed) is (deal not in unfinished)
    # Results and chips agree.
    slot, videopoker = results.get("slot", (0, 0, 0)), results.get("videopoker", (0, 0, 0))
    assert slot == (
        sum(key[0] == "slot" for key in started),
        chips.get(("slot", False), 0),
        chips.get(("slot", True), 0),
    )
    assert videopoker == (
        len(ended),
        chips.get(("videopoker", False), 0) - sum(unfinished.values()),
        chips.get(("videopoker", True), 0),
    )
