"""Robots are never asked in deals with more or fewer players than they declare."""

import logging
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.lobby.hall import CHANNEL, Hall

ROBOT = """
from ircpoker.table import FOLD, CHECK

class Strict:
    name = "NAME"
    games = {"holdem": SIZES}

    def decide(self, view, rng):
        assert len(view.stacks) in self.games["holdem"]
        return CHECK if view.legal.can_check else FOLD

ROBOTS = [Strict]
"""


@pytest.fixture
def open_hall(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[Callable[..., Hall]]:
    """A bot with robots that fail when they are asked outside the sizes they declare."""
    halls: list[Hall] = []

    def open_with(last: Hall | None = None, **sizes: str) -> Hall:
        for name, declared in sizes.items():
            text = ROBOT.replace("NAME", name).replace("SIZES", declared)
            (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        halls.append(Hall(plugin_path=tmp_path) if last is None else last.restarted(plugin_path=tmp_path))
        return halls[-1]

    yield open_with
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    halls[-1].check_ledger()
    halls[-1].close()


def fold_on(hall: Hall) -> None:
    """Let everybody fold until the deal is over, and the next one begin."""
    while hall.table().hand:
        hall.say(hall.actor(), "!fold")
    hall.wait(5)


def dealt_in(hall: Hall) -> str:
    """Return the names in the line that begins the last deal."""
    line = [text for text in hall.to(CHANNEL) if re.match(r"#\d+ \d", text)][-1]
    return re.sub(r"[^a-z0-9 ]", "", line)


def test_a_robot_for_three_waits_for_the_third_player(open_hall: Callable[..., Hall]) -> None:
    hall = open_hall(trio="range(3, 7)")
    hall.say("alice", "!open")
    hall.new_lines()
    hall.say("alice", "!addbot trio")
    idle = "trio sits out: it plays holdem with 3 to 6 players only."
    assert hall.new_lines(CHANNEL) == ["trio sits down in seat 2 with 500 chips.", idle]
    hall.wait(60)
    assert not hall.table().hand
    assert "trio 500, sits out" in hall.say("alice", "!table")[1]
    hall.say("bob", "!sit")
    hall.wait(5)
    assert "trio" in dealt_in(hall)
    hall.say("bob", "!leave")
    hall.new_lines()
    fold_on(hall)
    hall.wait(60)
    # Once, not in each deal.
    assert hall.new_lines(CHANNEL).count(idle) == 1
    assert not hall.table().hand
    hall.say("bob", "!sit")
    hall.wait(5)
    assert any(text.startswith("#2 ") for text in hall.to(CHANNEL)[-3:])
    assert "trio" in dealt_in(hall)
    assert idle not in hall.new_lines(CHANNEL)


def test_a_robot_sits_out_at_too_large_a_table(open_hall: Callable[..., Hall]) -> None:
    hall = open_hall(even="range(2, 9, 2)")
    hall.say("alice", "!open")
    hall.say("alice", "!addbot even")
    hall.wait(5)
    assert "even" in dealt_in(hall)
    hall.say("bob", "!sit")
    idle = "even sits out: it plays holdem with 2, 4, 6 or 8 players only."
    for sits in (False, True, False, True):
        hall.new_lines()
        if sits:
            hall.say("carol", "!sit")
        else:
            hall.say("carol", "!leave")
        fold_on(hall)
        assert ("even" in dealt_in(hall)) == sits
        assert (idle in hall.new_lines(CHANNEL)) != sits


def test_changed_sizes_after_a_restart(open_hall: Callable[..., Hall]) -> None:
    hall = open_hall(fickle="range(2, 11)")
    for nick in ("alice", "bob"):
        hall.say(nick, "!open" if nick == "alice" else "!sit")
    hall.say("alice", "!addbot fickle")
    hall.tell("carol", "play fickle 200")
    hall.wait(5)
    hall = open_hall(hall, fickle="range(4, 11)")
    hall.tell("carol", "fold")
    assert "fickle sits out: it plays holdem with 4 to 10 players only." in hall.to("carol")
    assert hall.to("carol")[-1].startswith("The table is closed: you leave with ")
    fold_on(hall)
    assert "fickle" not in dealt_in(hall)
    assert "fickle sits out: it plays holdem with 4 to 10 players only." in hall.to(CHANNEL)


def test_a_robot_for_more_seats_than_a_table_has_is_refused(open_hall: Callable[..., Hall]) -> None:
    hall = open_hall(crowd="range(11, 13)")
    hall.say("alice", "!open")
    assert hall.say("alice", "!addbot crowd")[0].startswith("crowd plays holdem with 11 to 12 players only: ")
