"""Orders of administrators about the bot itself: its networks, tables, tournaments and limits, and its end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from ircpoker.admin.bot_status import Latency, MissingState, NetworkStatus
from ircpoker.admin.orders.orders import Order, OrderLine, OrderPlan, showing
from ircpoker.chat.rights import network_meant
from ircpoker.chat.router import Router
from ircpoker.chat.services import RunningBot
from ircpoker.chat.tournament_commands import TournamentCommands
from ircpoker.config import LimitSettings
from ircpoker.config.kinds import BadValueError
from ircpoker.config.settings import LIMITS
from ircpoker.errors import ConfigError, NotAllowedError, TransportError, UsageError, quote
from ircpoker.ledger import NoteOrder
from ircpoker.lobby import Lobby, Place
from ircpoker.lobby.table import Table
from ircpoker.words import Phrase

_MOST_TABLES = 20
"""The most tables that a list shows."""
_CHANNEL_SIGNS = "#&+!"


class BotOrders:
    """The orders about the bot."""

    def __init__(self, bot: Router) -> None:
        self._bot = bot
        self._services = bot.services

    def orders(self) -> list[Order]:
        """Return them."""
        return [
            Order("status", "", lambda _: showing(self._status_lines)),
            Order("tables", "", lambda _: showing(self._table_lines)),
            Order("join", "[network/]#channel [key]", self._join),
            Order("part", "[network/]#channel", self._part),
            Order("limits", "[key value]", self._limits),
            Order("reload", "", self._reload),
            Order("restart", "", self._restart),
            Order("stop", "[now]", self._stop),
        ]

    @property
    def _running(self) -> RunningBot:
        running = self._services.running
        if running is None:
            raise NotAllowedError(Phrase("admin.no_bot"))
        return running

    @property
    def _lobby(self) -> Lobby | None:
        tables = self._bot.tables
        return tables.lobby if tables is not None and tables.is_open else None

    # What there is

    def _status_lines(self) -> Iterator[Phrase]:
        status = self._running.status()
        deals, ledger = sum(status.deals.values()), status.ledger_problem or _latency(status.ledger)
        counts = {"tables": sum(status.tables.values()), "people": status.people_seated, "deals": deals}
        uptime = _period(status.uptime)
        yield Phrase("admin.status", version=status.version, uptime=uptime, **counts, ledger=ledger)
        if status.incidents:
            yield Phrase("admin.incidents", n=status.incidents)
        for network in status.networks:
            yield _network_line(network)
            yield from map(partial(_missing_line, network.name), network.missing)

    def _table_lines(self) -> Iterator[Phrase]:
        tables = sorted(self._lobby.tables, key=lambda table: str(table.place)) if self._lobby is not None else []
        if not tables:
            yield Phrase("admin.no_tables")
        for table in tables[:_MOST_TABLES]:
            yield _table_line(table)
        if len(tables) > _MOST_TABLES:
            yield Phrase("admin.more_tables", n=len(tables) - _MOST_TABLES)

    # Channels

    def _join(self, call: OrderLine) -> OrderPlan:
        network, channel, key = self._channel(call, most=2)

        def carry_out(_: NoteOrder) -> Phrase:
            try:
                self._running.join(network, channel, key, call.who)
            except TransportError as error:
                raise UsageError(str(error)) from error
            return Phrase("admin.joining", channel=channel, network=network)

        return OrderPlan(carry_out, noted_as=f"join {call.words[0]} ***" if key else "")

    def _part(self, call: OrderLine) -> OrderPlan:
        network, channel, _ = self._channel(call, most=1)

        def carry_out(_: NoteOrder) -> Phrase:
            self._running.part(network, channel, call.who)
            return Phrase("admin.parting", channel=channel, network=network)

        lobby = self._lobby
        tables = lobby.tables.in_channel(Place.of_channel(network, channel)) if lobby is not None else []
        people = sum(len(table.seats.people) for table in tables)
        question = Phrase("admin.part", channel=channel, network=network, n=people)
        return OrderPlan(carry_out, question if people else None)

    def _channel(self, call: OrderLine, *, most: int) -> tuple[str, str, str]:
        """Return the network, the channel and the key that the words of an order name."""
        if not 1 <= len(call.words) <= most:
            raise UsageError(Phrase("admin.channel_usage"))
        before, slash, channel = call.words[0].partition("/")
        if not slash or before[:1] in _CHANNEL_SIGNS:
            before, channel = "", call.words[0]
        network = network_meant(self._services.settings, call.message, before)
        if channel[:1] not in _CHANNEL_SIGNS or len(channel) < 2 or "," in channel or not channel.isprintable():
            raise UsageError(Phrase("admin.channel_usage"))
        return network, channel, "".join(call.words[1:])

    # Limits and settings

    def _limits(self, call: OrderLine) -> OrderPlan:
        limits = self._services.settings.limits
        if not call.words:
            shown = ", ".join(f"{each.name} = {getattr(limits, each.name):g}" for each in fields(limits))
            return showing(lambda: Phrase("admin.limits", limits=shown))
        changed = _changed_limits(limits, call.words)

        def carry_out(_: NoteOrder) -> Phrase:
            self._running.use_limits(changed)
            return Phrase("admin.limit_set", key=call.words[0], value=call.words[1])

        return OrderPlan(carry_out)

    def _reload(self, _: OrderLine) -> OrderPlan:
        def carry_out(_: NoteOrder) -> list[Phrase]:
            try:
                changed, needs_restart = self._running.reload()
            except ConfigError as error:
                raise UsageError(str(error)) from error
            lines = [Phrase("admin.reloaded", keys=", ".join(changed)) if changed else Phrase("admin.nothing_changed")]
            return [*lines, Phrase("admin.needs_restart", keys=", ".join(needs_restart))] if needs_restart else lines

        return OrderPlan(carry_out)

    # The end

    def _restart(self, _: OrderLine) -> OrderPlan:
        def carry_out(_: NoteOrder) -> Phrase:
            self._running.restart()
            return Phrase("admin.restarting")

        return OrderPlan(carry_out)

    def _stop(self, call: OrderLine) -> OrderPlan:
        if call.words not in ([], ["now"], ["--now"]):
            raise UsageError(Phrase("admin.stop_usage"))
        is_now, running, lobby = bool(call.words), self._running, self._lobby
        hands = sum(table.hand is not None for table in lobby.tables) if lobby is not None else 0

        def carry_out(_: NoteOrder) -> Phrase:
            if lobby is None:
                running.stop()
                return Phrase("admin.stopping")
            if is_now:
                count = lobby.call_off_hands(Phrase("call_off.stopped"))
                running.stop()
                return Phrase("admin.stopping_now", n=count)
            lobby.finish_hands(running.stop)
            return Phrase("admin.stopping_after", n=hands) if hands else Phrase("admin.stopping")

        question = Phrase("admin.stop_now" if is_now else "admin.stop_after", n=hands)
        return OrderPlan(carry_out, question)


def _network_line(network: NetworkStatus) -> Phrase:
    if not network.is_connected:
        return Phrase("admin.network_away", network=network.name, n=network.reconnects)
    facts = {"network": network.name, "nick": network.nick, "channels": ", ".join(network.channels) or "-"}
    return Phrase("admin.network", **facts, n=network.lines_waiting, again=network.reconnects)


def _missing_line(network: str, missing: MissingState) -> Phrase:
    kind = missing.name if missing.name in {"connection", "login", "nick"} else "channel"
    words, period = missing.words or Phrase("admin.no_reason"), _period(missing.seconds)
    return Phrase(f"admin.missing_{kind}", network=network, channel=missing.name, period=period, words=words)


def _table_line(table: Table) -> Phrase:
    state, place = table.state, table.place
    where = f"{place.network} {place.channel}" if place.channel else f"{place.network}, {place.player or 'by lines'}"
    if place.number > 1:
        where = f"{where} [{place.number}]"
    seats = ", ".join(f"{seat.nick} {state.chips(number)}" for number, seat in sorted(state.seats.items()))
    hand = Phrase("admin.in_hand", deal=state.hand.deal_id) if state.hand is not None else Phrase("admin.between_hands")
    return Phrase("admin.table", where=where, game=state.game_name, seats=seats or "-", hand=hand)


def _changed_limits(limits: LimitSettings, words: list[str]) -> LimitSettings:
    """Return limits with one other value.

    Raises:
        UsageError: there is no such key, or the value is not possible.
    """
    if len(words) != 2 or words[0] not in LIMITS.keys:
        raise UsageError(Phrase("admin.limit_usage", keys=", ".join(LIMITS.keys)))
    kind = LIMITS.keys[words[0]].kind
    try:
        other: dict[str, Any] = {words[0]: kind.read(words[1], Path())}
        return replace(limits, **other)
    except BadValueError:
        raise UsageError(Phrase("admin.limit_value", token=quote(words[1]), expected=kind.expected)) from None


def _period(seconds: float) -> str:
    """Return a time as its one or two largest units: `3 d 4 h`."""
    minutes, hours, days = int(seconds) // 60, int(seconds) // 3600, int(seconds) // 86400
    if days:
        return f"{days} d {hours % 24} h"
    if hours:
        return f"{hours} h {minutes % 60} min"
    return f"{minutes} min" if minutes else f"{int(seconds)} s"


def _latency(latency: Latency) -> str:
    return f"{1000 * latency.p50:.1f} ms" if latency.count else "ok"


_PLACE = re.compile(r"(?:(?P<network>[A-Za-z0-9][A-Za-z0-9_.-]*)/)?(?P<channel>[#&+!][^\s,:]+)")


def tournament_order(bot: Router) -> Order:
    """Return the order with the command about tournaments, given as an operator of a channel."""

    def plan(call: OrderLine) -> OrderPlan:
        tables = bot.tables
        if tables is None:
            raise NotAllowedError(Phrase("tournament.none"))
        words = call.words
        place = _PLACE.fullmatch(words[0]) if words else None
        network = network_meant(bot.services.settings, call.message, (place and place["network"]) or "")
        channel = place["channel"] if place else None
        rest = " ".join(words[1:] if place else words)
        if channel is None and rest.lower().startswith("new"):
            raise UsageError(Phrase("errors.which_channel"))
        sender = replace(call.message.sender, network=network)
        line = call.message._replace(sender=sender, channel=channel, is_operator=True, speaker=None)
        return OrderPlan(lambda _: list(TournamentCommands(tables).tournament(line, rest)))

    return Order("tournament", "[[network/]#channel] [name | new …]", plan)
