"""Turns and rivers that two seats of `ring` reach at a table of six, and what one of them gains by solving them.

A root is sampled by playing: six hands, a board, and each action with the strategy's chance. The ranges there are exact
but for the cards of those who have folded: the chance with which each hand of either seat plays to the root. Both seats
then play on by the strategy, or one of them by the solution. Nobody else is left, and every board is counted, so what
is won then is exact.
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ircpoker.postflop.engine.engine import Engine, Subgame
from ircpoker.postflop.engine.native import LIMIT_HOLDEM
from ircpoker.postflop.engine.solving import LAST_PART, hand_pairs, pairs
from ircpoker.robots.all_hands import HANDS
from ircpoker.robots.nolimit.betting import ALL_IN, CALL, FOLD, RIVER, subgame_tree
from ircpoker.robots.nolimit.resolving import iterations_for, with_any_hand
from ircpoker.robots.nolimit.strategy import tree_arrays
from ircpoker.robots.ring.chances import all_chances
from ircpoker.robots.ring.features import BB, MAY_CALL, MAY_FOLD, MOST_BETS_OF_TWO, SB, SEATS, TableBetting
from ircpoker.robots.ring.strategy import draw
from ircpoker.robots.ring.turn import LEAST_POT, amount_of, read_turn

if TYPE_CHECKING:
    from random import Random

    from numpy.typing import NDArray

    from ircpoker.robots.nolimit.betting import BettingTree
    from ircpoker.robots.ring.strategy import RingStrategy
    from ircpoker.robots.ring.turn import RingTurn

BIG_BLIND = 200
BOARD_SIZES = (0, 3, 4, 5)
TWO_THIRDS = "b"


class RingRoot(NamedTuple):
    """A turn or river with two seats that have chips.

    Attributes:
        betting: where the betting stands, in chips.
        seats: both seats, the first to act first.
        tree: the rest of the betting: two thirds of the pot, and all-in.
        subgame: the rest of the deal.
    """

    betting: TableBetting
    seats: tuple[int, int]
    tree: BettingTree
    subgame: Subgame


def sample_root(strategy: RingStrategy, chance: Random, last: int = RIVER) -> RingRoot | None:
    """Play a deal by the strategy to a street.

    Args:
        strategy: the strategy of all six seats.
        chance: deals the cards and draws the actions.
        last: `TURN` or `RIVER`.

    Returns:
        The beginning of the street; None if the deal ended before, or others than two are left, or the pot is small.
    """
    cards = chance.sample(range(52), 5 + 2 * SEATS)
    hands = [sorted(cards[5 + 2 * seat : 7 + 2 * seat]) for seat in range(SEATS)]
    numbers = [high * (high - 1) // 2 + low for low, high in hands]
    betting = TableBetting([strategy.depth * BIG_BLIND] * SEATS, BIG_BLIND)
    betting.pay(SB, BIG_BLIND // 2)
    betting.pay(BB, BIG_BLIND)
    ranges = np.ones((SEATS, HANDS))
    for street in range(last):
        if street:
            betting.begin_street()
        buckets = strategy.buckets(bytes(cards[: BOARD_SIZES[street]]))
        actor = -1 if street else BB
        while betting.pending and len(betting.live) > 1:
            actor = next(
                seat % SEATS for seat in range(actor + 1, actor + 1 + SEATS) if seat % SEATS in betting.pending
            )
            turn = read_turn(betting, actor)
            play = {choice: part[buckets] for choice, part in all_chances(strategy, turn).items()}
            own = [chances[numbers[actor]] for chances in play.values()]
            choice = tuple(play)[draw(own, chance.random())]
            ranges[actor] *= play[choice]
            take(turn, choice)
        if len(betting.with_chips()) != len(betting.live) or len(betting.live) < 2:
            return None
    if len(betting.live) > 2 or betting.pot < LEAST_POT * BIG_BLIND:
        return None
    betting.begin_street()
    return _root(betting, bytes(cards[: BOARD_SIZES[last]]), ranges)


def take(turn: RingTurn, choice: int) -> None:
    """Take an action of a decision."""
    betting, seat = turn.betting, turn.seat
    if choice == MAY_FOLD and betting.owed(seat):
        betting.fold(seat)
    elif choice in {MAY_FOLD, MAY_CALL}:
        betting.call(seat, min(betting.owed(seat), betting.left[seat]))
    else:
        betting.bet(seat, amount_of(choice, turn) - betting.bets[seat])


def _root(betting: TableBetting, board: bytes, ranges: NDArray[np.float64]) -> RingRoot:
    first, second = sorted(betting.live)
    of_two = ranges[[first, second]].astype(np.float32)
    of_two[:, np.isin(hand_pairs(), list(board)).any(axis=1)] = 0
    half = betting.pot // 2
    stack = half + min(betting.left[first], betting.left[second])
    tree = subgame_tree(stack, betting.street, half, lambda _, bet, bets: _sizes(stack, bet, bets))
    subgame = Subgame(LIMIT_HOLDEM, tree_arrays(tree), board, of_two / of_two.max(axis=1, keepdims=True))
    return RingRoot(betting, (first, second), tree, subgame)


def _sizes(stack: int, bet: int, bets: int) -> list[tuple[str, int]]:
    """Return the bets and raises as `ring` makes them."""
    if bet >= stack:
        return []
    size = bet + 2 * 2 * bet // 3
    found = [(TWO_THIRDS, size)] if bets < MOST_BETS_OF_TWO and 10 * (size - bet) < 4 * (stack - bet) else []
    return [*found, (ALL_IN, stack)]


def play_on(strategy: RingStrategy, root: RingRoot) -> list[NDArray[np.float32]]:
    """Return the strategy's play of a root's betting: for each edge of the tree, the chance of each bucket."""
    tree = root.tree
    found: list[NDArray[np.float32]] = [np.zeros(0, np.float32)] * len(tree.to)

    def walk(node: int, betting: TableBetting) -> None:
        if betting.street < tree.street[node]:
            betting.begin_street()
        turn = read_turn(betting, root.seats[tree.actor[node]])
        edges = tree.edges(node)
        for edge in edges:
            found[edge] = np.zeros(strategy.shape.buckets[betting.street], np.float32)
        for choice, part in all_chances(strategy, turn).items():
            found[_edge(tree, edges, choice, turn, tree.put[node][tree.actor[node]] - betting.bets[turn.seat])] += part
        for edge in edges:
            if tree.to[edge] >= 0:
                after = deepcopy(betting)
                paid = tree.amount[edge] - tree.put[node][tree.actor[node]]
                (after.call if tree.letter[edge] == CALL else after.bet)(turn.seat, paid)
                walk(tree.to[edge], after)

    walk(0, deepcopy(root.betting))
    return found


def _edge(tree: BettingTree, edges: range, choice: int, turn: RingTurn, before: int) -> int:
    """Return the edge of an action of `ring`: of the raises, the one with the nearest amount."""
    by_letter = {tree.letter[edge]: edge for edge in edges}
    if choice == MAY_FOLD and FOLD in by_letter:
        return by_letter[FOLD]
    if choice in {MAY_FOLD, MAY_CALL}:
        return by_letter[CALL]
    wanted = amount_of(choice, turn) + before
    raises = [edge for letter, edge in by_letter.items() if letter not in {FOLD, CALL}]
    return min(raises, key=lambda edge: abs(tree.amount[edge] - wanted), default=by_letter[CALL])


def gains_by_solving(strategy: RingStrategy, root: RingRoot) -> list[float]:
    """Return what each seat wins more if it alone plays by the solution from the root on, in big blinds.

    It solves as `nolimit` does at the table: as many iterations, with any hand mixed into the opponent's range.

    Args:
        strategy: the strategy of the other seat, and of both up to the root.
        root: the root.
    """
    subgame, played = root.subgame, play_on(strategy, root)
    judged = Engine(subgame, whole=True, symmetric=False)
    judged.allocate()
    _fix(judged, strategy, root, played)
    before = [judged.values(seat) for seat in (0, 1)]
    found = []
    for seat in (0, 1):
        _fix(judged, strategy, root, played)
        _copy(judged, _solve(root, seat), root, seat)
        more = judged.values(seat).astype(np.float64) - before[seat]
        found.append(float((more * subgame.ranges[seat]).sum()) / pairs(subgame) / BIG_BLIND)
    return found


def _solve(root: RingRoot, seat: int) -> Engine:
    """Return the solution by which a seat plays."""
    subgame, iterations = root.subgame, iterations_for(root.tree)
    solved = Engine(subgame._replace(ranges=with_any_hand(subgame, 1 - seat)), whole=True, symmetric=False)
    solved.allocate()
    solved.solve(iterations, last_restart=iterations // LAST_PART)
    return solved


def _boards(root: RingRoot, street: int) -> list[bytes]:
    board = root.subgame.board
    if street == root.tree.street[0]:
        return [board]
    return [board + bytes([card]) for card in range(52) if card not in board]


def _fix(engine: Engine, strategy: RingStrategy, root: RingRoot, played: list[NDArray[np.float32]]) -> None:
    """Let both seats play by the strategy."""
    for street in sorted(set(root.tree.street)):
        for board in _boards(root, street):
            buckets = strategy.buckets(board)
            for node in _nodes(root.tree, street):
                policy = np.stack([played[edge][buckets] for edge in root.tree.edges(node)])
                engine.fix(node, board, policy, lock=False)


def _copy(engine: Engine, solved: Engine, root: RingRoot, seat: int) -> None:
    """Let a seat play by a solution."""
    for street in sorted(set(root.tree.street)):
        for board in _boards(root, street):
            for node in _nodes(root.tree, street):
                if root.tree.actor[node] == seat:
                    edges = len(root.tree.edges(node))
                    engine.fix(node, board, solved.policy(node, board)[:edges], lock=False)


def _nodes(tree: BettingTree, street: int) -> list[int]:
    return [node for node, of_node in enumerate(tree.street) if of_node == street]
