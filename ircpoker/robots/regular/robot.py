"""The robots with temperaments: they play every game at tables of every size; see docs/robot-rules.md.

The temperaments: the numbers in which the robots of this package differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import ClassVar, NamedTuple

from ircpoker.cards import CARDS
from ircpoker.draws import CLASSES
from ircpoker.robots.asking import make_legal
from ircpoker.robots.features import best_hold, owed, street_actions
from ircpoker.robots.opponents import RemembersOpponents
from ircpoker.robots.regular.habits import NO_HABITS, Habits, adder, read_habits
from ircpoker.robots.regular.reads import SeatRead, read_seats
from ircpoker.robots.robot import ALL_GAMES, Decision
from ircpoker.table.actions import CALL, CHECK, FOLD, Action, Bet, Discard, RaiseTo
from ircpoker.table.games import Betting
from ircpoker.table.view import PlayerView

_Judgement = tuple[Action, str, float | None]
"""An action, its reason, and how often the robot expects to win."""


OPEN = (0.85, 0.80, 0.45, 0.32, 0.25, 0.21, 0.18, 0.16, 0.14, 0.12)
"""The part of all hands that raises first, by the number of players who have yet to act."""
LIMPS = 1.6
"""How many more hands call without a raise where it is cheap."""
CROWD = 0.8
"""Each player who has called leaves this part of the hands that raise."""
PER_PLAYER_BEHIND = 0.02
"""The equity that a call of a raise needs for each player who may still raise."""
TO_COME = 0.02
"""The equity that a call needs where more betting follows."""
COMMITTED = 0.4
"""From this part of the stack on, a wager is all-in."""
STEP = 0.10
"""The advantage that a raise needs for each wager before it on this street."""
SLOW_PLAY = 0.08
"""How often a good hand does not bet."""
BLUFF_RIVALS = 2
"""The most opponents who are bluffed."""
FIRST = 0.20
"""The advantage from which a raise is raised again on the first street."""
RECKLESS = 0.06
"""The same on every street against somebody who raises whatever they have."""
FEWEST_FOLDS, MORE_FOLDS = 0.20, 0.25
"""Opponents who fold less often than the first are not bluffed; each of the second more bluffs them once more."""
MOST_BLUFFS = 3.0
"""How many times the usual bluffs somebody gets who always folds."""


class Temper(NamedTuple):
    """A way to play.

    Attributes:
        width: how many hands it plays before the flop or the draw, as a multiple of the chart.
        margin: the equity that a call must have beyond its price; negative for one who pays too much.
        value: the advantage from which it bets; see `advantage`.
        reraise: the advantage from which it raises a bet.
        bluff: how often it bets with a hand that is not worth it.
    """

    width: float
    margin: float
    value: float
    reraise: float
    bluff: float


REGULAR = Temper(width=1.0, margin=0.02, value=0.16, reraise=0.40, bluff=0.10)
TIGHT = Temper(width=0.6, margin=0.06, value=0.24, reraise=0.50, bluff=0.03)
LOOSE = Temper(width=1.5, margin=-0.03, value=0.20, reraise=0.50, bluff=0.04)
WILD = Temper(width=1.7, margin=0.0, value=0.05, reraise=0.25, bluff=0.30)


class TableTurn(NamedTuple):
    """The facts of a turn to bet.

    Attributes:
        view: the view.
        reads: the opponents in the hand.
        wagers: how many bets and raises there were on this street.
        callers: how many called on this street, before any raise.
        behind: how many opponents have yet to act.
        price: the chips that a call costs.
    """

    view: PlayerView
    reads: list[SeatRead]
    wagers: int
    callers: int
    behind: int
    price: int

    @property
    def recklessness(self) -> float:
        """How reckless the opponents are, from 0 for usual play to 1."""
        return sum(read.recklessness for read in self.reads) / max(len(self.reads), 1)

    def bluffs(self, temper: Temper, rng: Random) -> bool:
        """Return whether to bluff, by chance and by how often the opponents fold."""
        rivals = len(self.reads)
        if not 0 < rivals <= BLUFF_RIVALS:
            return False
        folds = sum(read.folds for read in self.reads) / rivals
        more = min(max((folds - FEWEST_FOLDS) / MORE_FOLDS, 0.0), MOST_BLUFFS)
        return rng.random() < temper.bluff * more / rivals


class Regular(RemembersOpponents[Habits]):
    """Plays the equity of its hand against the ranges that the betting shows."""

    name = "regular"
    gives_reasons = True
    games: Mapping[str, range] = ALL_GAMES
    temper: ClassVar[Temper] = REGULAR
    _adder, _read = staticmethod(adder), staticmethod(read_habits)

    def __init__(self) -> None:
        """Create the robot, with an empty memory; what the first decision needs is loaded now."""
        super().__init__(NO_HABITS)
        _warm_up()

    def decide(self, view: PlayerView, rng: Random, /) -> Decision:
        """Return the action for a turn, with its reason.

        Args:
            view: the view of the seat whose turn it is.
            rng: the source of chance.

        Returns:
            A legal action.

        Raises:
            ValueError: it is not this seat's turn.
        """
        legal = view.legal
        if legal is None or view.seat is None:
            raise ValueError("it is not this seat's turn")
        if legal.discard:
            return _draw(view)
        if legal.can_show:
            return Decision(make_legal(CHECK, legal), "the hand is shown")
        turn = _turn(view, [self._of(player) for player in self._players])
        action, why, chance = self._begin(turn, rng) if _is_first_street(view) else self._go_on(turn, rng)
        action = make_legal(action, legal)
        return Decision(action, f"{why}, so {str(action).partition(' ')[0]}", chance=chance)

    def _begin(self, turn: TableTurn, rng: Random) -> _Judgement:
        """Return the action before the flop, or before the draw."""
        view, temper = turn.view, self.temper
        if turn.wagers:
            return self._answer_raise(turn, rng)
        percentile = _percentile(view)
        why = f"a hand of the best {max(percentile, 0.01):.0%}"
        opening = OPEN[min(turn.behind, len(OPEN) - 1)] * temper.width * CROWD**turn.callers
        jittered = percentile + rng.uniform(-0.02, 0.02)
        if jittered <= opening:
            return _wager(turn, _first_size(turn)), why, None
        is_cheap = turn.callers > 0 or view.needed < 0.3
        if turn.price and is_cheap and jittered <= LIMPS * opening / CROWD**turn.callers:
            return CALL, why, None
        return FOLD, why, None

    def _answer_raise(self, turn: TableTurn, rng: Random) -> _Judgement:
        """Return the action after a raise on the first street."""
        temper = self.temper
        rivals = [read for read in turn.reads if read.width < 1] or turn.reads
        chance = _equity(turn.view, rivals, rng)
        why = f"{chance:.0%} to win"
        level = _lowered(FIRST + temper.value - REGULAR.value + 0.05 * (turn.wagers - 1), turn.recklessness)
        edge = advantage(chance, len(rivals))
        if edge >= level and rng.random() >= SLOW_PLAY:
            return _wager(turn, 0.8), why, chance
        if len(rivals) == 1 and turn.wagers == 1 and rng.random() < temper.bluff / 4:
            return _wager(turn, 0.8), f"a bluff with {why}", chance
        needed = _needed(turn) + temper.margin + PER_PLAYER_BEHIND * turn.behind + TO_COME * _is_open(turn)
        return (CALL if chance >= needed else FOLD), why, chance

    def _go_on(self, turn: TableTurn, rng: Random) -> _Judgement:
        """Return the action on the flop and later, or after the draw."""
        temper, rivals = self.temper, len(turn.reads)
        chance = _equity(turn.view, turn.reads, rng)
        edge = advantage(chance, rivals)
        why = f"{chance:.0%} to win"
        bluffs = turn.bluffs(temper, rng)
        if not turn.price:
            if edge >= temper.value and rng.random() >= SLOW_PLAY:
                return _wager(turn, min(0.5 + max(edge - temper.value, 0.0), 1.0)), why, chance
            return (_wager(turn, 0.5), f"a bluff with {why}", chance) if bluffs else (CHECK, why, chance)
        if edge >= _lowered(temper.reraise + STEP * (turn.wagers - 1), turn.recklessness):
            return _wager(turn, 0.8), why, chance
        if bluffs and turn.wagers == 1 and rng.random() < 0.25:
            return _wager(turn, 0.8), f"a bluff with {why}", chance
        needed = _needed(turn) + temper.margin + TO_COME * _is_open(turn)
        return (CALL if chance >= needed else FOLD), why, chance


class Tight(Regular):
    """Plays few hands, bluffs hardly ever, and pays only for good odds."""

    name = "tight"
    temper = TIGHT


class Loose(Regular):
    """Plays many hands and calls too much."""

    name = "loose"
    temper = LOOSE


class Wild(Regular):
    """Plays most hands, raises a lot and bluffs a lot."""

    name = "wild"
    temper = WILD


def advantage(chance: float, rivals: int) -> float:
    """Return an equity on a scale on which an average hand has 0, and a sure winner 1.

    Args:
        chance: the equity, 0 to 1.
        rivals: the number of opponents.

    Examples:
        >>> round(advantage(0.6, 1), 3), round(advantage(0.6, 3), 3)
        (0.2, 0.467)
    """
    fair = 1 / (rivals + 1)
    return (chance - fair) / (1 - fair)


@lru_cache(maxsize=1)
def _warm_up() -> None:
    from ircpoker.robots.regular.chances import equity  # NumPy would cost every start 60 ms

    CLASSES.warm_up()
    equity(CARDS[:2], CARDS[2:5], (), Random(1))  # noqa: S311 - only the tables that it loads matter


def _draw(view: PlayerView) -> Decision:
    """Return the draw with the best mean class; its reason names no card."""
    hold = best_hold(view)
    thrown = tuple([card for card in view.hole_cards if card not in hold.cards])
    cards = "no card" if not thrown else "1 card" if len(thrown) == 1 else f"{len(thrown)} cards"
    return Decision(Discard(thrown), f"the best mean is after changing {cards}")


def _turn(view: PlayerView, known: Sequence[Habits]) -> TableTurn:
    reads = read_seats(view, known if len(known) == len(view.stacks) else ())
    actions = [acted.action for acted in street_actions(view)]
    wagers = sum(isinstance(action, Bet | RaiseTo) for action in actions)
    callers = actions.count(CALL) if not wagers else 0
    behind = sum(not read.has_acted and view.stacks[read.seat] > 0 for read in reads)
    return TableTurn(view, reads, wagers, callers, behind, view.legal.call if view.legal else 0)


def _is_first_street(view: PlayerView) -> bool:
    return view.street is view.setup.game.streets[0].street


def _is_open(turn: TableTurn) -> bool:
    """Return whether more betting may follow after a call: the seat and an opponent have chips beyond it."""
    view = turn.view
    is_last = view.street is view.setup.game.streets[-1].street
    has_rival = any(view.bets[read.seat] + view.stacks[read.seat] > view.bet_to_match for read in turn.reads)
    return not is_last and has_rival and view.stacks[view.seat or 0] > turn.price


def _lowered(level: float, recklessness: float) -> float:
    """Return the advantage that a raise needs against opponents who may be reckless."""
    return level + recklessness * (min(RECKLESS, level) - level)


def _needed(turn: TableTurn) -> float:
    """Return how often a call must win; at fixed limit with the raises that reckless opponents will add."""
    view = turn.view
    if view.setup.game.betting is not Betting.LIMIT or not turn.price:
        return view.needed
    behind = [read for read in turn.reads if view.bets[read.seat] < view.bet_to_match and view.stacks[read.seat]]
    chance = max((read.recklessness for read in behind), default=0.0)
    plan = next(plan for plan in view.setup.game.streets if plan.street is view.street)
    bet = view.setup.big_bet if plan.doubles else view.setup.small_bet
    has_blind = _is_first_street(view) and any(view.setup.blinds)
    more = chance * bet * max(view.setup.bet_cap - turn.wagers - has_blind, 0)
    paid = turn.price + more
    return paid / (view.prize(turn.price) + turn.price + more * (1 + len(turn.reads)))


def _percentile(view: PlayerView) -> float:
    """Return the part of all starting hands that is better."""
    if view.setup.game.numbers_cards:
        from ircpoker.robots.regular.tables import percentile_before

        return percentile_before(view)
    from ircpoker.robots.regular.chances import percentiles  # NumPy would cost every start 60 ms

    return percentiles([view.hole_cards])[0]


def _equity(view: PlayerView, rivals: Sequence[SeatRead], rng: Random) -> float:
    """Return the part of the pot that the hand wins on average."""
    if view.setup.game.numbers_cards:
        from ircpoker.robots.regular import tables

        equity_of = tables.equity_before if _is_first_street(view) else tables.equity_after
        return equity_of(view, rivals)
    from ircpoker.robots.regular import chances  # NumPy would cost every start 60 ms

    return chances.equity(view.hole_cards, view.board, rivals, rng)


def _first_size(turn: TableTurn) -> float:
    """Return the part of the pot, after a call, by which the first raise raises."""
    return 0.75 + 0.1 * turn.callers


def _wager(turn: TableTurn, part: float) -> Action:
    """Return a bet or raise by a part of the pot after a call, or all-in if that is most of what can be lost."""
    view = turn.view
    seat = view.seat or 0
    all_in = view.bets[seat] + view.stacks[seat]
    price = owed(view)
    by = max(int(part * (view.prize(price) + price)), 1)
    target = view.bet_to_match + by
    reach = max([view.bets[read.seat] + view.stacks[read.seat] for read in turn.reads], default=all_in)
    most = min(all_in, reach) - view.bets[seat]
    if view.setup.game.betting is not Betting.LIMIT and target - view.bets[seat] >= COMMITTED * most:
        target = all_in
    return RaiseTo(target) if view.bet_to_match else Bet(target)
