"""The words of the pages: phrases of the catalogue in the bot's language, with values that may be elements of HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from ircpoker.runtime.json_text import to_json
from ircpoker.words import Bold, Phrase
from ircpoker.words.catalogue import Catalogue, load_catalogue

if TYPE_CHECKING:
    from ircpoker.feed.data import ListedDeal
    from ircpoker.feed.messages import TableSnapshot
    from ircpoker.feed.requests import BotFacts, ListedTable
    from ircpoker.feed.table_parts import Offer

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
        return to_json(
            {key.removeprefix(_SCRIPT): text for key, text in self.catalogue.templates_of(_SCRIPT)}, ascii_only=False
        )


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
