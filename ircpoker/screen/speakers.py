"""The nicks by which a person has spoken in a conversation: each is somebody else for the bot."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from ircpoker.errors import TransportError
from ircpoker.feed import FeedClient
from ircpoker.feed.messages import Answer, Event
from ircpoker.screen.offers import own_seat


class LineSpeaker(NamedTuple):
    """A nick by which the person has spoken, with its connection and what has come there and is not printed yet."""

    nick: str
    client: FeedClient
    heard: deque[Answer | Event]
    listening: asyncio.Task[None]

    @property
    def own_tables(self) -> Sequence[str]:
        """The tables at which they sit."""
        return self.client.person.tables if self.client.person is not None else ()

    @property
    def choices(self) -> Mapping[str, str]:
        """Their preferences."""
        return self.client.person.preferences if self.client.person is not None else {}

    @property
    def chips(self) -> str:
        """The chips at the table where they sit, else those in the bank, if there are any; else empty."""
        tables = [self.client.tables[table] for table in self.own_tables if table in self.client.tables]
        if own := next(filter(None, map(own_seat, tables)), None):
            return str(own.stack)
        return str(self.client.person.chips or "") if self.client.person is not None else ""


class LineSpeakers:
    """The speakers of a conversation.

    Attributes:
        nick: the nick of the one who speaks now.
    """

    def __init__(self, client: FeedClient, on_heard: Callable[[], None]) -> None:
        """Begin without speakers.

        Args:
            client: the connection of the conversation, which stays open at its end.
            on_heard: is called when the bot has said something on a connection.
        """
        self._first = client
        self._on_heard = on_heard
        self._speakers: dict[str, LineSpeaker] = {}
        self.nick = client.person.nick if client.person is not None else ""

    @property
    def now(self) -> LineSpeaker:
        """Who speaks now."""
        return self._speakers[self.nick.casefold()]

    @property
    def prompt(self) -> str:
        """What stands before a line that is typed: the nick, and the chips."""
        speaker = self._speakers.get(self.nick.casefold())
        return " ".join([self.nick, *([speaker.chips] if speaker is not None and speaker.chips else [])]) + "> "

    def add(self, client: FeedClient, nick: str) -> None:
        """Let somebody speak from now on, and hear what they are told."""
        self.nick = nick
        heard: deque[Answer | Event] = deque()
        listening = asyncio.create_task(self._listen(client, heard))
        self._speakers[self.nick.casefold()] = LineSpeaker(self.nick, client, heard, listening)

    async def _listen(self, client: FeedClient, heard: deque[Answer | Event]) -> None:
        """Take what the bot says, until it is gone for good."""
        with suppress(TransportError):
            while True:
                heard.append(await client.next_message())
                self._on_heard()

    async def change_to(self, nick: str) -> None:
        """Speak by another nick, on a connection of its own; whoever has an account keeps the one that they are."""
        if nick.casefold() in self._speakers:
            self.nick = nick
            return
        client, before = await self._first.as_nick(nick), self.now
        self.add(client, nick)
        was, person = before.client.person, client.person
        if was is not None and person is not None and person.id == was.id:
            await self._close(self._speakers.pop(before.nick.casefold()))

    async def refresh(self) -> None:
        """Take all that the bot has said by now."""
        await asyncio.gather(*[each.client.refresh() for each in self._speakers.values()])

    def take_heard(self) -> Iterator[tuple[LineSpeaker, Answer | Event]]:
        """Yield what has come, with who has heard it."""
        for speaker in tuple(self._speakers.values()):
            speaker.heard.extend(speaker.client.take_unread())
            while speaker.heard:
                yield speaker, speaker.heard.popleft()

    async def close(self) -> None:
        """Leave the connections but the first one."""
        for speaker in self._speakers.values():
            await self._close(speaker)
        self._speakers.clear()

    async def _close(self, speaker: LineSpeaker) -> None:
        speaker.listening.cancel()
        await asyncio.gather(speaker.listening, return_exceptions=True)
        if speaker.client is not self._first:
            await speaker.client.close()
