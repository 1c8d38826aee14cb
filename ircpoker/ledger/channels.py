"""The settings of channels, as the ledger keeps them. Every function works within the caller's transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from ircpoker.ledger.posting import insert, to_milliseconds
from ircpoker.ledger.schema import channel_settings

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection

    from ircpoker.ledger.database import Database

_KEY = ("network", "channel", "name")


@dataclass(frozen=True, slots=True)
class SetChannelSetting:
    """Store a setting of a channel in place of an earlier one.

    Attributes:
        network: the network.
        channel: the channel, in small letters.
        name: the name of the setting.
        value: its value; empty for the usual one of the configuration.
        set_by: who set it.
    """

    network: str
    channel: str
    name: str
    value: str
    set_by: str


def apply_channel_setting(connection: Connection, change: SetChannelSetting, now: datetime) -> None:
    """Write a change."""
    here = {name: getattr(change, name) for name in _KEY}
    if not change.value:
        connection.execute(delete(channel_settings).where(*[channel_settings.c[name] == here[name] for name in _KEY]))
        return
    values = {"value": change.value, "set_by": change.set_by, "set_at": to_milliseconds(now)}
    adding = insert(connection, channel_settings).values(**here, **values)
    connection.execute(adding.on_conflict_do_update(index_elements=_KEY, set_=values))


class ChannelRecords:
    """The methods of `Ledger` for channels."""

    _database: Database

    def channel_settings(self, network: str) -> dict[str, dict[str, str]]:
        """Return the settings of the channels of a network: channel, then name and value of each setting."""
        query = select(channel_settings).where(channel_settings.c.network == network)
        settings: dict[str, dict[str, str]] = {}
        with self._database.reading() as connection:
            for row in connection.execute(query):
                settings.setdefault(row.channel, {})[row.name] = row.value
        return settings
