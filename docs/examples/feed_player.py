"""Plays at a table of the running bot, by the door `program`: `python feed_player.py feed/program.sock '#poker'`."""

import asyncio
import sys
from pathlib import Path

from ircpoker.errors import TransportError
from ircpoker.feed import FeedClient, Reply


async def play(socket: Path, place: str) -> None:
    """Play for ever."""
    async with await FeedClient.connect(socket, nick="robo", stays=True) as feed:
        await feed.say("!sit", place)
        table = (await feed.watch(place)).table
        acted = ""
        async for message in feed:
            print(message.text if isinstance(message, Reply) else getattr(message, "words", ""), flush=True)
            you = feed.tables[table].you if table in feed.tables else None
            if you and you.legal and you.turn != acted:
                try:
                    await feed.act(table, "check" if you.legal.check else "call")
                    acted = you.turn
                except TransportError as error:  # refused, or the bot is gone: then the turn comes again
                    print("not done:", error, flush=True)


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1]), sys.argv[2]))
