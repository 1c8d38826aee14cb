from typing import Literal

import pytest

from ircpoker import __version__
from ircpoker.chat.commands import Command, Example
from ircpoker.chat.message import Message
from ircpoker.transports.irc.client import LINE_BYTES
from tests.chat.routers import CHANNEL, lines, make_router, message, say


@pytest.mark.parametrize(("commands", "alone"), [(60, False), (600, True)])
def test_help_is_three_public_lines_or_goes_to_the_person_alone(commands: int, alone: bool) -> None:
    router = make_router()
    for number in range(commands):
        router.add(Command(f"c{number}", summary="x", handler=lambda *_: [], examples=()))
    replies = say(router, "!help", CHANNEL)
    assert {reply.private for reply in replies} == {alone}
    assert (len(replies) > 3) is alone
    assert all(len(reply.text.encode()) <= LINE_BYTES for reply in replies)
    listed = {word for reply in replies for word in reply.text.split()}
    assert {f"!{name}" for name in router.commands} <= listed


Where = Literal["anywhere", "channel", "private"]


@pytest.mark.parametrize(
    ("where", "place"), [("anywhere", ""), ("channel", ", in a channel"), ("private", ", in private")]
)
def test_help_says_where_a_command_works(where: Where, place: str) -> None:
    router = make_router()
    examples = [Example("", "y")]
    router.add(Command("test", usage="x", summary="tests", handler=lambda *_: [], examples=examples, where=where))
    assert lines(router, "help test") == [f"!test x{place}: tests", "Example: !test answers: y"]


def test_help_shows_the_prefix_in_use() -> None:
    router = make_router(prefix=".")
    assert lines(router, "help")[0] == "Commands: .parse .value .discards .odds .help .about .botlist"
    assert lines(router, "help .parse")[0].startswith(".parse [cards]: ")


def test_about_names_version_and_owner() -> None:
    [answer] = lines(make_router(owner="carol"), "about")
    assert f"ircpoker {__version__}" in answer
    assert "; run by carol; " in answer


def test_an_owner_that_is_not_printable_is_shown_as_one_line() -> None:
    [answer] = lines(make_router(owner="c\r\nQUIT\x02"), "about")
    assert "run by c  QUIT?;" in answer


def test_botlist_gives_the_nick_that_the_bot_has_there() -> None:
    router = make_router()
    said = Message(message("").sender, "!botlist", CHANNEL, "dealer_")
    assert router.handle(said)[0].text == f"I am dealer_, a poker bot (ircpoker {__version__}): !help lists my commands"
    assert lines(make_router(nick="croupier"), "help botlist")[1] == "Example: !botlist answers: I am …"


@pytest.mark.parametrize(
    ("plugins", "end"),
    [
        (("holdem", "slots", "videopoker"), " may be left out. To play now: !play; alone: !slot, !vp."),
        (("slots",), " may be left out. To play now: !slot."),
        (("draw",), " may be left out. To play now: !play."),
        ((), " may be left out."),
    ],
)
def test_help_says_where_to_begin(plugins: tuple[str, ...], end: str) -> None:
    answer = lines(make_router((*plugins, "help")), "help")
    assert len(answer) <= 3
    assert answer[-1].endswith(end)
