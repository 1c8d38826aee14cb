"""What moves between two moments of a table: a layer above the drawn table that may hide, and never shows what is not.

The table that is drawn is always that after the change; until chips and cards have come to where they stand, the layer
covers those places, and draws piles without numbers and backs on their way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ircpoker.feed.messages import TableSnapshot
from ircpoker.screen.canvas import Canvas, Rect
from ircpoker.screen.draw_plates import seat_card_places
from ircpoker.screen.marks import Marks
from ircpoker.screen.pieces import BACK, draw_card, draw_pile, pile_wide, uncover
from ircpoker.screen.seat_places import SizeClass, lay_out
from ircpoker.screen.table_places import Placed, place_table

SPEEDS = {"normal": 1.0, "fast": 0.5, "off": 0.0}
"""How long motions take, by the setting."""
MOST_SCREENS = 20
"""With more screens in a process nothing moves."""
_CARD, _MOST_DEALING = 0.07, 0.9
_BET, _SWEEP, _TURN, _WIN = 0.16, 0.24, 0.18, 0.4
"""Seconds of chips from a seat to its bet, of bets to the pot, of a card that is turned, of a pot to its winner."""
_PAINT = frozenset(" ▀▄▌▖▚─│╭╮╰╯")
BACKLOG_SECONDS = 2.0
"""With moments that wait for longer nothing moves."""


class MovingPiece(NamedTuple):
    """Something that moves.

    Attributes:
        begins: the seconds after the change.
        lasts: its seconds.
        start: where it comes from; None for a card that is turned where it lies.
        end: where it comes to.
        amount: the chips; 0 for a card.
        covers: whether `end` is covered until then.
        ground: the ground with which it is covered; empty for the felt.
    """

    begins: float
    lasts: float
    start: Rect | None
    end: Rect
    amount: int = 0
    covers: bool = True
    ground: str = ""


class Motion:
    """The moves after the last change of a table."""

    def __init__(self) -> None:
        self._moves: list[MovingPiece] = []
        self._since = 0.0
        self._speed = 0.0
        self._size = (0, 0)

    def begin(self, before: TableSnapshot, after: TableSnapshot, canvas: Rect, now: float, speed: float) -> None:
        """Begin the moves from one table to another.

        Args:
            before: the table that was drawn before.
            after: the table that is drawn now.
            canvas: the size of the screen.
            now: monotonic seconds.
            speed: how long they take, of `SPEEDS`; 0 for no moves.
        """
        self.end()
        if not speed:
            return
        parts = lay_out(canvas.width, canvas.height)
        placed = [place_table(table, parts.felt, parts.size, is_framed=False) for table in (before, after)]
        self._since, self._speed, self._size = now, speed, (canvas.width, canvas.height)
        self._moves = list(_moves(before, after, placed[0], placed[1], parts.size))

    def end(self) -> None:
        """Let everything stand where it stands."""
        self._moves = []

    def is_on(self, now: float) -> bool:
        """Return whether something moves."""
        return any(now < self._since + self._speed * (move.begins + move.lasts) for move in self._moves)

    def draw(self, canvas: Canvas, now: float, marks: Marks) -> None:
        """Draw the layer above a drawn table."""
        if not self._moves or canvas.palette.is_framed:
            return
        if (canvas.width, canvas.height) != self._size:  # The places are those of another terminal.
            self.end()
            return
        parts = lay_out(canvas.width, canvas.height)
        at = (now - self._since) / self._speed
        running = [move for move in self._moves if at < move.begins + move.lasts]
        for move in running:
            if move.covers and move.start is not None:
                if move.ground:
                    canvas.fill(move.end, move.ground)
                else:
                    uncover(canvas, move.end, parts.felt, parts.size)
        for move in running:
            _draw_move(canvas, move, (at - move.begins) / move.lasts, parts.size, marks)
        if not running:
            self._moves = []


def _draw_move(canvas: Canvas, move: MovingPiece, share: float, size: SizeClass, marks: Marks) -> None:
    if move.start is None:
        if share < 0.67:
            draw_card(canvas, move.end, BACK, marks)
        if 0.33 <= share < 0.67:  # on its edge
            half = move.end.width // 2
            uncover(canvas, move.end, lay_out(canvas.width, canvas.height).felt, size)
            canvas.fill(Rect(move.end.x + half - 1, move.end.y, 2, move.end.height), "back")
        return
    if share < 0:
        return
    x = round(move.start.x + (move.end.x - move.start.x) * share)
    y = round(move.start.y + (move.end.y - move.start.y) * share)
    pile = size.pile[2]
    way = pile_wide(move.amount, 2, pile) if move.amount else 3
    if not _PAINT.issuperset(canvas.chars[y][x : x + way]):  # A number that is half covered would be another one.
        return
    if move.amount:
        draw_pile(canvas, x, y, move.amount, 2, pile)
    else:
        canvas.put(x, y, "▚▚▚", "weave")


def _moves(
    before: TableSnapshot, after: TableSnapshot, then: Placed, now: Placed, size: SizeClass
) -> Iterator[MovingPiece]:
    """Yield what moves from one table to another."""
    if not after.deal:
        if before.deal:
            yield from _to_winners(after, now)
    elif before.deal != after.deal:
        yield from _dealing(after, now, size)
    elif before.street != after.street or len(before.board) != len(after.board):
        begins = 0.0
        for seat in before.seats:
            if (rect := then.bets.get(seat.seat)) is not None:
                foot, begins = rect._replace(y=rect.y + rect.height - 1), _SWEEP
                yield MovingPiece(0.0, _SWEEP, foot, _middle(now.pot), seat.bet, covers=False)
        for number in range(len(before.board), len(after.board)):
            yield MovingPiece(begins, _TURN, None, now.places.board[number])
            begins += _TURN
    else:
        bets = {seat.seat: seat.bet for seat in before.seats}
        for seat in after.seats:
            rect = now.bets.get(seat.seat)
            if rect is not None and seat.bet > bets.get(seat.seat, 0):
                yield MovingPiece(0.0, _BET, _middle(now.plates[seat.seat]), rect, seat.bet)


def _to_winners(after: TableSnapshot, now: Placed) -> Iterator[MovingPiece]:
    for result in after.last.results if after.last is not None else ():
        if result.won and result.seat in now.plates:
            yield MovingPiece(0.0, _WIN, _middle(now.pot), _middle(now.plates[result.seat]), result.won, covers=False)


def _dealing(after: TableSnapshot, now: Placed, size: SizeClass) -> Iterator[MovingPiece]:
    """Yield the cards that are dealt, one round after the other, from the button on."""
    inside = [seat for seat in after.seats if seat.in_hand and seat.seat in now.plates]
    button = next((number for number, seat in enumerate(inside) if seat.is_button), -1)
    order = inside[button + 1 :] + inside[: button + 1]
    start = _middle(now.plates[order[-1].seat]) if order else _middle(now.pot)
    cards = max((seat.card_count for seat in order), default=0)
    step = min(_CARD, _MOST_DEALING / max(1, cards * len(order)))
    own = after.you.seat if after.you is not None else None
    for card in range(cards):
        for number, seat in enumerate(order):
            places = now.places.cards if seat.seat == own else seat_card_places(now.plates[seat.seat], size, cards)
            if card < len(places):
                ground = "" if seat.seat == own else "plate"
                yield MovingPiece(step * (card * len(order) + number), _BET, start, places[card], ground=ground)


def _middle(rect: Rect) -> Rect:
    return Rect(rect.x + rect.width // 2, rect.y + rect.height // 2, 1, 1)
