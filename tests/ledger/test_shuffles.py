"""A shuffle is stored before its commitment is shown, and used in the transaction of its chips."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ircpoker.errors import InsufficientChipsError, StaleStateError, UnknownPlayerError
from ircpoker.ledger import HOUSE, CommitShuffle, Entry, Ledger, PlayerId, RevealShuffle, UseShuffle, transfer
from tests.ledger.conftest import NOON

Player = Callable[[str], PlayerId]


def commit(deal_id: str, player: PlayerId | None = None, place: str = "") -> CommitShuffle:
    return CommitShuffle(deal_id, "slot", f"commitment {deal_id}", f"secret {deal_id}", player, place)


def test_a_committed_shuffle_is_kept(ledger: Ledger, player: Player) -> None:
    alice = player("alice")
    assert ledger.next_shuffle("slot", alice) is None
    ledger.save(commit("1", alice))
    shuffle = ledger.next_shuffle("slot", alice)
    assert shuffle is not None
    assert (shuffle.deal_id, shuffle.kind, shuffle.commitment) == ("1", "slot", "commitment 1")
    assert (shuffle.secret, shuffle.proof, shuffle.revealed) == ("secret 1", None, False)
    assert (shuffle.player, shuffle.place, shuffle.committed_at) == (alice, "", NOON)
    assert ledger.shuffle("1") == shuffle
    assert ledger.shuffle("2") is None
    assert ledger.next_shuffle("videopoker", alice) is None
    assert ledger.next_shuffle("slot", player("bob")) is None
    assert ledger.last_shuffles(alice) == ()


def test_secrets_are_in_no_repr(ledger: Ledger, player: Player) -> None:
    alice = player("alice")
    ledger.save(commit("1", alice))
    assert "secret 1" not in repr(commit("1", alice)) + repr(ledger.shuffle("1"))


def test_a_shuffle_is_used_with_its_entry_and_the_next_committed(ledger: Ledger, player: Player) -> None:
    alice = player("alice")
    ledger.save(commit("1", alice))
    pull = Entry("slot:1", "slot", transfer(alice, HOUSE, 10))
    changes = (UseShuffle("1", "seeds", reveal=True), commit("2", alice))
    first = ledger.post(pull, *changes)
    assert ledger.post(pull, *changes) == first
    used, coming = ledger.shuffle("1"), ledger.next_shuffle("slot", alice)
    assert used is not None
    assert coming is not None
    assert (used.proof, used.revealed, coming.deal_id) == ("seeds", True, "2")
    assert ledger.last_shuffles(alice, 5) == (used,)


def test_a_shuffle_is_used_once(ledger: Ledger, player: Player) -> None:
    alice = player("alice")
    ledger.save(commit("1", alice))
    ledger.save(UseShuffle("1", "seeds"))
    with pytest.raises(StaleStateError, match="the shuffle of deal 1 has changed"):
        ledger.post(Entry("again", "slot", transfer(alice, HOUSE, 10)), UseShuffle("1", "seeds"))
    with pytest.raises(StaleStateError):
        ledger.save(commit("1", alice))
    with pytest.raises(StaleStateError):
        ledger.save(UseShuffle("2", "seeds"))
    assert ledger.balance(alice) == 1000


def test_a_refused_entry_uses_nothing(ledger: Ledger, player: Player) -> None:
    alice = player("alice")
    ledger.save(commit("1", alice))
    with pytest.raises(InsufficientChipsError):
        ledger.post(Entry("slot:1", "slot", transfer(alice, HOUSE, 1001)), UseShuffle("1", "seeds"))
    shuffle = ledger.shuffle("1")
    assert shuffle is not None
    assert shuffle.proof is None


def test_a_secret_is_revealed_after_its_deal(ledger: Ledger) -> None:
    ledger.save(commit("1", place="libera/#poker"))
    with pytest.raises(StaleStateError):
        ledger.save(RevealShuffle("1"))
    ledger.save(UseShuffle("1", "seeds"))
    shuffle = ledger.shuffle("1")
    assert shuffle is not None
    assert not shuffle.revealed
    for _ in range(2):
        ledger.save(RevealShuffle("1"))
        shuffle = ledger.shuffle("1")
        assert shuffle is not None
        assert shuffle.revealed


def test_the_shuffles_of_a_table_are_its_own(ledger: Ledger, player: Player) -> None:
    alice = player("alice")
    for number in range(1, 6):
        ledger.save(commit(f"t{number}", place="libera/#poker"), commit(f"a{number}", alice))
        ledger.save(UseShuffle(f"t{number}", "seeds"))
    ledger.save(commit("t6", place="libera/#poker"), commit("x", place="libera/#other"))
    coming = ledger.next_shuffle("slot", "libera/#poker")
    assert coming is not None
    assert coming.deal_id == "t6"
    assert [shuffle.deal_id for shuffle in ledger.last_shuffles("libera/#poker", 3)] == ["t5", "t4", "t3"]
    oldest = ledger.next_shuffle("slot", alice)
    assert oldest is not None
    assert oldest.deal_id == "a1"


def test_unrevealed_shuffles_are_listed(ledger: Ledger, player: Player) -> None:
    alice = player("alice")
    for number in range(1, 5):
        ledger.save(commit(f"t{number}", place="libera/#poker"), commit(f"a{number}", alice))
    ledger.save(*(UseShuffle(deal_id, "seeds") for deal_id in ("t1", "t2", "t3", "a4")), RevealShuffle("t2"))
    assert [shuffle.deal_id for shuffle in ledger.hidden_shuffles("libera/#poker", "slot")] == ["t1", "t3"]
    assert [shuffle.deal_id for shuffle in ledger.hidden_shuffles(alice, "slot")] == ["a4"]
    assert ledger.hidden_shuffles("libera/#poker", "holdem") == ()


def test_a_shuffle_needs_a_known_owner(ledger: Ledger) -> None:
    with pytest.raises(UnknownPlayerError):
        ledger.save(commit("1", PlayerId.of("net", nick_key="nobody")))
    assert ledger.shuffle("1") is None
