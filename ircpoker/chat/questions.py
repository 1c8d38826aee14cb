"""The facts that answer what people ask in plain English.

What people ask about a tournament: who is left and who leads, the prizes, the level, one's own place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from ircpoker.chat.means import out_of_chips
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.seen import check_seen
from ircpoker.chat.segments import chips
from ircpoker.chat.table_adapter import TableAdapter
from ircpoker.chat.table_view import table_facts
from ircpoker.chat.tournament_commands import place_of
from ircpoker.chat.tournament_text import level_rest
from ircpoker.errors import NotAllowedError
from ircpoker.ledger import PlayerId
from ircpoker.lobby import Table
from ircpoker.lobby.events import OutOfChips
from ircpoker.lobby.hand import HandInProgress
from ircpoker.lobby.next_hand import dealt_in, waiting
from ircpoker.lobby.views import shown_chips
from ircpoker.records.deal_words import Segments, board_parts, joined
from ircpoker.table import DealSeat, TableSeat, make_view
from ircpoker.table.requests import price_of
from ircpoker.tournaments.stages import prizes_phrase
from ircpoker.tournaments.tournament import Tournament
from ircpoker.tournaments.view import ranks, stacks
from ircpoker.words import Phrase


class _Asked(NamedTuple):
    """The table about which somebody asks, and their seat there."""

    table: Table
    number: TableSeat | None


class Facts:
    """Answers questions with facts, each in one line where that is possible.

    Attributes:
        commands: the topics that a command answers, with its line.
        at_a_table: the topics that have an answer only at a table.
    """

    commands = {  # noqa: RUF012 - a constant table
        "cards": "cards",
        "last": "history 1",
        "ranks": "ranks",
        "players": "table",
        "stack": "bank",
        "who": "about",
        "rules": "rules",
        "hands": "ranks",
        "left": "table",
        "place": "table",
        "level": "tournament",
        "prizes": "tournament",
        "join": "help sit",
        "in": "start",
        "help": "help",
    }
    at_a_table = frozenset({"turn", "clock", "pot", "price", "blinds", "board"})

    def __init__(self, tables: TableAdapter) -> None:
        self._tables = tables
        self._facts: dict[str, Callable[[_Asked, Message], Segments]] = {
            "turn": self._turn,
            "clock": self._clock,
            "blinds": lambda asked, _: [table_facts(asked.table)],
            "stack": self._stack,
            "last": self._last,
        }

    def answer(self, topic: str, message: Message) -> Reply | None:
        """Return the fact about the table here; None if there is none, or no such fact.

        Args:
            topic: what the question is about.
            message: the question.

        Raises:
            PokerError: the ledger failed.
        """
        about = self._of_tournament(topic, message)
        if about is not None:
            return about
        find = partial(_of_hand, _FACTS_OF_HANDS[topic]) if topic in _FACTS_OF_HANDS else self._facts.get(topic)
        speaker = self._tables.speaker(message) if find else None
        table = self._tables.lobby.find(speaker) if speaker else None
        if find is None or speaker is None or table is None:
            return None
        try:
            check_seen(self._tables, message, table)
        except NotAllowedError as error:
            return Reply((error.phrase,), private=True)
        asked = _Asked(table, table.seats.number_of(speaker.person.id))
        parts = find(asked, message)
        return Reply(tuple(parts), private=True, table=self._tables.number_of(table.place)) if parts else None

    def _of_tournament(self, topic: str, message: Message) -> Reply | None:
        """Return the fact about the author's tournament, or the only one here; None if there is none."""
        find = TOPICS.get(topic)
        if find is None:
            return None
        tournament = self._tables.tournaments.meant(message.sender.id, place_of(message))
        fact = find(tournament, message.sender.id, self._tables.services.scheduler.now()) if tournament else None
        return Reply((fact,), private=True) if fact is not None else None

    def _turn(self, asked: _Asked, message: Message) -> Segments:
        hand = asked.table.state.hand
        if hand is None or hand.actor is None:
            waits = len(dealt_in(asked.table.state, asked.table.context.robots)) < 2
            own = self._own_step(asked, message) if waits else None
            return [own or (waiting(asked.table.place) if waits else Phrase("table.no_deal"))]
        if hand.turn is None:
            return [Phrase("table.cards_coming")]
        if hand.actor == asked.number:
            return self._seconds(asked) or [Phrase("facts.your_turn")]
        actor = Phrase("table.to_act", who=asked.table.state.seats.sitter(hand.actor).name)
        return joined([[actor], self._seconds(asked)], ", ")

    def _own_step(self, asked: _Asked, message: Message) -> Phrase | None:
        """Return how somebody gets into the next deal who has no chips or sits out; None if they are ready."""
        table, number = asked.table, asked.number
        if number is None:
            return None
        if table.state.is_broke(number):
            event = OutOfChips(message.sender, table.settings.least_buy_in, table.settings.buy_in, True)
            return out_of_chips(self._tables.services, event)
        seat = table.seats[number]
        return Phrase("table.sits_out", who=seat.nick) if seat.sits_out else None

    def _clock(self, asked: _Asked, message: Message) -> Segments:
        seconds = self._seconds(asked)
        if asked.table.state.hand is None or not seconds:
            return [Phrase("facts.no_clock")]
        return self._turn(asked, message)

    def _seconds(self, asked: _Asked) -> Segments:
        seconds = asked.table.seconds_to_act
        return [] if seconds is None else [Phrase("table.seconds_left", seconds=f"{seconds:.0f}")]

    def _stack(self, asked: _Asked, message: Message) -> Segments:
        if asked.number is None:
            return []
        balance = self._tables.services.ledger.account_info(message.sender.id).balance
        return [Phrase("facts.stack", chips=chips(shown_chips(asked.table, asked.number)), bank=balance)]

    def _last(self, asked: _Asked, _message: Message) -> Segments:
        return [] if asked.table.state.last_deal else [Phrase("errors.no_deal_finished")]


def _of_hand(fact: Callable[[HandInProgress, DealSeat | None], Segments], asked: _Asked, _message: Message) -> Segments:
    """Return a fact of the hand in progress, for the seat in it of somebody who has cards."""
    hand, number = asked.table.state.hand, asked.number
    if hand is None:
        return [Phrase("table.no_deal")]
    return fact(hand, hand.seat_of(number) if number is not None and hand.is_in(number) else None)


def _pot(hand: HandInProgress, seat: DealSeat | None) -> Segments:
    price = price_of(hand.deal, seat) if seat is not None else 0
    prize = make_view(hand.deal, seat).prize(price) if price else 0
    to_win: Segments = [Phrase("facts.to_win", price=price, prize=prize)] if price else []
    return joined([[Phrase("table.pot", pot=hand.deal.pot)], to_win], ", ")


def _price(hand: HandInProgress, seat: DealSeat | None) -> Segments:
    if seat is None:
        return [Phrase("table.pot", pot=hand.deal.pot)]
    price = price_of(hand.deal, seat)
    return [Phrase("decision.call", price=price) if price else Phrase("facts.free")]


def _board(hand: HandInProgress, _seat: DealSeat | None) -> Segments:
    return board_parts(hand.deal.street, hand.deal.board) or [Phrase("facts.no_board")]


_FACTS_OF_HANDS = MappingProxyType({"pot": _pot, "price": _price, "board": _board})
"""The topics of the hand in progress."""


TopicAnswer = Phrase | None


def _left(tournament: Tournament, _player: PlayerId, _now: float) -> TopicAnswer:
    state = tournament.state
    chips = stacks(tournament)
    if not chips:
        return Phrase("facts.tournament_waits", name=state.plan.name, n=len(state.entries))
    order = sorted(chips, key=lambda entry: (-chips[entry], entry))
    first, last = state.entries[order[0]], state.entries[order[-1]]
    return Phrase(
        "facts.tournament_left",
        left=len(order),
        entries=len(state.entries),
        average=state.issued // len(order),
        leader=first.nick,
        most=chips[first.number],
        short=last.nick,
        least=chips[last.number],
    )


def _prizes(tournament: Tournament, _player: PlayerId, _now: float) -> TopicAnswer:
    return prizes_phrase(tournament.state)


def _level(tournament: Tournament, _player: PlayerId, now: float) -> TopicAnswer:
    state = tournament.state
    level, following = state.current, state.structure.level(state.level + 1)
    if not state.is_playing:
        return Phrase("facts.tournament_first", blinds=level.blinds)
    rest = level_rest(state, now)
    values = {"number": state.level + 1, "blinds": level.blinds, "next": following.blinds, "rest": rest}
    return Phrase("facts.tournament_level", **values)


def _place(tournament: Tournament, player: PlayerId, now: float) -> TopicAnswer:
    entry = tournament.state.entry_of(player)
    chips = stacks(tournament)
    if entry is None or entry.number not in chips:
        return _left(tournament, player, now)
    place = ranks(chips)[entry.number]
    return Phrase("facts.tournament_place", place=place, left=len(chips), chips=chips[entry.number])


def _join(tournament: Tournament, _player: PlayerId, _now: float) -> TopicAnswer:
    state = tournament.state
    if not state.is_open or state.is_ending:
        return Phrase("tournament.closed", name=state.plan.name)
    if state.plan.is_sit_and_go:
        return Phrase("facts.tournament_sng", name=state.plan.name)
    return Phrase("facts.tournament_join", name=state.plan.name)


TOPICS: Mapping[str, Callable[[Tournament, PlayerId, float], TopicAnswer]] = MappingProxyType(
    {"left": _left, "prizes": _prizes, "level": _level, "blinds": _level, "place": _place, "join": _join}
)
"""The topics of questions that a tournament answers, each in one line; None if there is nothing to say yet."""
