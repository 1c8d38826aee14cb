"""Ledgers of every schema, in the middle of an evening: the next version has all chips, and the deal goes on."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory

from ircpoker.ledger import Ledger
from ircpoker.ledger.schema import FIRST, HEAD
from ircpoker.runtime.clock import ManualClock, SystemClock
from tests.ledger.older import MIGRATIONS, NEXT, become_next
from tests.lobby.hall import Hall

DATA = Path(__file__).parents[1] / "data"
DUMPS = {FIRST: DATA / "ledgers" / "0.1.0" / "ledger.sql"} | {file.stem: file for file in DATA.glob("schemas/*.sql")}
CHANNEL = "#kept"
ADDRESS = "~human@127.0.0.1"
"""Of everybody on the server where these ledgers were made."""


@pytest.fixture(params=sorted(DUMPS), name="file")
def make_file(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The ledger as the bot of that time left it when it was killed; to this code all schemas are earlier ones."""
    become_next(tmp_path / "next", monkeypatch.setattr)
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as connection:
        connection.executescript(DUMPS[request.param].read_text(encoding="utf-8"))
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(request.param,)]
    return tmp_path / "ledger.db"


def test_every_schema_but_the_newest_has_a_ledger() -> None:
    """A new migration leaves one behind: tests/data/README.md says how it is made."""
    scripts = ScriptDirectory(str(MIGRATIONS))
    assert {script.revision for script in scripts.walk_revisions()} - {HEAD} <= set(DUMPS)


def test_all_chips_are_there(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        sums = dict(connection.execute("SELECT kind, sum(balance) FROM accounts GROUP BY kind"))
        people = dict(connection.execute("SELECT nick, balance FROM accounts WHERE kind = 'player'"))
        entries = connection.execute("SELECT count(*) FROM entries").fetchone()[0]
    with Ledger(f"sqlite:///{file}", SystemClock()) as ledger:
        audit = ledger.audit()
    assert audit.is_clean
    assert (audit.issued, audit.held, audit.at_tables) == (-sums["house"], sums["player"], sums["game"])
    assert (audit.accounts, audit.entries) == (len(people), entries)
    assert sums["game"] == 2110, "two tables and a game of video poker are open"
    with closing(sqlite3.connect(file)) as connection:
        assert dict(connection.execute("SELECT nick, balance FROM accounts WHERE kind = 'player'")) == people
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(NEXT,)]


@pytest.mark.slow
def test_the_deal_goes_on(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        states = connection.execute("SELECT state FROM games WHERE id LIKE 'table:%' AND state LIKE '%#kept%'")
        [stored] = [json.loads(state) for (state,) in states]
    people = {seat["nick"]: seat["stack"] for seat in stored["seats"].values()}
    owners = dict.fromkeys([*people, "carol"], ADDRESS)
    plugins = ("holdem", "draw", "videopoker", "bank")
    with Hall(
        f"sqlite:///{file}", channels=(CHANNEL,), plugins=plugins, nick_owners=owners, clock=ManualClock()
    ) as hall:
        for nick in owners:
            hall.services.presence.joined(hall.person(nick), CHANNEL)
        hall.run()
        assert hall.table(CHANNEL).hand is not None
        assert {seat.nick: seat.stack for seat in hall.table(CHANNEL).seats.values()} == people
        while hall.table(CHANNEL).state.last_deal != "4":
            hall.say(hall.actor(CHANNEL), "!fold", channel=CHANNEL)
        assert sum(seat.stack for seat in hall.table(CHANNEL).seats.values()) == 1500
        assert " chips" in " ".join(hall.say("carol", "!hold none", channel=None))
        answers = hall.say("carol", "!leave", channel=None)
        assert "table is closed" in " ".join([*answers, *hall.to("carol")])
