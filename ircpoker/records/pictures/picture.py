"""A poker table as somebody sees it at one moment: names, chips, cards and marks, ready to be drawn.

The same picture is drawn for a step of a finished deal and for a live table. `slots` lists its texts by the name of the
place where each stands, so that a script can fill the drawing again without knowing anything about poker.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

BOARD_CARDS = 5
HIDDEN = "?"
"""A card whose back is seen."""
LONGEST_NAME = 12
"""The characters of a name for which a seat has room."""
LONGEST_NOTE = 16


class SeatPicture(Struct, frozen=True):
    """A seat of a table.

    Attributes:
        name: who sits there; empty for a free seat.
        stack: the chips behind.
        bet: the chips in front of the seat; empty without any.
        cards: names such as `Th`, or `HIDDEN`.
        note: the last action, or the hand that was shown.
        chance: the chance to win by the cards that everybody sees; empty if they see too few.
        has_button: whether the seat has the dealer button.
        is_out: whether the seat takes no part in the hand (any more).
        is_turn: whether the seat acts now.
    """

    name: str
    stack: str = ""
    bet: str = ""
    cards: tuple[str, ...] = ()
    note: str = ""
    chance: str = ""
    has_button: bool = False
    is_out: bool = False
    is_turn: bool = False

    @property
    def marks(self) -> str:
        """The seat's marks, separated by spaces."""
        marks = {"free": not self.name, "out": self.is_out, "turn": self.is_turn, "button": self.has_button}
        return " ".join([mark for mark, is_set in marks.items() if is_set])


class TablePicture(Struct, frozen=True):
    """A table.

    Attributes:
        title: what is seen, such as the name of the street.
        seats: the seats clockwise, the first at the bottom.
        board: the cards on the board.
        pot: the chips in the middle; empty without any.
    """

    title: str
    seats: tuple[SeatPicture, ...]
    board: tuple[str, ...] = ()
    pot: str = ""

    @property
    def most_cards(self) -> int:
        """The most cards that a seat holds."""
        return max((len(seat.cards) for seat in self.seats), default=0)


def slots(picture: TablePicture, hole_cards: int) -> dict[str, str]:
    """Return the text of each place of a picture.

    Args:
        picture: the picture.
        hole_cards: the number of places for cards that each seat has.

    Returns:
        `title`, `pot`, `board0` …; and `0.name`, `0.stack`, `0.bet`, `0.note`, `0.chance`, `0.marks`, `0.card0` … for
        each seat; empty where nothing is seen.

    Examples:
        >>> found = slots(TablePicture("flop", (SeatPicture("ann", "490", cards=("Th", HIDDEN)),), ("2c",)), 2)
        >>> found["board0"], found["board1"], found["0.name"], found["0.card0"], found["0.card1"]
        ('2c', '', 'ann', 'Th', '?')
    """
    found = {"title": picture.title, "pot": picture.pot}
    found |= {f"board{place}": _card(picture.board, place) for place in range(BOARD_CARDS)}
    for number, seat in enumerate(picture.seats):
        texts = {
            "name": short_name(seat.name),
            "stack": seat.stack,
            "bet": seat.bet,
            "note": _cut(seat.note, LONGEST_NOTE),
            "chance": seat.chance,
            "marks": seat.marks,
        }
        texts |= {f"card{place}": _card(seat.cards, place) for place in range(hole_cards)}
        found |= {f"{number}.{slot}": text for slot, text in texts.items()}
    return found


def all_cards(picture: TablePicture) -> set[str]:
    """Return the cards that are seen, with `HIDDEN` for a back."""
    return {*picture.board, *[card for seat in picture.seats for card in seat.cards]}


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """Return the texts that are not the same as before.

    Examples:
        >>> changes({"pot": "15", "title": "preflop"}, {"pot": "25", "title": "preflop"})
        {'pot': '25'}
    """
    return {slot: text for slot, text in after.items() if before.get(slot, "") != text}


def format_chips(chips: float) -> str:
    """Return chips as people write them.

    Examples:
        >>> format_chips(1240), format_chips(12.5)
        ('1,240', '12.5')
    """
    return f"{chips:,}"


def short_name(name: str) -> str:
    """Return a name that a seat has room for.

    Examples:
        >>> short_name("ann"), short_name("a_very_long_nick")
        ('ann', 'a_very_long…')
    """
    return _cut(name, LONGEST_NAME)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _card(cards: tuple[str, ...], place: int) -> str:
    return cards[place] if place < len(cards) else ""
