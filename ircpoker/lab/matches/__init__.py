"""Matches between robots on duplicate deals, to measure how strong they are."""

from ircpoker.lab.matches.conditions import CONDITIONS, Conditions
from ircpoker.lab.matches.lineup import Lineup
from ircpoker.lab.matches.match import MatchResult, MatchTable, Rules, play_match
from ircpoker.lab.matches.parallel import Matches, Work, play_all
from ircpoker.lab.matches.results import play_matches

__all__ = [
    "CONDITIONS",
    "Conditions",
    "Lineup",
    "MatchResult",
    "MatchTable",
    "Matches",
    "Rules",
    "Work",
    "play_all",
    "play_match",
    "play_matches",
]
