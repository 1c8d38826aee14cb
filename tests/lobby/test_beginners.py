"""Two beginners, who call too much and never read help: each line that they read names a step that works.

They play from their first chips, do what the last line names, and wait only where a line says how long.
"""

from __future__ import annotations

import re
from random import Random

import pytest

from tests import tiers
from tests.lobby.hall import RESULT, Hall
from tests.waiting import wait_until

PLUGINS = ("parse", "slots", "videopoker", "holdem", "draw", "bank", "help")
REFUSED = re.compile(
    r"is not|not enough|you have no |you cannot|nothing was|not legal|only in|no deal is|sit here already"
)
WAIT = re.compile(r"the house gives more in (?:(\d+) h )?(\d+) min")
STEP = re.compile(r"!([a-z]+)((?: \d+)*)")
CARDS = "Ah Kd Qc Js 9h"


class Beginner:
    """Somebody who plays against one robot.

    Attributes:
        refusals: the lines that named a step, the step, and the answer, for steps that did not work.
    """

    def __init__(self, hall: Hall, nick: str, rng: Random, robot: str) -> None:
        self.hall, self.nick, self.rng = hall, nick, rng
        self.opening = f"play {robot}"
        self.refusals: list[tuple[str, str, str]] = []

    @property
    def deals(self) -> int:
        """The deals that they have finished."""
        return sum(bool(RESULT.match(line)) for line in self.hall.to(self.nick))

    def play(self, deals: int) -> None:
        """Play so many deals, whatever happens between them."""
        self.hall.tell(self.nick, self.opening)
        while self.deals < deals:
            if self.hall.actor(self.nick):
                self._act()
            elif self.hall.has_table(self.nick):
                self._wait_for_the_robot()
            else:
                self._go_on()

    def _wait_for_the_robot(self) -> None:
        """Wait for the next deal, or until the robot has thought, however long that takes here."""
        table = self.hall.table(self.nick)
        if table.hand is not None and table.robots.is_thinking(table.hand):
            wait_until(lambda: self.hall.run() or not (table.hand and table.robots.is_thinking(table.hand)))
        self.hall.wait(1)

    def _act(self) -> None:
        """Call nearly everything, and go all-in now and then."""
        hand = self.hall.table(self.nick).hand
        assert hand is not None
        legal = hand.turn
        assert legal is not None
        if self.rng.random() < 0.08:
            line = "allin" if legal.bet or legal.raise_to or legal.call else "check"
        elif legal.can_check:
            line = "check"
        else:
            line = "call"
        assert self.hall.tell(self.nick, line) == [], line

    def _go_on(self) -> None:
        """Do what the last line says; it must work."""
        last_line = self.hall.to(self.nick)[-1]
        waits = WAIT.search(last_line)
        steps = STEP.findall(last_line)
        if not steps or last_line.startswith("The table is closed"):
            steps = [("play", "")]
        for name, numbers in steps:
            self._take(last_line, self.opening if name == "play" else f"{name}{numbers}")
            if not waits:
                break
        if waits:
            hours, minutes = waits.groups(default="0")
            self.hall.wait(3600 * int(hours) + 60 * int(minutes))
            self._take(last_line, self.opening)

    def _take(self, last_line: str, line: str) -> None:
        """Take one step that was named."""
        line = {"parse": f"parse {CARDS}", "odds": "odds AhKd QcQs", "hold": "hold none"}.get(line, line)
        answer = " | ".join(self.hall.tell(self.nick, line))
        if REFUSED.search(answer):
            self.refusals.append((last_line, line, answer))


def games(robot: str, deals: int, *nicks: str) -> list[object]:
    """Return the parameters of a game: all deals in the deep tier, a twentieth of them before."""
    return [
        pytest.param(robot, deals // 20, nicks, marks=pytest.mark.slow(10)),
        pytest.param(robot, deals, nicks, marks=[pytest.mark.slow(600), pytest.mark.deep]),
    ]


@pytest.mark.parametrize(("robot", "deals", "nicks"), [*games("medium", 200, "ann", "bob"), *games("hard", 20, "ann")])
def test_beginners_are_never_stuck(robot: str, deals: int, nicks: tuple[str, ...]) -> None:
    with Hall(plugins=PLUGINS, seed=tiers.seed(5), deal_pause=1.0) as hall:
        for number, nick in enumerate(nicks):
            beginner = Beginner(hall, nick, Random(tiers.seed(number)), robot)
            beginner.play(deals)
            assert beginner.refusals == []
