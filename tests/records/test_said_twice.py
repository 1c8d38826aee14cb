"""One digit of something that a file states twice is changed: the deal is refused, with its line and a reason."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ircpoker.records.ohh.writing import write_ohh
from ircpoker.records.phh.normal_form import write_phh
from ircpoker.records.played import PlayedHand
from ircpoker.records.pokerstars.writing import write_pokerstars
from ircpoker.records.reading import read_file
from ircpoker.records.sections import RefusedHand
from ircpoker.table import DealSeat
from tests import tiers
from tests.records.deals import View, random_history, random_money_history, read_one, view_of
from tests.records.said_twice import change_ohh, changed, in_phh, in_text

RECORDED = Path(__file__).parents[1] / "data" / "phh" / "hands.phhs"
SHARE = 0.99
FORMS = {"phh": ".phhs", "pokerstars": ".txt", "ohh": ".ohh"}


def random_view(rng: random.Random, number: int, form: str) -> View:
    """Return a deal for the public or for one of its players."""
    games = ("holdem", "pot_limit", "limit", "omaha", *(("draw", "limit_draw") if form != "ohh" else ()))
    game = rng.choice(games)
    if "draw" in game or rng.random() < 0.5:
        text = random_history(rng, number + 1, game, open_seats=10, plain=True)[0]
    else:
        text = random_money_history(rng, number + 1, rng.randrange(5), game)
    hand = read_one(text)
    reader = rng.choice((None, DealSeat(rng.randrange(len(hand.deal.stacks)))))
    return view_of(hand, number + 1, reader)


def with_a_fault(view: View, form: str, rng: random.Random) -> str:
    """Return a deal of whose file one digit is wrong."""
    if form == "ohh":
        return change_ohh(write_ohh(*view), view, rng)
    if form == "phh":
        text = write_phh(*view)
        return f"[{view.hand.facts.number}]\n{changed(text, in_phh(text, view), rng)}"
    text = write_pokerstars(*view)
    return changed(text, in_text(text), rng)


@pytest.mark.parametrize("form", FORMS)
def test_a_wrong_digit_is_noticed(form: str, tmp_path: Path) -> None:
    count = tiers.count(1_000, 8)
    missed = []
    for number in tiers.seeds(1_000, 8, first=600_000):
        rng = random.Random(number)
        view = random_view(rng, number, form)
        file = tmp_path / f"{number}{FORMS[form]}"
        file.write_text(with_a_fault(view, form, rng))
        [found] = read_file(file)
        if isinstance(found, PlayedHand):
            missed.append(number)
            continue
        assert 0 < found.line <= file.read_text().count("\n") + 1, found
        assert f"line {found.line}" in str(found.error), found
        assert found.reason
    assert len(missed) <= (1 - SHARE) * count, missed


@pytest.mark.slow(1)
def test_a_wrong_digit_of_a_recorded_deal_is_noticed(tmp_path: Path) -> None:
    """Stacks before and after, and shown cards, of the 481 deals of others."""
    hands = [hand for hand in read_file(RECORDED) if isinstance(hand, PlayedHand)]
    count, missed = tiers.count(1_000, 8), []
    for number in tiers.seeds(1_000, 8, first=700_000):
        rng = random.Random(number)
        text = write_phh(*view_of(rng.choice(hands), 1, shows_all=True))
        view = view_of(read_one(text), 1)
        file = tmp_path / "changed.phh"
        file.write_text(changed(text, in_phh(text, view), rng))
        [found] = read_file(file)
        if not isinstance(found, RefusedHand):
            missed.append(number)
    assert len(missed) <= (1 - SHARE) * count, missed
