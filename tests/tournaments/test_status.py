"""The channel of a tournament with several tables reads how it stands, at most once a minute."""

import re
from itertools import pairwise
from random import Random

import pytest

from ircpoker.tournaments.settings import TournamentSettings
from tests.tournaments.arena import CHANNEL, Arena
from tests.tournaments.test_large import make

STATUS = re.compile(r"open: \d+ of 12 left(, \d+ places paid)?, big blind \d+, \d+ on average, \w+ leads with \d+")


@pytest.mark.slow(10)
@pytest.mark.parametrize("listed", [("#two", "#three", "#four"), (CHANNEL, "#two", "#three")])
def test_the_channel_reads_how_it_stands_at_most_once_a_minute(listed: tuple[str, ...]) -> None:
    sections = {"tournaments": TournamentSettings(channels=listed)}
    with Arena(channels=(CHANNEL, "#two", "#three", "#four"), sections=sections) as arena:
        words = "free seats 4 stack 300 10/20@4 15/30@4 20/40@4 30/60@4 50/100@4 100/200@4"
        arena.tournaments.begin(make(arena, words, 5, 7))
        arena.run()
        at: list[float] = []
        seen = len(arena.lines)
        rng = Random(3)
        while not arena.is_over:
            arena.play(rng, 1, boldness=0.02, pace=3)
            new = [line for line in arena.lines[seen:] if line.target == CHANNEL and STATUS.fullmatch(line.text)]
            at += [arena.clock.monotonic() for _ in new]
            seen = len(arena.lines)
        # Where a table plays, the lines of who is out and of levels say the same.
        assert len(at) > (CHANNEL not in listed)
        assert all(later - earlier > 55 for earlier, later in pairwise(at))


def test_a_sit_and_go_needs_no_such_line() -> None:
    with Arena() as arena:
        arena.say("alice", "!sng free 3")
        for nick in ("bob", "carol"):
            arena.say(nick, "!sng")
        arena.play(Random(3), boldness=0.1)
        assert arena.is_over
        assert not any(line.startswith("sng: ") and "leads with" in line for line in arena.to(CHANNEL))
