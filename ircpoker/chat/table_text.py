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
from ircpoker.lobby.events import (
    CalledOff,
    Closed,
    DealEnded,
    Departure,
    GoingDown,
    Left,
    OwnCards,
    Progress,
    QueuedDropped,
    Rebought,
    Reminder,
    Resumed,
    RobotIdle,
    SatOut,
    Waiting,
    YourTurn,
)
from ircpoker.table import Bet, Check, Fold, RaiseTo, Street
from ircpoker.table.events import PlayerActed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ircpoker.chat.parts import Parts
    from ircpoker.lobby.events import ActionSummary, Event, Outcome, SeatFact, Sitter, TableEvent
    from ircpoker.table import Game, LegalActions, PlayerView, Setup, Stakes

    Plain = Reminder | QueuedDropped | CalledOff | SatOut | Waiting | Resumed | GoingDown

YOU = "you"
_BOARDS = frozenset({Street.FLOP, Street.TURN, Street.RIVER})
_FAREWELLS = {
    Departure.ASKED: "leaves",
    Departure.BROKE: "is out of chips and leaves",
    Departure.GONE: "was gone for too long and leaves",
    Departure.CLOSED: "leaves",
    Departure.ALONE: "found nobody to play with and leaves",
}
_YOUR_FAREWELLS = {
    Departure.ASKED: "leave",
    Departure.BROKE: "are out of chips",
    Departure.GONE: "were gone for too long",
    Departure.CLOSED: "leave",
    Departure.ALONE: "found nobody to play with and leave",
}


def word_news(news: TableEvent, prefix: str) -> Reply:
    """Return a piece of news as a line.

    Args:
        news: what happened.
        prefix: what commands begin with.

    Returns:
        The line, private if it is for one person.
    """
    where = "" if news.place.is_private else f" in {news.place.channel}"
    reader = _Reader(prefix, news.own_seat, is_for_one=news.to is not None)
    parts = reader.word(news.event, where)
    return Reply(tuple(parts), private=news.to is not None)


def own_cards(view: PlayerView) -> Parts:
    """Return a player's cards as the game wants them."""
    return numbered(view.hole_cards) if view.setup.game.has_draw else spaced(view.hole_cards)


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
    rules = "five-card draw" if game.has_draw else "hold'em"
    return f"{game.betting.value.replace('_', '-')} {rules}"


@dataclass(frozen=True, slots=True)
class _Reader:
    """Words news for one reader, or for all of a channel.

    Attributes:
        prefix: what commands begin with.
        own_seat: in a private talk the reader's: who sits there is "you".
        is_for_one: it is not for all of a channel.
    """

    prefix: str
    own_seat: int | None
    is_for_one: bool

    @property
    def is_alone(self) -> bool:
        """Whether it is a private talk."""
        return self.own_seat is not None

    def word(self, what: Event, where: str) -> Parts:
        """Return the line."""
        match what:
            case OwnCards():
                return self._own_cards(what, where)
            case Progress():
                return self._progress(what)
            case YourTurn():
                return self._your_turn(what, where)
            case DealEnded():
                return self._ended(what)
            case Left():
                return [*self._left(what), "."]
            case Rebought(who, new):
                return [self._who(who), f" brings {new} new chips."]
            case RobotIdle(who, game, sizes):
                return [Name(who.name), f" sits out: it plays {game} {word_sizes(sizes)}."]
            case Closed(cashed_out):
                people = joined([self._left(one) for one in cashed_out], "; ")
                return [f"The table is closed{where if self.is_for_one else ''}: ", *people, "."]
            case _:
                return [self._plain(what, where)]

    def _plain(self, what: Plain, where: str) -> str:
        """Return a line without names and cards."""
        match what:
            case Reminder(seconds, legal):
                return f"{seconds:.0f} seconds left{where}: {word_options(legal, self.prefix, 0)}"
            case QueuedDropped(action):
                return f"Not done, as things have changed since you said it: {action}"
            case CalledOff(deal_id, reason, next_deal, commitment):
                deal = f"Deal {deal_id}" if deal_id else "The deal"
                following = f" | next deal {next_deal}: {published(commitment)}" if next_deal else ""
                return f"{deal} is called off, all bets are returned: {reason}{following}"
            case SatOut() if self.is_alone:
                return "You ran out of time twice: the game ends with this deal."
            case SatOut():
                return f"You ran out of time twice and sit out{where}: {self.prefix}sit deals you in again"
            case Waiting():
                at = self.prefix
                return f"No deal for now, as two must play: {at}sit joins, {at}addbot seats a robot."
            case Resumed(deal_id):
                return f"I am back: {f'deal {deal_id}' if deal_id else 'the table'} goes on."
            case GoingDown():
                return "I am leaving for a while: the table, the chips on it and its deal are kept."
            case _:
                assert_never(what)

    # Words

    def _is_you(self, who: Sitter) -> bool:
        return who.seat == self.own_seat

    def _who(self, who: Sitter) -> str:
        return YOU if self._is_you(who) else Name(who.name)

    def _does(self, who: Sitter, verb: str) -> Parts:
        """Return who does something; the verb is the one of a third person."""
        return [self._who(who), f" {self._verb(who, verb)}"]

    def _verb(self, who: Sitter, verb: str) -> str:
        return verb.removesuffix("s") if self._is_you(who) else verb

    def _deeds(self, actions: Iterable[ActionSummary]) -> Parts:
        told = [deed for deed in actions if deed.late or not self._is_you(deed.who)]
        # Who ends a street is often who begins the next one.
        again = [False, *(deed.who.seat == before.who.seat for before, deed in pairwise(told))]
        return joined([self._deed(deed, is_again) for deed, is_again in zip(told, again, strict=False)], ", ")

    def _deed(self, deed: ActionSummary, is_again: bool) -> Parts:
        """Return what was done; by whom is not said again."""
        event = deed.event
        if isinstance(event, PlayerActed):
            verb, amount = _action_words(event)
        elif event.count:
            verb, amount = "draws", f" {event.count}"
        else:
            verb, amount = "stands", " pat"
        behind = f"{amount}{', all-in' if deed.is_all_in else ''}{' (out of time)' if deed.late else ''}"
        does: Parts = [f"then {self._verb(deed.who, verb)}"] if is_again else self._does(deed.who, verb)
        return [*does, behind] if behind else does

    def _left(self, left: Left) -> Parts:
        words = (_YOUR_FAREWELLS if self._is_you(left.who) else _FAREWELLS)[left.why]
        taken = f" with {chips(left.chips)}" if left.chips else ""
        elsewhere: Parts = [", which go back to ", Name(left.purse)] if left.chips and left.purse else []
        return [self._who(left.who), f" {words}{taken}", *elsewhere]

    # Lines

    def _own_cards(self, what: OwnCards, where: str) -> Parts:
        cards = own_cards(what.view)
        if what.drawn is not None:
            return [f"You change {what.drawn}{where} and hold ", *cards]
        parts: Parts = [f"Deal {what.deal_id}{where}: you hold ", *cards]
        return joined([parts, self._seats(what.seats, what.view.setup)]) if self.is_alone else parts

    def _progress(self, what: Progress) -> Parts:
        begins = what.seats
        return joined(
            [
                [f"{what.turn}: your turn"],
                [f"deal {what.deal_id}: ", *self._seats(what.seats, what.view.setup)] if begins else [],
                self._deeds(what.actions),
                board_parts(what.view) if what.has_new_street or begins else [],
                [_pot(what.view, what.legal)],
                [self._options(what.legal, what.view)],
            ]
        )

    def _your_turn(self, what: YourTurn, where: str) -> Parts:
        return joined(
            [
                self._deeds(what.actions),
                ["you hold ", *own_cards(what.view)],
                board_parts(what.view),
                [_pot(what.view, what.legal)],
                [f"your turn{where}: {self._options(what.legal, what.view)}"],
            ]
        )

    def _ended(self, what: DealEnded) -> Parts:
        shown = [outcome for outcome in what.outcomes if outcome.cards]
        wins = [self._win(outcome) for outcome in what.outcomes if outcome.won]
        segments: list[Parts] = [
            self._deeds(what.actions),
            board_parts(what.view) if what.has_new_street or shown else [],
            joined([self._show(outcome) for outcome in shown], "; "),
            joined(wins, "; ") or ["nobody wins a chip"],
            [f"next deal {what.next_deal}: {published(what.commitment)}"] if what.next_deal else [],
        ]
        return [f"Deal {what.deal_id}: ", *joined(segments)]

    def _show(self, outcome: Outcome) -> Parts:
        hand: Parts = [f", {outcome.hand}"] if outcome.hand else []
        return [*self._does(outcome.who, "shows"), " ", *spaced(outcome.cards), *hand]

    def _win(self, outcome: Outcome) -> Parts:
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


def _action_words(event: PlayerActed) -> tuple[str, str]:
    """Return the verb, and what comes behind it."""
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


def _pot(view: PlayerView, legal: LegalActions) -> str:
    owed = f", {legal.call} to call" if legal.call else ""
    return f"pot {view.pot}{owed}, {view.stacks[legal.seat]} left"
