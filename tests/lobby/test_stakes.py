"""Stakes and pace that the opener of a table chooses, within the owner's limits."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from ircpoker.errors import NotAllowedError, UsageError
from ircpoker.lobby.opening import parse_table_request
from ircpoker.lobby.settings import AntesSettings, BlindsSettings, Pace
from ircpoker.lobby.stored_form import dump_state, load_state
from ircpoker.table import GAMES, Stakes
from tests.lobby.hall import CHANNEL, Hall

GAMES_HERE = list(GAMES)


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall() as hall:
        yield hall


# Words


@pytest.mark.parametrize(
    ("text", "sizes", "pace", "chips"),
    [
        ("", (), Pace.NORMAL, None),
        ("25/50", (25, 50), Pace.NORMAL, None),
        ("turbo holdem 25/50 1000", (25, 50), Pace.TURBO, 1000),
        ("no-limit hold'em blinds 1/2 slow", (1, 2), Pace.SLOW, None),
        ("draw ante 50", (50,), Pace.NORMAL, None),
        ("limit draw antes 5 TURBO", (5,), Pace.TURBO, None),
        ("five-card draw ante20 300", (20,), Pace.NORMAL, 300),
    ],
)
def test_stakes_and_pace_in_any_order(text: str, sizes: tuple[int, ...], pace: Pace, chips: int | None) -> None:
    request = parse_table_request(text, {}, GAMES_HERE, takes_robots=False)
    assert (request.sizes, request.pace, request.chips) == (sizes, pace, chips)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("5/10 25/50", "'25/50' is a second size of the stakes: expected one"),
        ("turbo slow", "'slow' is a second pace: expected turbo or slow"),
        ("5/10/20", "'5/10/20' is not a buy-in"),
        ("5/", "'5/' is not a buy-in"),
        ("-5/10", "'-5/10' is not a buy-in"),
    ],
)
def test_other_words_are_refused(text: str, problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        parse_table_request(text, {}, GAMES_HERE, takes_robots=False)


def test_nobody_chooses_the_stakes_against_robots() -> None:
    with pytest.raises(UsageError, match="'25/50' is not a buy-in"):
        parse_table_request("25/50", {}, GAMES_HERE, takes_robots=True)


# The owner's limits


@pytest.mark.parametrize("sizes", [(1, 1), (1, 2), (3, 7), (50, 100), (100, 100)])
def test_blinds_within_the_limits(sizes: tuple[int, int]) -> None:
    stakes = BlindsSettings().stakes(GAMES["limit"], sizes)
    assert stakes == Stakes(sizes[1], 2 * sizes[1], *sizes)


@pytest.mark.parametrize("sizes", [(0, 10), (0, 0), (10, 5), (50, 101), (10**30, 10**31)])
def test_blinds_outside_the_limits(sizes: tuple[int, int]) -> None:
    with pytest.raises(UsageError, match="expected blinds up to 50/100, the small blind first"):
        BlindsSettings().stakes(GAMES["holdem"], sizes)


@pytest.mark.parametrize("ante", [0, 101, 10**30])
def test_antes_outside_the_limits(ante: int) -> None:
    with pytest.raises(UsageError, match="expected an ante from 1 to 100"):
        AntesSettings().stakes(GAMES["draw"], (ante,))


def test_the_other_kind_of_stakes_is_refused() -> None:
    with pytest.raises(UsageError, match="hold'em has blinds and no ante"):
        BlindsSettings().stakes(GAMES["holdem"], (10,))
    with pytest.raises(UsageError, match="five-card draw has an ante and no blinds"):
        AntesSettings().stakes(GAMES["draw"], (5, 10))


def test_an_owner_may_allow_only_the_usual_stakes() -> None:
    for settings, game, sizes in (
        (BlindsSettings(most_big_blind=0), "holdem", (5, 10)),
        (AntesSettings(most_ante=0), "draw", (10,)),
    ):
        assert settings.stakes(GAMES[game]) == type(settings)().stakes(GAMES[game])
        with pytest.raises(NotAllowedError, match="the owner allows only the usual stakes here"):
            settings.stakes(GAMES[game], sizes)


# Buy-ins and clocks


@pytest.mark.parametrize("big", [1, 2, 3, 7, 10, 99, 100])
def test_buy_ins_are_as_deep_as_at_the_usual_stakes(big: int) -> None:
    usual = BlindsSettings()
    settings = usual.for_table(usual.stakes(GAMES["holdem"], (1, big)), Pace.NORMAL)
    for name in ("least_buy_in", "buy_in", "most_buy_in"):
        assert 0 <= getattr(settings, name) - getattr(usual, name) * big / usual.big_blind < 1
    assert settings.least_buy_in >= big
    assert replace(settings, least_buy_in=100, buy_in=500, most_buy_in=2000) == usual


@pytest.mark.parametrize(
    ("pace", "expected"), [(Pace.NORMAL, (45, 30, 30, 5)), (Pace.TURBO, (15, 10, 10, 2)), (Pace.SLOW, (90, 60, 60, 5))]
)
def test_the_pace_changes_the_clocks_only(pace: Pace, expected: tuple[int, int, int, int]) -> None:
    usual = BlindsSettings()
    settings = usual.for_table(usual.stakes(GAMES["holdem"]), pace)
    assert (settings.seconds_to_act, settings.reminder, settings.time_bank, settings.deal_pause) == expected
    assert replace(settings, seconds_to_act=45.0, reminder=30.0, time_bank=30.0, deal_pause=5.0) == usual


def test_a_reminder_never_comes_with_the_end_of_the_time() -> None:
    usual = BlindsSettings(seconds_to_act=1.0, reminder=0.9)
    assert usual.for_table(usual.stakes(GAMES["holdem"]), Pace.TURBO).reminder == 0


# At the table


def test_a_table_with_chosen_stakes(hall: Hall) -> None:
    [opened, _] = hall.say("alice", "!open 2/4 turbo")
    assert opened.startswith("A table of no-limit hold'em, blinds 2/4, turbo: alice sits down with 200 chips; ")
    assert hall.say("bob", "!sit 30") == ["'30' is not a buy-in here: expected 40 to 800 chips"]
    hall.say("bob", "!sit 40")
    hall.wait(6)
    assert "#1 2/4 | BB bob 40, SB alice 200" in hall.to(CHANNEL)
    assert hall.to(CHANNEL)[-1] == "alice: 2 to call (15 s)"
    assert hall.say("alice", "!table")[0].startswith("no-limit hold'em, blinds 2/4, turbo | #1 | ")
    hall.wait(11)
    assert any("5 seconds left" in line for line in hall.to("alice"))
    hall.wait(4)
    assert any(line.startswith("#2, sealed ") for line in hall.to(CHANNEL))


def test_robots_bring_as_much_as_people(hall: Hall) -> None:
    hall.say("alice", "!open 10/20 1000")
    assert hall.say("alice", "!addbot caller")[0].startswith("caller sits down in seat 2 with 1000 chips.")


def test_somebody_with_too_few_chips_reads_the_price(hall: Hall) -> None:
    [answer] = hall.say("alice", "!open 75/100 5000")
    assert answer == "not enough chips: 5000 needed, you have 1000: 1000 to 1000 is possible"
    assert hall.say("alice", "!open 75/150")[0].startswith("expected blinds up to 50/100")
    assert not hall.has_table()


def test_stakes_and_pace_survive_a_restart(hall: Hall) -> None:
    hall.say("alice", "!open draw ante 5 slow")
    hall.say("bob", "!sit")
    again = hall.restarted()
    table = again.table()
    assert (table.state.stakes.ante, table.state.pace, table.settings.seconds_to_act) == (5, Pace.SLOW, 90)
    assert again.say("alice", "!table")[0].startswith("no-limit five-card draw, ante 5, slow | ")


def test_the_usual_pace_is_not_stored(hall: Hall) -> None:
    hall.say("alice", "!open")
    text = dump_state(hall.table().state)
    assert "pace" not in json.loads(text)
    assert load_state(text)[0].pace is Pace.NORMAL
