"""`!channel`: the settings of a channel's tables, for its operators and the administrators of the bot.

The server says who is an operator, each time and at that moment: a rank that was lost a second ago does not count.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Iterator

from ircpoker.chat import access
from ircpoker.chat.access import Right
from ircpoker.chat.channel_settings import AT_ONCE, CLOSING, SETTINGS
from ircpoker.chat.commands import Example, Line, check_nothing, command
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.outgoing import LineKind, Outgoing, Reader, reader_of
from ircpoker.chat.rights import LONGEST_NOTE, admin_name, network_meant, origin_of
from ircpoker.chat.segments import private_front
from ircpoker.chat.table_adapter import TableAdapter
from ircpoker.errors import NO_TABLE, LedgerError, NotAllowedError, PokerError, UsageError
from ircpoker.ledger import NoteOrder
from ircpoker.lobby import Place
from ircpoker.lobby.seating import check_no_tournament
from ircpoker.words import Phrase
from ircpoker.words.understood.requests import read_table_number

_logger = logging.getLogger(__name__)
_SWITCH = frozenset({"on", "off"})
_CHANNEL = re.compile(r"(?:(?P<network>[A-Za-z0-9][A-Za-z0-9_.-]*)/)?(?P<channel>[#&+!][^\s,:]+)(?:\s+(?P<rest>.*))?")


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
                "Tables in #poker: blinds 5/10, ante 10, pace normal, games all, talk full, public on, play on, …",
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
        if rest.lower() in _SWITCH:
            rest = f"play {rest}"
        name, _, value = rest.partition(" ")
        if not name:
            known = ", ".join(f"{name} {value}" for name, value in self._book.shown(network, channel).items())
            yield Phrase("channel.settings", channel=channel, known=known)
            yield Phrase("channel.how")
            return
        access.check(message, Right.ORGANISE)
        checked, _ = self._book.check(network, name, value.strip())
        if checked in CLOSING:
            self._check_outside(message, network, channel)

        def choose(by: str) -> Phrase:
            chosen, now = self._book.set(network, channel, name, value.strip(), by)
            self._note(message, by, f"channel {channel} {chosen} {now}")
            for table in self._tables.lobby.tables.in_channel(Place.of_channel(network, channel)):
                if chosen in CLOSING:
                    table.change(lambda _: None)  # It ends now, or after its deal.
            return Phrase(
                "channel.set_now" if chosen in AT_ONCE else "channel.set", channel=channel, name=chosen, value=now
            )

        yield from self._order(message, admin, (network, channel), choose)

    @command(
        "endtable",
        examples=(Example("", "there is no table here: …", where="channel"),),
        where="channel",
        guess=False,
        price="seat",
    )
    def end_table(self, message: Message, arguments: str) -> Iterator[Line]:
        """Answer `!endtable [number]`: a table of this channel ends after its deal, and everybody gets their chips.

        Yields:
            That it ends, or has ended.

        Raises:
            NotAllowedError: there is no such table, it is a tournament's, or somebody who plays there or may not asks.
        """
        access.check(message, Right.ORGANISE)
        network, channel = message.place_network, message.channel or ""
        number, rest = read_table_number(arguments, takes_digit=True)
        check_nothing(rest)
        lobby = self._tables.lobby
        there = lobby.tables.in_channel(Place.of_channel(network, channel))
        table = next((each for each in there if number in {0, each.place.number}), None)
        if table is None:
            raise NotAllowedError(NO_TABLE)
        check_no_tournament(table.state)
        self._check_outside(message, network, channel)

        def end(by: str) -> Phrase:
            table.change(lambda draft: setattr(draft.state, "ends", True))
            self._note(message, by, f"endtable {table.place.title}")
            return Phrase("channel.table_ended" if table.is_over else "channel.table_ends")

        admin = admin_name(self._services.settings, message)
        yield from self._order(message, admin, (network, channel), end)

    def _check_outside(self, message: Message, network: str, channel: str) -> None:
        """Raise NotAllowedError if the author of a line plays in a channel."""
        place = Place.of_channel(network, channel)
        if self._tables.lobby.tables.table_of(self._tables.speaker(message).person.id, place) is not None:
            raise NotAllowedError(Phrase("errors.operator_plays", channel=channel))

    def _note(self, message: Message, by: str, order: str) -> None:
        """Note an order in the ledger, where administrators read it; it counts even if the ledger fails."""
        try:
            self._services.ledger.save(NoteOrder(by, origin_of(message), order[:LONGEST_NOTE], "done"))
        except LedgerError:
            _logger.exception("the order %a of %s is not noted in the ledger", order, by)

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

    # Operators of the channel

    def _order(
        self, message: Message, admin: str, place: tuple[str, str], order: Callable[[str], Phrase]
    ) -> Iterable[Line]:
        """Carry out an order of an administrator; that of others if the server says that they are an operator now.

        Raises:
            NotAllowedError: operators of channels may not do that on this network.
        """
        if admin:
            return [order(admin)]
        by, channel = str(message.sender.id), place[1]
        refused, unknown = (Phrase(f"errors.{key}", channel=channel) for key in ("no_channel_op", "rank_unknown"))
        ask_rank(self._tables, message, place, lambda: [order(by)], refused, unknown)
        return []


def ask_rank(
    tables: TableAdapter,
    message: Message,
    place: tuple[str, str],
    order: Callable[[], Iterable[Line]],
    refused: Phrase,
    unknown: Phrase,
) -> None:
    """Carry out an order if the server says that the author of a line is an operator of a channel now.

    Args:
        tables: the tables.
        message: the line; it is answered when the server has.
        place: the network and the channel.
        order: carries the order out, and returns the answers.
        refused: the answer if they are none.
        unknown: the answer if the server does not say.

    Raises:
        NotAllowedError: on this network operators of channels may not give orders.
    """
    services, (name, channel) = tables.services, place
    network = next((each for each in services.settings.networks if each.name == name), None)
    if not channel or network is None or not network.channel_ops or network.is_embedded:
        raise NotAllowedError(refused)

    def answer(is_operator: bool | None) -> None:
        try:
            if not is_operator:
                raise NotAllowedError(unknown if is_operator is None else refused)
            for line in list(order()):
                say_later(tables, message, line, is_private=False)
        except PokerError as error:
            services.log_trouble("an order", error)
            say_later(tables, message, error.phrase, is_private=True)

    services.presence.ask_rank(message.sender, channel, answer)


def say_later(tables: TableAdapter, message: Message, line: Line, *, is_private: bool) -> None:
    """Answer a line when something else is known, such as its author's rank: in its channel, or its author alone."""
    person, channel, services = message.sender, message.channel or "", tables.services
    reader = reader_of(person, channel) if is_private else Reader(message.place_network, channel)
    front = private_front(channel, 0) if is_private else ""
    parts = line.parts if isinstance(line, Reply) else (line,)
    with services.speaking(tables.language_at(message.place_network, channel)):
        reply = Reply((front, *parts), private=is_private).worded(services.words)
    services.outbox.post(Outgoing(reader, reply, LineKind.ANSWER))
