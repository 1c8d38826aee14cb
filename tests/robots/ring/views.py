"""Views of whose turn it is."""

from ircpoker.cards import CARDS, parse_cards
from ircpoker.table.deal import Deal
from ircpoker.table.view import make_view
from tests.robots.turns import play
from tests.table.play import deck_of, holdem


def turn_of(hole, words="", stacks=(100,) * 6, board=""):
    """Return the view of whose turn it is after these actions; blinds 1/2. This seat holds `hole`."""
    seat = play(Deal(holdem(stacks), CARDS), words).actor
    taken = parse_cards(f"{hole} {board}")
    others = [str(card) for card in CARDS if card not in taken]
    hands = [hole if each == seat else " ".join(others[2 * each : 2 * each + 2]) for each in range(len(stacks))]
    deal = play(Deal(holdem(stacks), deck_of(*hands, board=board)), words)
    assert deal.actor == seat
    return make_view(deal, seat)
