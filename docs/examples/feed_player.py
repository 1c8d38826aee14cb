"""Plays at a table of the running bot, by the door `program`: `python feed_player.py feed/program.sock '#poker'`."""

import asyncio
import sys
from pathlib import Path

from ircpoker.feed import FeedClient, RefusedError


async def play(socket: Path, place: str) -> None:
    """Play for ever."""
    async with await FeedClient.connect(socket, nick="robo", stays=True) as feed:
        await feed.say("!sit", place)
        table = (await feed.watch(place))["table"]
        acted = ""
        async for message in feed:
            print(message.get("words") or message.get("text", ""), flush=True)
            you = feed.tables.get(table, {}).get("you")
            if you and you["turn"] not in ("", acted):
                acted, legal = you["turn"], you["legal"]
                try:
                    await feed.act(table, "check" if legal["check"] else "call", turn=acted)
                except RefusedError as error:
                    print("refused:", error, flush=True)


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1]), sys.argv[2]))
