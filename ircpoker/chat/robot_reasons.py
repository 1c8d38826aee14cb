"""`!why`: what each robot did in a finished deal, in players' words with one number.

The hand stands there only if everybody has seen it. Otherwise a bet is only called a bluff or not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ircpoker.chat.parts import spaced
from ircpoker.equity.answers import answer, whole_percent
from ircpoker.equity.odds import plan
from ircpoker.equity.ranges import ANY
from ircpoker.equity.spots import make_spot
from ircpoker.hands import Category
from ircpoker.hands.short_names import short_name
from ircpoker.robots import BUILT_IN_NAMES, shown_name
from ircpoker.table import Bet, Call, Check, Fold, RaiseTo
from ircpoker.table.events import (
    AntePosted,
    BetReturned,
    BlindPosted,
    CardsDrawn,
    HandShown,
    HoleCardsDealt,
    PlayerActed,
    StreetBegan,
)
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ircpoker.cards import Card
    from ircpoker.lobby import RobotReason
    from ircpoker.lobby.hand_record import ReplayedHand
    from ircpoker.table import Setup
    from ircpoker.table.events import Event

SECONDS = 0.002
"""The estimated time for the chance of a hand; the bot waits while it is worked out."""
BLUFF = "bluff"
"""A robot whose reason has this word says itself that it bluffs."""


@dataclass(slots=True)
class _Course:
    """The chips and cards of a deal, event by event, as they were before the next event.

    Attributes:
        setup: the setup.
        left: the chips in front of each seat.
        bets: what each seat has put in on this street.
        in_hand: whether each seat has not folded.
        holes: the cards of each seat.
        board: the board.
        street: the name of the street.
        pot: all chips in the middle.
    """

    setup: Setup
    left: list[int] = field(init=False)
    bets: list[int] = field(init=False)
    in_hand: list[bool] = field(init=False)
    holes: list[tuple[Card, ...]] = field(init=False)
    board: tuple[Card, ...] = ()
    street: str = ""
    pot: int = 0

    def __post_init__(self) -> None:
        seats = len(self.setup.stacks)
        self.left, self.bets, self.in_hand = list(self.setup.stacks), [0] * seats, [True] * seats
        self.holes = [()] * seats

    def take(self, event: Event) -> None:
        """Follow an event."""
        match event:
            case StreetBegan(street, board):
                if self.street:
                    self.bets = [0] * len(self.bets)
                self.street = street.value
                self.board += board
            case HoleCardsDealt(seat, _, cards):
                self.holes[seat] += cards or ()
            case CardsDrawn(seat, _, discarded, drawn):
                kept = [card for card in self.holes[seat] if card not in (discarded or ())]
                self.holes[seat] = (*kept, *(drawn or ()))
            case AntePosted(seat, amount):
                self._pay(seat, amount)
            case BlindPosted(seat, amount) | BetReturned(seat, amount):
                sign = -1 if isinstance(event, BetReturned) else 1
                self._pay(seat, sign * amount)
                self.bets[seat] += sign * amount
            case PlayerActed(seat, action, paid):
                self._pay(seat, paid)
                self.bets[seat] += paid
                self.in_hand[seat] = self.in_hand[seat] and not isinstance(action, Fold)
            case _:
                pass

    def _pay(self, seat: int, amount: int) -> None:
        self.left[seat] -= amount
        self.pot += amount

    def rivals(self, seat: int) -> list[int]:
        """Return the other seats in the hand."""
        return [other for other, is_in in enumerate(self.in_hand) if is_in and other != seat]


def reason_lines(deal_id: str, replayed: ReplayedHand, reasons: Sequence[RobotReason]) -> Iterator[Phrase]:
    """Yield what each robot did, in order; a robot with one rule has one line.

    Args:
        deal_id: the number of the deal.
        replayed: the deal.
        reasons: what the robots have given as their reasons.
    """
    deal, rows = replayed.deal, replayed.rows
    shown = {event.seat for event in deal.events if isinstance(event, HandShown)}
    waiting = {row.nick: [reason for reason in reasons if reason.nick == row.nick] for row in rows if row.robot}
    explained = {reason.nick for reason in reasons if reason.why}
    course = _Course(deal.setup)
    for event in deal.events:
        if isinstance(event, PlayerActed | CardsDrawn) and rows[event.seat].nick in explained:
            row = rows[event.seat]
            reason = _reason_for(event, waiting[row.nick])
            if reason is not None:
                does = _does(course, event, reason, is_ours=row.robot in BUILT_IN_NAMES)
                if isinstance(event, CardsDrawn):
                    yield Phrase("why.drawing", deal=deal_id, who=row.nick, does=does)
                else:
                    yield _line(deal_id, course, event.seat, row.nick, does, is_shown=event.seat in shown)
        course.take(event)
    for row in rows:
        if row.robot and row.nick not in explained and any(reason.nick == row.nick for reason in reasons):
            yield _rule(deal_id, row.nick, row.robot)


def _rule(deal_id: str, nick: str, robot: str) -> Phrase:
    """Return the line of a robot that gives no reasons: one of ours has one rule."""
    if robot in BUILT_IN_NAMES:
        return Phrase("why.rule", deal=deal_id, who=nick, rule=Phrase(f"robots.{shown_name(robot)}.character"))
    return Phrase("table.no_reasons", deal=deal_id, who=nick)


def _reason_for(event: PlayerActed | CardsDrawn, waiting: list[RobotReason]) -> RobotReason | None:
    """Take the reason for an event; None if the table acted for the robot, as when it was sent away."""
    action = f"discard {event.count}" if isinstance(event, CardsDrawn) else str(event.action)
    for number, reason in enumerate(waiting):
        if reason.action == action:
            del waiting[: number + 1]
            return reason
    return None


def _line(deal_id: str, course: _Course, seat: int, nick: str, does: Phrase, *, is_shown: bool) -> Phrase:
    game, hole = course.setup.game, course.holes[seat]
    head = {"deal": deal_id, "who": nick, "street": Phrase(f"street_name.{course.street}"), "does": does}
    # Cards that were discarded later stay secret.
    if not is_shown or (game.numbers_cards and course.street == game.streets[0].street.value):
        return Phrase("why.hidden", **head)
    if len(hole) + len(course.board) < 5:
        return Phrase("why.cards", cards=spaced(hole), **head)
    return Phrase("why.shown", cards=spaced(hole), hand=short_name(game.hand_value(hole, course.board)), **head)


def _does(course: _Course, event: PlayerActed | CardsDrawn, reason: RobotReason, *, is_ours: bool) -> Phrase:
    """Return an action with its one number."""
    act = _act(event)
    if not is_ours:
        return Phrase("why.own", act=act, why=reason.why) if reason.why else act
    if isinstance(event, CardsDrawn):
        return act
    if isinstance(event.action, Bet | RaiseTo):
        return _wager(course, event, act, says_bluff=BLUFF in reason.why)
    if reason.chance:
        return Phrase("why.chance", act=act, percent=_whole(reason.chance))
    if reason.share:
        return Phrase("why.share", act=act, percent=_whole(reason.share))
    price = min(max(course.bets) - course.bets[event.seat], course.left[event.seat])
    if not price:
        return Phrase("why.free", act=act, pot=course.pot)
    needed = whole_percent(price / (course.pot + price))
    return Phrase("why.calls" if isinstance(event.action, Call) else "why.folds", act=act, percent=needed)


def _whole(text: str) -> str:
    return f"{text} %"


def _act(event: PlayerActed | CardsDrawn) -> Phrase:
    if isinstance(event, CardsDrawn):
        return Phrase("why.act_draw", n=event.count) if event.count else Phrase("why.act_pat")
    match event.action:
        case Bet(amount):
            return Phrase("why.act_bet", amount=amount)
        case RaiseTo(amount):
            return Phrase("why.act_raise", amount=amount)
        case Call():
            return Phrase("why.act_call", amount=event.paid)
        case Check():
            return Phrase("why.act_check")
        case _:
            return Phrase("why.act_fold")


def _wager(course: _Course, event: PlayerActed, act: Phrase, *, says_bluff: bool) -> Phrase:
    """Return a bet or raise: a bluff with how often a call would have broken even, or what a call of it needed."""
    seat, bets, left = event.seat, course.bets, course.left
    rivals = course.rivals(seat)
    most = max(bets[other] + left[other] for other in rivals)
    to, before = min(bets[seat] + event.paid, most), max(bets)
    paid, price = max(to - bets[seat], 1), max(to - before, 1)
    if says_bluff or _is_weak(course, seat, len(rivals)):
        return Phrase("why.bluff", act=act, percent=whole_percent(course.pot / (course.pot + paid)))
    return Phrase("why.value", act=act, percent=whole_percent(price / (course.pot + paid + price)))


def _is_weak(course: _Course, seat: int, rivals: int) -> bool:
    """Return whether a hand wins less than its fair share against random hands; at draw, whether it has no pair."""
    game, hole = course.setup.game, course.holes[seat]
    if game.numbers_cards:
        return game.hand_value(hole, ()).category is Category.HIGH_CARD
    spot = make_spot([hole, *[ANY] * rivals], course.board, game=game.name)
    chance = answer(spot, plan(spot, SECONDS, SECONDS)).equities[0].equity
    return chance < 1 / (rivals + 1)
