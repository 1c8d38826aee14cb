"""The play of `manual` with all hands at once, heads-up at limit hold'em with deep stacks, for measuring it.

At limit a decision depends only on the row, on the board's floors, and on the thresholds that the hand's number
reaches. So all hands between two thresholds are one class. Bare hands, which the board makes for everybody, are two
more classes, one for boards on which they call and one for the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ircpoker.cards import CARDS
from ircpoker.equity.range_counts import COMBINATIONS
from ircpoker.hands import evaluate_many
from ircpoker.hands.values import CLASS_COUNT, VALUES
from ircpoker.robots.manual.board import FLUSH, FULL_HOUSE, STRAIGHT, TRIPS, TWO_PAIR, Board, Floors, read_board
from ircpoker.robots.manual.robot import ManualSituation, judge
from ircpoker.robots.manual.rows import STREET_LETTERS, Advice, row_number
from ircpoker.robots.manual.variables import NO_CONDITION, VARIABLES
from ircpoker.systems.manual import evaluate, number_of

THRESHOLDS = np.array(
    sorted({value for group in VARIABLES.values() for value in group} | {TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE})
)
_PAIRS = np.array(COMBINATIONS, np.uint8)
FOLDS_BARE, CALLS_BARE = len(THRESHOLDS) + 1, len(THRESHOLDS) + 2
CLASSES = len(THRESHOLDS) + 3
FOLD, CALL, RAISE = range(3)
_STREETS = tuple(STREET_LETTERS)
_KICKERS = 10**6
"""Dividing by this cuts a number down to the ranks of two pair."""


def strategy(history: str, board: Sequence[int]) -> NDArray[np.float32]:
    """Return the play of each hand: [hand][fold, call, raise], hands in the order of `COMBINATIONS`.

    Args:
        history: a letter for each action, `/` between streets, such as `rc/cr`.
        board: card codes. The play of hands that hold one of them has no meaning.
    """
    classes, floors = classify(board)
    street = history.count("/")
    table = np.zeros((CLASSES, 3), np.float32)
    table[np.arange(CLASSES), actions(street, history.rpartition("/")[2], floors)] = 1
    chances: NDArray[np.float32] = table[classes]
    return chances


@cache
def actions(street: int, betting: str, floors: Floors) -> tuple[int, ...]:
    """Return the action of each class of hands.

    Args:
        street: from 0.
        betting: the betting on this street so far, in letters.
        floors: the board's floors.
    """
    is_first, own = len(betting) % 2 == 0, betting[len(betting) % 2 :: 2]
    wagers = 0 if "r" not in betting else 2 if "r" in own else 1
    row = row_number(wagers, is_preflop=street == 0, deals=is_first == (street == 0))
    faces_bet = betting.endswith("r") or (street == 0 and not betting)
    may_raise = betting.count("r") < (3 if street == 0 else 4)
    legal = {FOLD: FOLD if faces_bet else CALL, CALL: CALL, RAISE: RAISE if may_raise else CALL}
    board = read_board(())._replace(floors=floors)
    # The first class holds the hands below all thresholds.
    advised = [
        judge(ManualSituation(row, _STREETS[street], board, int(number), is_limit=True, is_big=False), VARIABLES)[0]
        for number in (0, *THRESHOLDS)
    ]
    plain = [FOLD if advice is Advice.FOLD else CALL if advice is Advice.CALL else RAISE for advice in advised]
    return tuple([legal[action] for action in (*plain, FOLD, CALL)])


def classify(board: Sequence[int]) -> tuple[NDArray[np.uint16], Floors]:
    """Return the class of each hand, and the board's floors."""
    seen = read_board(tuple([CARDS[code] for code in board]))
    if not board:
        return _classify(_numbers_before_flop()), seen.floors
    is_on_board = np.isin(np.arange(len(CARDS)), list(board))
    live = ~is_on_board[_PAIRS].any(axis=1)
    rows = np.empty((int(live.sum()), 2 + len(board)), np.uint8)
    rows[:, :2], rows[:, 2:] = _PAIRS[live], list(board)
    hands = np.asarray(evaluate_many(rows, rows.shape[1]))
    numbers = _numbers()[hands]
    live_classes = _classify(numbers)
    live_classes[_are_bare(hands, numbers, board, seen)] = CALLS_BARE if seen.made >= 5 else FOLDS_BARE
    classes = np.zeros(len(COMBINATIONS), np.uint16)
    classes[live] = live_classes
    return classes, seen.floors


def _classify(numbers: NDArray[np.int64]) -> NDArray[np.uint16]:
    return np.searchsorted(THRESHOLDS, numbers, side="right").astype(np.uint16)


def _are_bare(
    hands: NDArray[np.uint16], numbers: NDArray[np.int64], board: Sequence[int], seen: Board
) -> NDArray[np.bool_]:
    """Return which hands are bare, as `is_bare` does for one hand."""
    bare: NDArray[np.bool_] = numbers // NO_CONDITION == seen.made
    if seen.made == 3:
        ranks = [int(CARDS[code].rank) for code in board]
        high, low = sorted({rank for rank in ranks if ranks.count(rank) > 1}, reverse=True)
        bare &= numbers // _KICKERS == 30_000 + 100 * (high + 10) + low + 10
    elif seen.made not in {2, 4}:
        bare &= hands == _class_of(board) if len(board) == 5 else seen.made == 8
    return bare


def _class_of(board: Sequence[int]) -> int:
    return int(np.asarray(evaluate_many(np.array([list(board)], np.uint8), 5))[0])


@cache
def _numbers() -> NDArray[np.int64]:
    """Return the number of each class of five cards, 1 to 7462."""
    return np.array([0, *(number_of(VALUES[class_]) for class_ in range(1, CLASS_COUNT + 1))], np.int64)


@cache
def _numbers_before_flop() -> NDArray[np.int64]:
    return np.array([evaluate([CARDS[low], CARDS[high]]) for low, high in COMBINATIONS], np.int64)
