"""What players read at a table: its events as lines.

Only a line to one person holds that person's cards. In public the one whose turn it is stands first, so that
exactly this person is highlighted; all other names are `Name`s, which highlight nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, assert_never

from ircpoker.chat.message import Name, Reply
from ircpoker.chat.parts import chips, joined, numbered, published, spaced, word_options
from ircpoker.errors import word_sizes
from ircpoker.lobby import events
from ircpoker.lobby.events import Departure
from ircpoker.table import Bet, Check, Fold, RaiseTo, Street
from ircpoker.table.events import PlayerActed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ircpoker.chat.parts import Parts
    from ircpoker.lobby.events import ActionSummary, SeatFact, Sitter
    from ircpoker.table import Game, LegalActions, PlayerView, Setup, Stakes

    Plain = (
        events.Reminder
        | events.QueuedDropped
        | events.CalledOff
        | events.SatOut
        | events.Waiting
        | events.Resumed
        | events.GoingDown
    )

_BOARDS = frozenset({Street.FLOP, Street.TURN, Street.RIVER})
_FAREWELLS = {
    Departure.ASKED: ("leaves", "leave"),
    Departure.BROKE: ("is out of chips and leaves", "are out of chips"),
    Departure.GONE: ("was gone for too long and leaves", "were gone for too long"),
    Departure.CLOSED: ("leaves", "leave"),
    Departure.ALONE: ("found nobody to play with and leaves", "found nobody to play with and leave"),
}
"""Of somebody, and of you."""


def word_news(news: events.TableEvent, prefix: str) -> Reply:
    """Return a piece of news as a line.

    Args:
        news: what happened.
        prefix: what commands begin with.

    Returns:
        The line, private if it is for one person.
    """
    channel = news.place.channel if news.to else ""
    reader = _Reader(prefix, news.own_seat, f" in {channel}" if channel else "")
    return Reply(tuple(reader.word(news.event)), private=news.to is not None)


def own_cards(view: PlayerView) -> Parts:
    """Return a player's cards as the game wants them."""
    return numbered(view.hole_cards) if view.setup.game.numbers_cards else spaced(view.hole_cards)


def board_parts(view: PlayerView) -> Parts:
    """Return the board with its street: `flop 2h 7d Tc`; nothing if there is none."""
    if not view.board:
        return []
    return [f"{view.street.value if view.street in _BOARDS else 'board'} ", *spaced(view.board)]


def stakes_words(stakes: Stakes) -> str:
    """Return what a table plays for: `blinds 5/10`, `ante 10`."""
    return _posts((stakes.small_blind, stakes.big_blind), (stakes.ante,))


def game_words(game: Game) -> str:
    """Return a game in words: `no-limit hold'em`, `limit five-card draw`."""
    return f"{game.betting.value.replace('_', '-')} {game.title}"


@dataclass(frozen=True, slots=True)
class _Reader:
    """Words news for one reader, or for all of a channel.

    Attributes:
        prefix: what commands begin with.
        own_seat: in a private talk the reader's: who sits there is "you".
        where: in which channel it is, for somebody who reads it elsewhere.
    """

    prefix: str
    own_seat: int | None
    where: str

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
                return [*self._left(event), "."]
            case events.Rebought(who, new):
                return [self._who(who), f" brings {new} new chips."]
            case events.RobotIdle(who, game, sizes):
                return [Name(who.name), f" sits out: it plays {game} {word_sizes(sizes)}."]
            case events.Closed(cashed_out):
                return [f"The table is closed{self.where}: ", *joined(map(self._left, cashed_out), "; "), "."]
            case _:
                return [self._plain(event)]

    def _plain(self, event: Plain) -> str:
        """Return a line without names and cards."""
        at, where = self.prefix, self.where
        match event:
            case events.Reminder(seconds, legal):
                return f"{seconds:.0f} seconds left{where}: {word_options(legal, at, 0)}"
            case events.QueuedDropped(action):
                return f"Not done, as things have changed since you said it: {action}"
            case events.CalledOff(deal_id, reason):
                deal = f"Deal {deal_id}" if deal_id else "The deal"
                following = f" | {_next_deal(event)}" if event.next_deal else ""
                return f"{deal} is called off, all bets are returned: {reason}{following}"
            case events.SatOut() if self.own_seat is not None:
                return "You ran out of time twice: the game ends with this deal."
            case events.SatOut():
                return f"You ran out of time twice and sit out{where}: {at}sit deals you in again"
            case events.Waiting():
                return f"No deal for now, as two must play: {at}sit joins, {at}addbot seats a robot."
            case events.Resumed(deal_id):
                return f"I am back: {f'deal {deal_id}' if deal_id else 'the table'} goes on."
            case events.GoingDown():
                return "I am leaving for a while: the table, the chips on it and its deal are kept."
            case _:
                assert_never(event)

    # Words

    def _is_you(self, who: Sitter) -> bool:
        return who.seat == self.own_seat

    def _who(self, who: Sitter) -> str:
        return "you" if self._is_you(who) else Name(who.name)

    def _verb(self, who: Sitter, verb: str) -> str:
        """Return a verb, given as that of a third person."""
        return verb.removesuffix("s") if self._is_you(who) else verb

    def _does(self, who: Sitter, verb: str) -> Parts:
        return [self._who(who), f" {self._verb(who, verb)}"]

    def _actions(self, actions: Iterable[ActionSummary]) -> Parts:
        told = [action for action in actions if action.late or not self._is_you(action.who)]
        # Who ends a street is often who begins the next one.
        again = [False, *(action.who.seat == before.who.seat for before, action in pairwise(told))]
        return joined([self._action(action, is_again) for action, is_again in zip(told, again, strict=False)], ", ")

    def _action(self, action: ActionSummary, is_again: bool) -> Parts:
        """Return what was done; by whom is not said again."""
        verb, behind = _action_words(action)
        behind += f"{', all-in' if action.is_all_in else ''}{' (out of time)' if action.late else ''}"
        does: Parts = [f"then {self._verb(action.who, verb)}"] if is_again else self._does(action.who, verb)
        return [*does, behind] if behind else does

    def _left(self, left: events.Left) -> Parts:
        taken = f" with {chips(left.chips)}" if left.chips else ""
        elsewhere = [", which go back to ", Name(left.purse)] if left.chips and left.purse else []
        return [self._who(left.who), f" {_FAREWELLS[left.why][self._is_you(left.who)]}{taken}", *elsewhere]

    # Lines

    def _own_cards(self, event: events.OwnCards) -> Parts:
        cards = own_cards(event.view)
        if event.drawn is not None:
            return [f"You change {event.drawn}{self.where} and hold ", *cards]
        dealt: Parts = [f"Deal {event.deal_id}{self.where}: you hold ", *cards]
        return dealt if self.own_seat is None else joined([dealt, self._seats(event.seats, event.view.setup)])

    def _progress(self, event: events.Progress) -> Parts:
        begins = event.seats
        return joined(
            [
                [f"{event.turn}: your turn"],
                [f"deal {event.deal_id}: ", *self._seats(begins, event.view.setup)] if begins else [],
                self._actions(event.actions),
                board_parts(event.view) if event.has_new_street or begins else [],
                [_pot(event.view, event.legal)],
                [self._options(event.legal, event.view)],
            ]
        )

    def _your_turn(self, event: events.YourTurn) -> Parts:
        return joined(
            [
                self._actions(event.actions),
                ["you hold ", *own_cards(event.view)],
                board_parts(event.view),
                [_pot(event.view, event.legal)],
                [f"your turn{self.where}: {self._options(event.legal, event.view)}"],
            ]
        )

    def _ended(self, event: events.DealEnded) -> Parts:
        shown = [outcome for outcome in event.outcomes if outcome.cards]
        wins = [self._win(outcome) for outcome in event.outcomes if outcome.won]
        segments: list[Parts] = [
            self._actions(event.actions),
            board_parts(event.view) if event.has_new_street or shown else [],
            joined(map(self._show, shown), "; "),
            joined(wins, "; ") or ["nobody wins a chip"],
            [_next_deal(event)] if event.next_deal else [],
        ]
        return [f"Deal {event.deal_id}: ", *joined(segments)]

    def _show(self, outcome: events.Outcome) -> Parts:
        hand = f", {outcome.hand}" if outcome.hand else ""
        return [*self._does(outcome.who, "shows"), " ", *spaced(outcome.cards), hand]

    def _win(self, outcome: events.Outcome) -> Parts:
        return [*self._does(outcome.who, "wins"), f" {chips(outcome.won)} ({outcome.net:+})"]

    def _seats(self, seats: Iterable[SeatFact], setup: Setup) -> Parts:
        shown: list[Parts] = [
            [self._who(seat.who), f" {seat.stack}{' (button)' if seat.is_button else ''}"] for seat in seats
        ]
        shown.append([_posts(setup.blinds, setup.antes)])
        return joined(shown, ", ")

    def _options(self, legal: LegalActions, view: PlayerView) -> str:
        return word_options(legal, self.prefix, view.bets[legal.seat] + view.stacks[legal.seat])


def _posts(blinds: Sequence[int], antes: Sequence[int]) -> str:
    """Return what is posted."""
    words = []
    if any(blinds):
        words.append(f"blinds {'/'.join(map(str, sorted({blind for blind in blinds if blind})))}")
    if any(antes):
        words.append(f"ante {max(antes)}")
    return ", ".join(words)


def _action_words(action: ActionSummary) -> tuple[str, str]:
    """Return the verb, and what comes behind it."""
    event = action.event
    if not isinstance(event, PlayerActed):
        return ("draws", f" {event.count}") if event.count else ("stands", " pat")
    match event.action:
        case Fold():
            return "folds", ""
        case Check():
            return "checks", ""
        case Bet(amount):
            return "bets", f" {amount}"
        case RaiseTo(amount):
            return "raises", f" to {amount}"
        case _:
            return "calls", f" {event.paid}"


def _next_deal(event: events.DealEnded | events.CalledOff) -> str:
    return f"next deal {event.next_deal}: {published(event.commitment)}"


def _pot(view: PlayerView, legal: LegalActions) -> str:
    owed = f", {legal.call} to call" if legal.call else ""
    return f"pot {view.pot}{owed}, {view.stacks[legal.seat]} left"
