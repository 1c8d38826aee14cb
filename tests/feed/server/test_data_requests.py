"""What a front-end gets besides tables, by raw JSON: deals, statistics, standings, robots, pay tables."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from ircpoker.feed import LONGEST_LINE
from ircpoker.feed.server.endpoints import HANDLERS, FeedEndpoint
from ircpoker.records.statistics.deals import POSITIONS
from ircpoker.robots import BUILT_IN_NAMES, shown_name
from tests.feed.server.test_identities import Visit
from tests.lobby.hall import CHANNEL, Hall, play_on


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall(seed=3, plugins=("holdem", "draw", "bank", "slots", "videopoker", "help"), services=False) as hall:
        hall.services.presence.note_open("net", CHANNEL, is_open=True)
        yield hall


@pytest.fixture
def endpoint(hall: Hall) -> Iterator[FeedEndpoint]:
    endpoint = FeedEndpoint("web", "web", hall.router)
    endpoint.open()
    yield endpoint
    endpoint.close()


@pytest.fixture
def nobody(endpoint: FeedEndpoint, hall: Hall) -> Visit:
    """A spectator's connection."""
    return Visit(endpoint, hall)


@pytest.fixture
def carol(endpoint: FeedEndpoint, hall: Hall) -> Visit:
    """Somebody of the page."""
    visit = Visit(endpoint, hall)
    visit.hello("carol", account="carol")
    return visit


def play_a_while(hall: Hall) -> None:
    hall.seat("alice", "bob", chips=300)
    hall.say("alice", "!addbot caller")
    play_on(hall, Random(7), 60)


def test_a_finished_deal(hall: Hall, nobody: Visit) -> None:
    play_a_while(hall)
    deal = nobody.ask(do="deal", deal=1)
    assert (deal["is"], deal["deal"], deal["place"], deal["reader"]) == ("deal", "1", CHANNEL, 0)
    assert nobody.ask(do="deal", deal="1") == deal
    assert [seat["kind"] for seat in deal["table"]["seats"]].count("robot") <= 1
    assert not [moment for moment in deal["moments"] if moment["event"]["event"] == "cards"]


def test_deals_of_closed_places_and_private_games_are_their_players_only(
    hall: Hall, nobody: Visit, carol: Visit
) -> None:
    play_a_while(hall)
    hall.services.presence.note_open("net", CHANNEL, is_open=False)
    unknown = "there is no deal '1' that you may see"
    for visit in (nobody, carol):
        assert visit.ask(do="deal", deal=1)["text"].startswith(unknown)
    carol.say("play folder")
    hall.wait(6)
    carol.say("raise min")
    hall.wait(6)
    own = str(hall.services.ledger.last_hands(carol.session.person.id, 1)[0].deal_id)
    assert carol.ask(do="deal", deal=own)["reader"] == 1
    assert "that you may see" in nobody.ask(do="deal", deal=own)["text"]
    carol.say("leave")


def test_deals_that_nobody_may_see(hall: Hall, nobody: Visit) -> None:
    play_a_while(hall)
    for deal in (None, -1, 0, 99, 1.5, True, [], {}, "x", "9" * 101, 2**53, "1 OR 1", "\ud800"):
        assert nobody.ask(do="deal", deal=deal)["is"] == "error"


@pytest.mark.slow(1)
def test_statistics_by_the_rule_of_stats(hall: Hall, nobody: Visit, carol: Visit) -> None:
    play_a_while(hall)
    robot = nobody.ask(do="stats", who="caller")
    assert (robot["who"], robot["kind"], robot["shared"]) == ("caller", "robot", False)
    [game] = robot["games"]
    assert game["hands"] == len(robot["nets"])
    assert sum(robot["nets"]) == game["net"]
    assert {each["key"] for each in game["statistics"]} >= {"vpip", "af"}
    at = [each["position"] for each in game["positions"]]
    assert len(at) > 1
    assert at == sorted(at, key=POSITIONS.index)
    for sums in ("hands", "net"):
        assert sum(each[sums] for each in game["positions"]) == game[sums]
    assert nobody.ask(do="stats", who="net/alice")["is"] == "error", "of people spectators see what !top shows"
    assert nobody.ask(do="stats")["is"] == "error"
    shared = carol.ask(do="stats", who="net/alice")
    assert (shared["shared"], shared["games"], shared["nets"], shared["machines"]) == (True, [], [], [])
    carol.say("slot 10")
    own = carol.ask(do="stats")
    assert (own["who"], own["shared"], own["machines"][0]["game"]) == ("carol", False, "slot")
    for who in ("nobody", "elsewhere/alice", "x" * 101, 7, "\ud800"):
        assert carol.ask(do="stats", who=who)["is"] == "error"


def test_own_statistics_by_either_name(hall: Hall, carol: Visit) -> None:
    play_a_while(hall)
    hall.say("alice", "!leave")
    play_on(hall, Random(7), 5)
    hall.wait(10)
    code = " ".join(carol.say("link").split()).split("Your code is ")[1].split(".")[0]
    assert "one account" in " ".join(hall.tell("alice", f"link {code}"))
    own = carol.ask(do="stats")
    assert not own["shared"]
    assert own["games"][0]["hands"] > 3
    assert carol.ask(do="stats", who="net/alice")["games"] == own["games"]
    assert carol.ask(do="deal", deal=1)["reader"] == 1, "and one's own cards in the deals of either"


def test_standings_are_those_of_top(hall: Hall, nobody: Visit) -> None:
    play_a_while(hall)
    found = nobody.ask(do="standings", of="NET")
    shown = ", ".join(f"{each['place']}. {each['name']} {each['chips']}" for each in found["places"])
    assert hall.say("alice", "!top") == [shown]
    assert not found["more"]
    week = nobody.ask(do="standings", of="net", by="week")["places"]
    assert sum(each["chips"] for each in week) == -sum(hall.services.ledger.nets("caller", 200))
    assert [each["hands"] for each in nobody.ask(do="standings", of="net", by="hands")["places"]]
    assert nobody.ask(do="standings")["places"] == [], "the door's own network"
    for wrong in ({"by": "luck"}, {"by": []}, {"of": "elsewhere"}, {"after": -1}, {"after": 10**9}, {"after": "1"}):
        assert nobody.ask(do="standings", **wrong)["is"] == "error"


def test_standings_by_pages(hall: Hall, nobody: Visit) -> None:
    for number in range(60):
        hall.services.ledger.open_player(hall.player(f"guest{number}"))
    first, second = (nobody.ask(do="standings", of="net", after=after) for after in (0, 50))
    assert (len(first["places"]), first["more"]) == (50, True)
    assert ([each["place"] for each in second["places"]], second["more"]) == (list(range(51, 61)), False)


def test_robots_are_those_of_the_command(hall: Hall, nobody: Visit) -> None:
    found = {each["name"]: each for each in nobody.ask(do="robots")["robots"]}
    assert set(found) == set(map(shown_name, BUILT_IN_NAMES))
    listed = " ".join(hall.tell("alice", "robots"))
    for name, robot in found.items():
        assert f"{name}: {robot['style']}, {robot['strength']}" in listed
        assert robot["character"]
    assert found["caller"]["plays"]["holdem"] == [2, 10]


def test_pay_tables_with_their_exact_returns(hall: Hall, nobody: Visit) -> None:
    machines = nobody.ask(do="pays")["machines"]
    assert [each["machine"] for each in machines] == ["slot", "videopoker"]
    for machine, command in zip(machines, ("slot pays", "vp pays"), strict=True):
        exact = Fraction(machine["exact_return"])
        assert machine["exact_return"] in " ".join(hall.tell("alice", command))
        total = sum(row["count"] for row in machine["table"])
        assert Fraction(sum(row["count"] * row["pays"] for row in machine["table"]), total) == exact
        assert machine["return"] == pytest.approx(float(exact))


@pytest.mark.slow(1)
def test_every_answer_fits_a_line(hall: Hall, nobody: Visit) -> None:
    play_a_while(hall)
    for number in range(120):
        hall.services.ledger.open_player(hall.player("x" * 30 + str(number)))
    for message in ({"do": "deal", "deal": 1}, {"do": "standings", "of": "net"}, {"do": "robots"}, {"do": "pays"}):
        assert len(json.dumps(nobody.ask(**message))) < LONGEST_LINE
    assert {"deal", "stats", "standings", "robots", "pays", "redeem"} <= HANDLERS.keys()
