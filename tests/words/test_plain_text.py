"""Plain text from any text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.words.plain_text import host_of, one_line, printable, strip_formatting


@pytest.mark.parametrize(
    ("text", "stripped"),
    [
        (
            "\x02bold\x02 \x1ditalic\x1d \x1funder\x1f \x16reverse\x16 \x1estrike\x1e \x11mono\x11",
            "bold italic under reverse strike mono",
        ),
        ("\x034red\x03 \x0304,12both\x0f", "red both"),
        ("\x0304123", "123"),
        ("\x034,x", ",x"),
        ("\x03,5", ",5"),
        ("\x04ff0000red\x04 \x04FF0000,00ff00both", "red both"),
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("\x00\x01\x07\r\n\t", "\x00\x01\x07\r\n\t"),
        ("Ah ♥ é 🂡", "Ah ♥ é 🂡"),
    ],
)
def test_strip_formatting(text: str, stripped: str) -> None:
    assert strip_formatting(text) == stripped


@given(st.text())
def test_printable_keeps_the_length_and_leaves_nothing_unprintable(text: str) -> None:
    shown = printable(text)
    assert shown.isprintable()
    assert len(shown) == len(text)
    assert printable(shown) == shown


@given(st.text(), st.integers(1, 50))
def test_one_line_is_printable_and_not_too_long(text: str, longest: int) -> None:
    line = one_line(text, longest)
    assert line.isprintable()
    assert len(line) <= longest


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("", ""),
        ("ann@example.org", "example.org"),
        ("~ann@192.0.2.7", "192.0.2.7"),
        ("a@b@192.0.2.7", "192.0.2.7"),
        ("192.0.2.7", "192.0.2.7"),
        # All of one /64, however it is written; another /64 is another host.
        ("ann@2001:db8::1", "2001:db8::/64"),
        ("~bob@2001:db8:0:0:ffff:ffff:ffff:ffff", "2001:db8::/64"),
        ("bob@2001:0DB8::", "2001:db8::/64"),
        ("bob@[2001:db8::2]", "2001:db8::/64"),
        ("bob@2001:db8::2%eth0", "2001:db8::/64"),
        ("bob@2001:db8:0:1::1", "2001:db8:0:1::/64"),
        # A server writes 0 before a leading colon.
        ("bob@0::1", "::/64"),
        # IPv4 on a socket for both.
        ("ann@::ffff:192.0.2.7", "192.0.2.7"),
        ("ann@::FFFF:c000:0207", "192.0.2.7"),
        # Cloaks stay as they are, those with colons too.
        ("ann@user/ann", "user/ann"),
        ("ann@3E5A:1B2C:9D8F:IP", "3E5A:1B2C:9D8F:IP"),
        ("ann@gateway/web/x-2001:db8::1", "gateway/web/x-2001:db8::1"),
    ],
)
def test_a_host(address: str, host: str) -> None:
    assert host_of(address) == host
