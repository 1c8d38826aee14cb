"""Tables of older ledgers are there with their hands, and play on with exact chips."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ircpoker.lobby import Table
from tests.ledger.older import become_next
from tests.lobby.hall import CHANNEL, Hall, person, play_on, player
from tests.lobby.test_restarts import facts
from tests.servers.kept import CHANNEL as KEPT_CHANNEL
from tests.servers.kept import LEDGERS, Kept

ON_POSTGRES = pytest.param("postgres", marks=[pytest.mark.servers, pytest.mark.slow])
KEPT = [pytest.param(Kept(folder), id=folder.name) for folder in sorted(LEDGERS.iterdir())]


@pytest.fixture(params=["file", ON_POSTGRES])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database that a second bot can open."""
    if request.param == "postgres":
        new: str = request.getfixturevalue("postgres").new_database()
        return new
    return f"sqlite:///{tmp_path}/ledger.db"


def kill(hall: Hall) -> None:
    """End a bot without a word, so that another can open its ledger."""
    hall.services.outbox.close("net")
    hall.services.ledger.close()


def restart(hall: Hall, url: str) -> Hall:
    """Return another bot on the ledger of a killed one."""
    bot = Hall(url, seed=99, clock=hall.clock, nick_owners=hall.nick_owners)
    for table in hall.lobby.tables:
        for seat in table.seats.people:
            bot.services.presence.joined(bot.person(seat.nick), CHANNEL)
    bot.run()
    return bot


def play_draw(url: str) -> Hall:
    """Play draw with a robot that learns and a person under another one's nick, until somebody has acted again."""
    hall = Hall(url)
    hall.services.ledger.open_player(player("main", person("farm").address), nick="main", nick_key="main")
    hall.say("farm", "!open draw 300")
    before = hall.person("farm")
    hall.nick_owners["main"] = before.address
    hall.services.presence.renamed(before, hall.person("main"))
    hall.say("bob", "!sit 200")
    hall.say("bob", "!addbot swede")
    hall.say("carol", "!sit 100")
    rng = Random(3)
    while not (hall.table().hand and hall.table().state.last_deal == "1" and hall.table().hand.deal.actions):
        play_on(hall, rng, 1)
    hall.say("carol", "!leave" if hall.actor() != "carol" else "!table")
    return hall


def seats_of(table: Table) -> list[tuple[Any, ...]]:
    return [
        (seat.nick, seat.stack, seat.buy_in, seat.account, seat.status, seat.opponent_key, seat.memory, seat.time_outs)
        for seat in table.seats.values()
    ]


@pytest.mark.slow(1)
def test_a_table_of_the_version_before_plays_on(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = play_draw(url)
    before, seats = facts(hall), seats_of(hall.table())
    assert any(seat.memory for seat in hall.table().seats.values())
    kill(hall)
    become_next(tmp_path / "next", monkeypatch.setattr)
    with restart(hall, url) as bot:
        assert facts(bot) == before
        assert seats_of(bot.table()) == seats
        bot.check_ledger()
        play_on(bot, Random(4), 20)
        for nick in ("main", "bob", "carol"):
            bot.say(nick, "!leave")
        bot.wait(400)
        assert not bot.has_table()
        assert bot.chips("main") == 1000, "what main won or lost is farm's"
        assert bot.chips("farm") != 1000
        assert bot.services.ledger.audit().at_tables == 0


@pytest.mark.parametrize("kept", KEPT)
def test_a_kept_ledger_plays_on(kept: Kept, tmp_path: Path) -> None:
    kept.unpack(tmp_path)
    known = kept.facts
    owners = dict.fromkeys([*known["hands"], "carol"], "~human@127.0.0.1")
    url, plugins = f"sqlite:///{tmp_path}/ircpoker.db", ("holdem", "draw", "videopoker")
    with Hall(url, channels=(KEPT_CHANNEL,), plugins=plugins, nick_owners=owners) as bot:
        for nick in owners:
            bot.services.presence.joined(bot.person(nick), KEPT_CHANNEL)
        bot.run()
        assert bot.services.ledger.audit().json() == known["audit"]
        hand = bot.table(KEPT_CHANNEL).hand
        assert hand.deal_id == known["deal"]
        for number, cards in zip(hand.numbers, hand.deal.hole_cards, strict=True):
            assert list(map(str, cards)) == known["hands"][bot.table(KEPT_CHANNEL).seats[number].nick]
        play_on(bot, Random(1), 20, KEPT_CHANNEL, KEPT_CHANNEL)
        play_on(bot, Random(1), 5, "carol", None)
        bot.tell("carol", "hold none")
        for nick in known["hands"]:
            bot.say(nick, "!leave", KEPT_CHANNEL)
        bot.tell("carol", "leave")
        bot.wait(400)
        assert not list(bot.lobby.tables)
        bot.check_ledger()
