"""`!check`, `!call`, `!bet`, `!raise`, `!fold` and `!allin`: the actions in a deal."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from ircpoker.chat.commands import Example, command
from ircpoker.chat.message import Reply
from ircpoker.chat.table_answers import DUEL, NO_SEAT, check_nothing
from ircpoker.chat.typed_actions import bare_words
from ircpoker.errors import NotAllowedError, quote
from ircpoker.lobby import RequestedAction, Verb
from ircpoker.lobby.play import act
from ircpoker.table.amounts import parse_amount
from ircpoker.table.requests import how_much, price_of
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.chat.commands import Answer
    from ircpoker.chat.message import Message
    from ircpoker.chat.table_adapter import TableAdapter
    from ircpoker.lobby import Table
    from ircpoker.table.amounts import Amount

_AMOUNTS = ("min", "half", "pot", "max")
_WAGERS = frozenset({Verb.BET, Verb.RAISE})
_IN = re.compile(r"^in\b")
_THE_BET = re.compile(r"^(?:(?:the|a|his|her|their|that|big) )*(?:bet|raise|blind|all[- ]?in)$")
"""What may follow `call`, and says the same."""


class ActionCommands:
    """The commands; an action before the player's turn is queued."""

    def __init__(self, tables: TableAdapter) -> None:
        self._tables = tables

    @command(
        "check",
        examples=(Example("", "TURN 9s Td Jc [7d] | caller checks | …", (DUEL, "call"), "private"), NO_SEAT),
        aliases=("k", "x"),
        guess=False,
    )
    def check(self, message: Message, arguments: str) -> Answer:
        """Act: `!check`."""
        return self._act(Verb.CHECK, message, arguments)

    @command(
        "call",
        examples=(Example("", "caller checks | FLOP 9s Td Jc | …", (DUEL,), "private"), NO_SEAT),
        aliases=("c",),
        guess=False,
    )
    def call(self, message: Message, arguments: str) -> Answer:
        """Act: `!call`."""
        return self._act(Verb.CALL, message, arguments)

    @command(
        "bet",
        examples=(
            Example("40", "caller calls 40 | TURN 9s Td Jc [7d] | …", (DUEL, "call"), "private"),
            NO_SEAT,
        ),
        aliases=("b",),
        guess=False,
        words=_AMOUNTS,
    )
    def bet(self, message: Message, arguments: str) -> Answer:
        """Act: `!bet`."""
        return self._act(Verb.BET, message, arguments)

    @command(
        "raise",
        examples=(
            Example("40", "caller calls 30 | FLOP 9s Td Jc | …", (DUEL,), "private"),
            NO_SEAT,
        ),
        aliases=("r",),
        guess=False,
        words=_AMOUNTS,
    )
    def raise_to(self, message: Message, arguments: str) -> Answer:
        """Act: `!raise`."""
        return self._act(Verb.RAISE, message, arguments)

    @command(
        "fold",
        examples=(Example("", "#1 caller wins 10 (+5)", (DUEL,), "private"), NO_SEAT),
        aliases=("f",),
        guess=False,
    )
    def fold(self, message: Message, arguments: str) -> Answer:
        """Act: `!fold`."""
        return self._act(Verb.FOLD, message, arguments)

    @command(
        "allin",
        examples=(
            Example("", "#1 caller calls 190, all-in | pot 400", (DUEL,), "private"),
            NO_SEAT,
        ),
        aliases=("a", "all", "all-in", "shove"),
        guess=False,
    )
    def all_in(self, message: Message, arguments: str) -> Answer:
        """Act: `!allin`."""
        return self._act(Verb.ALL_IN, message, arguments)

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
