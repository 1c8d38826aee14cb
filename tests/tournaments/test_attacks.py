"""What people try at tournaments, and what comes of it."""

import re
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from ircpoker.errors import LedgerError
from ircpoker.ledger import Ledger
from ircpoker.tournaments.requests import parse_tournament
from ircpoker.tournaments.settings import TournamentSettings
from tests.tournaments.arena import NET, Arena, check, open_sng

pytestmark = pytest.mark.slow(1)


def scheduled(arena: Arena, words: str, *nicks: str) -> Any:
    """Create a scheduled tournament with entrants, and begin it."""
    plan = parse_tournament(f"cup in 1 h {words}", ["holdem"], arena.tournaments.settings, arena.clock.now())
    tournament = arena.tournaments.create(arena.place("#poker"), plan, arena.person("op"))
    for nick in nicks:
        arena.tournaments.enter(tournament, arena.person(nick))
    arena.tournaments.begin(tournament)
    arena.run()
    return tournament


def bust(arena: Arena, *losers: str) -> None:
    """Let some go all-in until one of them is out of chips, everybody else folds."""
    for _ in range(400):
        seats = [seat for table in arena.lobby.tables for seat in table.seats.people if seat.nick in losers]
        if len(seats) < len(losers) or not all(seat.stack for seat in seats):
            return
        acting = arena.actors()
        if not acting:
            arena.wait(5)
        for table, nick in acting[:1]:
            legal = table.hand.turn
            word = "!allin" if nick in losers else "!check" if legal.can_check else "!fold"
            if word == "!allin" and not (legal.bet or legal.raise_to):
                word = "!call" if legal.call else "!check"
            arena.say(nick, word, table.place.channel)
    pytest.fail("nobody lost")


# Two accounts of one person


def test_two_guests_of_one_host_may_not_enter_for_chips() -> None:
    owners = {"bob": "bob@alice.home"}
    with Arena(nick_owners=owners) as arena:
        open_sng(arena, "3", "alice")
        assert arena.say("bob", "!sng") == [
            "only 1 guest of a host may enter a tournament with a buy-in: log in to services"
        ]
        assert arena.say("carol", "!sng") == ["carol is in: 1 seat free."]


def test_guests_of_one_host_may_play_for_nothing() -> None:
    with Arena(nick_owners={"bob": "bob@alice.home"}) as arena:
        open_sng(arena, "free 3", "alice", "bob")
        assert len(arena.tournament.state.entries) == 2


def test_results_mark_entrants_of_one_host() -> None:
    """Two accounts of one person may enter, as the operator allows; friends who dump chips are seen."""
    sections = {"tournaments": TournamentSettings(guests_per_host=0)}
    with Arena(nick_owners={"bob": "bob@alice.home"}, sections=sections) as arena:
        open_sng(arena, "3 turbo", "alice", "bob", "carol")
        arena.play(Random(4), boldness=0.4)
        lines = arena.say("carol", "!tournament results sng")
        (result,) = arena.services.ledger.tournament_results(NET)
        hosts = {finish.nick: finish.host for finish in result.finishes}
        assert hosts["alice"] == hosts["bob"] != hosts["carol"]
        assert "alice*" in lines[0]
        assert "bob*" in lines[0]
        assert "carol*" not in lines[0]
        assert lines[1] == "* entrants from one host"


def test_chips_that_a_friend_loses_on_purpose_at_the_bubble_are_in_the_results() -> None:
    """Bob has next to nothing to win at the bubble, and loses all to Alice while Carol folds."""
    with Arena(seed=3) as arena:
        tournament = scheduled(arena, "stack 1000 10/20@90 pays top 40 %", "alice", "bob", "carol", "dan", "eve")
        for _ in range(2000):
            if arena.is_over:
                break
            seats = {seat.nick: seat.stack for table in arena.lobby.tables for seat in table.seats.people}
            for table, nick in arena.actors()[:1]:
                legal = table.hand.turn
                word = "!check" if legal.can_check else "!fold"
                if nick in {"alice", "bob"} and (nick == "bob" or "bob" in seats):
                    word = "!allin" if legal.bet or legal.raise_to else "!call"
                elif "bob" not in seats or "alice" not in seats:
                    word = "!allin" if legal.bet or legal.raise_to else "!call" if legal.call else "!check"
                arena.say(nick, word, table.place.channel)
            arena.wait(2)
        assert arena.is_over
        *_, line = arena.say("carol", "!tournament cup results")
        pairs = re.findall(r"(\w+) to (\w+) (\d+) in \d+ deals?", line)
        assert line.startswith("Most chips from one to another: ")
        assert {"alice", "bob"} in [{loser, winner} for loser, winner, _ in pairs]
        moved = arena.services.ledger.transfers(tournament.id, 100)
        lost = dict.fromkeys(("alice", "bob", "carol", "dan", "eve"), 0)
        for each in moved:
            lost[each.loser] += each.chips
            lost[each.winner] -= each.chips
        (winner,) = [nick for nick, chips in lost.items() if chips < 0 and abs(chips + 4000) <= 10]
        assert all(abs(chips - 1000) <= 10 for nick, chips in lost.items() if nick != winner)


def test_one_live_entry_for_an_account() -> None:
    with Arena() as arena:
        open_sng(arena, "3", "alice")
        assert arena.say("alice", "!sng") == ["you are registered already"]
        assert arena.chips("alice") == 900


# Re-buys


def test_a_rebuy_at_the_last_moment_comes_in_time_or_not_at_all() -> None:
    for late in (29.0, 31.0):
        with Arena() as arena:
            tournament = scheduled(arena, "stack 200 late 3 rebuys 1 buy-in 100", "alice", "bob", "carol", "dan")
            bust(arena, "alice", "bob")
            (loser,) = [
                entry.nick
                for entry in tournament.state.entries.values()
                if entry.number in tournament.state.rebuy_until
            ]
            before = arena.chips(loser)
            arena.wait(late)
            answer = arena.say(loser, "!tournament rebuy")
            if late < 30:
                assert answer == [f"{loser} buys in again."]
                assert arena.chips(loser) == before - 100
            else:
                assert answer[0].startswith(("too late", "there is no tournament", "you have"))
                assert arena.chips(loser) == before
            check(arena)


def test_nobody_buys_in_again_with_chips_or_after_registration() -> None:
    with Arena() as arena:
        scheduled(arena, "stack 200 late 1 rebuys 1", "alice", "bob", "carol")
        assert arena.say("alice", "!tournament rebuy") == ["you have chips: a re-buy is for those who have lost all"]
        assert arena.say("alice", "!rebuy") == ["you have chips: a re-buy is for those who have lost all"]


def test_an_add_on_is_taken_once() -> None:
    with Arena() as arena:
        tournament = scheduled(arena, "stack 200 late 2 addon 300", "alice", "bob", "carol")
        assert arena.say("bob", "!tournament addon") == ["bob takes the add-on."]
        assert arena.say("bob", "!tournament addon") == ["you have taken the add-on"]
        assert (tournament.state.issued, tournament.state.pool) == (900, 400)
        check(arena)


def test_registration_and_rebuys_end_before_the_money() -> None:
    with Arena() as arena:
        tournament = scheduled(arena, "stack 200 late 9 rebuys 9 pays winner", "alice", "bob", "carol")
        arena.play(Random(3), 400, boldness=0.9)
        if not arena.is_over:
            assert not tournament.state.is_open or len(tournament.state.playing) > 2


# Dodging the blind


def test_tda_33_who_leaves_or_pauses_posts_and_folds() -> None:
    with Arena() as arena:
        scheduled(arena, "stack 1000", "alice", "bob", "carol")
        arena.wait(5)
        assert arena.say("carol", "!leave") == [
            "You leave the table, but not the tournament: your chips post and fold until you come back with !sit."
        ]
        before = {seat.nick: seat.stack for table in arena.lobby.tables for seat in table.seats.people}
        for _ in range(30):
            for table, nick in arena.actors():
                legal = table.hand.turn
                arena.say(nick, "!check" if legal.can_check else "!call")
            arena.wait(5)
        after = {seat.nick: seat.stack for table in arena.lobby.tables for seat in table.seats.people}
        assert after["carol"] < before["carol"]
        assert arena.say("carol", "!sit")[0].startswith("carol is dealt in again")
        check(arena)


def test_tda_30_who_is_absent_is_dealt_in_and_folds() -> None:
    with Arena() as arena:
        scheduled(arena, "stack 1000", "alice", "bob", "carol")
        arena.services.presence.parted(arena.person("carol"), "#poker")
        for _ in range(40):
            acting = arena.actors()
            assert "carol" not in [nick for _, nick in acting if arena.clock.monotonic() > 60]
            for table, nick in acting:
                legal = table.hand.turn
                arena.say(nick, "!check" if legal.can_check else "!call")
            arena.wait(5)
        seat = next(seat for table in arena.lobby.tables for seat in table.seats.people if seat.nick == "carol")
        assert 0 < seat.stack < 1000
        check(arena)


# The organiser


def test_an_organiser_pays_all_back_before_it_begins_and_the_worth_of_the_chips_later() -> None:
    sections = {"tournaments": TournamentSettings(create="accounts")}
    with Arena(sections=sections) as arena:
        arena.say("op", "!tournament new cup in 30 min buy-in 200", account="Op")
        for nick in ("alice", "bob"):
            arena.say(nick, "!tournament register cup")
        assert arena.chips("alice") == 800
        assert arena.say("alice", "!tournament cup cancel") == [
            "you play in it: only an operator who does not may end it"
        ]
        arena.say("op", "!tournament cup cancel", account="Op")
        assert (arena.chips("alice"), arena.chips("bob")) == (1000, 1000)
        assert arena.is_over
        arena.say("op", "!tournament new cup in 30 min buy-in 200", account="Op")
        for nick in ("alice", "bob"):
            arena.say(nick, "!tournament register cup")
        arena.say("op", "!tournament cup start", account="Op")
        arena.say("op", "!tournament cup cancel", account="Op")
        arena.wait(300)
        assert arena.is_over
        assert arena.chips("alice") + arena.chips("bob") == 2000
        assert min(arena.chips("alice"), arena.chips("bob")) > 800, "more than what is left without the buy-in"
        check(arena)


def test_only_who_may_creates_tournaments() -> None:
    with Arena(sections={"tournaments": TournamentSettings(create="admins")}) as arena:
        (answer,) = arena.say("alice", "!tournament new cup in 30 min")
        assert answer.startswith("only an administrator of this bot")


# Chops


def test_a_chop_needs_all_and_absent_means_no() -> None:
    with Arena() as arena:
        open_sng(arena, "3", "alice", "bob", "carol")
        arena.services.presence.parted(arena.person("carol"), "#poker")
        assert arena.say("alice", "!chop icm") == ["carol is absent, and absent means no"]


def test_a_chop_lapses_after_a_minute_and_play_goes_on() -> None:
    with Arena() as arena:
        open_sng(arena, "3 100", "alice", "bob", "carol")
        assert arena.say("alice", "!chop even") == []
        assert arena.say("bob", "!chop even") == ["You agree to !chop even."]
        assert any("alice 100, bob 100, carol 100" in line for line in arena.to("#poker"))
        arena.wait(61)
        assert "Not all agree: play goes on." in arena.to("#poker")
        arena.wait(10)
        assert arena.actors()
        check(arena)


def test_who_agrees_before_the_shares_are_shown_is_answered() -> None:
    with Arena() as arena:
        open_sng(arena, "3 100", "alice", "bob", "carol")
        arena.wait(10)
        assert arena.actors()
        arena.say("alice", "!chop even")
        answer = ["the shares are shown after this deal: who agrees says !chop even then"]
        assert [arena.say(nick, "!chop even") for nick in ("alice", "bob")] == [answer, answer]
        assert arena.tournament.state.chop.agreed == frozenset()


def test_a_step_that_fails_is_taken_later(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError

    with Arena() as arena:
        open_sng(arena, "3 100", "alice", "bob", "carol")
        with monkeypatch.context() as patch:
            patch.setattr("ircpoker.tournaments.directing.needed_tables", fail)
            patch.setattr("ircpoker.tournaments.paying.lapse", fail)
            arena.say("alice", "!chop even")
            arena.tournament.record_fact(lambda state: setattr(state, "check_at", arena.clock.monotonic() + 1))
            arena.wait(2)
            assert len([each for each in caplog.records if each.getMessage().endswith("a step failed")]) == 1
            arena.wait(300)
            assert 2 <= len(caplog.records) <= 12
        arena.wait(120)
        assert "Not all agree: play goes on." in arena.to("#poker")
        check(arena)


def test_a_start_that_fails_comes_later(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError

    with Arena() as arena:
        plan = parse_tournament("cup in 1 h", ["holdem"], arena.tournaments.settings, arena.clock.now())
        tournament = arena.tournaments.create(arena.place("#poker"), plan, arena.person("op"))
        for nick in ("alice", "bob", "carol"):
            arena.tournaments.enter(tournament, arena.person(nick))
        with monkeypatch.context() as patch:
            patch.setattr("ircpoker.tournaments.moving.seat_all", fail)
            arena.wait(3700)
            assert not tournament.state.is_playing
        arena.wait(120)
        assert tournament.state.is_playing
        check(arena)


@pytest.mark.parametrize("kind", ["icm", "chips", "even"])
def test_all_agree_and_get_the_shares_that_were_shown(kind: str) -> None:
    with Arena() as arena:
        open_sng(arena, "5 100", "alice", "bob", "carol", "dan", "eve")
        arena.wait(1)
        for nick in ("alice", "alice", "bob", "carol", "dan", "eve"):
            arena.say(nick, f"!chop {kind}")
        assert arena.is_over
        assert {arena.chips(nick) for nick in ("alice", "bob", "carol", "dan", "eve")} == {1000}
        shown = next(line for line in arena.to("#poker") if "divides the prizes" in line)
        assert "alice 100, bob 100, carol 100, dan 100, eve 100" in shown
        assert any("the prizes are divided" in line for line in arena.to("#poker"))


def test_robots_agree_only_to_their_exact_share() -> None:
    with Arena() as arena:
        open_sng(arena, "3 100", "alice", "bob", robots="caller")
        assert arena.say("alice", "!chop even") == ["with a robot left, only !chop icm: it agrees to its exact share"]
        for nick in ("alice", "alice", "bob"):
            arena.say(nick, "!chop icm")
        assert arena.is_over
        assert (arena.chips("alice"), arena.chips("bob")) == (1000, 1000)


# The ledger


def test_a_full_disk_at_the_payout_pays_once_when_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    with Arena() as arena:
        open_sng(arena, "2 turbo", "alice", "bob")
        post = Ledger.post
        full = {"yes": True}

        def failing(ledger: Ledger, entry: Any, *changes: Any) -> Any:
            if full["yes"] and entry.reason == "tournament":
                raise LedgerError("the disk is full")
            return post(ledger, entry, *changes)

        monkeypatch.setattr(Ledger, "post", failing)
        for _ in range(300):
            if any(table.stored.failures for table in arena.lobby.tables):
                break
            arena.play(Random(5), 1, boldness=0.6)
        assert not arena.is_over
        assert arena.chips("alice") + arena.chips("bob") == 1800
        full["yes"] = False
        arena.wait(30)
        arena.play(Random(6), boldness=0.9)
        assert arena.is_over
        assert arena.chips("alice") + arena.chips("bob") == 2000


# Clocks


def test_a_clock_that_jumps_skips_no_level() -> None:
    """A sleep of an hour is at most one level; nobody loses a turn in it."""
    with Arena() as arena:
        tournament = scheduled(arena, "stack 1000 10/20@5 20/40@5 40/80@5", "alice", "bob", "carol")
        arena.wait(5)
        arena.clock.advance(timedelta(hours=1))
        arena.services.scheduler.stood_still(3600)
        arena.run()
        assert arena.actors()
        for _ in range(6):
            for table, nick in arena.actors():
                legal = table.hand.turn
                arena.say(nick, "!check" if legal.can_check else "!call")
            arena.wait(5)
        assert tournament.state.level == 0
        # Without a report of the standstill, as after a jump of the clock, it is one level and no more.
        arena.clock.advance(timedelta(hours=1))
        for _ in range(12):
            for table, nick in arena.actors():
                legal = table.hand.turn
                arena.say(nick, "!check" if legal.can_check else "!call")
            arena.wait(3)
        assert tournament.state.level == 1


def test_a_wall_clock_that_is_put_back_does_not_begin_a_tournament_early() -> None:
    with Arena() as arena:
        plan = parse_tournament("cup in 1 h", ["holdem"], arena.tournaments.settings, arena.clock.now())
        tournament = arena.tournaments.create(arena.place("#poker"), plan, None)
        for nick in ("alice", "bob"):
            arena.tournaments.enter(tournament, arena.person(nick))
        later = replace(tournament.state.plan, starts_at=tournament.state.plan.starts_at + 1800)
        arena.wait(1800)
        tournament.record_fact(lambda state: setattr(state, "plan", later))
        arena.wait(1810)
        assert not tournament.state.is_playing
        arena.wait(1800)
        assert tournament.state.is_playing


def test_an_operator_of_the_channel_may_create_one_when_the_server_says_so() -> None:
    with Arena() as arena:
        ranks: dict[str, bool | None] = {"op": True, "eve": False}
        arena.services.presence.ask_rank = lambda person, _channel, answer: answer(ranks.get(person.nick))
        arena.say("eve", "!tournament new cup in 30 min")
        assert arena.is_over
        arena.say("op", "!tournament new cup in 30 min free")
        assert arena.tournament.state.plan.name == "cup"
        assert any(line.startswith("cup: no-limit hold'em") for line in arena.to("#poker"))
