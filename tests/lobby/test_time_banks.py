"""Time banks, and the clock of somebody who returns on their turn: each line about time is true."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from io import StringIO

import pytest

from ircpoker.chat.outgoing import Outgoing
from ircpoker.config import LimitSettings
from ircpoker.errors import SavedGameError
from ircpoker.lobby.stored_form import dump_state, load_state
from ircpoker.lobby.time_banks import MOST_TIME_BANKS
from ircpoker.runtime.delivery import Delivery, OnDelivery
from tests.chat.routers import FAILS, make_router
from tests.lobby.faults import Fault
from tests.lobby.hall import CHANNEL, NET, Hall, person
from tests.outbox import each
from tests.screen.talking import run_console

TAKES = "alice takes 30 s more: {} s left"
NOT_YOUR_TURN = "it is not your turn: !time adds 30 s to a decision of your own"
TOO_LATE = "too late: your time ran out"
NONE_LEFT = "you have no time bank left: the next one comes when you have the button in a new deal"


def banks(hall: Hall) -> dict[str, int]:
    """Return the time banks of everybody at the table."""
    return {seat.nick: seat.time_banks for seat in hall.table().seats.values()}


def reminders(hall: Hall, nick: str = "alice") -> list[str]:
    """Return how the new reminders begin."""
    return [line.split(":")[0] for line in hall.new_lines(nick) if "seconds left" in line]


def fold_on(hall: Hall, hands: int) -> None:
    """Play hands in which everybody folds to the big blind."""
    for _ in range(hands):
        deal = hall.table().hand.deal_id
        while (hand := hall.table().hand) is not None and hand.deal_id == deal:
            hall.say(hall.actor(), "!fold")
        hall.wait(1)


@pytest.fixture
def three(hall: Hall) -> Hall:
    """A table of three, alice to act in the first deal, with the button."""
    hall.seat("alice", "bob", "carol")
    assert hall.actor() == "alice"
    return hall


class TestInTime:
    def test_the_deadline_moves(self, three: Hall) -> None:
        three.wait(23)
        assert three.say("alice", "!time") == []
        assert three.new_lines() == [TAKES.format(52)]
        assert three.say("bob", "!table")[0].endswith("alice to act, 10 to call, 52 s left")
        three.wait(51.9)
        assert three.actor() == "alice"
        three.wait(0.2)
        assert three.actor() == "bob"
        assert banks(three) == {"alice": 0, "bob": 1, "carol": 1}

    def test_the_next_decision_has_the_usual_time(self, three: Hall) -> None:
        three.say("alice", "!time")
        three.say("alice", "!raise 20")
        assert three.new_lines(CHANNEL)[-1].endswith("bob: 15 to call (45 s)")
        three.wait(45.1)
        assert three.actor() == "carol"

    def test_a_bank_for_each_call(self, three: Hall) -> None:
        fold_on(three, 3)
        assert three.actor() == "alice"
        assert banks(three)["alice"] == 2
        three.wait(40)
        three.new_lines()
        assert [three.say("alice", "!time") for _ in range(3)] == [[], [], [NONE_LEFT]]
        assert three.new_lines(CHANNEL) == [TAKES.format(35), TAKES.format(65)]
        three.wait(64.9)
        assert three.actor() == "alice"
        three.wait(0.2)
        assert three.actor() == "bob"

    @pytest.mark.slow
    def test_before_its_lines_are_sent(self, hall: Hall) -> None:
        waiting: list[OnDelivery] = []

        def take(line: Outgoing) -> None:
            if line.on_delivery is not None and not line.confirm:
                waiting.append(line.on_delivery)
            elif line.on_delivery is not None:
                line.on_delivery(Delivery.SENT)

        hall.services.outbox.open(NET, each(take))
        hall.seat("alice", "bob")
        hall.wait(20)
        hall.say("alice", "!time")
        for on_delivery in waiting:
            on_delivery(Delivery.SENT)
        hall.wait(74.9)
        assert hall.actor() == "alice"
        hall.wait(0.2)
        assert hall.actor() == ""

    def test_in_private_the_channel_reads_it(self, three: Hall) -> None:
        assert three.tell("alice", "time") == []
        assert three.new_lines() == [TAKES.format(75)]

    @pytest.mark.slow
    def test_at_a_private_table(self, hall: Hall) -> None:
        hall.tell("alice", "play caller 200")
        hall.wait(15)
        hall.new_lines()
        hall.tell("alice", "tb")
        assert hall.new_lines() == ["you take 30 s more: 60 s left"]

    def test_it_is_free_of_limits(self, three: Hall) -> None:
        three.limits = replace(three.limits, commands=LimitSettings(command_burst=8, command_interval=3600))
        assert [] in [three.say("alice", "!table") for _ in range(9)]
        three.new_lines()
        three.say("alice", "!time")
        assert three.new_lines(CHANNEL) == [TAKES.format(75)]


class TestReminders:
    def test_it_comes_later(self, three: Hall) -> None:
        three.wait(29)
        three.say("alice", "!time")
        three.wait(30)
        assert reminders(three) == []
        three.wait(2)
        # It names no bank, as there is none left.
        assert three.new_lines("alice") == ["[#poker] 15 seconds left: !call 10, !raise 20-500, !allin, !fold"]

    def test_it_is_given_again(self, three: Hall) -> None:
        three.wait(31)
        assert reminders(three) == ["[#poker] 15 seconds left"]
        three.new_lines()
        three.say("alice", "!time")
        assert three.new_lines() == [TAKES.format(44)]
        three.wait(28)
        assert reminders(three) == []
        three.wait(2)
        assert reminders(three) == ["[#poker] 15 seconds left"]

    @pytest.mark.slow
    def test_it_is_not_given_at_once(self) -> None:
        with Hall(time_bank=2.0) as hall:
            hall.seat("alice", "bob", "carol")
            hall.wait(40)
            hall.new_lines()
            hall.say("alice", "!time")
            hall.wait(6)
            assert reminders(hall) == []
            assert hall.actor() == "alice"
            hall.wait(1.1)
            assert hall.actor() == "bob"


class TestRefusals:
    def test_somebody_else(self, three: Hall) -> None:
        assert three.say("bob", "!time") == [NOT_YOUR_TURN]
        assert three.say("dave", "!time")[0].startswith("you have no seat at a table here")
        three.say("alice", "!call")
        # It was not queued.
        assert three.new_lines(CHANNEL)[-1] == "alice calls 10 | bob: 5 to call (45 s)"
        assert banks(three) == {"alice": 1, "bob": 1, "carol": 1}

    def test_too_late(self, three: Hall) -> None:
        three.wait(45.1)
        assert three.say("alice", "!time") == [TOO_LATE]
        assert banks(three)["alice"] == 1
        three.say("bob", "!call")
        three.say("carol", "!check")
        assert three.say("carol", "!time") == [NOT_YOUR_TURN]

    def test_too_late_before_the_table_knows_it(self, three: Hall) -> None:
        three.clock.advance(timedelta(seconds=45.01))
        assert three.say("alice", "!time") == [TOO_LATE]
        assert three.actor() == "bob"
        assert banks(three)["alice"] == 1

    def test_between_deals(self, three: Hall) -> None:
        three.say("alice", "!fold")
        three.say("bob", "!fold")
        assert three.say("alice", "!time") == [NOT_YOUR_TURN]
        three.wait(5)
        assert banks(three) == {"alice": 1, "bob": 2, "carol": 1}

    @pytest.mark.slow
    def test_sitting_out(self, three: Hall) -> None:
        three.say("carol", "!sitout")
        fold_on(three, 1)
        assert three.actor() in {"alice", "bob"}
        assert three.say("carol", "!time") == [NOT_YOUR_TURN]

    @pytest.mark.slow
    def test_while_cards_are_on_their_way(self, hall: Hall) -> None:
        hall.holds_deliveries = True
        hall.seat("alice", "bob")
        assert hall.say("alice", "!time") == [NOT_YOUR_TURN]

    def test_before_the_table_goes_on(self, three: Hall) -> None:
        three.disconnect()
        three.connect()
        assert three.say("alice", "!time") == ["your time has not begun: the table goes on in a moment"]
        assert banks(three)["alice"] == 1

    def test_where_there_are_none(self) -> None:
        with Hall(time_bank=0.0) as hall:
            hall.seat("alice", "bob", "carol")
            fold_on(hall, 3)
            assert hall.say("alice", "!time") == ["there are no time banks at this table"]
            hall.new_lines()
            hall.wait(31)
            assert hall.new_lines("alice") == ["[#poker] 15 seconds left: !call 10, !raise 20-500, !allin, !fold"]
            assert set(banks(hall).values()) == {1}

    @pytest.mark.slow
    def test_where_there_are_no_clocks(self) -> None:
        router, output = make_router(("holdem", "help")), StringIO()
        with closing(router.services):
            run_console(router, nick="alice", input=StringIO("play caller 200\ntime\n"), output=output)
        assert output.getvalue().count("no clock runs here: take all the time you want") == 1


class TestOrbits:
    def test_one_with_each_button(self, three: Hall) -> None:
        assert banks(three) == {"alice": 1, "bob": 1, "carol": 1}
        three.say("alice", "!time")
        for orbit in range(3):
            fold_on(three, 1)
            assert banks(three) == {"alice": orbit, "bob": min(orbit + 2, 3), "carol": min(orbit + 1, 3)}
            fold_on(three, 1)
            assert banks(three) == {"alice": orbit, "bob": min(orbit + 2, 3), "carol": min(orbit + 2, 3)}
            fold_on(three, 1)
            assert banks(three) == {"alice": orbit + 1, "bob": min(orbit + 2, 3), "carol": min(orbit + 2, 3)}
        assert MOST_TIME_BANKS == 3

    @pytest.mark.slow
    def test_robots_have_no_use_for_them(self, hall: Hall) -> None:
        hall.say("alice", "!open")
        hall.say("alice", "!addbot folder")
        hall.wait(5)
        for _ in range(4):
            hall.say("alice", "!call")
            hall.say("alice", "!fold")
            hall.wait(5)
        assert banks(hall) == {"alice": 3, "folder": 1}
        assert banks(hall.restarted()) == {"alice": 3, "folder": 1}


class TestAfterAnInterruption:
    def test_the_decision_keeps_its_added_time(self, three: Hall) -> None:
        three.wait(20)
        three.say("alice", "!time")
        hall = three.restarted().restarted()
        assert hall.new_lines(CHANNEL)[-1] == "alice: 10 to call (75 s)"
        assert hall.say("alice", "!time") == [NONE_LEFT]
        hall.wait(74.9)
        assert hall.actor() == "alice"
        hall.wait(0.2)
        assert hall.actor() == "bob"
        hall = hall.restarted()
        assert hall.new_lines(CHANNEL)[-1] == "bob: 5 to call (45 s)"
        assert banks(hall) == {"alice": 0, "bob": 1, "carol": 1}

    @pytest.mark.slow
    def test_a_bank_in_store_is_kept(self, three: Hall) -> None:
        fold_on(three, 1)
        hall = three.restarted()
        assert banks(hall) == {"alice": 1, "bob": 2, "carol": 1}
        fold_on(hall, 1)
        assert banks(hall) == {"alice": 1, "bob": 2, "carol": 2}

    def test_a_network_that_is_lost(self, three: Hall) -> None:
        three.say("alice", "!time")
        three.disconnect()
        three.wait(1000)
        three.connect()
        three.new_lines()
        for nick in ("alice", "bob", "carol"):
            three.services.presence.joined(person(nick), CHANNEL)
        three.run()
        assert three.new_lines(CHANNEL)[-1] == "alice: 10 to call (75 s)"
        assert three.say("alice", "!time") == [NONE_LEFT]
        three.wait(74.9)
        assert three.actor() == "alice"

    def test_the_ledger_fails(self, three: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        fault = Fault(monkeypatch, three, ("save", "post"))
        assert three.say("alice", "!time") == [FAILS]
        fault.is_on = False
        assert fault.count == 1
        assert (banks(three)["alice"], three.table().hand.added_seconds) == (1, 0)
        three.wait(6)
        assert three.new_lines(CHANNEL)[-1] == "alice: 10 to call (45 s)"
        three.say("alice", "!time")
        assert three.new_lines(CHANNEL) == [TAKES.format(74)]

    def test_it_is_stored_though_the_ledger_fails(self, three: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        three.wait(20)
        fault = Fault(monkeypatch, three, ("save", "post"), after=True)
        assert three.say("alice", "!time") == [FAILS]
        fault.is_on = False
        three.wait(6)
        # The clock has begun again: the line with the seconds of the old one is left out.
        assert not any("takes" in line for line in three.to(CHANNEL))
        assert three.new_lines(CHANNEL)[-1] == "alice: 10 to call (75 s)"
        assert three.say("alice", "!time") == [NONE_LEFT]

    @pytest.mark.slow
    def test_a_standstill(self, three: Hall) -> None:
        three.wait(20)
        three.clock.advance(timedelta(seconds=75))
        three.services.scheduler.stood_still(75)
        three.say("alice", "!time")
        assert three.new_lines(CHANNEL) == [TAKES.format(55)]


class TestReturns:
    def leave(self, hall: Hall, seconds: float, nick: str = "alice") -> list[str]:
        """Let somebody go for a while; return what they read when they are back."""
        hall.services.presence.parted(person(nick), CHANNEL)
        hall.wait(seconds)
        hall.new_lines()
        hall.services.presence.joined(person(nick), CHANNEL)
        return hall.new_lines(nick)

    def test_the_time_left_is_named(self, three: Hall) -> None:
        welcome, turn = self.leave(three, 17.4)
        assert welcome == "[#poker] Welcome back: your seat and 500 chips are kept. It is your turn: 28 s left."
        assert turn.endswith(" | your turn: !call 10, !raise 20-500, !allin, !fold")
        assert three.to(CHANNEL)[-1] == "alice: 10 to call (28 s)"
        three.wait(27.5)
        assert three.actor() == "alice"
        three.wait(0.2)
        assert three.actor() == "bob"

    def test_it_is_fifteen_seconds_at_least(self, three: Hall) -> None:
        assert self.leave(three, 37)[0].endswith("It is your turn: 15 s left.")
        assert three.to(CHANNEL)[-1] == "alice: 10 to call (15 s)"
        assert three.say("bob", "!table")[0].endswith("15 s left")
        three.wait(14.9)
        # The line of the return was a reminder, too.
        assert reminders(three) == []
        assert three.actor() == "alice"
        three.wait(0.2)
        assert three.actor() == "bob"

    def test_until_others_have_waited_a_minute_in_the_hour(self, three: Hall) -> None:
        self.leave(three, 40)
        for given in (15, 15, 15, 15, 15, 5):
            assert self.leave(three, 10)[0].endswith(f"It is your turn: {given} s left."), given
        three.wait(4.9)
        assert three.actor() == "alice"
        three.wait(0.2)
        assert three.actor() == "bob"

    @pytest.mark.slow
    def test_again_in_the_next_decision(self, hall: Hall) -> None:
        hall.seat("alice", "bob")
        self.leave(hall, 40)
        hall.say("alice", "!call")
        assert self.leave(hall, 40, "bob")[0].endswith("It is your turn: 15 s left.")
        hall.say("bob", "!raise 20")
        assert self.leave(hall, 40)[0].endswith("It is your turn: 15 s left.")

    @pytest.mark.slow
    def test_just_before_the_table_acts(self, three: Hall) -> None:
        three.services.presence.parted(person("alice"), CHANNEL)
        three.clock.advance(timedelta(seconds=46))
        three.services.presence.joined(person("alice"), CHANNEL)
        three.wait(14.9)
        assert three.actor() == "alice"

    @pytest.mark.slow
    def test_never_more_than_a_decision_has(self) -> None:
        with Hall(seconds_to_act=10.0, reminder=0.0) as hall:
            hall.seat("alice", "bob")
            assert self.leave(hall, 9)[0].endswith("It is your turn: 10 s left.")

    def test_somebody_who_returns_with_a_time_bank(self, three: Hall) -> None:
        three.services.presence.quit(person("alice"))
        three.wait(40)
        three.new_lines()
        three.say("alice", "!time")
        lines = three.new_lines()
        assert "[#poker] Welcome back: your seat and 500 chips are kept. It is your turn: 15 s left." in lines
        assert lines[-1] == TAKES.format(45)

    def test_on_somebody_elses_turn(self, three: Hall) -> None:
        [line] = self.leave(three, 40, "bob")
        assert line.endswith("The deal goes on: see !cards and !table.")
        three.wait(5.1)
        assert three.actor() == "bob"

    def test_a_new_nick_changes_no_clock(self, three: Hall) -> None:
        three.wait(40)
        three.new_lines()
        three.services.presence.renamed(person("alice"), person("ally"))
        assert three.new_lines() == []
        assert three.say("ally", "!table")[0].endswith(", 5 s left")
        three.new_lines()
        three.say("ally", "!time")
        assert three.new_lines(CHANNEL) == ["ally takes 30 s more: 35 s left"]

    @pytest.mark.slow
    def test_somebody_who_is_reached_again_after_a_lost_network(self, three: Hall) -> None:
        three.disconnect()
        three.connect()
        three.wait(40)  # It goes on without anybody after ten seconds.
        three.new_lines()
        three.services.presence.joined(person("alice"), CHANNEL)
        assert three.new_lines("alice")[0].endswith("It is your turn: 15 s left.")


def test_the_stored_form(three: Hall) -> None:
    before = dump_state(three.table().state)
    # As tables were stored before there were time banks.
    assert "time_banks" not in before
    assert "added_seconds" not in before
    state, record, problem = load_state(before)
    assert [seat.time_banks for seat in state.seats.values()] == [1, 1, 1]
    assert (record.added_seconds, problem) == (0, "")
    three.say("alice", "!time")
    state, record, _ = load_state(dump_state(three.table().state))
    assert [seat.time_banks for seat in state.seats.values()] == [0, 1, 1]
    assert record.added_seconds == 30
    for wrong in (-1, 1.5, "2", None, True):
        data = json.loads(before)
        data["seats"]["1"]["time_banks"] = wrong
        with pytest.raises(SavedGameError):
            load_state(json.dumps(data))
    for wrong in (-1, float("inf"), float("nan"), "much"):
        data = json.loads(before)
        data["hand"]["added_seconds"] = wrong
        _, record, problem = load_state(json.dumps(data))
        assert record is None
        assert problem
