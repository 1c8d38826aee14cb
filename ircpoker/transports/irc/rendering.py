"""Turns replies into lines of IRC: made safe, with colours where they are accepted, cut to fit."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from ircpoker.chat.message import Reply
from ircpoker.config import BotSettings
from ircpoker.transports.irc.highlights import HYPHEN, WORD_JOINER, without_highlights
from ircpoker.transports.irc.people import Channel, UserTracker
from ircpoker.transports.irc.queued import QueuedLine
from ircpoker.transports.irc.wire import LONGEST_OUTGOING, clean_text, cut_text
from ircpoker.transports.style import Style, render, style_for
from ircpoker.words.plain_text import strip_formatting

_UNKNOWN_ADDRESS_BYTES = 11 + 1 + 63
"""User name, @ and host at their longest (USERLEN 10 and a tilde, HOSTLEN 63), until the bot knows its own."""
_LEAST_ROOM = 64
"""The least bytes for text: a target whose name leaves less room is not a real one."""
_RESENT = 8
"""The most coloured lines that can be repeated without colours."""
_RESENT_WITHIN = 10.0

_COLOUR_REFUSALS = frozenset({"404", "408"})
"""The refusals that may be only of the colours."""


class Rendering:
    """Turns replies into text, and text into pieces that no server cuts.

    Attributes:
        plain: folded names of the channels and people that get no colours.
    """

    def __init__(self, bot: BotSettings, people: UserTracker) -> None:
        """Begin with colours everywhere.

        Args:
            bot: how the bot shows cards.
            people: has the bot's own address, which the server puts before each line.
        """
        self.plain: set[str] = set()
        self._style = Style("unicode" if bot.cards == "unicode" else "ascii", "irc" if bot.colour else "none")
        self._people = people
        self._coloured: deque[tuple[float, QueuedLine]] = deque(maxlen=_RESENT)

    def text(self, reply: Reply, channel: Channel | None = None) -> str:
        """Return a reply's text for one person, or for a channel, where only the person to act is highlighted."""
        if channel is not None:
            sign = WORD_JOINER if self._style.cards == "unicode" else HYPHEN
            reply = replace(reply, parts=without_highlights(reply.parts, channel.members, self._people.fold, sign))
        return clean_text(render(reply, style_for(reply.preferences, self._style)))

    def is_possible(self, line: QueuedLine) -> bool:
        """Return whether a line has text and one target: a comma would make several, a space would end it."""
        name = line.reader.target
        is_one = name != "" and name[0] != ":" and name.isprintable() and not set(name) & {" ", ","}
        return is_one and self._room(line) >= _LEAST_ROOM and line.text.strip(" ") != ""

    def cut(self, line: QueuedLine, now: float) -> str:
        """Take from an outgoing line the text that fits into one of IRC, and return it; `rest` keeps the remainder."""
        text = line.rest or line.text
        # Only the codes of colours and of bold are left in it that cannot be printed.
        if not text.isprintable():
            if line.place in self.plain:
                text = strip_formatting(text)
            else:
                self._coloured.append((now, line))
        piece, line.rest = cut_text(text, max(_LEAST_ROOM, self._room(line)))
        return piece

    def refuse_colours(self, numeric: str, key: str, now: float) -> list[QueuedLine]:
        """Return the lines to repeat without colours after a folded target refused one; the last one first.

        These are the coloured lines of the last seconds; if there are none, colours were not the reason.
        """
        if numeric not in _COLOUR_REFUSALS:
            return []
        lines = [line for at, line in self._coloured if line.place == key and now - at < _RESENT_WITHIN]
        self._coloured = deque((record for record in self._coloured if record[1].place != key), maxlen=_RESENT)
        if lines:
            self.plain.add(key)
        return list(dict.fromkeys(reversed(lines)))

    def _room(self, line: QueuedLine) -> int:
        """Return the bytes left for text in a line as the reader receives it, as PRIVMSG or NOTICE."""
        me = self._people.me
        address = len(f"{me.user}@{me.host}".encode()) if me.host else _UNKNOWN_ADDRESS_BYTES
        return LONGEST_OUTGOING - len(f":{me.nick}! PRIVMSG {line.reader.target} :".encode()) - address
