"""What a front-end may ask for besides tables: finished deals, statistics, standings, robots, pay tables, tournaments.

Who may watch the tables of a place sees its tournaments; entrants see theirs everywhere. docs/feed-data.md defines the
answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from functools import partial

from msgspec.structs import asdict, replace

from ircpoker.chat.hand_history import find_hand, finished_deal
from ircpoker.chat.players import account_called
from ircpoker.chat.robots import is_ours
from ircpoker.chat.statistics import LAST, MOST, counters_of, winnings_of
from ircpoker.errors import UnknownPlayerError, UsageError, quote
from ircpoker.fairness.proofs import find_shuffle, read_proof
from ircpoker.feed import data, requests
from ircpoker.feed.messages import Answer
from ircpoker.feed.server.offers import tournament_offers
from ircpoker.feed.server.requests import message_of, speaker_of
from ircpoker.feed.server.session import FeedSession
from ircpoker.feed.table_parts import Kind
from ircpoker.ledger import EndedDeal, GameFigures, PlayerId, TournamentResult
from ircpoker.ledger.tournaments import Finish
from ircpoker.lobby.places import Place
from ircpoker.machines.rules import Machine
from ircpoker.machines.settings import SLOT, VIDEO_POKER, MachineSettings, known_payback
from ircpoker.people import Person
from ircpoker.records.deal_data import deal_proof
from ircpoker.records.forms import USUAL, writer_of
from ircpoker.records.ledger_hands import LedgerHand
from ircpoker.records.statistics.counters import STATISTICS
from ircpoker.records.statistics.deals import POSITIONS
from ircpoker.robots import find_robot, shown_name, shown_names
from ircpoker.table import GAMES
from ircpoker.tournaments import view
from ircpoker.tournaments.state import TournamentEntry
from ircpoker.tournaments.tournament import Tournament
from ircpoker.words import Phrase
from ircpoker.words.catalogue import Catalogue, load_catalogue

MOST_SEARCHED = 500
"""The newest deals among which those are listed that somebody may see."""
_GRADES = ("weak", "fair", "good", "strong", "very strong", "perfect")
"""How a robot's strength begins in English."""
_ENGLISH = load_catalogue()
PAGE = 50
"""The places of one answer."""
MOST_LISTED = 50
"""The tournaments of one answer."""
MOST_FINISHED = 20
"""Among them, those that are over."""
FINISHED_FOR = timedelta(days=7)
"""How long a tournament that is over is listed."""
MOST_TRANSFERS = 20
MOST_ENTRANTS = 200
"""The entrants of one answer."""


def deal(session: FeedSession, request: requests.GetDeal) -> list[Answer]:
    """Return a finished deal, as far as the session's person may see it."""
    found, person = _find(session, request.deal), session.person
    shown = finished_deal(found, session.router.services.words)
    if person is None or not found.ended.is_revealed:
        return [shown]
    review = session.endpoint.feeds.tables.reviews.get((person.id, found.ended.deal_id), ())
    return [replace(shown, review=review)]


def deal_text(session: FeedSession, request: requests.GetDealText) -> list[Answer]:
    """Return a finished deal as a text, with the cards that the session's person may see.

    Raises:
        HistoryError: the form cannot carry the deal.
    """
    seen = _find(session, request.deal)
    return [data.DealText(seen.ended.deal_id, writer_of(request.form)(seen.hand, seen.reader, USUAL))]


def _find(session: FeedSession, number: int | str) -> LedgerHand:
    person, feeds = session.person, session.endpoint.feeds
    return find_hand(
        session.router.services.ledger,
        str(number),
        person.id if person is not None else None,
        unshown=feeds.tables.lobby.unshown_deals(),
        sees_table=partial(feeds.may_see_deal, session),
    )


def shuffle(session: FeedSession, request: requests.GetShuffle) -> list[Answer]:
    """Return what proves a number that is no finished deal; who may see a deal asks for it.

    Raises:
        UsageError: there is no such number, or it is that of a deal.
    """
    ledger, number = session.router.services.ledger, str(request.deal)
    asked = find_shuffle(ledger, number) if ledger.hand(number, None) is None else None
    if asked is None:
        raise UsageError(Phrase("errors.no_such_deal", token=quote(number)))
    proof = read_proof(asked) if asked.revealed else None
    return [data.ShuffleFacts(asked.deal_id, asked.kind, deal_proof(asked.commitment, proof))]


def deals(session: FeedSession, request: requests.ListDeals) -> list[Answer]:
    """Return the last finished deals of open tables, and those of the session's person, the newest first."""
    ledger, person, feeds = session.router.services.ledger, session.person, session.endpoint.feeds
    unshown = feeds.tables.lobby.unshown_deals()

    def is_meant(ended: EndedDeal) -> bool:
        names = feeds.place_names(Place.parse(ended.place)) if ended.place else ()
        return ended.deal_id not in unshown and (request.place is None or request.place.lower() in names)

    newest = sorted(ledger.newest_deals(MOST_SEARCHED), key=lambda ended: ended.ended_at, reverse=True)
    seen = [_listed(each) for each in newest if each.place and is_meant(each) and feeds.may_see_deal(session, each)]
    played = ledger.last_hands(person.id, PAGE) if person is not None else ()
    own = [
        _listed(each.ended, each.own.won - each.own.put_in)
        for each in played
        if each.own is not None and is_meant(each.ended)
    ]
    return [data.Deals(tuple(seen[:PAGE]), tuple(own))]


def _listed(ended: EndedDeal, net: int | None = None) -> data.ListedDeal:
    place = Place.parse(ended.place) if ended.place else Place("", "")
    number = place.number if place.number > 1 else 0
    at = ended.ended_at.isoformat(timespec="seconds").replace("+00:00", "Z")
    return data.ListedDeal(ended.deal_id, place.network, place.channel or "private", number, at, net)


# Statistics


def stats(session: FeedSession, request: requests.GetStats) -> list[Answer]:
    """Return the figures of a robot or a player, by the rule of `!stats`: of others only in deals with the asker."""
    services, name = session.router.services, request.who or ""
    robots = session.endpoint.feeds.tables.robots
    if name and name.lower() in map(str.lower, [*robots, *shown_names(robots)]):
        robot = find_robot(name, robots).name
        return [_figures(session, robot, shown_name(robot), None)]
    own = speaker_of(session).id
    who, shown = (_player(session, name), name) if name else (own, speaker_of(session).nick)
    links = session.endpoint.feeds.tables.lobby.tables.links
    sees_all = links.are_one(who, own) or services.settings.bot.stats == "all"
    found = _figures(session, who, shown, None if sees_all else own)
    if sees_all:
        at_tables = {GAMES[each.game].name for each in found.games if each.game in GAMES}
        results = [result for result in services.ledger.stats(who) if result.game not in at_tables]
        found = replace(found, machines=tuple(map(asdict, results)))
    return [replace(found, tournaments=played_tournaments(session, who, beside=not sees_all))]


def _player(session: FeedSession, name: str) -> PlayerId:
    """Return the player whom somebody means: `bob`, on the network of the session's person, or `libera/bob`.

    Raises:
        UnknownPlayerError: nobody of that name has chips.
    """
    network, slash, nick = name.rpartition("/")
    line = message_of(session, "")
    if slash:
        known = {each.lower(): each for each in _networks(session)}
        if network.lower() not in known:
            raise UnknownPlayerError(name)
        line = line._replace(sender=Person(known[network.lower()], "*", "*", is_known_by_nick=True))
    return account_called(session.router.services, nick, line).player


def _networks(session: FeedSession) -> list[str]:
    """Return the networks whose players can be named: those of IRC, and that of the endpoint."""
    return [*[each.name for each in session.router.services.settings.networks], session.endpoint.network]


def _figures(session: FeedSession, who: PlayerId | str, shown: str, beside: PlayerId | None) -> data.Stats:
    ledger = session.router.services.ledger
    until = session.endpoint.feeds.shown_until(session, who)
    counted = ledger.figures(who, beside=beside, until=until)
    placed = ledger.figures(who, beside=beside, until=until, by_position=True)
    games = tuple([_game(each, placed, session.router.services.words) for each in counted])
    kind: Kind = "robot" if isinstance(who, str) else "person"
    nets = tuple(ledger.nets(who, LAST, beside=beside, until=until))
    return data.Stats(shown, kind, beside is not None, games, (), nets, ())


def _game(found: GameFigures, placed: Sequence[GameFigures], words: Catalogue) -> data.GameStats:
    counters = counters_of(found)
    winnings = winnings_of(found)
    statistics = [
        data.Statistic(each.key, words.text(each.title), round(value, 4), each.is_share)
        for each in STATISTICS
        if (value := each.value(counters)) is not None
    ]
    here = {each.position: each for each in placed if each.game == found.game}
    at = [here[position] for position in POSITIONS if position in here]
    positions = [
        data.PositionStats(each.position, each.hands, each.net, _rounded(winnings_of(each).per_100)) for each in at
    ]
    return data.GameStats(
        found.game,
        GAMES[found.game].full_title if found.game in GAMES else found.game,
        found.hands,
        found.won,
        found.put_in,
        found.net,
        found.biggest,
        _rounded(winnings.per_100),
        _rounded(winnings.interval),
        tuple(statistics),
        tuple(positions),
    )


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 2)


# Lists


def standings(session: FeedSession, request: requests.GetStandings) -> list[Answer]:
    """Return the best players of a network, as `!top` shows them, some places at a time."""
    by, after = request.by, request.after
    own = session.person.network if session.person is not None else session.endpoint.network
    wanted = own if request.of is None else request.of
    network = next((each for each in [*_networks(session), own] if each.lower() == wanted.lower()), None)
    if network is None:
        raise UsageError("there is no such network")
    found = session.router.services.standings.top(by, network, MOST)
    places = [
        data.RankedPlace(place, ranked.nick, **{"hands" if by == "hands" else "chips": ranked.number})
        for place, ranked in enumerate(found, 1)
    ]
    return [data.Standings(by, network, tuple(places[after : after + PAGE]), len(places) > after + PAGE)]


def robots(session: FeedSession, _request: requests.ListRobots) -> list[Answer]:
    """Return the robots, with style and strength as `!robots` names them."""
    tables, text = session.endpoint.feeds.tables, session.router.services.words.text
    person, listed = session.person, []
    scores = session.router.services.ledger.scores(person.id) if person is not None else {}
    for name in shown_names(tables.robots):
        robot = find_robot(name, tables.robots)
        parts = ("style", "strength", "games", "character") if is_ours(name) else ()
        plays = {game: (seats[0], seats[-1]) for game, seats in robot.games.items() if seats and game in tables.games}
        net, hands = scores.get(robot.name, (0, 0))
        words = {part: text(Phrase(f"robots.{name}.{part}")) for part in parts}
        measured = _ENGLISH.text(Phrase(f"robots.{name}.strength")) if parts else ""
        grade = next((grade for grade, words in enumerate(_GRADES, 1) if measured.startswith(words)), 0)
        listed.append(data.RobotFacts(name, plays, **words, grade=grade, net=net, hands=hands))
    return [data.Robots(tuple(listed), len(_GRADES))]


def pays(session: FeedSession, _request: requests.GetPays) -> list[Answer]:
    """Return the pay tables in force, with their exact returns."""
    router = session.router
    machines = (("slot", Machine.SLOT, SLOT), ("vp", Machine.VIDEO_POKER, VIDEO_POKER))
    known = [(machine, section) for name, machine, section in machines if router.services.knows(name)]
    return [data.Pays(tuple([_machine(machine, router.section(section)) for machine, section in known]))]


def _machine(machine: Machine, settings: MachineSettings) -> data.PayTable:
    found, named = known_payback(settings.pay_table()), settings.pay_table().named()
    rows = [
        data.PayRow(outcome.words, times, count)
        for (outcome, times), count in zip(named.items(), found.counts, strict=True)
    ]
    share, hits = found.return_to_player, found.hit_rate
    stakes = (settings.stake, settings.least_stake, settings.most_stake)
    return data.PayTable(machine.value, *stakes, tuple(rows), float(share), float(hits), str(share), str(hits))


# Tournaments


def tournaments(session: FeedSession, _request: requests.ListTournaments) -> list[Answer]:
    """List the tournaments that are open, running or lately over, in this order; the newest of the last first."""
    running = sorted(_visible(session), key=lambda each: (each.state.is_playing, each.id))
    listed = [view.summary(each) for each in running]
    since = session.router.services.clock.now() - FINISHED_FOR
    results = session.router.services.ledger.tournament_results(most=2 * MOST_FINISHED)
    finished = [each for each in results if each.ended_at >= since and _may_see_result(session, each)]
    listed += [view.finished_summary(each) for each in finished[:MOST_FINISHED]]
    return [data.Tournaments(tuple(listed[:MOST_LISTED]))]


def tournament(session: FeedSession, request: requests.GetTournament) -> list[Answer]:
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
    entrants, more = found.entrants[after : after + MOST_ENTRANTS], len(found.entrants) > after + MOST_ENTRANTS
    return [replace(found, tables=tables, entrants=entrants, more=more, offers=offers)]


def _found(session: FeedSession, named: str) -> data.Tournament:
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
            moved = tuple([data.Transfer(*each) for each in ledger.transfers(result.tournament_id, MOST_TRANSFERS)])
            return replace(view.finished_whole(result), transfers=moved)
    raise UsageError("there is no such tournament")


def played_tournaments(session: FeedSession, who: PlayerId, *, beside: bool) -> tuple[data.PlayedTournament, ...]:
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
                data.PlayedTournament(
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


def _visible(session: FeedSession) -> list[Tournament]:
    """Return the tournaments that a session may see, which are not over."""
    tables, is_open = session.endpoint.feeds.tables, session.endpoint.feeds.is_open_place
    running = tables.tournaments.by_id.values() if tables.is_open else ()
    return [each for each in running if is_open(each.state.place) or _is_among(session, each.state.entries.values())]


def _may_see_result(session: FeedSession, result: TournamentResult) -> bool:
    return session.endpoint.feeds.is_open_place(Place.parse(result.place)) or _is_among(session, result.finishes)


def _is_among(session: FeedSession, entries: Iterable[TournamentEntry | Finish]) -> bool:
    return any(each.player and session.endpoint.feeds.is_player(session, each.player) for each in entries)
