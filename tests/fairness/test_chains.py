"""The chains of secrets that seal the deals of one player at a machine."""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise
from random import Random

import pytest

from ircpoker.fairness.proofs import LENGTH, ChainLink, Dealer, chain_of, find_link, use
from ircpoker.ledger import Ledger, PlayerId, Purpose, Shuffle
from tests.machines.conftest import clock, ledger, url

__all__ = ["clock", "ledger", "url"]
ALICE = PlayerId.of("net", nick_key="alice")


def play(dealer: Dealer) -> Shuffle:
    """Use the shuffle of the next deal, as a machine does, and return it."""
    proof = dealer.freeze(dealer.pending(ALICE), ALICE)
    dealer.ledger.save(use(proof, reveal=True), *dealer.next(ALICE, proof.secret.hex()))
    used = dealer.ledger.shuffle(proof.deal_id)
    assert used is not None
    return used


def make_dealer(ledger: Ledger) -> Dealer:
    ledger.open_player(ALICE)
    return Dealer(ledger, "slot", Random(1).randbytes)


def test_each_secret_is_the_hash_of_the_next() -> None:
    secrets = chain_of(bytes(32))
    assert len(secrets) == LENGTH
    assert secrets[-1] == bytes(32)
    assert all(sha256(after).digest() == secret for secret, after in pairwise(secrets))


def test_a_revealed_secret_is_the_commitment_of_the_next_deal(ledger: Ledger) -> None:
    dealer = make_dealer(ledger)
    deals = [play(dealer) for _ in range(5)]
    assert [deal.deal_id for deal in deals] == ["1", "2", "3", "4", "5"]
    assert [deal.commitment for deal in deals[1:]] == [deal.secret for deal in deals[:-1]]
    head = deals[0].commitment
    assert [find_link(ledger, deal) for deal in deals] == [ChainLink(number, head) for number in range(1, 6)]


@pytest.mark.few(1)
def test_another_chain_begins_at_the_end_of_one(ledger: Ledger) -> None:
    dealer = make_dealer(ledger)
    first = play(dealer)
    kept = ledger.next_shuffle("slot chain", ALICE)
    assert kept is not None
    ledger.save(use(dealer.freeze(dealer.pending(ALICE), ALICE), reveal=True), *dealer.next(ALICE, kept.secret))
    later = play(dealer)
    for _ in range(205):  # more than a look at the newest deals would see
        play(dealer)
    link = find_link(ledger, later)
    assert link == ChainLink(1, later.commitment)
    assert find_link(ledger, first) == ChainLink(1, first.commitment), "a chain that has ended still proves its deals"


def test_two_players_and_two_machines_have_their_own(ledger: Ledger) -> None:
    dealer = make_dealer(ledger)
    other = Dealer(ledger, "videopoker", Random(2).randbytes)
    deals = [play(each) for each in (dealer, other, dealer, other)]
    assert [deal.commitment for deal in deals[2:]] == [deal.secret for deal in deals[:2]]


def test_two_accounts_that_become_one_go_on_in_both_chains(ledger: Ledger) -> None:
    dealer, other = make_dealer(ledger), PlayerId.of("ssh", nick_key="key")
    ledger.open_player(other)
    ledger.save(*dealer.next(other))
    play(dealer)
    assert ledger.link(ledger.new_token(other, Purpose.LINK), ALICE)
    links = [find_link(ledger, play(dealer)) for _ in range(20)]
    assert len({link.head for link in links if link}) == 2
    assert max(link.number for link in links if link) > 10
