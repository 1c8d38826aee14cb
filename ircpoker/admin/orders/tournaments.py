"""The order `tournament` of administrators: `!tournament` for any network and channel of the bot."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from ircpoker.admin.orders.orders import Order, OrderPlan
from ircpoker.chat.networks import network_meant
from ircpoker.chat.tournament_commands import TournamentCommands
from ircpoker.errors import NotAllowedError, UsageError
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.admin.orders.orders import OrderLine
    from ircpoker.chat.commands import Line
    from ircpoker.chat.router import Router
    from ircpoker.ledger import NoteOrder

_PLACE = re.compile(r"(?:(?P<network>[A-Za-z0-9][A-Za-z0-9_.-]*)/)?(?P<channel>[#&+!][^\s,:]+)")


class TournamentOrders:
    """The order."""

    def __init__(self, bot: Router) -> None:
        self._bot = bot

    def orders(self) -> list[Order]:
        """Return it."""
        return [Order("tournament", "[[network/]#channel] [name | new …]", self._plan)]

    def _plan(self, call: OrderLine) -> OrderPlan:
        tables = self._bot.tables
        if tables is None:
            raise NotAllowedError(Phrase("tournament.none"))
        words = call.words
        place = _PLACE.fullmatch(words[0]) if words else None
        network = network_meant(self._bot.services.settings, call.message, (place and place["network"]) or "")
        channel = place["channel"] if place else None
        rest = " ".join(words[1:] if place else words)
        if channel is None and rest.lower().startswith("new"):
            raise UsageError(Phrase("errors.which_channel"))
        sender = replace(call.message.sender, network=network)
        line = call.message._replace(sender=sender, channel=channel, is_operator=True, speaker=None)

        def carry_out(_: NoteOrder) -> Sequence[Line]:
            return list(TournamentCommands(tables).tournament(line, rest))

        return OrderPlan(carry_out)
