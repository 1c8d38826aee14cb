"""Subgames: the rest of a deal from a public situation on, solved with the ranges of both players.

    native.py    the solver in C, where it was built
    solving.py   a subgame and its solution

The solver's longer work, which takes minutes to days, is in `ircpoker.lab`.
"""
