from __future__ import annotations

from typing import Any

import pytest

from ircpoker.errors import InvalidAmountError
from ircpoker.ledger import (
    HOUSE,
    MOST_CHIPS,
    Entry,
    GameAccount,
    PlayerId,
    Posting,
    settlement,
    transfer,
    unique_key,
)

ALICE = PlayerId.of("net", nick_key="alice")
BOB = PlayerId.of("net", nick_key="bob")
TABLE = GameAccount("holdem")


@pytest.mark.parametrize(
    "postings",
    [
        (Posting(ALICE, 1),),
        (Posting(ALICE, 1), Posting(BOB, -2)),
        (Posting(ALICE, 0), Posting(BOB, 0)),
        (Posting(ALICE, MOST_CHIPS + 1), Posting(BOB, -MOST_CHIPS - 1)),
    ],
)
def test_invalid_postings_are_refused(postings: tuple[Posting, ...]) -> None:
    with pytest.raises(ValueError, match=r"zero|chips"):
        Entry("key", "test", postings)


def test_amounts_that_are_not_integers_are_refused() -> None:
    half: Any = 0.5
    with pytest.raises(ValueError, match="chips"):
        Entry("key", "test", (Posting(ALICE, half), Posting(BOB, -half)))


@pytest.mark.parametrize(
    ("key", "reason"), [("", "test"), ("k" * 256, "test"), ("key", ""), ("key", "r" * 65), ("k\n", "test")]
)
def test_invalid_keys_and_reasons_are_refused(key: str, reason: str) -> None:
    with pytest.raises(ValueError, match="printable"):
        Entry(key, reason, transfer(ALICE, BOB, 1))


def test_a_transfer_of_zero_has_no_posting() -> None:
    assert transfer(ALICE, BOB, 0) == ()
    assert Entry("key", "test", ()).postings == ()


@pytest.mark.parametrize("amount", [-1, MOST_CHIPS + 1])
def test_invalid_transfers(amount: int) -> None:
    with pytest.raises(InvalidAmountError):
        transfer(ALICE, BOB, amount)


@pytest.mark.parametrize(
    ("held", "payouts"),
    [(10, {}), (10, {ALICE: 10}), (10, {ALICE: 0}), (10, {ALICE: 3, BOB: 2}), (0, {}), (10, {ALICE: 8000})],
)
def test_settlement_empties_the_game(held: int, payouts: dict[PlayerId, int]) -> None:
    entry = settlement("key", "test", TABLE, held, payouts)
    sums: dict[Any, int] = {}
    for posting in entry.postings:
        sums[posting.account] = sums.get(posting.account, 0) + posting.amount
        assert held + sums.get(TABLE, 0) >= 0, "a game never pays what it does not hold"
    assert sums.get(TABLE, 0) == -held
    assert {player: sums.get(player, 0) for player in payouts} == payouts
    assert sums.get(HOUSE, 0) == held - sum(payouts.values())


def test_unique_keys_differ() -> None:
    keys = {unique_key("gift") for _ in range(1000)}
    assert len(keys) == 1000
    assert all(key.startswith("gift:") for key in keys)
