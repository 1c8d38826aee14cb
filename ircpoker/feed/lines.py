"""A line of the protocol: one JSON object in UTF-8, which is a message of `messages`, `requests` or `data`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, ValidationError

from ircpoker.errors import UsageError
from ircpoker.feed import data, messages, requests
from ircpoker.feed.messages import Answer, Event

LONGEST_LINE = 1 << 16
"""Of a request, in bytes with the line end."""
LONGEST_ANSWER = 1 << 22
"""Of what the bot sends: full tables of long names, or a long deal, take more than a request may."""

RequestFields = dict[str, object]
"""A request as it came: nothing is known of it but that it is an object of JSON."""
S = TypeVar("S", bound=Struct)


class UnfitError(UsageError):
    """A message that is not as it should be."""


class _Head(Struct):
    """What says of which type a message is."""

    kind: str = msgspec.field(name="is")


_ENCODER = msgspec.json.Encoder()
_HEAD = msgspec.json.Decoder(_Head)


@cache  # To make them takes longer than the rest of this module, and a client in the same process needs none.
def _decoder(kind: str) -> msgspec.json.Decoder[Any]:
    if kind == "event":
        return msgspec.json.Decoder(messages.AnyEvent)
    return msgspec.json.Decoder(messages.TableSnapshot | requests.AnyAnswer | data.AnyData)


def encode(message: Struct) -> bytes:
    """Return a message as a line."""
    return _ENCODER.encode(message) + b"\n"


def decode_answer(line: bytes) -> Answer | Event:
    """Return what the bot has said.

    Raises:
        UnfitError: it is no message of this protocol.
    """
    try:
        kind = "event" if _HEAD.decode(line).kind == "event" else "answer"
        found: Answer | Event = _decoder(kind).decode(line)
    except msgspec.DecodeError as error:
        raise UnfitError(str(error)) from error
    return found


def fitted(fields: Mapping[str, object], kind: type[S]) -> S:
    """Return fields as a type.

    Raises:
        UnfitError: they do not fit; the error names the first that does not, and what was expected.
    """
    try:
        return msgspec.convert(fields, kind, str_keys=True)
    except ValidationError as error:
        problem, _, place = str(error).replace("`", "").partition(" - at $.")
        raise UnfitError(f"{place or 'the message'}: {problem[0].lower()}{problem[1:]}") from error


def name_of(kind: type[Struct]) -> str:
    """Return the name of a type of messages, as `is`, `event` or `do` has it."""
    return str(kind.__struct_config__.tag)


def decode(line: bytes) -> RequestFields:
    """Return the request of a line.

    Args:
        line: with or without its end.

    Returns:
        The fields.

    Raises:
        UsageError: the line is too long, or no JSON object in UTF-8, or has a field twice.
    """
    if len(line) > LONGEST_LINE:
        raise UsageError(f"a line has at most {LONGEST_LINE} bytes")
    try:
        message = json.loads(line, object_pairs_hook=_without_repeats)
        if b"\\u" in line:
            json.dumps(message, ensure_ascii=False).encode()  # noqa: TID251  # half of a surrogate pair is no character
    except (ValueError, RecursionError):
        raise UsageError("expected a JSON object on one line, in UTF-8, no field twice") from None
    if not isinstance(message, dict):
        raise UsageError("expected a JSON object on one line")
    return message


def _without_repeats(pairs: list[tuple[str, object]]) -> RequestFields:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError
    return fields
