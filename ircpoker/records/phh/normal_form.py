"""Writes a deal as PHH in the normal form of an export.

The same deal gives the same text, whichever form it was read from. So cards are written once they are known to the
reader, hands are shown after the last street, and what no form can carry is left out.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from ircpoker.records.phh.amounts import ScaledAmount
from ircpoker.records.phh.facts import EASTERN
from ircpoker.records.phh.variants import BETTING_FIELD, FULL_BLINDS_FIELD, game_of
from ircpoker.records.phh.writing import UNKNOWN, format_fields
from ircpoker.table import Bet, Betting, Fold, RaiseTo
from ircpoker.table.events import CardsDrawn, HandMucked, HandShown, HoleCardsDealt, PlayerActed, StreetBegan

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ircpoker.cards import Card
    from ircpoker.records.phh.writing import Value
    from ircpoker.records.view import HandView
    from ircpoker.table.events import Event


def write_phh(view: HandView) -> str:
    """Return a deal as the text of a `.phh` file."""
    return format_fields(_fields(view))


def _fields(view: HandView) -> dict[str, Value]:
    history, setup = view.history, view.deal.setup
    game = history.game
    fields: dict[str, Value] = {
        "variant": game.phh_code,
        "ante_trimming_status": not view.has_dead_antes,
        "antes": _by_seat(view, view.antes),
        "blinds_or_straddles": _by_seat(view, view.blinds),
    }
    if game.betting is Betting.LIMIT:
        fields |= {"small_bet": _amount(view, history.small_bet), "big_bet": _amount(view, history.big_bet)}
    else:
        fields["min_bet"] = _amount(view, history.small_bet)
    unknown = history.unknown_stacks
    fields["starting_stacks"] = [
        Decimal("inf") if seat in unknown else _amount(view, stack) for seat, stack in enumerate(setup.stacks)
    ]
    actions = [action for event in view.deal.events for action in _actions(view, event)]
    fields["actions"] = actions + [_shown(view, seat) for seat in view.volunteers]
    if not history.unknown_stacks:
        fields["finishing_stacks"] = [_amount(view, stack) for stack in view.final_stacks]
    if view.has_own_winnings:
        fields["winnings"] = [_amount(view, view.won(seat)) for seat in sorted(view.order)]
    if game != game_of(game.phh_code):
        fields[BETTING_FIELD] = game.betting.value
    if game.betting is Betting.POT_LIMIT:
        fields[FULL_BLINDS_FIELD] = _amount(view, view.full_blinds)
    return fields | _facts(view)


def _facts(view: HandView) -> dict[str, Value]:
    facts = view.hand.facts
    fields: dict[str, Value] = {"players": view.names, "hand": view.number}
    if view.venue:
        fields["venue"] = view.venue
    if view.table:
        fields["table"] = view.table
    fields |= {"seats": list(view.seats), "seat_count": view.seat_count}
    moment = view.played_at
    if moment is not None:
        fields |= {"day": moment.day, "month": moment.month, "year": moment.year}
        fields |= {"time": moment.time().replace(microsecond=0), "time_zone": EASTERN}
    if facts.currency:
        fields["currency"] = facts.currency
    return fields


def _amount(view: HandView, units: int) -> ScaledAmount:
    return ScaledAmount(units, view.history.decimals)


def _by_seat(view: HandView, amounts: Sequence[int]) -> list[ScaledAmount]:
    # Heads-up the format has the small blind first, though this player has the button and is our last seat.
    return [_amount(view, amount) for amount in (amounts[::-1] if len(amounts) == 2 else amounts)]


def _actions(view: HandView, event: Event) -> list[str]:
    """Return the actions of an event, as far as the reader may see them."""
    if isinstance(event, StreetBegan):
        return [f"d db {_text(event.board)}"] if event.board else []
    player = f"p{event.seat + 1}"
    if isinstance(event, HoleCardsDealt):
        return [f"d dh {player} {_text(view.dealt(event), event.count)}"]
    if isinstance(event, CardsDrawn):
        discarded, drawn = view.drawn(event) or (None, None)
        changed = [f"d dh {player} {_text(drawn, event.count)}"] if event.count else []
        return [f"{player} sd {_text(discarded, event.count)}".rstrip(), *changed]
    if isinstance(event, HandShown):
        return [_shown(view, event.seat)]
    if isinstance(event, HandMucked):
        return [f"{player} sm"]
    if isinstance(event, PlayerActed):
        if isinstance(event.action, Bet | RaiseTo):
            return [f"{player} cbr {_amount(view, event.action.amount)}"]
        return [f"{player} f" if isinstance(event.action, Fold) else f"{player} cc"]
    return []


def _shown(view: HandView, seat: int) -> str:
    cards = view.deal.hole_cards[seat]
    return f"p{seat + 1} sm {_text(cards if view.knows(cards) else None, len(cards))}"


def _text(cards: Iterable[Card] | None, count: int = 0) -> str:
    return UNKNOWN * count if cards is None else "".join(map(str, cards))
