from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.transports.irc.identity import (
    LONGEST_REAL_NAME,
    answer_ctcp,
    nicks_after,
    plain_nicks,
    real_name,
    user_name,
)


@given(st.text(), st.integers())
def test_plain_names_are_accepted_everywhere(nick: str, seed: int) -> None:
    for name in (user_name(nick), *islice(plain_nicks(nick, Random(seed)), 5)):
        assert 0 < len(name) <= 9
        assert name.isascii()
        assert name.isalnum()
        assert name[0].isalpha()


def test_nicks_to_try() -> None:
    nicks = list(islice(nicks_after("dealer", Random(1)), 20))
    assert nicks[:2] == ["dealer_", "dealer__"]
    assert all(nick.startswith("dealer") and nick[6:].isdigit() for nick in nicks[2:])
    assert len(set(nicks)) > 15


def test_real_name_says_bot_owner_and_help() -> None:
    assert real_name("alice", ".") == "poker bot of alice, say .help"
    assert real_name("", "!") == "poker bot, say !help"
    assert len(real_name("a\r\nQUIT" * 20, "!")) == LONGEST_REAL_NAME
    assert "\n" not in real_name("a\r\nQUIT", "!")


@pytest.mark.parametrize(
    "request_text", ["\x01DCC\x01", "\x01\x01", "\x01", "\x01ACTION waves\x01", "\x01TIME\x01", "\x01 VERSION\x01"]
)
def test_ctcp_without_answer(request_text: str) -> None:
    assert answer_ctcp(request_text, "alice") is None


@given(st.sampled_from(["PING", "VERSION", "SOURCE", "ping"]), st.text())
def test_ctcp_answers_are_one_short_clean_line(command: str, argument: str) -> None:
    answer = answer_ctcp(f"\x01{command} {argument}\x01", "alice")
    assert answer is not None
    assert len(answer) <= 80
    assert not set(answer) & set("\x01\r\n\0")
