"""The requests of the feed by their names: another one is a function, and one line here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.chat.feed import requests, table_requests

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ircpoker.chat.feed.session import RequestHandler

HANDLERS: Mapping[str, RequestHandler] = {
    "hello": requests.hello,
    "say": requests.say,
    "status": requests.status,
    "tables": table_requests.tables,
    "watch": table_requests.watch,
    "unwatch": table_requests.unwatch,
    "act": table_requests.act,
}
"""The handlers by the name of the request; see `RequestHandler`."""
