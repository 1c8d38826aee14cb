"""Two tables in one channel: each line shows its table, and each person, clock and chip belongs to one of them."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from random import Random

import pytest

from ircpoker.errors import SavedGameError
from ircpoker.lobby import Place
from tests import tiers
from tests.lobby.hall import CHANNEL, NET, Hall, person, play_on, random_command
from tests.lobby.test_any_session import NICKS, Crowd, go_home
from tests.lobby.test_rough_session import Town, play_in

SECOND = f"{CHANNEL} 2"
TAGGED = re.compile(r"\[[1-9]\] ")
LONGEST = 160


def open_two(**changes: object) -> Hall:
    """Return a channel with two tables: alice and bob play hold'em at the first, carol and dave draw at the second."""
    hall = Hall(**{"tables_per_channel": 2} | changes)
    for nick, line in (("alice", "!open"), ("bob", "!sit"), ("carol", "!open draw"), ("dave", "!sit table 2 150")):
        hall.say(nick, line)
    hall.wait(5)
    return hall


@pytest.fixture
def both() -> Iterator[Hall]:
    """The two tables of `open_two`, whose ledger must be clean at the end."""
    with open_two() as hall:
        yield hall


def nicks_at(hall: Hall, where: str = CHANNEL) -> list[str]:
    """Return who sits at a table; empty without one."""
    return [seat.nick for _, seat in sorted(hall.table(where).seats.items())] if hall.has_table(where) else []


def other(where: str) -> str:
    return SECOND if where == CHANNEL else CHANNEL


def seated_twice(hall: Hall) -> list[str]:
    """Return the players with a seat at more than one table of the channel."""
    places = (hall.place(CHANNEL), hall.place(SECOND))
    tables = [table for table in map(hall.lobby.tables.by_place.get, places) if table is not None]
    players = [str(seat.player) for table in tables for seat in table.seats.people]
    return sorted({player for player in players if players.count(player) > 1})


def test_a_second_table_gets_the_next_number(both: Hall) -> None:
    assert (nicks_at(both), nicks_at(both, SECOND)) == (["alice", "bob"], ["carol", "dave"])
    assert both.table(SECOND).state.game_name == "draw"
    assert {both.table().id, both.table(SECOND).id} <= both.streams
    assert [seat.buy_in for _, seat in sorted(both.table(SECOND).seats.items())] == [200, 150]


def test_only_as_many_tables_as_allowed(both: Hall) -> None:
    assert both.say("eve", "!open") == ["there is a table here already, of alice and bob: !sit joins it"]
    both.say("eve", "!sit")
    assert nicks_at(both) == ["alice", "bob", "eve"]


def test_places_of_further_tables() -> None:
    first = Place.of_channel("net", "#Poker")
    assert Place.parse(str(first.numbered(2))) == first.numbered(2) != first
    assert (str(first), str(first.numbered(2))) == ("channel:net/#poker", "channel:net/#poker 2")
    for text in ("channel:net/#poker 1", "channel:net/#poker 10", "channel:net/#poker ", "channel:net/#poker x"):
        with pytest.raises(SavedGameError, match="is not a place"):
            Place.parse(text)


def test_one_table_without_the_key(hall: Hall) -> None:
    hall.seat("alice")
    assert hall.say("bob", "!open") == ["there is a table here already, of alice: !sit joins it"]
    assert hall.say("bob", "!sit table 1")[0].startswith("'table 1' is not a buy-in")
    assert hall.say("bob", "!table 1") == ["'1' does not belong here (usage: !table)"]
    assert not any(TAGGED.match(line) for line in hall.to(CHANNEL))
    assert '"place":"channel:net/#poker"' in hall.services.ledger.game(hall.table().id).state


def test_a_person_has_one_seat_in_a_channel(both: Hall) -> None:
    refused = "[2] you sit at table 2 here: !leave leaves it"
    assert both.say("carol", "!sit table 1") == [refused]
    assert both.say("carol", "!open")[0].startswith("[2] you sit at a table here already")
    assert both.say("carol", "!play caller")[0].startswith("[2] you sit at a table here already")
    assert both.say("carol", "!sit")[0].startswith("[2] you sit here already, with ")
    assert both.say("eve", "!sit table 3") == ["there is no table 3 here: expected 1, 2"]
    assert not seated_twice(both)


def test_sit_takes_the_first_table_with_a_free_seat() -> None:
    with Hall(tables_per_channel=3) as hall:
        hall.say("alice", "!play caller 200")
        hall.say("bob", "!open draw")
        hall.say("carol", "!open 300")
        assert hall.say("dave", "!sit 100") == ["[2] dave sits down in seat 2 with 100 chips."]
        for nick in ("eve", "frank", "gina"):
            hall.say(nick, "!sit")
        assert len(nicks_at(hall, SECOND)) == hall.table(SECOND).state.game.most_seats == 5
        assert hall.say("henry", "!sit") == ["[3] henry sits down in seat 2 with 500 chips."]
        assert hall.say("ivy", "!open") == ["there is a table here already, of carol and henry: !sit joins it"]


@pytest.mark.parametrize("where", [CHANNEL, SECOND])
def test_actions_and_commands_are_for_ones_own_table(both: Hall, where: str) -> None:
    untouched = len(both.table(other(where)).hand.deal.actions)
    nick = both.actor(where)
    both.say(nick, "!call" if where == CHANNEL else "!check")
    assert len(both.table(where).hand.deal.actions) == 1
    assert len(both.table(other(where)).hand.deal.actions) == untouched
    both.say(nick, "!addbot caller")
    assert len(nicks_at(both, where)) == 3
    assert len(nicks_at(both, other(where))) == 2
    both.say(nick, "!removebot caller")
    assert len(nicks_at(both, where)) == 2


def test_private_lines_name_the_table(both: Hall) -> None:
    for nick, where in (("alice", "#poker 1"), ("dave", "#poker 2")):
        lines = both.to(nick)
        assert lines
        assert all(line.startswith(f"[#poker] [{where[-1]}] ") for line in lines)
        assert both.say(nick, "!cards")[0].startswith(f"[{where[-1]}] #{both.table(where).hand.deal_id} ")
    assert both.say("eve", "!cards") == ["you have no seat at a table here: !sit joins the table here"]


def test_no_line_of_a_table_is_at_the_other(both: Hall) -> None:
    rng = Random(3)
    people = {CHANNEL: ["alice", "bob"], SECOND: ["carol", "dave"]}
    strangers = {"[1]": people[SECOND], "[2]": people[CHANNEL]}
    for _ in range(60):
        for where in people:
            play_on(both, rng, 1, where)
            if not both.has_table(where):
                both.say(people[where][0], "!open" if where == CHANNEL else "!open draw")
                both.say(people[where][1], "!sit")
    public = both.to(CHANNEL)
    assert len(public) > 60
    for line in public:
        assert TAGGED.match(line), line
        assert len(line) <= LONGEST
        assert not any(nick in line for nick in strangers[line[:3]]), line
    for number, nicks in enumerate(people.values(), 1):
        for nick in nicks:
            assert all(line.startswith(f"[#poker] [{number}] ") for line in both.to(nick))


def test_table_shows_each_table_to_somebody_without_a_seat(both: Hall) -> None:
    assert both.say("eve", "!table") == [
        "[1] no-limit hold'em, blinds 5/10 | 8 seats free | alice 495, bob 490",
        "[2] no-limit five-card draw, ante 10 | 3 seats free | carol 190, dave 140",
    ]
    for nick, line in (("eve", "!table 2"), ("alice", "!table 2"), ("carol", "!table")):
        answer = both.say(nick, line)
        assert answer[0].startswith("[2] no-limit five-card draw"), line
    assert both.say("eve", "!table 3") == ["there is no table 3 here: expected 1, 2"]
    first, second, _ = both.say("eve", "!proof")
    assert first.startswith("deal in progress at table 1: #1, ")
    assert second.startswith("deal in progress at table 2: #2, ")


def test_a_turn_without_the_prefix_is_at_ones_own_table() -> None:
    with Hall(tables_per_channel=2, plugins=("holdem", "draw", "help")) as hall:
        for nick, line in (("alice", "!open"), ("bob", "!sit"), ("carol", "!open"), ("dave", "!sit table 2")):
            hall.say(nick, line)
        hall.wait(5)
        nick = hall.actor(SECOND)
        assert hall.say(nick, "call") == ["[2] Say !call"]
        for line in ("whose turn is it?", "dealer: whose turn is it?"):
            assert hall.say(nick, line)[0].startswith("[2] ")
        waits = next(each for each in ("carol", "dave") if each != nick)
        assert hall.say(waits, "dealer: whose turn is it?")[0].startswith(f"[2] {nick} to act")
        assert hall.say("eve", "dealer: whose turn is it?")[0].startswith(f"[1] {hall.actor()} to act")


@pytest.mark.parametrize("how", ["part", "quit", "rename"])
def test_people_at_the_second_table_go_and_come_back(both: Hall, how: str) -> None:
    presence = both.services.presence
    if how == "rename":
        both.nick_owners["caroline"] = person("carol").address
        presence.renamed(person("carol"), both.person("caroline"))
        both.run()
        assert nicks_at(both, SECOND) == ["caroline", "dave"]
        assert both.say("caroline", "!cards")[0].startswith("[2] #")
        return
    if how == "part":
        presence.parted(person("carol"), CHANNEL)
    else:
        presence.quit(person("carol"))
    both.run()
    assert (both.away(), both.away(SECOND)) == (set(), {both.table(SECOND).seats.number_of(both.player("carol"))})
    presence.joined(person("carol"), CHANNEL)
    both.run()
    assert both.away(SECOND) == set()
    assert any(line.startswith("[#poker] [2] Welcome back") for line in both.to("carol")[-3:])


def test_no_second_seat_by_taking_the_nick_of_a_kept_one(both: Hall) -> None:
    """Somebody plays under two nicks, and takes the second when that has left."""
    both.nick_owners["zoe"] = person("alice").address
    both.say("zoe", "!sit table 2")
    both.services.presence.quit(both.person("zoe"))
    both.services.presence.renamed(person("alice"), both.person("zoe"))
    both.run()
    assert not seated_twice(both)
    assert both.away() == {both.table().seats.number_of(both.player("alice"))}


def test_both_tables_go_on_after_a_kill() -> None:
    both = open_two()
    cards = {nick: both.dealt(nick) for nick in ("alice", "bob", "carol", "dave")}
    for where, line in ((CHANNEL, "!call"), (SECOND, "!check")):
        both.say(both.actor(where), line)
    chips = {where: both.table(where).seats.chips for where in (CHANNEL, SECOND)}
    hall = both.restarted()
    hall.wait(10)
    assert {where: hall.table(where).seats.chips for where in chips} == chips
    assert {nick: hall.dealt(nick) for nick in cards} == cards
    assert [len(hall.table(where).hand.deal.actions) for where in chips] == [1, 1]
    assert [line for line in hall.to(CHANNEL) if "goes on" in line] == [
        "[1] I am back: #1 goes on.",
        "[2] I am back: #2 goes on.",
    ]
    rng = Random(1)
    for where in (CHANNEL, SECOND):
        play_on(hall, rng, 20, where)
    hall.check_ledger()


def test_the_owner_allows_fewer_tables() -> None:
    """Those that there are go on until they close, with their numbers as long as there are two."""
    hall = open_two().restarted(tables_per_channel=1)
    hall.wait(10)
    assert (nicks_at(hall), nicks_at(hall, SECOND)) == (["alice", "bob"], ["carol", "dave"])
    assert all(TAGGED.match(line) for line in hall.to(CHANNEL))
    for nick in ("alice", "bob"):
        hall.say(nick, "!leave")
    hall.wait(100)
    assert not nicks_at(hall)
    assert nicks_at(hall, SECOND)
    assert hall.say("eve", "!open")[0].startswith("there is a table here already, of ")
    for nick in ("carol", "dave"):
        hall.say(nick, "!leave")
    hall.wait(100)
    hall.new_lines()
    hall.say("eve", "!open")
    assert nicks_at(hall) == ["eve"]
    assert not any(map(TAGGED.match, hall.new_lines(CHANNEL)))
    hall.check_ledger()


def test_the_first_number_is_free_again(both: Hall) -> None:
    for nick in ("alice", "bob"):
        both.say(nick, "!leave")
    both.wait(50)
    assert not nicks_at(both)
    assert nicks_at(both, SECOND) == ["carol", "dave"]
    assert both.say("carol", "!table")[0].startswith("[2] ")
    assert both.say("eve", "!open")[0].startswith("[1] A table of no-limit hold'em, ")
    assert nicks_at(both) == ["eve"]
    assert both.say("frank", "!sit") == ["[1] frank sits down in seat 2 with 500 chips."]


def test_help_names_the_tables_where_there_may_be_several() -> None:
    for allowed in (1, 2):
        with Hall(tables_per_channel=allowed, plugins=("holdem", "help")) as hall:
            for name, words in (("open", "begins another one"), ("sit", "!sit table 2"), ("table", "!table 2")):
                lines = hall.say("alice", f"!help {name}")
                assert any(words in line for line in lines) == (allowed > 1)
            assert hall.say("alice", "!sit table 2")[0].startswith("there is no table here: ")


def test_deals_are_found_by_who_was_there(both: Hall) -> None:
    """`!replay` shows the deals of both tables of a channel, and `!why` looks at the table that one has left."""
    rng = Random(2)
    both.say("carol", "!addbot swede")
    for _ in range(60):
        if both.table(SECOND).state.last_reasons:
            break
        play_on(both, rng, 1, SECOND)
    both.say("dave", "!leave")
    both.wait(50)
    assert "dave" not in nicks_at(both, SECOND)
    last = both.lobby.tables.last_deal(both.place(SECOND))
    assert last is not None
    assert last.reasons
    assert both.say("dave", "!why")[0].startswith(f"#{last.deal_id} swede, ")
    assert both.say("eve", "!why") != both.say("dave", "!why")
    for nick in ("alice", "dave", "eve"):
        assert f"#{last.deal_id} no-limit five-card draw" in both.say(nick, f"!replay {last.deal_id}")[0]
    assert f"#{last.deal_id} " in both.say("dave", "!history")[0]
    assert both.say("eve", f"!replay {last.deal_id}", "#other")[0].startswith("there is no deal")


def test_cards_can_be_shown_at_a_table_that_one_has_left(both: Hall) -> None:
    both.say("carol", "!addbot caller")
    for _ in range(2):
        both.say(both.actor(SECOND), "!check")
    both.say("dave", "!leave")
    both.wait(1)
    while both.actor(SECOND):
        both.say(both.actor(SECOND), "!pat")
        both.say(both.actor(SECOND) or "carol", "!check")
    assert "dave" not in nicks_at(both, SECOND)
    both.say("dave", "!show")
    assert both.to(CHANNEL)[-1].startswith("[2] #2 dave shows ")


def test_a_line_about_sitting_down_names_the_table(both: Hall) -> None:
    both.say("dave", "!leave")
    both.wait(60)
    assert "[2] Waiting for a second player: !sit table 2 to join, !addbot to add a robot." in both.to(CHANNEL)


class TwoTables(Crowd):
    """People at two tables who do anything."""

    def __init__(self, seed: int, game: str, **rules: float) -> None:
        super().__init__(seed, game, **rules)
        for nick, line in (("alice", "!open"), ("bob", f"!open {game}"), ("carol", "!sit"), ("dave", "!sit table 2")):
            self.say(nick, line)

    def act(self) -> None:
        if self.rng.random() < 0.1:
            self.say(self.rng.choice(NICKS), f"!sit table {self.rng.choice('12')}")
        where = self.rng.choice([CHANNEL, SECOND])
        nick = self.hall.actor(where)
        if nick in self.here:
            self.say(nick, random_command(self.hall, where, self.rng))


@pytest.mark.parametrize(
    ("seed", "game", "steps"),
    [
        (0, "holdem", 60),
        (1, "draw", 60),
        *[
            pytest.param(seed, game, 300, marks=pytest.mark.slow)
            for game in ("holdem", "draw")
            for seed in tiers.seeds(20, first=10)
        ],
    ],
)
def test_any_session_at_two_tables(seed: int, game: str, steps: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    crowd, busy = TwoTables(seed, game, tables_per_channel=2, grace=60.0), 0
    for _ in range(steps):
        crowd.step()
        crowd.hall.check_ledger()
        assert not seated_twice(crowd.hall)
        busy += len(crowd.hall.lobby.tables) == 2
    assert busy > steps / 5
    assert not caplog.records
    assert all(TAGGED.match(line) for line in crowd.hall.to(CHANNEL))
    go_home(crowd)


class TwoTablesTown(Town):
    """People who take each other's nicks at two tables.

    Attributes:
        busy: the steps in which there were two tables.
    """

    def __init__(self, seed: int, monkeypatch: pytest.MonkeyPatch, chance: float, **rules: int) -> None:
        super().__init__(seed, monkeypatch, chance, **rules)
        self.busy = 0
        for human, line in zip(self.people, ("!open", f"!open {self.game}", "!sit", "!sit table 2"), strict=False):
            self.say(human, line)

    def act(self) -> None:
        for where in (CHANNEL, SECOND):
            nick = self.hall.actor(where)
            for human in self.people:
                if human.is_online and human.nick == nick:
                    self.say(human, random_command(self.hall, where, self.rng))

    def check(self) -> None:
        super().check()
        if NET not in self.hall.lobby.tables.unread:
            assert not seated_twice(self.hall)
            self.busy += self.hall.has_table() and self.hall.has_table(SECOND)


@pytest.mark.parametrize(
    ("seed", "steps"), [(0, 60), *[pytest.param(n, 200, marks=pytest.mark.slow) for n in tiers.seeds(40, first=10)]]
)
def test_a_rough_session_at_two_tables(
    seed: int, steps: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    town = TwoTablesTown(seed, monkeypatch, 0.2, tables_per_channel=2)
    play_in(town, steps, caplog)
    assert town.busy > steps / 5
