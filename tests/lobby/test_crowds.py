"""Many tables and many people at once: every chip is accounted for, and deals go on."""

from pathlib import Path
from random import Random

import pytest

from ircpoker.ledger import Ledger
from ircpoker.runtime.clock import ManualClock
from tests import tiers
from tests.lobby.hall import Hall, person, play_on
from tests.servers.postgres import Postgres

SEATS = 6


def channels(people: int) -> dict[str, list[str]]:
    """Return channels with the nicks of those who sit in each, six at a table."""
    return {f"#table{table}": [f"p{table}x{seat}" for seat in range(SEATS)] for table in range(people // SEATS)}


def seated(hall: Hall, tables: dict[str, list[str]]) -> None:
    for channel, nicks in tables.items():
        for nick in nicks:
            hall.say(nick, "!sit" if hall.has_table(channel) else "!open", channel)
    hall.wait(5)


@pytest.mark.slow
def test_a_thousand_tables_and_a_restart(tmp_path: Path) -> None:
    number, rng = tiers.count(1000, 100), Random(tiers.seed(8))
    nicks = [f"p{number}" for number in range(number)]
    first = Hall(f"sqlite:///{tmp_path}/ledger.db")
    for nick in nicks:
        first.tell(nick, "play caller 200")
    first.wait(5)
    for nick in nicks:
        play_on(first, rng, 2, nick, None)
    first.check_ledger()
    with first.restarted() as second:
        assert len(second.lobby.tables) == len(first.lobby.tables)
        second.wait(1000)
        for nick in nicks:
            play_on(second, rng, 2, nick, None)


@pytest.mark.slow
def test_a_netsplit_of_300_in_the_middle_of_their_deals() -> None:
    tables = channels(300)
    with Hall(channels=tuple(tables), most_seconds_a_hand=1e6) as hall:
        seated(hall, tables)
        assert all(hall.actor(channel) for channel in tables)
        everybody = [(nick, channel) for channel, nicks in tables.items() for nick in nicks]
        for nick, _ in everybody:
            hall.services.presence.quit(person(nick))
        hall.wait(60)
        for nick, channel in everybody:
            hall.services.presence.joined(person(nick), channel)
        hall.wait(10)
        for channel, nicks in tables.items():
            assert len(hall.table(channel).seats) == SEATS
            # A player who has timed out twice sits out until `!sit`.
            for nick in nicks:
                hall.say(nick, "!sit", channel)
        hall.wait(60)
        assert all(hall.table(channel).hand for channel in tables)


@pytest.mark.slow(1)
@pytest.mark.servers
def test_a_database_server_that_is_stopped_and_started() -> None:
    with Postgres() as server, Ledger(server.new_ledger(), clock := ManualClock()) as ledger:
        hall = Hall(ledger=ledger, clock=clock)
        hall.seat("alice", "bob", "carol")
        actor = hall.actor()
        server.stop()
        assert hall.say(actor, "!call")[0].startswith(("this fails now", "the ledger is not answering"))
        hall.wait(30)
        server.start()
        hall.wait(10)
        assert hall.actor() == actor
        hall.say(actor, "!call")
        assert hall.actor() != actor
        play_on(hall, Random(3), 20)
        hall.check_ledger()
