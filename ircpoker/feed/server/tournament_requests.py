"""What a front-end may ask about tournaments: which there are, and everything about one of them.

Who may watch the tables of a place sees its tournaments; entrants see theirs everywhere. docs/feed-data.md defines the
answers.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from msgspec.structs import replace

from ircpoker.errors import UsageError
from ircpoker.feed.data import PlayedTournament, Tournament, Tournaments, Transfer
from ircpoker.feed.messages import Answer
from ircpoker.feed.requests import GetTournament, ListTournaments
from ircpoker.feed.server.offers import tournament_offers
from ircpoker.feed.server.session import FeedSession
from ircpoker.ledger import PlayerId, TournamentResult
from ircpoker.ledger.tournaments import Finish
from ircpoker.lobby.places import Place
from ircpoker.tournaments import view
from ircpoker.tournaments.state import TournamentEntry
from ircpoker.tournaments.tournament import Tournament as RunningTournament

MOST_LISTED = 50
"""The tournaments of one answer."""
MOST_FINISHED = 20
"""Among them, those that are over."""
FINISHED_FOR = timedelta(days=7)
"""How long a tournament that is over is listed."""
MOST_TRANSFERS = 20
PAGE = 200
"""The entrants of one answer."""


def tournaments(session: FeedSession, _request: ListTournaments) -> list[Answer]:
    """List the tournaments that are open, running or lately over, in this order; the newest of the last first."""
    running = sorted(_visible(session), key=lambda each: (each.state.is_playing, each.id))
    listed = [view.summary(each) for each in running]
    since = session.router.services.clock.now() - FINISHED_FOR
    results = session.router.services.ledger.tournament_results(most=2 * MOST_FINISHED)
    finished = [each for each in results if each.ended_at >= since and _may_see_result(session, each)]
    listed += [view.finished_summary(each) for each in finished[:MOST_FINISHED]]
    return [Tournaments(tuple(listed[:MOST_LISTED]))]


def tournament(session: FeedSession, request: GetTournament) -> list[Answer]:
    """Return all about a tournament, by its name for programs or for people; entrants some at a time."""
    found, after = _found(session, request.tournament), request.after
    shown = {table.id for table in session.endpoint.feeds.visible_to(session)}
    tables = tuple([table for table in found.tables if table.table in shown])
    running = next((each for each in _visible(session) if each.id == found.tournament), None)
    offers = (
        tournament_offers(session.endpoint.feeds.tables, running, session.person)
        if running is not None and session.person is not None
        else ()
    )
    entrants, more = found.entrants[after : after + PAGE], len(found.entrants) > after + PAGE
    return [replace(found, tables=tables, entrants=entrants, more=more, offers=offers)]


def _found(session: FeedSession, named: str) -> Tournament:
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
            moved = tuple([Transfer(*each) for each in ledger.transfers(result.tournament_id, MOST_TRANSFERS)])
            return replace(view.finished_whole(result), transfers=moved)
    raise UsageError("there is no such tournament")


def played_tournaments(session: FeedSession, who: PlayerId, *, beside: bool) -> tuple[PlayedTournament, ...]:
    """Return the last tournaments of somebody that the session may see, the newest first.

    Args:
        session: the session.
        who: whose.
        beside: whether only those count that the session's person has entered, too.
    """
    are_one, played = session.endpoint.feeds.tables.lobby.tables.links.are_one, []
    for result in session.router.services.ledger.tournament_results(player=who, most=MOST_FINISHED):
        if _is_among(session, result.finishes) if beside else _may_see_result(session, result):
            listed = view.finished_summary(result)
            played += [
                PlayedTournament(
                    result.tournament_id,
                    result.name,
                    listed.ended,
                    listed.entries,
                    finish.place,
                    finish.paid,
                    finish.prize,
                )
                for finish in result.finishes
                if finish.place and finish.player and are_one(finish.player, who)
            ]
    return tuple(played)


# Who may see what


def _visible(session: FeedSession) -> list[RunningTournament]:
    """Return the tournaments that a session may see, which are not over."""
    tables, is_open = session.endpoint.feeds.tables, session.endpoint.feeds.is_open_place
    running = tables.tournaments.by_id.values() if tables.is_open else ()
    return [each for each in running if is_open(each.state.place) or _is_among(session, each.state.entries.values())]


def _may_see_result(session: FeedSession, result: TournamentResult) -> bool:
    return session.endpoint.feeds.is_open_place(Place.parse(result.place)) or _is_among(session, result.finishes)


def _is_among(session: FeedSession, entries: Iterable[TournamentEntry | Finish]) -> bool:
    return any(each.player and session.endpoint.feeds.is_player(session, each.player) for each in entries)
