"""The one writer of JSON: whatever reads RFC 8259 reads it.

A number that JSON has no word for is null, as JavaScript writes it: mostly NaN, for what is not known. Zero has no
sign, and half of a surrogate pair is U+FFFD.
"""

from __future__ import annotations

import re
from json import JSONEncoder
from math import isfinite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_ENCODERS = {
    (ascii_only, compact): JSONEncoder(
        allow_nan=False, ensure_ascii=ascii_only, separators=(",", ":") if compact else None
    ).encode
    for ascii_only in (False, True)
    for compact in (False, True)
}
_HALF_PAIR = re.compile("[\ud800-\udfff]")


def to_json(value: object, *, ascii_only: bool = True, compact: bool = False) -> str:
    """Return a value as JSON, without an end of line.

    Args:
        value: dicts, lists, tuples, texts, numbers, truth values and None.
        ascii_only: whether other characters are escaped.
        compact: whether commas and colons have no blank after them.

    Raises:
        TypeError: something is no value of JSON.

    Examples:
        >>> to_json({"ev": [1.5, float("nan"), -0.0]})
        '{"ev": [1.5, null, 0.0]}'
    """
    encode = _ENCODERS[ascii_only, compact]
    try:
        text = encode(value)
    except ValueError:  # not finite
        return encode(_mended(value))
    return encode(_mended(value)) if _may_be_wrong(text) else text


def _may_be_wrong(text: str) -> bool:
    """Return whether there may be something to mend; cheap, because there seldom is."""
    return "-0.0" in text or "\\ud" in text or (not text.isascii() and _HALF_PAIR.search(text) is not None)


def _mended(value: Any) -> Any:  # noqa: ANN401  # whatever JSON can hold
    if isinstance(value, float):
        return (value or 0.0) if isfinite(value) else None
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {_mended(name): _mended(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_mended(each) for each in value]
    return value
