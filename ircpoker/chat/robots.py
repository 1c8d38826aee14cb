"""`!robots`: how strong they are and what they are like; `!why`: what each did in a finished deal, in players' words.

The hand stands in a reason only if everybody has seen it. Otherwise a bet is only called a bluff or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ircpoker.chat.commands import Example, command
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.segments import packed
from ircpoker.chat.table_adapter import TableCommands
from ircpoker.equity.answers import answer, whole_percent
from ircpoker.equity.odds import plan
from ircpoker.equity.range_terms import ANY
from ircpoker.equity.spots import make_spot
from ircpoker.hands import Category
from ircpoker.lobby import RobotReason
from ircpoker.records.deal_words import spaced
from ircpoker.records.ledger_hands import LedgerHand
from ircpoker.robots import BUILT_IN_NAMES, find_robot, shown_name, shown_names
from ircpoker.table import Bet, Call, Check, Deal, PlayerView, RaiseTo, make_view
from ircpoker.table.events import CardsDrawn, HandShown, PlayerActed
from ircpoker.words import Phrase

SECONDS = 0.002
"""The estimated time for the chance of a hand; the bot waits while it is worked out."""
BLUFF = "bluff"
"""A robot whose reason has this word says itself that it bluffs."""


def reason_lines(
    deal_id: str, hand: LedgerHand, reasons: Sequence[RobotReason], *, is_revealed: bool
) -> Iterator[Phrase]:
    """Yield what each robot did, in order; a robot with one rule has one line.

    Of a hand that stays hidden there is the price of each action, and nothing that depends on its cards: a few numbers
    would leave few hands.

    Args:
        deal_id: the number of the deal.
        hand: the deal.
        reasons: what the robots have given as their reasons.
        is_revealed: whether everybody can see all cards of the deal by its proof.
    """
    deal, rows = hand.hand.deal, hand.rows
    shown = {event.seat for event in deal.events if isinstance(event, HandShown)}
    waiting = {row.nick: [reason for reason in reasons if reason.nick == row.nick] for row in rows if row.robot}
    explained = {reason.nick for reason in reasons if reason.why}
    again = Deal(deal.setup, deal.deck)
    for seat, action in deal.actions:
        view, row = make_view(again, seat), rows[seat]
        again.act(seat, action)
        event = again.events[len(view.events)]
        if row.nick not in explained or not isinstance(event, PlayerActed | CardsDrawn):
            continue
        reason = _reason_for(event, waiting[row.nick])
        if reason is not None:
            is_shown = seat in shown and not _discards_later(view)
            if is_revealed or is_shown:
                does = _does(view, event, reason, again, is_ours=row.robot in BUILT_IN_NAMES)
            else:
                does = _price(view, event, again)
            if isinstance(event, CardsDrawn):
                yield Phrase("why.drawing", deal=deal_id, who=row.nick, does=does)
            else:
                yield _line(deal_id, view, row.nick, does, is_shown=is_shown)
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


def _line(deal_id: str, view: PlayerView, nick: str, does: Phrase, *, is_shown: bool) -> Phrase:
    game, hole = view.setup.game, view.hole_cards
    head = {"deal": deal_id, "who": nick, "street": Phrase(f"street_name.{view.street}"), "does": does}
    if not is_shown:
        return Phrase("why.hidden", **head)
    if not game.makes_hand(hole, view.board):
        return Phrase("why.cards", cards=spaced(hole), **head)
    return Phrase("why.shown", cards=spaced(hole), hand=game.name_of(hole, view.board), **head)


def _discards_later(view: PlayerView) -> bool:
    """Return whether cards may be discarded later, which stay secret."""
    game = view.setup.game
    return game.numbers_cards and view.street is game.streets[0].street


def _does(
    view: PlayerView, event: PlayerActed | CardsDrawn, reason: RobotReason, after: Deal, *, is_ours: bool
) -> Phrase:
    """Return an action with its one number.

    Args:
        view: the deal before the action, from the robot's seat.
        event: the action.
        reason: what the robot has given as its reason.
        after: the deal after the action.
        is_ours: whether it is one of our own robots.
    """
    act = _act(event)
    if not is_ours:
        return Phrase("why.own", act=act, why=reason.why) if reason.why else act
    if isinstance(event, CardsDrawn):
        return act
    if isinstance(event.action, Bet | RaiseTo):
        return _wager(view, event.paid, act, after, says_bluff=BLUFF in reason.why)
    if reason.chance:
        return Phrase("why.chance", act=act, percent=f"{reason.chance} %")
    if reason.share:
        return Phrase("why.share", act=act, percent=f"{reason.share} %")
    return _price(view, event, after)


def _price(view: PlayerView, event: PlayerActed | CardsDrawn, after: Deal) -> Phrase:
    """Return an action with its price, which everybody could see."""
    act = _act(event)
    if isinstance(event, CardsDrawn):
        return act
    if isinstance(event.action, Bet | RaiseTo):
        return Phrase("why.priced", act=act, percent=whole_percent(make_view(after, after.actor).needed))
    if not view.needed:
        return Phrase("why.free", act=act, pot=view.pot)
    needed = whole_percent(view.needed)
    return Phrase("why.calls" if isinstance(event.action, Call) else "why.folds", act=act, percent=needed)


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


def _wager(view: PlayerView, paid: int, act: Phrase, after: Deal, *, says_bluff: bool) -> Phrase:
    """Return a bet or raise: a bluff with how often a call would have broken even, or what the next call needed."""
    seat = view.seat
    rivals = [other for other, is_in in enumerate(view.in_hand) if is_in and other != seat]
    if seat is not None and (says_bluff or _is_weak(view, len(rivals))):
        most = max(view.bets[other] + view.stacks[other] for other in rivals)
        # The part that nobody can match comes back.
        risk = min(paid, most - view.bets[seat])
        prize = view.prize(risk)
        return Phrase("why.bluff", act=act, percent=whole_percent(prize / (prize + risk)))
    return Phrase("why.value", act=act, percent=whole_percent(make_view(after, after.actor).needed))


def _is_weak(view: PlayerView, rivals: int) -> bool:
    """Return whether a hand wins less than its fair share against random hands; at draw, whether it has no pair."""
    game, hole = view.setup.game, view.hole_cards
    if game.numbers_cards:
        return game.hand_value(hole, ()).category is Category.HIGH_CARD
    spot = make_spot([hole, *[ANY] * rivals], view.board, game=game.name)
    chance = answer(spot, plan(spot, SECONDS, SECONDS)).equities[0].equity
    return chance < 1 / (rivals + 1)


LINE = 160
"""The most characters of a line; the names of robots and styles have one byte for each."""


class RobotCommands(TableCommands):
    """The command."""

    def names(self) -> list[str]:
        """Return the names of the robots as players read them; robots are loaded after the commands."""
        return shown_names(self._tables.robots)

    @command(
        "robots",
        examples=(
            Example("", "easy: beginner, weak (-51 to medium) …"),
            Example("caller", "caller: Calls every bet and never makes one."),
            Example("nobody", "no robot is called 'nobody': …"),
        ),
        words=lambda commands: commands.names(),
        price="help",
    )
    def robots(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!robots [name]`, in private.

        Yields:
            All robots with style and strength, in few lines; or what one of them is like.

        Raises:
            UnknownRobotError: there is no robot with that name.
        """
        words = self._tables.services.words
        if arguments:
            robot = find_robot(arguments, self._tables.robots).name
            for line in _about(robot):
                yield Reply((line,), private=True)
            return
        entries = [words.text(_entry(name)) for name in self.names()]
        room = min(LINE, message.limits.line_bytes or LINE)
        for text in packed(entries, " | ", room):
            yield Reply((text,), private=True)
        yield Reply((Phrase("robots_list.more"),), private=True)


def _entry(name: str) -> Phrase:
    """Return a robot in a few words; of somebody else's robot nothing is known."""
    if not is_ours(name):
        return Phrase("robots_list.unknown", who=name)
    style, strength = (Phrase(f"robots.{name}.{part}") for part in ("style", "strength"))
    return Phrase("robots_list.entry", who=name, style=style, strength=strength)


def _about(robot: str) -> Iterator[Phrase]:
    """Yield what a robot is like, and how strong."""
    name = shown_name(robot)
    if not is_ours(name):
        yield Phrase("robots_list.unknown", who=name)
        return
    yield character_line(robot)
    style, strength, games = (Phrase(f"robots.{name}.{part}") for part in ("style", "strength", "games"))
    yield Phrase("robots_list.facts", who=name, style=style, strength=strength, games=games)


def is_ours(name: str) -> bool:
    """Return whether a robot, by the name that players read, is one of ours."""
    return name in map(shown_name, BUILT_IN_NAMES)


def character_line(robot: str) -> Phrase:
    """Return one of our robots, by the name of its class, with its line of character."""
    name = shown_name(robot)
    return Phrase("robots_list.is_like", who=name, character=Phrase(f"robots.{name}.character"))
