"""The steps of a deal in words, for tables and for finished deals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from ircpoker.cards import Card
from ircpoker.table import WAGERS, Bet, Call, Check, Fold, RaiseTo, Street
from ircpoker.table.events import CardsDrawn, PlayerActed
from ircpoker.words import SEPARATOR, Phrase

if TYPE_CHECKING:
    from ircpoker.feed.table_parts import Action

Segments = list["str | Card | Phrase"]
"""The parts of a line."""
_FEED_NAMES: dict[type, Action] = {Fold: "fold", Check: "check", Call: "call", Bet: "bet", RaiseTo: "raise_to"}
_NAMES: dict[type, str] = {Fold: "fold", Check: "check", Call: "call", Bet: "bet", RaiseTo: "raise"}


def spaced(cards: Iterable[Card]) -> Segments:
    """Return cards with a space between each two."""
    parts: Segments = [part for card in cards for part in (" ", card)]
    return parts[1:]


def joined(segments: Iterable[Sequence[str | Card | Phrase]], separator: str = SEPARATOR) -> Segments:
    """Return the segments that are not empty, with a separator between each two."""
    parts: Segments = []
    for segment in segments:
        if segment:
            parts += [separator, *segment] if parts else segment
    return parts


def board_parts(street: Street, board: Sequence[Card]) -> Segments:
    """Return the board with its street: `FLOP 2h 7d Tc`; nothing if there is none."""
    return [Phrase(f"street.{street.value}", board=spaced(board))] if board else []


def street_parts(street: Street, board: Sequence[Card], new: Sequence[Card]) -> Segments:
    """Return a street with the board before it, and the new cards in brackets."""
    if not board:
        return board_parts(street, new)
    return [Phrase(f"street.{street.value}", board=[*spaced(board), " ", Phrase("street.new", cards=spaced(new))])]


def feed_action(event: PlayerActed | CardsDrawn) -> tuple[Action, int]:
    """Return an action as the feed names it, with its amount.

    That of a raise is the whole bet, that of a call what it costs, that of a draw the number of cards.
    """
    if not isinstance(event, PlayerActed):
        return "discard", event.count
    return _FEED_NAMES[type(event.action)], _amount_of(event)


def _amount_of(event: PlayerActed) -> int:
    return event.action.amount if isinstance(event.action, WAGERS) else event.paid


def act_phrase(
    event: PlayerActed | CardsDrawn, form: str, who: Phrase | str, amount_of: Callable[[int], object] = int
) -> Phrase:
    """Return an action in words.

    Args:
        event: the action.
        form: the form of the verb: `you` or `other`.
        who: the name of the player.
        amount_of: returns an amount as it is shown.

    Examples:
        >>> from ircpoker.table import CALL, DealSeat
        >>> print(act_phrase(PlayerActed(DealSeat(0), CALL, 20), "other", "ann"))
        ann calls 20
    """
    name, values = _act(event, amount_of)
    return Phrase(f"acts.{name}.{form}", who=who, **values)


def did_phrase(event: PlayerActed | CardsDrawn, amount_of: Callable[[int], object] = int) -> Phrase:
    """Return what a seat did last, as it stands at its place: `raises to 40`."""
    name, values = _act(event, amount_of)
    return Phrase(f"did.{name}", **values)


def _act(event: PlayerActed | CardsDrawn, amount_of: Callable[[int], object]) -> tuple[str, dict[str, object]]:
    """Return the name of an action in the catalogue, and the values of its template."""
    if not isinstance(event, PlayerActed):
        return ("draw", {"n": event.count}) if event.count else ("pat", {})
    has_amount = not isinstance(event.action, Fold | Check)
    return _NAMES[type(event.action)], {"amount": amount_of(_amount_of(event))} if has_amount else {}
