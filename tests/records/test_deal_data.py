"""Finished deals as data: they replay to the deal, and have no card that their reader may not see."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ircpoker.fairness.shuffle import PendingShuffle
from ircpoker.records.deal_data import DealFacts, deal_data
from ircpoker.records.reading import RecordedHand, read_file
from ircpoker.records.view import HandView
from ircpoker.table import GAMES, Action, Bet, Call, Check, Deal, DealSeat, Discard, Fold, RaiseTo
from tests.records.deals import random_history, read_one
from tests.tiers import count, seed

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
NAMES = {"fold": Fold, "check": Check, "call": Call, "bet": Bet, "raise_to": RaiseTo}
FILES = Path(__file__).parents[1] / "data" / "phh"


def steps_of(data: dict[str, Any]) -> list[dict[str, Any]]:
    return [step for street in data["streets"] for step in street["steps"]]


def acted(deal: Deal) -> list[tuple[DealSeat, Action]]:
    return [(seat, action) for seat, action in deal.actions if not isinstance(action, Discard)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("reader", [None, DealSeat(0)])
def test_the_steps_are_the_deal(game: str, reader: DealSeat | None) -> None:
    rng = Random(seed(len(game)))
    for number in range(1, count(2000, 40)):
        text, deal = random_history(rng, number, game, open_seats=0 if reader is None else 1)
        view = HandView(read_one(text), number, reader)
        data: Any = json.loads(json.dumps(deal_data(view)))
        assert data["game"] == game
        seats = {seat["seat"]: index for index, seat in enumerate(data["seats"])}
        order = [view.seats.index(seat["seat"]) for seat in data["seats"]]
        stacks = [seat["stack"] for seat in data["seats"]]
        assert stacks == [deal.setup.stacks[seat] for seat in order]
        total, pot = sum(stacks), 0
        for step in steps_of(data):
            seat = seats[step["seat"]]
            pot += stacks[seat] - step["stack"]
            stacks[seat] = step["stack"]
            assert (pot, sum(stacks) + pot) == (step["pot"], total), step
        assert stacks == [deal.stacks[seat] for seat in order]
        assert [result["net"] for result in data["results"]] == [
            deal.stacks[seat] - deal.setup.stacks[seat] for seat in order
        ]
        names_of_acts = [(step["seat"], NAMES[step["step"]]) for step in steps_of(data) if step["step"] in NAMES]
        assert names_of_acts == [(view.seats[seat], type(action)) for seat, action in acted(deal)]
        amounts = [step["amount"] for step in steps_of(data) if step["step"] in {"bet", "raise_to"}]
        assert amounts == [action.amount for _, action in acted(deal) if isinstance(action, Bet | RaiseTo)]
        assert data["board"] == list(map(str, deal.board)) == data["streets"][-1]["board"]
        assert sum(pot["amount"] for pot in data["pots"]) == sum(result["won"] for result in data["results"])


@pytest.mark.parametrize("game", GAMES)
def test_no_card_is_sent_that_the_reader_may_not_see(game: str) -> None:
    rng = Random(seed(len(game)))
    folded = 0
    for number in range(1, count(2000, 40)):
        # The file names more than a reader may see: the cards of two seats.
        text, deal = random_history(rng, number, game, open_seats=2)
        for reader in (None, DealSeat(0), DealSeat(1)):
            data = deal_data(HandView(read_one(text), number, reader))
            own = set() if reader is None else set(deal.hole_cards[reader])
            shown = {card for seat, cards in enumerate(deal.hole_cards) if deal.shown[seat] for card in cards}
            drawn = set() if reader is None else {card for event in deal.events for card in _own(event, reader)}
            seen = set(CARD.findall(json.dumps(data)))
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
    view = HandView(read_one(text), 1)
    proof = PendingShuffle("1", bytes(32)).freeze(["ann's", ""])
    assert deal_data(view)["proof"] is None
    before = deal_data(view, DealFacts(commitment=proof.commitment))["proof"]
    assert before == {"commitment": proof.commitment, "is_due": False}
    due: Any = deal_data(view, DealFacts(commitment=proof.commitment, proof=proof))["proof"]
    assert (due["is_due"], due["shown"]["seeds"]) == (True, ["ann's", ""])
    assert len(due["shown"]["deck"]) == 52


def test_files_of_other_programs_keep_their_cents() -> None:
    hands = [hand for hand in read_file(FILES / "cents.phhs") if isinstance(hand, RecordedHand)]
    names_of_acts = [deal_data(HandView(hand, 1)) for hand in hands]
    assert any(
        isinstance(step["amount"], float) for data in names_of_acts for step in steps_of(data) if "amount" in step
    )
    for data in map(json.dumps, names_of_acts):
        json.loads(data)


def test_a_deal_in_words() -> None:
    text, _ = random_history(Random(4), 7, "holdem", open_seats=0, plain=True)
    data: Any = deal_data(HandView(read_one(text), 7))
    words = [street["words"] for street in data["streets"]] + [step["words"] for step in steps_of(data)]
    assert any(" posts " in line for line in words)
    assert any(" wins " in line for line in words)
    assert all(step["words"] for step in steps_of(data) if step["step"] != "cards")
