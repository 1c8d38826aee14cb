"""The switch of a channel's operators: off, quiet hours, lines a minute, `!endtable`; nothing speaks for nobody."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from ircpoker.lobby.stored_form import dump_state, load_state
from tests.chat.test_channel_settings import Operators, boss, with_network
from tests.lobby.hall import CHANNEL, NET, Hall
from tests.story.scene import Plan, Scene
from tests.transports.irc.town import Town

OFF = "nothing is played in #poker now, as its operators have chosen: !play in private, to me"


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall(deal_pause=5.0, plugins=("holdem", "draw", "help", "bank")) as hall:
        with_network(hall)
        hall.services.presence.connected(NET, rank_finder=Operators("olga").find)
        yield hall


def orders(hall: Hall) -> list[str]:
    return [note.text for note in hall.services.ledger.given_orders(9)]


def hour(hall: Hall, later: int = 0) -> str:
    """Return an hour of the day as it is typed."""
    return f"{(hall.clock.now() + timedelta(hours=later)).hour:02}"


class TestOff:
    def test_a_table_ends_after_its_deal_and_pays_all_out(self, hall: Hall) -> None:
        hall.seat("ann", "bob")
        hall.new_lines()
        assert hall.say("olga", "!channel off") == []
        assert hall.new_lines(CHANNEL) == ["#poker: play off, from now on."]
        hall.say(hall.actor(), "!fold")
        assert any(line.startswith("The table is closed: ") for line in hall.new_lines(CHANNEL))
        assert not hall.lobby.tables.by_place
        assert sum(hall.services.ledger.balance(hall.person(nick).id) for nick in ("ann", "bob")) == 2000
        assert orders(hall) == ["channel #poker play off"]

    def test_nothing_begins_and_nothing_is_public(self, hall: Hall) -> None:
        boss(hall, "!channel off")
        for line in ("!open", "!play", "!play caller"):
            assert hall.say("ann", line) in ([OFF], [f"[#poker] {OFF}"])
        hall.new_lines()
        for line in ("!about", "!bank", "!help"):
            assert hall.say("ann", line)
        assert hall.new_lines("ann")
        hall.say("ann", "!about")
        assert hall.new_lines(CHANNEL) == []
        assert hall.tell("ann", "play caller")

    def test_on_again(self, hall: Hall) -> None:
        boss(hall, "!channel off")
        assert boss(hall, "!channel on") == ["#poker: play on, from now on."]
        assert hall.say("ann", "!open")[0].startswith("A table of")

    def test_who_plays_there_may_not(self, hall: Hall) -> None:
        hall.seat("olga", "bob")
        for line in ("!channel off", "!channel quiet 22-8", "!endtable"):
            assert hall.say("olga", line) == ["you play in #poker: somebody who does not can do that"]
        assert hall.say("olga", "!channel lines 20") == []


class TestQuiet:
    def test_hours(self, hall: Hall) -> None:
        boss(hall, f"!channel quiet {hour(hall)}-{hour(hall, 2)}")
        until = f"{hour(hall, 2)}:00 UTC"
        assert hall.say("ann", "!open") == [OFF.replace("now", f"before {until}")]
        hall.wait(2 * 3600)
        assert hall.say("ann", "!open")[0].startswith("A table of")

    def test_a_table_ends_when_they_begin(self, hall: Hall) -> None:
        boss(hall, f"!channel quiet {hour(hall, 1)}-{hour(hall)}")
        hall.wait((60 - hall.clock.now().minute) * 60 - 30)
        hall.seat("ann", "bob")
        assert hall.table().hand is not None
        while hall.lobby.tables.by_place:
            if hall.actor():
                hall.say(hall.actor(), "!call" if "call" in hall.to(hall.actor())[-1] else "!check")
            hall.wait(5)
        lines = hall.to(CHANNEL)
        assert f"before {hour(hall, -1)}:00 UTC" in lines[-2]
        assert lines[-1].startswith("The table is closed: ")

    @pytest.mark.parametrize("value", ["8-8", "25-3", "at night", "22"])
    def test_others_are_refused(self, hall: Hall, value: str) -> None:
        [line] = boss(hall, f"!channel quiet {value}")
        assert "expected hours of the day, UTC, such as 22-08, or off" in line

    def test_off(self, hall: Hall) -> None:
        assert boss(hall, "!channel quiet 22:00 - 8") == ["#poker: quiet 22-08, from now on."]
        assert boss(hall, "!channel quiet off") == ["#poker: quiet off, from now on."]


class TestEndTable:
    def test_after_the_deal(self, hall: Hall) -> None:
        hall.seat("ann", "bob")
        assert hall.say("olga", "!endtable") == []
        assert hall.new_lines(CHANNEL)[-1] == "The table ends after this deal, and everybody gets their chips."
        hall.say(hall.actor(), "!fold")
        assert hall.new_lines(CHANNEL)[-1].startswith("The table is closed: ")
        assert orders(hall) == ["endtable #poker"]

    def test_it_outlives_the_bot(self, hall: Hall) -> None:
        hall.seat("ann", "bob")
        hall.say("olga", "!endtable")
        assert load_state(dump_state(hall.table().state))[0].ends

    def test_at_once_between_deals(self, hall: Hall) -> None:
        hall.say("ann", "!open")
        hall.say("olga", "!endtable")
        assert hall.new_lines(CHANNEL)[-1] == "The table has ended."

    def test_one_of_several(self, hall: Hall) -> None:
        with_network(hall, tables_per_channel=3)
        hall.say("ann", "!open")
        hall.say("bob", "!open")
        assert hall.say("olga", "!endtable 2") == []
        assert [table.place.number for table in hall.lobby.tables.by_place.values()] == [1]

    def test_others_may_not(self, hall: Hall) -> None:
        hall.say("ann", "!open")
        hall.say("carol", "!endtable")
        assert hall.to("carol") == ["[#poker] only an operator of #poker or an administrator of this bot can do that"]
        assert hall.lobby.tables.by_place


@pytest.mark.slow(1)
def test_lines_a_minute() -> None:
    with Scene(Plan(1), 1) as scene:
        book = scene.town.services.tables.channels
        book.set("net", "#c0", "lines", "10", "boss")
        times: list[float] = []
        watch = scene.town.watch

        def note(heard):
            if heard.target == "#c0":
                times.append(scene.loop.time())
            watch(heard)

        scene.town.watch = note
        scene.run(15)
    assert scene.rules.seen["end"] > 5
    assert not {rule for rule in scene.rules.faults if rule != "seconds"}, dict(scene.rules.examples)
    assert max(sum(now <= at < now + 60 for at in times) for now in times) <= 10


@pytest.mark.few(1)
@pytest.mark.parametrize("robots", [(), ("regular", "loose")])
@pytest.mark.parametrize("how", ["PART #c0", "QUIT :bye"])
def test_when_everybody_is_gone_two_lines_are_shown(how: str, robots: tuple[str, ...]) -> None:
    with Scene(Plan(1, robots=robots), 1) as scene:
        scene.run(3)
        town: Town = scene.town
        since = len(scene.log)
        for number in range(4):
            nick = f"t0p{number}"
            town.ears.pop(nick)
            town.members["#c0"].discard(nick)
            town.leave(nick, how)
        scene.town.say = lambda *_: None
        scene.run(40)
        assert not scene.town.services.tables.lobby.tables.by_place
    shown = [line for line in scene.log[since:] if " #c0: " in line]
    assert len(shown) <= 2, shown
    assert shown[-1].endswith("chips.")
