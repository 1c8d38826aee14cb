"""Draws a table as the feed describes it: plates, board, pot, bets, own cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ircpoker.feed.messages import Paid, TableSnapshot
from ircpoker.feed.table_parts import SeatSnapshot
from ircpoker.screen.canvas import Canvas, Rect
from ircpoker.screen.colours import TERMINAL, Palette
from ircpoker.screen.draw_plates import PlateDrawing
from ircpoker.screen.marks import Marks
from ircpoker.screen.offers import own_seat
from ircpoker.screen.pieces import digits_wide, draw_card, draw_felt, draw_pile, pile_wide, put_digits
from ircpoker.screen.seat_places import SizeClass
from ircpoker.screen.table_places import chips, place_table
from ircpoker.screen.text import cut, width
from ircpoker.words import Phrase


class Scene(NamedTuple):
    """What a drawing needs beside the table.

    Attributes:
        marks: the signs.
        say: words a phrase.
        seconds: the seconds that the player whose turn it is has left; None if no clock runs.
        chosen: the numbers of the own cards that are marked for the draw, from 1.
        palette: the colours.
        is_far: whether each byte goes over a network: then buttons are low.
        is_past: whether it is a finished deal: what comes after it is not said.
    """

    marks: Marks
    say: Callable[[Phrase], str]
    seconds: float | None = None
    chosen: frozenset[int] = frozenset()
    palette: Palette = TERMINAL
    is_far: bool = False
    is_past: bool = False

    def words(self, key: str, **facts: object) -> str:
        """Return a phrase of the screen as it may be shown."""
        return self.marks.text(self.say(Phrase(f"screen.{key}", **facts)))


def draw_table(canvas: Canvas, area: Rect, size: SizeClass, table: TableSnapshot, scene: Scene) -> None:
    """Draw a table into an area of a canvas."""
    _TableDrawing(canvas, area, size, table, scene).draw()


class _TableDrawing(PlateDrawing):
    """One drawing of a table."""

    def __init__(self, canvas: Canvas, area: Rect, size: SizeClass, table: TableSnapshot, scene: Scene) -> None:
        words = width(scene.words("bet", amount=""))
        placed = place_table(table, area, size, is_framed=canvas.palette.is_framed, bet_words=words)
        super().__init__(canvas, placed, size, table, scene)
        self._area = area
        self._places = placed.places

    def draw(self) -> None:
        """Draw it."""
        area, top = self._area, int(not self._size.is_small)
        draw_felt(self._canvas, Rect(area.x, area.y + top, area.width, area.height - top), self._size, self._marks)
        seats = {seat.seat: seat for seat in self._table.seats}
        self._draw_board()
        for number, rect in self._placed.plates.items():
            seat, bet = seats.get(number), self._placed.bets.get(number)
            if seat is None:
                self.draw_free(rect, number)
                continue
            self.draw_taken(seat, rect)
            if bet is not None:
                self._draw_bet(bet, seat)
        self._draw_pot()

    def _draw_bet(self, rect: Rect, seat: SeatSnapshot) -> None:
        if self._is_framed:
            words = self._scene.words("bet", amount=chips(seat.bet))
            self._canvas.put(rect.x, rect.y, words if width(words) <= rect.width else chips(seat.bet), "bold")
            return
        most, _, wide = self._size.pile
        foot, number = rect.y + rect.height - 1, chips(seat.bet)
        if rect.width > len(number):
            draw_pile(self._canvas, rect.x, foot, seat.bet, 2 if rect.height == 1 else most, wide)
        x = rect.x + rect.width - len(number)
        is_on_felt = {"felt", "inner"}.issuperset(self._canvas.grounds_at(x, foot, len(number)))
        self._canvas.put(x, foot, number, "bold" if is_on_felt else "pot")

    def _draw_board(self) -> None:
        board, street = self._table.board, self._table.street
        is_open = bool(self._table.deal) and (bool(board) or not street.endswith("draw"))
        for number, rect in enumerate(self._places.board):
            card = board[number] if number < len(board) else ""
            if card or is_open:
                draw_card(self._canvas, rect, card, self._marks, self.card_state(card))
        self._canvas.put_middle(self._area, self._line_below, self._below_board(), "dim")

    @property
    def _line_below(self) -> int:
        return self._places.board[0].y + self._places.board[0].height + (not self._size.is_small)

    def _below_board(self) -> str:
        """Return what stands below the board: the street with its parts of the pot, or what comes next."""
        table, words = self._table, self._scene.words
        if not table.deal and self._scene.is_past:
            return ""
        if not table.deal:
            own = own_seat(table)
            waiting = "waits" if own is None or own.stack or own.status == "leaving" else "out_of_chips"
            players = [seat for seat in table.seats if seat.stack and seat.status in {"playing", "waiting"}]
            if table.next is not None:
                return words("next_deal", deal=table.next.deal)
            return "" if waiting == "waits" and len(players) != 1 else words(waiting)
        if self.chances is not None:
            left = 5 - len(table.board)
            boards = self.chances.boards
            how = words("exact", boards=chips(boards)) if boards else "±"
            return self._marks.text(f"{words('to_come', n=left)} · {how}")
        street = words(f"street_{table.street}") if table.street else ""
        bets = sum(seat.bet for seat in table.seats)
        if not bets or bets >= table.pot or self._size.is_small:
            return street
        text = words("pot_parts", street=street, before=chips(table.pot - bets), bets=chips(bets))
        room = width(text) + 4
        place = Rect(self._area.x + (self._area.width - room) // 2, self._line_below, room, 1)
        around = [*self._placed.plates.values(), *filter(None, self._placed.bets.values())]
        return street if any(place.touches(each) for each in around) else text

    def _draw_pot(self) -> None:
        table, size, words = self._table, self._size, self._scene.words
        paid = table.last
        if not table.deal:
            if paid is not None and any(seat.last for seat in table.seats):
                self._draw_winners(paid)
            return
        if not table.pot:
            return
        _, most, wide = size.pile
        most = 2 if size.is_small else most
        parts = table.split_pots or (table.pot,)
        label = words("pot", amount=chips(table.pot)).upper()
        board = self._places.board[0]
        foot = board.y - 1 - (not size.is_small)
        has_digits = size.name == "L" and len(parts) == 1 and not self._is_framed
        if len(parts) > 1:
            label = f"{label} ({' + '.join(map(chips, parts))})"
        piles = 0 if self._is_framed else sum(pile_wide(part, most, wide) + 1 for part in parts)
        name = words("pot", amount="").strip().upper()
        text = digits_wide(table.pot) + len(name) + 4 if has_digits else width(label) + 2
        if piles + text > self._area.width - 2 * size.plate[0] - 6:
            parts, piles = (), 0
        x = self._area.x + (self._area.width - piles - text) // 2
        for part in parts if piles else ():
            x = draw_pile(self._canvas, x, foot, part, most, wide) + 1
        if has_digits:
            self._canvas.fill(Rect(x, foot - 2, text, 3), "plate")
            put_digits(self._canvas, self._canvas.put(x + 1, foot - 1, f"{name} ", "dim") + 1, foot - 2, table.pot)
        else:
            is_bare = self._is_framed or size.is_small
            self._canvas.put(x, foot, label if is_bare else f" {label} ", "bold" if is_bare else "pot")

    def _draw_winners(self, paid: Paid) -> None:
        """Draw who has won the deal that has just ended, with what; above the board, on amber."""
        winners = [result for result in paid.results if result.won]
        names = {seat.seat: self._marks.text(seat.name) for seat in self._table.seats}
        if not winners:
            return
        words, board = self._scene.words, self._places.board
        total = sum(result.won for result in winners)
        who = ", ".join([names.get(result.seat, str(result.seat)) for result in winners])
        title = words("wins_pot", who=who, n=len(winners))
        hand = self._marks.text(winners[0].hand) if len(winners) == 1 else ""
        middle = board[0].x + (board[-1].x + board[-1].width - board[0].x) // 2
        wide = max(42, digits_wide(total) + 26)
        rect = Rect(middle - wide // 2, board[0].y - 5, wide, 4)
        is_free = not any(rect.touches(plate._replace(width=plate.width + 1)) for plate in self._placed.plates.values())
        if self._size.is_small or self._is_framed or not is_free:
            amount = f" {chips(total)} "
            rect = Rect(board[0].x, board[0].y - 1, board[-1].x + board[-1].width - board[0].x, 1)
            rect = Rect(middle - 20, board[0].y - 1, 40, 1) if self._size.is_small else rect
            text = f" {cut(title, rect.width - len(amount) - 1, self._marks.ellipsis)}{amount}"
            self._canvas.put_middle(rect, rect.y, text, "now")
            return
        self._canvas.fill(rect, "amber")
        digits = rect.x + wide - digits_wide(total) - 1
        put_digits(self._canvas, digits, rect.y + 1, total, "on_amber")
        canvas, room = self._canvas, digits - rect.x - 3
        canvas.put(rect.x + 2, rect.y, cut(title, wide - 16, self._marks.ellipsis), "bold_amber")
        canvas.put_right(rect.x + wide - 2, rect.y, words("deal", deal=paid.deal), "on_amber")
        kind, _, rest = hand.partition(": ")
        for number, line in enumerate([kind, rest]):
            canvas.put(rect.x + 2, rect.y + 2 + number, cut(line, room, self._marks.ellipsis), "on_amber")
