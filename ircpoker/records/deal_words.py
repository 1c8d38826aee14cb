"""The steps of a deal in words, for tables and for finished deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.table import Bet, Check, Fold, RaiseTo
from ircpoker.table.events import PlayerActed
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.table.events import CardsDrawn


def act_phrase(event: PlayerActed | CardsDrawn, form: str, who: Phrase | str) -> Phrase:
    """Return an action in words.

    Args:
        event: the action.
        form: the form of the verb: `you` or `other`.
        who: the name of the player.

    Examples:
        >>> from ircpoker.table import CALL, DealSeat
        >>> print(act_phrase(PlayerActed(DealSeat(0), CALL, 20), "other", "ann"))
        ann calls 20
    """
    if not isinstance(event, PlayerActed):
        if event.count:
            return Phrase(f"acts.draw.{form}", who=who, count=event.count)
        return Phrase(f"acts.pat.{form}", who=who)
    match event.action:
        case Fold():
            return Phrase(f"acts.fold.{form}", who=who)
        case Check():
            return Phrase(f"acts.check.{form}", who=who)
        case Bet(amount):
            return Phrase(f"acts.bet.{form}", who=who, amount=amount)
        case RaiseTo(amount):
            return Phrase(f"acts.raise.{form}", who=who, amount=amount)
        case _:
            return Phrase(f"acts.call.{form}", who=who, amount=event.paid)
