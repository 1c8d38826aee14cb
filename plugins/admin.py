"""`!admin`: the orders of administrators."""

from __future__ import annotations

import logging

from ircpoker.admin.orders.bot import BotOrders, tournament_order
from ircpoker.admin.orders.orders import Orders
from ircpoker.admin.orders.people import PeopleOrders
from ircpoker.chat.commands import Answer, Example, command
from ircpoker.chat.message import Message
from ircpoker.chat.rights import admin_name
from ircpoker.chat.router import Router
from ircpoker.errors import NotAllowedError
from ircpoker.words import Phrase

_LOGGED_TEXT = 100

_logger = logging.getLogger(__name__)


class Admin:
    """The command of administrators."""

    def __init__(self, bot: Router) -> None:
        self.services = bot.services
        self.orders = Orders(
            bot.services, [*BotOrders(bot).orders(), *PeopleOrders(bot).orders(), tournament_order(bot)]
        )

    @command(
        "admin",
        examples=(Example("status", "only an administrator of this bot can do that"),),
        words=lambda plugin: plugin.orders.names,
    )
    def admin(self, message: Message, arguments: str) -> Answer:
        """Carry out an order of an administrator.

        Raises:
            NotAllowedError: the line is not an administrator's.
            UsageError: there is no such order.
        """
        who = admin_name(self.services.settings, message)
        if who:
            return self.orders.give(message, who, arguments)
        sender, account = message.sender, message.account or "no account"
        stranger = f"{sender.nick}!{sender.address} ({account}) on {sender.network}"
        # The other words may be a channel's key.
        order = arguments[:_LOGGED_TEXT].partition(" ")[0]
        _logger.warning("refused an order of %a: %a", stranger, order)
        raise NotAllowedError(Phrase("errors.no_admin"))
