"""Each finished hand is in the ledger as rows, which explain what every seat cashes out."""

from __future__ import annotations

from random import Random

import pytest
from sqlalchemy import text

from tests.lobby.hall import CHANNEL, RESULT, Hall, play_on


def rows(hall: Hall, query: str) -> list[tuple[object, ...]]:
    with hall.services.ledger._database.reading() as connection:
        return [tuple(row) for row in connection.execute(text(query))]


def announced_hands(hall: Hall) -> list[str]:
    return [number for line in hall.to(CHANNEL) for number in RESULT.findall(line)]


@pytest.mark.parametrize("game", ["", "draw"])
def test_an_evening_is_explained(hall: Hall, game: str) -> None:
    hall.seat("alice", "bob", game=game, chips=200)
    assert hall.say("alice", "!addbot caller")[0].startswith("caller sits down")
    play_on(hall, Random(5), 120)
    hall.run()
    for _ in range(2):  # Somebody who loses all chips in the last deal keeps the seat.
        for nick in ("alice", "bob"):
            hall.say(nick, "!leave")
        while hall.has_table():
            play_on(hall, Random(6), 5)
    hall.check_ledger()
    finished = announced_hands(hall)
    assert len(finished) > 1
    kept = [str(deal_id) for (deal_id,) in rows(hall, "SELECT deal_id FROM hands ORDER BY id")]
    assert kept == finished
    robots = rows(hall, "SELECT DISTINCT robot FROM sessions ORDER BY robot")
    assert robots == [("",), ("caller",)]
    assert rows(hall, "SELECT seat FROM sessions WHERE cashed_out IS NULL") == []
    moved = "SELECT SUM(CASE WHEN amount < 0 THEN -amount ELSE 0 END) FROM postings JOIN accounts ON "
    [(cashed_out,)] = rows(hall, f"{moved} account_id = accounts.id WHERE accounts.kind = 'game'")
    assert rows(hall, "SELECT SUM(cashed_out) FROM sessions") == [(cashed_out,)]


def test_a_hand_that_is_missing_is_found(hall: Hall) -> None:
    hall.seat("alice", "bob", chips=200)
    while not announced_hands(hall):
        hall.say(hall.actor(), "!fold")
        hall.run()
    for nick in ("alice", "bob"):
        if hall.has_table():
            hall.say(nick, "!leave")
    hall.check_ledger()
    ledger = hall.services.ledger
    ledger._database.write(lambda connection: connection.execute(text("DELETE FROM hand_seats")) and None)
    assert ledger.audit().unbalanced == 2
    ledger._database.write(lambda connection: connection.execute(text("DELETE FROM sessions")) and None)
    hall.check_ledger()
