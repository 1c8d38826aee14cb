"""Writes a finished deal as PHH, without the cards that were not shown."""

from __future__ import annotations

from datetime import time
from decimal import Decimal
from typing import TYPE_CHECKING

from ircpoker.records.phh.amounts import ScaledAmount
from ircpoker.records.phh.variants import BETTING_FIELD, FULL_BLINDS_FIELD, game_of
from ircpoker.table.actions import Bet, Fold, RaiseTo
from ircpoker.table.events import CardsDrawn, HandMucked, HandShown, HoleCardsDealt, PlayerActed, StreetBegan
from ircpoker.table.games import Betting

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from ircpoker.cards import Card
    from ircpoker.table.deal import Deal
    from ircpoker.table.events import Event

UNKNOWN = "??"
Value = (
    bool | int | ScaledAmount | str | time | list[int] | list[ScaledAmount] | list[ScaledAmount | Decimal] | list[str]
)
"""The value of a field."""


def format_history(deal: Deal, facts: Mapping[str, Value] | None = None, open_seats: Collection[int] = ()) -> str:
    """Return a finished deal as the text of a `.phh` file.

    Args:
        deal: a finished deal.
        facts: more fields of the format, such as `hand`, `players`, `table`, `year`.
        open_seats: seats whose cards are written although they were not shown, such as that of the player who asks.

    Returns:
        TOML, with a line end after each field. Other cards that were not shown are `??`.

    Raises:
        ValueError: the deal is not over.
    """
    if not deal.is_over:
        raise ValueError("the deal is not over")
    return format_fields(_fields(deal, facts or {}, open_seats))


def format_fields(fields: Mapping[str, Value]) -> str:
    """Return fields of the format as TOML, a line each."""
    return "".join([f"{key} = {_format_value(value)}\n" for key, value in fields.items()])


def format_histories(texts: Iterable[str]) -> str:
    """Return several `.phh` texts as the text of a `.phhs` file, numbered from 1."""
    return "\n".join(f"[{number}]\n{text}" for number, text in enumerate(texts, 1))


def _fields(deal: Deal, facts: Mapping[str, Value], open_seats: Collection[int]) -> dict[str, Value]:
    setup = deal.setup
    seats = len(setup.stacks)
    fields: dict[str, Value] = {
        "variant": setup.game.phh_code,
        "ante_trimming_status": not setup.antes_are_dead,
        "antes": _by_seat(setup.antes, seats),
        "blinds_or_straddles": _by_seat(setup.blinds, seats),
    }
    if setup.game.betting is Betting.LIMIT:
        fields |= {"small_bet": setup.small_bet, "big_bet": setup.big_bet}
    else:
        fields["min_bet"] = setup.small_bet
    fields["starting_stacks"] = list(setup.stacks)
    fields["actions"] = _actions(deal, open_seats)
    fields["finishing_stacks"] = list(deal.stacks)
    if setup.game != game_of(setup.game.phh_code):
        fields[BETTING_FIELD] = setup.game.betting.value
    if setup.game.betting is Betting.POT_LIMIT:
        fields[FULL_BLINDS_FIELD] = max(setup.full_blinds, sum(map(abs, setup.blinds)))
    return fields | dict(facts)


def _by_seat(amounts: Sequence[int], seats: int) -> list[int]:
    # Heads-up the format has the small blind first, though this player has the button and is our last seat.
    return list(amounts or (0,) * seats)[:: -1 if seats == 2 else 1]


def _actions(deal: Deal, open_seats: Collection[int]) -> list[str]:
    hidden = [seat not in open_seats and not deal.shown[seat] for seat in range(len(deal.setup.stacks))]
    actions: list[str] = []
    for event in deal.events:
        seat = getattr(event, "seat", 0)
        seen: Collection[Card] | None = () if hidden[seat] else None
        if deal.shown[seat] and seat not in open_seats:
            seen = deal.hole_cards[seat]
        actions += _format_event(event, seen)
    return actions


def _format_event(event: Event, seen: Collection[Card] | None) -> list[str]:
    """Return the event's actions with the cards in `seen`, or with all cards if it is None."""
    if isinstance(event, StreetBegan):
        return [f"d db {_format_cards(event.board)}"] if event.board else []
    player = f"p{event.seat + 1}"
    if isinstance(event, HoleCardsDealt):
        return [f"d dh {player} {_format_cards(event.cards or (), seen)}"]
    if isinstance(event, CardsDrawn):
        dealt = [f"d dh {player} {_format_cards(event.drawn or (), seen)}"] if event.count else []
        return [f"{player} sd {_format_cards(event.discarded or (), seen)}".rstrip(), *dealt]
    if isinstance(event, HandShown):
        return [f"{player} sm {_format_cards(event.cards)}"]
    if isinstance(event, HandMucked):
        return [f"{player} sm"]
    if isinstance(event, PlayerActed):
        if isinstance(event.action, Bet | RaiseTo):
            return [f"{player} cbr {event.action.amount}"]
        return [f"{player} f" if isinstance(event.action, Fold) else f"{player} cc"]
    return []


def _format_cards(cards: Iterable[Card], seen: Collection[Card] | None = None) -> str:
    return "".join(str(card) if seen is None or card in seen else UNKNOWN for card in cards)


def _format_value(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | ScaledAmount | time):
        return str(value).lower()
    if isinstance(value, list):
        if not value or not isinstance(value[0], str):
            return f"[{', '.join(map(str, value)).lower()}]"
        return f"[{', '.join(map(_format_value, value))}]"
    is_plain = value.isprintable() and '"' not in value and "\\" not in value
    return f'"{value if is_plain else "".join(map(_format_char, value))}"'


def _format_char(char: str) -> str:
    if char in {'"', "\\"}:
        return "\\" + char
    if "\ud800" <= char <= "\udfff":
        return "?"  # half of a pair: no text in any encoding
    return char if char >= " " and char != "\x7f" else f"\\u{ord(char):04x}"
