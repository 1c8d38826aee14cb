"""Matches between robots on duplicate deals, to measure how strong they are."""

from ircpoker.matches.conditions import CONDITIONS, Conditions
from ircpoker.matches.lineup import Lineup
from ircpoker.matches.match import MatchResult, MatchTable, Rules, play_match
from ircpoker.matches.parallel import Matches, Work, play_all
from ircpoker.matches.results import play_matches

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
