"""The page's templates, and the parts of a page that change while it is open."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ircpoker.records.pictures.page import describe, mark_cards
from ircpoker.records.pictures.picture import format_chips
from ircpoker.records.pictures.svg import draw_table
from ircpoker.web.live_picture import hole_cards, live_picture

if TYPE_CHECKING:
    from ircpoker.web.live_picture import TableSnapshot

PARTS = ("facts", "controls")
"""The parts of a table's page that change; each has a template, and an element with its name as id."""
ASSETS = {
    "page.css": ("records", "text/css"),
    "table.css": ("records", "text/css"),
    "replay.js": ("records", "text/javascript"),
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
