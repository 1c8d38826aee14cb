"""The feed from outside: JSON lines by which other processes of this machine watch and play (docs/feed.md).

    lines.py    a line of the protocol: bytes ↔ messages
    link.py     what carries messages: a socket, or a session in the same process
    client.py   `FeedClient`, for front-ends and programs

The bot's side is `ircpoker.feed.server`, and `ircpoker.feed.server.sockets` for the sockets.
"""

from ircpoker.feed.client import FeedClient, RefusedError
from ircpoker.feed.lines import LONGEST_LINE, PROTOCOL, decode, encode
from ircpoker.feed.link import InProcessLink, Link, SocketLink

__all__ = [
    "LONGEST_LINE",
    "PROTOCOL",
    "FeedClient",
    "InProcessLink",
    "Link",
    "RefusedError",
    "SocketLink",
    "decode",
    "encode",
]
