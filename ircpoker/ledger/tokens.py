"""Codes and sessions with which people show who they are elsewhere. Only their hashes are kept.

Each is valid for a time, for one purpose, and for who asked for it. A code is used once. Every function works within
the caller's transaction.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

from sqlalchemy import delete, select, update

from ircpoker.ledger.accounts import PlayerId
from ircpoker.ledger.posting import to_milliseconds
from ircpoker.ledger.schema import tokens

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from sqlalchemy import Connection

CODE_LIFE = timedelta(minutes=10)
SESSION_LIFE = timedelta(hours=12)
_CODE_BYTES = 8
"""The hexadecimal digits of a code: nobody can guess them in ten minutes."""
_SESSION_BYTES = 32
_LONGEST = 128
"""Characters of a token; longer ones are not looked up."""


class Purpose(StrEnum):
    """What a token is for."""

    LINK = "link"
    WEB = "web"
    SESSION = "session"


def give(connection: Connection, player: PlayerId, purpose: Purpose, now: datetime, door: str = "") -> str:
    """Return a new token of a player.

    An older code for the same purpose becomes invalid; sessions stay.

    Args:
        connection: the transaction.
        player: who asks for it.
        purpose: what it is for.
        now: the time.
        door: where alone it is valid; empty for everywhere.
    """
    connection.execute(delete(tokens).where(tokens.c.expires_at <= to_milliseconds(now)))
    is_session = purpose is Purpose.SESSION
    if not is_session:
        end(connection, player, [purpose])
    token = secrets.token_hex(_SESSION_BYTES if is_session else _CODE_BYTES)
    until = to_milliseconds(now + (SESSION_LIFE if is_session else CODE_LIFE))
    row = {"hash": _hash(token), "purpose": purpose, "player": player.text, "door": door, "expires_at": until}
    connection.execute(tokens.insert().values(row))
    return token


def use(connection: Connection, code: str, purpose: Purpose, now: datetime) -> PlayerId | None:
    """Return whose code it is, and make it invalid; None if it is not valid."""
    own = tokens.c
    valid = (own.hash == _hash(code), own.purpose == purpose, own.expires_at > to_milliseconds(now))
    player = connection.execute(delete(tokens).where(*valid).returning(own.player)).scalar()
    return None if player is None else PlayerId.parse(player)


def session_of(connection: Connection, token: str, door: str, now: datetime) -> PlayerId | None:
    """Return for whom a session speaks at a door; None if it is not valid there."""
    own = tokens.c
    valid = (own.hash == _hash(token), own.purpose == Purpose.SESSION, own.door == door)
    query = select(own.player).where(*valid, own.expires_at > to_milliseconds(now))
    player = connection.execute(query).scalar()
    return None if player is None else PlayerId.parse(player)


def end(connection: Connection, player: PlayerId, purposes: Iterable[Purpose]) -> int:
    """Make a player's tokens for some purposes invalid, and return how many these were."""
    own = (tokens.c.player == player.text, tokens.c.purpose.in_(list(purposes)))
    return connection.execute(delete(tokens).where(*own)).rowcount


def rename(connection: Connection, old: PlayerId, player: PlayerId) -> None:
    """Let a person's tokens go on under another name."""
    connection.execute(update(tokens).where(tokens.c.player == old.text).values(player=player.text))


def _hash(token: str) -> str:
    return hashlib.sha256(token.strip().lower()[:_LONGEST].encode(errors="replace")).hexdigest()
