"""The migrations make the tables that the code uses, on both databases, and nothing else is accepted."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

import ircpoker.ledger.migrations
from ircpoker.errors import LedgerError, NotAllowedError
from ircpoker.ledger import Ledger, PlayerId, Refill
from ircpoker.ledger.schema import HEAD, metadata
from ircpoker.runtime.clock import ManualClock
from tests.ledger.older import make_older
from tests.servers.postgres import Postgres


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
    make_older(upgraded, "0001")
    Ledger(upgraded, clock).close()
    Ledger(made, clock).close()
    assert sorted(map(parts, definitions(upgraded))) == sorted(map(parts, definitions(made)))


@pytest.mark.servers
def test_an_upgraded_postgresql_equals_a_new_one(postgres: Postgres, clock: ManualClock) -> None:
    upgraded, made = postgres.new_database(), postgres.new_database()
    make_older(upgraded, "0001")
    Ledger(upgraded, clock).close()
    Ledger(made, clock).close()
    assert definitions(upgraded) == definitions(made)


@pytest.mark.parametrize("is_new", [True, False])
def test_alembic_itself_sees_no_difference(empty_url: str, clock: ManualClock, is_new: bool) -> None:
    if not is_new:
        make_older(empty_url, "0001")
    Ledger(empty_url, clock).close()
    engine = create_engine(empty_url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == HEAD
    engine.dispose()


def test_the_code_fits_the_newest_migration() -> None:
    scripts = ScriptDirectory(str(Path(ircpoker.ledger.migrations.__file__).parent))
    assert scripts.get_current_head() == HEAD


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


def test_seeds_are_taken_out_of_the_games(empty_url: str, clock: ManualClock) -> None:
    make_older(empty_url, "0001")
    for number, name in enumerate(("alice", "bob", "carol"), 1):
        values = f"({number}, 'player', 'guest:net/{name}')"
        execute(empty_url, f"INSERT INTO accounts (id, kind, owner) VALUES {values}")
    games = [
        ("seed:x", "seed", 1, "old", 1000),
        ("seed:a", "seed", 1, "new", 3000),
        ("seed:m", "seed", 1, "between", 2000),
        ("seed:1", "seed", 2, "first of a moment", 5000),
        ("seed:2", "seed", 2, "second of a moment", 5000),
        ("vp:1", "videopoker", 1, "a game", 4000),
    ]
    for game_id, kind, player, state, at in games:
        values = f"('{game_id}', '{kind}', {player}, 0, '{state}', 1, {at})"
        statement = f"INSERT INTO games (id, kind, player_id, held, state, version, saved_at) VALUES {values}"
        execute(empty_url, statement)
    with Ledger(empty_url, clock) as ledger:
        players = [PlayerId.of("net", nick_key=name) for name in ("alice", "bob", "carol")]
        assert [ledger.seed(player) for player in players] == ["new", "second of a moment", ""]
        assert [game.game_id for game in ledger.games()] == ["vp:1"]


def test_old_gifts_are_dropped_and_no_chip_moves(empty_url: str, clock: ManualClock) -> None:
    make_older(empty_url, "0007")
    day = 24 * 3600 * 1000
    now = int(clock.now().timestamp()) * 1000
    accounts = [("1, 'house', 'house'", -2500, 0), ("2, 'player', 'guest:net/alice'", 1500, 1000)]
    accounts += [("3, 'player', 'account:net/bob'", 1000, 1000), ("4, 'player', 'guest:net/old'", 0, 0)]
    for who, balance, given in accounts:
        execute(empty_url, f"INSERT INTO accounts (id, kind, owner, balance, given) VALUES ({who}, {balance}, {given})")
    entries = [(1, now - 8 * day), (2, now - 7 * day), (3, now - day), (4, now)]
    for number, moment in entries:
        values = f"({number}, 'key {number}', 'start', {moment})"
        execute(empty_url, f"INSERT INTO entries (id, key, reason, posted_at) VALUES {values}")
    postings = [(1, 0, 1, -1000, 0), (1, 1, 2, 1000, 1000), (2, 0, 1, -500, 0), (2, 1, 2, 500, 0)]
    postings += [(3, 0, 1, -1000, 0), (3, 1, 3, 1000, 900), (4, 0, 4, 0, -100), (4, 1, 3, 0, 100)]
    for row in postings:
        values = f"({', '.join(map(str, row))}, 0)"
        statement = f"INSERT INTO postings (entry_id, line, account_id, amount, given, balance) VALUES {values}"
        execute(empty_url, statement)
    for table in ("accounts", "entries") if empty_url.startswith("postgresql") else ():
        execute(empty_url, f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), 100)")
    with Ledger(empty_url, clock) as ledger:
        audit = ledger.audit()
        assert (audit.accounts, audit.issued, audit.held, audit.unbalanced) == (3, 2500, 2500, 0)
        alice, bob = PlayerId.of("net", nick_key="alice"), PlayerId.of("net", nick_key="x", account="bob")
        assert ledger.gift(alice, bob, 1, "gift").balances == {alice: 1499, bob: 1001}, "the account is a week old"
        with pytest.raises(NotAllowedError, match="when it is 7 days old: yours is 1"):
            ledger.gift(bob, alice, 1, "back")
        at_home = PlayerId.of("net", nick_key="alice", address="alice@home")
        assert ledger.open_player(at_home).balance == 1499
        assert ledger.audit().is_clean


OLD_TABLE = {
    "version": 1,
    "place": "channel:net/#poker",
    "game": "limit",
    "stakes": {"small_bet": 10, "big_bet": 20, "small_blind": 5, "big_blind": 10, "ante": 0},
    "duel": True,
    "seats": {
        "0": {"nick": "alice", "stack": 90, "brought": 100, "player": "guest:net/alice", "purse": "account:net/al"},
        "1": {"nick": "bob", "stack": 80, "brought": 70, "player": "guest:net/bob", "missed": 1, "sits_out": True},
        "2": {"nick": "carol", "stack": 60, "brought": 50, "player": "guest:net/carol", "leaves": True, "added": 5},
        "3": {"nick": "swede", "stack": 40, "brought": 30, "robot": "swede", "memory": {"missed": [1], "deal": []}},
        "4": {
            "nick": "d",
            "stack": 2,
            "brought": 1,
            "player": "guest:net/d",
            "status": "pausing",
            "known_as": "\ud83d",
        },
    },
    "positions": None,
    "next": "8",
    "hand": {
        "deal": "7",
        "setup": {"game": "limit", "stacks": [90, 40], "most_bets": 4},
        "seats": [0, 3],
        "seeds": ["purse", ""],
        "actions": ["0 call"],
        "reasons": [["swede", "call", "next"]],
    },
    "last": ["6", [["swede", "fold", "because"]]],
}
NEW_TABLE = {
    "version": 2,
    "place": "channel:net/#poker",
    "game": "limit",
    "stakes": {"small_bet": 10, "big_bet": 20, "small_blind": 5, "big_blind": 10, "ante": 0},
    "policy": "against robots",
    "seats": {
        "0": {"nick": "alice", "stack": 90, "buy_in": 100, "player": "guest:net/alice", "account": "account:net/al"},
        "1": {
            "nick": "bob",
            "stack": 80,
            "buy_in": 70,
            "player": "guest:net/bob",
            "time_outs": 1,
            "status": "sitting out",
        },
        "2": {
            "nick": "carol",
            "stack": 60,
            "buy_in": 50,
            "player": "guest:net/carol",
            "status": "leaving",
            "added": 5,
        },
        "3": {"nick": "swede", "stack": 40, "buy_in": 30, "robot": "swede", "memory": {"missed": [1], "deal": []}},
        "4": {
            "nick": "d",
            "stack": 2,
            "buy_in": 1,
            "player": "guest:net/d",
            "status": "pausing",
            "opponent_key": "\ud83d",
        },
    },
    "positions": None,
    "next_deal": "8",
    "hand": {
        "deal_id": "7",
        "setup": {"game": "limit", "stacks": [90, 40], "bet_cap": 4},
        "seats": [0, 3],
        "seeds": ["purse", ""],
        "actions": ["0 call"],
        "reasons": [["swede", "call", "next"]],
    },
    "last_deal": "6",
    "last_reasons": [["swede", "fold", "because"]],
}


def stored_games(url: str, games: dict[str, str]) -> Callable[[], dict[str, tuple[str, int]]]:
    """Store games in a database before version 0010; return what reads their states and versions."""
    engine = create_engine(url)
    insert = "INSERT INTO games (id, kind, held, state, version, saved_at) VALUES (:id, 'holdem', 0, :state, 5, 1000)"
    with engine.begin() as connection:
        connection.execute(text(insert), [{"id": game_id, "state": state} for game_id, state in games.items()])

    def read() -> dict[str, tuple[str, int]]:
        with engine.connect() as connection:
            rows = connection.execute(text("SELECT id, state, version FROM games")).all()
        engine.dispose()
        return {game_id: (state, version) for game_id, state, version in rows}

    return read


def test_tables_get_the_words_of_the_code(empty_url: str, clock: ManualClock, caplog: pytest.LogCaptureFixture) -> None:
    make_older(empty_url, "0009")
    old, between = json.dumps(OLD_TABLE), {"hand": None, "duel": False, "seats": {}}
    games = {"table:hand": old, "table:between": json.dumps(OLD_TABLE | between), "videopoker:1": old}
    read = stored_games(empty_url, games)
    Ledger(empty_url, clock).close()
    after = read()
    assert json.loads(after["table:hand"][0]) == NEW_TABLE
    expected = NEW_TABLE | {"hand": None, "policy": "cash game", "seats": {}}
    assert json.loads(after["table:between"][0]) == expected
    versions = {game_id: version for game_id, (_, version) in after.items()}
    assert versions == {"table:hand": 6, "table:between": 6, "videopoker:1": 5}
    assert after["videopoker:1"][0] == old, "this is no table"
    execute(empty_url, "UPDATE alembic_version SET version_num = '0009'")
    Ledger(empty_url, clock).close()
    assert read() == after, "twice is as good as once"
    assert not caplog.records


def test_unreadable_tables_stay(empty_url: str, clock: ManualClock, caplog: pytest.LogCaptureFixture) -> None:
    make_older(empty_url, "0009")
    seat = {"nick": "alice", "stack": 90}
    changes = [
        {"version": 7},
        {"last": "?"},
        {"last": []},
        {"seats": [seat]},
        {"seats": {"0": seat}},
        {"seats": {"0": 1}},
    ]
    states = [json.dumps(OLD_TABLE | change) for change in changes]
    states += ["", "{", "[]", "null", "7", '"table"', "{}", "[" * 9999, json.dumps(OLD_TABLE)[:-1]]
    games = {f"table:{number}": state for number, state in enumerate(states)}
    read = stored_games(empty_url, games | {"table:whole": json.dumps(OLD_TABLE)})
    Ledger(empty_url, clock).close()
    after = read()
    assert json.loads(after.pop("table:whole")[0]) == NEW_TABLE
    assert after == {game_id: (state, 5) for game_id, state in games.items()}
    assert len([record for record in caplog.records if "is left as it is" in record.message]) == len(games)


def test_unreadable_hands_go_along(empty_url: str, clock: ManualClock) -> None:
    make_older(empty_url, "0009")
    hands = [7, "hand", [], {}, {"deal": 1, "setup": None}]
    games = {f"table:{number}": json.dumps(OLD_TABLE | {"hand": hand}) for number, hand in enumerate(hands)}
    read = stored_games(empty_url, games)
    Ledger(empty_url, clock).close()
    found = {game_id: json.loads(state) for game_id, (state, _) in read().items()}
    hands[-1] = {"deal_id": 1, "setup": None}
    assert found == {f"table:{number}": NEW_TABLE | {"hand": hand} for number, hand in enumerate(hands)}


def test_a_newer_database_is_refused(shared_url: str, clock: ManualClock) -> None:
    Ledger(shared_url, clock).close()
    execute(shared_url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(LedgerError, match="newer version of ircpoker"):
        Ledger(shared_url, clock)


def test_the_database_of_another_program_is_refused(empty_url: str, clock: ManualClock) -> None:
    execute(empty_url, "CREATE TABLE accounts (name VARCHAR(9))")
    with pytest.raises(LedgerError, match="tables of another program"):
        Ledger(empty_url, clock)


def test_a_new_file_is_private(tmp_path: Path, clock: ManualClock) -> None:
    path = tmp_path / "100% ledger.db"
    with Ledger(f"sqlite:///{path}", clock) as ledger:
        ledger.open_player(PlayerId.of("net", nick_key="alice"))
        assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}


def test_players_of_an_older_ledger_may_be_refilled(empty_url: str, clock: ManualClock) -> None:
    make_older(empty_url, "0008")
    guest = PlayerId.of("net", nick_key="ann", address="ann@host")
    columns = "id, kind, owner, network, nick, nick_key, balance"
    for values in ("1, 'house', 'house', '', '', '', -40", f"2, 'player', '{guest}', 'net', 'ann', 'ann', 40"):
        execute(empty_url, f"INSERT INTO accounts ({columns}) VALUES ({values})")
    # PostgreSQL counts the ids of its own entries from 1.
    execute(empty_url, "INSERT INTO entries (id, key, reason, posted_at) VALUES (1001, 'start:2', 'start', 0)")
    for line, account, amount in ((0, 1, -40), (1, 2, 40)):
        execute(empty_url, f"INSERT INTO postings VALUES (1001, {line}, {account}, {amount}, {amount})")
    with Ledger(empty_url, clock) as ledger:
        assert ledger.refill(guest) == Refill(60, 1)
        assert ledger.balance(guest) == 100
        assert ledger.audit().is_clean
