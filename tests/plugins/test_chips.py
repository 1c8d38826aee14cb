"""Invalid stakes, holds and gifts: one line, and no chip moves."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ircpoker.chat.router import Router
from tests.chat.routers import FAILS, make_router, message
from tests.plugins.conftest import PLUGINS, Say

NO_STAKES = [
    "0",
    "-5",
    "+5",
    "2.5",
    "1e3",
    "1_000",
    "ten",
    "٣",
    "½",
    "0x10",
    "1001",
    "9" * 30,
    "9" * 900,
    "10 20",
    "10 chips",
]
NO_HOLDS = ["", "0", "6", "1 2 3 4 5 6", "123456", "1 1", "-1", "1.5", "x", "all none", "every", "1 2 ٣"]
NO_GIFTS = [
    "",
    "bob",
    "10",
    "10 bob",
    "bob 10 20",
    "bob 0",
    "bob -10",
    "bob +10",
    "bob 2.5",
    "bob 1e3",
    "bob ten",
    "bob 1001",
    "bob 1000000000000000",
    f"bob {'9' * 30}",
    f"bob {'9' * 900}",
    "nobody 10",
    "alice 10",
    "ALICE 10",
    "b\x00b 10",
    "\x02\x02 10",
]


def check_one_line_and_no_chip(bot: Router, say: Say, line: str) -> None:
    ledger = bot.services.ledger
    before = ledger.audit(), ledger.top(), ledger.games()
    answer = say(line)
    assert len(answer) == 1, line
    assert answer[0].isprintable(), line
    assert "went wrong" not in answer[0], line
    assert (ledger.audit(), ledger.top(), ledger.games()) == before, line


@pytest.fixture
def table(bot: Router, say: Say) -> Router:
    """Alice has won some chips and has an unfinished game, and Bob is there."""
    say("bank", "bob")
    say("seed my lucky cat")
    assert " | +10 | " in say("slot 10")[0]
    return bot


def test_invalid_stakes(table: Router, say: Say) -> None:
    for stake in NO_STAKES:
        check_one_line_and_no_chip(table, say, f"slot {stake}")
        check_one_line_and_no_chip(table, say, f"vp {stake}")


def test_a_stake_above_the_balance(table: Router, say: Say) -> None:
    say("slot 1000", "bob")
    say("slot 1000")
    for line, possible in (("slot 101", "!slot 10"), ("vp 101", "!vp 10")):
        ledger = table.services.ledger
        before = ledger.audit()
        [answer] = say(line)
        assert answer == f"not enough chips: 101 needed, you have 10: {possible} is possible"
        assert ledger.audit() == before


def test_invalid_holds(table: Router, say: Say) -> None:
    say("vp")
    for places in NO_HOLDS:
        check_one_line_and_no_chip(table, say, f"hold {places}")


def test_invalid_gifts(table: Router, say: Say) -> None:
    for gift in NO_GIFTS:
        check_one_line_and_no_chip(table, say, f"give {gift}")


def test_unknown_names(table: Router, say: Say) -> None:
    for line in ("hold 1", "hint", "proof 99", "proof x", "proof -1", f"proof {'9' * 100}", "bank x"):
        check_one_line_and_no_chip(table, say, line)


def test_a_first_error_gives_no_chips_twice(bot: Router, say: Say) -> None:
    for line in ("slot 0", "vp x", "hold 1", "give bob 1", "hint", "bank", "daily", "daily", "stats", "top"):
        assert len(say(line)) == 1
    assert bot.services.ledger.audit().issued == 1100


def test_a_failing_database_costs_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "ledger.db"
    bot = make_router(PLUGINS, database=f"sqlite:///{file}")
    for line in ("proof", "slot 10", "vp 10"):
        bot.handle(message(line))
    before = bot.services.ledger.audit()
    touched = {
        "shuffles": ("slot 10", "hold 1", "vp 10"),
        "results": ("slot 10", "hold 1"),
        "games": ("hold 1", "vp 10"),
    }
    for broken, lines in {**touched, "seeds": ("slot 10",), "postings": ("slot 10", "hold 1", "vp 10")}.items():
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute(f"ALTER TABLE {broken} RENAME TO gone")
        for line in lines:
            for reply in bot.handle(message(line)):
                assert reply.text.isprintable()
                failed = reply.text == FAILS
                assert failed or (line == "vp 10" and reply.text.startswith("you are in this game already: "))
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute(f"ALTER TABLE gone RENAME TO {broken}")
        assert bot.services.ledger.audit() == before
    assert caplog.text.count("cannot be answered") >= 8
    [held] = bot.handle(message("hold all"))
    assert held.text.endswith(" chips")
    bot.services.close()
