"""The words of a line: made before it waits, and lost alone if that fails."""

from __future__ import annotations

from sys import setprofile
from types import FrameType

import pytest

from ircpoker.cards import parse_cards
from ircpoker.chat.message import Reply
from ircpoker.chat.outgoing import Outgoing, Reader
from ircpoker.runtime.delivery import Delivery
from tests.transports.irc.desk import Desk, chat_lines
from tests.transports.irc.stays import Stay

SENT, _, UNKNOWN, _ = Delivery


@pytest.fixture
def desk(stay: Stay) -> Desk:
    return Desk(stay)


def test_all_words_are_made_before_a_line_waits(desk: Desk) -> None:
    """While lines are sent, nothing of `ircpoker.chat` is called but how many lines a channel wants."""
    called: set[str] = set()

    def note(frame: FrameType, _event: str, _argument: object) -> None:
        called.add(f"{frame.f_code.co_filename} {frame.f_code.co_qualname}")

    cards = Reply(("you hold ", *parse_cards("Ah Kd")), private=True)
    reader = Reader("net", "alice", account="Alice", channel="#poker")
    desk.stay.games.outbox.post(Outgoing(reader, cards, table="1", confirm=True))
    desk.stay.games.outbox.post(Outgoing(Reader("net", "#poker"), Reply(("long " * 200,)), table="1"))
    setprofile(note)
    try:
        lines = desk.run(5)
    finally:
        setprofile(None)
    assert len(lines) == 5
    assert [name for name in called if "telling/untold" in name]
    assert {name.partition("/ircpoker/chat/")[2] for name in called} <= {
        "",
        "outgoing.py Outbox.__init__.<locals>.<lambda>",
    }


def test_a_line_that_fails_loses_no_other(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    class Broken(str):
        __slots__ = ()

        def __format__(self, _: str) -> str:
            raise RuntimeError

    with desk.stay.games.outbox.held():
        for text in ("one", Broken("two"), "three"):
            line = Outgoing(Reader("net", "alice"), Reply((text,)), on_delivery=desk.on_delivery(str(text)))
            desk.stay.games.outbox.post(line)
    assert chat_lines(desk.run()) == ["one", "three"]
    assert sorted(desk.heard) == [("one", SENT), ("three", SENT), ("two", UNKNOWN)]
    assert "is lost" in caplog.text
