"""What a person's line may do: whose orders count, whose lines are not heard, and which network is meant.

Orders are taken from the accounts of `[admin]`, and from everybody at a terminal of the bot's own machine. This right
belongs to the line, not to the person: the server must have marked this very line with the account (IRCv3
`account-tag`). So a nick, a login that has ended since, or an account of another network never count.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable
from datetime import datetime, timedelta

from ircpoker.chat.access import Right, may
from ircpoker.chat.message import Message
from ircpoker.config import Settings
from ircpoker.config.administration import ADMIN
from ircpoker.errors import UsageError, quote
from ircpoker.ledger import Ignore
from ircpoker.people import Person
from ircpoker.runtime.clock import Clock
from ircpoker.words import Phrase
from ircpoker.words.plain_text import fold_account

LONGEST_NOTE = 200
"""The most characters of a note about an order."""


def origin_of(message: Message) -> str:
    """Return from where an order came: the network, the channel, and the person with their address."""
    sender = message.sender
    person = f"{sender.nick}!{sender.address}" if sender.address else sender.nick
    return " ".join(filter(None, (sender.network, message.channel, f"({person})")))[:LONGEST_NOTE]


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


OPERATOR = "operator"
"""In place of a network, in the log of orders: a terminal of the bot's own machine."""


def admin_name(settings: Settings, message: Message) -> str:
    """Return the administrator who said a line: `network/account` or `operator/nick`; empty for anybody else."""
    if not may(message, Right.STEER):
        return ""
    if message.is_operator:
        return f"{OPERATOR}/{message.sender.nick}"
    name = message.sender.network
    if not message.account or not has_services(settings, name):
        return ""
    own = (name.lower(), fold_account(message.account))
    is_admin = any(_split(account) == own for account in settings.section(ADMIN).accounts)
    return f"{name}/{own[1]}" if is_admin else ""


def _split(account: str) -> tuple[str, str]:
    network, _, name = account.partition("/")
    return network.lower(), fold_account(name)


OF_ACCOUNT = "account:"
LONGEST_PATTERN = 100
_LONGEST_PERIOD = 10_000
_UNITS = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1)}


class IgnoreList:
    """Who is ignored now.

    Attributes:
        people: the entries of the ledger.
    """

    def __init__(self, people: Iterable[Ignore] = ()) -> None:
        self.people = tuple(people)
        self._accounts: dict[tuple[str, str], datetime | None] = {}
        self._masks: list[tuple[str, re.Pattern[str], datetime | None]] = []
        for each in self.people:
            if each.pattern.startswith(OF_ACCOUNT):
                self._accounts[each.network, fold_account(each.pattern.removeprefix(OF_ACCOUNT))] = each.until
            else:
                self._masks.append((each.network, _compile(each.pattern), each.until))

    def covers(self, message: Message, clock: Clock) -> bool:
        """Return whether the author of a line is ignored."""
        return not message.is_operator and self.covers_person(message.sender, clock)

    def covers_person(self, person: Person, clock: Clock) -> bool:
        """Return whether a person is ignored."""
        now, key = clock.now(), (person.network, fold_account(person.account or ""))
        if key in self._accounts and _lasts(self._accounts[key], now):
            return True
        shown = f"{person.nick}!{person.address}".lower()
        return any(
            network == person.network and pattern.fullmatch(shown) and _lasts(until, now)
            for network, pattern, until in self._masks
        )


def _lasts(until: datetime | None, now: datetime) -> bool:
    return until is None or now < until


def _compile(mask: str) -> re.Pattern[str]:
    # `fnmatch` never goes back behind a star, however many a mask has; [ is a letter in nicks.
    return re.compile(fnmatch.translate(mask.lower().replace("[", "[[]")))


def pattern_of(text: str, person: Person | None) -> str:
    """Return the pattern for what an administrator typed.

    Args:
        text: a pattern, or the nick of somebody in sight.
        person: the person with that nick; None if nobody is in sight.

    Returns:
        The account of a person who is logged in, else everybody at their host.

    Raises:
        UsageError: nobody is in sight, and it is no pattern; or it would cover everybody.
    """
    if text.startswith(OF_ACCOUNT) or "!" in text or "@" in text:
        pattern = text if text.startswith(OF_ACCOUNT) or "!" in text else f"*!{text}"
        if len(pattern) > LONGEST_PATTERN or not re.search(r"\w", pattern.removeprefix(OF_ACCOUNT)):
            raise UsageError(Phrase("admin.bad_pattern", token=quote(text)))
        return pattern
    if person is None or not (person.account or person.address):
        raise UsageError(Phrase("admin.not_in_sight", token=quote(text)))
    if person.account:
        return f"{OF_ACCOUNT}{person.account}"
    return f"*!*@{person.address.rpartition('@')[2]}"


def parse_period(text: str) -> timedelta | None:
    """Return the time that a word such as `30m`, `2h` or `7d` means; None for another word.

    Raises:
        UsageError: it looks like a time, but is none.
    """
    match = re.fullmatch(r"([0-9]+)([a-z]?)", text.lower(), re.ASCII)
    if match is None:
        return None
    if match[2] not in _UNITS or not 0 < int(match[1][:5]) < _LONGEST_PERIOD:
        raise UsageError(Phrase("admin.bad_period", token=quote(text)))
    return int(match[1]) * _UNITS[match[2]]
