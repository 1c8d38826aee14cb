"""Committed shuffles, seeds and proofs in the ledger."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from ircpoker.errors import PokerError, ProofError, UsageError
from ircpoker.fairness.proof import CallOff, verify
from ircpoker.fairness.proofs import Dealer, freeze, mark_called_off, read_proof, set_seed, use, was_called_off
from ircpoker.ledger import CommitShuffle, Ledger, PlayerId, Shuffle, UseShuffle
from ircpoker.runtime.clock import ManualClock
from ircpoker.words import Phrase
from tests.machines.conftest import clock, ledger, url

__all__ = ["clock", "ledger", "url"]
ALICE = PlayerId.of("net", nick_key="alice")


@pytest.fixture
def dealer(ledger: Ledger) -> Dealer:
    ledger.open_player(ALICE)
    return Dealer(ledger, "slot", Random(1).randbytes)


def used(dealer: Dealer, seed: str = "socks") -> Shuffle:
    set_seed(dealer.ledger, ALICE, seed)
    dealer.ledger.save(use(dealer.freeze(dealer.pending(ALICE), ALICE), reveal=True))
    return dealer.ledger.last_shuffles(ALICE)[0]


def test_a_commitment_is_made_once(dealer: Dealer) -> None:
    assert dealer.committed(ALICE) is None
    first = dealer.pending(ALICE)
    assert dealer.committed(ALICE) == dealer.pending(ALICE) == first
    assert dealer.freeze(first, ALICE) == freeze(first, [""])


@pytest.mark.parametrize("secret", ["", "00", "xy" * 32, "ab" * 33])
def test_an_unreadable_secret_is_replaced(dealer: Dealer, secret: str, caplog: pytest.LogCaptureFixture) -> None:
    ledger = dealer.ledger
    ledger.save(CommitShuffle("", "slot", "00" * 32, secret, ALICE))
    with caplog.at_level(logging.CRITICAL):
        assert dealer.committed(ALICE) is None
        fresh = dealer.pending(ALICE)
    assert fresh.deal_id == "2"
    verify(dealer.freeze(fresh, ALICE), commitment=fresh.commitment)
    assert dealer.committed(ALICE) == fresh
    [lost] = ledger.last_shuffles(ALICE, 5)
    assert (lost.deal_id, lost.revealed) == ("1", False)
    with pytest.raises(ProofError, match="the proof of deal 1 cannot be read"):
        read_proof(lost)


def test_a_new_commitment_follows_a_lost_secret(dealer: Dealer, caplog: pytest.LogCaptureFixture) -> None:
    dealer.ledger.save(CommitShuffle("", "slot", "00" * 32, "", ALICE), *dealer.next(ALICE))
    with caplog.at_level(logging.CRITICAL):
        assert dealer.pending(ALICE).deal_id == "2"


def test_a_used_shuffle_proves_its_deck(dealer: Dealer) -> None:
    frozen = dealer.freeze(dealer.pending(ALICE), ALICE)
    shuffle = used(dealer)
    proof = read_proof(shuffle)
    verify(proof, commitment=frozen.commitment, deal_id=frozen.deal_id, seeds=["socks"])
    assert frozen.deck != proof.deck


def test_a_proof_without_a_stored_deck(dealer: Dealer) -> None:
    shuffle = used(dealer)
    bare = replace(shuffle, proof=json.dumps({"seeds": ["socks"]}))
    assert read_proof(bare) == read_proof(shuffle)


def test_any_change_is_found(dealer: Dealer) -> None:
    shuffle = used(dealer)
    assert shuffle.proof is not None
    kept = json.loads(shuffle.proof)
    deck = kept["deck"]
    changes = {
        "secret": replace(shuffle, secret="00" + shuffle.secret[2:]),
        "commitment": replace(shuffle, commitment="00" + shuffle.commitment[2:]),
        "deal id": replace(shuffle, deal_id="2"),
        "seed": replace(shuffle, proof=json.dumps(kept | {"seeds": ["shoes"]})),
        "seeds": replace(shuffle, proof=json.dumps(kept | {"seeds": ["socks", ""]})),
        "card": replace(shuffle, proof=json.dumps(kept | {"deck": deck[2:4] + deck[:2] + deck[4:]})),
    }
    verify(read_proof(shuffle))
    for changed in changes.values():
        with pytest.raises(ProofError):
            verify(read_proof(changed))


@pytest.mark.few(5)
@pytest.mark.parametrize(
    "text",
    [None, "", "[]", "{}", '{"seeds": 7}', "nonsense", '{"seeds": [""], "deck": "Ah"}', '{"seeds": [""], "deck": 1}'],
)
def test_bad_proofs(dealer: Dealer, text: str | None) -> None:
    with pytest.raises(ProofError, match="the proof of deal 1 cannot be read"):
        read_proof(replace(used(dealer), proof=text))


@pytest.mark.parametrize("secret", ["", "00", "xy" * 32])
def test_bad_secrets(dealer: Dealer, secret: str) -> None:
    shuffle = replace(used(dealer), secret=secret)
    with pytest.raises(ProofError):
        read_proof(shuffle)
    with pytest.raises(ProofError):
        freeze(shuffle, [""])


def test_a_seed_stays_until_there_is_another(dealer: Dealer) -> None:
    ledger = dealer.ledger
    assert ledger.seed(ALICE) == ""
    for text, seed in (("  my \x02lucky\tsocks ", "my lucky socks"), ("7", "7"), ("♥", "♥")):
        assert set_seed(ledger, ALICE, text) == seed
        assert ledger.seed(ALICE) == seed
        assert dealer.freeze(dealer.pending(ALICE), ALICE).seeds == (seed,)
    assert ledger.audit().at_tables == 0


@pytest.mark.parametrize("text", ["", "  ", "\x02", "x" * 65])
def test_a_bad_seed_changes_nothing(dealer: Dealer, text: str) -> None:
    set_seed(dealer.ledger, ALICE, "socks")
    with pytest.raises(UsageError):
        set_seed(dealer.ledger, ALICE, text)
    assert dealer.ledger.seed(ALICE) == "socks"


def test_a_guest_who_logs_in_brings_the_seed_along(dealer: Dealer, clock: ManualClock) -> None:
    ledger = dealer.ledger
    account = PlayerId.of("net", nick_key="alice", account="Alice")
    ledger.open_player(account)
    set_seed(ledger, account, "old")
    clock.advance(timedelta(seconds=1))
    set_seed(ledger, ALICE, "new")
    ledger.rebind(ALICE, account)
    assert ledger.seed(account) == "new"
    set_seed(ledger, account, "newest")
    assert ledger.seed(account) == "newest"
    ledger.open_player(ALICE)
    assert ledger.seed(ALICE) == ""
    set_seed(ledger, ALICE, "another guest's")
    assert (ledger.seed(ALICE), ledger.seed(account)) == ("another guest's", "newest")


def test_a_seed_needs_an_owner(ledger: Ledger) -> None:
    with pytest.raises(PokerError):
        set_seed(ledger, PlayerId.of("net", nick_key="nobody"), "socks")


def test_deals_that_were_called_off_are_marked_and_counted(dealer: Dealer) -> None:
    ledger = dealer.ledger
    for _ in range(3):
        used(dealer)
    for deal, reason, count in (
        ("2", Phrase("call_off.no_cards", names="bob"), 1),
        ("3", Phrase("call_off.fault"), 2),
    ):
        ledger.save(*mark_called_off(ledger, deal, reason))
        shuffle = ledger.shuffle(deal)
        assert shuffle is not None
        assert was_called_off(shuffle) == CallOff(reason, count, 3)
        assert "log" not in (shuffle.proof or "")
        assert read_proof(shuffle).called_off == was_called_off(shuffle)
    first = ledger.shuffle("1")
    assert first is not None
    assert was_called_off(first) is None


def test_an_unreadable_shuffle_cannot_be_marked_as_called_off(dealer: Dealer) -> None:
    ledger = dealer.ledger
    for text in ("nonsense", "[]", "7"):
        deal = dealer.pending(ALICE).deal_id
        assert mark_called_off(ledger, deal, Phrase("call_off.fault")) == []
        ledger.save(UseShuffle(deal, text, reveal=True))
        assert mark_called_off(ledger, deal, Phrase("call_off.fault")) == []
        shuffle = ledger.shuffle(deal)
        assert shuffle is not None
        assert was_called_off(shuffle) is None
    assert mark_called_off(ledger, "99", Phrase("call_off.fault")) == []
