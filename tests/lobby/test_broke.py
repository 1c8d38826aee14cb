"""Somebody who has lost all chips: the table is kept, each line names a step that works, the house gives so much."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from msgspec import structs

from ircpoker.ledger import HOUSE, Entry, transfer, unique_key
from tests import tiers
from tests.lobby.hall import CHANNEL, Hall

HOUR = 3600
OUT = "Out of chips"


@pytest.fixture
def hall() -> Hall:
    return Hall(plugins=("parse", "slots", "videopoker", "holdem", "draw", "bank", "help"))


def lose(hall: Hall, nick: str, left: int = 0) -> None:
    """Leave somebody with this many chips in the bank."""
    hall.tell(nick, "bank")
    lost, who = hall.chips(nick) - left, hall.player(nick)
    moves = transfer(who, HOUSE, lost) if lost > 0 else transfer(HOUSE, who, -lost)
    hall.services.ledger.post(Entry(unique_key("test"), "test", moves))


def go_broke(hall: Hall, nick: str, opening: str, channel: str | None = None, bank: int | None = None) -> str:
    """Lose all chips at a table against caller, and all but `bank` in the bank; return the line that says so."""
    for _ in range(60):
        if not hall.has_table(channel or nick):
            hall.say(nick, opening, channel)
        if bank is not None:
            lose(hall, nick, bank)
        hall.wait(5)
        hall.new_lines()
        hall.say(nick, "!allin", channel)
        hall.wait(0.1)
        lines = [line for line in hall.new_lines(nick) if OUT in line]
        if lines:
            return lines[0]
    pytest.fail("always lucky")


class TestKeptTables:
    @pytest.mark.parametrize("channel", [None, CHANNEL])
    def test_a_duel_goes_on_with_new_chips(self, hall: Hall, channel: str | None) -> None:
        out = go_broke(hall, "ann", "!play caller 100", channel)
        table = hall.table(channel or "ann")
        assert re.search(r"\(\d+ in your bank\): !sit goes on with (500|[1-4]\d\d) chips\.$", out)
        assert not [line for line in hall.to(channel or "ann") if ", sealed" in line], "nobody has chips for a deal"
        assert hall.say("ann", "!check", channel) == ["you have no chips here: !sit brings new ones"]
        assert hall.say("ann", "!sit 200", channel) == ["ann sits down in seat 1 with 200 chips."]
        assert any(re.search(r"#\d+ in \d+ s, sealed [0-9a-f]{40}$", line) for line in hall.to(channel or "ann"))
        hall.wait(5)
        assert hall.table(channel or "ann") is table
        assert table.hand is not None
        hall.check_ledger()

    def test_a_number_or_the_rest(self, hall: Hall) -> None:
        go_broke(hall, "ann", "!play caller 100")
        lose(hall, "ann", 150)
        assert hall.tell("ann", "sit 151") == ["not enough chips: 151 needed, you have 150: 100 to 150 is possible"]
        assert hall.tell("ann", "rebuy") == ["ann sits down in seat 1 with 150 chips."]
        hall.check_ledger()

    def test_topup_is_a_buy_in_then(self, hall: Hall) -> None:
        go_broke(hall, "ann", "!play caller 100")
        assert hall.tell("ann", "topup 120") == ["ann sits down in seat 1 with 120 chips."]

    @pytest.mark.parametrize("channel", [None, CHANNEL])
    def test_another_game_may_begin_there(self, hall: Hall, channel: str | None) -> None:
        go_broke(hall, "ann", "!play caller 100", channel)
        assert hall.say("ann", "!play folder 100", channel)[0].startswith("Heads-up")
        hall.check_ledger()

    def test_anybody_may_begin_another_game_there(self, hall: Hall) -> None:
        go_broke(hall, "ann", "!play caller 100", CHANNEL)
        assert hall.to(CHANNEL)[-1] == "ann is out of chips: the table waits for new ones."
        assert hall.say("bob", "!sit") == [
            "somebody plays against robots here: !play begins a game of your own in private"
        ]
        assert hall.say("bob", "!open 300")[0].startswith("A table of")
        assert hall.say("ann", "!sit")[0].startswith("ann sits down")
        hall.check_ledger()

    def test_somebody_who_cannot_pay_closes_nothing(self, hall: Hall) -> None:
        go_broke(hall, "ann", "!play caller 100", CHANNEL)
        table = hall.table()
        hall.say("bob", "!open 5000")
        hall.say("bob", "!play caller 1500")
        assert hall.table() is table
        assert not table.is_over

    def test_whose_stake_is_used_up_closes_nothing(self, hall: Hall) -> None:
        ledger = hall.services.ledger
        ledger.economy = structs.replace(ledger.economy, house_stake=500)
        hall.tell("bob", "play folder 500")
        go_broke(hall, "ann", "!play caller 100", CHANNEL)
        table = hall.table()
        assert "today" in hall.say("bob", "!play caller 100")[0]
        assert hall.table() is table
        assert not table.is_over

    def test_it_is_closed_after_a_while(self, hall: Hall) -> None:
        go_broke(hall, "ann", "!play caller 100", CHANNEL)
        hall.wait(890)
        assert hall.lobby.tables.by_place
        hall.wait(20)
        assert not hall.lobby.tables.by_place
        assert hall.to(CHANNEL)[-1] == "The table is closed: ann is out of chips and leaves."
        hall.check_ledger()
        assert hall.services.ledger.audit().at_tables == 0

    def test_it_outlives_the_bot(self, hall: Hall) -> None:
        go_broke(hall, "ann", "!play caller 100", CHANNEL)
        after = hall.restarted()
        after.wait(30)
        assert after.say("ann", "!sit 100")[0] == "ann sits down in seat 1 with 100 chips."
        after.wait(5)
        assert after.table().hand is not None
        after.check_ledger()

    def test_a_table_with_robots_waits_too_and_a_newcomer_frees_the_seat(self, hall: Hall) -> None:
        hall.say("ann", "!open 100")
        hall.say("ann", "!addbot caller")
        while hall.has_table():
            hall.wait(5)
            hall.say("ann", "!allin")
            hall.wait(0.1)
            if not any("caller" in seat.nick for seat in hall.table().seats.values()):
                hall.say("ann", "!addbot caller")
        assert list(hall.table().seats) == [0, 1]
        assert hall.say("bob", "!sit 200")[0] == "bob sits down in seat 3 with 200 chips."
        assert "ann is out of chips and leaves." in hall.to(CHANNEL)[-2:]
        hall.wait(5)
        assert hall.table().hand is not None
        assert hall.say("ann", "!sit 100")[0].startswith("ann sits down in seat 1 with 100 chips")
        hall.check_ledger()

    def test_others_play_on_without_a_seat_for_somebody_broke(self, hall: Hall) -> None:
        hall.seat("ann", "bob", chips=300)
        first = hall.actor()
        hall.say(first, "!allin")
        hall.say(hall.actor(), "!call")
        if len(hall.table().seats) == 2:
            return  # They split.
        [loser] = {"ann", "bob"} - {seat.nick for seat in hall.table().seats.values()}
        assert hall.to(loser)[-1] == f"[{CHANNEL}] {OUT} at this table (700 in your bank): !sit goes on with 500 chips."
        assert hall.say(loser, "!sit") == [f"{loser} sits down in seat {1 if loser == 'ann' else 2} with 500 chips."]
        hall.check_ledger()

    def test_in_private_it_works_for_the_only_seat(self, hall: Hall) -> None:
        go_broke(hall, "ann", "!play caller 100", CHANNEL)
        assert hall.tell("ann", "sit 100") == ["ann sits down in seat 1 with 100 chips."]
        assert hall.tell("bob", "sit") == ["!sit works only in a channel: here !play begins a game"]


class TestFewChips:
    """The buy-in is what somebody has; below the least one the house fills them up, and lines name the next step."""

    @pytest.mark.parametrize("line", ["play caller", "play draw", "play omaha 4"])
    def test_the_buy_in_is_all_that_somebody_has(self, hall: Hall, line: str) -> None:
        lose(hall, "ann", 130)
        assert "130 chips each" in hall.tell("ann", line)[0]
        hall.check_ledger()

    def test_the_buy_in_keeps_to_the_stake_of_the_house(self, hall: Hall) -> None:
        hall.services.ledger.economy = structs.replace(hall.services.ledger.economy, house_stake=350)
        for line, chips in (("play folder", 350), ("play folder caller", 175), ("play folder 200", 200)):
            assert f"{chips} chips each" in hall.tell("ann", line)[0]
            hall.tell("ann", "fold")
            hall.tell("ann", "leave")
            hall.wait(5)
        [refused] = hall.tell("ann", "play folder 400")
        left = int(re.findall(r"(\d+) are left", refused)[0])
        assert 330 < left <= 350
        limit = f"the house stakes 350 chips a day on robots that you call: {left} are left today, more after 00:00 UTC"
        assert refused == f"{limit}; 100 to {left} is possible"
        assert hall.tell("ann", "play omaha 6") == [f"{limit}; !play begins a game against one"]
        assert f"{left} chips each" in hall.tell("ann", "play")[0]
        hall.tell("ann", "leave")
        hall.wait(5)
        hall.say("ann", "!open")
        assert "with 3" in hall.say("ann", "!addbot caller")[0]
        hall.check_ledger()

    def test_at_a_table(self, hall: Hall) -> None:
        lose(hall, "ann", 130)
        lose(hall, "bob", 140)
        assert "with 130 chips" in hall.say("ann", "!open")[0]
        assert "with 140 chips" in hall.say("bob", "!sit")[0]

    @pytest.mark.parametrize(
        ("line", "channel", "done"),
        [
            ("play caller", None, "Heads-up no-limit hold'em against caller, blinds 5/10, 100 chips each."),
            ("!open", CHANNEL, "A table of no-limit hold'em, blinds 5/10: ann sits down with 100 chips;"),
            ("slot", None, "0 chips"),
            ("vp 50", None, "-50 | 50 chips"),
        ],
    )
    def test_the_house_fills_up(self, hall: Hall, line: str, channel: str | None, done: str) -> None:
        lose(hall, "ann", 3)
        assert any(done in answer for answer in hall.say("ann", line, channel))
        front = f"[{channel}] " if channel else ""
        assert hall.to("ann")[1] == f"{front}The house fills you up: 97 chips more, refill 1 of 5 today.", "it is first"
        assert [line for line in hall.to("ann") if "fills you up" in line] == [
            f"{front}The house fills you up: 97 chips more, refill 1 of 5 today."
        ]
        assert hall.services.ledger.audit().is_clean

    def test_no_refill_for_somebody_who_needs_none(self, hall: Hall) -> None:
        lose(hall, "ann", 50)
        hall.tell("ann", "slot 10")
        hall.tell("ann", "play")
        hall.tell("ann", "leave")
        assert sum("fills you up" in line for line in hall.to("ann")) == 1

    def test_the_next_step(self, hall: Hall) -> None:
        lose(hall, "ann", 0)
        hall.tell("ann", "slot 10")
        lose(hall, "ann", 30)
        assert hall.tell("ann", "bank") == ["you have 30 chips; the house gives more in 1 h 00 min"]
        assert hall.tell("ann", "play") == ["not enough chips: 100 needed, you have 30: !daily brings 100 chips"]
        assert hall.tell("ann", "daily") == ["100 chips for today: you have 130 chips"]
        lose(hall, "ann", 30)
        refused = "not enough chips: 100 needed, you have 30: !slot 10 is possible, the house gives more in 1 h 00 min"
        assert hall.tell("ann", "play") == [refused]
        assert hall.tell("ann", "daily")[0].endswith("at 00:00 UTC; the house gives more in 1 h 00 min")
        assert hall.tell("ann", "vp 31") == ["not enough chips: 31 needed, you have 30: !vp 30 is possible"]
        assert "| -30 |" in hall.tell("ann", "vp 30")[-1]
        refused = "not enough chips: 100 needed, you have 0: !hold ends your video poker"
        assert hall.tell("ann", "play") == [refused]
        hall.tell("ann", "hold none")
        lose(hall, "ann", 0)
        [refused] = hall.tell("ann", "play")
        assert refused.endswith("the house gives more in 1 h 00 min; until then !parse, !odds, !rules, !help are free")
        hall.wait(HOUR)
        assert hall.tell("ann", "bank") == [
            "you have 0 chips; if you sit down or play a machine, the house fills you up to 100 chips"
        ]
        assert "100 chips each" in hall.tell("ann", "play caller")[1]

    def test_out_of_chips_names_a_step_that_works(self, hall: Hall) -> None:
        hall.services.ledger.economy = structs.replace(hall.services.ledger.economy, house_stake=10**6)
        out = go_broke(hall, "ann", "!play caller 100", bank=0)
        assert out == f"{OUT} (0 in your bank): !sit goes on, with a refill of 100 chips."
        filled = "The house fills you up: 100 chips more, refill 1 of 5 today."
        assert hall.tell("ann", "sit") == [filled, "ann sits down in seat 1 with 100 chips."]
        assert go_broke(hall, "ann", "!play caller", bank=0) == f"{OUT} (0 in your bank): !daily brings 100 chips"
        hall.tell("ann", "daily")
        hall.tell("ann", "sit")
        out = go_broke(hall, "ann", "!play caller", bank=30)
        assert out.startswith(f"{OUT} (30 in your bank): !slot 10 is possible, the house gives more in ")
        assert hall.tell("ann", "sit")[0].startswith(
            "not enough chips: 100 needed, you have 30: !slot 10 is possible, "
        )

    @pytest.mark.parametrize("channel", [None, CHANNEL])
    def test_how_the_next_deal_begins(self, hall: Hall, channel: str | None) -> None:
        out = go_broke(hall, "ann", "!play caller 100", channel, bank=300)
        for line in ("!deal", "!next hand", "!start"):
            assert hall.say("ann", line, channel) == [out.removeprefix(f"[{CHANNEL}] ")]
        assert hall.say("ann", "!sit", channel) == ["ann sits down in seat 1 with 300 chips."]

    def test_how_the_next_deal_begins_for_somebody_who_sits_out(self, hall: Hall) -> None:
        hall.seat("ann", "bob")
        hall.say("ann", "!sitout")
        hall.say(hall.actor(), "!fold")
        hall.wait(10)
        assert hall.say("ann", "!deal") == ["ann sits out: !sit deals you in again."]
        waiting = "Waiting for a second player: !sit to join, !addbot to add a robot."
        assert hall.say("bob", "!deal") == [waiting]

    def test_more_chips_for_a_seat(self, hall: Hall) -> None:
        hall.say("ann", "!open 1000")
        assert hall.say("ann", "!topup 5000") == ["not enough chips: 5000 needed, you have 0: !daily brings 100 chips"]
        hall.say("ann", "!daily")
        few = "not enough chips: 5000 needed, you have 100: 1 to 100 is possible"
        assert hall.say("ann", "!topup 5000") == [few]
        assert hall.say("ann", "!topup 100") == ["ann brings 100 chips and has 1100 here."]
        [refused] = hall.say("ann", "!topup 5000")
        assert refused.startswith("not enough chips: 5000 needed, you have 0: the house gives more in ")
        assert "!leave" not in refused

    def test_a_dearer_game(self) -> None:
        with Hall(plugins=("holdem", "draw")) as hall:
            for read in (hall.settings.others, hall.lobby._context._settings):
                read["holdem"] = replace(read["holdem"], least_buy_in=400)
            hall.services.ledger.open_player(hall.player("ann"))
            lose(hall, "ann")
            refused = "not enough chips: 400 needed, you have 0: !play omaha begins a game, with a refill of 100 chips"
            assert hall.tell("ann", "play holdem caller") == [refused]
            assert "100 chips each" in hall.tell("ann", "play draw")[1]

    def test_chips_elsewhere_count(self, hall: Hall) -> None:
        hall.seat("ann", "bob")
        lose(hall, "ann")
        hall.tell("ann", "daily")
        lose(hall, "ann")
        assert hall.tell("ann", "play") == [
            "not enough chips: 100 needed, you have 0: !leave brings back the chips in front of you at a table"
        ]


class TestGuestsOfOneHost:
    """All that the house gives to the guests of one host in a day."""

    def come(self, hall: Hall, count: int, host: Callable[[int], str]) -> int:
        """Let guests take what they can get; return the chips that the house has given them."""
        settings = hall.services.settings
        hall.services.settings = replace(settings, limits=replace(settings.limits, accounts_per_hour=10**6))
        before = hall.services.ledger.audit().issued
        for number in range(count):
            nick = f"guest{number}"
            hall.nick_owners[nick] = f"{nick}@{host(number)}"
            for line in ("bank", "daily"):
                hall.tell(nick, line)
            ledger, who = hall.services.ledger, hall.player(nick)
            # Their chips go to a friend at the table, so that the house gives them more.
            if ledger.balance(who):
                friend = hall.player("friend")
                ledger.open_player(friend)
                ledger.post(Entry(unique_key("test"), "test", transfer(who, friend, ledger.balance(who))))
            hall.tell(nick, "play folder")
        return hall.services.ledger.audit().issued - before - 1000  # the friend's own

    @pytest.mark.slow(1)
    @pytest.mark.parametrize(
        ("guests", "host"),
        [
            pytest.param(tiers.count(1000, quick=21), lambda _: "host", id="host"),
            pytest.param(21, lambda n: f"2001:db8::{n:x}:1", id="ipv6", marks=pytest.mark.slow),
        ],
    )
    def test_so_many_chips_and_no_more(self, guests: int, host: Callable[[int], str]) -> None:
        with Hall(plugins=("holdem", "bank", "parse")) as hall:
            given = self.come(hall, guests, host)
            robots = sum(seat.stack for table in hall.lobby.tables for seat in table.seats.values() if seat.robot)
            assert given - robots == 10_000
            [short, *_] = [line for line in hall.to("guest20") if "guests of one host" in line]
            assert short.startswith(
                "The house gives the guests of one host 10000 chips a day, and yours have had them: "
            )
            assert "the house gives more in" in short
            assert "until then !parse, " in short
            assert hall.tell("guest20", "daily")[0].startswith("guests of your host have had all 10000 chips of today")
            assert hall.tell("guest20", "play")[0].startswith(
                "not enough chips: 100 needed, you have 0: the house gives"
            )
            assert "fills you up" not in " ".join(hall.to("guest20"))

    def test_an_account_of_services_has_no_such_limit(self) -> None:
        with Hall(plugins=("holdem", "bank")) as hall:
            for number in range(15):
                nick = f"member{number}"
                hall.nick_owners[nick] = f"{nick}@host"
                assert hall.say(nick, "bank", None, account=nick) == ["you have 1000 chips"]

    def test_a_clock_that_jumps_over_midnight_and_back(self) -> None:
        with Hall(plugins=("holdem", "bank")) as hall:
            settings = hall.services.settings
            hall.services.settings = replace(settings, limits=replace(settings.limits, accounts_per_hour=10**6))
            noon = hall.clock.now()
            for number, days in enumerate((0, 0, 1, 0, 1, 0) * 3):
                hall.clock.put(noon + timedelta(days=days))
                nick = f"guest{number}"
                hall.nick_owners[nick] = f"{nick}@host"
                hall.tell(nick, "bank")
                hall.tell(nick, "daily")
            assert hall.services.ledger.audit().issued == 2200 + 10_000, "two guests on the first day"


def test_the_next_deal_has_a_time_only_if_enough_players_stay_for_it() -> None:
    with Hall() as hall:
        hall.seat("alice", "bob")
        loser = hall.actor()
        hall.say(loser, "!leave")
        (sealed,) = [line for line in hall.new_lines(CHANNEL) if "sealed" in line]
        assert re.fullmatch(r"#2, sealed [0-9a-f]{40}", sealed)
        hall.say("carol", "!sit 300")
        hall.wait(5)
        hall.say(hall.actor(), "!fold")
        (sealed,) = [line for line in hall.new_lines(CHANNEL) if "sealed" in line]
        assert re.fullmatch(r"#3, sealed [0-9a-f]{40}", sealed)
