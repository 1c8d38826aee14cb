"""A league: each robot plays every other robot heads-up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import sqrt

from ircpoker.errors import UsageError, quote
from ircpoker.lab.matches.lineup import Lineup
from ircpoker.lab.matches.parallel import Matches
from ircpoker.lab.matches.playing import MatchResult, Rules
from ircpoker.lab.matches.tally import Tally

FEWEST = 2


@dataclass(frozen=True, slots=True)
class League:
    """The results of a league.

    Attributes:
        robots: the robots' names.
        results: the result of each pair, in the order of `pairs`; the first of a pair is the first robot of its match.
    """

    robots: tuple[str, ...]
    results: tuple[MatchResult, ...]

    def against(self, robot: int, other: int) -> tuple[float, float | None]:
        """Return a robot's win against another, in thousandths of a big blind per deal, and half its 95 % interval.

        The interval is None for a single deck.
        """
        pair = (min(robot, other), max(robot, other))
        result = self.results[pairs(len(self.robots)).index(pair)]
        return result.mean(int(robot > other)), result.interval(int(robot > other))

    def standing(self, robot: int) -> tuple[float, float | None]:
        """Return a robot's mean win over its opponents, as `against`; decks differ, so the errors are independent."""
        cells = [self.against(robot, other) for other in range(len(self.robots)) if other != robot]
        intervals = [interval for _, interval in cells if interval is not None]
        mean = sum(mean for mean, _ in cells) / len(cells)
        error = sqrt(sum(interval * interval for interval in intervals)) / len(cells) if intervals else None
        return mean, error

    @property
    def ranking(self) -> list[int]:
        """The robots, the best first."""
        return sorted(range(len(self.robots)), key=lambda robot: -self.standing(robot)[0])


def pairs(robots: int) -> list[tuple[int, int]]:
    """Return the pairs of robots that play each other, each once."""
    return list(combinations(range(robots), 2))


def make_league(lineup: Lineup, rules: Rules) -> Matches:
    """Return the matches of a league.

    Args:
        lineup: all robots.
        rules: the rules of every match; the number of the pair, from 0, is added to the seed, so that each pair has its
            own decks.

    Raises:
        UsageError: there are fewer than two robots, or one is named twice.
        UnknownRobotError: no robot has one of the names.
        NotAllowedError: a robot does not play the game heads-up.
    """
    names = [robot.name for robot in lineup.classes()]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None or len(names) < FEWEST:
        problem = f"{quote(twice)} is given twice" if twice else "one robot has nobody to play with"
        raise UsageError(f"{problem}: expected two different robots or more")
    lineups = [
        replace(lineup, names=(lineup.names[first], lineup.names[second])) for first, second in pairs(len(names))
    ]
    for pair in lineups:
        pair.check(rules.game)
    return Matches(tuple(lineups), tuple([replace(rules, seed=rules.seed + number) for number in range(len(lineups))]))


def read_league(matches: Matches, tallies: Sequence[Tally]) -> League:
    """Return the league, once its matches have been played."""
    results = [
        MatchResult(tuple([robot.name for robot in lineup.classes()]), rules, tally)
        for (lineup, rules), tally in zip(matches.each(), tallies, strict=True)
    ]
    robots = list(dict.fromkeys(name for result in results for name in result.robots))
    return League(tuple(robots), tuple(results))
