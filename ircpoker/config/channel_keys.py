"""The keys of channels (mode +k): a file of its own, because a configuration is shown to people, and a key is not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ircpoker.config.secret import Secret
from ircpoker.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path

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
        found = _LINE.fullmatch(line.strip())
        if found is not None and line.strip().isprintable():
            keys[found[1]] = Secret(found[2])
        elif line.strip():
            message = f"line {number} of the file: expected a channel, a blank and its key"
            raise ConfigError(message, key="channel_keys_file")
    return keys
