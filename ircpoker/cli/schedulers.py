"""The address of a Dask scheduler on the command line."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError

from ircpoker.errors import quote
from ircpoker.runtime.packages import require

_ADDRESS = re.compile(r"((tcp|tls|wss?)://)?([^\s/:@]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5}")


def read_address(text: str) -> str:
    """Return the address of a scheduler; the `type` of an argument.

    Raises:
        ArgumentTypeError: it is not an address.
        SurroundingsError: Dask is not installed.
    """
    if not _ADDRESS.fullmatch(text):
        raise ArgumentTypeError(f"{quote(text)}: expected the address of a scheduler, such as tcp://10.0.0.1:8786")
    require("distributed")
    return text
