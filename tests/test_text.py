"""Plain text from any text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.text import one_line, printable, strip_formatting


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
