"""Writes a deal as PHH in the normal form of an export.

The same deal gives the same text, whichever form it was read from. So cards are written once they are known to the
reader, hands are shown after the last street, and what no form can carry is left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, time
from decimal import Decimal

from ircpoker.cards import CARDS, Card
from ircpoker.records.amounts import ScaledAmount
from ircpoker.records.facts import EASTERN
from ircpoker.records.forms import ExportOptions
from ircpoker.records.phh.script import BETTING_FIELD, FULL_BLINDS_FIELD, UNKNOWN, game_of
from ircpoker.records.played import OWNER, PUBLIC, HandReader, PlayedHand, may_see
from ircpoker.records.visiting import CardChange, HandVisitor
from ircpoker.table import WAGERS, Betting, Deal, DealSeat, Fold, deal_seats
from ircpoker.table.events import CardsDrawn, PlayerActed

Value = (
    bool | int | ScaledAmount | str | time | list[int] | list[ScaledAmount] | list[ScaledAmount | Decimal] | list[str]
)
"""The value of a field."""


def write_phh(hand: PlayedHand, reader: HandReader = PUBLIC) -> str:
    """Return a hand as the text of a `.phh` file.

    Args:
        hand: the hand.
        reader: for whom; cards that they may not see are `??`.
    """
    writer = _PhhWriter(hand, reader)
    writer.visit()
    return format_fields(writer.deal_fields() | writer.facts())


def export_phh(hand: PlayedHand, reader: HandReader, options: ExportOptions) -> str:
    """Return a hand as a section of a `.phhs` file."""
    return f"[{options.place}]\n{write_phh(hand, reader)}\n"


def format_history(deal: Deal, facts: Mapping[str, Value] | None = None, open_seats: Collection[int] = ()) -> str:
    """Return a finished deal as the text of a `.phh` file, as it was played: the form of the bot's own histories.

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
    count = len(deal.setup.stacks)
    hand = PlayedHand(deal, ("",) * count, known=frozenset(CARDS))
    readers = [PUBLIC, *[HandReader(deal_seats(count)[seat]) for seat in open_seats if seat < count]]
    known = frozenset([card for reader in readers for card in may_see(hand, reader) or ()])
    writer = _HistoryWriter(replace(hand, known=known), OWNER)
    writer.visit()
    return format_fields(writer.deal_fields() | dict(facts or {}))


class _PhhWriter(HandVisitor):
    """Writes one deal."""

    def __init__(self, hand: PlayedHand, reader: HandReader) -> None:
        super().__init__(hand, reader)
        self._actions: list[str] = []

    def deal_fields(self) -> dict[str, Value]:
        """Return the fields of the deal, after the visit."""
        hand, setup, game = self.hand, self.hand.deal.setup, self.hand.game
        fields: dict[str, Value] = {"variant": game.phh_code} | self._forced()
        if game.betting is Betting.LIMIT:
            fields |= {"small_bet": self.amount(hand.small_bet), "big_bet": self.amount(setup.big_bet)}
        else:
            fields |= {"min_bet": self.amount(hand.small_bet)}
        unknown = hand.unknown_stacks
        stacks = [Decimal("inf") if seat in unknown else self.amount(stack) for seat, stack in enumerate(setup.stacks)]
        fields |= {"starting_stacks": stacks, "actions": self._actions}
        if not unknown:
            fields |= {"finishing_stacks": list(map(self.amount, hand.final_stacks))}
        if hand.has_own_winnings:
            fields |= {"winnings": [self.amount(hand.won(seat)) for seat in hand.by_deal]}
        if game != game_of(game.phh_code):
            fields[BETTING_FIELD] = game.betting.value
        if game.betting is Betting.POT_LIMIT:
            fields[FULL_BLINDS_FIELD] = self.amount(self._full_blinds())
        return fields

    def _forced(self) -> dict[str, Value]:
        return {
            "ante_trimming_status": not self.hand.has_dead_antes,
            "antes": self._by_seat(self.hand.antes),
            "blinds_or_straddles": self._by_seat(self.hand.blinds),
        }

    def _full_blinds(self) -> int:
        return self.hand.full_blinds

    def facts(self) -> dict[str, Value]:
        """Return the fields that say when and where it was played, in the time of New York."""
        hand = self.hand
        fields: dict[str, Value] = {"players": [seat.name for seat in hand.seats], "hand": hand.facts.number}
        fields |= {name: text for name, text in (("venue", hand.venue), ("table", hand.table)) if text}
        fields |= {"seats": [seat.number for seat in hand.seats], "seat_count": hand.seat_count}
        if hand.played_at is not None:
            fields |= time_fields(hand.played_at, EASTERN)
        return fields | ({"currency": hand.facts.currency} if hand.facts.currency else {})

    def _by_seat(self, amounts: Sequence[int]) -> list[ScaledAmount]:
        # Heads-up the format has the small blind first, though this player has the button and is our last seat.
        return list(map(self.amount, amounts[::-1] if len(amounts) == 2 else amounts))

    def dealt(self, seat: DealSeat, count: int, cards: tuple[Card, ...] | None) -> None:
        """Write the cards of a seat."""
        self._actions.append(f"d dh p{seat + 1} {self._text(cards, count)}")

    def began(self, before: tuple[Card, ...], new: tuple[Card, ...]) -> None:
        """Write the cards of a street."""
        del before
        if new:
            self._actions.append(f"d db {self._text(new)}")

    def acted(self, event: PlayerActed) -> None:
        """Write an action."""
        action = event.action
        done = f"cbr {self.amount(action.amount)}" if isinstance(action, WAGERS) else "cc"
        self._actions.append(f"p{event.seat + 1} {'f' if isinstance(action, Fold) else done}")

    def drawn(self, event: CardsDrawn, cards: CardChange | None) -> None:
        """Write a draw."""
        discarded, drawn = cards or (None, None)
        self._actions.append(f"p{event.seat + 1} sd {self._text(discarded, event.count)}".rstrip())
        if event.count:
            self._actions.append(f"d dh p{event.seat + 1} {self._text(drawn, event.count)}")

    def shown(self, seat: DealSeat, cards: tuple[Card, ...]) -> None:
        """Write a hand that is shown."""
        self._actions.append(f"p{seat + 1} sm {self._text(cards)}")

    def mucked(self, seat: DealSeat, *, is_shown: bool) -> None:
        """Write that nobody has seen a hand."""
        cards = f" {self._text(None, len(self.hand.deal.hole_cards[seat]))}" if is_shown else ""
        self._actions.append(f"p{seat + 1} sm{cards}")

    def volunteered(self, seat: DealSeat) -> None:
        """Write a hand that is shown after the end."""
        self.shown(seat, self.hand.deal.hole_cards[seat])

    def _text(self, cards: Iterable[Card] | None, count: int = 0) -> str:
        return UNKNOWN * count if cards is None else "".join(map(str, cards))


class _HistoryWriter(_PhhWriter):
    """Writes a deal as it was played: hands where they were shown, each card that is known, blinds as they were due."""

    AS_PLAYED = True

    def _forced(self) -> dict[str, Value]:
        setup, count = self.hand.deal.setup, len(self.left)
        return {
            "ante_trimming_status": not setup.antes_are_dead,
            "antes": self._by_seat(setup.antes or (0,) * count),
            "blinds_or_straddles": self._by_seat(self.hand.posted),
        }

    def _full_blinds(self) -> int:
        return max(self.hand.deal.setup.full_blinds, sum(map(abs, self.hand.posted)))

    def visible(self, cards: Iterable[Card] | None) -> tuple[Card, ...]:
        """Return all cards: each of them is known or not."""
        return tuple(cards or ())

    def _text(self, cards: Iterable[Card] | None, count: int = 0) -> str:
        del count
        return "".join([str(card) if card in self.seen else UNKNOWN for card in cards or ()])


def time_fields(moment: datetime, zone: str) -> dict[str, Value]:
    """Return the fields of a moment in the time of a zone."""
    fields: dict[str, Value] = {"day": moment.day, "month": moment.month, "year": moment.year}
    return fields | {"time": moment.time().replace(microsecond=0), "time_zone": zone}


def format_fields(fields: Mapping[str, Value]) -> str:
    """Return fields of the format as TOML, a line each."""
    return "".join([f"{key} = {_format_value(value)}\n" for key, value in fields.items()])


def format_histories(texts: Iterable[str]) -> str:
    """Return several `.phh` texts as the text of a `.phhs` file, numbered from 1."""
    return "\n".join(f"[{number}]\n{text}" for number, text in enumerate(texts, 1))


def _format_value(value: Value) -> str:
    if isinstance(value, str):
        return f'"{value if _is_plain(value) else "".join(map(_format_char, value))}"'
    if isinstance(value, list):
        if not value or not isinstance(value[0], str):
            return f"[{', '.join(map(str, value)).lower()}]"
        if _is_plain("".join(map(str, value))):
            return '["' + '", "'.join(map(str, value)) + '"]'
        return f"[{', '.join(map(_format_value, value))}]"
    return str(value).lower()


def _is_plain(text: str) -> bool:
    return text.isprintable() and '"' not in text and "\\" not in text


def _format_char(char: str) -> str:
    if char in {'"', "\\"}:
        return "\\" + char
    if "\ud800" <= char <= "\udfff":
        return "?"  # half of a pair: no text in any encoding
    return char if char >= " " and char != "\x7f" else f"\\u{ord(char):04x}"
