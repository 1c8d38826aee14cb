"""Codes and sessions with which people show who they are elsewhere. Only their hashes are kept.

Each is valid for a time, for one purpose, and for who asked for it. A code is used once. Every function works within
the caller's transaction.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import ColumnElement, Connection, and_, delete, select, update

from ircpoker.ledger.accounts import PlayerId
from ircpoker.ledger.posting import to_milliseconds
from ircpoker.ledger.schema import tokens

CODE_LIFE = timedelta(minutes=10)
SESSION_LIFE = timedelta(hours=12)
INVITE_LIFE = timedelta(hours=24)
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
    INVITE = "invite"


def give(connection: Connection, player: PlayerId, purpose: Purpose, now: datetime, door: str = "") -> str:
    """Return a new token of a player.

    An older code for the same purpose and door, or table, becomes invalid; sessions stay.

    Args:
        connection: the transaction.
        player: who asks for it.
        purpose: what it is for.
        now: the time.
        door: where alone it is valid, or the table that it is for; empty for everywhere.
    """
    connection.execute(delete(tokens).where(tokens.c.expires_at <= to_milliseconds(now)))
    is_session = purpose is Purpose.SESSION
    if not is_session:
        own = (tokens.c.player == player.text, tokens.c.purpose == purpose, tokens.c.door == door)
        connection.execute(delete(tokens).where(*own))
    token = secrets.token_hex(_SESSION_BYTES if is_session else _CODE_BYTES)
    life = {Purpose.SESSION: SESSION_LIFE, Purpose.INVITE: INVITE_LIFE}.get(purpose, CODE_LIFE)
    until = to_milliseconds(now + life)
    row = {"hash": _hash(token), "purpose": purpose, "player": player.text, "door": door, "expires_at": until}
    connection.execute(tokens.insert().values(row))
    return token


def use(connection: Connection, code: str, purpose: Purpose, now: datetime, door: str = "") -> PlayerId | None:
    """Return whose code it is, and make it invalid; None if it is not valid at a door."""
    used = delete(tokens).where(_valid(code, purpose, now), tokens.c.door == door)
    player = connection.execute(used.returning(tokens.c.player)).scalar()
    return None if player is None else PlayerId.parse(player)


def owner_of(connection: Connection, token: str, purpose: Purpose, now: datetime, door: str = "") -> PlayerId | None:
    """Return whose code or session it is, without using it up; None if it is not valid at a door."""
    query = select(tokens.c.player).where(_valid(token, purpose, now), tokens.c.door == door)
    player = connection.execute(query).scalar()
    return None if player is None else PlayerId.parse(player)


def invited_to(connection: Connection, code: str, now: datetime) -> str:
    """Return the table that an invitation is for; empty if it is not valid. Any number of people may come by it."""
    query = select(tokens.c.door).where(_valid(code, Purpose.INVITE, now))
    return connection.execute(query).scalar() or ""


def _valid(token: str, purpose: Purpose, now: datetime) -> ColumnElement[bool]:
    own = tokens.c
    return and_(own.hash == _hash(token), own.purpose == purpose, own.expires_at > to_milliseconds(now))


def end(connection: Connection, player: PlayerId, purposes: Iterable[Purpose]) -> int:
    """Make a player's tokens for some purposes invalid, and return how many these were."""
    own = (tokens.c.player == player.text, tokens.c.purpose.in_(list(purposes)))
    return connection.execute(delete(tokens).where(*own)).rowcount


def rename(connection: Connection, old: PlayerId, player: PlayerId) -> None:
    """Let a person's tokens go on under another name."""
    connection.execute(update(tokens).where(tokens.c.player == old.text).values(player=player.text))


def _hash(token: str) -> str:
    return hashlib.sha256(token.strip().lower()[:_LONGEST].encode(errors="replace")).hexdigest()
