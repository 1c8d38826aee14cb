"""`[web] url`: which addresses are taken, and which links stay secret."""

from __future__ import annotations

import pytest

from ircpoker.config.web import WEB
from tests.config.conftest import LOCAL, Load, Problems


@pytest.mark.parametrize(
    ("url", "link"),
    [
        ("", ""),
        ("https://poker.example.org", "https://poker.example.org/sit/c"),
        ("https://example.org/poker/", "https://example.org/poker/sit/c"),
        ("http://localhost:8080", "http://localhost:8080/sit/c"),
        ("http://127.0.0.1", "http://127.0.0.1/sit/c"),
        ("http://poker.example.org", ""),
        ("http://127.0.0.1.example.org", ""),
        ("http://localhost@example.org", ""),
        ("http://[::1", ""),
    ],
)
def test_the_link_of_a_seat(load: Load, url: str, link: str) -> None:
    assert load(f"{LOCAL}\n[web]\nurl = {url}\n").section(WEB).seat_link("c") == link


@pytest.mark.parametrize(
    "url", ["poker.example.org", "ftp://example.org", "https://", "https://a b", "javascript:1", "https://a?b"]
)
def test_other_addresses_are_refused(problems: Problems, url: str) -> None:
    assert "such as https://poker.example.org" in str(problems(f"{LOCAL}\n[web]\nurl = {url}\n"))
