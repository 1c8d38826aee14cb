"""A page of a bot in another language: English's templates in letters that English does not have.

Text that is still in English letters is outside the catalogue, and must be common to every language.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from ircpoker.words.catalogue import Catalogue
from tests.lobby.hall import CHANNEL, NET
from tests.tournaments.arena import Arena
from tests.web.test_pages import PAGES, PLUGINS, TOURNAMENTS, path_of, play_a_while
from tests.web.test_player import sign_in
from tests.web.web_hall import WebHall
from tests.words.test_other_language import LETTERS, english_in, other_language, shared_words

pytestmark = pytest.mark.slow(1)
READ_ATTRIBUTES = frozenset({"alt", "aria-label", "content", "data-failed", "data-of", "data-off", "data-on",
                             "data-pause", "data-play", "data-words", "placeholder", "title"})  # fmt: skip
SILENT = frozenset({"style", "kbd", "code", "pre", "textarea"})
"""Elements with commands, digits and files, and the look of the page."""
PEOPLE = frozenset({"ann", "bob", "cat", "dora", "eve", "fay", "gus", "gil", "caller"})
_NOT_READ = re.compile(r"\{\w+\}|\w+…|\bsng\b|http://\S+|\bsummary_large_image\b")
"""Places that a script fills, names that are cut off, the names of tournaments, addresses, and a kind of preview."""
COMMON = frozenset(
    "Nothing ircpoker PHH PokerStars IRC SHA HMAC JSON UTC bb width device initial scale min seed http https".split()  # noqa: SIM905 - one a line says no more
) | {"article", "turbo", "deep", "ante", "public", "private", "slow"}


class Readable(HTMLParser):
    """What people read of a page, with what is told to those who do not see it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._silent: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in SILENT or tag == "script":
            self._silent.append(tag)
        for name, value in attrs:
            if name == "data-words" and value:
                self.texts += json.loads(value).values()
            elif name in READ_ATTRIBUTES and value:
                self.texts.append(value)

    def handle_endtag(self, tag: str) -> None:
        if self._silent and self._silent[-1] == tag:
            self._silent.pop()

    def handle_data(self, data: str) -> None:
        if not self._silent and data.strip():
            self.texts.append(data)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHall]:
    templates = other_language()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ircpoker.chat.services.load_catalogue", lambda _, prefix: Catalogue(templates, prefix, "xx"))
        patch.setattr("ircpoker.web.rendering.load_catalogue", lambda *given: Catalogue(templates, *given[1:], "xx"))
        folder = tmp_path_factory.mktemp("h")
        with WebHall(
            folder, make_hall=Arena, seed=3, plugins=PLUGINS, services=False, channels=(CHANNEL, TOURNAMENTS)
        ) as running:
            running.call(play_a_while)
            yield running


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("who", ["nobody", "ann"])
def test_a_page_has_no_english(house: WebHall, name: str, who: str) -> None:
    cookie = {} if who == "nobody" else {"Cookie": sign_in(house, who)}
    texts = Readable(house.get(path_of(house, name), **cookie).text).texts
    allowed = shared_words() | PEOPLE | COMMON | {NET}
    assert "Ṫáḅĺéś" in " ".join(texts) or "Tables".translate(LETTERS) in " ".join(texts)
    texts = [_NOT_READ.sub(" ", text) for text in texts]
    assert {text: found for text in texts if (found := english_in(text, allowed))} == {}
