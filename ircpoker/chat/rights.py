"""Who may give the bot orders: the accounts of `[admin]`, and everybody at a terminal of the bot's own machine.

A right belongs to the line, not to the person: the server must have marked this very line with the account (IRCv3
`account-tag`). So a nick, a login that has ended since, or an account of another network never count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.config.administration import ADMIN
from ircpoker.words.plain_text import fold_account

if TYPE_CHECKING:
    from ircpoker.chat.message import Message
    from ircpoker.config import NetworkSettings, Settings

OPERATOR = "operator"
"""In place of a network, in the log of orders: a terminal of the bot's own machine."""


def admin_name(settings: Settings, message: Message) -> str:
    """Return the administrator who said a line: `network/account` or `operator/nick`; empty for anybody else."""
    if message.is_operator:
        return f"{OPERATOR}/{message.sender.nick}"
    name = message.sender.network
    network = next((each for each in settings.networks if each.name == name), None)
    if not message.account or network is None or not _can_prove_accounts(network):
        return ""
    own = (name.lower(), fold_account(message.account))
    is_admin = any(_split(account) == own for account in settings.section(ADMIN).accounts)
    return f"{name}/{own[1]}" if is_admin else ""


def _can_prove_accounts(network: NetworkSettings) -> bool:
    return network.services and not network.is_embedded


def _split(account: str) -> tuple[str, str]:
    network, _, name = account.partition("/")
    return network.lower(), fold_account(name)
