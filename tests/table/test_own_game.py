"""A game of one's own is one entry of `GAMES`: it says what its hands are called, and with how many cards."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from ircpoker.cards import CARDS, parse_cards
from ircpoker.errors import HistoryError
from ircpoker.feed.messages import Paid, Shown
from ircpoker.hands import HandValue, evaluate
from ircpoker.lobby.places import Place
from ircpoker.records.course import course
from ircpoker.records.forms import ExportOptions, writer_of
from ircpoker.records.ledger_hands import table_hand
from ircpoker.records.phh.normal_form import write_phh
from ircpoker.records.played import PUBLIC, HandReader, PlayedHand, PlayedSeat
from ircpoker.table import CALL, CHECK, GAMES, Bet, Deal, DealSeat, RaiseTo, Setup, Street
from ircpoker.table.games import Cards, FirstToAct, Game, StreetPlan


def _value(hole: Cards, board: Cards) -> HandValue:
    return evaluate((*hole, *board))


THREES = Game(
    name="threes",
    title="three-card hold'em",
    betting=GAMES["holdem"].betting,
    streets=(
        StreetPlan(Street.PREFLOP, hole_cards=3, first_to_act=FirstToAct.AFTER_BLINDS),
        StreetPlan(Street.FLOP, burns=1, board_cards=1),
        StreetPlan(Street.TURN, burns=1, board_cards=1),
    ),
    hand_value=_value,
    forced_bets=GAMES["holdem"].forced_bets,
    most_seats=6,
    phh_code="3T",
    plugin="holdem",
    stars_title="Three Card Hold'em",
)
"""Three cards each and a board of two: the first five cards make a hand on the turn."""


@pytest.fixture(autouse=True)
def _played_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "threes", THREES)


def all_in() -> PlayedHand:
    """Return a hand in which two players are all-in before the flop."""
    setup = Setup(THREES, (100, 100), small_bet=2, blinds=(2, 1))
    deal = Deal(setup, Random(2).sample(CARDS, 52))
    deal.act(DealSeat(1), RaiseTo(100))
    deal.act(DealSeat(0), CALL)
    seats = [PlayedSeat(1, "ann", "person"), PlayedSeat(2, "bob", "person")]
    return table_hand(deal, "7", Place.of_channel("libera", "#poker"), seats, datetime(2026, 1, 2, tzinfo=UTC))


def test_it_names_its_hands_when_there_are_cards_for_one() -> None:
    hole = parse_cards("Ah Ad Kc")
    assert THREES.name_of(hole, ()) == ""
    assert THREES.name_of(hole, parse_cards("As")) == ""
    assert THREES.name_of(hole, parse_cards("As 2d")) == "Three Aces"
    short = replace(THREES, fewest_cards=3, hand_value=lambda hole, _board: evaluate((*hole, *parse_cards("2c 3d"))))
    assert short.name_of(hole, ()) == "Pair of Aces"
    assert (THREES.hole_cards, THREES.board_cards, THREES.full_title) == (3, 2, "no-limit three-card hold'em")


def test_its_course_shows_the_hands_as_they_grow() -> None:
    moments = course(all_in(), HandReader(DealSeat(0)))
    shown = [moment for moment in moments if isinstance(moment.event, Shown)]
    assert [len(moment.table.board) for moment in shown] == [0, 1]
    assert not any(hand.hand for moment in shown for hand in moment.event.hands)
    last = moments[-1]
    assert isinstance(last.event, Paid)
    assert all(result.hand for result in last.event.results)
    assert sum(seat.stack for seat in last.table.seats) == 200
    assert last.table.title == "no-limit three-card hold'em 1/2"
    assert {seat.card_count for seat in moments[0].table.seats} == {3}


def test_its_exports_have_its_titles() -> None:
    hand = all_in()
    assert "Three Card Hold'em No Limit (1/2)" in writer_of("pokerstars")(hand, PUBLIC, ExportOptions())
    assert write_phh(hand).startswith('variant = "3T"\n')
    with pytest.raises(HistoryError, match="Open Hand History has no three-card hold'em"):
        writer_of("ohh")(hand, PUBLIC, ExportOptions())


def test_it_is_played_to_the_end() -> None:
    rng = Random(4)
    for number in range(50):
        setup = Setup(THREES, (60, 80, 100), small_bet=2, blinds=(1, 2, 0))
        deal = Deal(setup, rng.sample(CARDS, 52))
        while (legal := deal.legal_actions()) is not None:
            bets = [Bet(legal.bet[0])] if legal.bet else []
            deal.act(legal.seat, rng.choice([CHECK if legal.can_check else CALL, *bets]))
        seats = [PlayedSeat(seat, f"p{seat}") for seat in (1, 2, 3)]
        hand = table_hand(deal, str(number), Place.of_channel("n", "#p"), seats, datetime(2026, 1, 2, tzinfo=UTC))
        for reader in (PUBLIC, HandReader(DealSeat(2))):
            moments = course(hand, reader)
            assert [seat.stack for seat in moments[-1].table.seats] == list(deal.stacks)
