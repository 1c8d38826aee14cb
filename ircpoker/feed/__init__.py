"""The bot's sockets from outside: JSON lines by which other processes of this machine talk with the running bot.

    lines.py    a line of the protocol: bytes ↔ messages
    client.py   `FeedClient`, for front-ends and programs

The bot's side is `ircpoker.transports.door`.
"""

from ircpoker.feed.client import FeedClient
from ircpoker.feed.lines import LONGEST_LINE, PROTOCOL, decode, encode

__all__ = ["LONGEST_LINE", "PROTOCOL", "FeedClient", "decode", "encode"]
