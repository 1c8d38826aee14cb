"""Every error that a user's text or our surroundings can cause, as one tree.

    PokerError
    ├── NotUnderstoodError          the text cannot be read
    │   ├── InvalidCardError        .token
    │   ├── DuplicateCardError      .card
    │   ├── CardCountError          .count, .expected
    │   └── UsageError              .usage
    ├── NotAllowedError             understood, but not now or not for you
    │   ├── PermissionDeniedError
    │   └── RateLimitedError        .retry_after
    └── SurroundingsError           configuration, network
        ├── ConfigError             .section, .key
        │   └── PluginError         .plugin
        └── TransportError

The `str` of each may be shown in public: it is one printable line, and never holds a card that is
not public. What is raised and is none of these is a bug; the router alone catches those.
"""

from __future__ import annotations

LONGEST_TOKEN = 24
"""How many characters of a user's own text an error repeats at most."""


def quote(token: str) -> str:
    r"""Return `token` in quotes, shortened, with everything unprintable replaced.

    Args:
        token: any text of a user.

    Returns:
        One printable line of at most `LONGEST_TOKEN` + 3 characters.

    Examples:
        >>> quote("Xx")
        "'Xx'"
        >>> quote("A\x02\r\nQUIT")
        "'A???QUIT'"
        >>> quote("9" * 1000)
        "'999999999999999999999999…'"
    """
    shown = token[:LONGEST_TOKEN]
    if not shown.isprintable():
        shown = "".join(char if char.isprintable() else "?" for char in shown)
    return f"'{shown}{'…' if len(token) > LONGEST_TOKEN else ''}'"


class PokerError(Exception):
    """Base of all errors that a user may see."""


class NotUnderstoodError(PokerError):
    """The text is not what the command expects."""


class InvalidCardError(NotUnderstoodError):
    """A token that is no card; `token` is the user's text, unshortened."""

    def __init__(self, token: str) -> None:
        self.token = token
        super().__init__(f"{quote(token)} is not a card: expected a rank (23456789TJQKA) and a suit (hcds), like Ah")


class DuplicateCardError(NotUnderstoodError):
    """The same card twice; `card` is its two-letter name."""

    def __init__(self, card: str) -> None:
        self.card = card
        super().__init__(f"{card} is there twice: each card can be used once")


class CardCountError(NotUnderstoodError):
    """Too few or too many cards; `expected` is words such as "5 to 10"."""

    def __init__(self, count: int, expected: str) -> None:
        self.count = count
        self.expected = expected
        super().__init__(f"{count} {'card' if count == 1 else 'cards'} given: expected {expected}")


class UsageError(NotUnderstoodError):
    """A command used the wrong way; `usage` is how it is used, or empty."""

    def __init__(self, message: str, usage: str = "") -> None:
        self.usage = usage
        super().__init__(message)


class NotAllowedError(PokerError):
    """Understood, but not allowed now or for this person."""


class PermissionDeniedError(NotAllowedError):
    """Somebody else may do this."""


class RateLimitedError(NotAllowedError):
    """Too many commands; `retry_after` is in seconds."""

    def __init__(self, retry_after: float) -> None:
        self.retry_after = retry_after
        super().__init__(f"too many commands: wait {retry_after:.0f} s")


class SurroundingsError(PokerError):
    """Something outside the game is wrong: configuration, network, files."""


class ConfigError(SurroundingsError):
    """A configuration that cannot be used; names `section` and `key` (either may be empty)."""

    def __init__(self, message: str, section: str = "", key: str = "") -> None:
        self.section = section
        self.key = key
        super().__init__(message)


class PluginError(ConfigError):
    """A plugin that cannot be used; `plugin` is its name in the configuration."""

    def __init__(self, plugin: str, reason: str) -> None:
        self.plugin = plugin
        super().__init__(f"plugin {quote(plugin)}: {reason}", "bot", "plugins")


class TransportError(SurroundingsError):
    """A connection that could not be made or was refused."""
