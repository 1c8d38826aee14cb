"""What a front-end may ask for besides tables: finished deals, statistics, standings, robots, pay tables.

docs/feed-data.md defines the answers.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, get_args

from ircpoker.chat.players import account_called
from ircpoker.chat.robots import is_ours
from ircpoker.chat.statistics import LAST, MOST, counters_of
from ircpoker.chat.table_text import game_words
from ircpoker.errors import UnknownPlayerError, UsageError
from ircpoker.feed.server.requests import message_of, speaker_of, text_of, whole_of
from ircpoker.ledger import RankedBy
from ircpoker.lobby.archive import finished_deal
from ircpoker.machines.rules import Machine
from ircpoker.machines.settings import SLOT, VIDEO_POKER, known_payback
from ircpoker.people import Person
from ircpoker.records.statistics.counters import STATISTICS, Winnings
from ircpoker.robots import find_robot, shown_name, shown_names
from ircpoker.table import GAMES
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.feed.lines import FeedMessage
    from ircpoker.feed.server.session import FeedSession
    from ircpoker.ledger import GameFigures, PlayerId
    from ircpoker.machines.settings import MachineSettings

PAGE = 50
"""The places of one answer."""
_LONGEST_NAME = 100


def deal(session: FeedSession, message: FeedMessage) -> list[FeedMessage]:
    """Return a finished deal, as far as the session's person may see it."""
    asked, feeds = message.get("deal"), session.endpoint.feeds
    number = str(whole_of(message, "deal")) if type(asked) is int else text_of(message, "deal", _LONGEST_NAME)
    services, person = session.router.services, session.person
    data = finished_deal(
        services.ledger,
        number,
        person.id if person is not None else None,
        unshown=feeds.tables.lobby.unshown_deals(),
        is_open=partial(feeds.may_see_deal, session),
        words=services.words,
    )
    return [{"is": "deal", **data}]


# Statistics


def stats(session: FeedSession, message: FeedMessage) -> list[FeedMessage]:
    """Return the figures of a robot or a player, by the rule of `!stats`: of others only in deals with the asker."""
    services = session.router.services
    name = text_of(message, "who", _LONGEST_NAME) if message.get("who") is not None else ""
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
        at_tables = {GAMES[each["game"]].name for each in found["games"] if each["game"] in GAMES}
        results = [result for result in services.ledger.stats(who) if result.game not in at_tables]
        found["machines"] = [asdict(result) for result in results]
    return [found]


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


def _figures(session: FeedSession, who: PlayerId | str, shown: str, beside: PlayerId | None) -> FeedMessage:
    ledger = session.router.services.ledger
    return {
        "is": "stats",
        "who": shown,
        "kind": "robot" if isinstance(who, str) else "person",
        "shared": beside is not None,
        "games": [_game(found) for found in ledger.figures(who, beside=beside)],
        "machines": [],
        "nets": ledger.nets(who, LAST, beside=beside),
    }


def _game(found: GameFigures) -> FeedMessage:
    counters = counters_of(found)
    winnings = Winnings(found.counted, found.big_blinds, found.squares)
    figures = {each.key: (each.value(counters), each.title, each.is_share) for each in STATISTICS}
    return {
        "game": found.game,
        "title": game_words(GAMES[found.game]) if found.game in GAMES else found.game,
        "hands": found.hands,
        "won": found.won,
        "put_in": found.put_in,
        "net": found.net,
        "biggest": found.biggest,
        "bb_per_100": _rounded(winnings.per_100),
        "ci95": _rounded(winnings.interval),
        "statistics": [
            {"key": key, "title": title, "value": round(value, 4), "is_share": is_share}
            for key, (value, title, is_share) in figures.items()
            if value is not None
        ],
    }


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 2)


# Lists


def standings(session: FeedSession, message: FeedMessage) -> list[FeedMessage]:
    """Return the best players of a network, as `!top` shows them, some places at a time."""
    by = message.get("by", "chips")
    if by not in get_args(RankedBy):
        raise UsageError(f"expected by: {', '.join(get_args(RankedBy))}")
    after = whole_of(message, "after") or 0
    if not 0 <= after < MOST:
        raise UsageError(f"expected after: a place below {MOST}")
    own = session.person.network if session.person is not None else session.endpoint.network
    wanted = text_of(message, "of", _LONGEST_NAME) if message.get("of") is not None else own
    network = next((each for each in [*_networks(session), own] if each.lower() == wanted.lower()), None)
    if network is None:
        raise UsageError("there is no such network")
    found = session.router.services.standings.top(by, network, MOST)
    places = [
        {"place": place, "name": ranked.nick, "chips" if by != "hands" else "hands": ranked.number}
        for place, ranked in enumerate(found, 1)
    ]
    page = places[after : after + PAGE]
    return [{"is": "standings", "by": by, "of": network, "places": page, "more": len(places) > after + PAGE}]


def robots(session: FeedSession, _message: FeedMessage) -> list[FeedMessage]:
    """Return the robots, with style and strength as `!robots` names them."""
    tables, text = session.endpoint.feeds.tables, session.router.services.words.text
    found = []
    for name in shown_names(tables.robots):
        robot = find_robot(name, tables.robots)
        parts = ("style", "strength", "games", "character") if is_ours(name) else ()
        games = {game: [seats[0], seats[-1]] for game, seats in robot.games.items() if seats and game in tables.games}
        about = {part: text(Phrase(f"robots.{name}.{part}")) for part in parts}
        found.append({"name": name, "plays": games, "style": "", "strength": "", "character": "", **about})
    return [{"is": "robots", "robots": found}]


def pays(session: FeedSession, _message: FeedMessage) -> list[FeedMessage]:
    """Return the pay tables in force, with their exact returns."""
    router = session.router
    found = []
    if router.services.knows("slot"):
        found.append(_machine(Machine.SLOT, router.section(SLOT)))
    if router.services.knows("vp"):
        found.append(_machine(Machine.VIDEO_POKER, router.section(VIDEO_POKER)))
    return [{"is": "pays", "machines": found}]


def _machine(machine: Machine, settings: MachineSettings) -> FeedMessage:
    found = known_payback(settings.pay_table())
    exact = {"return": found.return_to_player, "hit_rate": found.hit_rate}
    return {
        "machine": machine.value,
        "stake": settings.stake,
        "least_stake": settings.least_stake,
        "most_stake": settings.most_stake,
        "table": [
            {"hand": outcome.words, "pays": times, "count": count}
            for (outcome, times), count in zip(settings.pay_table().named().items(), found.counts, strict=True)
        ],
        **{key: float(share) for key, share in exact.items()},
        **{f"exact_{key}": str(share) for key, share in exact.items()},
    }
