"""The requests of the feed by their names: another one is a function, and one line here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.feed.server import (
    data_requests,
    identity_requests,
    requests,
    seat_requests,
    table_requests,
    tournament_requests,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ircpoker.feed.server.session import RequestHandler

HANDLERS: Mapping[str, RequestHandler] = {
    "hello": identity_requests.hello_or_go_on,
    "redeem": identity_requests.redeem,
    "me": requests.me,
    "say": requests.say,
    "status": requests.status,
    "tables": table_requests.tables,
    "watch": table_requests.watch,
    "unwatch": table_requests.unwatch,
    "act": table_requests.act_on_turn,
    "deal": data_requests.deal,
    "stats": data_requests.stats,
    "standings": data_requests.standings,
    "robots": data_requests.robots,
    "pays": data_requests.pays,
    "why": seat_requests.why,
    "figures": seat_requests.figures,
    "tournaments": tournament_requests.tournaments,
    "tournament": tournament_requests.tournament,
}
"""The handlers by the name of the request; see `RequestHandler`."""
