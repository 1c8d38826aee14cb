"""What a line says without the prefix or the bot's nick, and for whom it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from ircpoker.words.plain_text import strip_formatting, without_joiners

if TYPE_CHECKING:
    from ircpoker.chat.message import Message

LONGEST_LINE = 1000
"""The most characters of a message that are read."""


class HeardLine(NamedTuple):
    """A line without the prefix or the bot's nick, and for whom it is."""

    text: str
    to: Literal["us", "any bot", "nobody"]


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
        return HeardLine(text, "nobody")
    # `! wow` is an exclamation: a command's name follows the prefix at once.
    after = text[len(prefix) :]
    return HeardLine(after, "any bot") if after[:1].strip() else HeardLine(text, "nobody")


def _after_nick(text: str, nick: str) -> str | None:
    """Return what follows `nick:` or `nick,` at the start of the text, or None."""
    length = len(nick)
    if not nick or text[length : length + 1] not in {":", ","} or text[:length].casefold() != nick.casefold():
        return None
    return text[length + 1 :].lstrip()
