"""The page's templates, the parts of a page that change while it is open, and their words in the bot's language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from ircpoker.feed.data import ListedDeal
from ircpoker.feed.messages import TableSnapshot
from ircpoker.feed.requests import BotFacts, ListedTable
from ircpoker.feed.table_parts import Offer
from ircpoker.records.pictures.page import describe, mark_cards
from ircpoker.records.pictures.picture import TablePicture, format_chips
from ircpoker.records.pictures.snapshots import hole_cards, table_picture
from ircpoker.records.pictures.svg import draw_table
from ircpoker.runtime.json_text import to_json
from ircpoker.words import Bold, Phrase
from ircpoker.words.catalogue import Catalogue, load_catalogue
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


class _ShownTable:
    """A table that notes which of its fields a template reads."""

    def __init__(self, table: TableSnapshot) -> None:
        self._table = table
        self.fields: dict[str, object] = {}

    def __getattr__(self, name: str) -> object:
        self.fields[name] = value = getattr(self._table, name)
        return value


class TablePart(NamedTuple):
    """A part of a table's page, the fields of the table that it was made of, and its words."""

    html: str
    fields: Mapping[str, object]
    catalogue: Catalogue

    def is_of(self, table: TableSnapshot, catalogue: Catalogue) -> bool:
        """Return whether a table has the same part."""
        return catalogue is self.catalogue and all(getattr(table, name) == was for name, was in self.fields.items())


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
            auto_reload=False,
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

    def parts(self, snapshot: TableSnapshot, known: dict[str, TablePart] | None = None) -> dict[str, str]:
        """Return the parts of a table's page that change, by their ids.

        Args:
            snapshot: the table.
            known: its parts as they were before, which become those of now; only what has changed is made anew.
        """
        known = {} if known is None else known
        for part in PARTS:
            if part not in known or not known[part].is_of(snapshot, self.words.catalogue):
                shown = _ShownTable(snapshot)
                html = self._environment.get_template(f"part_{part}.html").render(table=shown)
                known[part] = TablePart(html, shown.fields, self.words.catalogue)
        return {part: known[part].html for part in PARTS}

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


_SCRIPT = "web.script_"


class PageWords:
    """Words pages as the bot of the site speaks, as far as it has said by now.

    Attributes:
        catalogue: the words of its language.
    """

    def __init__(self, root: str) -> None:
        """Begin in English.

        Args:
            root: the path in front of all links.
        """
        self._root = root
        self.catalogue = load_catalogue()

    def speak_as(self, bot: BotFacts) -> None:
        """Word everything as a bot does from now on."""
        self.catalogue = load_catalogue(bot.language, bot.prefix)

    def say(self, key: str, **values: object) -> Markup:
        """Return a phrase as HTML; values that are no elements are escaped."""
        return self.html(Phrase(key, **values))

    def html(self, phrase: Phrase) -> Markup:
        """Return a phrase as HTML; values that are no elements are escaped."""
        return Markup("").join(map(_as_html, self.catalogue.parts((phrase,))))

    def text(self, phrase: Phrase) -> str:
        """Return a phrase as text."""
        return self.catalogue.text(phrase)

    def helpers(self) -> dict[str, object]:
        """Return what templates use, by name."""
        return {
            "say": self.say,
            "language": lambda: self.catalogue.language,
            "kbd": Markup("<kbd>{}</kbd>").format,
            "code": Markup("<code>{}</code>").format,
            "seal": Markup('<code class="seal">{}</code>').format,
            "link": self._link,
            "place_of": self._place,
            "place_of_lines": place_of_lines,
            "offer_words": self._offer,
            "proof_words": self._proof_words,
            "time_words": lambda seconds: time_words(seconds, self.catalogue),
        }

    def _link(self, path: str, words: str) -> Markup:
        return Markup('<a href="{}">{}</a>').format(f"{self._root}{path}", words)

    def _place(self, table: TableSnapshot | ListedTable | ListedDeal) -> Markup:
        """Return the place of a table, with its number where the channel has several."""
        if table.number:
            return self.html(Phrase("web.place_table", place=table.place, number=table.number))
        return escape(table.place)

    def _offer(self, offer: Offer) -> Markup:
        """Return the words of the button for an offer."""
        first, *rest = offer.command.split()
        if first == "show":
            return self.html(Phrase("web.offer_show", cards=" ".join(rest)))
        if first == "chop" and rest:
            is_no = rest == ["no"]
            return self.html(Phrase("web.offer_chop_no") if is_no else Phrase("web.offer_chop_as", division=rest[0]))
        name = f"{first}_{rest[-1]}" if first in {"sng", "tournament"} and rest else first
        return self.html(Phrase(f"web.offer_{name}"))

    def _proof_words(self) -> str:
        """Return the words of the script that checks proofs, as JSON."""
        words = {key.removeprefix(_SCRIPT): text for key, text in self.catalogue.templates_of(_SCRIPT)}
        return to_json(words, ascii_only=False)


def place_of_lines(table: TableSnapshot) -> str:
    """Return the place of a table as `say` names it; empty for lines in private."""
    return "" if table.place == "private" else f"{table.network}/{table.place.partition(' ')[0]}"


def _as_html(part: object) -> Markup:
    return Markup("<strong>{}</strong>").format(str(part)) if isinstance(part, Bold) else escape(part)


def time_words(seconds: float, words: Catalogue) -> str:
    """Return a time as people read it.

    Examples:
        >>> english = load_catalogue()
        >>> [time_words(seconds, english) for seconds in (45, 312, 7500, 200_000)]
        ['45 s', '5 min', '2 h 5 min', '2 d 7 h']
    """
    minutes, rest = divmod(round(seconds), 60)
    if rest and not minutes:
        return words.text(Phrase("web.seconds", count=rest))
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    parts = Phrase("web.days", count=days), Phrase("web.hours", count=hours), Phrase("web.minutes", count=minutes)
    largest = [part for part in parts if part.values["count"]] or parts[-1:]
    return " ".join(map(words.text, largest[:2]))
