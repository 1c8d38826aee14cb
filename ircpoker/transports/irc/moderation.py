"""Whether the bot can be heard in its channels: in a moderated one (mode +m) only with a rank, such as voice.

The state is asked for, never worked out from changes: a MODE that may matter is followed by questions to the server.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.runtime.quiet import OnceAMinute
from ircpoker.transports.irc.upkeep import warn_once
from ircpoker.transports.irc.wire import parse_source

if TYPE_CHECKING:
    from collections.abc import Callable

    from ircpoker.transports.irc.context import ClientContext
    from ircpoker.transports.irc.features import ServerFeatures
    from ircpoker.transports.irc.people import Channel, UserTracker
    from ircpoker.transports.irc.sender import Sender
    from ircpoker.transports.irc.wire import IrcLine

_MODERATED = "m"


class Moderation:
    """Knows where the bot is muted, and tells games."""

    def __init__(
        self,
        setup: ClientContext,
        features: ServerFeatures,
        people: UserTracker,
        sender: Sender,
        now: Callable[[], float],
    ) -> None:
        """Prepare.

        Args:
            setup: the client's configuration.
            features: how the server folds names, and its signs of ranks.
            people: the channels that the bot is in.
            sender: sends questions.
            now: returns the loop's time.
        """
        self._setup = setup
        self._features = features
        self._people = people
        self._sender = sender
        self._asked = OnceAMinute(now)

    def on_all_modes(self, name: str, modes: str) -> None:
        """Handle a channel's list of modes (324), for which the bot has asked."""
        if (channel := self._people.channel(name)) is not None:
            self._note(channel, is_moderated=bool(self._features.flag_change(_MODERATED, modes)))

    def on_mode(self, line: IrcLine) -> None:
        """Handle a change of modes: ask whether the bot can be heard, if that may have changed."""
        name, modes, *arguments = (*line.params, "", "")
        is_about_bot = any(map(self._people.is_me, arguments))
        if is_about_bot or self._features.flag_change(_MODERATED, modes) is not None:
            self._ask(name)

    def on_refusal(self, line: IrcLine) -> None:
        """Handle that a line to a channel was refused, perhaps because the bot was muted unseen."""
        channel = self._people.channel(line.param(1))
        if channel is not None and not channel.is_muted and self._asked.is_due(channel.name):
            self._ask(channel.name)

    def on_names(self, name: str, entry: str) -> None:
        """Handle an entry of a channel's members (353): the bot's own has its rank."""
        plain = self._features.without_prefixes(entry)
        channel = self._people.channel(name)
        if channel is not None and self._people.is_me(parse_source(plain).nick):
            self._note(channel, has_rank=plain != entry)

    def _ask(self, name: str) -> None:
        channel = self._people.channel(name)
        if channel is not None:
            self._sender.command(f"MODE {channel.name}")
            self._sender.command(f"NAMES {channel.name}")

    def _note(self, channel: Channel, *, is_moderated: bool | None = None, has_rank: bool | None = None) -> None:
        was_muted = channel.is_muted
        channel.is_moderated = channel.is_moderated if is_moderated is None else is_moderated
        channel.has_rank = channel.has_rank if has_rank is None else has_rank
        if channel.is_muted == was_muted:
            return
        network = self._setup.network.name
        if channel.is_muted:
            message = (
                f"{channel.name!a} is moderated (+m): without voice the bot cannot be heard; its tables stand still"
            )
            warn_once(self._setup.troubles, network, message, "moderated")
        self._people.note_heard(channel)
