"""Matches: robots against each other on duplicate deals, to measure how strong they are."""

from ircpoker.matches.conditions import CONDITIONS, Conditions
from ircpoker.matches.match import MatchResult, play_match

__all__ = ["CONDITIONS", "Conditions", "MatchResult", "play_match"]
