"""A pull is one transaction: stake, deck, result and payout."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from ircpoker.errors import InsufficientChipsError, StaleStateError, UnknownPlayerError
from ircpoker.fairness.proof import verify
from ircpoker.fairness.proofs import read_proof, set_seed
from ircpoker.fairness.shuffle import make_deck
from ircpoker.ledger import CommitShuffle, GameResult, Ledger, PlayerId
from ircpoker.machines.rules import SLOT_PAYS, spin
from ircpoker.machines.slot import SlotMachine
from ircpoker.runtime.clock import ManualClock
from tests import tiers
from tests.ledger.conftest import NOON
from tests.machines.meddling import MeddledLedger

Player = Callable[[str], PlayerId]


def test_a_pull_pays_for_the_first_five_cards_of_its_deck(ledger: Ledger, slot: SlotMachine, player: Player) -> None:
    alice = player("alice")
    balance = 1000
    seen = set()
    for _ in range(30):
        pull = slot.pull(alice, 7)
        shuffle = ledger.shuffle(pull.deal.deal_id)
        assert shuffle is not None
        deck = make_deck(bytes.fromhex(shuffle.secret), pull.deal.deal_id, [""])
        assert pull.result == spin(deck, 7)
        balance += pull.result.payout - 7
        assert pull.balance == ledger.balance(alice) == balance
        seen.add(pull.result.cards)
    assert len(seen) == 30
    [result] = ledger.stats(alice)
    assert (result.game, result.played, result.staked) == ("slot", 30, 210)
    assert result.paid == balance - 1000 + 210


def test_a_pull_uses_the_committed_deck_and_commits_to_the_next(
    ledger: Ledger, slot: SlotMachine, player: Player
) -> None:
    alice = player("alice")
    first = slot.pull(alice, 1)
    assert first.is_first
    for _ in range(3):
        coming = ledger.next_shuffle("slot", alice)
        assert coming is not None
        assert (coming.deal_id, coming.commitment) == (first.next_deal.deal_id, first.next_deal.digest)
        second = slot.pull(alice, 1)
        assert second.deal == first.next_deal
        assert not second.is_first
        first = second


def test_a_commitment_before_the_first_pull_is_kept(slot: SlotMachine, player: Player) -> None:
    alice = player("alice")
    committed = slot.dealer.pending(alice)
    assert slot.dealer.pending(alice) == committed
    pull = slot.pull(alice, 1)
    assert not pull.is_first
    assert (pull.deal.deal_id, pull.deal.digest) == (committed.deal_id, committed.commitment)


def test_a_commitment_left_over_when_the_bot_stopped_is_used(tmp_path: Path, clock: ManualClock) -> None:
    url = f"sqlite:///{tmp_path}/ledger.db"
    alice = PlayerId.of("net", nick_key="alice")
    with Ledger(url, clock) as ledger:
        ledger.open_player(alice)
        committed = SlotMachine(ledger, SLOT_PAYS, Random(1).randbytes).dealer.pending(alice)
    with Ledger(url, clock) as ledger:
        pull = SlotMachine(ledger, SLOT_PAYS, Random(2).randbytes).pull(alice, 1)
        assert (pull.deal.deal_id, pull.deal.digest) == (committed.deal_id, committed.commitment)
        assert not pull.is_first
        shuffle = ledger.shuffle(committed.deal_id)
        assert shuffle is not None
        verify(read_proof(shuffle), commitment=committed.commitment)


def test_a_pull_with_a_lost_secret_shows_a_new_commitment(
    ledger: Ledger, slot: SlotMachine, player: Player, caplog: pytest.LogCaptureFixture
) -> None:
    alice = player("alice")
    ledger.save(CommitShuffle("", "slot", "00" * 32, "lost", alice))
    with caplog.at_level(logging.CRITICAL):
        pull = slot.pull(alice, 10)
    assert pull.is_first
    assert pull.deal.deal_id == "2"
    assert ledger.balance(alice) == 990 + pull.result.payout
    shuffle = ledger.shuffle("2")
    assert shuffle is not None
    verify(read_proof(shuffle), commitment=pull.deal.digest)
    assert ledger.audit().is_clean


def test_each_player_has_own_shuffles(slot: SlotMachine, player: Player) -> None:
    pulls = [slot.pull(player(name), 1) for name in ("alice", "bob", "alice", "bob")]
    assert len({pull.deal.deal_id for pull in pulls}) == 4
    assert pulls[2].deal == pulls[0].next_deal
    assert pulls[3].deal == pulls[1].next_deal


def test_the_proof_can_be_shown_at_once_and_holds(ledger: Ledger, slot: SlotMachine, player: Player) -> None:
    alice = player("alice")
    pending = slot.dealer.pending(alice)
    set_seed(ledger, alice, "socks")
    pull = slot.pull(alice, 10)
    shuffle = ledger.shuffle(pull.deal.deal_id)
    assert shuffle is not None
    assert shuffle.revealed
    assert shuffle.committed_at == NOON
    proof = read_proof(shuffle)
    verify(proof, commitment=pending.commitment, deal_id=pull.deal.deal_id, seeds=["socks"])
    assert proof.deck[:5] == pull.result.cards


def test_a_stake_beyond_the_balance_changes_nothing(ledger: Ledger, slot: SlotMachine, player: Player) -> None:
    alice = player("alice")
    slot.pull(alice, 990)
    before = ledger.audit(), ledger.next_shuffle("slot", alice), ledger.balance(alice)
    with pytest.raises(InsufficientChipsError):
        slot.pull(alice, before[2] + 1)
    assert (ledger.audit(), ledger.next_shuffle("slot", alice), ledger.balance(alice)) == before
    assert ledger.new_deal_number() == 3


def test_all_chips_can_be_staked(ledger: Ledger, slot: SlotMachine, player: Player) -> None:
    alice = player("alice")
    pull = slot.pull(alice, 1000)
    assert ledger.balance(alice) == pull.result.payout


def test_no_account(ledger: Ledger, slot: SlotMachine) -> None:
    with pytest.raises(UnknownPlayerError):
        slot.pull(PlayerId.of("net", nick_key="nobody"), 1)
    assert ledger.audit().entries == 0


@pytest.mark.parametrize("times", [1, 3])
def test_another_bot_that_uses_the_shuffle_first_costs_nobody_a_chip(tmp_path, clock, times: int) -> None:
    url = f"sqlite:///{tmp_path}/ledger.db"
    alice = PlayerId.of("net", nick_key="alice")
    with Ledger(url, clock) as there, MeddledLedger(url, clock) as here:
        here.open_player(alice)
        other = SlotMachine(there, SLOT_PAYS, Random(2).randbytes)
        pulls = []
        here.meddle = lambda: pulls.append(other.pull(alice, 10))
        here.times = times
        pulls.append(SlotMachine(here, SLOT_PAYS, Random(3).randbytes).pull(alice, 10))
        assert len({pull.deal.deal_id for pull in pulls}) == len(pulls) == times + 1
        assert here.balance(alice) == 1000 + sum(pull.result.payout - 10 for pull in pulls) == pulls[-1].balance
        assert here.stats(alice)[0].played == len(pulls)
        assert here.audit().is_clean


def test_another_bot_that_is_always_faster(tmp_path, clock) -> None:
    url = f"sqlite:///{tmp_path}/ledger.db"
    alice = PlayerId.of("net", nick_key="alice")
    with Ledger(url, clock) as there, MeddledLedger(url, clock) as here:
        here.open_player(alice)
        other = SlotMachine(there, SLOT_PAYS, Random(2).randbytes)
        here.meddle, here.times = lambda: other.pull(alice, 1), 1000
        with pytest.raises(StaleStateError):
            SlotMachine(here, SLOT_PAYS, Random(3).randbytes).pull(alice, 500)
        [result] = here.stats(alice)
        assert result.staked == result.played
        assert here.audit().is_clean


@pytest.mark.few(1)
def test_many_pulls_leave_a_clean_ledger(ledger: Ledger, slot: SlotMachine, player: Player) -> None:
    names = [player(name) for name in ("alice", "bob", "carol")]
    rng = Random(4)
    paid: dict[PlayerId, list[int]] = {name: [] for name in names}
    for _ in range(tiers.count(1000, 60)):
        who = rng.choice(names)
        if held := ledger.balance(who):
            stake = rng.randint(1, min(held, 30))
            paid[who].append(slot.pull(who, stake).result.payout)
    for who in names:
        [result] = ledger.stats(who)
        assert result == GameResult(
            "slot", len(paid[who]), result.won, result.staked, sum(paid[who]), max(paid[who], default=0)
        )
        assert ledger.balance(who) == 1000 - result.staked + result.paid
