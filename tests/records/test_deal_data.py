"""Finished deals as data: they replay to the deal, and have no card that their reader may not see."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from ircpoker.fairness.proof import PendingShuffle
from ircpoker.feed.data import DealProof, FinishedDeal, tables_of
from ircpoker.feed.lines import decode_answer, encode
from ircpoker.feed.messages import Acted, Paid
from ircpoker.records.course import course
from ircpoker.records.deal_data import deal_data
from ircpoker.records.played import PlayedHand
from ircpoker.records.reading import read_file
from ircpoker.table import GAMES, Action, Bet, Call, Check, Deal, DealSeat, Discard, Fold, RaiseTo
from tests.records.deals import random_history, read_one, view_of
from tests.tiers import count, seed

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
NAMES = {"fold": Fold, "check": Check, "call": Call, "bet": Bet, "raise_to": RaiseTo}
FILES = Path(__file__).parents[1] / "data" / "phh"


def acted(deal: Deal) -> list[tuple[DealSeat, Action]]:
    return [(seat, action) for seat, action in deal.actions if not isinstance(action, Discard)]


@pytest.mark.few(4)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("reader", [None, DealSeat(0)])
def test_the_moments_are_the_deal(game: str, reader: DealSeat | None) -> None:
    rng = Random(seed(len(game)))
    for number in range(1, count(2000, 25)):
        text, deal = random_history(rng, number, game, open_seats=0 if reader is None else 1)
        view = view_of(read_one(text), number, reader)
        data = decode_answer(encode(deal_data(*view)))
        assert isinstance(data, FinishedDeal)
        tables, moments = tables_of(data), course(*view)
        assert [replace(table, log=()) for table in tables] == [moment.table for moment in moments]
        total, by_number = sum(deal.setup.stacks), view.hand.by_number
        for table in tables:
            assert sum(seat.stack for seat in table.seats) + table.pot == total, table
            assert sum(table.pots) == table.pot
        assert tables[-1].game == game
        assert [seat.stack for seat in tables[-1].seats] == [deal.stacks[seat] for seat in by_number]
        acts = [moment.event for moment in data.moments if isinstance(moment.event, Acted)]
        assert [(act.seat, NAMES[act.action]) for act in acts if act.action != "discard"] == [
            (view.seats[seat], type(action)) for seat, action in acted(deal)
        ]
        amounts = [act.amount for act in acts if act.action in {"bet", "raise_to"}]
        assert amounts == [action.amount for _, action in acted(deal) if isinstance(action, Bet | RaiseTo)]
        paid = next(moment.event for moment in data.moments if isinstance(moment.event, Paid))
        assert paid.board == tuple(map(str, deal.board)) == tables[-1].board
        nets = dict(zip(view.seats, map(int.__sub__, deal.stacks, deal.setup.stacks), strict=True))
        assert {result.seat: result.net for result in paid.results} == nets


@pytest.mark.few(2)
@pytest.mark.parametrize("game", GAMES)
def test_no_card_is_sent_that_the_reader_may_not_see(game: str) -> None:
    rng = Random(seed(len(game)))
    folded = 0
    for number in range(1, count(2000, 25)):
        # The file names more than a reader may see: the cards of two seats.
        text, deal = random_history(rng, number, game, open_seats=2)
        for reader in (None, DealSeat(0), DealSeat(1)):
            data = deal_data(*view_of(read_one(text), number, reader))
            own = set() if reader is None else set(deal.hole_cards[reader])
            shown = {card for seat, cards in enumerate(deal.hole_cards) if deal.shown[seat] for card in cards}
            drawn = set() if reader is None else {card for event in deal.events for card in _own(event, reader)}
            seen = set(CARD.findall(encode(data).decode()))
            assert seen <= set(map(str, {*own, *shown, *drawn, *deal.board}))
            assert seen >= set(map(str, {*own, *deal.board}))
            folded += not any(deal.shown)
    assert folded


def _own(event: object, reader: DealSeat) -> tuple[object, ...]:
    if getattr(event, "seat", None) != reader:
        return ()
    return tuple(card for name in ("cards", "discarded", "drawn") for card in getattr(event, name, None) or ())


def test_a_proof_is_shown_only_when_it_is_due() -> None:
    text, _ = random_history(Random(1), 1, "holdem", open_seats=0)
    view = view_of(read_one(text), 1)
    proof = PendingShuffle("1", bytes(32)).freeze(["ann's", ""])
    assert deal_data(*view).proof is None
    before = deal_data(*view, commitment=proof.commitment).proof
    assert before == DealProof(proof.commitment, is_due=False)
    due: Any = deal_data(*view, commitment=proof.commitment, proof=proof).proof
    assert (due.is_due, due.shown["seeds"]) == (True, ["ann's", ""])
    assert len(due.shown["deck"]) == 52


def test_files_of_other_programs_keep_their_cents() -> None:
    hands = [hand for hand in read_file(FILES / "cents.phhs") if isinstance(hand, PlayedHand)]
    deals = [deal_data(*view_of(hand, 1)) for hand in hands]
    assert [deal.decimals for deal in deals] == [hand.decimals for hand in hands]
    assert any("." in moment.event.words for deal in deals for moment in deal.moments)


def test_a_deal_in_words() -> None:
    text, _ = random_history(Random(4), 7, "holdem", open_seats=0, plain=True)
    words = [moment.event.words for moment in deal_data(*view_of(read_one(text), 7)).moments]
    assert " posts " in words[0]
    assert " wins " in words[-1]
    assert all(words)
