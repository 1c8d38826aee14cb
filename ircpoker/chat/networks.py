"""Networks: the one that an administrator means, and whether people there can have accounts of services."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.errors import UsageError, quote
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.chat.message import Message
    from ircpoker.config import Settings


def network_meant(settings: Settings, message: Message, name: str) -> str:
    """Return the network's name as the configuration spells it.

    Args:
        settings: the configuration.
        message: the line; without a name its own network is meant, or the only one if the line came from none of them.
        name: the name as typed, in any case; empty if none was.

    Raises:
        UsageError: there is no such network, or one has to be named.
    """
    names = [network.name for network in settings.networks]
    wanted = name or message.sender.network
    if not name and wanted not in names and len(names) == 1:
        return names[0]
    for each in names:
        if each.lower() == wanted.lower():
            return each
    raise UsageError(Phrase("errors.no_network", name=quote(wanted), known=", ".join(names)))


def has_services(settings: Settings, network: str) -> bool:
    """Return whether people on a network can have services accounts."""
    return any(each.name == network and each.services and not each.is_embedded for each in settings.networks)
