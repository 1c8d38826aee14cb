"""The orders of administrators, the people whom the bot ignores, and the settings of channels, as they are stored.

Every function works within the caller's transaction.

"""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Connection, bindparam, delete, select

from ircpoker.ledger.posting import add, put, to_datetime, to_milliseconds
from ircpoker.ledger.schema import admin_log, channel_settings, ignored


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


AdminChange = NoteOrder | Ignore | StopIgnoring | SetChannelSetting
_KEY = ("network", "channel", "name")
_OF_NETWORK = select(channel_settings).where(channel_settings.c.network == bindparam("network"))


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
        case SetChannelSetting():
            _set(connection, change, moment)


def _set(connection: Connection, change: SetChannelSetting, moment: int) -> None:
    here = {name: getattr(change, name) for name in _KEY}
    values = {"value": change.value, "set_by": change.set_by, "set_at": moment}
    if not change.value:
        connection.execute(delete(channel_settings).where(*[channel_settings.c[name] == here[name] for name in _KEY]))
    elif change.keeps:
        add(connection, channel_settings, **here, **values)
    else:
        put(connection, channel_settings, here, values)


def given_orders(connection: Connection, most: int) -> list[GivenOrder]:
    """Return the last orders of administrators, the latest first."""
    rows = connection.execute(select(admin_log).order_by(admin_log.c.id.desc()).limit(most))
    return [GivenOrder(to_datetime(row.at), row.who, row.place, row.text, row.outcome) for row in rows]


def ignored_people(connection: Connection, now: datetime) -> list[Ignore]:
    """Return everybody who is ignored at a time, by network and pattern."""
    is_current = ignored.c.until.is_(None) | (ignored.c.until > to_milliseconds(now))
    query = select(ignored).where(is_current).order_by(ignored.c.network, ignored.c.pattern)
    return [
        Ignore(row.network, row.pattern, row.until and to_datetime(row.until), row.reason, row.set_by)
        for row in connection.execute(query)
    ]


def channel_settings_of(connection: Connection, network: str) -> dict[str, dict[str, str]]:
    """Return the settings of the channels of a network: channel, then name and value of each setting."""
    settings: dict[str, dict[str, str]] = {}
    for row in connection.execute(_OF_NETWORK, {"network": network}):
        settings.setdefault(row.channel, {})[row.name] = row.value
    return settings
