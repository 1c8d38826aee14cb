"""Tournaments by the feed: the list, all about one, and what those who watch a table hear of its tournament."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ircpoker.feed.server.endpoints import FeedEndpoint
from ircpoker.lobby.views import unshown_end
from ircpoker.tournaments.settings import TournamentSettings
from tests.feed.server.test_data_page import EXAMPLES, members
from tests.feed.server.test_identities import Visit
from tests.tournaments.arena import NET, Arena, open_sng
from tests.tournaments.test_large import make

CHANNELS = ("#poker", "#two")


@pytest.fixture
def arena() -> Iterator[Arena]:
    sections = {"tournaments": TournamentSettings(channels=CHANNELS, buy_in=100)}
    with Arena(channels=CHANNELS, sections=sections) as arena:
        for channel in CHANNELS:
            arena.services.presence.note_open(NET, channel, is_open=True)
        yield arena


@pytest.fixture
def nobody(arena: Arena) -> Visit:
    return Visit(FeedEndpoint("web", "web", arena.router), arena)


def listed(visit: Visit) -> list[tuple[str, str]]:
    return [(each["name"], each["phase"]) for each in visit.ask(do="tournaments")["tournaments"]]


def test_a_tournament_from_registration_to_its_results(arena: Arena, nobody: Visit) -> None:
    assert listed(nobody) == []
    open_sng(arena, "3 turbo", "alice", "bob")
    (waiting,) = nobody.ask(do="tournaments")["tournaments"]
    assert (waiting["name"], waiting["phase"], waiting["entries"], waiting["wanted"]) == ("sng", "registering", 2, 3)
    assert (waiting["is_open"], waiting["buy_in"], waiting["pool"]) == (True, 100, 200)
    arena.say("carol", "!sng")
    arena.play(Random(3), 8, boldness=0.03)
    shown = nobody.ask(do="tournament", tournament="sng")
    assert nobody.ask(do="tournament", tournament=shown["tournament"]) == shown
    assert (shown["phase"], shown["prizes"], shown["chips"], shown["average"]) == ("playing", [300], 4500, 1500)
    assert {entrant["name"] for entrant in shown["entrants"]} == {"alice", "bob", "carol"}
    chips = [entrant["chips"] for entrant in shown["entrants"]]
    assert chips == sorted(chips, reverse=True)
    assert [entrant["place"] for entrant in shown["entrants"]] == [chips.index(own) + 1 for own in chips]
    assert [table["place"] for table in shown["tables"]] == ["#poker"]
    assert 0 < shown["next"]["seconds"] <= 240
    arena.play(Random(4), boldness=0.6)
    assert listed(nobody) == [("sng", "ended")]
    over = nobody.ask(do="tournament", tournament="sng")
    assert over["tournament"] == shown["tournament"]
    assert [(each["place"], each["prize"]) for each in over["entrants"]] == [(1, 300), (2, 0), (3, 0)]
    assert over["winner"] == over["entrants"][0]["name"]
    assert set(over) == set(shown)


def test_nothing_of_closed_channels_but_to_entrants(arena: Arena, nobody: Visit) -> None:
    open_sng(arena, "3 turbo", "alice", "bob")
    arena.services.presence.note_open(NET, "#poker", is_open=False)
    assert listed(nobody) == []
    assert nobody.ask(do="tournament", tournament="sng")["text"] == "there is no such tournament"
    carol = Visit(FeedEndpoint("ssh", "ssh", arena.router), arena)
    carol.hello("carol", account="carol")
    carol.say("play sng 3")
    assert [(each["name"], each["place"]) for each in carol.ask(do="tournaments")["tournaments"]] == [
        ("sng", "private")
    ]
    assert listed(nobody) == []


@pytest.mark.parametrize("name", ["tournaments", "tournament"])
def test_the_example_of_the_page(name: str, arena: Arena, nobody: Visit) -> None:
    make(arena, "buy-in 50 seats 4 stack 400 10/20@2h 20/40@2h", 3, 4)
    arena.tournaments.begin(arena.tournament)
    arena.run()
    for _ in range(200):
        found = nobody.ask(do=name, tournament="open")
        if name == "tournaments" or found["leader"]:
            break
        arena.play(Random(1), 5)
    examples = {each["is"]: each for each in EXAMPLES if "is" in each}
    example = examples[name]
    if name == "tournament":  # it has the members of the list, too
        example = examples["tournaments"]["tournaments"][0] | example
    found.pop("id")
    members(example, found)


def test_entrants_come_in_pages(arena: Arena, nobody: Visit) -> None:
    make(arena, "free seats 9", 2, 3)
    whole = nobody.ask(do="tournament", tournament="open")["entrants"]
    assert nobody.ask(do="tournament", tournament="open", after=3)["entrants"] == whole[3:]
    assert nobody.ask(do="tournament", tournament="open", after=-1)["is"] == "error"


@pytest.mark.slow(1)
def test_watchers_hear_of_levels_moves_and_the_end(arena: Arena, nobody: Visit) -> None:
    tournament = make(arena, "buy-in 50 seats 4 stack 400 10/20@2h 20/40@2h 40/80@2h 80/160@9h", 3, 4)
    arena.tournaments.begin(tournament)
    arena.run()
    heard: list[dict[str, Any]] = []
    rng = Random(5)
    while not arena.is_over:
        for table in tournament.tables.values():
            if table.id not in {each.get("table") for each in nobody.sent if each["is"] == "snapshot"}:
                snapshot = nobody.ask(do="watch", table=table.id)
                assert snapshot["tournament"]["name"] == "open"
                assert sorted(snapshot["tournament"]["places"]) == [str(seat["seat"]) for seat in snapshot["seats"]]
        arena.play(rng, 1, boldness=0.1)
        heard += [each for each in nobody.read() if each["is"] == "event"]
    heard += [each for each in nobody.read() if each["is"] == "event"]
    names = {each["event"] for each in heard}
    assert {"level", "player_out", "player_moved", "tournament_ended", "closed"} <= names
    moved = next(each for each in heard if each["event"] == "player_moved" and each["why"] != "drawn")
    assert f"{moved['name']} sits in #" in moved["words"]
    tables = [each["table"] for each in heard if each["event"] == "player_moved" and each["name"] == moved["name"]]
    assert moved["to"] in tables
    (end,) = [each for each in heard if each["event"] == "tournament_ended"]
    assert sum(each["prize"] for each in end["places"]) == 350
    lefts = [each["set"]["tournament"]["left"] for each in heard if "tournament" in each.get("set", {})]
    assert 0 < min(lefts) < 4


def test_who_is_out_is_hidden_before_the_all_in_is_shown() -> None:
    with Arena(drama=True) as arena:
        arena.services.presence.note_open(NET, "#poker", is_open=True)
        check_the_all_in(arena, Visit(FeedEndpoint("web", "web", arena.router), arena))


def check_the_all_in(arena: Arena, nobody: Visit) -> None:
    open_sng(arena, "free 3", "alice", "bob", "carol")
    (table,) = arena.lobby.tables
    nobody.ask(do="watch", table=table.id)
    wait_until_one_is_out(arena)
    seen = nobody.ask(do="tournament", tournament="sng")
    assert (seen["left"], seen["average"], [each["is_out"] for each in seen["entrants"]]) == (3, 1500, [False] * 3)
    shown = [each["set"]["tournament"] for each in nobody.sent if "tournament" in each.get("set", {})]
    assert all(each["left"] == 3 for each in shown)
    arena.wait(10)
    nobody.read()
    assert [each["left"] for each in nobody.sent if each.get("event") == "player_out"][:1] == [2]


def wait_until_one_is_out(arena: Arena) -> None:
    (table,) = arena.lobby.tables
    for _ in range(60):
        for _, nick in arena.actors():
            arena.say(nick, "!fold" if nick == "carol" else "!allin")
        if unshown_end(table) is not None and len(table.seats) < 3:
            return
        arena.wait(1)
    pytest.fail("nobody was out")


def test_who_is_out_sees_the_all_in_to_its_end_at_a_closed_channel() -> None:
    with Arena(drama=True) as arena:
        arena.services.presence.note_open(NET, "#poker", is_open=False)
        open_sng(arena, "free 3", "alice", "bob", "carol")
        (table,) = arena.lobby.tables
        visits = {}
        for seat in table.seats.values():
            visits[seat.nick] = visit = Visit(FeedEndpoint("web", "web", arena.router), arena)
            visit.session.person = seat.person
            assert visit.ask(do="watch", table=table.id)["you"]
        wait_until_one_is_out(arena)
        (out,) = visits.keys() - {seat.nick for seat in table.seats.values()}
        arena.wait(10)
        visits[out].read()
        heard = [each for each in visits[out].sent if each["is"] == "event"]
        rest = heard[max(at for at, each in enumerate(heard) if each["event"] == "all_in") :]
        streets = [each["event"] for each in rest if each["event"] in {"shown", "paid", "closed"}]
        assert streets == ["shown", "shown", "shown", "paid", "closed"]
        paid = next(at for at, each in enumerate(rest) if each["event"] == "paid")
        assert all(each.get("set", {}).get("you", "as before") for each in rest[:paid])


def test_who_is_out_and_connects_again_sees_the_rest_of_the_all_in_at_a_closed_channel() -> None:
    with Arena(drama=True) as arena:
        arena.services.presence.note_open(NET, "#poker", is_open=False)
        open_sng(arena, "free 3", "alice", "bob", "carol")
        (table,) = arena.lobby.tables
        people = {seat.nick: seat.person for seat in table.seats.values()}
        wait_until_one_is_out(arena)
        (out,) = people.keys() - {seat.nick for seat in table.seats.values()}
        again = Visit(FeedEndpoint("web", "web", arena.router), arena)
        again.session.person = people[out]
        shown = again.ask(do="watch", table=table.id)
        assert (shown["tournament"]["left"], shown["tournament"]["average"]) == (3, 1500), "who is out is not told yet"
        assert shown["you"]["seat"] in [seat["seat"] for seat in shown["seats"] if seat["name"] == out]
        arena.wait(10)
        again.read()
        boards = [len(each["set"]["board"]) for each in again.sent if each.get("set", {}).get("board")]
        assert boards == [3, 4]
        assert again.sent[-1].get("event") == "closed"
        assert again.ask(do="watch", table=table.id)["is"] == "error"
