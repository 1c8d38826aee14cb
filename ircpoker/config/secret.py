"""Texts that must not be shown: passwords, URLs with passwords, and the keys of channels.

The keys of channels (mode +k) have a file of their own, because a configuration is shown to people, and a key is not.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

from ircpoker.errors import ConfigError

HIDDEN = "***"

_URL_USER = re.compile(r"(?<=://)([^:/?#]*):(.*)@", re.DOTALL)
"""The match is greedy up to the last `@`, so that a password with `/` or `@` is removed completely."""
_URL_QUERY = re.compile(r"([?&][^=&]*(?:password|passwd|secret|token)[^=&]*)=([^&]*)", re.IGNORECASE)


class Secret:
    """A password, which is only `***` when it is printed, logged, formatted or part of another value's `repr`.

    Examples:
        >>> password = Secret("hunter2")
        >>> password, f"{password}"
        (Secret(***), '***')
        >>> password.reveal()
        'hunter2'
    """

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """Return the secret itself, only to send it to its server."""
        return self._text

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, Secret) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __str__(self) -> str:
        return HIDDEN

    def __repr__(self) -> str:
        return f"Secret({HIDDEN})"


def hide_password(url: str) -> str:
    """Return a database's URL in a form that may be shown.

    Args:
        url: a URL in the form of SQLAlchemy.

    Returns:
        The URL with `***` in place of passwords, before the host and among the parameters.

    Examples:
        >>> hide_password("postgresql+psycopg://dealer:hun/t@r2@db.example/poker")
        'postgresql+psycopg://dealer:***@db.example/poker'
        >>> hide_password("postgresql://db.example/poker?user=dealer&password=hunter2")
        'postgresql://db.example/poker?user=dealer&password=***'
        >>> hide_password("sqlite:///ircpoker.db")
        'sqlite:///ircpoker.db'
    """
    return _URL_QUERY.sub(rf"\1={HIDDEN}", _URL_USER.sub(rf"\1:{HIDDEN}@", url))


def find_passwords(url: str) -> list[str]:
    """Return the passwords that `hide_password` hides, as they are in the URL and decoded.

    Args:
        url: a URL in the form of SQLAlchemy.

    Returns:
        The passwords, each of them once.

    Examples:
        >>> find_passwords("postgresql://dealer:a%2Fb@db.example/poker")
        ['a%2Fb', 'a/b']
        >>> find_passwords("sqlite:///ircpoker.db")
        []
    """
    passwords = [match[2] for pattern in (_URL_USER, _URL_QUERY) for match in pattern.finditer(url)]
    return list(dict.fromkeys(text for password in passwords for text in (password, unquote(password)) if text))


_LINE = re.compile(r"([#&+!][^\s,:]{1,63})[ \t]+([^\s,:][^\s,]{0,63})")
_MOST_BYTES = 100_000


def read_channel_keys(path: Path) -> dict[str, Secret]:
    """Read the keys of channels.

    Args:
        path: a file with lines such as `#poker s3cret`; empty lines do not count.

    Returns:
        The keys by the names of their channels.

    Raises:
        ConfigError: the file cannot be read, or a line is something else; no key is in the error.
    """
    try:
        with path.open("rb") as file:
            text = file.read(_MOST_BYTES).decode()
    except (OSError, ValueError) as error:
        message = "the file cannot be read: expected lines of a channel and its key"
        raise ConfigError(message, key="channel_keys_file") from error
    keys: dict[str, Secret] = {}
    for number, line in enumerate(text.splitlines(), 1):
        match = _LINE.fullmatch(line.strip())
        if match is not None and line.strip().isprintable():
            keys[match[1]] = Secret(match[2])
        elif line.strip():
            message = f"line {number} of the file: expected a channel, a blank and its key"
            raise ConfigError(message, key="channel_keys_file")
    return keys
