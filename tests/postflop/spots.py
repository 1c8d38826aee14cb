"""Spots for tests: the preset with known results, small ones, and random ones."""

from ircpoker.cards import CARDS, format_cards
from ircpoker.equity.grid import kind_rows
from ircpoker.postflop.solution import Solution, betting
from ircpoker.postflop.spot import make_spot

OOP_RANGE = (
    "88+,A8s+,A5s-A2s:0.5,AJo+,ATo:0.75,K9s+,KQo,KJo:0.75,KTo:0.25,Q9s+,QJo:0.5,J8s+,JTo:0.25,T8s+,T7s:0.45,97s+,"
    "96s:0.45,87s,86s:0.75,85s:0.45,75s+:0.75,74s:0.45,65s:0.75,64s:0.5,63s:0.45,54s:0.75,53s:0.5,52s:0.45,43s:0.5,"
    "42s:0.45,32s:0.45"
)
IP_RANGE = (
    "AA:0.25,99-22,AJs-A2s,AQo-A8o,K2s+,K9o+,Q2s+,Q9o+,J6s+,J9o+,T6s+,T9o,96s+,95s:0.5,98o,86s+,85s:0.5,75s+,74s:0.5,"
    "64s+,63s:0.5,54s,53s:0.5,43s"
)
RANGES = (OOP_RANGE, IP_RANGE)
PRESET = betting(180, 910, "flop 52%, turn 55%, river 70%", "45%", all_in=1)
"""The public preset 3betpotFAST of PioSolver."""
BOARD = "Qs Jh 2h"
NARROW = ("AA,KQ,T9s,76s", "QQ,AJ,98s,KTs")


def preset(rake=None, **options):
    return Solution(make_spot(BOARD, RANGES, PRESET, rake), **options)


def opened(board=f"{BOARD} 8d 3c", ranges=NARROW, tree=None, **options):
    """A spot that is ready to be solved."""
    solution = Solution(make_spot(board, ranges, tree or betting(100, 200)), **options)
    solution.begin()
    return solution


def random_board(rng, size):
    return format_cards([CARDS[code] for code in rng.permutation(52)[:size]])


def random_range(rng, size):
    """A range of so many kinds of hands, with weights."""
    names = [kind for row in kind_rows() for kind in row]
    chosen = [f"{names[at]}:{rng.choice((0.25, 0.5, 1))}" for at in rng.permutation(len(names))[:size]]
    return ",".join(chosen)
