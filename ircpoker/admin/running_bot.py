"""The bot on its networks, as far as administrators see and steer it; the transports and `ircpoker.app` provide it."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from ircpoker.admin.bot_status import BotStatus
from ircpoker.config import LimitSettings


class Reloaded(NamedTuple):
    """The result of reading the configuration again.

    Attributes:
        changed: the keys that were taken over, as `[section] key`.
        needs_restart: the keys that need a restart.
    """

    changed: tuple[str, ...]
    needs_restart: tuple[str, ...]


class RunningBot(Protocol):
    """What administrators may do with the bot."""

    def status(self) -> BotStatus:
        """Return the figures of this moment."""

    def join(self, network: str, channel: str, key: str, who: str) -> None:
        """Join a channel, and be there after each restart."""

    def part(self, network: str, channel: str, who: str) -> None:
        """Leave a channel for good."""

    def restart(self) -> None:
        """End the process after the answer, and start it anew."""

    def stop(self) -> None:
        """End the process after the answer."""

    def reload(self) -> Reloaded:
        """Read the configuration again.

        Raises:
            ConfigError: it has problems; nothing has changed.
        """

    def use_limits(self, limits: LimitSettings) -> None:
        """Use other limits for commands, until the configuration is read again."""
