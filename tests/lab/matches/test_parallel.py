"""Matches in several processes: the same results for any division of the work."""

import pytest

from ircpoker.errors import MatchError, RobotError
from ircpoker.lab.matches import Lineup, Matches, Rules, Work, play_all
from ircpoker.lab.matches.tally import dump_tally, load_tally, nothing

MATCHES = Matches(
    (Lineup(("random", "caller")), Lineup(("raiser", "random", "caller"))),
    (Rules("limit", 550, 3), Rules("holdem", 450, 4, all_in=True, profiled=True)),
)


def play(matches, jobs, done=()):
    found = {}
    decks = []
    play_all(matches, jobs, lambda work, tally: found.update({work: tally}), done, lambda: decks.append(1))
    assert len(decks) == sum(matches.decks(work) for work in found)
    return found


@pytest.mark.slow(2)
def test_the_number_of_processes_changes_nothing():
    alone, together = play(MATCHES, 1), play(MATCHES, 2)
    assert list(alone) == [*[Work(0, block) for block in range(6)], *[Work(1, block) for block in range(5)]]
    assert {work: alone[work] for work in sorted(alone, key=str)} == {
        work: together[work] for work in sorted(together, key=str)
    }
    assert sum(tally.decks for tally in alone.values()) == 1000


@pytest.mark.slow(1)
def test_finished_work_is_not_played_again():
    whole = play(MATCHES, 1)
    done = [Work(0, 0), Work(0, 3), Work(1, 2)]
    rest = play(MATCHES, 1, done)
    assert set(rest) == set(whole) - set(done)
    assert all(rest[work] == whole[work] for work in rest)


def test_a_match_with_a_robot_that_learns_is_one_piece():
    matches = Matches((Lineup(("swede", "caller")),), (Rules("draw", 120, 1),))
    assert list(matches.works()) == [Work(0, 0, 2)]
    assert play(matches, 2)[Work(0, 0, 2)].decks == 120


ROBOT = """
class Broken:
    name = "broken"
    games = {"limit": range(2, 11)}

    def decide(self, view, rng):
        return 1 // 0

class Gone(Broken):
    name = "gone"

    def decide(self, view, rng):
        __import__("os")._exit(3)

ROBOTS = [Broken, Gone]
"""


@pytest.mark.few(1)
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_robot_that_fails_ends_the_match(jobs, tmp_path):
    (tmp_path / "robots.py").write_text(ROBOT)
    matches = Matches((Lineup(("broken", "caller"), tmp_path),), (Rules("limit", 5000, 3),))
    with pytest.raises(RobotError, match="the robot broken failed with ZeroDivisionError") as caught:
        play(matches, jobs)
    assert "ZeroDivisionError" in repr(caught.value.__cause__)


@pytest.mark.slow(1)
def test_a_robot_that_ends_its_process_ends_the_match(tmp_path):
    (tmp_path / "robots.py").write_text(ROBOT)
    matches = Matches((Lineup(("gone", "caller"), tmp_path),), (Rules("limit", 5000, 3),))
    with pytest.raises(MatchError, match="a process of the match ended unexpectedly"):
        play(matches, 2)


@pytest.mark.slow(1)
def test_tallies_are_read_as_they_were_written():
    for work, tally in play(MATCHES, 1).items():
        robots, profiled = (2, False) if work.match == 0 else (3, True)
        assert load_tally(dump_tally(tally), robots, profiled=profiled) == tally
        assert nothing(robots, profiled=profiled) + tally == tally
        with pytest.raises(ValueError, match="not a tally"):
            load_tally(dump_tally(tally), robots + 1, profiled=profiled)
        for name in dump_tally(tally):
            with pytest.raises(ValueError, match="not a tally"):
                load_tally(dump_tally(tally) | {name: "x"}, robots, profiled=profiled)
