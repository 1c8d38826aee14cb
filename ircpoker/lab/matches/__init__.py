"""Matches between robots on duplicate deals, to measure how strong they are."""

from ircpoker.lab.matches.lineup import CONDITIONS, Conditions, Lineup
from ircpoker.lab.matches.parallel import Matches, Work, play_all, play_matches
from ircpoker.lab.matches.playing import MatchResult, MatchTable, Rules, match
