"""`!check`, `!call`, `!bet`, `!raise`, `!fold` and `!allin`; and after a deal `!show`, `!muck` and `!rabbit`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial

from ircpoker.cards import Card, format_count
from ircpoker.chat.commands import Answer, Command, Example, check_nothing, command
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.table_adapter import TableCommands
from ircpoker.chat.table_answers import DUEL, NO_SEAT
from ircpoker.errors import NO_TABLE, CardCountError, NoSeatError, NotAllowedError, UsageError, quote
from ircpoker.lobby import RequestedAction, Table, Verb
from ircpoker.lobby.play import act
from ircpoker.lobby.showing import muck, rabbit, show
from ircpoker.table.amounts import Amount, parse_amount
from ircpoker.table.requests import how_much, price_of
from ircpoker.words import Phrase
from ircpoker.words.understood.held_cards import choose_held
from ircpoker.words.understood.typed import bare_words

_AMOUNTS = ("min", "half", "pot", "max")
_WAGERS = frozenset({Verb.BET, Verb.RAISE})
_IN = re.compile(r"^in\b")
_THE_BET = re.compile(r"^(?:(?:the|a|his|her|their|that|big) )*(?:bet|raise|blind|all[- ]?in)$")
"""What may follow `call`, and says the same."""

_ACTIONS = (
    (Verb.CHECK, ("k", "x"), Example("", "TURN 9s Td Jc [7d] | caller checks | …", (DUEL, "call"), "private")),
    (Verb.CALL, ("c",), Example("", "caller checks | FLOP 9s Td Jc | …", (DUEL,), "private")),
    (Verb.BET, ("b",), Example("40", "caller calls 40 | TURN 9s Td Jc [7d] | …", (DUEL, "call"), "private")),
    (Verb.RAISE, ("r",), Example("40", "caller calls 30 | FLOP 9s Td Jc | …", (DUEL,), "private")),
    (Verb.FOLD, ("f",), Example("", "#1 caller wins 10 (+5)", (DUEL,), "private")),
    (
        Verb.ALL_IN,
        ("a", "all", "all-in", "shove"),
        Example("", "#1 caller calls 190, all-in | pot 400", (DUEL,), "private"),
    ),
)
"""Each action with other names of its command and an example."""


class ActionCommands(TableCommands):
    """The commands; an action before the player's turn is queued."""

    def commands(self) -> Iterator[Command]:
        """Return the commands."""
        for verb, aliases, example in _ACTIONS:
            yield Command(
                verb.replace("-", ""),
                handler=partial(self._act, verb),
                examples=(example, NO_SEAT),
                aliases=aliases,
                guess=False,
                words=_AMOUNTS if verb in _WAGERS else (),
            )

    def _act(self, verb: Verb, message: Message, arguments: str) -> Answer:
        """Let somebody act; only bets and raises take an amount."""
        typed = " ".join(bare_words(arguments))
        amount = parse_amount(typed)
        if verb not in _WAGERS:
            if verb is Verb.CALL and amount is not None:
                self._check_price(message, amount)
            elif verb is Verb.CALL:
                check_nothing(_THE_BET.sub("", typed))
            else:
                check_nothing(_IN.sub("", typed) if verb is Verb.ALL_IN else typed)
            return self.do(message, RequestedAction(verb))
        if typed and amount is None:
            raise how_much(self._amounts(message), Phrase("errors.no_amount", token=quote(arguments)))
        return self.do(message, RequestedAction(verb, amount))

    def _check_price(self, message: Message, amount: Amount) -> None:
        """Raise NotAllowedError if a player names another price than that of a call."""
        hand, seat = self._tables.own_hand(message)
        price = price_of(hand.deal, seat)
        if price and amount.chips(hand.deal, seat, range(price, price + 1)) != price:
            raise NotAllowedError(Phrase("errors.call_price", price=price))

    def do(self, message: Message, requested: RequestedAction) -> Answer:
        """Let somebody act.

        Args:
            message: the player's message.
            requested: the action.

        Returns:
            A phrase if the action was queued; nothing if it was taken, because that is announced to everybody.
        """
        if self._tables.act(message, partial(act, requested=requested)):
            return None
        table, _ = self._tables.seat(message)
        line = Phrase("table.queued", action=str(requested), turn=_turn_of(table))
        return Reply((line,), private=True, moment="queued")

    def _amounts(self, message: Message) -> range:
        """Return the legal amounts of a bet or raise; before the player's turn, all amounts up to their chips."""
        hand, seat = self._tables.own_hand(message)
        legal = hand.turn
        amounts = (legal.bet or legal.raise_to) if legal is not None and legal.seat == seat else None
        return amounts or range(1, hand.deal.bets[seat] + hand.deal.stacks[seat] + 1)


def _turn_of(table: Table) -> Phrase:
    """Return the phrase with the player whose turn it is, or that the cards are still on their way."""
    hand = table.hand
    if hand is None or hand.actor is None or not hand.turn:
        return Phrase("table.cards_coming")
    return Phrase("table.turn_of", who=table.seats.sitter(hand.actor).name)


_ALL = frozenset({"", "all", "both"})
_NO_TABLE = Example("", "there is no table here: …")


class ShowCommands(TableCommands):
    """The commands for the moment after a deal."""

    @command(
        "show",
        examples=(
            Example("", "#1 you show 3d 7h", (DUEL, "fold"), "private"),
            Example("7h", "#1 you show 7h", (DUEL, "fold"), "private"),
            Example("2", "#1 you show 7h", (DUEL, "fold"), "private"),
            Example("3", "'3' is not the number of one of your cards: …", (DUEL, "fold")),
            _NO_TABLE,
        ),
        aliases=("reveal",),
        words=("all",),
        price="seat",
    )
    def show(self, message: Message, arguments: str) -> Reply | None:
        """Show own cards to everybody; that is announced, and only cards that were shown before have an answer."""
        table = self._table(message, "show")
        seen = table.change(
            lambda draft: show(draft, self._tables.speaker(message).person, lambda held: _chosen(arguments, held))
        )
        return None if seen is None else Reply((seen,), private=True)

    @command(
        "muck",
        examples=(Example("", "You keep 3d 7h of #1 hidden.", (DUEL, "fold")), _NO_TABLE),
        price="seat",
    )
    def muck(self, message: Message, arguments: str) -> Reply:
        """Return that the player's cards stay hidden."""
        check_nothing(arguments)
        table = self._table(message, "muck")
        return Reply((table.change(lambda draft: muck(draft, self._tables.speaker(message).person)),), private=True)

    @command(
        "rabbit",
        examples=(Example("", "!rabbit is off at this table", (DUEL, "fold")), _NO_TABLE),
        price="seat",
    )
    def rabbit(self, message: Message, arguments: str) -> None:
        """Show everybody the board that would have come, which is announced."""
        check_nothing(arguments)
        self._table(message, "rabbit").change(lambda draft: rabbit(draft, self._tables.speaker(message).person))

    def _table(self, message: Message, name: str) -> Table:
        """Return the table that somebody means; they may have left it.

        Raises:
            NotAllowedError: there is none.
            NotAllowedError: it is closed, or they sit at several.
        """
        speaker = self._tables.speaker(message)
        with suppress(NoSeatError):
            return self._tables.lobby.seat(speaker)[0]
        table = self._tables.lobby.find_left(speaker)
        if table is not None:
            return table
        if self._tables.lobby.last_deal(speaker) is not None:
            raise NotAllowedError(Phrase("errors.show_closed", command=name))
        raise NotAllowedError(NO_TABLE)


def _chosen(text: str, held: tuple[Card, ...]) -> Sequence[Card]:
    """Return the cards that somebody wants to show: as nobody can take that back, nothing is guessed.

    Raises:
        UsageError: a number is not that of one of these cards, or they do not hold a card.
        InvalidCardError: something is not a card.
        CardCountError: no card is named.
    """
    if text.lower() in _ALL:
        return held
    words = text.replace(",", " ").split()
    if all(word.isdecimal() for word in words):
        for word in words:
            if word not in {str(number) for number in range(1, len(held) + 1)}:
                raise UsageError(Phrase("errors.show_number", token=quote(word), most=len(held)))
        return [held[int(word) - 1] for word in words]
    cards = choose_held(text, tuple(held))
    if not cards:
        raise CardCountError(0, format_count(1, len(held)))
    return cards
