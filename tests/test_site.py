"""The site of the documentation: built without a warning, every link leads somewhere, questions are answered."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import TimeoutError  # noqa: A004 - its own

from tests.children import child

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
CONFIG = DOCS / "site" / "mkdocs.yml"
ENTRANCES = ("players", "operators", "programmers")
QUESTIONS = {
    "refills": "tables",
    "buy-in": "tables",
    "was the deck honest": "verify",
    "keys of the screen": "screen",
    "robot strength": "robots",
    "restore a backup": "operating",
    "upgrade": "operating",
    "the database failed": "operating",
    "prometheus alerts": "monitoring",
    "hand histories of GGPoker": "import",
    "write a plugin": "plugins",
    "parse_cards": "api/cards",
    "feed snapshot": "feed",
    "eggdrop": "eggdrop",
}
"""What somebody types, and the page that must be among the first ones that the search offers."""
OFFERED = """wanted => {
    const offered = [...document.querySelectorAll(".md-search-result__item > a")].map(link => link.pathname);
    return [...new Set(offered)].slice(0, 3).includes(wanted);
}"""
PATIENCE = 10_000
"""Milliseconds until a page that is not offered counts as missing."""

pytestmark = [pytest.mark.slow(12)]


class Links(HTMLParser):
    """Collects what a page links to, and where it can be linked to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in {"href", "src"} and value:
                self.targets.append(value)
            elif name in {"id", "name"} and value:
                self.anchors.add(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(CONFIG), "-d", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(child(*command), capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "WARNING" not in done.stderr
    return folder


def test_every_link_leads_somewhere(site: Path) -> None:
    pages = {file: Links(file.read_text(encoding="utf-8")) for file in site.rglob("*.html")}
    assert len(pages) > 40
    wrong = []
    for file, links in pages.items():
        for target in links.targets:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc or file.name == "404.html":
                assert parts.scheme in {"", "https", "http", "data", "javascript"}, (file, target)
                continue
            there = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            there = there / "index.html" if there.is_dir() else there
            if not there.is_file() or (parts.fragment and parts.fragment not in pages[there].anchors):
                wrong.append((file.name, target))
    assert wrong == []


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    loaded = re.compile(r"<(?:script|img|link|iframe)[^>]*(?:src|href)=\"?(https?:[^\"\s>]+)")
    found = {url for file in site.rglob("*.html") for url in loaded.findall(file.read_text(encoding="utf-8"))}
    assert found == set()


@pytest.mark.parametrize("name", ENTRANCES)
def test_an_entrance_leads_to_the_pages_below_it(site: Path, name: str) -> None:
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert len(re.findall(r"\]\(", text)) >= 10
    assert (site / f"{name}.html").is_file()


def test_the_pages_of_the_api_have_all_public_names(site: Path) -> None:
    for file in sorted((DOCS / "api").glob("*.md")):
        shown = (site / "api" / f"{file.stem}.html").read_text(encoding="utf-8")
        for module in re.findall(r"^::: (\S+)", file.read_text(encoding="utf-8"), re.MULTILINE):
            public = getattr(import_module(module), "__all__", [])
            missing = [name for name in public if f'id="{module}.{name}"' not in shown]
            assert missing == [], module


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    handler = type("Quiet", (SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(site))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_the_search_answers_questions(page, address: str) -> None:
    page.goto(f"{address}/index.html")
    page.click(".md-search__input")
    wrong = {}
    for question, wanted in QUESTIONS.items():
        page.fill(".md-search__input", "")
        page.keyboard.type(question)
        try:
            page.wait_for_function(OFFERED, arg=f"/{wanted}.html", timeout=PATIENCE)
        except TimeoutError:
            wrong[question] = page.eval_on_selector_all(
                ".md-search-result__item > a", "all => all.map(a => a.pathname)"
            )
    assert wrong == {}
