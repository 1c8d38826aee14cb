"""Any text into the router and any bytes into the console: only clean lines come out, and the next line works."""

import io

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ircpoker.chat.message import Message, Reply
from ircpoker.people import Person
from tests import tiers
from tests.chat.routers import IRC_LIMITS, make_router
from tests.screen.talking import run_console

ROUTER = make_router()
CHECK = "parse Ah Td 4c 3s Js 7h"
ANSWER = "A♥ J♠ T♦ 7♥ 4♣ | Ace High, Jack Kicker | 10 1 4 5 8 11"
LONGEST_BYTES = 400

COMMANDS = st.sampled_from(["", *ROUTER.commands, "bots", "parse Ah Kd", "value kev", "value openholdem Ah/", "help !"])
ADDRESS = st.sampled_from(["", "!", "dealer: ", "dealer,!", "\x02!", " "])
PIECES = st.sampled_from(
    [
        "Ah",
        "10♥",
        "/",
        ",",
        ":",
        "14:S",
        "\x03",
        "\x0304,1",
        "\x04",
        "\x02",
        "\x00",
        "\r\n",
        "\n",
        "\x10n",
        "\x01",
        "\x1b[31m",
        "\ud800",
        "\u2028",
        "\u202e",
    ]
)
# All code points, lone surrogates too: some terminals and file names bring them.
ANY_TEXT = st.text(st.characters(exclude_categories=[]))
LINES = st.builds(
    lambda address, command, rest: f"{address}{command}{rest}",
    ADDRESS,
    COMMANDS,
    st.lists(PIECES | ANY_TEXT).map(" ".join),
)


def check(replies: list[Reply]) -> None:
    for reply in replies:
        assert type(reply) is Reply
        assert reply.text.isprintable()
        assert reply.text.strip()
        assert len(reply.text.encode()) <= LONGEST_BYTES


@pytest.mark.slow(1)
@settings(max_examples=tiers.count(10_000, 300))
@given(LINES | ANY_TEXT, st.sampled_from([None, "#poker"]), ANY_TEXT)
@example("x" * 1_000_000, None, "eve")
@example("!parse " + "\x0304" * 300_000, "#poker", "eve")
def test_any_text_into_the_router(text: str, channel: str | None, nick: str) -> None:
    line = Message(Person("net", nick, nick), text, channel, "dealer", limits=IRC_LIMITS)
    replies = ROUTER.handle(line)
    check(replies)
    assert not any("went wrong" in reply.text for reply in replies)
    if channel is None:
        assert replies
    else:
        assert sum(not reply.private for reply in replies) <= 3


@pytest.mark.slow(1)
@settings(max_examples=tiers.count(3000, 30))
@given(st.lists(st.binary() | LINES.map(lambda text: text.encode("utf-8", "surrogatepass"))))
def test_any_bytes_into_the_console(pieces: list[bytes]) -> None:
    pieces = [piece for piece in pieces if b"quit" not in piece.lower()]
    source = io.TextIOWrapper(io.BytesIO(b"\n".join([*pieces, b"", CHECK.encode(), b"/quit", b"about"])))
    output = io.StringIO()
    assert run_console(make_router(), nick="eve", input=source, output=output) == 0
    *answers, last, end = output.getvalue().split("\n")
    assert (last, end) == (ANSWER, "")
    for line in answers:
        assert line.isprintable()
        assert line
        assert "went wrong" not in line
