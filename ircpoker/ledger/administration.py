"""The orders of administrators, and the people whom the bot ignores, as the ledger keeps them.

Every function works within the caller's transaction.

The settings of channels, as the ledger keeps them. Every function works within the caller's transaction.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Connection, bindparam, delete, select

from ircpoker.ledger.database import Database
from ircpoker.ledger.posting import add, put, to_datetime, to_milliseconds
from ircpoker.ledger.schema import admin_log, channel_settings, ignored
from ircpoker.runtime.clock import Clock


class NoteOrder(Struct, frozen=True):
    """Note an order of an administrator.

    Attributes:
        who: the administrator.
        place: where the order was given.
        text: the order.
        outcome: what came of it.
    """

    who: str
    place: str
    text: str
    outcome: str


class Ignore(Struct, frozen=True):
    """Ignore somebody; an earlier entry for the same pattern is replaced.

    Attributes:
        network: the network.
        pattern: `account:NAME`, or `nick!user@host` with `*` and `?`.
        until: the end; None for good.
        reason: the reason, for administrators.
        set_by: the administrator.
    """

    network: str
    pattern: str
    until: datetime | None
    reason: str
    set_by: str


class StopIgnoring(Struct, frozen=True):
    """Ignore somebody no more."""

    network: str
    pattern: str


class GivenOrder(Struct, frozen=True):
    """A noted order with its time."""

    at: datetime
    who: str
    place: str
    text: str
    outcome: str


AdminChange = NoteOrder | Ignore | StopIgnoring


def apply_admin_change(connection: Connection, change: AdminChange, now: datetime) -> None:
    """Write a change."""
    moment = to_milliseconds(now)
    match change:
        case NoteOrder():
            connection.execute(admin_log.insert().values(at=moment, **asdict(change)))
        case Ignore():
            until = None if change.until is None else to_milliseconds(change.until)
            values = {"until": until, "reason": change.reason, "set_by": change.set_by, "set_at": moment}
            put(connection, ignored, {"network": change.network, "pattern": change.pattern}, values)
        case StopIgnoring():
            here = (ignored.c.network == change.network, ignored.c.pattern == change.pattern)
            connection.execute(delete(ignored).where(*here))


class AdminRecords:
    """The methods of `Ledger` for administrators."""

    _clock: Clock
    _database: Database

    def given_orders(self, most: int) -> list[GivenOrder]:
        """Return the last orders of administrators, the latest first."""
        query = select(admin_log).order_by(admin_log.c.id.desc()).limit(most)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return [GivenOrder(to_datetime(row.at), row.who, row.place, row.text, row.outcome) for row in rows]

    def ignored_people(self) -> list[Ignore]:
        """Return everybody who is ignored now, by network and pattern."""
        is_current = ignored.c.until.is_(None) | (ignored.c.until > to_milliseconds(self._clock.now()))
        query = select(ignored).where(is_current).order_by(ignored.c.network, ignored.c.pattern)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return [
            Ignore(row.network, row.pattern, row.until and to_datetime(row.until), row.reason, row.set_by)
            for row in rows
        ]


_KEY = ("network", "channel", "name")
_OF_NETWORK = select(channel_settings).where(channel_settings.c.network == bindparam("network"))


class SetChannelSetting(Struct, frozen=True):
    """Store a setting of a channel.

    Attributes:
        network: the network.
        channel: the channel, in small letters.
        name: the name of the setting.
        value: its value; empty for the usual one of the configuration.
        set_by: who set it.
        keeps: whether an earlier one stays; else it is replaced.
    """

    network: str
    channel: str
    name: str
    value: str
    set_by: str
    keeps: bool = False


def apply_channel_setting(connection: Connection, change: SetChannelSetting, now: datetime) -> None:
    """Write a change."""
    here = {name: getattr(change, name) for name in _KEY}
    if not change.value:
        connection.execute(delete(channel_settings).where(*[channel_settings.c[name] == here[name] for name in _KEY]))
        return
    values = {"value": change.value, "set_by": change.set_by, "set_at": to_milliseconds(now)}
    if change.keeps:
        add(connection, channel_settings, **here, **values)
    else:
        put(connection, channel_settings, here, values)


class ChannelRecords:
    """The methods of `Ledger` for channels."""

    _database: Database

    def channel_settings(self, network: str) -> dict[str, dict[str, str]]:
        """Return the settings of the channels of a network: channel, then name and value of each setting."""
        settings: dict[str, dict[str, str]] = {}
        with self._database.reading() as connection:
            for row in connection.execute(_OF_NETWORK, {"network": network}):
                settings.setdefault(row.channel, {})[row.name] = row.value
        return settings
