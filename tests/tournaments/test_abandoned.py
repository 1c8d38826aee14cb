"""Tournaments that nobody plays on: all people are gone, or an operator ends them."""

from __future__ import annotations

from random import Random

import pytest

from ircpoker.ledger import TournamentResult
from ircpoker.tournaments.rules.payouts import chop_shares
from ircpoker.tournaments.settings import TournamentSettings
from tests.tiers import seeds
from tests.tournaments.arena import CHANNEL, NET, Arena, check, open_sng
from tests.tournaments.test_large import make

GRACE = 120.0
CHANNELS = ("#poker", "#two", "#three")


def last_result(arena: Arena) -> TournamentResult:
    (found,) = arena.services.ledger.tournament_results(NET)
    return found


def all_go(arena: Arena, rng: Random) -> None:
    """Let all people go, each in one of the ways there are."""
    # Whoever goes may have a table broken, so that another one sits elsewhere.
    while there := [(table, seat) for table in arena.lobby.tables for seat in table.seats.people if seat.is_present]:
        table, seat = there[0]
        person, way = arena.person(seat.nick), rng.randrange(4)
        if way == 0 and arena.say(seat.nick, "!leave", table.place.channel or None):
            continue
        if way == 1 and table.place.channel:
            arena.services.presence.parted(person, table.place.channel)
        else:
            arena.services.presence.quit(person)
    arena.run()


def begin(arena: Arena, rng: Random) -> None:
    """Begin a sit-and-go, or a tournament with several tables."""
    if rng.random() < 0.6:
        people = [f"p{number}" for number in range(rng.randint(1, 4))]
        robots = ["caller", "raiser", "random", "folder"][: max(rng.randint(0, 3), 2 - len(people))]
        open_sng(arena, f"{len(people) + len(robots)} turbo", *people, robots=" ".join(robots))
    else:
        make(arena, "buy-in 100 seats 3 stack 400 late 1 rebuys 1 10/20@4", rng.randint(2, 6), rng.randint(1, 4))
        arena.tournaments.begin(arena.tournament)


def abandon(seed: int) -> None:
    """Let all people go at a random moment: two more lines at most in each channel, and all chips are paid out."""
    rng = Random(seed)
    sections = {"tournaments": TournamentSettings(channels=CHANNELS, buy_in=100)}
    arena = Arena(seed=seed, channels=CHANNELS, sections=sections, robot_pause=1.0, drama=bool(seed % 2))
    begin(arena, rng)
    arena.play(rng, rng.randint(0, 30), boldness=0.15)
    arena.wait(rng.uniform(0, 12))
    if not arena.is_over:
        check(arena)
        all_go(arena, rng)
        before = len(arena.lines)
        arena.wait(GRACE + 3 * 60)
        assert arena.is_over
        for channel in CHANNELS:
            public = [line.text for line in arena.lines[before:] if line.target == channel]
            assert len(public) <= 2, public
        assert " is over" in arena.to(CHANNEL)[-1] or "is cancelled" in arena.to(CHANNEL)[-1]
        assert not arena.lobby.tables
    finishes = last_result(arena).finishes
    assert sum(each.prize for each in finishes) == sum(each.paid for each in finishes)
    arena.check_ledger()
    arena.close()


@pytest.mark.parametrize("seed", list(seeds(200, 1)))
def test_all_people_are_gone_at_a_random_moment(seed: int) -> None:
    abandon(seed)


@pytest.mark.slow
def test_who_returns_in_time_plays_on() -> None:
    with Arena(seed=3) as arena:
        open_sng(arena, "3 turbo", "alice", "bob", robots="caller")
        arena.play(Random(1), 5, boldness=0.0)
        for nick in ("alice", "bob"):
            arena.services.presence.quit(arena.person(nick))
        arena.wait(GRACE - 10)
        deals = arena.table().state.last_deal
        assert arena.table().hand is None
        arena.services.presence.joined(arena.person("bob"), CHANNEL)
        arena.wait(GRACE)
        assert arena.table().state.last_deal != deals or arena.table().hand is not None
        assert not arena.is_over


def test_nobody_hears_of_an_all_in_and_who_returns_hears_the_next_seal() -> None:
    with Arena(seed=4, drama=True) as arena:
        open_sng(arena, "3 100", "alice", "bob", robots="caller")
        arena.wait(6)
        arena.say("bob", "!fold")
        arena.say("alice", "!allin")
        assert "%" in arena.to(CHANNEL)[-1]
        heard, table = len(arena.to(CHANNEL)), arena.table()
        for nick in ("alice", "bob"):
            arena.services.presence.quit(arena.person(nick))
        arena.wait(GRACE / 2)
        (result,) = arena.to(CHANNEL)[heard:]
        assert result.startswith(f"#{table.state.last_deal} RIVER ")
        sealed = table.state.next_deal
        arena.services.presence.joined(arena.person("bob"), CHANNEL)
        arena.wait(30)
        seal, positions = arena.to(CHANNEL)[heard + 1 :][:2]
        assert seal.startswith(f"#{sealed} in 5 s, sealed ")
        assert positions.startswith(f"#{sealed} 10/20 | ")


@pytest.mark.slow
def test_the_others_are_blinded_off_against_robots() -> None:
    with Arena(seed=5) as arena:
        open_sng(arena, "4 turbo", "alice", "bob", robots="folder caller")
        arena.play(Random(1), 6, boldness=0.0)
        chips = {seat.nick: seat.stack for seat in arena.table().seats.values()}
        for nick in ("alice", "bob"):
            arena.services.presence.quit(arena.person(nick))
        arena.wait(GRACE + 60)
        result = last_result(arena)
        assert result.note == "blinded off"
        assert [each.robot != "" for each in result.finishes] == [True, True, False, False]
        better, worse = [each.nick for each in result.finishes[2:]]
        assert chips[better] >= chips[worse]
        assert "only robots are there" in arena.to(CHANNEL)[-1]


@pytest.mark.slow
def test_people_alone_get_the_exact_value_of_their_chips() -> None:
    with Arena(seed=6) as arena:
        open_sng(arena, "5 turbo", "ann", "ben", "cat", "dan", "eve")
        arena.play(Random(1), 12, boldness=0.0)
        for nick in ("ann", "ben", "cat", "dan", "eve"):
            arena.services.presence.quit(arena.person(nick))
        arena.wait(60)
        seats = arena.table().seats.values()
        assert arena.table().hand is None
        worth = chop_shares("icm", [seat.stack for seat in seats], [325, 175])
        expected = dict(zip([seat.nick for seat in seats], worth, strict=True))
        arena.wait(GRACE)
        assert {each.nick: each.prize for each in last_result(arena).finishes} == expected
        assert {nick: arena.chips(nick) - 900 for nick in expected} == expected


def with_operator(arena: Arena) -> Arena:
    """Begin a sit-and-go in a channel with an operator who does not play, and one who does."""
    arena.services.presence.ask_rank = lambda person, _channel, answer: answer(person.nick in {"op", "ann"})
    open_sng(arena, "3 turbo", "ann", "ben", robots="caller")
    return arena


def test_an_operator_who_does_not_play_ends_it_before_the_first_deal() -> None:
    with with_operator(Arena(seed=7)) as arena:
        assert "only an operator who does not" in arena.say("ann", "!endsng")[0]
        arena.say("eve", "!endsng")
        assert any("only an administrator" in line for line in arena.to("eve"))
        assert not arena.is_over
        arena.say("op", "!endsng")
        assert arena.is_over
        assert [each.prize for each in last_result(arena).finishes] == [100, 100, 100]
        assert last_result(arena).is_cancelled
        assert arena.chips("ann") == 1000


@pytest.mark.slow
def test_after_the_first_deal_it_ends_with_the_deal_in_progress_even_after_a_restart() -> None:
    arena = with_operator(Arena(seed=7))
    arena.play(Random(1), 3, boldness=0.0)
    while not arena.actor():
        arena.wait(1)
    arena.say("op", "!endsng")
    assert arena.to(CHANNEL)[-1] == "sng ends after this deal."
    arena = arena.again()
    arena.play(Random(1), boldness=0.0)
    result = last_result(arena)
    assert (result.note, sum(each.prize for each in result.finishes)) == ("icm", 300)
    assert arena.to(CHANNEL)[-1].startswith("sng is ended. The prizes are divided by the exact value of the chips: ")
    arena.say("eve", "!open")
    assert [seat.nick for seat in arena.table().seats.people] == ["eve"]
    arena.check_ledger()
    arena.close()


@pytest.mark.slow
def test_a_tournament_is_ended_by_its_name() -> None:
    with Arena() as arena:
        tournament = make(arena, "buy-in 100 seats 3 stack 400 10/20@4", 4, 0)
        arena.services.presence.ask_rank = lambda person, _channel, answer: answer(person.nick == "op2")
        arena.say("op2", "!tournament open cancel")
        assert tournament.is_over
        assert arena.chips("p0") == 1000


def test_who_is_there_gets_the_channel_again() -> None:
    with Arena(seed=8) as arena:
        open_sng(arena, "2 turbo", "ann", robots="caller")
        arena.play(Random(1), 2, boldness=0.0)
        arena.services.presence.quit(arena.person("ann"))
        arena.wait(GRACE + 120)
        arena.say("ben", "!open")
        assert [seat.nick for seat in arena.table().seats.people] == ["ben"]


@pytest.mark.few(5)
@pytest.mark.parametrize("pause", [0.0, 2.0])
@pytest.mark.parametrize("turns", [0, 3])
@pytest.mark.parametrize("line", ["!leave", "!endsng", "!sng leave", "!tournament cancel"])
def test_who_plays_robots_alone_for_nothing_ends_it_at_once(line: str, turns: int, pause: float) -> None:
    with Arena(seed=3, robot_pause=pause) as arena:
        arena.tell("ann", "!play sng 4")
        arena.play(Random(1), turns, boldness=0.0)
        arena.tell("ann", line)
        assert arena.is_over
        assert not arena.lobby.tables
        assert arena.to("ann")[-1] == ("sng is ended." if turns else "sng is cancelled.")
        result = last_result(arena)
        assert result.is_cancelled or [each.nick for each in result.finishes][-1] == "ann"
        assert arena.tell("ann", "!play caller")[0].startswith("Heads-up no-limit hold'em against caller")


@pytest.mark.parametrize("others", ["", "ben"])
def test_in_a_channel_nobody_else_may_play(others: str) -> None:
    with Arena(seed=3, robot_pause=2.0) as arena:
        open_sng(arena, f"free {3 + bool(others)} turbo", "ann", *others.split(), robots="caller folder")
        arena.play(Random(1), 2, boldness=0.0)
        arena.say("ann", "!leave")
        assert arena.is_over is not bool(others)
        assert ("You leave the table, but not the tournament" in " ".join(arena.to("ann"))) is bool(others)
        assert not others or "you play in it" in arena.say("ann", "!endsng")[0]
