"""Draws a table as the feed describes it: seats, board, pot, own cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ircpoker.screen.canvas import Canvas, Rect
from ircpoker.screen.marks import SUIT_STYLES
from ircpoker.screen.seat_places import place_seats
from ircpoker.screen.text import cut, width
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ircpoker.screen.marks import Marks

Snapshot = dict[str, Any]
"""A table as the feed describes it."""
CARD_WIDE, CARD_HIGH = 4, 3
_CLOCK_WIDE = 10
_CHOSEN = "*"
"""Stands beside a card that is marked for the draw."""
_MOST_SEATS = 10


class Scene(NamedTuple):
    """What a drawing needs beside the table.

    Attributes:
        marks: the signs.
        say: words a phrase.
        seconds: the seconds that the player whose turn it is has left; None if no clock runs.
        chosen: the numbers of the own cards that are marked for the draw, from 1.
        result: a line about the last deal while none is in progress.
    """

    marks: Marks
    say: Callable[[Phrase], str]
    seconds: float | None = None
    chosen: frozenset[int] = frozenset()
    result: str = ""


def chips(amount: int) -> str:
    """Return a number of chips as it is shown."""
    return f"{amount:,}"


def draw_felt(canvas: Canvas, area: Rect, table: Snapshot, scene: Scene) -> None:
    """Draw a table into an area of a canvas."""
    own = (table.get("you") or {}).get("seat")
    numbers = _shown_seats(table, own)
    seats = {seat["seat"]: seat for seat in table["seats"]}
    places = place_seats(area, max(0, len(numbers) - 1), has_own=own is not None)
    for number, rect in zip(numbers, (places.below, *places.others), strict=False):
        seat = seats.get(number)
        if seat is None:
            _draw_free_seat(canvas, rect, number, scene)
        elif number == own:
            _draw_own_seat(canvas, rect, seat, table, scene)
            _draw_clock(canvas, area, rect, table, scene)
        else:
            _draw_seat(canvas, rect, seat, table, scene)
    _draw_middle(canvas, places.middle, table, scene)


def _shown_seats(table: Snapshot, own: int | None) -> list[int]:
    """Return the numbers of the seats to draw, clockwise from the player's own."""
    taken = {seat["seat"] for seat in table["seats"]}
    most = min(table.get("most_seats") or _MOST_SEATS, _MOST_SEATS)
    numbers = sorted(taken | set(range(1, most + 1))) if table.get("is_open") else sorted(taken)
    numbers = numbers[:_MOST_SEATS]
    if own in numbers:
        at = numbers.index(own)
        numbers = numbers[at:] + numbers[:at]
    return numbers


def _draw_free_seat(canvas: Canvas, rect: Rect, number: int, scene: Scene) -> None:
    canvas.box(rect, scene.marks.box, "frame")
    canvas.put(rect.x + 2, rect.y, f" {number} ", "dim")
    canvas.put_middle(rect, rect.y + 1, scene.say(Phrase("screen.free_seat")), "dim")
    canvas.spot(rect, "j")


def seat_state(seat: Mapping[str, Any], table: Snapshot, scene: Scene, *, is_turn: bool) -> tuple[str, str]:
    """Return the words beside a seat's chips, and their style."""
    marks, say = scene.marks, scene.say
    if seat["status"] != "playing":
        return marks.text(say(Phrase(f"screen.status_{seat['status']}"))), "dim"
    if is_turn:
        seconds = "" if scene.seconds is None else f"{scene.seconds:.0f} s"
        return seconds or marks.text(say(Phrase("screen.thinks"))), "turn"
    if not seat["in_hand"]:
        return (say(Phrase("screen.folded")), "dim") if table.get("deal") else ("", "")
    if seat.get("all_in"):
        return say(Phrase("screen.all_in")), "turn"
    return "", ""


def _is_turn(table: Snapshot, number: int) -> bool:
    return bool((table.get("turn") or {}).get("seat") == number)


def _frame_seat(canvas: Canvas, rect: Rect, seat: Mapping[str, Any], scene: Scene, style: str) -> None:
    """Draw the frame with number, name, position and dealer button."""
    marks = scene.marks
    canvas.box(rect, marks.box, style)
    name = cut(f"{seat['seat']} {marks.text(seat['name'])}", rect.width - 6, marks.ellipsis)
    canvas.put(rect.x + 2, rect.y, f" {name} ", style.replace("frame", "") or "bold")
    end = rect.x + rect.width - 1
    if seat.get("is_button"):
        end = canvas.put_right(end, rect.y + rect.height - 1, " D", "turn")
    elif seat.get("position") in {"SB", "BB"}:
        canvas.put_right(end, rect.y + rect.height - 1, f" {seat['position']}", "dim")


def _draw_seat(canvas: Canvas, rect: Rect, seat: Mapping[str, Any], table: Snapshot, scene: Scene) -> None:
    is_turn = _is_turn(table, seat["seat"])
    _frame_seat(canvas, rect, seat, scene, "turn" if is_turn else "frame")
    inner, end, y = rect.x + 2, rect.x + rect.width - 2, rect.y + 1
    state, style = seat_state(seat, table, scene, is_turn=is_turn)
    bet = scene.say(Phrase("screen.bet", amount=chips(seat["bet"]))) if seat["bet"] else ""
    stack = chips(seat["stack"])
    canvas.put(inner, y, stack, "" if seat["in_hand"] else "dim", most=rect.width - 4)
    last = scene.marks.text(seat.get("last") or "") if not state or seat.get("all_in") else ""
    is_small, is_crowded = rect.height == 3, len(bet) + len(stack) > rect.width - 5
    if is_small:
        words, room = state or ("" if bet and not is_crowded else last), rect.width - 5 - len(stack)
        canvas.put_right(end, y, cut(words, room, scene.marks.ellipsis), style or "bold")
    else:
        canvas.put(inner, y + 1, cut(state or last, rect.width - 4, scene.marks.ellipsis), style or "dim")
    if bet and (is_crowded or (is_small and state)):
        canvas.put(inner, rect.y + rect.height - 1, f" {bet} ", "bold")
        return
    if bet:
        canvas.put_right(end, y, bet, "bold")
    _draw_small_cards(canvas, rect, seat, scene)


def _draw_small_cards(canvas: Canvas, rect: Rect, seat: Mapping[str, Any], scene: Scene) -> None:
    """Draw a seat's cards into the lower line of its frame: open ones, or backs."""
    cards = seat.get("cards") or ([""] * seat.get("card_count", 0) if seat["in_hand"] else [])
    if not cards:
        return
    y = rect.y + rect.height - 1
    x = canvas.put(rect.x + 2, y, " ")
    for card in cards:
        if x + 3 > rect.x + rect.width - 3:
            break
        x = canvas.put(x, y, scene.marks.card_text(card), SUIT_STYLES.get(card[1:], "dim"))
        x = canvas.put(x, y, " ")


def _draw_own_seat(canvas: Canvas, rect: Rect, seat: Mapping[str, Any], table: Snapshot, scene: Scene) -> None:
    you, marks = table["you"], scene.marks
    is_turn = _is_turn(table, seat["seat"])
    named = {**seat, "name": scene.say(Phrase("screen.own_name", who=marks.text(seat["name"])))}
    _frame_seat(canvas, rect, named, scene, "turn" if is_turn else "own")
    cards = you.get("cards") or []
    is_tall = rect.height >= CARD_HIGH + 2
    y = rect.y + (rect.height // 2 if is_tall else 1)
    stack = chips(seat["stack"])
    end = canvas.put_right(rect.x + rect.width - 2, y, stack, "bold") - 1
    state, style = seat_state(seat, table, scene, is_turn=False)
    if not state and not table.get("deal"):
        state, style = marks.text(seat.get("last") or ""), "bold"
    if state:
        end = canvas.put_right(end, y, state, style) - 1
    if seat["bet"]:
        bet = scene.say(Phrase("screen.bet", amount=chips(seat["bet"])))
        if is_tall:
            canvas.put_right(rect.x + rect.width - 2, y - 1, bet, "bold")
        else:
            canvas.put(rect.x + 2, rect.y + rect.height - 1, f" {bet} ", "bold")
    x = _draw_own_cards(canvas, Rect(rect.x + 2, rect.y + 1, rect.width - 4, rect.height - 2), cards, table, scene)
    canvas.put(x + 1, y, marks.text(you.get("hand") or ""), "own", most=max(0, end - x - 2))


def _draw_own_cards(canvas: Canvas, area: Rect, cards: list[str], table: Snapshot, scene: Scene) -> int:
    """Draw the player's cards, with numbers while some may be changed; return the column after them."""
    may_change = bool(((table.get("you") or {}).get("legal") or {}).get("discard"))
    x = area.x
    for number, card in enumerate(cards, 1):
        mark = "+chosen" if number in scene.chosen else ""
        if area.height > CARD_HIGH:
            rect = Rect(x, area.y, CARD_WIDE, CARD_HIGH)
            draw_card(canvas, rect, card, scene.marks, mark)
            if may_change:
                canvas.put(x + 1, area.y + CARD_HIGH, f"{number}{_CHOSEN if mark else ''}", "key")
        else:
            rect = Rect(x, area.y, 5, 1)
            if may_change:
                x = canvas.put(canvas.put(x, area.y, str(number), "key"), area.y, ":", "dim")
            canvas.put(x, area.y, scene.marks.card_text(card), SUIT_STYLES.get(card[1:], "dim") + mark)
            if mark:
                canvas.put(x + 2, area.y, _CHOSEN, "bold")
        if may_change:
            canvas.spot(rect, str(number))
        x += CARD_WIDE if area.height > CARD_HIGH else 4 if may_change else 3
    return x


def draw_card(canvas: Canvas, rect: Rect, card: str, marks: Marks, mark: str = "") -> None:
    """Draw a card in its frame; an empty one is a place where a card will be."""
    style = SUIT_STYLES.get(card[1:], "dim")
    canvas.box(rect, marks.card, "frame" + mark)
    if card:
        canvas.put(rect.x + 1, rect.y + 1, marks.card_text(card), style + mark)
    elif mark:
        canvas.put(rect.x + 1, rect.y + 1, "  ", style + mark)


def _draw_clock(canvas: Canvas, area: Rect, rect: Rect, table: Snapshot, scene: Scene) -> None:
    """Draw the player's clock on their turn: beside their seat, or into its frame where there is no room."""
    seconds, marks = scene.seconds, scene.marks
    if seconds is None or not _is_turn(table, table["you"]["seat"]):
        return
    whole = table["turn"].get("of") or seconds
    full = round(_CLOCK_WIDE * min(1.0, seconds / whole)) if whole else 0
    text = f"{seconds:.0f} s {marks.full * full}{marks.empty * (_CLOCK_WIDE - full)}"
    x = rect.x + rect.width + 2
    if x + width(text) < area.x + area.width:
        canvas.put(x, rect.y + rect.height // 2, text, "turn")
    else:
        canvas.put_right(rect.x + rect.width - 4, rect.y, f" {seconds:.0f} s ", "turn")


def _draw_middle(canvas: Canvas, area: Rect, table: Snapshot, scene: Scene) -> None:
    """Draw board, pot and what is said between deals."""
    board = table.get("board") or []
    has_board = not str(table.get("street") or "").endswith("draw")
    high = (CARD_HIGH if has_board else 0) + 2
    y = area.y + max(0, (area.height - high) // 2)
    if has_board:
        x = area.x + (area.width - (5 * CARD_WIDE + 4)) // 2
        for number in range(5):
            rect = Rect(x + number * (CARD_WIDE + 1), y, CARD_WIDE, CARD_HIGH)
            if number < len(board):
                draw_card(canvas, rect, board[number], scene.marks)
        y += CARD_HIGH
    canvas.put_middle(area, y, scene.marks.text(pot_words(table, scene)), "pot")
    below = scene.marks.text(scene.result or _between(table, scene))
    canvas.put_middle(area, y + 1, below, "won" if scene.result else "dim")


def pot_words(table: Snapshot, scene: Scene) -> str:
    """Return the pot, and the side pots if there are some; empty between deals."""
    pots = table.get("pots") or []
    if not table.get("deal") or not table.get("pot"):
        return ""
    pot = scene.say(Phrase("screen.pot", amount=chips(table["pot"])))
    return f"{pot} ({' + '.join(map(chips, pots))})" if len(pots) > 1 else pot


def _between(table: Snapshot, scene: Scene) -> str:
    following = table.get("next")
    if table.get("deal"):
        street = table.get("street")
        return scene.say(Phrase(f"screen.street_{street}")) if street else ""
    if following is None:
        return scene.say(Phrase("screen.waits"))
    return scene.say(Phrase("screen.next_deal", deal=following["deal"]))
