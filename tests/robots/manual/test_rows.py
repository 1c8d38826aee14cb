"""The situation of a turn, heads-up and at larger tables."""

import pytest

from ircpoker.cards import CARDS
from ircpoker.robots.manual.rows import find_row
from ircpoker.table.deal import Deal
from ircpoker.table.view import make_view
from tests.robots.turns import play
from tests.table.play import holdem


@pytest.mark.parametrize(
    ("seats", "actions", "seat", "row"),
    [
        # Heads-up: seat 1 has the button.
        (2, "", 1, 1),
        (2, "call, to 6", 1, 2),
        (2, "to 6, to 12", 1, 2),
        (2, "call", 0, 3),
        (2, "to 6", 0, 4),
        (2, "call, to 6, to 12", 0, 5),
        (2, "to 6, to 12, to 24", 0, 5),
        (2, "call, check", 0, 9),
        (2, "call, check, check", 1, 6),
        (2, "call, check, bet 2", 1, 7),
        (2, "call, check, check, bet 2, to 6", 1, 8),
        (2, "call, check, bet 2, to 6, to 12", 1, 8),
        (2, "call, check, check, bet 2", 0, 10),
        (2, "call, check, bet 2, to 6", 0, 11),
        (2, "call, check, check, bet 2, to 6, to 12", 0, 11),
        (2, "to 6, call, check, bet 6, to 20, to 100", 0, 11),
        (2, "to 6, call, bet 20, call", 0, 9),
        # Four seats: 0 is the small blind, 1 the big one, 3 the button. Before the flop only the big blind differs.
        (4, "", 2, 1),
        (4, "call, call, call", 1, 3),
        (4, "to 6", 3, 2),
        (4, "to 6, call, fold", 1, 4),
        (4, "call, fold, fold, to 6, to 12", 1, 5),
        # Later streets: the last player in the hand.
        (4, "call, call, call, check", 0, 9),
        (4, "call, call, call, check, check, check, check", 3, 6),
        (4, "call, fold, call, check, check, check", 2, 6),
        (4, "call, fold, call, check, check, check, bet 2", 0, 10),
        (4, "call, call, call, check, check, check, bet 2", 3, 7),
        (4, "call, call, call, check, check, bet 2, call", 3, 7),
        (4, "call, call, call, check, check, bet 2", 2, 10),
        (4, "call, call, call, check, check, check, bet 2, fold, fold", 1, 10),
        (4, "call, call, call, check, check, bet 2, to 6, fold, fold", 1, 11),
        (4, "call, call, call, check, check, check, bet 2, to 6, fold, fold", 2, 11),
        (4, "call, call, call, check, check, check, check, bet 2, to 6, fold, fold", 3, 8),
    ],
)
def test_rows(seats, actions, seat, row):
    deal = play(Deal(holdem((200,) * seats), CARDS), actions)
    assert deal.actor == seat
    assert find_row(make_view(deal, seat)) == row
