"""The database fails at each single statement of each operation, before it and after it, and at the commit.

Whatever fails, nothing is half done, the ledger adds up, and a second try succeeds, once.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection, text

from ircpoker.errors import DailyTakenError, LedgerError, NotAllowedError, StaleStateError
from ircpoker.ledger import (
    HOUSE,
    BuyIn,
    CashOut,
    CommitShuffle,
    EndGame,
    Entry,
    GameAccount,
    HandRow,
    Ledger,
    PlayerId,
    Purpose,
    RecordHand,
    RecordResult,
    RevealShuffle,
    SavedGame,
    SaveGame,
    SetSeed,
    UseShuffle,
    transfer,
)
from ircpoker.ledger.schema import metadata, tokens
from ircpoker.runtime.clock import ManualClock
from tests.ledger.conftest import NOON
from tests.ledger.faults import Faults
from tests.servers.postgres import Postgres
from tests.tiers import count, seed

ALICE = PlayerId.of("net", nick_key="x", account="alice")
BOB, GUEST, OTHER = (PlayerId.of("net", nick_key=nick) for nick in ("bob", "guest", "other"))
OTHER_HOME = PlayerId.of("home", nick_key="bob")
WEB, SSH = (PlayerId.of(network, nick_key="bob") for network in ("web", "ssh"))
SLOT, MACHINE, TABLE = "slot", GameAccount("videopoker"), GameAccount("holdem")
MOST_STEPS = 200


def prepare(ledger: Ledger) -> None:
    """Make what the operations need: players who have won, an unfinished game, shuffles, results."""
    for player in (ALICE, BOB, GUEST):
        ledger.open_player(player)
        won = Entry(f"won:{player}", SLOT, transfer(HOUSE, player, 500))
        ledger.post(won, RecordResult(player, SLOT, 10, 510))
    ledger.gift(GUEST, BOB, 20, "gift of a guest", any_age=True)
    ledger.post(
        Entry("vp:1", "videopoker", transfer(ALICE, MACHINE, 10)), SaveGame("1", "videopoker", "old", 10, 0, ALICE)
    )
    ledger.post(
        Entry("vp:2", "videopoker", transfer(GUEST, MACHINE, 5)), SaveGame("2", "videopoker", "old", 5, 0, GUEST)
    )
    ledger.save(*[CommitShuffle("", SLOT, f"commitment {player}", "secret", player) for player in (ALICE, GUEST)])
    seats = [BuyIn("t", 0, 100, ALICE), BuyIn("t", 1, 100, None, "swede", ALICE, 2000), BuyIn("t", 3, 10, GUEST)]
    moves = (*transfer(ALICE, TABLE, 100), *transfer(HOUSE, TABLE, 100), *transfer(GUEST, TABLE, 10))
    ledger.post(Entry("t:0", "buy-in", moves), SaveGame("t", "holdem", "old", 210), *seats)
    ledger.save(SetSeed(ALICE, "the account's"), SetSeed(GUEST, "the guest's"))
    for player in (WEB, OTHER_HOME, SSH):
        ledger.open_player(player)
        ledger.post(Entry(f"won:{player}", SLOT, transfer(HOUSE, player, 7)), RecordResult(player, SLOT, 1, 8))
    ledger.save(SetSeed(WEB, "the page's"))
    ledger.link(ledger.new_token(SSH, Purpose.LINK), OTHER_HOME)
    ledger._database.write(give_codes)


def give_codes(connection: Connection) -> None:
    """Give codes that are known."""
    rows = [("a link", "link", BOB), ("a page", "web", ALICE), ("an old page", "session", BOB)]
    for code, purpose, player in rows:
        row = {"hash": sha256(code.encode()).hexdigest(), "purpose": purpose, "player": player.text}
        row["door"] = "" if purpose == "link" else "web"
        connection.execute(tokens.insert().values(**row, expires_at=2**50))


HAND = RecordHand("77", "holdem", "t", (HandRow(0, 7, 0, ALICE), HandRow(1, 7, 14, robot="swede")))
GAME = SavedGame("1", "videopoker", "old", 10, 1, ALICE, NOON)
SPIN = Entry("slot:1", SLOT, (*transfer(ALICE, HOUSE, 10), *transfer(HOUSE, ALICE, 50)))
NEXT = CommitShuffle("", SLOT, "the next commitment", "secret", ALICE)


@dataclass(frozen=True)
class Operation:
    """An operation that writes.

    Attributes:
        do: it.
        again: the result, or the error, when it is done a second time; by default the same as the first time.
    """

    do: Callable[[Ledger], object]
    again: object = ...

    def repeat(self, ledger: Ledger, result: object) -> None:
        """Do it after it was done."""
        if isinstance(self.again, type):
            with pytest.raises(self.again):
                self.do(ledger)
        else:
            assert self.do(ledger) == (result if self.again is ... else self.again)


OPERATIONS = {
    "open": Operation(lambda ledger: ledger.open_player(OTHER, nick="other")),
    "rename": Operation(lambda ledger: ledger.open_player(BOB, nick="Bobby", nick_key="bobby")),
    "spin": Operation(lambda ledger: ledger.post(SPIN, UseShuffle("1", "{}"), NEXT, RecordResult(ALICE, SLOT, 10, 50))),
    "stake": Operation(
        lambda ledger: ledger.post(
            Entry("vp:3", "videopoker", transfer(BOB, MACHINE, 7)), SaveGame("3", "videopoker", "new", 7, 0, BOB)
        )
    ),
    "raise": Operation(
        lambda ledger: ledger.post(
            Entry("vp:1:more", "videopoker", transfer(ALICE, MACHINE, 5)), SaveGame("1", "videopoker", "new", 15, 1)
        )
    ),
    "settle": Operation(lambda ledger: ledger.settle(GAME, {ALICE: 90}, "out", RecordResult(ALICE, "vp", 10, 90))),
    "end": Operation(
        lambda ledger: ledger.post(Entry("vp:1:end", "vp", transfer(MACHINE, ALICE, 10)), EndGame("1", 1))
    ),
    "gift": Operation(lambda ledger: ledger.gift(ALICE, BOB, 30, "g", any_age=True)),
    "daily": Operation(lambda ledger: ledger.daily(ALICE), DailyTakenError),
    "save": Operation(lambda ledger: ledger.save(SaveGame("1", "videopoker", "new", 10, 1)), StaleStateError),
    "save two": Operation(
        lambda ledger: ledger.save(SaveGame("1", "videopoker", "new", 10, 1), SaveGame("5", "table", "new", 0)),
        StaleStateError,
    ),
    "commit": Operation(
        lambda ledger: ledger.save(CommitShuffle("77", SLOT, "a", "b", None, "#poker")), StaleStateError
    ),
    "use": Operation(lambda ledger: ledger.save(UseShuffle("1", "{}")), StaleStateError),
    "reveal": Operation(lambda ledger: ledger.save(UseShuffle("1", "{}"), RevealShuffle("1")), StaleStateError),
    "seed": Operation(lambda ledger: ledger.save(SetSeed(BOB, "socks"))),
    "another seed": Operation(lambda ledger: ledger.save(SetSeed(ALICE, "shoes"))),
    "sit down": Operation(
        lambda ledger: ledger.post(
            Entry("t:1", "buy-in", transfer(BOB, TABLE, 100)),
            SaveGame("t", "holdem", "new", 310, 1),
            BuyIn("t", 2, 100, BOB),
        )
    ),
    "hand": Operation(
        lambda ledger: ledger.save(SaveGame("t", "holdem", "new", 210, 1), HAND, RecordResult(ALICE, "holdem", 7, 0)),
        StaleStateError,
    ),
    "cash-out": Operation(
        lambda ledger: ledger.post(
            Entry("t:2", "cash-out", (*transfer(TABLE, ALICE, 93), *transfer(HOUSE, TABLE, 10))),
            SaveGame("t", "holdem", "new", 127, 1),
            HAND,
            CashOut("t", 0, 93),
            BuyIn("t", 1, 10, robot="swede"),
        )
    ),
    "new name": Operation(lambda ledger: ledger.rebind(GUEST, OTHER), again=False),
    "merge": Operation(lambda ledger: ledger.rebind(GUEST, ALICE), again=False),
    "link": Operation(lambda ledger: ledger.link("a link", WEB), again=None),
    "unlink": Operation(lambda ledger: ledger.unlink(SSH), NotAllowedError),
    "unlink the first": Operation(lambda ledger: ledger.unlink(OTHER_HOME), NotAllowedError),
    "redeem": Operation(lambda ledger: (ledger.redeem("a page", "web") or (None,))[0], again=None),
    "log out": Operation(lambda ledger: bool(ledger.end_sessions(BOB) + 1)),
}

QUERIES = """
SELECT owner, nick, nick_key, balance, gift_day, gifts, opened_at, has_merged FROM accounts ORDER BY owner
SELECT reason, owner, amount, postings.balance FROM postings JOIN entries ON entries.id = entry_id
  JOIN accounts ON accounts.id = account_id ORDER BY entry_id, line
SELECT reason, CASE WHEN reason IN ('start', 'merge', 'link', 'give_back') THEN '' ELSE key END, posted_at
  FROM entries ORDER BY id
SELECT games.id, games.kind, owner, held, state, version FROM games LEFT JOIN accounts ON accounts.id = player_id
  ORDER BY games.id
SELECT deal_id, shuffles.kind, owner, place, commitment, secret, proof, revealed FROM shuffles
  LEFT JOIN accounts ON accounts.id = player_id ORDER BY deal_id
SELECT owner, game, played, won, staked, paid, best FROM results JOIN accounts ON accounts.id = account_id
  ORDER BY owner, game
SELECT game_id, seat, owner, robot, bought_in, cashed_out FROM sessions
  LEFT JOIN accounts ON accounts.id = player_id ORDER BY sessions.id
SELECT deal_id, kind, game_id, ended_at FROM hands ORDER BY id
SELECT deal_id, seat, session_id IS NULL, owner, robot, put_in, won FROM hand_seats JOIN hands ON hands.id = hand_id
  LEFT JOIN accounts ON accounts.id = player_id ORDER BY hand_id, seat
SELECT seat, owner, day FROM robot_calls JOIN sessions ON sessions.id = session_id
  JOIN accounts ON accounts.id = robot_calls.player_id ORDER BY session_id
SELECT owner, seed, set_at FROM seeds JOIN accounts ON accounts.id = player_id ORDER BY owner
SELECT name, value FROM counters ORDER BY name
SELECT player, owner, closed_id, identities.network, identities.nick, linked_at FROM identities
  JOIN accounts ON accounts.id = account_id ORDER BY player
SELECT purpose, player, door, expires_at FROM tokens ORDER BY purpose, player
"""


def stored(ledger: Ledger) -> list[list[tuple[object, ...]]]:
    """Return all that is stored, without what differs from one run to another."""
    with ledger._database.reading() as connection:
        queries = QUERIES.replace("\n  ", " ").strip().splitlines()
        return [[tuple(row) for row in connection.execute(text(query))] for query in queries]


def check(ledger: Ledger) -> None:
    audit = ledger.audit()
    assert audit.is_clean
    assert audit.issued == audit.held + audit.at_tables


Fresh = Callable[[], Ledger]


@pytest.fixture(scope="module")
def prepared_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("prepared") / "ledger.db"
    with Ledger(f"sqlite:///{path}", ManualClock(NOON)) as ledger:
        prepare(ledger)
    return path


@pytest.fixture(params=["file", pytest.param("postgres", marks=[pytest.mark.servers, pytest.mark.slow(2)])])
def fresh(request: pytest.FixtureRequest, tmp_path: Path, clock: ManualClock) -> Iterator[Fresh]:
    """Return the same prepared ledger any number of times."""
    opened: list[Ledger] = []
    postgres: Postgres | None = request.getfixturevalue("postgres") if request.param == "postgres" else None
    url = postgres.new_ledger() if postgres else f"sqlite:///{tmp_path}/ledger.db"

    def make() -> Ledger:
        while opened:
            opened.pop().close()
        if postgres is None:
            shutil.copy(request.getfixturevalue("prepared_file"), tmp_path / "ledger.db")
        opened.append(Ledger(url, clock))
        if postgres is not None:
            opened[0]._database.write(restore)
        return opened[0]

    if postgres is not None:
        with Ledger(url, clock) as ledger:
            prepare(ledger)
            ledger._database.write(keep)
    yield make
    for ledger in opened:
        ledger.close()


def keep(connection: Connection) -> None:
    """Copy all tables."""
    for name in metadata.tables:
        connection.execute(text(f"CREATE TABLE kept_{name} AS TABLE {name}"))


def restore(connection: Connection) -> None:
    """Restore the copies."""
    connection.execute(text(f"TRUNCATE {', '.join(metadata.tables)}"))
    for table in metadata.sorted_tables:
        connection.execute(text(f"INSERT INTO {table} TABLE kept_{table}"))


LONG = {"link": pytest.mark.slow(5), "merge": pytest.mark.slow(1), "open": pytest.mark.slow(1)}
"""The operations with so many steps that only the second tier tries them all."""


@pytest.mark.few(6)
@pytest.mark.parametrize("name", [pytest.param(name, marks=LONG.get(name, ())) for name in OPERATIONS])
def test_every_step_fails_once(fresh: Fresh, name: str) -> None:
    operation = OPERATIONS[name]
    ledger = fresh()
    before = stored(ledger)
    faults = Faults(ledger)
    faults.arm(MOST_STEPS)
    result = operation.do(ledger)
    faults.disarm()
    after, total = stored(ledger), faults.steps
    assert after != before
    assert 4 <= total < MOST_STEPS
    # Files try all steps in every tier.
    some = total if ledger._database.engine.name == "sqlite" else count(total, total // 6)
    for steps in (*Random(seed(1)).sample(range(total), some), total):
        ledger = fresh()
        faults = Faults(ledger)
        faults.arm(steps)
        try:
            assert operation.do(ledger) == result
            raises = True
        except LedgerError:
            raises = False
        faults.disarm()
        check(ledger)
        found = stored(ledger)
        assert found in ([after] if raises else [before, after])
        assert faults.has_failed is (steps < total)
        if found == after:
            operation.repeat(ledger, result)
        else:
            assert operation.do(ledger) == result
        check(ledger)
        assert stored(ledger) == after
