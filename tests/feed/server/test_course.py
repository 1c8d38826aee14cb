"""The law of the reading side: the course of a finished hand is what the feed told live to the same reader."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import msgspec
import pytest

from ircpoker.records.course import Moment, course
from ircpoker.records.ledger_hands import read_hand
from ircpoker.records.played import HandReader
from ircpoker.table import GAMES
from ircpoker.table.events import BetReturned
from tests.feed.server.visitors import FeedHall, Visitor, play_a_turn
from tests.tiers import count, seed

OF_THE_DEAL = {"hand_began", "cards", "acted", "street", "all_in", "shown", "paid"}
LEFT_OUT = {"is", "table", "seq", "words", "lines", "set", "more", "late"}
"""Of the table, the words of its language, and whether the clock acted."""
OF_A_SEAT = (
    "stack",
    "bet",
    "in_hand",
    "position",
    "card_count",
    "cards",
    "hand",
    "last",
    "all_in",
    "drawn",
    "is_button",
)
DURING_A_RUN_OUT = tuple(name for name in OF_A_SEAT if name not in {"position", "last", "drawn"})
DEALS_A_HALL = 12


class Recorder(Visitor):
    """Somebody who notes each event of a deal, and the table as it stood when the feed said that it was complete."""

    deals: dict[str, list[tuple[dict[str, Any], dict[str, Any] | None]]]

    def _note(self, message: dict[str, Any]) -> None:
        super()._note(message)
        if not hasattr(self, "deals"):
            self.deals, self.deal = {}, ""
        if message["is"] != "event":
            return
        if message["event"] == "hand_began":
            self.deal = message["deal"]
            self.deals[self.deal] = []
        noted = self.deals.get(self.deal)
        if noted is None:
            return
        if message["event"] in OF_THE_DEAL:
            noted.append((message, None))
        if noted and "set" in message:
            noted[-1] = noted[-1][0], deepcopy(self.state)
        if noted[-1][0]["event"] == "paid" and "more" not in message:
            self.deal = ""


def facts_of(event: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name not in LEFT_OUT}


def as_data(moment: Moment) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return event and table of a moment as a client has them."""
    return facts_of(msgspec.json.decode(msgspec.json.encode(moment.event))), msgspec.to_builtins(moment.table)


def check_table(live: dict[str, Any], mine: dict[str, Any], event: str, place: str) -> None:
    """Compare two snapshots as far as they are of the deal."""
    seats = {seat["seat"]: seat for seat in live["seats"]}
    if live["deal"] and not live["pot"]:
        return  # The last cards of a draw are on their way: the table shows the end before it is told.
    for name in ("deal", "street", "board", "pot", "pots"):
        assert list_of(mine[name]) == list_of(live[name]), (place, name)
    names = DURING_A_RUN_OUT if event in {"all_in", "shown"} else OF_A_SEAT
    for seat in mine["seats"]:
        other = seats[seat["seat"]]
        assert {name: list_of(seat[name]) for name in names} == {name: list_of(other[name]) for name in names}, place
    if mine["you"] is not None and live["you"] is not None and event != "hand_began":  # one's own cards come after it
        assert list_of(mine["you"]["cards"]) == list_of(live["you"]["cards"]), place
        assert live["you"]["hand"].startswith(mine["you"]["hand"]), place


def list_of(value: Any) -> Any:
    return list(value) if isinstance(value, tuple | list) else value


def play_and_compare(game: str, number: int, deals: int) -> int:
    """Play deals of a game with people and robots, and compare each with its course; return how many."""
    rng = Random(f"course {game} {number}")
    compared = 0
    with FeedHall(drama=True, seed=number, robot_pause=rng.choice((0.0, 1.5))) as hall:
        hall.say("alice", f"!open {game} {rng.choice((100, 300, 1000))}")
        hall.say("bob", "!sit 500")
        players = {nick: Recorder(hall, endpoint, nick) for nick, endpoint in (("wendy", "web"), ("pat", "program"))}
        for visitor in players.values():
            visitor.say("!sit 400")
        hall.say("alice", "!addbot caller")
        watchers: dict[str, Recorder] = {**players, "": Recorder(hall)}
        for watcher in watchers.values():
            watcher.watch()
        for _ in range(60 * deals):
            play_a_turn(hall, players, rng)
            for watcher in watchers.values():
                watcher.listen()
            spectator = watchers[""]
            done = [deal for deal, events in spectator.deals.items() if events and events[-1][0]["event"] == "paid"]
            for deal in done:
                for nick, watcher in watchers.items():
                    check(hall, watcher, deal, nick)
                    del watcher.deals[deal]
                compared += 1
            if compared >= deals or not hall.has_table():
                break
    return compared


def without_doubt(event: dict[str, Any], back: set[int]) -> dict[str, Any]:
    """Return an event; whether a bet was all-in that comes back in part depends on what was known when it was told."""
    is_doubtful = event["event"] == "acted" and event["seat"] in back
    return {name: value for name, value in event.items() if name != "all_in" or not is_doubtful}


def check(hall: FeedHall, watcher: Recorder, deal: str, nick: str) -> None:
    person = watcher.session.person
    found = read_hand(hall.services.ledger, deal, person.id if person is not None else None)
    assert found is not None
    mine = list(map(as_data, course(found.hand, HandReader(found.own))))
    live = watcher.deals[deal]
    back = {found.hand.seats[event.seat].number for event in found.hand.deal.events if isinstance(event, BetReturned)}
    assert [without_doubt(event, back) for event, _ in mine] == [
        without_doubt(facts_of(event), back) for event, _ in live
    ], (deal, nick)
    tables = 0
    for (event, table), (_, seen) in zip(mine, live, strict=True):
        if seen is not None:
            check_table(seen, table, event["event"], f"#{deal} {nick} {event}")
            tables += 1
    assert tables


def compare(game: str, wanted: int, first: int) -> None:
    compared, number = 0, first
    while compared < wanted:
        number += 1
        compared += play_and_compare(game, seed(number), min(DEALS_A_HALL, wanted - compared))
        assert number < first + 20 * wanted


@pytest.mark.few(1, 3)
@pytest.mark.parametrize("game", GAMES)
def test_the_course_equals_the_feed(game: str) -> None:
    compare(game, count(1_700, 2, 60), 0)
