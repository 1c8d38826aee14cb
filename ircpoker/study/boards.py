"""WholeBoards that go on from a given one, with what each hand is on them: the chance of the roll-outs."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ircpoker.cards import CARDS
from ircpoker.hands import CLASS_COUNT, evaluate_many
from ircpoker.postflop.engine.native import solver
from ircpoker.postflop.engine.solving import hand_pairs
from ircpoker.robots.all_hands import HANDS, hand_buckets, turn_buckets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ircpoker.robots.all_hands import Buckets, FileArrays
    from ircpoker.robots.trained import TrainedStrategy

BEFORE_FLOP, AFTER = 1500, 1200
"""How many boards stand for all, without cards and with three; with fewer, chance is counted as too small."""
FEW = 100
"""How many boards say how strong hands are."""
TWICE_THE_OTHERS = 45 * 44
"""Twice the hands that a hand can meet on a whole board: how often it beats them is given as two wins for each."""
_SEED = 7
_BOARD = 5
_STREETS = (3, 4)
"""The cards of the board on the flop and the turn."""


class WholeBoards(NamedTuple):
    """Whole boards.

    Attributes:
        bits: the cards of each board, as a set of bits; [board].
        buckets: the bucket of each hand on each street, [street][board][hand]; streets before now are empty.
        strength: the strength of each hand at the showdown, 0 for one that is not possible; [board][hand].
    """

    bits: NDArray[np.uint64]
    buckets: tuple[Buckets, ...]
    strength: NDArray[np.uint16]


def continue_board(board: bytes, strategy: TrainedStrategy) -> WholeBoards:
    """Return boards that go on from one, the same each time.

    Args:
        board: no card codes, or three, four or five.
        strategy: has the buckets.
    """
    return (_after if board else _first)(board, strategy)


@lru_cache(maxsize=16)
def chances_to_win(board: bytes) -> NDArray[np.float64]:
    """Return how often each hand wins against any other at the showdown, [hand]; a tie is half a win.

    Args:
        board: three to five card codes.
    """
    won, times = np.zeros((2, HANDS))
    for whole in _whole_boards(board)[:FEW]:
        hands, beaten, _ = solver().river(whole)
        number = np.frombuffer(hands, np.uint16)
        won[number] += np.frombuffer(beaten, np.uint16) / TWICE_THE_OTHERS
        times[number] += 1
    won /= np.maximum(times, 1)
    won.flags.writeable = False
    return won


def _make(board: bytes, strategy: TrainedStrategy) -> WholeBoards:
    whole = _whole_boards(board)
    bits = np.array([sum(1 << card for card in each) for each in whole], np.uint64)
    first = np.broadcast_to(strategy.buckets(b""), (len(whole), HANDS))
    if len(board) == _STREETS[0]:
        flop = np.broadcast_to(strategy.buckets(board), first.shape)
        turns, rivers = _after_flop(board, whole, strategy.arrays)
        return WholeBoards(bits, (first, flop, turns, rivers), _strengths(whole))
    buckets = [first, *np.zeros((2, len(whole), HANDS), np.uint16)]
    for street, cards in enumerate(_STREETS, 1):
        rows: dict[bytes, list[int]] = {}
        for number, each in enumerate(whole):
            rows.setdefault(each[:cards], []).append(number)
        for each, numbers in rows.items() if cards >= len(board) else ():
            buckets[street][numbers] = hand_buckets(strategy.arrays, each)
    rivers, _ = _on_rivers(whole, strategy.arrays)
    return WholeBoards(bits, (*buckets, rivers), _strengths(whole))


def _strengths(boards: Sequence[bytes]) -> NDArray[np.uint16]:
    """Return the strength of each hand on whole boards, [board][hand], 0 for one that is not possible."""
    strengths, pairs = np.zeros((len(boards), HANDS), np.uint16), hand_pairs().astype(np.uint8)
    has = np.zeros((len(CARDS), HANDS), bool)
    has[pairs.T, np.arange(HANDS)] = True
    for number, board in enumerate(boards):
        codes = list(board)
        possible = np.flatnonzero(~has[codes].any(axis=0))
        cards = np.empty((len(possible), 2 + _BOARD), np.uint8)
        cards[:, :2], cards[:, 2:] = pairs[possible], codes
        strengths[number, possible] = CLASS_COUNT + 1 - evaluate_many(cards, 2 + _BOARD)
    return strengths


def _on_rivers(boards: Sequence[bytes], arrays: FileArrays) -> tuple[Buckets, NDArray[np.uint16]]:
    """Return the bucket of each hand on whole boards and how many it beats, both 0 for hands that are not possible.

    How many it beats says nothing of two hands that meet: cards that one has, the others lack.
    """
    beaten = np.zeros((len(boards), HANDS), np.uint16)
    textures = np.empty(len(boards), np.intp)
    for number, board in enumerate(boards):
        hands, counts, textures[number] = solver().river(board)
        beaten[number, np.frombuffer(hands, np.uint16)] = np.frombuffer(counts, np.uint16) + 1
    table = np.pad(arrays["rivers"], ((0, 0), (1, 0))).astype(np.uint16)
    return table.take(textures[:, None] * table.shape[1] + beaten), beaten


def _after_flop(flop: bytes, whole: Sequence[bytes], arrays: FileArrays) -> tuple[Buckets, Buckets]:
    """Return the buckets on the turn and on the river.

    Two cards are one river in either order, so that those of all turns cost less than twice the drawn ones.
    """
    pairs = np.array([*combinations([card for card in range(52) if card not in flop], 2)])
    rivers, beaten = _on_rivers([flop + bytes(pair) for pair in pairs.tolist()], arrays)
    on_turns = np.zeros((52, HANDS), np.uint16)
    for turn in np.unique(pairs).tolist():
        of_rivers = beaten[(pairs == turn).any(axis=1)].astype(np.int64)
        of_rivers -= of_rivers > 0
        on_turns[turn] = turn_buckets(arrays, of_rivers.sum(axis=0), (of_rivers**2).sum(axis=0))
    turns, last = np.frombuffer(b"".join(whole), np.uint8).reshape(-1, _BOARD).T[_STREETS[0] :]
    numbers = np.zeros((52, 52), np.intp)
    numbers[*pairs.T] = numbers[*pairs.T[::-1]] = range(len(pairs))
    drawn = numbers[turns, last]
    return on_turns[turns], rivers[drawn]


_first, _after = lru_cache(maxsize=2)(_make), lru_cache(maxsize=4)(_make)
"""Those of the deal's beginning are needed again and again."""


def _whole_boards(board: bytes) -> Sequence[bytes]:
    rest = [card for card in range(52) if card not in board]
    need = _BOARD - len(board)
    if need == 0:
        return [board]
    if need == 1:
        return [board + bytes([card]) for card in rest]
    rng = np.random.default_rng([_SEED, *board])
    if board:  # each turn as often as any other
        turns = rng.permutation(rest).tolist()
        rivers = rng.integers(len(rest) - 1, size=AFTER).tolist()
        whole = []
        for number, river in enumerate(rivers):
            turn = turns[number % len(turns)]
            whole.append(board + bytes([turn, rest[river + (rest[river] >= turn)]]))
        return whole
    return [bytes(rng.choice(rest, need, replace=False).tolist()) for _ in range(BEFORE_FLOP)]
