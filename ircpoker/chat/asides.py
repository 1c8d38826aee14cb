"""Private lines that a command causes beside its answer: they come before it, in the same window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.chat.message import Reply
from ircpoker.chat.outgoing import Outgoing, reader_of
from ircpoker.chat.segments import private_front

if TYPE_CHECKING:
    from ircpoker.chat.message import Message
    from ircpoker.chat.outgoing import Outbox
    from ircpoker.people import Person
    from ircpoker.words import Phrase
    from ircpoker.words.catalogue import Catalogue


class Asides:
    """Collects such lines for the author of the line that is being answered; others get theirs after the answer."""

    def __init__(self, outbox: Outbox) -> None:
        """Begin without a line.

        Args:
            outbox: takes the lines for others.
        """
        self._outbox = outbox
        self._message: Message | None = None
        self._replies: list[Reply] = []

    def begin(self, message: Message) -> None:
        """Collect the lines for the author of a message, which is answered now."""
        self._message = message

    def end(self) -> list[Reply]:
        """Return what was collected; whatever has happened, no such line comes before the answer to somebody else."""
        self._message = None
        if not self._replies:
            return []
        collected, self._replies = self._replies, []
        return collected

    def say(self, person: Person, phrase: Phrase, words: Catalogue) -> None:
        """Say a private line to a person."""
        message = self._message
        if message is not None and (message.sender.network, message.sender.nick_key) == (
            person.network,
            person.nick_key,
        ):
            self._replies.append(Reply((phrase,), private=True))
            return
        channel = (message.channel if message is not None else None) or ""
        reply = Reply((private_front(channel, 0), phrase), private=True).worded(words)
        self._outbox.post(Outgoing(reader_of(person, channel), reply))
