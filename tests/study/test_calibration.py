"""What the calibration of reviews measures: late errors are those of a review, and new cards fit what was done."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from benchmarks.reviews import LateErrors, PlayedOn, deals, play_on
from ircpoker.cards import CARDS, Card, Rank, parse_cards
from ircpoker.lab.matches.lineup import make_match_setup
from ircpoker.records.played import PlayedHand
from ircpoker.robots.robot import ALL_GAMES
from ircpoker.study import review as judging
from ircpoker.study.review import Judged, Silence, review
from ircpoker.table import FOLD, Deal, DealSeat
from ircpoker.table.actions import Action, RaiseTo
from ircpoker.table.view import PlayerView

TURN = 2


class Honest:
    """Raises with a king or an ace, and folds the rest."""

    name = "honest"
    games = ALL_GAMES

    def decide(self, view: PlayerView, _rng: Random) -> Action:
        return RaiseTo(6) if is_strong(view.hole_cards) else FOLD


def is_strong(cards: tuple[Card, ...]) -> bool:
    return any(card.rank >= Rank.KING for card in cards)


@pytest.mark.slow(2)
@pytest.mark.parametrize(("seats", "others"), [(6, "regular"), (2, "blueprint")])
def test_late_errors_are_those_of_the_whole_review(monkeypatch: pytest.MonkeyPatch, seats: int, others: str) -> None:
    monkeypatch.setattr(judging, "COUNTS", (64,))
    monkeypatch.setattr(judging.Reviewer, "efforts", dict.fromkeys(judging.EFFORTS, (0.02,)))
    late = 0
    for deal, seat, _ in islice(deals("caller", others, seats, Random(5)), 12):
        hand = PlayedHand(deal, tuple(map(str, range(seats))))
        wanted = [decision for decision in review(hand, seat) if decision.street >= TURN]
        assert [each for each in LateErrors(hand, seat, TURN).decisions() if each.street >= TURN] == wanted
        late += len(wanted)
    assert late


HERO = DealSeat(0)


def played_by_honest(hand: str = "") -> tuple[Deal, PlayedOn]:
    """Return a deal in which somebody raises before the first player's action, and what plays on from there."""
    robots, rng = [Honest() for _ in range(6)], Random(4)
    (deck := list(CARDS)).sort(key=lambda _: rng.random())
    setup = make_match_setup("holdem", 6)
    for mine, wanted in zip(Deal(setup, deck).hole_cards[HERO], parse_cards(hand), strict=False):
        here, there = deck.index(mine), deck.index(wanted)
        deck[here], deck[there] = wanted, mine
    deal = Deal(setup, deck)
    play_on(deal, robots, rng)
    place = [actor for actor, _ in deal.actions].index(HERO)
    return deal, PlayedOn(deal, place, robots, rng)


def fold_instead_of(action: str) -> Judged:
    return Judged(0, "fold", "", {action: 1.0}, Silence.NONE)


def test_a_fold_costs_as_much_as_the_advice_wins() -> None:
    """Tens win more than half the time against a raiser who has an ace or a king."""
    deal, playing = played_by_honest("Ts Th")
    assert deal.actions[[actor for actor, _ in deal.actions].index(HERO)] == (HERO, FOLD)
    cost, error = playing.cost(fold_instead_of("all-in"), 30)
    assert cost - 2 * error > 0
    assert playing.cost(fold_instead_of("fold"), 5) == (0, 0)


def test_new_cards_fit_the_actions_of_the_others() -> None:
    deal, playing = played_by_honest()
    before = dict(deal.actions[: [actor for actor, _ in deal.actions].index(HERO)])
    assert {FOLD, RaiseTo(6)} <= set(before.values())
    hands = set()
    for _ in range(10):
        playing.cost(fold_instead_of("fold"), 1)
        dealt = Deal(deal.setup, playing.deck).hole_cards
        assert {seat: RaiseTo(6) if is_strong(dealt[seat]) else FOLD for seat in before} == before
        assert dealt[HERO] == deal.hole_cards[HERO]
        assert sorted(playing.deck) == sorted(CARDS)
        hands.add(tuple(map(tuple, dealt)))
    assert len(hands) > 5
