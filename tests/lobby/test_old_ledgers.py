"""Tables of older ledgers are restored with their hands, and play on with exact chips."""

import json
import logging
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from ircpoker.lobby import Table
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


def old_form(state: str) -> str:
    """Return a stored table as the first version stored it."""
    data = json.loads(state)
    seats = {number: old_seat(seat) for number, seat in data["seats"].items()}
    hand = dict(data["hand"])
    hand["deal"] = hand.pop("deal_id")
    hand["setup"] = dict(hand["setup"])
    hand["setup"]["most_bets"] = hand["setup"].pop("bet_cap")
    kept = {key: data[key] for key in ("place", "game", "stakes", "positions")}
    last = [data["last_deal"], data["last_reasons"]]
    duel = data["policy"] == "against robots"
    old = kept | {"version": 1, "duel": duel, "seats": seats, "next": data["next_deal"], "hand": hand, "last": last}
    return json.dumps(old, separators=(",", ":"))


def old_seat(seat: dict[str, Any]) -> dict[str, Any]:
    names = {"buy_in": "brought", "account": "purse", "time_outs": "missed", "opponent_key": "known_as"}
    old = {names.get(key, key): value for key, value in seat.items() if key != "status"}
    old |= {"leaving": {"leaves": True}, "sitting out": {"sits_out": True}}.get(seat.get("status"), {})
    return old


def make_old(url: str, change=old_form) -> dict[str, str]:
    """Store all tables as the first version did, or otherwise; return their states before that."""
    engine = create_engine(url)
    with engine.begin() as connection:
        states = dict(connection.execute(text("SELECT id, state FROM games WHERE id LIKE 'table:%'")).all())
        for game_id, state in states.items():
            values = {"state": change(state), "id": game_id}
            connection.execute(text("UPDATE games SET state = :state WHERE id = :id"), values)
        connection.execute(text("UPDATE alembic_version SET version_num = '0009'"))
    engine.dispose()
    return states


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


def test_a_table_of_the_first_version_plays_on(url: str) -> None:
    hall = play_draw(url)
    before, seats = facts(hall), seats_of(hall.table())
    assert any(seat.memory for seat in hall.table().seats.values())
    kill(hall)
    stored = make_old(url)
    [old] = map(old_form, stored.values())
    assert all(f'"{key}":' in old for key in ("brought", "purse", "known_as", "memory", "most_bets"))
    with restart(hall, url) as bot:
        assert {saved.game_id: saved.state for saved in bot.services.ledger.games("draw")} == stored
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


def test_a_damaged_table_is_left_as_it_is(url: str, caplog: pytest.LogCaptureFixture) -> None:
    hall = play_draw(url)
    kill(hall)
    make_old(url, lambda state: old_form(state).replace('"brought":300', '"brought":'))
    with caplog.at_level(logging.WARNING):
        bot = restart(hall, url)
    assert [record.levelname for record in caplog.records] == ["WARNING", "ERROR"]
    [saved] = bot.services.ledger.games("draw")
    assert '"brought":,' in saved.state
    audit = bot.services.ledger.audit()
    assert audit.is_clean
    assert audit.at_tables == saved.held > 0
    bot.close()


def test_the_bets_of_a_damaged_hand_are_returned(url: str) -> None:
    hall = play_draw(url)
    [main] = [seat for seat in hall.table().seats.people if seat.nick == "main"]
    left = hall.chips("farm")
    kill(hall)
    make_old(url, lambda state: old_form(state).replace('"actions":', '"acts":'))
    with restart(hall, url) as bot:
        assert not bot.has_table()
        assert f"main leaves with {main.stack} chips, which go back to farm" in bot.to(CHANNEL)[-1]
        assert bot.chips("farm") == left + main.stack
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
