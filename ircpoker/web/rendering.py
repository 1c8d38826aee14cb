"""The page's templates, and the parts of a page that change while it is open."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ircpoker.feed.messages import TableSnapshot
from ircpoker.records.pictures.page import describe, mark_cards
from ircpoker.records.pictures.picture import TablePicture, format_chips
from ircpoker.records.pictures.snapshots import hole_cards, table_picture
from ircpoker.records.pictures.svg import draw_table
from ircpoker.web.wording import PageWords
from ircpoker.words.plain_text import DEAL_DIGITS

PARTS = ("facts", "controls", "offers")
"""The parts of a table's page that change; each has a template, and an element with its name as id."""
ASSETS = {
    "page.css": ("records/pictures", "text/css"),
    "table.css": ("records/pictures", "text/css"),
    "replay.js": ("records/pictures", "text/javascript"),
    "site.css": ("web/static", "text/css"),
    "icon.svg": ("web/static", "image/svg+xml"),
    "proof.js": ("web/static", "text/javascript"),
    "live.js": ("web/static", "text/javascript"),
    "motion.js": ("web/static", "text/javascript"),
    "fresh.js": ("web/static", "text/javascript"),
    "stream.js": ("web/static", "text/javascript"),
}
"""The files that pages load: their folder in the package, and their type."""


_LIVE = "live_"
_DEAL = re.compile(rf"(?<![^\s(])#(\d{{1,{DEAL_DIGITS}}})(?![\w/-])", re.ASCII)
"""A deal in a line."""


class Renderer:
    """Makes pages from templates; everything in them is escaped unless it is made here.

    Attributes:
        words: the words of the pages.
    """

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
        self.words = PageWords(root)
        self._environment.globals |= {"root": root, **self.words.helpers()}
        self._root = root
        self._environment.filters |= {
            "chips": format_chips,
            "cards": lambda text: trusted(mark_cards(str(text))),
            "line": lambda text: trusted(self.line(str(text))),
        }

    def page(self, template: str, **values: object) -> str:
        """Return a page."""
        return self._environment.get_template(template).render(values)

    def live_parts(self, template: str, values: dict[str, object]) -> dict[str, str]:
        """Return the parts of a page that change while it is open, by their ids: its blocks named `live_ID`."""
        page = self._environment.get_template(template)
        blocks = [(name, block) for name, block in page.blocks.items() if name.startswith(_LIVE)]
        return {name.removeprefix(_LIVE): "".join(block(page.new_context(values))) for name, block in blocks}

    def parts(self, snapshot: TableSnapshot) -> dict[str, str]:
        """Return the parts of a table's page that change, by their ids."""
        return {part: self._environment.get_template(f"part_{part}.html").render(table=snapshot) for part in PARTS}

    def line(self, text: str) -> str:
        """Return a line of the bot as HTML: cards as people see them, and links to the deals that it names.

        Examples:
            >>> Renderer("/x").line("#7 ann wins 20 with Th")
            '<a href="/x/hand/7">#7</a> ann wins 20 with <b class="h">T♥</b>'
        """
        return _DEAL.sub(rf'<a href="{self._root}/hand/\1">#\1</a>', mark_cards(text))

    def picture(self, snapshot: TableSnapshot) -> TablePicture:
        """Return a table as its drawing shows it."""
        return table_picture(snapshot, say=self.words.text)

    def drawing(self, snapshot: TableSnapshot) -> str:
        """Return the drawing of a table, which a script fills again."""
        picture = self.picture(snapshot)
        return draw_table(picture, describe(picture, self.words.text), hole_cards=hole_cards(snapshot))


@cache
def asset(name: str) -> bytes:
    """Return a file that pages load."""
    return files("ircpoker").joinpath(ASSETS[name][0], name).read_bytes()


def trusted(html: str) -> Markup:
    """Return HTML that was made and escaped by `ircpoker.records`."""
    return Markup(html)  # noqa: S704 - see above
