"""A game of video poker survives everything between its deal and its hold."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from ircpoker.errors import InsufficientChipsError, SavedGameError, StaleStateError
from ircpoker.fairness.proof import verify
from ircpoker.fairness.proofs import read_proof, set_seed
from ircpoker.ledger import CommitShuffle, Ledger, PlayerId, SaveGame
from ircpoker.machines.rules import VIDEO_POKER_PAYS, Machine, make_pay_table
from ircpoker.machines.videopoker import VideoPoker
from ircpoker.runtime.clock import ManualClock
from tests.machines.meddling import MeddledLedger

Player = Callable[[str], PlayerId]


def test_the_stake_stays_in_the_game_until_the_hold(ledger: Ledger, videopoker: VideoPoker, player: Player) -> None:
    alice = player("alice")
    started = videopoker.start(alice, 25)
    assert started.is_new
    assert ledger.balance(alice) == 975
    audit = ledger.audit()
    assert (audit.held, audit.at_tables, audit.issued) == (975, 25, 1000)
    finished = videopoker.hold(alice, started.unfinished, 0b10101)
    assert finished.result == started.unfinished.game.hold(0b10101)
    assert finished.balance == ledger.balance(alice) == 975 + finished.result.payout
    assert ledger.audit().at_tables == 0
    [result] = ledger.stats(alice)
    assert (result.game, result.played, result.staked, result.paid) == ("videopoker", 1, 25, finished.result.payout)


@pytest.mark.few(1)
def test_every_way_to_end_balances(ledger: Ledger, videopoker: VideoPoker, player: Player) -> None:
    alice = player("alice")
    rng = Random(7)
    payouts = set()
    for _ in range(40):
        unfinished = videopoker.start(alice, 1).unfinished
        best = unfinished.game.best_hold().mask
        finished = videopoker.hold(alice, unfinished, best if rng.random() < 0.8 else rng.randrange(32))
        payouts.add(finished.result.payout)
        assert finished.balance == ledger.balance(alice)
    assert {0, 1} < payouts
    assert ledger.audit().is_clean


def test_a_second_request_continues_the_game(ledger: Ledger, videopoker: VideoPoker, player: Player) -> None:
    alice = player("alice")
    first = videopoker.start(alice, 25)
    again = videopoker.start(alice, 100)
    assert not again.is_new
    assert again.unfinished == first.unfinished
    assert ledger.balance(alice) == 975


def test_each_player_has_a_separate_game(videopoker: VideoPoker, player: Player) -> None:
    alice, bob = player("alice"), player("bob")
    first = videopoker.start(alice, 25).unfinished
    assert videopoker.unfinished(bob) is None
    second = videopoker.start(bob, 5).unfinished
    assert videopoker.unfinished(alice) == first
    assert first.game.cards != second.game.cards


def test_a_game_survives_a_restart_and_another_pay_table(tmp_path: Path, clock: ManualClock) -> None:
    url = f"sqlite:///{tmp_path}/ledger.db"
    alice = PlayerId.of("net", nick_key="alice")
    with Ledger(url, clock) as ledger:
        ledger.open_player(alice)
        game = VideoPoker(ledger, VIDEO_POKER_PAYS, Random(1).randbytes).start(alice, 10).unfinished.game
    stingy = make_pay_table(Machine.VIDEO_POKER, {})
    with Ledger(url, clock) as ledger:
        machine = VideoPoker(ledger, stingy, Random(2).randbytes)
        unfinished = machine.unfinished(alice)
        assert unfinished is not None
        assert unfinished.game == game
        finished = machine.hold(alice, unfinished, game.best_hold().mask)
        assert finished.result == game.hold(game.best_hold().mask)
        assert machine.start(alice, 10).unfinished.game.pay_table == stingy
        assert ledger.audit().is_clean


def test_the_secret_is_shown_after_the_hold_only(ledger: Ledger, videopoker: VideoPoker, player: Player) -> None:
    alice = player("alice")
    pending = videopoker.dealer.pending(alice)
    set_seed(ledger, alice, "socks")
    started = videopoker.start(alice, 10)
    assert started.first_deal is None
    shuffle = ledger.shuffle(started.unfinished.deal_id)
    assert shuffle is not None
    assert not shuffle.revealed
    # A seed given now is for the next game: these seeds are frozen.
    set_seed(ledger, alice, "shoes")
    finished = videopoker.hold(alice, started.unfinished, 0)
    shuffle = ledger.shuffle(finished.deal_id)
    assert shuffle is not None
    assert shuffle.revealed
    proof = read_proof(shuffle)
    verify(proof, commitment=pending.commitment, deal_id=pending.deal_id, seeds=["socks"])
    assert proof.deck[:5] == started.unfinished.game.cards
    assert proof.deck[5:10] == finished.result.cards
    coming = ledger.next_shuffle("videopoker", alice)
    assert coming is not None
    assert (coming.deal_id, coming.commitment) == (finished.next_deal.deal_id, finished.next_deal.digest)


def test_the_first_game_shows_its_commitment(ledger: Ledger, videopoker: VideoPoker, player: Player) -> None:
    started = videopoker.start(player("alice"), 10)
    shuffle = ledger.shuffle(started.unfinished.deal_id)
    assert shuffle is not None
    assert started.first_deal is not None
    assert started.first_deal.digest == shuffle.commitment


def test_a_game_with_a_lost_secret_shows_a_new_commitment(
    ledger: Ledger, videopoker: VideoPoker, player: Player, caplog: pytest.LogCaptureFixture
) -> None:
    alice = player("alice")
    ledger.save(CommitShuffle("", "videopoker", "00" * 32, "lost", alice))
    with caplog.at_level(logging.CRITICAL):
        started = videopoker.start(alice, 10)
    assert started.first_deal is not None
    assert started.first_deal.deal_id == started.unfinished.deal_id == "2"
    assert ledger.balance(alice) == 990


def test_a_game_pays_once(ledger: Ledger, videopoker: VideoPoker, player: Player) -> None:
    alice = player("alice")
    unfinished = videopoker.start(alice, 10).unfinished
    for mask in (unfinished.game.best_hold().mask, 0):
        videopoker.hold(alice, unfinished, unfinished.game.best_hold().mask) if mask else None
        balance = ledger.balance(alice)
        with pytest.raises(StaleStateError):
            videopoker.hold(alice, unfinished, mask)
        assert ledger.balance(alice) == balance
    assert videopoker.unfinished(alice) is None


def test_a_stake_without_the_chips_changes_nothing(ledger: Ledger, videopoker: VideoPoker, player: Player) -> None:
    alice = player("alice")
    before = ledger.audit()
    with pytest.raises(InsufficientChipsError):
        videopoker.start(alice, 1001)
    assert ledger.audit() == before
    assert videopoker.unfinished(alice) is None


def test_a_game_that_cannot_be_read_is_paid_back(
    ledger: Ledger, videopoker: VideoPoker, player: Player, caplog: pytest.LogCaptureFixture
) -> None:
    alice = player("alice")
    for state in ("", "[]", '{"version": 99}', '{"version": 1, "stake": 10, "cards": "Ah", "pays": {}}'):
        saved = videopoker.start(alice, 10).unfinished.saved
        ledger.save(SaveGame(saved.game_id, saved.kind, state, saved.held, saved.version, alice))
        with caplog.at_level(logging.CRITICAL), pytest.raises(SavedGameError, match="its stake, 10, was given back"):
            videopoker.start(alice, 10)
        assert ledger.balance(alice) == 1000
        assert ledger.audit().at_tables == 0


def test_a_guest_who_logs_in_takes_the_game_along(ledger: Ledger, videopoker: VideoPoker, player: Player) -> None:
    guest = player("alice")
    unfinished = videopoker.start(guest, 10).unfinished
    alice = PlayerId.of("net", nick_key="alice", account="Alice")
    ledger.rebind(guest, alice)
    going_on = videopoker.unfinished(alice)
    assert going_on is not None
    assert going_on.game == unfinished.game
    videopoker.hold(alice, going_on, 0)
    assert ledger.stats(alice)[0].played == 1


def test_another_bot_that_deals_first(tmp_path: Path, clock: ManualClock) -> None:
    url = f"sqlite:///{tmp_path}/ledger.db"
    alice = PlayerId.of("net", nick_key="alice")
    with Ledger(url, clock) as there, MeddledLedger(url, clock) as here:
        here.open_player(alice)
        other = VideoPoker(there, VIDEO_POKER_PAYS, Random(2).randbytes)
        other.dealer.pending(alice)
        here.meddle, here.times = lambda: other.start(alice, 20), 1
        started = VideoPoker(here, VIDEO_POKER_PAYS, Random(3).randbytes).start(alice, 10)
        assert not started.is_new
        assert replace(started.unfinished.game).stake == 20
        assert here.balance(alice) == 980
        assert here.audit().is_clean


def test_another_bot_that_holds_first(tmp_path: Path, clock: ManualClock) -> None:
    url = f"sqlite:///{tmp_path}/ledger.db"
    alice = PlayerId.of("net", nick_key="alice")
    with Ledger(url, clock) as there, MeddledLedger(url, clock) as here:
        here.open_player(alice)
        machine = VideoPoker(here, VIDEO_POKER_PAYS, Random(3).randbytes)
        unfinished = machine.start(alice, 10).unfinished
        other = VideoPoker(there, VIDEO_POKER_PAYS, Random(2).randbytes)
        held = []
        here.meddle, here.times = lambda: held.append(other.hold(alice, unfinished, 31)), 1
        with pytest.raises(StaleStateError):
            machine.hold(alice, unfinished, 31)
        assert here.balance(alice) == held[0].balance
        assert here.stats(alice)[0].played == 1
