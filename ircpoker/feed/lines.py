"""A line of the protocol: one JSON object in UTF-8."""

from __future__ import annotations

import json
from typing import Any

from ircpoker.errors import UsageError
from ircpoker.runtime.json_text import to_json

PROTOCOL = 1
"""The version of the protocol, and the oldest one that is served."""
LONGEST_LINE = 1 << 16
"""Of a request, in bytes with the line end."""
LONGEST_ANSWER = 1 << 22
"""Of what the bot sends: full tables of long names, or a long deal, take more than a request may."""

FeedMessage = dict[str, Any]
"""The fields of a message."""


def encode(message: FeedMessage) -> bytes:
    """Return a message as a line."""
    return to_json(message, ascii_only=False, compact=True).encode() + b"\n"


def decode(line: bytes, most: int = LONGEST_LINE) -> FeedMessage:
    """Return the message of a line.

    Args:
        line: with or without its end.
        most: the most bytes that it may have.

    Returns:
        The fields.

    Raises:
        UsageError: the line is too long, or no JSON object in UTF-8, or has a field twice.
    """
    if len(line) > most:
        raise UsageError(f"a line has at most {most} bytes")
    try:
        message = json.loads(line, object_pairs_hook=_without_repeats)
        if b"\\u" in line:
            json.dumps(message, ensure_ascii=False).encode()  # noqa: TID251  # half of a surrogate pair is no character
    except (ValueError, RecursionError):
        raise UsageError("expected a JSON object on one line, in UTF-8, no field twice") from None
    if not isinstance(message, dict):
        raise UsageError("expected a JSON object on one line")
    return message


def _without_repeats(pairs: list[tuple[str, object]]) -> FeedMessage:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError
    return fields
