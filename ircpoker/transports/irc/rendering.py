"""What a line looks like on IRC: without what is special there, with colours where they are welcome, cut to fit."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

from ircpoker.chat.text import Style, render, strip_formatting, style_for
from ircpoker.transports.irc.highlights import HYPHEN, WORD_JOINER, without_highlights
from ircpoker.transports.irc.wire import LONGEST_OUTGOING, clean_text, cut_text

if TYPE_CHECKING:
    from ircpoker.chat.message import Reply
    from ircpoker.config import BotSettings
    from ircpoker.transports.irc.people import Channel, UserTracker
    from ircpoker.transports.irc.sendqueue import Outgoing

_UNKNOWN_ADDRESS_BYTES = 11 + 1 + 63
"""User name, @ and host at their longest (USERLEN 10 and a tilde, HOSTLEN 63), until we know our own."""
_LEAST_ROOM = 64
"""Bytes for text without which nothing is said: a target whose name takes all the room is no sane one."""
_RESENT = 8
"""As many coloured lines can be said again in plain."""
_RESENT_WITHIN = 10.0


class Rendering:
    """Turns replies into text, and text into pieces that no server cuts.

    Attributes:
        plain: channels and people, folded, to whom nothing is said in colour.
    """

    def __init__(self, bot: BotSettings, people: UserTracker) -> None:
        """Begin with colours welcome everywhere.

        Args:
            bot: how it shows cards.
            people: know the bot's own address, which the server puts before each line.
        """
        self.plain: set[str] = set()
        self._style = Style("unicode" if bot.cards == "unicode" else "ascii", "irc" if bot.colour else "none")
        self._people = people
        self._coloured: deque[tuple[float, Outgoing]] = deque(maxlen=_RESENT)

    def text(self, reply: Reply, channel: Channel | None = None) -> str:
        """Return what a reply says to one person; or in a channel, where it highlights only whose turn it is."""
        if channel is not None:
            sign = WORD_JOINER if self._style.cards == "unicode" else HYPHEN
            reply = replace(reply, parts=without_highlights(reply.parts, channel.members, self._people.fold, sign))
        return clean_text(render(reply, style_for(reply.preferences, self._style, "irc")))

    def is_possible(self, line: Outgoing) -> bool:
        """Return whether there is something to say, to one target; a comma would make it several, a space a command."""
        name = line.target
        is_one = name != "" and name[0] != ":" and name.isprintable() and not set(name) & {" ", ","}
        return is_one and self._room(line) >= _LEAST_ROOM and line.text.strip(" ") != ""

    def cut(self, line: Outgoing, now: float) -> str:
        """Take from a line what fits into one of IRC, and return it; `rest` keeps what is still to be said."""
        text = line.rest or line.text
        plain = strip_formatting(text)
        if plain != text and line.key in self.plain:
            text = plain
        elif plain != text:
            self._coloured.append((now, line))
        piece, line.rest = cut_text(text, max(_LEAST_ROOM, self._room(line)))
        return piece

    def refuse_colours(self, key: str, now: float) -> list[Outgoing]:
        """Return what is to be said again in plain after a folded target refused a line; the last one first.

        These are the coloured lines of the last seconds; if there are none, colour was not the reason.
        """
        lines = [line for at, line in self._coloured if line.key == key and now - at < _RESENT_WITHIN]
        self._coloured = deque((one for one in self._coloured if one[1].key != key), maxlen=_RESENT)
        if lines:
            self.plain.add(key)
        return list(dict.fromkeys(reversed(lines)))

    def _room(self, line: Outgoing) -> int:
        """Return the bytes for text in a line as the reader gets it."""
        me = self._people.me
        address = len(f"{me.user}@{me.host}".encode()) if me.host else _UNKNOWN_ADDRESS_BYTES
        return LONGEST_OUTGOING - len(f":{me.nick}! {line.sent_as} {line.target} :".encode()) - address
