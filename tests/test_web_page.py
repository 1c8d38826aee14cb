"""docs/web.md: its configuration is read, its keys and paths are those of the page, and its pictures are there."""

from __future__ import annotations

import re
from pathlib import Path

from ircpoker.app import SECTIONS
from ircpoker.config import load_settings
from ircpoker.config.administration import FEED
from ircpoker.config.web import WEB
from ircpoker.web.app import make_app
from ircpoker.web.rendering import Renderer
from ircpoker.web.seat_pages import LONGEST_FORM
from ircpoker.web.server import BURST, HEAD_BYTES, HEAD_SECONDS, PER_SECOND
from ircpoker.web.site import Site
from ircpoker.web.streaming import BEAT_SECONDS

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "web.md").read_text(encoding="utf-8")


def test_its_configurations_are_read(tmp_path: Path) -> None:
    for block in re.findall(r"```ini\n(.*?)```", PAGE, re.DOTALL):
        file = tmp_path / "config.ini"
        file.write_text(f"{block}\n[network:local]\nhost = embedded\n", encoding="utf-8")
        settings = load_settings(file, sections=SECTIONS)
        assert settings.section(WEB).url
        assert settings.section(FEED).web or settings.section(WEB).proxies


def test_it_lists_the_keys_and_the_paths() -> None:
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) >= set(WEB.keys)
    listed = set(re.findall(r"`(/[a-z]*)[/`]", PAGE))
    app = make_app(Site(WEB.settings(), Path(), Renderer("")))
    paths = {f"/{route.path.split('/')[1]}" for route in app.routes}
    assert paths - listed == {"/static", "/sit", "/sign-out", "/join", "/say", "/guest"}


def test_its_numbers_are_those_of_the_server() -> None:
    numbers = (BURST, f"{PER_SECOND:.0f} a second", f"{HEAD_SECONDS:.0f} s", f"{HEAD_BYTES >> 10} KB")
    numbers += (f"{LONGEST_FORM >> 10} KB", f"{BEAT_SECONDS:.0f} s", f"{WEB.settings().most_connections:,}")
    for number in numbers:
        assert str(number) in PAGE, number


def test_its_pictures_are_small() -> None:
    for name in re.findall(r"\]\((pictures/[\w.-]+)\)", PAGE):
        assert (DOCS / name).stat().st_size < 150_000, name
