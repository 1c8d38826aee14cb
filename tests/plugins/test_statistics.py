"""`!stats` and `!top` of games at tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from ircpoker.chat.statistics import game_line, sparkline
from ircpoker.ledger import FlagPattern, GameFigures
from ircpoker.records.statistics.counters import pack_flags
from ircpoker.words.catalogue import load_catalogue
from tests.lobby.hall import CHANNEL, Hall


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall(seed=5, services=False, plugins=("holdem", "draw", "slots", "bank", "help")) as hall:
        yield hall


def patterns(*counts: tuple[int, dict[str, int], set[str]]) -> tuple[FlagPattern, ...]:
    """Return the sums of hands with the same flags."""
    kinds = ("bets", "raises", "calls")
    return tuple(FlagPattern(pack_flags(flags), n, *[sums.get(kind, 0) for kind in kinds]) for n, sums, flags in counts)


def test_the_line_of_a_game() -> None:
    sums = patterns(
        (10, {}, {"walks"}),
        (60, {}, {"pfr_opp"}),
        (5, {}, {"pfr_opp", "3bet_opp"}),
        (8, {"raises": 10}, {"vpip", "pfr", "pfr_opp", "saw_f"}),
        (2, {}, {"vpip", "pfr", "pfr_opp", "3bet", "3bet_opp", "saw_f", "wtsd"}),
        (15, {"bets": 20, "calls": 20}, {"vpip", "saw_f", "wtsd", "wsd"}),
    )
    found = GameFigures("holdem", 120, 40, 2000, 500, 900, 100, 50.0, 100.0, sums)
    assert load_catalogue("en", "!").text(game_line(found)) == (
        "no-limit hold'em: 120 deals, 33 % won, staked 2000, paid 2500 (+500) | +50.0 bb/100, VPIP 28 %, "
        "PFR 13 %, 3-bet 29 % | AF 1.5, WTSD 68 %, W$SD 88 % | most won in a deal 900"
    )


def test_draw_has_only_the_figures_before_the_draw() -> None:
    sums = patterns((2, {}, {"vpip", "pfr", "pfr_opp"}), (2, {}, {"pfr_opp"}))
    found = GameFigures("draw", 4, 1, 100, -40, 90, 4, -4.0, 12.0, sums)
    assert load_catalogue("en", "!").text(game_line(found)) == (
        "no-limit five-card draw: 4 deals, 25 % won, staked 100, paid 60 (-40) | -100.0 bb/100, "
        "VPIP 50 %, PFR 50 % | most won in a deal 90"
    )


def test_ratios_without_a_divisor() -> None:
    walks = GameFigures("holdem", 2, 2, 10, 10, 10, 2, 1.0, 0.5, patterns((2, {}, {"walks"})))
    assert load_catalogue("en", "!").text(game_line(walks)) == (
        "no-limit hold'em: 2 deals, 100 % won, staked 10, paid 20 (+10) | +50.0 bb/100, VPIP -, PFR -, "
        "3-bet - | AF -, WTSD -, W$SD - | most won in a deal 10"
    )
    old = GameFigures("", 2, 0, 10, -10, 0, 0, 0.0, 0.0, ())
    assert load_catalogue("en", "!").text(game_line(old)) == "'': 2 deals, 0 % won, staked 10, paid 0 (-10)"


@pytest.mark.parametrize(
    ("nets", "line"),
    [([], ""), ([5], ""), ([0, 0], "▁▁▁"), ([10, 10], "▁▄█"), ([-10, 10], "█▁█"), ([1] * 100, "▁▁▁▂▂▃▃▄▄▅▅▆▆▇▇█")],
)
def test_sparklines(nets: list[int], line: str) -> None:
    assert sparkline(nets) == line


def test_figures_of_one_game_are_one_line(hall: Hall) -> None:
    hall.say("alice", "!slot 10")
    hall.seat("alice", "bob")
    for _ in range(3):
        hall.say(hall.actor(), "!fold")
        hall.wait(5)
    [line] = hall.say("alice", "!stats")
    assert hall.to(CHANNEL)[-1] == line
    assert re.match(r"alice \| [▁▂▃▄▅▆▇█]+ \| slot: played 1, .* \| no-limit hold'em: \d+ deals, \d+ % won, ", line)


def test_figures_of_others_robots_and_games(hall: Hall) -> None:
    for opening in ("play caller 200", "play swede 200", "play limit 200"):
        hall.tell("alice", opening)
        hall.wait(5)
        while hall.has_table("alice"):
            hall.tell("alice", "leave")
            hall.tell("alice", "fold")
    before = len(hall.to(CHANNEL))
    assert len(hall.say("alice", "!stats")) == 3
    assert len(hall.to(CHANNEL)) == before
    assert hall.tell("bob", "stats alice") == ["you have finished no deal with alice yet"]
    assert hall.tell("bob", "stats CALLER")[0].startswith("caller | no-limit hold'em: 1 deal, 100 % won, staked ")
    assert hall.tell("bob", "stats manual") == ["manual has not played yet"]
    assert hall.tell("bob", "stats limit")[0].startswith("limit | limit hold'em: 1 deal, ")
    assert hall.tell("alice", "stats draw")[0].startswith("alice")
    assert "five-card draw: 1 deal" in hall.tell("alice", "stats draw")[0]
    assert "hold'em" not in hall.tell("alice", "stats draw")[0]
    assert hall.tell("bob", "stats omaha") == ["bob has not played yet"]
    assert hall.tell("bob", "stats zoe") == ["nobody called 'zoe' has chips here: expected a player's nick"]


def test_of_others_only_the_deals_with_the_reader_count(hall: Hall) -> None:
    hall.say("bob", "!slot 10")
    hall.tell("bob", "play caller 200")
    hall.wait(5)
    hall.tell("bob", "leave")
    hall.tell("bob", "fold")
    assert hall.tell("alice", "stats bob") == ["you have finished no deal with bob yet"]
    hall.seat("alice", "bob")
    for _ in range(2):
        hall.say(hall.actor(), "!fold")
        hall.wait(5)
    [line] = hall.tell("alice", "stats bob")
    assert re.match(r"bob in deals with you \| [▁▂▃▄▅▆▇█]+ \| no-limit hold'em: 2 deals, ", line)
    assert len(hall.tell("bob", "stats")) == 1
    assert "slot: played 1" in hall.tell("bob", "stats")[0]
    assert "no-limit hold'em: 3 deals" in hall.tell("bob", "stats")[0]
    settings = hall.services.settings
    hall.services.settings = replace(settings, bot=replace(settings.bot, stats="all"))
    assert hall.tell("alice", "stats bob") == hall.tell("bob", "stats")


def test_figures_of_a_machine(hall: Hall) -> None:
    hall.tell("ann", "slot 10")
    assert re.fullmatch(r"ann \| slot: played 1, .*", hall.tell("ann", "stats Slot")[0])
    assert hall.tell("bob", "stats slot") == ["nobody called 'slot' has chips here: expected a player's nick"]


def test_each_figure_is_defined(hall: Hall) -> None:
    help_text = " ".join(hall.tell("alice", "help stats"))
    for figure in ("Won", "bb/100", "VPIP", "PFR", "3-bet", "AF", "WTSD", "W$SD"):
        assert f"{figure}: " in help_text


def test_chips_at_tables_count_in_top(hall: Hall) -> None:
    hall.tell("bob", "bank")
    hall.tell("alice", "play caller 500")
    assert hall.tell("bob", "top") == ["1. bob 1000, 2. alice 1000"]


def test_lists(hall: Hall) -> None:
    assert hall.tell("alice", "top won") == ["nobody has played yet"]
    hall.wait(60)
    hall.tell("alice", "play folder 500")
    hall.wait(5)
    hall.tell("alice", "raise 20")
    hall.tell("bob", "slot 10")
    chips = hall.chips("bob") - 1000
    assert sorted(hall.tell("alice", "top won")[0].removeprefix("Won in all games: ").split(", ")) == sorted(
        ["1. alice +10", f"2. bob {chips:+}"] if chips < 10 else [f"1. bob {chips:+}", "2. alice +10"]
    )
    assert hall.tell("alice", "top hands") == ["Most games played: 1. alice 1, 2. bob 1"]
    assert hall.tell("alice", "top week") == ["Won at tables in the last seven days: 1. alice +10"]
    assert hall.tell("alice", "top all")[0].startswith(
        "'all' is not a list: expected won, hands, week or sng, or nothing"
    )


def test_expensive_lists_are_cached_for_a_minute(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    top = hall.services.ledger.top
    monkeypatch.setattr(hall.services.ledger, "top", lambda *args, **kind: asked.append(kind) or top(*args, **kind))
    for _ in range(5):
        hall.tell("alice", "top week")
    assert len(asked) == 1
    hall.wait(60)
    hall.tell("alice", "top week")
    assert len(asked) == 2
