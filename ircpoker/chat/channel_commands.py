"""`!channel`: the settings of a channel's tables, for its operators and the administrators of the bot.

The server says who is an operator, each time and at that moment: a rank that was lost a second ago does not count.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.chat.channel_settings import AT_ONCE, SETTINGS
from ircpoker.chat.commands import Example, Line, command
from ircpoker.chat.message import Reply
from ircpoker.chat.outgoing import LineKind, Outgoing, Reader, reader_of
from ircpoker.chat.rights import admin_name, network_meant
from ircpoker.chat.segments import private_front
from ircpoker.errors import NotAllowedError, PokerError, UsageError
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.chat.message import Message
    from ircpoker.chat.table_adapter import TableAdapter
    from ircpoker.config import NetworkSettings

_CHANNEL = re.compile(r"(?:(?P<network>[A-Za-z0-9][A-Za-z0-9_.-]*)/)?(?P<channel>[#&+!][^\s,:]+)(?:\s+(?P<rest>.*))?")


class _ChannelChoice(NamedTuple):
    """A setting that somebody chooses for a channel.

    Attributes:
        network: the network.
        channel: the channel.
        name: the setting.
        value: the value.
    """

    network: str
    channel: str
    name: str
    value: str


class ChannelCommands:
    """The command."""

    def __init__(self, tables: TableAdapter) -> None:
        self._tables = tables
        self._services = tables.services
        self._book = tables.channels

    @command(
        "channel",
        examples=(
            Example(
                "",
                "Tables in #poker: blinds 5/10, ante 10, pace normal, games all, talk full, public on.",
                where="channel",
            ),
            Example("blinds 10/20", "only an operator of #poker or an administrator …", where="channel"),
            Example("", "which channel? …", where="private"),
        ),
        words=SETTINGS,
    )
    def channel(self, message: Message, arguments: str) -> Iterator[Line]:
        """Answer `!channel [setting value]`, and for administrators `!channel #channel [setting value]`.

        Yields:
            The settings of the channel, or the one that an administrator has chosen; an operator of the channel gets
            the answer as soon as the server has said that they are one.

        Raises:
            UsageError: there is no such setting, value or network.
            NotAllowedError: somebody else asks.
        """
        admin = admin_name(self._services.settings, message)
        network, channel, rest = self._place(message, arguments, is_admin=bool(admin))
        name, _, value = rest.partition(" ")
        if not name:
            known = ", ".join(f"{name} {value}" for name, value in self._book.shown(network, channel).items())
            yield Phrase("channel.settings", channel=channel, known=known)
            yield Phrase("channel.how")
            return
        self._book.check(network, name, value.strip())
        chosen = _ChannelChoice(network, channel, name, value.strip())
        if admin:
            yield self._set(chosen, admin)
        else:
            self._ask_server(message, chosen)

    def _place(self, message: Message, arguments: str, *, is_admin: bool) -> tuple[str, str, str]:
        """Return the network and the channel that somebody means, and the rest of the line.

        Raises:
            NotAllowedError: they mean another channel than the one where they are, and are no administrator.
            UsageError: no channel is named, or there is no such network.
        """
        own = message.place_network
        match = _CHANNEL.fullmatch(arguments)
        if match is None:
            if message.channel is None:
                raise UsageError(Phrase("errors.which_channel"))
            return own, message.channel, arguments
        channel = match["channel"]
        if message.channel is not None and message.fold(channel) == message.fold(message.channel):
            return own, message.channel, match["rest"] or ""
        if not is_admin:
            raise NotAllowedError(Phrase("errors.no_channel_op", channel=channel))
        network = network_meant(self._services.settings, message, match["network"] or "")
        return network, channel, match["rest"] or ""

    def _set(self, chosen: _ChannelChoice, by: str) -> Phrase:
        """Store a setting, and return what counts now."""
        name, value = self._book.set(*chosen, by)
        facts = {"channel": chosen.channel, "name": name, "value": value}
        return Phrase("channel.set_now", **facts) if name in AT_ONCE else Phrase("channel.set", **facts)

    # Operators of the channel

    def _ask_server(self, message: Message, chosen: _ChannelChoice) -> None:
        """Store a setting if the server says that the author of a line is an operator of its channel now.

        Raises:
            NotAllowedError: operators of channels may not do that on this network.
        """
        networks = self._services.settings.networks
        network = next((each for each in networks if each.name == chosen.network), None)
        if network is None or not can_ask_rank(network):
            raise NotAllowedError(Phrase("errors.no_channel_op", channel=chosen.channel))
        person = message.sender
        by = str(person.id)

        def answer(is_operator: bool | None) -> None:
            try:
                say_later(self._tables, message, self._carry_out(chosen, by, is_operator=is_operator), is_private=False)
            except PokerError as error:
                say_later(self._tables, message, error.phrase, is_private=True)

        self._services.presence.ask_rank(person, chosen.channel, answer)

    def _carry_out(self, chosen: _ChannelChoice, by: str, *, is_operator: bool | None) -> Phrase:
        """Store a setting, and return the answer to its author.

        Raises:
            NotAllowedError: they are no operator, or the server has not said that they are one.
        """
        if is_operator is None:
            raise NotAllowedError(Phrase("errors.rank_unknown", channel=chosen.channel))
        if not is_operator:
            raise NotAllowedError(Phrase("errors.no_channel_op", channel=chosen.channel))
        return self._set(chosen, by)


def say_later(tables: TableAdapter, message: Message, line: Line, *, is_private: bool) -> None:
    """Answer a line when something else is known, such as its author's rank: in its channel, or its author alone."""
    person, channel, services = message.sender, message.channel or "", tables.services
    reader = reader_of(person, channel) if is_private else Reader(message.place_network, channel)
    front = private_front(channel, 0) if is_private else ""
    parts = line.parts if isinstance(line, Reply) else (line,)
    with services.speaking(tables.language_at(message.place_network, channel)):
        reply = Reply((front, *parts), private=is_private).worded(services.words)
    services.outbox.post(Outgoing(reader, reply, LineKind.ANSWER))


def can_ask_rank(network: NetworkSettings) -> bool:
    """Return whether operators of channels may choose settings; the embedded server has none."""
    return network.channel_ops and not network.is_embedded
