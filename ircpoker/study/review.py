"""What the decisions of a player have cost, judged by `ring` at tables of three to six; the judge is mostly silent.

The cost of a decision is what the strategy would have won with this hand, its mix of actions, less what the action won,
in big blinds, everybody playing `ring` from there on. Roll-outs say it before the flop and for gross errors; where two
are left on the turn or river the solver has the last word. `Silence` lists why nothing is said about a decision: small
costs after the flop, hands that `ring` plays so too, and all that depends on how much the others differ from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from ircpoker.equity.range_counts import combination_number
from ircpoker.records.amounts import ScaledAmount
from ircpoker.robots.all_hands import HANDS
from ircpoker.robots.nolimit.betting import CALL, FOLD, RIVER, TURN
from ircpoker.robots.nolimit.resolving import Resolver
from ircpoker.robots.nolimit.robot import HEADS_UP
from ircpoker.robots.ring.features import MAY_ALL_IN, MAY_CALL, MAY_FOLD, MAY_SIZE
from ircpoker.robots.ring.robot import RingRobot
from ircpoker.study.boards import continue_board
from ircpoker.study.heads_up import NolimitJudge, kind_of_letter
from ircpoker.study.judges import RingJudge
from ircpoker.study.rollouts import ASSUMPTIONS, DOUBTS, Rollouts, SeenAction, draw_samples, ranges_after
from ircpoker.table.actions import Bet, Call, Fold, RaiseTo
from ircpoker.table.events import PlayerActed, StreetBegan
from ircpoker.table.games import GAMES
from ircpoker.table.view import make_view

if TYPE_CHECKING:
    from ircpoker.records.played import PlayedHand
    from ircpoker.robots.nolimit.solved_street import SolvedDecision
    from ircpoker.study.judges import Alternatives, Judge
    from ircpoker.study.rollouts import Assumption
    from ircpoker.table import DealSeat
    from ircpoker.table.setup import Setup

SEATS = range(2, 7)
LEAST_STACK = 20
"""With shorter stacks, in big blinds, nothing is judged."""
MOST_ANTES = 0.1
"""With larger antes, in big blinds a seat, nothing is judged."""
USUAL = 0.15
"""An action that `ring` takes at least so often with the hand costs nothing."""
LEAST_BEFORE, LEAST_AFTER, LEAST_SOLVED = 0.3, 2.0, 1.0
"""The least costs that are told, in big blinds: before the flop, after it, by the solver."""
MOST_CHANCE, LEAST_REACH, LEAST_MET = 0.05, 0.05, 0.05
"""The solver takes an error at most so often, has a hand like this at least so often there, and the other seat plays so
at least so often: what seldom comes has no certain worth in a solution."""
COUNTS = (512, 4096, 16_384)
"""The roll-outs of an action: few to see that it costs little, more for a cost that is told or near the limit."""
EFFORTS: Mapping[int, tuple[float, ...]] = MappingProxyType({TURN: (0.4, 1.6, 4, 8), RIVER: (0.5, 1, 6, 12)})
"""How long the solver has solved, against the robot's decisions, when it looks whether to go on: for what is told."""
SLACK = (3.0, 1.0, 1.0, 1.0)
"""By how much each of these may miss what makes an error."""
UNSETTLED = (0.1, 0.03, 0.01, 0.003)
"""The part of the pot by which a cost may change after each of them, at least."""
LAST = 1 / 3
"""The part of its last change by which it may still change, too."""
HOPE = 0.4
"""A cost with so much of its error must be above what is told, or no more roll-outs are made: they have less error."""
_CLEAR = 2.0
"""Standard errors."""


class Silence(StrEnum):
    """Why nothing is said about a decision."""

    NONE = ""
    OTHER_GAME = "another game"
    SEATS = "not two to six seats"
    SHORT = "stacks below 20 big blinds"
    ANTES = "large antes"
    UNKNOWN = "a spot that the robot does not know"
    USUAL = "the robot does so, too"
    UNCLEAR = "not clear of chance and doubt"
    SMALL = "a small cost after the flop"
    SOLVER = "the solver sees no error"
    ANSWERS = "its worth hangs on how the others answer"


class ErrorKind(StrEnum):
    """What sort of error a decision is."""

    LOOSE = "too loose before the flop"
    FOLDS = "folds too much"
    CALLS = "calls too much"
    PASSIVE = "too passive"
    OTHER = "other"


class Judged(NamedTuple):
    """A decision of the player.

    Attributes:
        street: 0 to 3.
        action: `fold`, `check`, `call`, `bet` or `raise`.
        amount: what a call costs, or what a bet or raise makes the bet, in the amounts of the deal; else empty.
        chances: how often the judge takes each action with this hand, by name: also `all-in`.
        silence: why nothing is said; empty for an error.
        cost: what it cost in big blinds; 0 where it was not computed.
        error: two standard errors of the roll-outs, or how far the solver may be from its end, in big blinds.
        judge: `ring`, `nolimit` or `solver`.
        kind: the sort of error.
        wager: the bet that the judge's usual bet or raise makes, all-in aside; empty if it makes none.
    """

    street: int
    action: str
    amount: str
    chances: dict[str, float]
    silence: Silence
    cost: float = 0.0
    error: float = 0.0
    judge: str = "ring"
    kind: ErrorKind = ErrorKind.OTHER
    wager: str = ""

    @property
    def better(self) -> str:
        """What the judge does most often with this hand."""
        return max(self.chances, key=lambda action: self.chances[action], default="")


def review(hand: PlayedHand, seat: DealSeat) -> tuple[Judged, ...]:
    """Return the decisions of a player in a deal, each with what it cost, or why nothing is said about it.

    Only the player's own cards, the board and the actions count: what the others held changes nothing.

    Args:
        hand: the deal; the player's cards are known.
        seat: the player's seat.
    """
    return tuple(Reviewer(hand, seat).decisions())


def why_silent(setup: Setup) -> Silence:
    """Return why no decision of a deal can be judged; empty if some can."""
    big_blind = max(setup.small_bet, *map(abs, setup.blinds or (0,)))
    if setup.game not in map(GAMES.__getitem__, RingRobot.games):
        return Silence.OTHER_GAME
    if len(setup.stacks) not in SEATS or setup.dead:
        return Silence.SEATS
    if sorted(setup.stacks)[-2] < LEAST_STACK * big_blind:
        return Silence.SHORT
    if sum(setup.antes) > MOST_ANTES * big_blind * len(setup.stacks):
        return Silence.ANTES
    return Silence.NONE


class Reviewer:
    """Follows a deal from one seat."""

    efforts: ClassVar = EFFORTS

    def __init__(self, hand: PlayedHand, seat: DealSeat) -> None:
        """Begin; as for `review`."""
        deal = hand.deal
        own = [
            place for place, event in enumerate(deal.events, 1) if isinstance(event, PlayerActed) and event.seat == seat
        ]
        self._view, self._events, self._seat = make_view(deal, seat), deal.events[: max(own, default=0)], seat
        self._why = why_silent(deal.setup)
        # In another game nothing is judged, and a hand may have four cards.
        self._hand = 0 if self._why else combination_number(*[card.code for card in deal.hole_cards[seat]])
        self._seen: list[SeenAction] = []
        self._board = b""
        self._number, self._decimals = 0, hand.decimals
        is_duel = len(deal.setup.stacks) == HEADS_UP and not self._why
        self._judge: Judge = NolimitJudge(self._view) if is_duel else RingJudge(deal.setup)

    def decisions(self) -> Iterator[Judged]:
        """Yield the decisions, in order."""
        why = self._why
        for place, event in enumerate(self._events):
            if isinstance(event, PlayerActed):
                if event.seat == self._seat:
                    yield self._unjudged(event, why) if why else self.judge(event, place)
                    self._number += 1
                elif not (why or isinstance(event.action, Fold)):
                    self._note(event)
            if not why:
                self._judge.follow(event)
            if isinstance(event, StreetBegan) and event.board:
                self._board += bytes([card.code for card in event.board])

    def _unjudged(self, event: PlayerActed, why: Silence, chances: dict[str, float] | None = None) -> Judged:
        action, units = name_and_units(event)
        judge = self._judge.name
        return Judged(max(0, len(self._board) - 2), action, self._amount(units), chances or {}, why, judge=judge)

    def _amount(self, units: int) -> str:
        return str(ScaledAmount(units, self._decimals)) if units else ""

    def _named(self, shares: Mapping[int, float]) -> dict[str, float]:
        """Return how often each action is taken, by its name in the own seat's turn."""
        betting = self._judge.betting
        call = "call" if betting.owed(self._seat) else "check"
        wager = "raise" if max(betting.bets) else "bet"
        names = {MAY_FOLD: "fold", MAY_CALL: call, MAY_SIZE: wager, MAY_ALL_IN: "all-in"}
        return {names[choice]: share for choice, share in shares.items() if share}

    def _note(self, event: PlayerActed) -> None:
        """Note what another seat did."""
        chances = self._judge.taken(event, self._board)
        if chances is None:
            chances = np.ones(HANDS)
        self._seen.append(SeenAction(event.seat, chances, isinstance(event.action, Bet | RaiseTo), self._board))

    def judge(self, event: PlayerActed, place: int) -> Judged:
        """Return one decision, judged.

        Args:
            event: the action.
            place: the number of events before it.
        """
        alternatives = self._judge.alternatives(event, self._board, self._hand)
        if alternatives is None:
            return self._unjudged(event, Silence.UNKNOWN)
        decision = self._unjudged(event, Silence.NONE, self._named(alternatives.own))
        decision = decision._replace(wager=self._amount(alternatives.wager))
        if alternatives.own.get(alternatives.kind, 0.0) >= USUAL and not alternatives.is_overbet:
            return decision._replace(silence=Silence.USUAL)
        # What bets on the river win hangs on what the others pay, and so do raises instead of calls: among real robots,
        # such errors cost nothing.
        if decision.action == "bet" and decision.street == RIVER:
            return decision._replace(silence=Silence.ANSWERS)
        decision = decision._replace(kind=_kind(alternatives.kind, alternatives.own, self._judge.betting.street))
        decision = self._rolled(decision, alternatives)
        if not decision.silence and self._judge.is_solved:
            decision = self._solved(decision, event, place)
        if not decision.silence and (decision.action, decision.better) == ("raise", "call") and decision.street >= TURN:
            return decision._replace(silence=Silence.ANSWERS)
        return decision

    def _rolled(self, decision: Judged, alternatives: Alternatives) -> Judged:
        """Return the decision as the roll-outs judge it."""
        is_last_word = not self._judge.is_solved
        least = LEAST_BEFORE if not self._board else LEAST_AFTER if is_last_word else LEAST_SOLVED
        for place, assumed in enumerate(ASSUMPTIONS if self._board else DOUBTS):
            for count in COUNTS:
                cost, error = self.roll(alternatives, assumed, count)
                if cost + HOPE * error <= least or ((count != COUNTS[0] or not is_last_word) and cost - error > least):
                    break
            decision = decision if place else decision._replace(cost=cost, error=error)
            if cost - error <= LEAST_BEFORE:
                return decision._replace(silence=Silence.UNCLEAR)
            if cost < least:
                return decision._replace(silence=Silence.SMALL)
        return decision

    def roll(self, alternatives: Alternatives, assumed: Assumption, count: int) -> tuple[float, float]:
        """Return the cost of a decision by roll-outs, and two standard errors, in big blinds.

        Args:
            alternatives: to the decision.
            assumed: how the others play.
            count: the roll-outs of each move.
        """
        boards = continue_board(self._board, self._judge.strategy)
        rng = np.random.default_rng([self._number, ASSUMPTIONS.index(assumed)])
        others = [seat for seat in sorted(self._judge.betting.live) if seat != self._seat]
        ranges = ranges_after(self._seen, assumed, len(self._view.setup.stacks), self._board)
        samples = draw_samples(ranges, others, self._hand, boards, count, rng)
        if samples is None:
            return 0.0, 0.0
        rollouts = Rollouts(boards, samples, self._seat)
        values = {
            move: rollouts.values(spot, others_call=assumed.others_call) for move, spot in alternatives.spots.items()
        }
        lost = sum(chance * values[move] for move, chance in alternatives.mix.items()) - values[alternatives.taken]
        lost /= self._judge.unit
        return float(lost.mean()), _CLEAR * float(lost.std()) / count**0.5

    def _solved(self, decision: Judged, event: PlayerActed, place: int) -> Judged:
        """Return the decision as the solver judges it, roughly first, since it sees no error in most."""
        view = self._view._replace(events=tuple(self._events[:place]))
        street = self._judge.betting.street
        # What ends the deal is worth the same however the hand got there.
        is_last = street == RIVER and isinstance(event.action, Call | Fold)
        pot, resolver = self._judge.betting.pot / self._judge.betting.big_blind, Resolver(afterwards=True)
        cost = 0.0
        for resolver.effort, slack, part in zip(self.efforts[street], SLACK, UNSETTLED, strict=False):
            solved = self._judge.solve(resolver, view)
            chances = np.array(solved.chances)
            worth = np.array(solved.worth) / self._judge.betting.big_blind
            taken = _solved_edge(solved, event)
            before, cost, error = cost, float(chances @ worth - worth[taken]), part * pot
            reach = solved.ranges[solved.me]
            is_error = (
                cost * slack > LEAST_SOLVED
                and chances[taken] < MOST_CHANCE * slack
                and (is_last or reach[solved.hand] >= LEAST_REACH * reach.max())
            )
            is_clear = solved.met >= LEAST_MET and cost - error > LEAST_SOLVED
            if not is_error or (slack == 1 and not is_clear):
                break
        error = max(error, LAST * abs(cost - before))
        is_settled = is_clear and cost - error > LEAST_SOLVED
        silence = Silence.SOLVER if not is_error else Silence.NONE if is_settled else Silence.UNCLEAR
        tree, shares, wagers = solved.tree, Counter[int](), {0: 0.0}
        for edge, chance in zip(tree.edges(solved.node), chances.tolist(), strict=True):
            kind = kind_of_letter(tree.letter[edge])
            shares[kind] += chance
            if kind == MAY_SIZE and chance:
                wagers[tree.amount[edge] - solved.before] = chance
        return decision._replace(
            silence=silence,
            chances=self._named(shares),
            cost=cost,
            error=error,
            judge="solver",
            wager=self._amount(max(wagers, key=wagers.__getitem__)),
        )


def name_and_units(event: PlayerActed) -> tuple[str, int]:
    """Return an action's name and its amount: the price of a call, or the bet that a wager makes; else 0."""
    match event.action:
        case Bet(amount):
            return "bet", amount
        case RaiseTo(amount):
            return "raise", amount
        case Fold():
            return "fold", 0
        case _:
            return ("call", event.paid) if event.paid else ("check", 0)


def _kind(choice: int, own: Mapping[int, float], street: int) -> ErrorKind:
    folds, wagers = own.get(MAY_FOLD, 0.0), own.get(MAY_SIZE, 0.0) + own.get(MAY_ALL_IN, 0.0)
    if choice == MAY_FOLD:
        return ErrorKind.FOLDS
    if folds > 1 - USUAL:
        return ErrorKind.LOOSE if not street else ErrorKind.CALLS if choice == MAY_CALL else ErrorKind.OTHER
    return ErrorKind.PASSIVE if choice == MAY_CALL and wagers > 1 - USUAL else ErrorKind.OTHER


def _solved_edge(solved: SolvedDecision, event: PlayerActed) -> int:
    """Return the number of the solved action that an action is, or is nearest to."""
    tree = solved.tree
    edges = list(tree.edges(solved.node))
    letters = [tree.letter[edge] for edge in edges]
    if isinstance(event.action, Bet | RaiseTo):
        made = tree.put[solved.node][solved.me] + event.paid
        wagers = [place for place, letter in enumerate(letters) if letter not in {FOLD, CALL}]
        if wagers:
            return min(wagers, key=lambda place: abs(tree.amount[edges[place]] - made))
    return letters.index(FOLD if isinstance(event.action, Fold) else CALL)
