"""The feed from outside: JSON lines by which other processes of this machine watch and play (docs/feed.md).

    messages.py what the bot says of tables, as types; `table_parts.py` has what a table is made of
    requests.py what it is asked, and its answers about people and tables; `data.py` has the other answers
    lines.py    a line of the protocol: bytes ↔ messages; what carries them: a socket, or a session in the same process
    client.py   `FeedClient`, for front-ends and programs; `connection.py` comes back by itself

The bot's side is `ircpoker.feed.server`, and `ircpoker.feed.server.sockets` for the sockets.
"""

from ircpoker.feed.client import FeedClient
from ircpoker.feed.connection import RefusedError
from ircpoker.feed.lines import LONGEST_LINE, InProcessLink, Link, SocketLink, decode, encode
from ircpoker.feed.requests import PROTOCOL, Reply

__all__ = [
    "LONGEST_LINE",
    "PROTOCOL",
    "FeedClient",
    "InProcessLink",
    "Link",
    "RefusedError",
    "Reply",
    "SocketLink",
    "decode",
    "encode",
]
