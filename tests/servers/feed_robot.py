"""A robot on a door of the feed: `python feed_robot.py SOCKET PLACE NICK`; says what became of each action."""

import asyncio
import random
import sys
from contextlib import suppress
from pathlib import Path

from ircpoker.errors import TransportError
from ircpoker.feed import FeedClient, RefusedError


async def play(socket: Path, place: str, nick: str) -> None:
    write = sys.stdout.write
    async with await FeedClient.connect(socket, nick=nick, stays=True) as feed:
        await feed.say("!sit", place)
        table, passed = (await feed.watch(place))["table"], "0:0"
        async for _ in feed:
            you = feed.tables.get(table, {}).get("you")
            if you is None:
                with suppress(TransportError):
                    await feed.say("!sit", place)
            elif you["turn"] not in {"", passed}:
                legal = you["legal"]
                choices = [name for name in ("bet", "raise_to") if legal[name] and random.random() < 0.1]
                action = choices[0] if choices else "check" if legal["check"] else "call"
                for turn in (passed, you["turn"]):
                    try:
                        await feed.act(table, action, legal[action][0] if choices else None, turn=turn)
                        write("acted\n" if turn == you["turn"] else "LATE\n")
                        passed = turn
                    except RefusedError as error:
                        write("late\n" if turn == passed else f"REFUSED {error}\n")
                    except TransportError:
                        break  # The turn comes again with the bot.


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    asyncio.run(play(Path(sys.argv[1]), *sys.argv[2:]))
