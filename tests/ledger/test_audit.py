"""The audit finds changes made behind the ledger's back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import create_engine, text

from ircpoker.ledger import HOUSE, Audit, Entry, GameAccount, Ledger, PlayerId, SaveGame, transfer
from ircpoker.runtime.clock import ManualClock

ALICE = PlayerId.of("net", nick_key="alice")


@pytest.fixture
def ledger(shared_url: str, clock: ManualClock) -> Iterator[Ledger]:
    """A ledger that may have faults at the end."""
    with Ledger(shared_url, clock) as opened:
        opened.open_player(ALICE)
        opened.open_player(PlayerId.of("net", nick_key="bob"))
        opened.post(Entry("pull", "slot", (*transfer(ALICE, HOUSE, 10), *transfer(HOUSE, ALICE, 50))))
        stake = Entry("stake", "videopoker", transfer(ALICE, GameAccount("videopoker"), 20))
        opened.post(stake, SaveGame("1", "videopoker", "", 20, player=ALICE))
        yield opened


def tamper(url: str, *statements: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def test_a_clean_ledger(ledger: Ledger) -> None:
    audit = ledger.audit()
    assert audit == Audit(accounts=2, entries=4, issued=2040, held=2020, at_tables=20, unbalanced=0)
    assert audit.is_clean
    assert audit.json() == {
        "accounts": 2,
        "entries": 4,
        "issued": 2040,
        "held": 2020,
        "at_tables": 20,
        "unbalanced": 0,
    }


@pytest.mark.parametrize(
    ("statement", "wrong"),
    [
        ("UPDATE accounts SET balance = balance + 1 WHERE nick = 'alice'", 1),
        ("UPDATE accounts SET balance = balance - 1 WHERE kind = 'house'", 1),
        ("UPDATE accounts SET balance = 0 WHERE kind = 'game'", 2),  # the account, and the game in it
        ("UPDATE games SET held = 19", 1),
        ("DELETE FROM games", 1),
        ("UPDATE games SET kind = 'slot'", 2),  # chips without a game, and a game without chips
        ("UPDATE postings SET amount = 51 WHERE amount = 50", 2),  # the entry, and the account
        ("DELETE FROM postings WHERE amount = 50", 2),
        ("DELETE FROM postings WHERE line = 0 AND amount = -1000", 3),  # two entries, and the house
    ],
)
def test_every_change_is_found(ledger: Ledger, shared_url: str, statement: str, wrong: int) -> None:
    tamper(shared_url, statement)
    audit = ledger.audit()
    assert audit.unbalanced == wrong
    assert not audit.is_clean


def test_a_player_below_zero_is_found(ledger: Ledger, shared_url: str) -> None:
    """The table's constraint refuses it, so it is removed first."""
    if shared_url.startswith("sqlite"):
        tamper(
            shared_url, "PRAGMA ignore_check_constraints = ON", "UPDATE accounts SET balance = -5 WHERE nick = 'bob'"
        )
    else:
        drop = "ALTER TABLE accounts DROP CONSTRAINT ck_accounts_balance_not_negative"
        tamper(shared_url, drop, "UPDATE accounts SET balance = -5 WHERE nick = 'bob'")
    assert ledger.audit().unbalanced == 2


def test_balances_can_be_rebuilt_from_the_postings(ledger: Ledger, shared_url: str) -> None:
    before = ledger.top()
    tamper(shared_url, "UPDATE accounts SET balance = 0")
    assert not ledger.audit().is_clean
    rebuilt = "(SELECT COALESCE(SUM({0}), 0) FROM postings WHERE account_id = accounts.id)"
    tamper(shared_url, f"UPDATE accounts SET balance = {rebuilt.format('amount')}")
    assert ledger.audit().is_clean
    assert ledger.top() == before
