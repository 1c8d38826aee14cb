"""Messages of the feed as they are on the wire, for tests that write or read them by hand."""

from __future__ import annotations

import json
from typing import Any

from ircpoker.feed.lines import decode_answer, encode
from ircpoker.feed.messages import TableSnapshot

BOT = {
    "name": "dealer",
    "prefix": "!",
    "language": "en",
    "cards": "unicode",
    "longest_request": 65536,
    "longest_line": 1000,
}
WELCOME: dict[str, Any] = {"is": "welcome", "protocol": 2, "bot": BOT, "person": None}
TABLE: dict[str, Any] = {
    "is": "snapshot",
    "table": "table:1",
    "seq": 0,
    "place": "#poker",
    "network": "net",
    "number": 0,
    "game": "holdem",
    "betting": "no_limit",
    "title": "no-limit hold'em 5/10",
    "stakes": {"small_blind": 5, "big_blind": 10, "ante": 0},
    "most_seats": 10,
    "is_open": True,
    "policy": "cash game",
    "tournament": None,
    "seats": [],
    "deal": "",
    "street": "",
    "board": [],
    "pot": 0,
    "pots": [],
    "sealed": "",
    "turn": None,
    "next": None,
    "last": None,
    "you": None,
    "log": [],
}
"""A table at which nobody sits."""
YOU: dict[str, Any] = {"seat": 1, "cards": [], "hand": "", "turn": "", "to_win": 0, "legal": None, "seconds": None}
ACTED: dict[str, Any] = {"is": "event", "event": "acted", "seat": 2, "action": "check", "amount": 0}


def fields_of(message: Any) -> dict[str, Any]:
    """Return a message as its fields on the wire."""
    return json.loads(encode(message))


def message_of(fields: dict[str, Any]) -> Any:
    """Return fields of the bot as the message that a client has of them."""
    return decode_answer(json.dumps(fields).encode())


def table_of(fields: dict[str, Any]) -> TableSnapshot:
    """Return a table as a client has it."""
    return message_of({"is": "snapshot", **fields})
