"""Views of turns in real deals: cards and actions in, the robot's view out."""

from __future__ import annotations

from ircpoker.cards import CARDS, parse_cards
from ircpoker.table.actions import CALL, CHECK, FOLD, Action, Bet, Discard, RaiseTo
from ircpoker.table.deal import Deal
from ircpoker.table.games import GAMES
from ircpoker.table.setup import Setup
from ircpoker.table.view import PlayerView, make_view
from tests.table.play import deck_of, holdem

BIG_BLIND, BUTTON = 0, 1
"""The seats of a heads-up deal: the player deals, or the robot does."""
OTHER_CARDS = "2c 3c"
_WORDS: dict[str, Action] = {"fold": FOLD, "check": CHECK, "call": CALL}


def action_of(word: str) -> Action:
    """Return the action of `fold`, `check`, `call`, `bet 4`, `to 12`."""
    verb, _, amount = word.partition(" ")
    if verb in _WORDS:
        return _WORDS[verb]
    return Bet(int(amount)) if verb == "bet" else RaiseTo(int(amount))


def play(deal: Deal, actions: str) -> Deal:
    """Let the actors do these, separated by commas, one after the other."""
    for word in filter(None, map(str.strip, actions.split(","))):
        assert deal.actor is not None
        deal.act(deal.actor, action_of(word))
    return deal


def holdem_turn(
    seat: int, hole: str, actions: str = "", board: str = "", stack: int = 200, other_stack: int = 1000, **fields: str
) -> PlayerView:
    """Return the robot's view heads-up with blinds 1/2 after these actions.

    Args:
        seat: `BIG_BLIND` or `BUTTON`, which acts first before the flop and last after it.
        hole: its cards.
        actions: the actions of both, in turn.
        board: the cards dealt so far.
        stack: the robot's stack before the deal.
        other_stack: the opponent's.
        fields: `other`: the opponent's cards; `game`.
    """
    other = fields.get("other") or other_cards(hole, board)
    hands = (hole, other) if seat == BIG_BLIND else (other, hole)
    stacks = (stack, other_stack) if seat == BIG_BLIND else (other_stack, stack)
    deal = play(Deal(holdem(stacks, game=fields.get("game", "holdem")), deck_of(*hands, board=board)), actions)
    assert deal.actor == seat, f"it is the turn of {deal.actor}"
    return make_view(deal, seat)


def other_cards(*known: str) -> str:
    """Return two cards that are not among these."""
    taken = {card for cards in known for card in parse_cards(cards)}
    return " ".join([str(card) for card in CARDS if card not in taken][:2])


def draw_deal(*hands: str, stacks: tuple[int, ...] = (), rest: str = "", ante: int = 10, game: str = "draw") -> Deal:
    """Return a draw deal with these hands, seat 0 first, and these cards next in the deck."""
    holes = [parse_cards(hand) for hand in hands]
    cards = [hand[index] for index in range(5) for hand in holes] + list(parse_cards(rest))
    deck = cards + [card for card in CARDS if card not in cards]
    setup = Setup(
        GAMES[game],
        stacks or (200 + ante,) * len(hands),
        small_bet=ante,
        big_bet=2 * ante,
        antes=(ante,) * len(hands),
    )
    return Deal(setup, deck)


def stand_pat(deal: Deal) -> Deal:
    """Let everybody keep all cards."""
    while (legal := deal.legal_actions()) is not None and legal.discard:
        deal.act(legal.seat, Discard())
    return deal
