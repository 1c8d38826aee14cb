"""Local best response: a lower bound of a robot's exploitability at heads-up no-limit hold'em.

The responder (Lisý and Bowling, "Equilibrium Approximation Quality of Current No-Limit Poker Bots", 2017) knows the
robot's strategy, and so its range. It takes the action that wins most if both only check and call after it; a bet
counts with the chance that the robot folds. Its settings say on which streets it bets at all, and what.

A deal is one board, played with the responder in each seat and with all hands of both players at once: the responder
acts for each of its hands, its hands with the same action go on together, the robot's action is drawn, and its range
follows. Showdowns are counted over all boards that may come. So chance is left only in boards and in the robot's
actions, and the result is unbiased: what a hand wins is weighed with how often its action would have been taken.

Most of that chance is taken out again, as in AIVAT (Burch and others, 2018): whenever a card is dealt or an action
drawn, the result is corrected by the difference between what checking down would win on average and what it wins after
this card or action. The corrections are 0 on average.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations
from math import comb
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ircpoker.cards import CARDS, Card
from ircpoker.equity.preflop import RANK_PAIRS, block_of, read_row
from ircpoker.hands import evaluate_many
from ircpoker.lab.responses.range_queries import AskHands, HandChances, ask_hands_of
from ircpoker.postflop.engine.solving import disjoint, hand_pairs
from ircpoker.robots.all_hands import HANDS
from ircpoker.table.actions import CALL, CHECK, FOLD, Action, Bet, RaiseTo
from ircpoker.table.deal import Deal
from ircpoker.table.games import GAMES
from ircpoker.table.setup import Setup
from ircpoker.table.view import make_view

Weights = NDArray[np.float64]


CALLS, FOLDS, FEW, MANY = "calls", "folds or calls", "pot or all-in, too", "56 sizes, too"
"""What the responder may do on a street: each of these includes the ones before it."""
Setting: TypeAlias = "tuple[str, str, str, str]"
"""What it may do on each street."""
SETTINGS: Mapping[str, Setting] = MappingProxyType(
    {
        "calls": (FOLDS, FOLDS, FOLDS, FOLDS),
        "late": (CALLS, CALLS, FEW, FEW),
        "late-56": (CALLS, CALLS, MANY, MANY),
        "flop-56": (CALLS, MANY, FOLDS, FOLDS),
    }
)
_ALL = 1e9
FRACTIONS: Mapping[str, Sequence[float]] = MappingProxyType(
    {CALLS: (), FOLDS: (), FEW: (1.0, _ALL), MANY: (*(0.05 * 1.15**step for step in range(55)), _ALL)}
)
"""The bets, as parts of the pot after a call; a bet of more than there is goes all-in."""
BIG_BLIND = 2
_STREETS = {0: 0, 3: 1, 4: 2, 5: 3}
_MBB = 1000
_SEATS = 2


class LineOfPlay(NamedTuple):
    """A public line of play, with all hands that may take it.

    Attributes:
        deal: the deal; its hole cards are ignored.
        range: how likely the robot plays so, for each of its hands that it may hold.
        mine: 1 for each hand with which the responder plays so, else 0.
        weight: the inverse of the chance with which the robot's actions were drawn.
    """

    deal: Deal
    range: Weights
    mine: Weights
    weight: float


class LocalResponse:
    """The responder to a robot, in one seat."""

    def __init__(self, ask: AskHands, setting: Setting, seat: int, rng: np.random.Generator) -> None:
        """Create it.

        Args:
            ask: the robot.
            setting: what the responder may do on each street.
            seat: its seat.
            rng: draws the robot's actions.
        """
        self._ask = ask
        self._setting = setting
        self._seat = seat
        self._rng = rng

    def play(self, setup: Setup, board: Sequence[int]) -> float:
        """Return what the responder wins on a board, in chips.

        Args:
            setup: the stacks and blinds.
            board: five card codes.
        """
        whole = np.ones(HANDS)
        return self._go_on(LineOfPlay(Deal(setup, _deck(board)), whole, whole, 1.0)) / (comb(52, 2) * comb(50, 2))

    def _go_on(self, line: LineOfPlay, chances: HandChances | None = None) -> float:
        """Return what is won from a decision on: chips, added up over all pairs of hands.

        Args:
            line: the line to the decision.
            chances: the robot's chances there, if it was asked already.
        """
        if line.deal.actor == self._seat:
            return self._respond(line)
        return self._draw(line, self._chances(line.deal, line.range) if chances is None else chances)

    def _chances(self, deal: Deal, likely: Weights) -> HandChances:
        """Ask the robot whose turn it is."""
        hands = np.flatnonzero(likely)
        order = np.argsort(-likely[hands], kind="stable")
        return self._ask(make_view(deal, deal.actor), hands[order].tolist())

    def _draw(self, line: LineOfPlay, chances: HandChances) -> float:
        """Let the robot act: its folds are counted, one of its other actions is drawn."""
        won = 0.0
        shares = []
        for action, of_hands in chances.items():
            likely = line.range * of_hands
            share = float(line.mine @ disjoint(likely))
            if action == FOLD:
                won += share * line.deal.totals[1 - self._seat] * line.weight * _dealt(line.deal.board)
            elif share > 0:
                shares.append((share, action, likely))
        if not shares:
            return won
        total = sum(share for share, _, _ in shares)
        drawn = int(self._rng.choice(len(shares), p=[share / total for share, _, _ in shares]))
        share, action, likely = shares[drawn]
        taken = line._replace(range=likely, weight=line.weight * total / share)
        on_average = sum(self._check_down(line._replace(range=likely), action) for _, action, likely in shares)
        return won + on_average - self._check_down(taken, action) + self._act(taken, action)

    def _respond(self, line: LineOfPlay) -> float:
        """Take the best action of each of the responder's hands."""
        options = self._options(line)
        best = np.argmax([option.worth for option in options], axis=0)
        won = 0.0
        for number, option in enumerate(options):
            mine = line.mine * (best == number)
            if not mine.any():
                continue
            if option.action == FOLD:
                met = float(mine @ disjoint(line.range))
                won -= met * line.deal.totals[self._seat] * line.weight * _dealt(line.deal.board)
            else:
                won += self._act(line._replace(mine=mine), option.action, option.chances)
        return won

    def _options(self, line: LineOfPlay) -> list[_Option]:
        """Return the actions that the setting allows, each with its worth for each hand: chips from now on."""
        deal = line.deal
        legal = deal.legal_actions()
        assert legal is not None  # noqa: S101 - it is the responder's turn
        street = self._setting[_STREETS[len(deal.board)]]
        pot, price = deal.pot, legal.call
        go_on, nothing = CALL if price else CHECK, np.zeros(HANDS)
        if street == CALLS:
            return [_Option(go_on, nothing)]
        met = np.maximum(disjoint(line.range), np.finfo(np.float64).tiny)
        options = [_Option(go_on, (pot + price) * self._share(line.range, deal) / met - price)]
        if price:
            options.append(_Option(FOLD, nothing))
        amounts, make = (legal.bet, Bet) if legal.bet else (legal.raise_to, RaiseTo)
        for amount in _sizes(deal, amounts, FRACTIONS[street]):
            after = _after(deal, make(amount))
            chances = self._chances(after, line.range)
            stays = line.range * (1 - chances.get(FOLD, 0.0))
            put = deal.stacks[self._seat] - after.stacks[self._seat]
            called = max(after.totals) - min(after.totals)
            won = (pot + put + called) * self._share(stays, deal) + pot * (met - disjoint(stays))
            options.append(_Option(make(amount), (won - put * disjoint(stays)) / met, chances))
        return options

    def _share(self, likely: Weights, deal: Deal) -> Weights:
        """Return the part of the pot that each of the responder's hands wins at a showdown, added up over a range."""
        share: Weights = (disjoint(likely) + margins(_codes(deal)) @ likely) / 2
        return share

    def _act(self, line: LineOfPlay, action: Action, chances: HandChances | None = None) -> float:
        """Let the actor act, and go on to the end of the deal."""
        board, deal = _codes(line.deal), _after(line.deal, action)
        line = line._replace(deal=deal)
        if deal.actor is None:
            return self._worth(line, board)
        if len(deal.board) == len(board):
            return self._go_on(line, chances)
        live = ~np.isin(hand_pairs(), list(_codes(deal))).any(axis=1)
        dealt = line._replace(range=line.range * live, mine=line.mine * live)
        return self._worth(line, board) - self._worth(dealt, _codes(deal)) + self._go_on(dealt)

    def _check_down(self, line: LineOfPlay, action: Action) -> float:
        """Return what checking down would win after an action, before a card is dealt."""
        return self._worth(line._replace(deal=_after(line.deal, action)), _codes(line.deal))

    def _worth(self, line: LineOfPlay, board: bytes) -> float:
        """Return what is won if both only check and call, or the responder folds at once where it may.

        Args:
            line: the line; its deal may be further than the board.
            board: the cards that are known.
        """
        totals = line.deal.totals
        of_hands = max(totals) * (margins(board) @ line.range)
        if self._setting[_STREETS[len(board)]] != CALLS:
            of_hands = np.maximum(of_hands, -totals[self._seat] * disjoint(line.range))
        return float(line.mine @ of_hands) * line.weight * _dealt(board)


class _Option(NamedTuple):
    """An action of the responder.

    Attributes:
        action: the action.
        worth: what each of its hands wins with it.
        chances: the robot's chances after it, if they are known.
    """

    action: Action
    worth: Weights
    chances: HandChances | None = None


def play_deal(ask: AskHands, setting: Setting, stack: int, seed: int, number: int) -> NDArray[np.float64]:
    """Return what a responder wins in each seat, in thousandths of a big blind, on one random board.

    Args:
        ask: the robot.
        setting: what the responder may do on each street.
        stack: the stack of each player in big blinds.
        seed: another seed deals other boards.
        number: the number of the deal.
    """
    board = _board(seed, number)
    chips = stack * BIG_BLIND
    setup = Setup(GAMES["holdem"], (chips, chips), small_bet=BIG_BLIND, blinds=(BIG_BLIND, BIG_BLIND // 2))
    seats = [
        LocalResponse(ask, setting, seat, np.random.default_rng([seed, number, seat])).play(setup, board)
        for seat in range(_SEATS)
    ]
    return np.array(seats) * _MBB / BIG_BLIND


def deal_work(name: str, setting: str, stack: int, seed: int) -> Callable[[int], NDArray[np.float64]]:
    """Return the function that plays a deal by its number, as `play_deal` does.

    Args:
        name: the robot's name.
        setting: a key of `SETTINGS`.
        stack: as for `play_deal`.
        seed: likewise.
    """
    return partial(play_deal, ask_hands_of(name), SETTINGS[setting], stack, seed)


def _board(seed: int, number: int) -> bytes:
    return np.random.default_rng([seed, number]).permutation(52)[:5].astype(np.uint8).tobytes()


def _deck(board: Sequence[int]) -> list[Card]:
    """Return a deck that deals a board; all other cards are ignored."""
    others = iter([card for card in CARDS if card.code not in board])
    cards = iter([CARDS[code] for code in board])
    deck: list[Card] = []
    for plan in GAMES["holdem"].streets:
        deck += [next(others) for _ in range(_SEATS * plan.hole_cards + plan.burns)]
        deck += [next(cards) for _ in range(plan.board_cards)]
    return deck


def _codes(deal: Deal) -> bytes:
    return bytes([card.code for card in deal.board])


def _after(deal: Deal, action: Action) -> Deal:
    """Return a copy of a deal in which the actor has acted."""
    after = deal.copy()
    assert after.actor is not None  # noqa: S101 - somebody has decided
    after.act(after.actor, action)
    return after


def _dealt(board: Sequence[Card] | bytes) -> float:
    """Return how much more often two hands could be dealt if the board's cards need not leave room for them."""
    return comb(52, len(board)) / comb(48, len(board))


def _sizes(deal: Deal, legal: range, fractions: Sequence[float]) -> list[int]:
    """Return the legal amounts of the bets of some parts of the pot, each once."""
    if not legal:
        return []
    bet, bets = deal.bet_to_match, deal.bets
    after_call = deal.pot + bet - min(bets)
    amounts = [bet + round(min(fraction * after_call, legal[-1])) for fraction in fractions]
    return list(dict.fromkeys(min(amount, legal[-1]) for amount in amounts if amount >= legal[0]))


Margins = NDArray[np.float32]


RIVER_SIZE = 5
RUNOUTS = {3: 990, 4: 44, 5: 1}
"""The boards that may come with two hands, by the cards on the board."""
_PREFLOP_BOARDS = 1_712_304


@lru_cache(maxsize=8)
def margins(board: bytes) -> Margins:
    """Return how often each hand wins less how often it loses against each other one, from -1 to 1; [hand][hand].

    Args:
        board: no card codes, or three, four or five.

    Returns:
        The exact shares of the boards that may come; 0 for hands that share a card with each other or the board.
    """
    if not board:
        return _before_the_flop()
    rest = [code for code in range(52) if code not in board]
    live = np.flatnonzero(~np.isin(hand_pairs(), list(board)).any(axis=1))
    wins = np.zeros((len(live), len(live)), np.uint16)
    for dealt in combinations(rest, RIVER_SIZE - len(board)):
        _add_wins(wins, live, board + bytes(dealt))
    both = (wins.astype(np.float32) - wins.T) / RUNOUTS[len(board)]
    matrix = np.zeros((HANDS, HANDS), np.float32)
    matrix[np.ix_(live, live)] = both
    return np.where(_share_cards(), np.float32(0), matrix)


def _add_wins(wins: NDArray[np.uint16], live: NDArray[np.int64], board: bytes) -> None:
    """Add the wins of live hands on a whole board; a hand with one of its cards neither wins nor loses."""
    pairs = hand_pairs()[live]
    is_here = ~np.isin(pairs, list(board)).any(axis=1)
    cards = np.concatenate([pairs, np.tile(np.frombuffer(board, np.uint8), (len(live), 1))], axis=1)
    classes = np.zeros(len(live), np.uint16)
    classes[is_here] = evaluate_many(np.ascontiguousarray(cards[is_here], np.uint8), 7)
    # The lower class is the better one. What is not here is better than nothing and worse than nothing.
    wins += np.where(is_here, classes, np.uint16(0xFFFF))[:, None] < classes[None, :]


@lru_cache(maxsize=1)
def _share_cards() -> NDArray[np.bool_]:
    holds = np.zeros((HANDS, 52), np.float32)
    np.put_along_axis(holds, hand_pairs(), 1, axis=1)
    shared: NDArray[np.bool_] = holds @ holds.T > 0
    return shared


def _before_the_flop() -> Margins:
    """Return the margins from the shipped table of match-ups."""
    matrix = np.zeros((HANDS, HANDS), np.float32)
    suits = np.arange(4)
    numbers = []
    for high, low in RANK_PAIRS:
        firsts, seconds = 4 * high + suits[:, None], 4 * low + suits[None, :]
        upper, lower = np.maximum(firsts, seconds), np.minimum(firsts, seconds)
        numbers.append(np.where(upper == lower, -1, upper * (upper - 1) // 2 + lower).ravel())
    for own in range(len(RANK_PAIRS)):
        wins, ties = (np.array(part, np.int64) for part in read_row(own))
        for other in range(own + 1):
            start, steps = block_of(own, other)
            places = np.array(steps).reshape(16, 16)
            first, second = np.meshgrid(numbers[own], numbers[other], indexing="ij")
            is_dealt = (places >= 0) & (first >= 0) & (second >= 0)
            at = start + places[is_dealt]
            won = (2 * wins[at] + ties[at] - _PREFLOP_BOARDS) / _PREFLOP_BOARDS
            matrix[first[is_dealt], second[is_dealt]] = won
            matrix[second[is_dealt], first[is_dealt]] = -won
    return matrix
