"""Features of a view that several robots use: this street's betting, the price of a call, the best hold at a draw.

Bets and stacks between those that a strategy knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ircpoker.cards import Card
from ircpoker.draws import CLASSES, HoldOption, ValueFunction, discards
from ircpoker.table.actions import Bet, RaiseTo
from ircpoker.table.events import CardsDrawn, PlayerActed, StreetBegan
from ircpoker.table.games import Betting, FirstToAct
from ircpoker.table.view import PlayerView


def street_actions(view: PlayerView) -> list[PlayerActed]:
    """Return the actions of this street, in order."""
    actions: list[PlayerActed] = []
    for event in reversed(view.events):
        if isinstance(event, StreetBegan):
            break
        if isinstance(event, PlayerActed):
            actions.append(event)
    return actions[::-1]


def has_wagered(view: PlayerView) -> bool:
    """Return whether the viewer has bet or raised on this street."""
    return any(acted.seat == view.seat and isinstance(acted.action, Bet | RaiseTo) for acted in street_actions(view))


def owed(view: PlayerView) -> int:
    """Return the chips that the viewer needs to match the bet, whether it has them or not."""
    return 0 if view.seat is None else max(0, view.bet_to_match - view.bets[view.seat])


def least_wager(view: PlayerView) -> int | None:
    """Return the least bet, or the least amount to raise to, whether or not the viewer has the chips.

    The engine also offers an all-in for less; this is the full size.

    Args:
        view: the view of the seat whose turn it is.

    Returns:
        The amount; None if the viewer may neither bet nor raise.
    """
    legal = view.legal
    amounts = legal and (legal.bet or legal.raise_to)
    if not amounts or view.seat is None:
        return None
    all_in = view.bets[view.seat] + view.stacks[view.seat]
    if amounts[0] < all_in:
        return amounts[0]
    return max(all_in, view.bet_to_match + _step(view))


def _step(view: PlayerView) -> int:
    """Return the difference between the next full raise and the bet to match."""
    setup = view.setup
    plan = next(plan for plan in setup.game.streets if plan.street is view.street)
    if setup.game.betting is Betting.LIMIT:
        return setup.big_bet if plan.doubles else setup.small_bet
    step = setup.small_bet
    bet_to_match = max(setup.blinds, default=0) if plan.first_to_act is FirstToAct.AFTER_BLINDS else 0
    for acted in street_actions(view):
        if isinstance(acted.action, Bet | RaiseTo):
            step = max(step, acted.action.amount - bet_to_match)
            bet_to_match = acted.action.amount
    return step


def best_hold(view: PlayerView, values: ValueFunction = CLASSES) -> HoldOption:
    """Return the best way to draw to the viewer's five cards.

    Args:
        view: the view in a draw game, before the draw.
        values: the value of each class of hands.

    Returns:
        The cards to keep. Cards that the viewer discarded in an earlier draw of this deal cannot come back.
    """
    thrown = [
        card
        for event in view.events
        if isinstance(event, CardsDrawn) and event.seat == view.seat
        for card in event.discarded or ()
    ]
    return _search(view.hole_cards, values, tuple(thrown))


@lru_cache(maxsize=64)
def _search(hand: tuple[Card, ...], values: ValueFunction, dead: tuple[Card, ...]) -> HoldOption:
    # Kept, because a robot needs it at each turn before the draw, and again at the draw.
    return discards(hand, values, dead)[0]


def smaller_chance(size: float, smaller: float, larger: float) -> float:
    """Return the probability that a bet is read as the smaller of the two sizes around it.

    Examples:
        >>> smaller_chance(0.5, 0.5, 1.0), smaller_chance(1.0, 0.5, 1.0)
        (1.0, 0.0)
        >>> round(smaller_chance(0.75, 0.5, 1.0), 3)
        0.429
    """
    return (larger - size) * (1 + smaller) / ((larger - smaller) * (1 + size))


def depth_for(stack: float, depths: Sequence[int]) -> int:
    """Return the depth that is nearest to a stack; both in big blinds.

    Examples:
        >>> [depth_for(stack, (50, 100)) for stack in (12, 70, 71, 400)]
        [50, 50, 100, 100]
    """
    return min(depths, key=lambda depth: max(stack / depth, depth / stack))
