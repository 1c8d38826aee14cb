"""What players read at a table: its events as lines.

Only a line to one person holds that person's cards. In public the one whose turn it is stands first, so that
exactly this person is highlighted; all other names are `Name`s, which highlight nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, assert_never

from ircpoker.chat.message import Name, Reply
from ircpoker.chat.parts import chips, joined, numbered, options, published, spaced
from ircpoker.errors import sizes_phrase
from ircpoker.lobby import events
from ircpoker.table import Bet, Check, Fold, RaiseTo
from ircpoker.table.events import PlayerActed
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ircpoker.chat.parts import Parts
    from ircpoker.lobby.events import ActionSummary, SeatFact, Sitter
    from ircpoker.table import Game, LegalActions, PlayerView, Setup, Stakes

    Rare = (
        events.Reminder
        | events.QueuedDropped
        | events.CalledOff
        | events.SatOut
        | events.Rebought
        | events.RobotIdle
        | events.Waiting
        | events.Resumed
        | events.GoingDown
    )


def news_reply(news: events.TableEvent) -> Reply:
    """Return a piece of news as a line.

    Args:
        news: what happened.

    Returns:
        The line, private if it is for one person.
    """
    channel = news.place.channel if news.to else ""
    reader = _Reader(news.own_seat, Phrase("table.in_channel", channel=channel) if channel else "")
    return Reply(tuple(reader.word(news.event)), private=news.to is not None)


def own_cards(view: PlayerView) -> Parts:
    """Return a player's cards as the game wants them."""
    return numbered(view.hole_cards) if view.setup.game.numbers_cards else spaced(view.hole_cards)


def board_parts(view: PlayerView) -> Parts:
    """Return the board with its street: `flop 2h 7d Tc`; nothing if there is none."""
    return [Phrase(f"street.{view.street.value}", board=spaced(view.board))] if view.board else []


def stakes_phrase(stakes: Stakes) -> Parts:
    """Return what a table plays for: `blinds 5/10`, `ante 10`."""
    return _posts((stakes.small_blind, stakes.big_blind), (stakes.ante,))


def game_words(game: Game) -> str:
    """Return a game in words: `no-limit hold'em`, `limit five-card draw`."""
    return f"{game.betting.value.replace('_', '-')} {game.title}"


@dataclass(frozen=True, slots=True)
class _Reader:
    """Words news for one reader, or for all of a channel.

    Attributes:
        own_seat: in a private talk the reader's: who sits there is "you".
        where: in which channel it is, for somebody who reads it elsewhere.
    """

    own_seat: int | None
    where: Phrase | str

    def word(self, event: events.Event) -> Parts:
        """Return the line."""
        match event:
            case events.OwnCards():
                return self._own_cards(event)
            case events.Progress():
                return self._progress(event)
            case events.YourTurn():
                return self._your_turn(event)
            case events.DealEnded():
                return self._ended(event)
            case events.Left():
                return [Phrase("table.left", left=self._left(event))]
            case events.Closed(cashed_out):
                left = joined([[self._left(left)] for left in cashed_out], "; ")
                return [Phrase("table.closed", where=self.where, left=left)]
            case _:
                return [self._phrase(event)]

    def _phrase(self, event: Rare) -> Phrase:
        """Return a line that is one phrase."""
        match event:
            case events.Reminder(seconds, legal):
                return Phrase("table.reminder", seconds=f"{seconds:.0f}", where=self.where, options=options(legal, 0))
            case events.QueuedDropped(action):
                return Phrase("table.queued_dropped", action=action)
            case events.CalledOff(deal_id, reason):
                off = (
                    Phrase("table.deal_off", deal=deal_id, reason=reason)
                    if deal_id
                    else Phrase("table.off", reason=reason)
                )
                return Phrase("table.and_next", line=off, next=_next_deal(event)) if event.next_deal else off
            case events.SatOut():
                return Phrase("table.sat_out", where=self.where) if self.own_seat is None else Phrase("table.duel_ends")
            case events.Rebought(who, new):
                return Phrase("table.rebought", who=self._who(who), chips=new)
            case events.RobotIdle(who, game, sizes):
                return Phrase("table.robot_idle", who=Name(who.name), game=game, sizes=sizes_phrase(sizes))
            case events.Waiting():
                return Phrase("table.waiting")
            case events.Resumed(deal_id):
                return Phrase("table.resumed_deal", deal=deal_id) if deal_id else Phrase("table.resumed")
            case events.GoingDown():
                return Phrase("table.going_down")
            case _:
                assert_never(event)

    # Words

    def _form(self, who: Sitter) -> str:
        """Return which form of a phrase is about somebody."""
        return "you" if who.seat == self.own_seat else "other"

    def _who(self, who: Sitter) -> Phrase | str:
        return Phrase("names.reader") if who.seat == self.own_seat else Name(who.name)

    def _actions(self, actions: Iterable[ActionSummary]) -> Parts:
        shown = [action for action in actions if action.late or self._form(action.who) == "other"]
        # Who ends a street is often who begins the next one.
        again = [False, *(action.who.seat == before.who.seat for before, action in pairwise(shown))]
        return joined([[self._action(action, is_again)] for action, is_again in zip(shown, again, strict=False)], ", ")

    def _action(self, action: ActionSummary, is_again: bool) -> Phrase:
        """Return what was done; by whom is not said again."""
        who = Phrase("acts.again") if is_again else self._who(action.who)
        done = _done(action, self._form(action.who), who)
        if action.is_all_in:
            done = Phrase("acts.all_in", done=done)
        return Phrase("acts.late", done=done) if action.late else done

    def _left(self, left: events.Left) -> Phrase:
        gone = Phrase(f"left.{left.why.name.lower()}.{self._form(left.who)}", who=self._who(left.who))
        if left.chips and left.owner:
            return Phrase("left.chips_of", gone=gone, chips=chips(left.chips), owner=Name(left.owner))
        return Phrase("left.chips", gone=gone, chips=chips(left.chips)) if left.chips else gone

    # Lines

    def _own_cards(self, event: events.OwnCards) -> Parts:
        cards = own_cards(event.view)
        if event.drawn is not None:
            return [Phrase("table.drawn", count=event.drawn, where=self.where, cards=cards)]
        dealt: Parts = [Phrase("table.dealt", deal=event.deal_id, where=self.where, cards=cards)]
        return dealt if self.own_seat is None else joined([dealt, self._seats(event.seats, event.view.setup)])

    def _progress(self, event: events.Progress) -> Parts:
        seats = self._seats(event.seats, event.view.setup)
        return joined(
            [
                [Phrase("table.turn", who=event.turn)],
                [Phrase("table.begins", deal=event.deal_id, rest=seats)] if event.seats else [],
                self._actions(event.actions),
                board_parts(event.view) if event.has_new_street or event.seats else [],
                [_pot(event.view, event.legal)],
                self._options(event.legal, event.view),
            ]
        )

    def _your_turn(self, event: events.YourTurn) -> Parts:
        allowed = self._options(event.legal, event.view)
        return joined(
            [
                self._actions(event.actions),
                [Phrase("table.you_hold", cards=own_cards(event.view))],
                board_parts(event.view),
                [_pot(event.view, event.legal)],
                [Phrase("table.your_turn", where=self.where, options=allowed)],
            ]
        )

    def _ended(self, event: events.DealEnded) -> Parts:
        shown = [result for result in event.results if result.cards]
        wins = [[self._win(result)] for result in event.results if result.won]
        segments: list[Parts] = [
            self._actions(event.actions),
            board_parts(event.view) if event.has_new_street or shown else [],
            joined([[self._show(result)] for result in shown], "; "),
            joined(wins, "; ") or [Phrase("table.nobody_wins")],
            [_next_deal(event)] if event.next_deal else [],
        ]
        return [Phrase("table.deal", deal=event.deal_id, rest=joined(segments))]

    def _show(self, result: events.SeatResult) -> Phrase:
        shown = Phrase(f"table.shows.{self._form(result.who)}", who=self._who(result.who), cards=spaced(result.cards))
        return Phrase("table.with_hand", shown=shown, hand=result.hand) if result.hand else shown

    def _win(self, result: events.SeatResult) -> Phrase:
        return Phrase(
            f"table.wins.{self._form(result.who)}",
            who=self._who(result.who),
            chips=chips(result.won),
            net=result.net,
        )

    def _seats(self, seats: Iterable[SeatFact], setup: Setup) -> Parts:
        shown: list[Parts] = [
            [Phrase("table.button_seat" if seat.is_button else "table.seat", who=self._who(seat.who), stack=seat.stack)]
            for seat in seats
        ]
        shown.append(_posts(setup.blinds, setup.antes))
        return joined(shown, ", ")

    def _options(self, legal: LegalActions, view: PlayerView) -> Parts:
        return options(legal, view.bets[legal.seat] + view.stacks[legal.seat])


def _posts(blinds: Sequence[int], antes: Sequence[int]) -> Parts:
    """Return what is posted."""
    posted: list[Parts] = []
    if any(blinds):
        amounts = "/".join(map(str, sorted({blind for blind in blinds if blind})))
        posted.append([Phrase("table.blinds", blinds=amounts)])
    if any(antes):
        posted.append([Phrase("table.ante", ante=max(antes))])
    return joined(posted, ", ")


def _done(action: ActionSummary, form: str, who: Phrase | str) -> Phrase:
    """Return what somebody did; `form` is that of the verb."""
    event = action.event
    if not isinstance(event, PlayerActed):
        return (
            Phrase(f"acts.draw.{form}", who=who, count=event.count)
            if event.count
            else Phrase(f"acts.pat.{form}", who=who)
        )
    match event.action:
        case Fold():
            return Phrase(f"acts.fold.{form}", who=who)
        case Check():
            return Phrase(f"acts.check.{form}", who=who)
        case Bet(amount):
            return Phrase(f"acts.bet.{form}", who=who, amount=amount)
        case RaiseTo(amount):
            return Phrase(f"acts.raise.{form}", who=who, amount=amount)
        case _:
            return Phrase(f"acts.call.{form}", who=who, amount=event.paid)


def _next_deal(event: events.DealEnded | events.CalledOff) -> Phrase:
    return Phrase("table.next_deal", deal=event.next_deal, sealed=published(event.commitment))


def _pot(view: PlayerView, legal: LegalActions) -> Phrase:
    left = view.stacks[legal.seat]
    if legal.call:
        return Phrase("table.pot_to_call", pot=view.pot, price=legal.call, left=left)
    return Phrase("table.pot", pot=view.pot, left=left)
