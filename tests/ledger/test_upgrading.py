"""The migrations make the tables that the code uses, on both databases, and nothing else is accepted."""

from __future__ import annotations

import logging
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Row, create_engine, text

from ircpoker.errors import ClaimedError, LedgerError
from ircpoker.ledger import HOUSE, Entry, Ledger, PlayerId, transfer
from ircpoker.ledger.database import Database
from ircpoker.ledger.schema import FIRST, HEAD, metadata
from ircpoker.runtime.clock import ManualClock
from tests.ledger.older import MIGRATIONS, NEXT, become_next, make_oldest
from tests.servers.postgres import Postgres
from tests.waiting import wait_until

ALICE, BOB = (PlayerId.of("net", nick_key=name) for name in ("alice", "bob"))


def definitions(url: str) -> set[str]:
    """Everything that a database says of its tables, indexes and constraints."""
    queries = {
        "sqlite": ["SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"],
        "postgresql": [
            "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'",
            "SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint"
            " WHERE connamespace = 'public'::regnamespace",
            "SELECT table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable || ' '"
            " || COALESCE(column_default, '-') || ' ' || COALESCE(character_maximum_length, 0)"
            " FROM information_schema.columns WHERE table_schema = 'public'",
        ],
    }
    engine = create_engine(url)
    with engine.connect() as connection:
        found = {row[0] for query in queries[engine.dialect.name] for row in connection.execute(text(query))}
    engine.dispose()
    return {" ".join(line.split()) for line in found if "alembic_version" not in line}


def parts(definition: str) -> list[str]:
    """The columns and constraints of a table in any order."""
    return sorted(part.strip(" )(") for part in definition.split(", "))


def test_an_upgraded_database_equals_a_new_one(tmp_path: Path, clock: ManualClock) -> None:
    upgraded, made = f"sqlite:///{tmp_path}/upgraded.db", f"sqlite:///{tmp_path}/made.db"
    make_oldest(upgraded)
    Ledger(upgraded, clock).close()
    Ledger(made, clock).close()
    assert sorted(map(parts, definitions(upgraded))) == sorted(map(parts, definitions(made)))


@pytest.mark.servers
def test_an_upgraded_postgresql_equals_a_new_one(postgres: Postgres, clock: ManualClock) -> None:
    upgraded, made = postgres.new_database(), postgres.new_database()
    make_oldest(upgraded)
    Ledger(upgraded, clock).close()
    Ledger(made, clock).close()
    assert definitions(upgraded) == definitions(made)


@pytest.mark.parametrize("is_new", [True, False])
def test_alembic_itself_sees_no_difference(empty_url: str, clock: ManualClock, is_new: bool) -> None:
    if not is_new:
        make_oldest(empty_url)
    Ledger(empty_url, clock).close()
    engine = create_engine(empty_url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == HEAD
    engine.dispose()


def test_the_code_fits_the_migrations() -> None:
    scripts = ScriptDirectory(str(MIGRATIONS))
    assert (scripts.get_base(), scripts.get_current_head()) == (FIRST, HEAD)


def test_opening_again_keeps_everything(shared_url: str, clock: ManualClock) -> None:
    alice = PlayerId.of("net", nick_key="alice")
    with Ledger(shared_url, clock) as ledger:
        ledger.open_player(alice)
    with Ledger(shared_url, clock) as ledger:
        assert ledger.balance(alice) == 1000


def execute(url: str, statement: str) -> None:
    """Change a database behind the ledger's back."""
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


FAILS = """
    op.execute("INSERT INTO counters (name, value) VALUES ('twice', 1), ('twice', 2)")
"""


def tables(url: str) -> tuple[str, list[Row[Any]]]:
    """The revision, and the accounts with the column that the made-up migration adds, if it is there."""
    engine = create_engine(url)
    with engine.connect() as connection:
        revision = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
        rows = list(connection.execute(text("SELECT * FROM accounts ORDER BY id")).all())
    engine.dispose()
    return revision, rows


@pytest.fixture(name="older_url")
def make_older(shared_url: str, clock: ManualClock) -> str:
    """A ledger on which somebody has won."""
    with Ledger(shared_url, clock) as ledger:
        ledger.open_player(ALICE)
        ledger.open_player(BOB)
        ledger.post(Entry("slot", "slot", transfer(HOUSE, ALICE, 50)))
    return shared_url


@pytest.fixture
def next_version(older_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001 - made before
    """This code is that of the next version, but the ledger is not."""
    become_next(tmp_path / "next", monkeypatch.setattr)


@pytest.mark.usefixtures("next_version")
def test_the_next_migration_keeps_all_and_a_copy(
    older_url: str, clock: ManualClock, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = tables(older_url)
    with caplog.at_level(logging.INFO, "ircpoker"), Ledger(older_url, clock) as ledger:
        assert (ledger.balance(ALICE), ledger.balance(BOB)) == (1050, 1000)
        assert ledger.audit().is_clean
    revision, rows = tables(older_url)
    assert (before[0], revision) == (HEAD, NEXT)
    assert [row[:-1] for row in rows] == before[1]
    assert {row.owner: row.mood for row in rows if row.kind == "player"} == {str(ALICE): "rich", str(BOB): "calm"}
    kept = list(tmp_path.glob("*.before-*"))
    if older_url.startswith("postgresql"):
        assert not kept
        return
    assert tables(f"sqlite:///{kept[0]}") == before
    assert [record.getMessage() for record in caplog.records] == [
        f"the ledger is converted to the tables of this version; as it was it is kept as {kept[0]}"
    ]
    Ledger(older_url, clock).close()
    assert len(list(tmp_path.glob("*.before-*"))) == 1, "nothing was left to convert"


def test_a_migration_that_fails_changes_nothing(
    older_url: str, clock: ManualClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tables(older_url)
    with monkeypatch.context() as patch:
        become_next(tmp_path / "wrong", patch.setattr, FAILS)
        with pytest.raises(LedgerError, match=r"counters|pk_counters"):
            Ledger(older_url, clock)
    assert tables(older_url) == before
    with Ledger(older_url, clock) as ledger:
        assert ledger.balance(ALICE) == 1050


@pytest.mark.usefixtures("next_version")
def test_several_start_on_an_older_ledger(older_url: str, clock: ManualClock, tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as threads:
        for ledger in threads.map(lambda _: Ledger(older_url, clock), range(4)):
            assert ledger.balance(ALICE) == 1050
            ledger.close()
    assert tables(older_url)[0] == NEXT
    assert len(list(tmp_path.glob("*.before-*"))) == (not older_url.startswith("postgresql"))


@pytest.mark.usefixtures("next_version")
@pytest.mark.parametrize("network", ["net", "another"])
def test_a_ledger_in_use_is_not_converted(older_url: str, clock: ManualClock, tmp_path: Path, network: str) -> None:
    """A bot of the version before, perhaps of another network, would find its tables changed."""
    before = tables(older_url)
    bot = Database(older_url)
    bot.claim(network)
    with pytest.raises(ClaimedError, match="is running with this ledger: stop it first"):
        Ledger(older_url, clock)
    assert tables(older_url) == before
    bot.close()

    def is_converted() -> bool:
        try:
            Ledger(older_url, clock).close()
        except ClaimedError:  # PostgreSQL ends a session a little later.
            return False
        return True

    wait_until(is_converted)
    with Ledger(older_url, clock) as first, Ledger(older_url, clock) as second:
        first.claim("net")
        second.claim("another")
        with pytest.raises(ClaimedError):
            second.claim("net")
    assert len(list(tmp_path.glob("*.before-*"))) == (not older_url.startswith("postgresql"))


def test_no_bot_starts_while_a_ledger_is_converted(older_url: str) -> None:
    if older_url.startswith("postgresql"):
        return  # There the bots are stopped together.
    database, bot = Database(older_url), Database(older_url)

    def convert(connection: Connection) -> None:
        with database.alone(connection), pytest.raises(ClaimedError):
            bot.claim("net")

    database.write(convert)
    bot.claim("another")
    for each in (database, bot):
        each.close()


# Other databases


@pytest.mark.parametrize("reads_only", [True, False])
def test_a_newer_database_is_refused(shared_url: str, clock: ManualClock, reads_only: bool) -> None:
    Ledger(shared_url, clock).close()
    execute(shared_url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(LedgerError, match="newer version of ircpoker"):
        Ledger(shared_url, clock, reads_only=reads_only)


@pytest.mark.parametrize("reads_only", [True, False])
@pytest.mark.parametrize("revision", ["0001", "0012"])
def test_a_ledger_of_a_dropped_migration_names_the_commit(
    shared_url: str, clock: ManualClock, reads_only: bool, revision: str
) -> None:
    Ledger(shared_url, clock).close()
    execute(shared_url, f"UPDATE alembic_version SET version_num = '{revision}'")
    before = tables(shared_url)
    with pytest.raises(LedgerError) as caught:
        Ledger(shared_url, clock, reads_only=reads_only)
    assert str(caught.value) == (
        f"the ledger has tables {revision}, from before the first release, and this version knows {FIRST} and later: "
        "start commit 18d93adc00 of ircpoker once, which converts them"
    )
    assert tables(shared_url) == before


@pytest.mark.usefixtures("next_version")
def test_reading_refuses_an_older_ledger(older_url: str, clock: ManualClock) -> None:
    before = tables(older_url)
    with pytest.raises(LedgerError, match="an earlier version: this command only reads; the bot converts it"):
        Ledger(older_url, clock, reads_only=True)
    assert tables(older_url) == before


def test_reading_makes_no_ledger(empty_url: str, clock: ManualClock) -> None:
    Database(empty_url).close()
    with pytest.raises(LedgerError, match="there is no ledger in this database"):
        Ledger(empty_url, clock, reads_only=True)
    assert definitions(empty_url) == set()


def test_reading_cannot_write(older_url: str, clock: ManualClock) -> None:
    with Ledger(older_url, clock, reads_only=True) as ledger:
        assert ledger.balance(ALICE) == 1050
        assert ledger.audit().is_clean
        with pytest.raises(LedgerError, match=r"readonly|read-only"):
            ledger.post(Entry("more", "slot", transfer(HOUSE, ALICE, 50)))
        assert ledger.balance(ALICE) == 1050


def test_the_database_of_another_program_is_refused(empty_url: str, clock: ManualClock) -> None:
    execute(empty_url, "CREATE TABLE accounts (name VARCHAR(9))")
    with pytest.raises(LedgerError, match="tables of another program"):
        Ledger(empty_url, clock)


def test_a_new_file_is_private(tmp_path: Path, clock: ManualClock) -> None:
    path = tmp_path / "100% ledger.db"
    with Ledger(f"sqlite:///{path}", clock) as ledger:
        ledger.open_player(PlayerId.of("net", nick_key="alice"))
        assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}
