"""A line around its command: for whom it is, an error in words, and what stands in front of the answer.

Private lines begin with `[#poker] `, and a table's lines with its number where a channel has several tables: `[2] ` in
public, `[#poker] [2] ` in private. WeeChat and irssi show a notice in a channel only if its name is all that stands in
the first brackets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Literal, NamedTuple, cast

from ircpoker.chat.commands import Answer, Command, replies
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.segments import options, private_front, public_front
from ircpoker.chat.services import Services
from ircpoker.errors import IllegalActionError, PokerError, UsageError
from ircpoker.table import LegalActions
from ircpoker.words import Phrase
from ircpoker.words.catalogue import Catalogue
from ircpoker.words.plain_text import strip_formatting, without_joiners

LONGEST_LINE = 1000
"""The most characters of a message that are read."""


class HeardLine(NamedTuple):
    """A line without the prefix or the bot's nick, and for whom it is."""

    text: str
    to: Literal["us", "perhaps us", "any bot", "nobody"]


def read_line(message: Message, prefix: str) -> HeardLine:
    """Return what somebody says, and for whom it is; `prefix` is that of commands in a channel."""
    text = message.text
    if len(text) > LONGEST_LINE:
        text = text[:LONGEST_LINE]
    if not text.isprintable():
        text = without_joiners(strip_formatting(text))
    text = text.strip()
    called = _after_nick(text, message.bot_nick)
    if called is not None:
        return HeardLine(called.removeprefix(prefix).lstrip(), "us")
    if message.channel is None:
        return HeardLine(text.removeprefix(prefix).lstrip(), "us")
    if not text.startswith(prefix):
        named, _, rest = text.removeprefix("@").partition(" ")
        if message.bot_nick and rest and named.casefold() == message.bot_nick.casefold():
            return HeardLine(rest.strip(), "us" if text.startswith("@") else "perhaps us")
        return HeardLine(text, "nobody")
    # `! wow` and `!!!` are exclamations: a command's name follows the prefix at once.
    after = text[len(prefix) :]
    return HeardLine(after, "any bot") if after[:1].isalnum() else HeardLine(text, "nobody")


def _after_nick(text: str, nick: str) -> str | None:
    """Return what follows `nick:` or `nick,` at the start of the text, or None."""
    length = len(nick)
    if not nick or text[length : length + 1] not in {":", ","} or text[:length].casefold() != nick.casefold():
        return None
    return text[length + 1 :].lstrip()


def error_phrase(error: PokerError, command: Command, words: Catalogue) -> Phrase | str:
    """Return an error as the person who caused it reads it.

    Args:
        error: the error that the command raised.
        command: the command.
        words: the catalogue of the reader's language.

    Returns:
        The mistake, and what to type instead.

    Examples:
        >>> from ircpoker.chat.commands import Command, Example
        >>> from ircpoker.table import LegalActions
        >>> from ircpoker.words.catalogue import load_catalogue
        >>> words = load_catalogue("en", "!")
        >>> bet = Command("bet", usage="n", summary="bets", handler=lambda *_: (), examples=[Example("40", "")])
        >>> print(error_phrase(UsageError("bet how many chips?"), bet, words))
        bet how many chips? (usage: !bet n)
        >>> print(error_phrase(IllegalActionError("not now", LegalActions(0, can_fold=True, call=20)), bet, words))
        not now: you may call 20, fold
    """
    match error:
        case UsageError(usage=usage):
            form = words.prefix + usage if usage else command.form(words)
            return Phrase("errors.usage", problem=error.phrase, usage=form)
        case IllegalActionError(problem=problem, legal_actions=legal, all_in=all_in):
            allowed = options(cast("LegalActions", legal), all_in)
            return Phrase("errors.illegal_action", problem=problem, options=allowed)
        case _:
            return error.phrase


def with_fronts(services: Services, message: Message, answer: Iterable[Reply]) -> Iterator[Reply]:
    """Yield the answer to a message in a channel with its fronts: clients then show private lines in that channel."""
    for reply in answer:
        number = reply.table
        if reply.private and not number and services.tables is not None:
            number = services.tables.own_number(message)
        front = private_front(message.channel or "", number) if reply.private else public_front(number)
        yield reply.after(front) if front else reply


def from_own_table(command: Command, number: Callable[[Message], int]) -> Command:
    """Return a command whose answers are lines of its author's table.

    Args:
        command: a command that changes its author's seat.
        number: returns the number of the author's table, as `Reply.table`.
    """

    def handler(message: Message, arguments: str) -> Answer:
        answer = command.handler(message, arguments)
        return None if answer is None else (replace(reply, table=number(message)) for reply in replies(answer))

    return replace(command, handler=handler)
