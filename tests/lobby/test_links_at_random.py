"""Links, deals, gifts and daily chips in any order, kills at any statement: chips are exact, none are given twice."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

from ircpoker.chat.message import Message
from ircpoker.errors import LedgerError
from ircpoker.people import Person
from tests.lobby.hall import Hall, random_command
from tests.lobby.test_killed import Deaths
from tests.servers.postgres import Postgres
from tests.tiers import count, seed

NETWORKS = ("web", "ssh", "local")
PEOPLE = [Person(network, nick, nick, is_known_by_nick=True) for network in NETWORKS for nick in ("ann", "bob")]
NICKS = ("ann", "bob", "carl")
ON_POSTGRES = pytest.param("postgres", marks=[pytest.mark.servers, pytest.mark.slow])


@pytest.fixture(autouse=True)
def interrupts() -> Iterator[None]:
    """Let SIGINT interrupt: in the background of a shell it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(params=["file", ON_POSTGRES])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgres":
        postgres: Postgres = request.getfixturevalue("postgres")
        return postgres.new_ledger()
    return f"sqlite:///{tmp_path / 'ledger.db'}"


def open_hall(url: str, hall: Hall | None = None) -> Hall:
    """Return a bot; after another one on the same ledger was killed."""
    if hall is not None:
        hall.services.outbox.close("net")
        with suppress(LedgerError):
            hall.services.opened.close()
    new = Hall(url, seed=3, plugins=("holdem", "bank", "slots"), clock=hall.clock if hall else None)
    for network in NETWORKS:
        new.services.outbox.open(network, new.paced.take)
        new.services.presence.connected(network)
    for nick in NICKS:
        new.services.presence.joined(new.person(nick), "#poker")
    new.wait(20)
    return new


class Evening:
    """Random lines of people who may be one person."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.codes: list[str] = ["0" * 16]
        self.answers: list[str] = []

    def step(self, hall: Hall) -> None:
        """Let somebody do anything, or time pass."""
        rng = self.rng
        actor = hall.actor()
        if actor and rng.random() < 0.4:
            hall.say(actor, random_command(hall, "#poker", rng))
            return
        line = rng.choice(
            ["link"] * 4
            + [f"link {rng.choice(self.codes[-3:])}"] * 6
            + ["unlink", "daily", "bank", f"slot {rng.randint(1, 300)}", "web", f"give carl {rng.randint(1, 90)}"]
        )
        if rng.random() < 0.5:
            self.answers += hall.tell(rng.choice(NICKS), line)
        elif rng.random() < 0.7:
            message = Message(rng.choice(PEOPLE), line, None, "dealer")
            self.answers += [reply.text for reply in hall.router.handle(message)]
            hall.run()
        elif rng.random() < 0.6:
            hall.say(rng.choice(NICKS), rng.choice(["!open 100", "!sit 100", "!leave", "!leave"]))
        else:
            hall.wait(rng.choice([1, 10, 60, 700]))
        self.codes += re.findall(r"Your code is (\w+)", " ".join(self.answers[-3:]))


def check(hall: Hall) -> int:
    """Check the ledger; return how many accounts have several names."""
    ledger = hall.services.ledger
    assert ledger.audit().is_clean
    groups = ledger.linked_players()
    players = [player for group in groups for player in group]
    assert len(set(players)) == len(players)
    assert all(2 <= len({player.network for player in group}) == len(group) <= 3 for group in groups)
    with ledger._database.reading() as connection:
        started = connection.execute(text("SELECT count(*) FROM entries WHERE reason = 'start'")).scalar() or 0
        held = connection.execute(text("SELECT count(*) FROM accounts WHERE kind = 'closed' AND balance <> 0")).scalar()
    assert started <= len(PEOPLE) + len(NICKS), "first chips once for each name"
    assert held == 0
    return len(groups)


@pytest.mark.slow(15)
def test_any_evening(url: str) -> None:
    rng = Random(seed(11))
    evening, hall, linked, killed = Evening(rng), open_hall(url), 0, 0
    deaths = Deaths(hall.services.ledger)
    for _ in range(count(4000, 150)):
        if rng.random() < 0.1:
            deaths.arm(rng.randrange(60))
        try:
            evening.step(hall)
        except KeyboardInterrupt:
            killed += 1
        deaths.disarm()
        if deaths.has_failed:
            hall = open_hall(url, hall)
            deaths = Deaths(hall.services.ledger)
        linked += check(hall)
    seen = " ".join(evening.answers)
    assert linked
    assert killed
    for answer in ("have one account now", "has left the account", "not valid", "leave your tables", "for today"):
        assert answer in seen, answer
    assert "something went wrong" not in seen
    hall.close()
