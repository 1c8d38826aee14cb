"""The page's templates, and a live table of the feed as a picture and as the other texts of its page."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ircpoker.records.pictures.page import describe, mark_cards
from ircpoker.records.pictures.picture import HIDDEN, SeatPicture, TablePicture, format_chips
from ircpoker.records.pictures.svg import draw_table
from ircpoker.table import GAMES

PARTS = ("facts", "controls")
"""The parts of a table's page that change; each has a template, and an element with its name as id."""
ASSETS = {
    "page.css": ("records/pictures", "text/css"),
    "table.css": ("records/pictures", "text/css"),
    "replay.js": ("records/pictures", "text/javascript"),
    "site.css": ("web/static", "text/css"),
    "icon.svg": ("web/static", "image/svg+xml"),
    "proof.js": ("web/static", "text/javascript"),
    "live.js": ("web/static", "text/javascript"),
}
"""The files that pages load: their folder in the package, and their type."""


class Renderer:
    """Makes pages from templates; everything in them is escaped unless it is made here."""

    def __init__(self, root: str) -> None:
        """Read the templates.

        Args:
            root: the path in front of all links.
        """
        self._environment = Environment(
            loader=PackageLoader("ircpoker.web"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.globals |= {"root": root}
        self._environment.filters |= {"chips": format_chips, "cards": lambda text: Markup(mark_cards(str(text)))}  # noqa: S704 - escaped there

    def page(self, template: str, **values: object) -> str:
        """Return a page."""
        return self._environment.get_template(template).render(values)

    def parts(self, snapshot: TableSnapshot) -> dict[str, str]:
        """Return the parts of a table's page that change, by their ids."""
        return {part: self._environment.get_template(f"part_{part}.html").render(table=snapshot) for part in PARTS}

    def drawing(self, snapshot: TableSnapshot) -> str:
        """Return the drawing of a table, which a script fills again."""
        picture = live_picture(snapshot)
        return draw_table(picture, describe(picture), hole_cards=hole_cards(snapshot))


@cache
def asset(name: str) -> bytes:
    """Return a file that pages load."""
    return files("ircpoker").joinpath(ASSETS[name][0], name).read_bytes()


def trusted(html: str) -> Markup:
    """Return HTML that was made and escaped by `ircpoker.records`."""
    return Markup(html)  # noqa: S704 - see above


TableSnapshot = Mapping[str, Any]
"""A table as the feed has it."""
_LEAST_HOLE_CARDS = 2
_STATUS_NOTES = {
    "waiting": "next hand",
    "sitting_out": "sits out",
    "away": "away",
    "leaving": "leaving",
}


def hole_cards(snapshot: TableSnapshot) -> int:
    """Return the number of cards that a seat has in the game of a table."""
    game = GAMES.get(snapshot["game"])
    return max(_LEAST_HOLE_CARDS, sum(plan.hole_cards for plan in game.streets) if game else 0)


def seat_order(snapshot: TableSnapshot) -> tuple[int, ...]:
    """Return the numbers of the seats clockwise, one's own first, as a drawing begins at the bottom."""
    numbers = sorted(seat["seat"] for seat in snapshot["seats"])
    own = (snapshot.get("you") or {}).get("seat")
    start = numbers.index(own) if own in numbers else 0
    return tuple(numbers[start:] + numbers[:start])


def live_picture(snapshot: TableSnapshot) -> TablePicture:
    """Return a table as its drawing shows it.

    Args:
        snapshot: the table.
    """
    seats = {seat["seat"]: seat for seat in snapshot["seats"]}
    turn = (snapshot.get("turn") or {}).get("seat")
    you = snapshot.get("you") or {}
    pot = snapshot["pot"]
    return TablePicture(
        snapshot["street"] if snapshot["deal"] else "",
        tuple([_seat(seats[number], you, turn) for number in seat_order(snapshot)]),
        tuple(snapshot["board"]),
        f"pot {format_chips(pot)}" if pot else "",
    )


def _seat(seat: Mapping[str, Any], you: Mapping[str, Any], turn: int | None) -> SeatPicture:
    is_own = seat["seat"] == you.get("seat")
    cards = tuple((you.get("cards") if is_own else None) or seat.get("cards") or ())
    in_hand = bool(seat["in_hand"])
    if in_hand and not cards:
        cards = (HIDDEN,) * seat["card_count"]
    return SeatPicture(
        seat["name"],
        format_chips(seat["stack"]),
        format_chips(seat["bet"]) if seat["bet"] else "",
        cards if in_hand else (),
        _note(seat, you if is_own else {}),
        has_button=bool(seat["is_button"]),
        is_out=not in_hand,
        is_turn=seat["seat"] == turn,
    )


def _note(seat: Mapping[str, Any], you: Mapping[str, Any]) -> str:
    if seat["status"] in _STATUS_NOTES:
        return _STATUS_NOTES[seat["status"]]
    hand = you.get("hand") or seat.get("hand")
    if seat.get("all_in"):
        return "all-in"
    return str(hand if hand and seat["in_hand"] else seat.get("last") or seat.get("position") or "")
