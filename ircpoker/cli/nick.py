"""The nick of whoever runs a command."""

from __future__ import annotations

import getpass

from ircpoker.errors import UsageError, quote

NICK_OF_NOBODY = "player"
"""The nick to use if the system does not know the login name."""


def login_nick() -> str:
    """Return the login name, reduced to the characters of a nick."""
    from ircpoker.words.plain_text import LONGEST_NICK, is_nick

    try:
        name = getpass.getuser()
    except (KeyError, ImportError, OSError):  # a number without a name, as in some containers
        return NICK_OF_NOBODY
    nick = "".join(char for char in name if char.isprintable() and not char.isspace())[:LONGEST_NICK]
    return nick if is_nick(nick) else NICK_OF_NOBODY


def check_nick(nick: str) -> str:
    """Return a nick after checking it.

    Args:
        nick: the text after `--nick`.

    Returns:
        The same.

    Raises:
        UsageError: it is not a nick.
    """
    from ircpoker.words.plain_text import LONGEST_NICK, is_nick

    if not is_nick(nick):
        raise UsageError(f"--nick {quote(nick)}: expected one word of at most {LONGEST_NICK} characters")
    return nick
