"""What a front-end may ask about tournaments: which there are, and everything about one of them.

Who may watch the tables of a place sees its tournaments; entrants see theirs everywhere. docs/feed-data.md defines the
answers.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from ircpoker.chat.table_text import game_words
from ircpoker.errors import UsageError
from ircpoker.feed.server.requests import text_of, whole_of
from ircpoker.lobby.places import Place
from ircpoker.table import GAMES
from ircpoker.tournaments import view

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ircpoker.feed.lines import FeedMessage
    from ircpoker.feed.server.session import FeedSession
    from ircpoker.ledger import PlayerId, TournamentResult
    from ircpoker.tournaments.tournament import Tournament
    from ircpoker.tournaments.tournaments import Tournaments

MOST_LISTED = 50
"""The tournaments of one answer."""
MOST_FINISHED = 20
"""Among them, those that are over."""
FINISHED_FOR = timedelta(days=7)
"""How long a tournament that is over is listed."""
MOST_TRANSFERS = 20
PAGE = 200
"""The entrants of one answer."""
_LONGEST_NAME = 100


def tournaments(session: FeedSession, _message: FeedMessage) -> list[FeedMessage]:
    """List the tournaments that are open, run or are lately over, in this order; the newest of the last first."""
    running = sorted(_visible(session), key=lambda each: (each.state.is_playing, each.id))
    listed = [_titled(view.summary(each)) for each in running]
    since = session.router.services.clock.now() - FINISHED_FOR
    results = session.router.services.ledger.tournament_results(most=2 * MOST_FINISHED)
    finished = [each for each in results if each.ended_at >= since and _may_see_result(session, each)]
    listed += [_titled(view.finished_summary(each)) for each in finished[:MOST_FINISHED]]
    return [{"is": "tournaments", "tournaments": listed[:MOST_LISTED]}]


def tournament(session: FeedSession, message: FeedMessage) -> list[FeedMessage]:
    """Return all about a tournament, by its name for programs or for people; entrants some at a time."""
    named = text_of(message, "tournament", _LONGEST_NAME)
    after = whole_of(message, "after") or 0
    if after < 0:
        raise UsageError("expected after: a number of entrants")
    facts = _titled(_found(session, named))
    entrants, shown = facts["entrants"], {table.id for table in session.endpoint.feeds.visible_to(session)}
    tables = [table for table in facts["tables"] if table["table"] in shown]
    page = {"tables": tables, "entrants": entrants[after : after + PAGE], "more": len(entrants) > after + PAGE}
    return [{"is": "tournament", **facts, **page}]


def _found(session: FeedSession, named: str) -> view.TournamentFacts:
    """Return the tournament of a name: one that runs, else the last that is over.

    Raises:
        UsageError: there is none that the session may see.
    """
    for each in _visible(session):
        if named in (each.id, each.state.plan.name):
            return view.whole(each, session.router.services.scheduler.now())
    ledger = session.router.services.ledger
    found = ledger.tournament_results(tournament_id=named) or ledger.tournament_results(name=named, most=MOST_FINISHED)
    for result in found:
        if _may_see_result(session, result):
            moved = [each._asdict() for each in ledger.transfers(result.tournament_id, MOST_TRANSFERS)]
            return view.finished_whole(result) | {"transfers": moved}
    raise UsageError("there is no such tournament")


def _titled(facts: view.TournamentFacts) -> dict[str, Any]:
    game = facts["game"]
    return {**facts, "title": game_words(GAMES[game]) if game in GAMES else game}


# Who may see what


def _tournaments(session: FeedSession) -> Tournaments | None:
    tables = session.endpoint.feeds.tables
    return tables.tournaments if tables.is_open else None


def _visible(session: FeedSession) -> list[Tournament]:
    """Return the tournaments that a session may see, which are not over."""
    tournaments = _tournaments(session)
    return [] if tournaments is None else [each for each in tournaments.by_id.values() if _may_see(session, each)]


def _may_see(session: FeedSession, tournament: Tournament) -> bool:
    players = [entry.player for entry in tournament.state.entries.values() if entry.player]
    return session.endpoint.feeds.is_open_place(tournament.state.place) or _is_among(session, players)


def _may_see_result(session: FeedSession, result: TournamentResult) -> bool:
    players = [finish.player for finish in result.finishes if finish.player]
    return session.endpoint.feeds.is_open_place(Place.parse(result.place)) or _is_among(session, players)


def _is_among(session: FeedSession, players: Iterable[PlayerId]) -> bool:
    return any(session.endpoint.feeds.is_player(session, player) for player in players)
