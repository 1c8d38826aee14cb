"""The status of a hall: a bot with tables and people, whose networks are described by the test."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import cast

from ircpoker.admin.bot_status import MissingState
from ircpoker.admin.monitoring.status import StatusReader
from ircpoker.transports.irc import IrcClient
from tests.lobby.hall import CHANNEL, NET, Hall


@dataclass
class Client:
    """A client as the status sees it."""

    name: str = NET
    nick: str = "dealer"
    channels: dict[str, object] = field(default_factory=lambda: {CHANNEL: None})
    is_connected: bool = True
    lines_waiting: int = 0
    longest_wait: float = 0.0
    wanted_channels: tuple[str, ...] = (CHANNEL,)
    missing: tuple[MissingState, ...] = ()


def reader_of(hall: Hall, *clients: Client) -> StatusReader:
    return StatusReader(hall.router, cast("Iterable[IrcClient]", clients or (Client(),)))
