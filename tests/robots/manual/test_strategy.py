"""`manual` decides for all hands at once as it does for each of them."""

import random

import numpy as np
import pytest

from ircpoker.cards import CARDS, SUITS, Rank, parse_cards
from ircpoker.equity.range_counts import COMBINATIONS, combination_number
from ircpoker.lab.responses.limit_players import histories, manual_player, nodes
from ircpoker.lab.training.learning import LANES
from ircpoker.postflop.engine.native import LIMIT_HOLDEM
from ircpoker.robots.manual import decide
from ircpoker.robots.manual.rows import find_row
from ircpoker.robots.manual.strategy import CLASSES, strategy
from ircpoker.table.actions import CALL, CHECK, Bet, Call, Check, Fold, RaiseTo
from ircpoker.table.deal import Deal
from ircpoker.table.view import make_view
from tests.lab.small import needs_solver
from tests.table.play import deck_of, holdem
from tests.tiers import count, seed


def act(deal, letter):
    legal = deal.legal_actions()
    if letter == "c":
        deal.act(deal.actor, CHECK if legal.can_check else CALL)
    else:
        deal.act(deal.actor, Bet(legal.bet[0]) if legal.bet else RaiseTo(legal.raise_to[0]))


def letter_of(action):
    return "f" if isinstance(action, Fold) else "c" if isinstance(action, Check | Call) else "r"


def random_cards(rng):
    """Two hands and a board; in half of the cases with a rare strong hand."""
    cards = rng.sample(CARDS, 52)
    holes, rest = cards[:4], cards[4:]
    if rng.random() < 0.5:
        ranks = set(rng.sample(list(Rank), 2))
        suit = rng.choice(SUITS)
        rest = [card for card in rest if card.suit == suit or card.rank in ranks]
    return *(" ".join(map(str, two)) for two in (holes[:2], holes[2:])), " ".join(map(str, rest[:5]))


def random_spots(deals, rng):
    """Random play at limit, and with each turn its public history."""
    for _ in range(deals):
        first, second, board = random_cards(rng)
        deal = Deal(holdem((1000, 1000), game="limit"), deck_of(first, second, board=board))
        history, dealt = "", 0
        while deal.actor is not None and deal.legal_actions().can_fold:
            view = make_view(deal, deal.actor)
            if len(view.board) > dealt:
                history, dealt = f"{history}/", len(view.board)
            yield view, history
            letter = rng.choices("cr", (3, 2))[0]
            if not (view.legal.bet or view.legal.raise_to):
                letter = "c"
            act(deal, letter)
            history += letter


@pytest.mark.slow(1)
def test_as_it_decides_for_one_hand():
    seen = set()
    for view, history in random_spots(count(3000, 150), random.Random(seed(5))):
        found = strategy(history, [card.code for card in view.board])
        hand = found[combination_number(*(card.code for card in view.hole_cards))]
        assert hand.sum() == 1
        expected = letter_of(decide(view).action)
        assert "fcr"[int(hand.argmax())] == expected, (history, view.hole_cards, view.board)
        seen.add((find_row(view), expected))
    assert {row for row, _ in seen} == set(range(1, 12))
    assert len(seen) > 20


@pytest.mark.slow(1)
@needs_solver
def test_the_solver_takes_the_same():
    board = bytes(card.code for card in parse_cards("9h 9c 4s Td 4d"))
    classes, rows, number = manual_player()(3, board)
    assert rows.shape[1] == number == CLASSES
    live = ~np.isin(COMBINATIONS, list(board)).any(axis=1)
    for lane, before in random.Random(seed(6)).sample(list(histories(3).items()), count(567, 20)):
        for node, betting in nodes(LIMIT_HOLDEM, 3).items():
            asked = rows[lane // LANES, classes, node, :, lane % LANES]
            assert (asked[live] == strategy(before + betting, board)[live]).all()
