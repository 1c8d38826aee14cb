"""`[web]`: addresses that would give a player's link away are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from ircpoker.config.kinds import BadValueError
from ircpoker.config.web import WEB, Listen, WebSettings

URL, LISTEN = (WEB.keys[name].kind for name in ("url", "listen"))


@pytest.mark.parametrize(
    "text",
    [
        "https://example.org",
        "https://example.org:8443/poker/",
        "http://127.0.0.1:8080",
        "http://localhost",
        "http://[::1]:80/x",
        "",
    ],
)
def test_addresses_for_links(text: str) -> None:
    assert URL.read(text, Path()) == text.rstrip("/")


@pytest.mark.parametrize(
    "text",
    ["http://example.org", "http://127.0.0.1.example.org", "ftp://localhost", "https://", "https://a b", "example.org",
     "https://user:secret@example.org", "https://example.org/?x", "https://example.org/#x",
     "https://example.org/" + "x" * 200],
)  # fmt: skip
def test_other_addresses_are_refused(text: str) -> None:
    with pytest.raises(BadValueError):
        URL.read(text, Path())


def test_where_it_listens() -> None:
    assert LISTEN.read("127.0.0.1:8080", Path()) == Listen("127.0.0.1", 8080)
    assert LISTEN.read("[::1]:80", Path()) == Listen("::1", 80)
    for text in ("8080", "localhost", "localhost:", "localhost:99999", ":80"):
        with pytest.raises(BadValueError):
            LISTEN.read(text, Path())


def test_the_names_of_the_page() -> None:
    web = WebSettings("https://Example.org/poker", Listen("127.0.0.1", 8080))
    assert (web.root, web.is_secure) == ("/poker", True)
    assert web.hosts(8080) == {"localhost:8080", "127.0.0.1:8080", "[::1]:8080", "example.org"}
