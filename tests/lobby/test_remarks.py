"""Robots with a face: remarks after deals, and who gets none."""

from __future__ import annotations

import re
from random import Random

import pytest

from ircpoker.chat.outgoing import Outgoing
from ircpoker.lobby.events import SeatResult, Sitter
from ircpoker.lobby.hand_end import LOST, REMARKS_A_DEAL, VARIANTS, WON, remark
from ircpoker.robots import BUILT_IN_NAMES, shown_name
from ircpoker.table import TableSeat
from ircpoker.words import Phrase
from ircpoker.words.catalogue import load_catalogue
from tests.lobby.hall import CHANNEL, NET, Hall
from tests.outbox import each

SAYS = re.compile(r"(\w+) says: (.+)")
DEALS = 2000
DEALS_PLAYED = 30


def result(seat: int, nick: str, net: int) -> SeatResult:
    return SeatResult(Sitter(TableSeat(seat), nick, nick), max(net, 0), net)


def test_a_remark_follows_about_ten_deals_and_depends_on_the_result() -> None:
    results = [result(0, "ann", -30), result(1, "caller", 40), result(2, "easy", -10), result(3, "manual", 0)]
    robots = {TableSeat(1): "caller", TableSeat(2): "nolimit-easy", TableSeat(3): "manual"}
    rng, words = Random(1), load_catalogue()
    found = [words.text(spoken) for _ in range(DEALS) if (spoken := remark(results, robots, rng))]
    assert len(found) == pytest.approx(REMARKS_A_DEAL * DEALS, rel=0.25)
    assert {text.partition(" says: ")[0] for text in found} == {"caller", "easy"}
    won = set(map(words.text, remarks_of("caller", "won")))
    assert {text.partition(": ")[2] for text in found if text.startswith("caller")} == won
    assert remark(results[:1], robots, Random(1)) is None
    assert all(remark([result(1, "mine", 5)], {TableSeat(1): "mine"}, Random(seed)) is None for seed in range(100))


def remarks_of(name: str, mood: str) -> list[Phrase]:
    return [Phrase(f"remarks.{name}.{mood}{number}") for number in range(VARIANTS)]


@pytest.mark.parametrize("robot", sorted(BUILT_IN_NAMES))
def test_every_robot_of_ours_has_a_face(robot: str) -> None:
    words, name = load_catalogue(), shown_name(robot)
    for part in ("character", "style", "strength", "games"):
        assert words.has(f"robots.{name}.{part}")
    remarks = [words.text(phrase) for mood in (WON, LOST) for phrase in remarks_of(name, mood)]
    assert len(set(remarks)) == 2 * VARIANTS
    assert all(len(f"{name} says: {text}") <= 60 for text in remarks)


def begin(hall: Hall, where: str = CHANNEL) -> None:
    """Seat alice and a caller."""
    if where == CHANNEL:
        hall.say("alice", "!open 1000")
        hall.say("alice", "!addbot caller")
    else:
        hall.tell("alice", "play caller 1000")


def lines_of(hall: Hall, deals: int, where: str = CHANNEL) -> list[str]:
    """Return all lines after some deals, in which alice checks or folds."""
    last = int(hall.table(where).state.last_deal or 0) + deals
    while int(hall.table(where).state.last_deal or 0) < last:
        if hall.actor(where):
            legal = hall.table(where).hand.deal.legal_actions()
            hall.say("alice", "!check" if legal.can_check else "!fold", CHANNEL if where == CHANNEL else None)
        else:
            hall.wait(5)
    return hall.to(where)


@pytest.mark.few(1)
@pytest.mark.parametrize("where", [CHANNEL, "alice"])
def test_remarks_come_between_deals(where: str) -> None:
    with Hall(drama=True, most_buy_in=2000) as hall:
        begin(hall, where)
        lines = lines_of(hall, DEALS_PLAYED, where)
    spoken = [number for number, line in enumerate(lines) if SAYS.fullmatch(line)]
    assert 1 <= len(spoken) <= DEALS_PLAYED / 4
    for number in spoken:
        assert re.match(r"#\d+[ ,]", lines[number - 1]), "right after the lines of the end"
        assert re.match(r"#\d+[ ,]", (*lines, "#1 ")[number + 1])


@pytest.mark.few(1)
@pytest.mark.parametrize(("drama", "where", "terse"), [(False, CHANNEL, "off"), (True, "alice", "on")])
def test_no_drama_no_remarks(drama: bool, where: str, terse: str) -> None:
    with Hall(drama=drama, plugins=("holdem", "bank")) as hall:
        hall.tell("alice", f"set terse {terse}")
        begin(hall, where)
        assert not any(SAYS.fullmatch(line) for line in lines_of(hall, DEALS_PLAYED, where))


def test_a_remark_that_waits_is_dropped_when_the_next_deal_begins() -> None:
    with Hall(drama=True) as hall:
        waiting: list[Outgoing] = []

        def take(line: Outgoing) -> None:
            if line.still is None or not SAYS.fullmatch(line.reply.text):
                hall.paced.take([line])
            else:
                waiting.append(line)

        hall.services.outbox.open(NET, each(take))
        begin(hall)
        while not waiting:
            lines_of(hall, 1)
        [late] = waiting
        assert SAYS.fullmatch(late.reply.text)
        assert late.shown is not None
        hall.wait(5)
        hall.paced.take([late])
        assert not any(SAYS.fullmatch(line) for line in hall.to(CHANNEL))
