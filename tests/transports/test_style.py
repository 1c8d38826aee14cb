from enum import StrEnum
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from ircpoker.cards import CARDS, parse_cards
from ircpoker.chat.message import Highlighted, Reply
from ircpoker.transports.irc.rendering import Style, render
from ircpoker.words import Bold
from ircpoker.words.plain_text import strip_formatting

STYLES = [Style(has_signs, has_colour) for has_signs, has_colour in product((False, True), repeat=2)]
REPLIES = st.lists(
    st.sampled_from(CARDS) | st.text(st.characters(categories=["L", "N", "P", "S", "Zs"], exclude_characters="\xa0"))
).map(lambda parts: Reply(tuple(parts)))


class Shade(StrEnum):
    DARK = "dark"


def test_plain_text() -> None:
    reply = Reply(("Dealt: ", *parse_cards("Ah Td"), " | ", "two"))
    assert render(reply) == "Dealt: AhTd | two" == reply.text


def test_unicode_cards_have_suit_signs() -> None:
    reply = Reply(parse_cards("Ah Td 4c 3s"))
    assert render(reply, Style(has_signs=True)) == "A♥T♦4♣3♠"


def test_highlighted_names_and_bold_text() -> None:
    reply = Reply(("pot ", Bold("160"), " | ", Highlighted("ann"), ": check", Shade("dark")))
    assert render(reply, Style(has_colour=True)) == "pot \x02160\x02 | \x02ann\x02: checkdark"
    assert render(reply, Style(has_signs=True)) == render(reply) == reply.text == "pot 160 | ann: checkdark"


def test_irc_colours() -> None:
    reply = Reply(("x ", *parse_cards("9h 9d 9c 9s"), " 5"))
    assert render(reply, Style(has_colour=True)) == "x \x03049h\x0f\x03109d\x0f\x03039c\x0f9s 5"


@given(REPLIES)
def test_without_formatting_the_text_is_the_same(reply: Reply) -> None:
    for style in STYLES:
        plain = render(reply, Style(style.has_signs))
        assert strip_formatting(render(reply, style)) == plain
    assert render(reply, Style()) == reply.text
