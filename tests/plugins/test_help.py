import re
from pathlib import Path
from typing import Literal

import pytest

from ircpoker import __version__
from ircpoker.chat.commands import Command, Example
from ircpoker.chat.message import Message
from ircpoker.config import default_settings
from ircpoker.transports.irc.client import LINE_BYTES
from tests.chat.routers import CHANNEL, lines, make_router, message, say


def test_help_goes_to_the_person_in_groups() -> None:
    router = make_router(("holdem", "slots", "help"))
    for number in range(60):
        router.add(Command(f"c{number}", summary="x", handler=lambda *_: [], examples=()))
    replies = say(router, "!help", CHANNEL)
    assert all(reply.private for reply in replies)
    assert all(len(reply.text.encode()) <= LINE_BYTES for reply in replies)
    listed = {word for reply in replies for word in reply.text.split()}
    assert {f"!{name}" for name in router.commands} <= listed
    assert all(reply.text.startswith(f"[{CHANNEL}] ") for reply in replies)
    groups = " | ".join(reply.text.removeprefix(f"[{CHANNEL}] ") for reply in replies).split(" | ")
    titles = [group.partition(":")[0] for group in groups[:7]]
    assert titles == ["In a deal", "After a deal", "Look at", "Tables", "Machines", "Your record", "Fairness"]
    assert groups[0] == "In a deal: !check !call !bet !raise !fold !allin !time !n"


def test_help_of_all_plugins_is_four_short_lines() -> None:
    replies = say(make_router(default_settings(Path("/")).bot.plugins), "!help", CHANNEL)
    assert len(replies) == 4
    assert all(len(reply.text) <= 3 * 80 - 20 for reply in replies)


def test_rules_name_no_amount_that_may_be_impossible() -> None:
    router = make_router(("holdem", "help"))
    shown = [line for game in ("holdem", "draw", "omaha") for line in lines(router, f"rules {game}")]
    assert sum("!raise" in line for line in shown) == 2
    assert not [line for line in shown if re.search(r"!(?:bet|raise) [0-9]", line)]


@pytest.mark.parametrize("command", ["proof", "replay"])
def test_help_explains_gaps_in_the_numbers_of_hands(command: str) -> None:
    shown = lines(make_router(("slots", "holdem", "bank", "help")), f"help {command}")
    assert (
        shown[-1] == "All tables and machines of the bot share one row of hand numbers: a table may go from #3 to #7."
    )


@pytest.mark.parametrize(
    ("topic", "begins"),
    [
        ("holdem", "Hold'em: two cards of your own"),
        ("Draw", "Five-card draw: "),
        ("omaha", "Omaha: four cards"),
        ("plo", "Omaha: four cards"),
        ("fairness", "Fairness: before a deal"),
    ],
)
def test_topics(topic: str, begins: str) -> None:
    replies = lines(make_router(), f"help {topic}")
    assert len(replies) == 3
    assert replies[0].startswith(begins)


def test_rules_are_those_of_the_table_here_or_of_a_named_game() -> None:
    router = make_router(("holdem", "draw", "help"))
    assert lines(router, "rules")[0].startswith("Hold'em")
    lines(router, "play caller draw")
    assert lines(router, "rules")[0].startswith("Five-card draw")
    for game, name in (("omaha", "Omaha"), ("limit", "Hold'em"), ("LIMIT_DRAW", "Five-card draw"), ("of plo", "Omaha")):
        assert lines(router, f"rules {game}")[0].startswith(name)
    assert lines(router, "rules chess")[0].startswith("'chess' is not a game: expected holdem, draw or omaha")


def test_ranks() -> None:
    [ranks] = lines(make_router(), "ranks")
    assert ranks.index("flush, straight,") < ranks.index("two pair") < ranks.index("high card")


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
    assert (
        lines(router, "help")[0] == "Hands: .parse .value .discards .odds | More: .help .rules .ranks .about .botlist"
    )
    assert lines(router, "help .parse")[0].startswith(".parse [cards [/ cards…]] (also .pokerdemo, .parsecards): ")


def test_about_names_version_and_owner() -> None:
    [answer] = lines(make_router(owner="carol"), "about")
    assert f"ircpoker {__version__}" in answer
    assert "; run by carol; " in answer


def test_an_unprintable_owner() -> None:
    [answer] = lines(make_router(owner="c\r\nQUIT\x02"), "about")
    assert "run by c  QUIT?;" in answer


def test_botlist_shows_the_bots_current_nick() -> None:
    router = make_router()
    line = Message(message("").sender, "!botlist", CHANNEL, "dealer_")
    assert router.handle(line)[0].text == f"I am dealer_, a poker bot (ircpoker {__version__}): !help lists my commands"
    assert lines(make_router(nick="croupier"), "help botlist")[1] == "Example: !botlist answers: I am …"
