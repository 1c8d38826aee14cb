"""What a course may show: cards as they were seen then, and with `revealed` those of the proof, and nothing else."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

import msgspec
import pytest

from ircpoker.feed.messages import Paid
from ircpoker.lobby.places import Place
from ircpoker.records.course import Moment, course
from ircpoker.records.ledger_hands import table_hand
from ircpoker.records.played import PUBLIC, HandReader, PlayedHand, PlayedSeat, may_see
from ircpoker.table import GAMES, DealSeat
from tests.records.deals import random_deal_of_table
from tests.tiers import count, seed


def random_table_hand(rng: Random, number: int, game: str) -> PlayedHand:
    """Return a hand of which the ledger knows every card."""
    deal, players = random_deal_of_table(rng, game)
    seats = [PlayedSeat(seat, f"p{seat}", rng.choice(("person", "robot"))) for seat in players]
    return table_hand(deal, str(number), Place.of_channel("n", "#p"), seats, datetime(2026, 1, 2, tzinfo=UTC))


def without_cards(moment: Moment) -> tuple[object, object]:
    """Return a moment without what `revealed` may add: the cards of seats, and the names of their hands."""
    table = msgspec.to_builtins(moment.table)
    seats = [{**seat, "cards": (), "hand": ""} for seat in table["seats"]]
    return moment.event, {**table, "seats": seats}


@pytest.mark.few(2)
@pytest.mark.parametrize("game", GAMES)
def test_revealed_adds_the_cards_of_the_proof_and_nothing_else(game: str) -> None:
    rng = Random(seed(len(game)))
    for number in range(1, count(400, 15)):
        hand = random_table_hand(rng, number, game)
        for reader in (PUBLIC, HandReader(DealSeat(0))):
            then, later = course(hand, reader), course(hand, reader, revealed=True)
            assert list(map(without_cards, then)) == list(map(without_cards, later))
            for before, after in zip(then, later, strict=True):
                for own, more in zip(before.table.seats, after.table.seats, strict=True):
                    assert set(own.cards) <= set(more.cards)
                    assert len(more.cards) == more.card_count


@pytest.mark.parametrize("game", GAMES)
def test_a_moment_has_no_card_that_the_reader_did_not_see_then(game: str) -> None:
    rng = Random(seed(len(game)) + 1)
    for number in range(1, count(400, 15)):
        hand = random_table_hand(rng, number, game)
        for reader in (PUBLIC, HandReader(DealSeat(0))):
            allowed = set(map(str, may_see(hand, reader) or ()))
            for moment in course(hand, reader):
                own = set(moment.table.you.cards) if moment.table.you else set()
                open_cards = {card for seat in moment.table.seats for card in seat.cards}
                assert open_cards | own | set(moment.table.board) <= allowed
                if not isinstance(moment.event, Paid) and len(moment.table.board) < len(hand.deal.board):
                    is_all_in = all(seat.all_in or seat.cards for seat in moment.table.seats if seat.in_hand)
                    assert not open_cards or is_all_in or moment.chances


def test_who_may_not_see_the_table_sees_no_hand_but_their_own() -> None:
    hand = random_table_hand(Random(1), 1, "holdem")
    assert may_see(hand, HandReader(sees_table=False)) is None
    assert may_see(hand, HandReader(DealSeat(0), sees_table=False)) == may_see(hand, HandReader(DealSeat(0)))
