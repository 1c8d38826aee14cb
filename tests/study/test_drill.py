"""The drill asks what is clear, reads answers as tables do, and grades them as a review does."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

import pytest

from ircpoker.errors import IllegalActionError, PokerError
from ircpoker.robots.nolimit import BlueprintRobot
from ircpoker.study import review as judging
from ircpoker.study.chart_output import chart_data
from ircpoker.study.charts import read_chart
from ircpoker.study.drill import DrillSpot, grade, make_spot, question, read_answer, verdict
from ircpoker.study.review import Silence
from ircpoker.table.view import make_view
from ircpoker.words.catalogue import load_catalogue
from tests.tiers import count, seed

if TYPE_CHECKING:
    from ircpoker.table.actions import Action

ANSWERS = ("fold", "call", "raise", "allin")
LETTERS = {"Fold": "f", "Call": "c", "Check": "c"}
OF_REASONS = {"check": "call", "bet": "raise", "half the pot": "raise", "the pot": "raise", "all-in": "allin"}
ROUNDING = 0.0051


def second_program(spot: DrillSpot) -> dict[str, float]:
    """Return how often the robot takes each answer: before the flop by the chart's JSON, on it by its own reasons."""
    deal, first, second = spot.deal, *spot.deal.hole_cards[spot.seat]
    if deal.board:
        why = BlueprintRobot().decide(make_view(deal, spot.seat), Random(1)).why.partition("with such hands ")[2]
        shares = dict.fromkeys(ANSWERS, 0.0)
        for action, percent in re.findall(r"(fold|check|call|bet|raise|half the pot|the pot|all-in) ([0-9]+) ?%", why):
            shares[OF_REASONS.get(action, action)] += int(percent) / 100
        return shares
    is_duel, bet, letters, put = len(deal.setup.stacks) == 2, 2, "", [*deal.setup.blinds]
    for seat, action in deal.actions:
        kind = type(action).__name__
        if kind == "RaiseTo":
            pot = 2 * bet - put[seat] + sum(put)
            letters += "a" if action.amount == 200 else "r" if not is_duel else "p" if action.amount == pot else "h"
            put[seat] = bet = action.amount
        else:
            letters += LETTERS[kind]
            put[seat] = bet if kind == "Call" else put[seat]
    name = f"nolimit2-100/{letters or 'BTN'}" if is_duel else f"ring6-100/{letters or 'UTG'}"
    chart = json.loads(json.dumps(chart_data(read_chart(name))))
    high, low = sorted((first, second), key=lambda card: -card.rank)
    suited = "" if high.rank == low.rank else "s" if high.suit == low.suit else "o"
    shares = chart["kinds"][f"{str(high)[0]}{str(low)[0]}{suited}"]
    wagers = sum(share for name, share in shares.items() if name in {"raise", "half", "pot"})
    return {
        "fold": shares.get("fold", 0.0),
        "call": shares["call"],
        "raise": wagers,
        "allin": shares.get("all-in", 0.0),
    }


def answers_of(spot: DrillSpot) -> dict[str, Action]:
    found = {}
    for text in ANSWERS:
        if text != "fold" or spot.legal.call:
            with suppress(IllegalActionError):  # Nobody raises an all-in.
                found[text] = read_answer(spot, text)
    return found


@pytest.mark.slow(3)
def test_graded_answers_computed_again_by_a_second_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand of them in the deep tier."""
    monkeypatch.setattr(judging, "COUNTS", (512,))  # how well it judges, test_review asks
    rng, done = Random(seed(1)), 0
    while done < count(1000, 10, 100):
        spot = make_spot(rng)
        expected = second_program(spot)
        for text, action in answers_of(spot).items():
            graded = grade(spot, action)
            share = expected["call" if str(action) == "call" else text]  # All-in against an all-in is a call.
            is_near = abs(share - 0.15) < ROUNDING
            assert is_near or (graded.silence is Silence.USUAL) == (share >= 0.15), (text, expected, spot)
            assert graded.silence in {Silence.USUAL, Silence.NONE, Silence.UNCLEAR, Silence.SMALL}
            assert graded.silence or graded.cost - graded.error > 0.3
            done += 1


def test_answers_are_read_as_at_a_table() -> None:
    rng = Random(seed(2))
    spot = next(spot for spot in iter(lambda: make_spot(rng), None) if spot.legal.call)
    free = next(spot for spot in iter(lambda: make_spot(rng), None) if not spot.legal.call)
    for text, verb in (("f", "fold"), ("I call!", "call"), ("x", "check"), ("all in", "raise 200")):
        read = spot if text != "x" else free
        assert str(read_answer(read, text)) == verb
    assert [str(read_answer(free, text)) for text in ("fold", "pass", "k", "call", "out")] == ["check"] * 5
    pot = spot.deal.pot + spot.legal.call + spot.deal.bet_to_match
    assert str(read_answer(spot, "raise")) == str(read_answer(spot, "r pot")) == f"raise {pot}"
    for text in ("hello", "hilfe", "aide", "", "fold me a swan", "raise 1", "raise 9000"):
        with pytest.raises(PokerError):
            read_answer(spot, text)


@pytest.mark.slow(4)
def test_an_error_is_named_with_its_cost_and_the_same_seed_asks_the_same() -> None:
    say = load_catalogue().text
    spots = [make_spot(Random(number)) for number in (5, 5)]
    first, second = (say(question(spot)) for spot in spots)
    assert first == second
    assert first == (
        "You are BB of 2 with Ks Kc, blinds 1/2, 200 chips each | BTN raises to 4 | fold, call 2, raise or all-in?"
    )
    graded = [grade(spot, read_answer(spot, "fold")) for spot in spots]
    assert graded[0] == graded[1]
    line = say(verdict(graded[0]))
    assert re.fullmatch(
        r"Costs about [5-8]\.\d big blinds on average \(±\d\.\d\): hard plays raise 100% \(to 12\)\.", line
    ), line
    assert say(verdict(grade(spots[0], read_answer(spots[0], "raise")))).startswith("Right: hard plays raise")
