"""Blunders are found, good plays are left alone, and only what the player could know counts."""

from __future__ import annotations

from random import Random
from types import MappingProxyType

import numpy as np
import pytest

from ircpoker.cards import CARDS
from ircpoker.records.phh import read_deal, replay_history
from ircpoker.records.played import PlayedHand
from ircpoker.robots.nolimit.betting import RIVER, TURN
from ircpoker.study.review import ErrorKind, Judged, Reviewer, Silence, review
from ircpoker.study.rollouts import bounds_of
from ircpoker.table import FOLD, GAMES, Deal, DealSeat, Setup
from ircpoker.table.events import PlayerActed
from tests.study.made_deals import BUTTON_OPENS, HEARTS, KING_HIGH, MORE_BLUNDERS, MORE_GOOD, TO_BUTTON
from tests.tiers import count, seed

HEAD = """variant = "NT"
antes = [0, 0, 0, 0, 0, 0]
blinds_or_straddles = [1, 2, 0, 0, 0, 0]
min_bet = 2
starting_stacks = [200, 200, 200, 200, 200, 200]
"""
BLUNDERS = {
    "aces folded to a raise": (2, "AsAh", "p3 cbr 5; p4 f; p5 f; p6 f; p1 f; p2 f", 0, ErrorKind.FOLDS),
    "100 big blinds with seven-deuce": (3, "7s2h", "p3 cbr 200; p4 f; p5 f; p6 f; p1 f; p2 f", 0, ErrorKind.LOOSE),
    "aces limped and folded": (3, "AsAh", "p3 cc; p4 f; p5 f; p6 f; p1 f; p2 cbr 8; p3 f", 1, ErrorKind.FOLDS),
    "five bets called with ten-nine": (
        6, "Ts9s", TO_BUTTON + "p6 cbr 5; p1 f; p2 cbr 20; p6 cbr 46; p2 cbr 200; p6 cc; d db 2c3d8h; d db Kd; d db 4c",
        2, ErrorKind.LOOSE,
    ),
    "the nuts folded": (2, "AhKh", HEARTS + "p6 cc; d db Th; p2 cbr 16; p6 cbr 60; p2 f", 5, ErrorKind.FOLDS),
    "the nuts checked": (
        6, "AhKh", BUTTON_OPENS + "d db QhJh2c; p2 cc; p6 cbr 7; p2 cc; d db 3d; p2 cc; p6 cbr 16; p2 cc; d db Th; "
        "p2 cc; p6 cc", 3, ErrorKind.PASSIVE,
    ),
    "seven high calls the river": (2, "7h6h", KING_HIGH + "p6 cbr 56; p2 cc", 6, ErrorKind.CALLS),
    "95 blinds with nothing": (6, "5h4s", BUTTON_OPENS + "d db AhKd9c; p2 cc; p6 cbr 195; p2 f", 1, ErrorKind.OTHER),
    "a set folded": (2, "2h2s", BUTTON_OPENS + "d db Kh9s2c; p2 cc; p6 cbr 7; p2 f", 2, ErrorKind.FOLDS),
}  # fmt: skip
GOOD = {
    "ace-king opens": (3, "AsKs", "p3 cbr 5; p4 f; p5 f; p6 f; p1 f; p2 f"),
    "ace-king opens larger": (3, "AsKs", "p3 cbr 6; p4 f; p5 f; p6 f; p1 f; p2 f"),
    "ace-king opens small": (6, "AsKs", TO_BUTTON + "p6 cbr 4; p1 f; p2 f"),
    "seven-deuce folds": (3, "7s2h", "p3 f; p4 f; p5 f; p6 f; p1 f"),
    "the big blind defends": (2, "QsJs", TO_BUTTON + "p6 cbr 5; p1 f; p2 cc; d db 2c3d4h; p2 cc; p6 cbr 7; p2 f"),
    "seven high folds the river": (2, "7h6h", KING_HIGH + "p6 cbr 56; p2 f"),
    "top pair bets": (2, "AsQc", TO_BUTTON + "p6 cbr 5; p1 f; p2 cbr 13; p6 cc; d db 8cAd2s; p2 cbr 27; p6 f"),
    "aces raise a bet": (6, "AhAs", TO_BUTTON + "p6 cbr 5; p1 cc; p2 f; d db 9d5c5d; p1 cbr 6; p6 cbr 25; p1 f"),
    "aces bet where worse hands pay": (
        3, "Ad9d", "p3 cbr 5; p4 f; p5 f; p6 cc; p1 f; p2 cc; d db Ac8d6s; p2 cc; p3 cbr 16; p6 cc; p2 f; d db 6d; "
        "p3 cbr 48; p6 cc; d db 2h; p3 cbr 131; p6 f",
    ),
    "two pair bet all-in where worse hands pay": (
        1, "AcTh", "p3 cbr 5; p4 f; p5 f; p6 cc; p1 cc; p2 f; d db 7s7cTd; p1 cbr 13; p3 cc; p6 f; d db 3c; "
        "p1 cbr 29; p3 cc; d db 2s; p1 cbr 153; p3 f",
    ),
    "jacks fold to a pot with an ace": (
        5, "JhJc", "p3 f; p4 cbr 5; p5 cbr 15; p6 f; p1 cc; p2 f; p4 cc; d db 7c8d2c; p1 cc; p4 cc; p5 cc; d db Ad; "
        "p1 cbr 36; p4 f; p5 f",
    ),
    "two pair bets a third": (6, "AhKs", BUTTON_OPENS + "d db AdKd9c; p2 cc; p6 cbr 4; p2 f"),
}  # fmt: skip


def played(seat: int, cards: str, actions: str, others: dict[int, str] | None = None) -> PlayedHand:
    """Return a deal in which one player's cards are known; the others have the rest."""
    held = {**dict.fromkeys(range(1, 7), "????"), **(others or {}), seat: cards}
    texts = [*[f"d dh p{number} {hand}" for number, hand in held.items()], *actions.split("; ")]
    listed = ", ".join([f'"{text}"' for text in texts])
    return replay_history(read_deal(f"{HEAD}actions = [{listed}]\n"))


ANSWERED = {
    "king high bets the river": (
        2, "Ks9s", "p3 f; p4 cbr 5; p5 cc; p6 f; p1 f; p2 cc; d db 5sTcQs; p2 cbr 8; p4 cc; p5 f; d db 4c; p2 cc; "
        "p4 cbr 22; p2 cc; d db Ad; p2 cbr 38; p4 f",
    ),
    "top pair raises all-in": (
        6, "KsQs", TO_BUTTON + "p6 cbr 5; p1 cc; p2 f; d db Kd2d5s; p1 cbr 9; p6 cc; d db 9h; p1 cbr 28; p6 cbr 186; "
        "p1 f",
    ),
}  # fmt: skip
"""What the others pay then decides: the play wins among some."""


SLOW = {"aces folded to a raise", "aces limped and folded", "100 big blinds with seven-deuce"}
"""Six players go on in any way."""


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow(5)] if name in SLOW else []) for name in BLUNDERS]
)
def test_a_blunder_is_found(name: str) -> None:
    seat, cards, actions, place, kind = BLUNDERS[name]
    decision = review(played(seat, cards, actions), DealSeat(seat - 1))[place]
    assert (decision.silence, decision.kind) == (Silence.NONE, kind)
    assert decision.cost - decision.error > 0.3
    assert decision.better not in {decision.action, ""}
    assert decision.wager or decision.better not in {"bet", "raise"}


@pytest.mark.parametrize("name", GOOD)
def test_a_good_play_is_left_alone(name: str) -> None:
    seat, cards, actions = GOOD[name]
    decisions = review(played(seat, cards, actions), DealSeat(seat - 1))
    assert decisions
    assert all(decision.silence for decision in decisions), decisions


@pytest.mark.parametrize("name", ANSWERED)
def test_an_action_that_answers_decide_is_not_named(name: str) -> None:
    seat, cards, actions = ANSWERED[name]
    assert review(played(seat, cards, actions), DealSeat(seat - 1))[-1].silence is Silence.ANSWERS


@pytest.mark.slow(1)
def test_nearly_all_of_thirty_more_blunders_are_found() -> None:
    """All thirty in the deep tier: at most one is missed."""
    tried = Random(seed(1)).sample(sorted(MORE_BLUNDERS), count(len(MORE_BLUNDERS), 2))
    missed = []
    for name in tried:
        seat, cards, actions, place = MORE_BLUNDERS[name]
        decision = review(played(seat, cards, actions), DealSeat(seat - 1))[place]
        missed += [name] * bool(decision.silence)
    assert len(missed) <= 1, missed


def test_hardly_any_of_thirty_good_plays_is_scolded() -> None:
    """All thirty in the deep tier."""
    scolded = []
    for name in Random(seed(1)).sample(sorted(MORE_GOOD), count(len(MORE_GOOD), 3)):
        seat, cards, actions = MORE_GOOD[name]
        decisions = review(played(seat, cards, actions), DealSeat(seat - 1))
        scolded += [name] * any(not decision.silence for decision in decisions)
    assert len(scolded) <= 1, scolded


@pytest.mark.slow(12)
def test_cards_that_nobody_saw_change_nothing() -> None:
    """A thousand times in the deep tier."""
    rng = Random(seed(1))
    before_flop = [deal[:3] for deal in MORE_BLUNDERS.values() if "d db" not in deal[2]]
    deals = [*before_flop, *MORE_GOOD.values()]
    for number in range(count(1000, 1, 250)):
        seat, cards, actions = deals[number % len(deals)]
        rest = [str(card) for card in CARDS if str(card) not in cards + actions]
        rng.shuffle(rest)
        others = {number: rest.pop() + rest.pop() for number in range(1, 7)}
        shown = review(played(seat, cards, actions, others), DealSeat(seat - 1))
        assert shown == review(played(seat, cards, actions), DealSeat(seat - 1))


class SolvedAtLast(Reviewer):
    """Judges the last decision alone, by the solver alone, which takes twice or three times as long."""

    efforts = MappingProxyType({TURN: (0.4, 1.6, 4, 24), RIVER: (0.5, 1, 6, 24)})

    def judge(self, event: PlayerActed, place: int) -> Judged:
        decision = self._unjudged(event, Silence.NONE)
        return self._solved(decision, event, place) if event is self._events[-1] else decision


@pytest.mark.deep
@pytest.mark.parametrize("part", range(4))
def test_the_solver_finds_the_same_cost_after_long(part: int) -> None:
    """Turns and rivers with two left: within 0.3 % of the pot of a solution from anew, far below 0.05 % of it."""
    rng, cards, solved = Random(seed(3 + part)), list(map(str, CARDS)), 0
    while solved < 50:
        *dealt, turn, river = rng.sample(cards, 7)
        line = f"{BUTTON_OPENS}d db {''.join(dealt[2:])}; p2 cc; p6 cbr 7; p2 cc; d db {turn}; p2 cc; p6 cbr 16; "
        line += "p2 f" if rng.random() < 0.5 else f"p2 cc; d db {river}; p2 cc; p6 cbr 56; p2 {rng.choice(['f', 'cc'])}"
        hand = played(2, "".join(dealt[:2]), line)
        decision = review(hand, DealSeat(1))[-1]
        if decision.judge == "solver" and not decision.silence:
            solved += 1
            *_, longer = SolvedAtLast(hand, DealSeat(1)).decisions()
            assert longer.cost == pytest.approx(decision.cost, abs=decision.error), hand.deal.events


@pytest.mark.slow(4)
def test_two_players_are_judged_by_nolimit() -> None:
    text = HEAD.replace(", 0, 0, 0, 0]", "]").replace(", 200, 200, 200, 200]", "]")
    hand = replay_history(read_deal(f"""{text}actions = ["d dh p1 ????", "d dh p2 AsAh", "p2 f"]\n"""))
    (decision,) = review(hand, DealSeat(1))
    assert (decision.silence, decision.judge, decision.better) == (Silence.NONE, "nolimit", "raise")
    assert decision.wager == "6", "a raise of the pot"
    assert decision.cost > 1


@pytest.mark.parametrize(
    ("line", "silence"),
    [
        ("starting_stacks = [30, 30, 30, 30, 30, 30]", Silence.SHORT),
        ("antes = [1, 1, 1, 1, 1, 1]", Silence.ANTES),
        ('variant = "FT"', Silence.OTHER_GAME),
    ],
)
def test_other_games_are_not_judged(line: str, silence: Silence) -> None:
    key = line.partition(" ")[0]
    head = "".join([f"{line if each.startswith(key) else each}\n" for each in HEAD.splitlines()])
    if "FT" in line:
        head = head.replace("min_bet = 2", "small_bet = 2\nbig_bet = 4")
    hands = ", ".join([f'"d dh p{number} ????"' for number in range(1, 6)])
    text = f'{head}actions = [{hands}, "d dh p6 AsAh", "p3 f", "p4 f", "p5 f", "p6 f", "p1 f"]\n'
    (decision,) = review(replay_history(read_deal(text)), DealSeat(5))
    assert decision.silence is silence


@pytest.mark.parametrize("game", ["omaha", "draw"])
def test_hands_of_more_cards_are_not_judged(game: str) -> None:
    deal = Deal(Setup(GAMES[game], (200, 200), small_bet=2, blinds=(2, 1)), CARDS)
    deal.act(DealSeat(1), FOLD)
    (decision,) = review(PlayedHand(deal, ("ann", "bob")), DealSeat(1))
    assert decision.silence is Silence.OTHER_GAME


def test_a_spot_with_one_action_has_no_bounds_for_any_bucket() -> None:
    assert bounds_of([np.ones(3)]).shape == (0, 3)
    assert bounds_of([np.full(3, 0.25), np.full(3, 0.75)]).tolist() == [[0.25] * 3]
