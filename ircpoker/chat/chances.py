"""The chances of hands in a line of chat, computed quickly, because the whole bot waits for them."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from ircpoker.cards import Card
from ircpoker.equity.answers import OddsAnswer, answer, whole_percent
from ircpoker.equity.odds import Plan, plan, reading_seconds
from ircpoker.equity.range_terms import ANY
from ircpoker.equity.spots import Hand, Spot, make_spot
from ircpoker.records.deal_words import Segments, joined
from ircpoker.table import Game, LegalActions, PlayerView
from ircpoker.words import Phrase

CHAT_SECONDS = 0.006
"""The longest estimated time of an answer, with reading the question."""
TOKEN_SECONDS = 0.0018
"""The time of an answer that a token pays for."""


def quick_plan(spot: Spot) -> Plan:
    """Return the plan for the odds of a spot: exact if that is quick, else sampled."""
    left = CHAT_SECONDS - reading_seconds(spot)
    return plan(spot, left, left)


def quick_answer(spot: Spot, how: Plan | None = None) -> OddsAnswer:
    """Return the odds of a spot by a plan, or else by the quick one."""
    return answer(spot, how or quick_plan(spot))


def tokens(spot: Spot, how: Plan) -> int:
    """Return the tokens that an answer takes from the limit of the person who asks: one for each few milliseconds.

    Examples:
        >>> for hands in (["AsAh", "KdKc"], ["any"] * 10):
        ...     print(tokens(make_spot(hands), quick_plan(make_spot(hands))))
        1
        4
    """
    return max(1, ceil((reading_seconds(spot) + how.seconds) / TOKEN_SECONDS))


def chances(hands: Sequence[Hand], board: Sequence[Card], game: Game) -> list[str]:
    """Return the share of the pot that each hand wins on average.

    Examples:
        >>> from ircpoker.cards import parse_cards
        >>> from ircpoker.table import GAMES
        >>> chances([parse_cards("Td 7s"), parse_cards("Qh Jh")], parse_cards("Jc 7d 2s 7h"), GAMES["holdem"])
        ['95 %', '5 %']
    """
    odds = quick_answer(make_spot(hands, board, game=game.name))
    return [whole_percent(each.equity) for each in odds.equities]


def own_odds(view: PlayerView, legal: LegalActions) -> Segments:
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
    parts: list[Segments] = [
        [Phrase("odds.against", chance=whole_percent(quick_answer(spot).equities[0].equity), n=others)]
    ]
    if legal.call:
        parts.append([Phrase("odds.needed", needed=whole_percent(view.needed), price=legal.call)])
    return joined(parts, ", ")
