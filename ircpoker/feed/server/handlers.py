"""The requests of the feed by their names: another one is a type, a function, and one line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ircpoker.feed import requests as asked
from ircpoker.feed.lines import name_of
from ircpoker.feed.server import data_requests, requests, table_requests, tournament_requests
from ircpoker.feed.server.session import RequestHandler

_HANDLERS: tuple[RequestHandler[Any], ...] = (
    RequestHandler(asked.Hello, requests.hello),
    RequestHandler(asked.Redeem, requests.redeem),
    RequestHandler(asked.Me, requests.me),
    RequestHandler(asked.Say, requests.say),
    RequestHandler(asked.ListCommands, requests.commands),
    RequestHandler(asked.GetStatus, requests.status),
    RequestHandler(asked.ListTables, table_requests.tables),
    RequestHandler(asked.Watch, table_requests.watch),
    RequestHandler(asked.Unwatch, table_requests.unwatch),
    RequestHandler(asked.Act, table_requests.act_on_turn),
    RequestHandler(asked.GetDeal, data_requests.deal),
    RequestHandler(asked.GetDealText, data_requests.deal_text),
    RequestHandler(asked.GetShuffle, data_requests.shuffle),
    RequestHandler(asked.ListDeals, data_requests.deals),
    RequestHandler(asked.GetStats, data_requests.stats),
    RequestHandler(asked.GetStandings, data_requests.standings),
    RequestHandler(asked.ListRobots, data_requests.robots),
    RequestHandler(asked.GetPays, data_requests.pays),
    RequestHandler(asked.GetWhy, table_requests.why),
    RequestHandler(asked.GetFigures, table_requests.figures),
    RequestHandler(asked.ListTournaments, tournament_requests.tournaments),
    RequestHandler(asked.ListOffers, table_requests.offers),
    RequestHandler(asked.GetTournament, tournament_requests.tournament),
)
HANDLERS: Mapping[str, RequestHandler[Any]] = {name_of(each.kind): each for each in _HANDLERS}
"""The handlers by the name of the request."""
