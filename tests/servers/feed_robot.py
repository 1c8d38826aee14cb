"""A robot on an endpoint of the feed: plays, and says what became of each action."""

import asyncio
import random
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TextIO

from ircpoker.errors import TransportError
from ircpoker.feed import FeedClient, RefusedError, Reply, encode
from ircpoker.feed.lines import Link, SocketLink
from ircpoker.feed.messages import Answer, Event
from ircpoker.feed.requests import PersonGiven


class RecordedLink:
    """A connection whose messages are written to a file as they come."""

    def __init__(self, link: Link, file: TextIO) -> None:
        self._link, self._file = link, file
        self.send, self.close = link.send, link.close

    @classmethod
    async def open(cls, socket: Path, file: TextIO) -> Link:
        return cls(await SocketLink.open(socket), file)

    async def receive(self) -> Answer | Event | None:
        message = await self._link.receive()
        self._file.write(encode(message).decode() if message is not None else "null\n")
        return message


async def play(socket: Path, place: str, nick: str, record: Path) -> None:
    write = sys.stdout.write
    with record.open("a", buffering=1) as file:
        open_link = partial(RecordedLink.open, socket, file)
        async with await FeedClient.start(open_link, person=PersonGiven(nick), stays=True) as feed:
            await feed.say("!sit", place)
            table, passed = (await feed.watch(place)).table, "0:0"
            async for message in feed:
                you = feed.tables[table].you if table in feed.tables else None
                # A busy machine lets it run out of time twice.
                if you is None or (isinstance(message, Reply) and "ran out of time twice" in message.text):
                    with suppress(TransportError):
                        await feed.say("!sit", place)
                elif you.turn not in {"", passed}:
                    legal = you.legal
                    choices = [name for name in ("bet", "raise_to") if getattr(legal, name) and random.random() < 0.1]
                    action = choices[0] if choices else "check" if legal.check else "call"
                    for turn in (passed, you.turn):
                        try:
                            await feed.act(table, action, getattr(legal, action)[0] if choices else None, turn=turn)
                            write("acted\n" if turn == you.turn else "LATE\n")
                            passed = turn
                        except RefusedError as error:
                            write("late\n" if turn == passed else f"REFUSED {error}\n")
                        except TransportError:
                            break  # The turn comes again with the bot.


def main(arguments: list[str]) -> None:
    """Play for ever: socket, place, nick, and the file for all that it gets."""
    socket, place, nick, record = arguments
    asyncio.run(play(Path(socket), place, nick, Path(record)))
