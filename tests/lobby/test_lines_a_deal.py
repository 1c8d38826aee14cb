from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from tests.lobby.hall import CHANNEL, Hall, play_on
from tests.lobby.lines_a_deal import main
from tests.tiers import count

SEATS = re.compile(r"^(?:\w+ (?:sits down|leaves|is out of chips)|Waiting|The table is closed)")
TURN = re.compile(r"\b(?:ann|bob): [^|:]+ \(45 s\)$")
SAYS = re.compile(r"^\w+ says: ")
END = re.compile(r"^#\d+ .*(?: wins | split |main \d)", re.MULTILINE)
ALL_IN = 4
"""The lines of an all-in before the flop besides the end: the bets, the hands, flop and turn."""


def deals_of(game: str) -> Iterator[str]:
    """Yield the lines of deals of two people and two robots, each from its first line to before the next deal."""
    for seed in range(6):
        with Hall(drama=True, seed=seed) as hall:
            for nick, text in (
                ("ann", f"!open {game}"),
                ("bob", "!sit"),
                ("ann", "!addbot caller"),
                ("bob", "!addbot random"),
            ):
                hall.say(nick, text)
            play_on(hall, Random(seed), 40)
            for deal in re.split(r"^(?=#\d+ (?:\d+/|ante ))", "\n".join(hall.to(CHANNEL)), flags=re.MULTILINE)[1:]:
                if END.search(deal):
                    yield deal


@pytest.mark.slow(1)
@pytest.mark.few(1)
@pytest.mark.parametrize("game", ["holdem", "omaha", "draw"])
def test_each_deal_has_a_line_for_each_turn_six_more_and_the_streets_of_an_all_in(game: str) -> None:
    deals = list(deals_of(game))
    assert len(deals) > 12
    all_ins = remarks = 0
    for deal in deals:
        of_robots = list(filter(SAYS.match, deal.splitlines()))
        assert len(of_robots) <= 1
        remarks += len(of_robots)
        lines = [line for line in deal.splitlines() if not SEATS.match(line) and not SAYS.match(line)]
        ran_out = " % | " in deal
        all_ins += ran_out
        assert len(lines) <= len(list(filter(TURN.search, lines))) + 6 + ALL_IN * ran_out, deal
    assert (all_ins > 0) == (game != "draw")
    assert remarks <= len(deals) / 3


@pytest.mark.slow
def test_a_deal_takes_a_public_line_for_each_decision_and_four_more(capsys: pytest.CaptureFixture[str]) -> None:
    deals = count(200, fraction=4)
    assert main([str(deals)]) == 0
    facts, channel, person = capsys.readouterr().out.splitlines()
    assert facts.startswith(f"{deals} deals, 2 people, 2 robots, ")
    decisions, lines = (float(re.search(r"([\d.]+) (?:decisions|lines)", text)[1]) for text in (facts, channel))
    assert decisions > 3
    assert lines <= decisions + 4
    assert int(re.search(r"longest public line (\d+)", facts)[1]) <= 160
    assert int(re.search(r"(\d+) bytes a line", channel)[1]) <= 90
    assert float(re.search(r"([\d.]+) lines", person)[1]) <= decisions / 2 + 3
