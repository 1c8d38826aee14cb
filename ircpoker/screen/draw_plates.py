"""Draws the plates of a table: who sits there, with what, what they do, and their cards."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.screen.canvas import Canvas, Rect
from ircpoker.screen.chances import StreetChances, chances_of, part_numbers, winning_cards
from ircpoker.screen.marks import SUIT_STYLES
from ircpoker.screen.pieces import BACK, CardState, draw_card, draw_line_bar, draw_shadow
from ircpoker.screen.standing import state_of
from ircpoker.screen.table_places import Placed, chips
from ircpoker.screen.text import cut, width
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.feed.messages import TableSnapshot
    from ircpoker.feed.table_parts import SeatSnapshot
    from ircpoker.screen.draw_table import Scene
    from ircpoker.screen.seat_places import SizeClass

_VERBS = {
    "fold": "do_fold",
    "check": "do_call",
    "call": "do_call",
    "bet": "do_bet",
    "raise": "do_bet",
    "draw": "do_fold",
    "pat": "do_fold",
}
"""What players do, as the catalogue has it, and the ink of its badge."""


class Badge(NamedTuple):
    """What a seat has done last, or what has become of it."""

    text: str
    ink: str


class PlateDrawing:
    """The drawing of the plates of one table.

    Attributes:
        chances: the chances of an all-in on its present street; None at any other time.
    """

    def __init__(self, canvas: Canvas, placed: Placed, size: SizeClass, table: TableSnapshot, scene: Scene) -> None:
        self._canvas = canvas
        self._placed = placed
        self._size = size
        self._table = table
        self._scene = scene
        self._marks = scene.marks
        self._is_framed = canvas.palette.is_framed
        self._won = winning_cards(table)
        chances = chances_of(table)
        self.chances: StreetChances | None = chances[-1] if chances else None

    def draw_taken(self, seat: SeatSnapshot, rect: Rect) -> None:
        """Draw the plate of a seat."""
        badge = self._badge(seat, has_bet=self._placed.bets.get(seat.seat) is not None)
        if self._is_own(seat):
            self._draw_own(rect, seat, badge)
        else:
            self._draw_seat(rect, seat, badge)

    def _is_turn(self, seat: SeatSnapshot) -> bool:
        return self._table.turn is not None and self._table.turn.seat == seat.seat

    def _has_won(self, seat: SeatSnapshot) -> bool:
        last = self._table.last
        if self._table.deal or last is None or not seat.last:
            return False
        return any(result.seat == seat.seat and result.won for result in last.results)

    def draw_free(self, rect: Rect, number: int) -> None:
        """Draw a free seat."""
        canvas = self._canvas
        canvas.fill(rect, "panel" if self._is_framed else "felt")
        canvas.box(rect, self._marks.box)
        canvas.put(rect.x + 2, rect.y, f" {number} ", "dim")
        canvas.put_middle(rect, rect.y + 1, self._scene.words("free_seat"), "dim")
        canvas.spot(rect, "j")

    def _draw_plate(self, rect: Rect, seat: SeatSnapshot, lead: str) -> None:
        """Draw a plate with its first line: number and name, position and button."""
        canvas, state, names = self._canvas, state_of(seat), [self._marks.text(seat.name)]
        if self._is_own(seat):
            names.insert(0, self._scene.words("own_name", who=names[0]))
        is_now = bool(lead) or self._is_turn(seat)
        is_sunk = state == "folded" and not is_now
        if self._is_framed:
            canvas.fill(rect, "panel")
            canvas.box(rect, self._marks.box)
        elif is_sunk:
            canvas.fill(rect._replace(height=2), "sunk")
        else:
            canvas.fill(rect, "plate")
            if not self._size.is_small:
                draw_shadow(canvas, rect)
        if is_now and not self._is_framed:
            canvas.fill(rect._replace(height=1), "amber")
        inset = 1 + self._is_framed
        end = rect.x + rect.width - inset
        position = seat.position
        if seat.is_button:
            end = canvas.put_right(end, rect.y, "(D)" if self._is_framed else " D ", "box") - 1
            position = position if position not in {"BTN", "D"} or not self._size.is_small else ""
        x = rect.x + inset
        if lead:
            x = canvas.put(x, rect.y, f" {lead} ", "now")
        between = " " if self._is_framed else ""
        names = [f"{between}{seat.seat} {name}{between}" for name in names]
        if position and not (lead and x + width(names[-1]) > end - width(position) - 1):
            end = canvas.put_right(end, rect.y, position, "dim") - 1
        text = next((name for name in names if width(name) <= end - x), names[-1].rstrip())
        text = cut(text, max(0, end - x), self._marks.ellipsis)
        style = "dim" if is_sunk else "own" if self._is_own(seat) and not is_now else "bold"
        style = "now" if self._is_turn(seat) and self._is_framed and not lead else style
        canvas.put(x, rect.y, text, style)

    def _is_own(self, seat: SeatSnapshot) -> bool:
        return self._table.you is not None and seat.seat == self._table.you.seat

    def _badge(self, seat: SeatSnapshot, *, has_bet: bool) -> Badge:
        """Return what a seat has done last, in one or two words; the amount where it stands nowhere else."""
        state, words = state_of(seat), self._scene.words
        has_result = seat.status == "leaving" and not self._table.deal and bool(seat.last)
        if (seat.status != "playing" and not has_result) or (state == "folded" and self._table.deal):
            return Badge(words(state), "dim")
        if not self._table.deal:
            if self._has_won(seat):
                return Badge(self._marks.text(seat.last), "now")
            return Badge(self._marks.text(seat.last.replace("-", "−")), "lost" if seat.last.startswith("-") else "dim")
        if state == "all_in":
            text, ink = words("all_in"), "do_all_in"
        else:
            verb = self._verb(seat.last)
            text = words(f"badge_{verb}", n=seat.drawn or 0) if verb else self._marks.text(seat.last)
            ink = _VERBS.get(verb, "bold")
        if seat.bet and not has_bet and not self._size.is_small:
            text = f"{text} {chips(seat.bet)}".strip()
        return Badge(text.upper(), ink) if text else Badge("", "")

    def _verb(self, last: str) -> str:
        """Return which of the catalogue's verbs a seat's last action is."""
        fits = [verb for verb, begin, end in self._done if last.startswith(begin) and last.endswith(end)]
        return fits[0] if last and fits else ""

    @cached_property
    def _done(self) -> list[tuple[str, str, str]]:
        """The catalogue's verbs with what their words begin and end with."""
        parts = {verb: self._scene.say(Phrase(f"did.{verb}", amount="\0", n="\0")).partition("\0") for verb in _VERBS}
        return [(verb, begin.strip(), end) for verb, (begin, _, end) in parts.items()]

    def _put_badge(self, x: int, y: int, badge: Badge, most: int, *, is_right: bool = False) -> int:
        """Draw a badge from a column, or before it; return the column after it."""
        is_box = badge.ink.startswith(("do_", "now")) and not self._is_framed
        text = cut(badge.text, max(0, most - 2 * is_box), self._marks.ellipsis)
        text = f" {text} " if is_box and text else text
        x -= width(text) if is_right else 0
        return self._canvas.put(x, y, text, badge.ink)

    def _draw_seat(self, rect: Rect, seat: SeatSnapshot, badge: Badge) -> None:
        canvas, marks = self._canvas, self._marks
        lead = self._scene.words("won_mark") if self._has_won(seat) else ""
        self._draw_plate(rect, seat, lead)
        x, end, y = rect.x + 1 + self._is_framed, rect.x + rect.width - 1 - self._is_framed, rect.y + 1
        if self._is_turn(seat) and seat.status == "playing" and self._table.deal:
            seconds = self._scene.seconds
            badge = Badge(self._scene.words("thinks") if seconds is None else f"{seconds:.0f} s", "offer")
        stack, is_folded = chips(seat.stack), state_of(seat) == "folded"
        shown = self._shown_cards(seat)
        share = self._share(seat)
        if self._size.is_small:
            if share is None:
                left = canvas.put(x, y, stack, "dim" if is_folded else "bold")
                self._put_badge(end, y, badge, end - left - 1, is_right=True)
            else:
                canvas.put_right(end, y, _percent(share), "bold")
                if seat.stack:
                    canvas.put(x, y, stack, "bold")
                else:
                    self._put_badge(x, y, badge, end - x - 7)
            self._draw_small_cards(x, y + 1, shown)
            if seat.bet and self._placed.bets.get(seat.seat) is None:
                canvas.put_right(end, y + 1, chips(seat.bet), "bold")
            return
        if is_folded and not shown:
            canvas.put(x, y, stack, "dim")
            self._put_badge(end, y, badge, end - x - len(stack) - 1, is_right=True)
        elif self._is_framed or len(shown) > 3:
            self._draw_crowded(rect, seat, badge, shown)
        else:
            for card, place in zip(shown, seat_card_places(rect, self._size, len(shown)), strict=True):
                draw_card(canvas, place, card, marks, self.card_state(card))
            beside = Rect(x + 5 * len(shown), y, end - x - 5 * len(shown), 3)
            self._draw_beside(beside, seat, badge)

    def _draw_crowded(self, rect: Rect, seat: SeatSnapshot, badge: Badge, shown: list[str]) -> None:
        """Draw a seat whose cards stand on one line, because there are many or nothing is painted."""
        x, end, y = rect.x + 1 + self._is_framed, rect.x + rect.width - 1 - self._is_framed, rect.y + 1
        stack = chips(seat.stack)
        share = self._share(seat)
        line, other = (y + 1, y) if len(shown) > 2 else (y, y + 1)
        self._draw_small_cards(x, y, shown)
        left = {line: self._canvas.put_right(end, line, stack if share is None else _percent(share), "bold")}
        if share is not None and seat.stack:
            left[other] = self._canvas.put_right(end, other, stack, "bold")
        self._put_badge(x, y + 1, badge, left.get(y + 1, end) - x - 1)

    def _draw_beside(self, area: Rect, seat: SeatSnapshot, badge: Badge) -> None:
        """Draw stack, badge and chances beside a seat's cards."""
        x, y, room, _ = area
        share = self._share(seat)
        if share is None or seat.stack:
            self._canvas.put(x, y, chips(seat.stack), "bold")
            y += 1
        if badge.text:
            self._put_badge(x, y, badge, room + 1)
            y += 1
        if share is not None and y < area.y + area.height:
            self._canvas.put(x, y, _percent(share), "bold")
            if y + 1 < area.y + area.height:
                draw_line_bar(self._canvas, Rect(x, y + 1, room, 1), share, f"@pie{self._part(seat)}", self._marks)

    def _share(self, seat: SeatSnapshot) -> float | None:
        """Return the part of the pot that a seat wins on average at an all-in; None at any other time."""
        return self.chances.shares.get(seat.seat) if self.chances is not None else None

    def _part(self, seat: SeatSnapshot) -> int:
        """Return which part of the bars of chances is a seat's."""
        return part_numbers(self._table).get(seat.seat, 0)

    def _shown_cards(self, seat: SeatSnapshot) -> list[str]:
        """Return a seat's cards: open ones, or backs."""
        return list(seat.cards) or [BACK] * (seat.card_count if seat.in_hand and self._table.deal else 0)

    def card_state(self, card: str) -> CardState:
        """Return whether a card is one of those with which the deal was won, once it was."""
        if not self._won or card in {BACK, ""}:
            return ""
        return "won" if card in self._won else "lost"

    def _draw_small_cards(self, x: int, y: int, cards: list[str]) -> None:
        """Draw cards on one line."""
        canvas, marks = self._canvas, self._marks
        for card in cards:
            if self._is_framed:
                x = canvas.put(x, y, marks.card_text(card), SUIT_STYLES.get(card[1:], "dim"))
                x += len(cards) < 5
            elif card == BACK:
                x = canvas.put(x, y, "▚▚▚▚" if len(cards) < 4 else "▚▚", "weave") + 1
            else:
                face = "lost" if self.card_state(card) == "lost" else "face"
                text = marks.card_text(card) if len(cards) > 3 else f" {marks.card_text(card)} "
                x = canvas.put(x, y, text, f"{face}_{SUIT_STYLES[card[1]]}") + 1

    def _draw_own(self, rect: Rect, seat: SeatSnapshot, badge: Badge) -> None:
        canvas, marks, words, you = self._canvas, self._marks, self._scene.words, self._table.you
        if you is None:
            return
        is_turn, has_won = bool(you.turn), self._has_won(seat)
        lead = words("won_mark") if has_won else words("your_turn") if is_turn else ""
        self._draw_plate(rect, seat, lead)
        x, end, y = rect.x + 1 + self._is_framed, rect.x + rect.width - 1 - self._is_framed, rect.y + 1
        left = canvas.put_right(end, y, chips(seat.stack), "bold")
        hand = cut(marks.text(you.hand or seat.hand), left - x - 1, marks.ellipsis)
        canvas.put(x, y, hand, "own")
        share = self._share(seat)
        if is_turn and self._scene.seconds is not None:
            self._draw_clock(x, end, y + 1, self._scene.seconds)
        elif share is not None:
            after = self._put_badge(x, y + 1, badge, end - x) + 2
            after = canvas.put(after, y + 1, _percent(share), "bold") + 2
            draw_line_bar(canvas, Rect(after, y + 1, end - after, 1), share, f"@pie{self._part(seat)}", marks)
        else:
            self._put_badge(x, y + 1, badge, end - x)
        legal = you.legal
        if rect.height > 3 and is_turn and legal is not None and legal.call:
            price = words("price", call=chips(legal.call), pot=chips(you.to_win), left=chips(seat.stack - legal.call))
            canvas.put(x, y + 2, cut(price, end - x, marks.ellipsis), "dim")
        self._draw_own_cards(list(you.cards) or list(seat.cards), seat)

    def _draw_clock(self, x: int, end: int, y: int, seconds: float) -> None:
        turn = self._table.turn
        share = min(1.0, seconds / ((turn and turn.of) or seconds or 1))
        ink = "good" if share > 0.5 else "key" if share > 0.2 else "bad"
        x = self._canvas.put(x, y, f"{seconds:3.0f} s ", ink)
        draw_line_bar(self._canvas, Rect(x, y, end - x, 1), share, f"@{ink}", self._marks)

    def _draw_own_cards(self, cards: list[str], seat: SeatSnapshot) -> None:
        """Draw the player's cards, with numbers while some may be changed."""
        canvas, you = self._canvas, self._table.you
        may_change = you is not None and you.legal is not None and you.legal.discard > 0
        is_out = not seat.in_hand and bool(self._table.deal)
        for number, (card, rect) in enumerate(zip(cards, self._placed.places.cards, strict=False), 1):
            is_chosen = number in self._scene.chosen
            state = "chosen" if is_chosen or is_out else self.card_state(card)
            draw_card(canvas, rect, card, self._marks, state)
            if may_change:
                text = f" {number}{'*' if is_chosen else ' '}"
                canvas.put(rect.x, rect.y - 1, text, "now" if is_chosen else "box")
                canvas.spot(rect._replace(y=rect.y - 1, height=rect.height + 1), str(number))


def seat_card_places(plate: Rect, size: SizeClass, count: int) -> list[Rect]:
    """Return where the cards of a seat stand on its plate: three lines high, or on one line."""
    x, y = plate.x + 1, plate.y + 1 + size.is_small
    if count <= 3 and not size.is_small:
        return [Rect(x + 5 * number, y, 4, 3) for number in range(count)]
    wide = 4 if count < 4 else 2
    return [Rect(x + (wide + 1) * number, y, wide, 1) for number in range(count)]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
