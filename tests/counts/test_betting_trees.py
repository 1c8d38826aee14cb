"""Known numbers of betting sequences, with every legal amount; folding with nothing to call is left out.

Each sequence is counted by replaying it from the start, so the tree walks nothing but the public interface.
"""

from dataclasses import replace

import pytest

from ircpoker.cards import CARDS
from ircpoker.table.actions import CALL, CHECK, FOLD, Action, Bet, RaiseTo
from ircpoker.table.deal import Deal, replay
from ircpoker.table.games import GAMES
from ircpoker.table.setup import Setup

NO_LIMIT_HEADS_UP = Setup(GAMES["holdem"], (6, 6), small_bet=2, blinds=(2, 1))
LIMIT_HEADS_UP = Setup(GAMES["limit"], (200, 200), small_bet=2, big_bet=4, blinds=(2, 1))
# A house that allows the bet and four raises: the published counts go one raise beyond ours before the flop.
LIMIT_FIVE_BETS = replace(LIMIT_HEADS_UP, most_bets=5)
NO_LIMIT_THREE = Setup(GAMES["holdem"], (5, 5, 5), small_bet=2, blinds=(1, 2, 0))


def choices(deal: Deal) -> list[Action]:
    legal = deal.legal_actions()
    if legal is None:
        return []
    passive: list[Action] = [CHECK] if legal.can_check else [FOLD, CALL]
    return [*passive, *map(Bet, legal.bet), *map(RaiseTo, legal.raise_to)]


@pytest.mark.parametrize(
    ("setup", "counts"),
    [
        (NO_LIMIT_HEADS_UP, [5, 12, 20, 28, 36]),
        (LIMIT_FIVE_BETS, [3, 5, 10, 20, 39, 76]),
        (LIMIT_HEADS_UP, [3, 5, 10, 19, 36, 72]),
        (NO_LIMIT_THREE, [4, 13, 31, 54, 78]),
    ],
    ids=["no-limit heads-up", "limit heads-up, five bets", "limit heads-up", "no-limit three-handed"],
)
def test_sequences_by_length(setup: Setup, counts: list[int]) -> None:
    found = []
    lines: list[list[tuple[int, Action]]] = [[]]
    for _ in counts:
        longer = []
        for line in lines:
            deal = replay(setup, CARDS, line)
            longer += [[*line, (deal.actor, action)] for action in choices(deal) if deal.actor is not None]
        lines = longer
        found.append(len(lines))
    assert found == counts


def test_heads_up_limit_decisions_showdowns_and_folds() -> None:
    """Decisions on the four streets, showdowns and folds, four bets a street."""
    decisions = dict.fromkeys((plan.street for plan in LIMIT_HEADS_UP.game.streets), 0)
    showdowns = folds = 0
    lines: list[list[tuple[int, Action]]] = [[]]
    while lines:
        line = lines.pop()
        deal = replay(LIMIT_HEADS_UP, CARDS, line)
        if deal.actor is not None:
            decisions[deal.street] += 1
            lines += [[*line, (deal.actor, action)] for action in choices(deal)]
        elif all(deal.in_hand) or any(deal.shown):
            showdowns += 1
        else:
            folds += 1
    assert list(decisions.values()) == [8, 70, 630, 5_670]
    assert (showdowns, folds) == (5_103, 5_103)
