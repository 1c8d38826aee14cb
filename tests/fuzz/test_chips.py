"""Any text to the commands with chips: clean lines come out, and no chip is lost."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ircpoker.chat.message import Message
from ircpoker.people import Person
from tests import tiers
from tests.chat.routers import make_router

PLUGINS = ("parse", "slots", "videopoker", "bank")
ROUTER = make_router(PLUGINS)
COMMANDS = st.sampled_from(list(ROUTER.commands))
NICKS = st.sampled_from(["alice", "bob", "carol"])
NUMBERS = st.integers(-5, 60).map(str) | st.integers().map(str) | st.floats().map(str)
WORDS = st.one_of(
    NICKS,
    NUMBERS,
    st.sampled_from(["all", "none", "pays", "1 3 5", "24", "Ah Kd 7s 2c 3h", "videopoker", "#1", "\x02", "\x00", "٣"]),
    st.text(st.characters(exclude_categories=[]), max_size=80),
)
LINES = st.builds(lambda command, words: f"{command} {' '.join(words)}", COMMANDS, st.lists(WORDS, max_size=3))


@pytest.mark.slow(1)
@settings(max_examples=tiers.count(1000, 30))
@given(st.lists(st.tuples(NICKS, LINES), min_size=1, max_size=5))
@example([("alice", f"slot {'9' * 900}"), ("alice", f"give bob {'9' * 900}"), ("alice", f"seed {'é' * 900}")])
def test_any_text_to_the_commands_with_chips(lines: list[tuple[str, str]]) -> None:
    ledger = ROUTER.services.ledger
    for nick, line in lines:
        before = ledger.audit()
        replies = ROUTER.handle(Message(Person("net", nick, nick), line, None, "dealer"))
        assert replies
        for reply in replies:
            assert reply.text.isprintable()
            assert "went wrong" not in reply.text
            assert "failed" not in reply.text
        audit = ledger.audit()
        assert audit.is_clean
        assert audit.issued == audit.held + audit.at_tables
        if "expected" in replies[0].text and "has chips here" not in replies[0].text:
            assert (audit.held, audit.at_tables) in {
                (before.held, before.at_tables),
                (before.held + 1000, before.at_tables),  # a new person has an account now
            }


@pytest.mark.slow(1)
@settings(max_examples=tiers.count(1000, 100))
@given(st.text(st.characters(exclude_categories=[])))
def test_any_nick(nick: str) -> None:
    for line in ("bank", "slot", f"bank {nick}", f"give {nick} 1", "top"):
        for reply in ROUTER.handle(Message(Person("net", nick, nick), line, None, "dealer")):
            assert reply.text.isprintable()
            assert "went wrong" not in reply.text
