"""The bot's introduction: nicks to try, a user name that every server accepts, the real name, answers to CTCP."""

from __future__ import annotations

import platform
import re
from itertools import islice
from typing import TYPE_CHECKING

from ircpoker import __version__
from ircpoker.transports.irc.wire import clean_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

SHORTEST_NICK_LIMIT = 9
"""The length of a nick that every server accepts (RFC 2812, section 1.2.1)."""
LONGEST_REAL_NAME = 50
"""The length of a real name that most servers accept."""
_LONGEST_PING = 64
_FALLBACK = "poker"


def plain_nicks(wanted: str, rng: Random) -> Iterator[str]:
    """Yield endlessly nicks that any server accepts: short, letters and digits only.

    Args:
        wanted: the nick that they resemble.
        rng: chooses the digits, so that two bots with the same name do not try the same nicks in turn.

    Yields:
        The plain form of `wanted`, then the same with digits.

    Examples:
        >>> from random import Random
        >>> next(plain_nicks("{the}-dealer-of-cards", Random(1)))
        'thedealer'
    """
    plain = _plain(wanted)
    yield plain[:SHORTEST_NICK_LIMIT]
    while True:
        digits = f"{rng.randrange(1000):03}"
        yield plain[: SHORTEST_NICK_LIMIT - len(digits)] + digits


def nicks_after(wanted: str, rng: Random) -> Iterator[str]:
    """Yield endlessly the nicks to try after `wanted`."""
    yield from (f"{wanted}_", f"{wanted}__")
    yield from islice(plain_nicks(wanted, rng), 1, None)


def user_name(nick: str) -> str:
    """Return a user name for a nick: servers refuse all but plain ones (`Invalid user name`).

    Examples:
        >>> user_name("{Dealer}")
        'dealer'
        >>> user_name("[]")
        'poker'
    """
    return _plain(nick)[:SHORTEST_NICK_LIMIT].lower()


def real_name(owner: str, prefix: str) -> str:
    """Return the real name: program, owner and how to get help.

    Examples:
        >>> real_name("alice", "!")
        'poker bot of alice, say !help'
    """
    of_owner = f" of {owner}" if owner else ""
    return clean_text(f"poker bot{of_owner}, say {prefix}help")[:LONGEST_REAL_NAME]


def answer_ctcp(request: str, owner: str) -> str | None:
    r"""Return the answer to a CTCP request.

    Args:
        request: a message that begins with \x01.
        owner: who runs the bot.

    Returns:
        The text of the NOTICE without the \x01 at both ends, or None if there is no answer: DCC and all other
        requests are ignored.

    Examples:
        >>> answer_ctcp("\x01PING 12345\x01", "alice")
        'PING 12345'
        >>> answer_ctcp("\x01DCC\x01", "alice") is None
        True
    """
    command, _, argument = request.strip("\x01").partition(" ")
    match command.upper():
        case "VERSION":
            return f"VERSION ircpoker {__version__}, Python {platform.python_version()}"
        case "PING":
            return f"PING {clean_text(argument)[:_LONGEST_PING]}".rstrip()
        case "SOURCE":
            return clean_text(f"SOURCE ircpoker {__version__}, MIT licence{f', run by {owner}' if owner else ''}")
    return None


def _plain(name: str) -> str:
    plain = re.sub(r"[^A-Za-z0-9]", "", name).lstrip("0123456789")
    return plain or _FALLBACK
