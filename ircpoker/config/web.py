"""`[web]`: where the page is that shows tables in a browser."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from ircpoker.config.keys import Section, key
from ircpoker.config.kinds import matching

_URL = matching(r"(?:https?://[^\s/;?#]{1,200}(?:/[^\s;?#]{0,200})?)?", "an address such as https://poker.example.org")
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class WebSettings:
    """The page.

    Attributes:
        url: its address, which `!web` gives to people; empty if there is none.
    """

    url: str = key("", _URL, doc="the address of the page, which !web gives to people; empty: there is none")

    def seat_link(self, code: str) -> str:
        """Return the link that opens a person's seat on the page; empty without a page whose links stay secret.

        Examples:
            >>> WebSettings("https://poker.example.org/").seat_link("12ab"), WebSettings("http://[::1]:8080").seat_link("1")
            ('https://poker.example.org/sit/12ab', 'http://[::1]:8080/sit/1')
            >>> WebSettings("http://poker.example.org").seat_link("12ab"), WebSettings("").seat_link("12ab")
            ('', '')
        """
        try:
            parts = urlsplit(self.url)
            is_safe = parts.scheme == "https" or parts.hostname in _LOOPBACK
        except ValueError:  # a host with a single bracket
            return ""
        return f"{self.url.rstrip('/')}/sit/{code}" if self.url and is_safe else ""


WEB = Section("web", WebSettings, "the page for browsers")
