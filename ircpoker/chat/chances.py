"""The chances of hands in a line of chat, computed quickly, because the whole bot waits for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.chat.parts import joined
from ircpoker.equity.answers import answer
from ircpoker.equity.odds import plan
from ircpoker.equity.ranges import ANY
from ircpoker.equity.spots import make_spot
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.cards import Card
    from ircpoker.chat.parts import Parts
    from ircpoker.equity.answers import OddsAnswer
    from ircpoker.equity.spots import Hand, Spot
    from ircpoker.table import Game, LegalActions, PlayerView

CHAT_SECONDS = (0.018, 0.015)
"""The longest estimated times of an exact answer and of a sampled one."""


def quick_answer(spot: Spot) -> OddsAnswer:
    """Return the odds of a spot, exactly if that is quick, else sampled."""
    return answer(spot, plan(spot, *CHAT_SECONDS))


def chances(hands: Sequence[Hand], board: Sequence[Card], game: Game) -> list[str]:
    """Return the share of the pot that each hand wins on average.

    Examples:
        >>> from ircpoker.cards import parse_cards
        >>> from ircpoker.table import GAMES
        >>> chances([parse_cards("Td 7s"), parse_cards("Qh Jh")], parse_cards("Jc 7d 2s 7h"), GAMES["holdem"])
        ['95 %', '5 %']
    """
    found = quick_answer(make_spot(hands, board, game=game.name))
    return [percent(each.equity) for each in found.equities]


def own_odds(view: PlayerView, legal: LegalActions) -> Parts:
    """Return how often a player's hand wins against as many random hands as are in the deal, and how often a call must.

    Args:
        view: the deal from the player's seat.
        legal: the legal actions.

    Returns:
        The chance and the pot odds as phrases; nothing in a draw game.
    """
    if view.setup.game.numbers_cards:
        return []
    others = sum(view.in_hand) - 1
    spot = make_spot([view.hole_cards, *[ANY] * others], view.board, game=view.setup.game.name)
    parts: list[Parts] = [[Phrase("odds.against", chance=percent(quick_answer(spot).equities[0].equity), n=others)]]
    if legal.call:
        parts.append([Phrase("odds.needed", needed=percent(legal.call / (view.pot + legal.call)), price=legal.call)])
    return joined(parts, ", ")


def percent(chance: float) -> str:
    """Return a chance in whole percent; only impossible and certain events are 0 and 100.

    Examples:
        >>> percent(0.946), percent(0.998), percent(0.001), percent(1.0)
        ('95 %', '99 %', '1 %', '100 %')
    """
    return f"{100 * chance:.0f} %" if chance in {0.0, 1.0} else f"{min(99, max(1, round(100 * chance)))} %"
