"""Games at a terminal: lines that fit, room between deals, the bell, Tab on one's turn, and second thoughts."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from ircpoker.chat.message import Reply
from ircpoker.chat.router import Router
from ircpoker.people import Person
from ircpoker.transports.conversation import Console
from ircpoker.transports.style import Style
from ircpoker.transports.terminal import ConsoleCompleter, TerminalConsole, wrap
from tests.chat.routers import make_router
from tests.transports.terminals import environment, terminal

PROGRAM = """
import sys
from ircpoker.transports.console import run_console
from tests.chat.routers import make_router
sys.exit(run_console(make_router(("holdem", "bank", "help")), nick="alice"))
"""
PLAY_PROGRAM = PROGRAM.replace('nick="alice"', 'nick="alice", first="play caller 200"')


@pytest.fixture
def router(monkeypatch: pytest.MonkeyPatch) -> Router:
    monkeypatch.setenv("COLUMNS", "60")
    return make_router(("holdem", "draw", "bank", "help"))


@pytest.fixture
def console(router: Router) -> Iterator[TerminalConsole]:
    console = TerminalConsole(router, "alice", StringIO(), Style(), is_alone=True)
    with console.open(is_alone=True):
        yield console


def printed(console: Console) -> list[str]:
    """Return the lines since the last call."""
    assert isinstance(console.output, StringIO)
    lines = console.output.getvalue().splitlines()
    console.output.seek(0)
    console.output.truncate()
    return lines


class TestWrap:
    @pytest.mark.parametrize("width", [20, 60, 80, 120])
    def test_lines_fit_and_lose_no_word(self, width: int) -> None:
        text = "#1 you hold 2\u2660 A\u2666 | 5/10 | BB caller 200, SB you 200 | your turn: !call 5, !raise 20-200 " * 3
        lines = list(wrap(text.strip(), width))
        assert max(map(len, lines)) <= width
        assert " ".join(line.strip() for line in lines) == text.strip()
        assert all(line.startswith("  ") for line in lines[1:])

    def test_a_word_that_does_not_fit_stays_whole(self) -> None:
        assert list(wrap("sealed e91b0f84c2e91b0f84c2 now", 12)) == ["sealed", "  e91b0f84c2e91b0f84c2", "  now"]

    def test_colours_take_no_room(self) -> None:
        assert list(wrap("\x1b[31mAh\x1b[0m \x1b[36mKd\x1b[0m", 5)) == ["\x1b[31mAh\x1b[0m \x1b[36mKd\x1b[0m"]

    def test_invisible_characters_take_no_room(self) -> None:
        assert list(wrap("a\u2060nn bob", 7)) == ["a\u2060nn bob"]


def test_lines_are_wrapped_and_deals_apart(console: TerminalConsole) -> None:
    console.hear("play caller 200")
    lines = printed(console)
    assert max(map(len, lines)) <= 60
    assert lines[lines.index("") + 1].startswith("#1 you hold ")
    console.hear("fold")
    lines = printed(console)
    assert lines[lines.index("") + 1].startswith("#2 you hold ")
    assert lines.count("") == 1


def test_a_pipe_gets_lines_as_they_are(router: Router) -> None:
    console = Console(router, "alice", StringIO(), Style())
    with console.open(is_alone=True):
        console.hear("play caller 200")
        lines = printed(console)
        assert "" not in lines
        assert max(map(len, lines)) > 60
        console.hear("call")
        console.hear("fold")
        assert any("caller wins" in line for line in printed(console))


def test_cards_stand_once_above_the_first_turn(console: TerminalConsole) -> None:
    console.hear("play caller 200")
    first, *_ = [line for line in printed(console) if "to win 15" in line]
    assert first.startswith("5 to win 15, 195 left, caller has 190 left | your turn:")
    console.hear("call")
    assert "| pot 20, 190 left, caller has 190 left | your" in " ".join(printed(console))


def test_the_bell_rings_for_an_unasked_turn(console: TerminalConsole) -> None:
    console.hear("play caller 200")
    assert "\a" not in "".join(printed(console))
    console.say(Reply(("your turn",), moment="turn"))
    assert "".join(printed(console)).endswith("\a")


class TestTab:
    def offered(self, console: TerminalConsole, text: str = "") -> list[str]:
        completer = ConsoleCompleter(console.router, console.offers)
        return [found.text for found in completer.get_completions(Document(text), CompleteEvent())]

    def test_tab_offers_the_actions_of_the_turn(self, console: TerminalConsole) -> None:
        assert "play" in self.offered(console)
        console.hear("play caller 200")
        assert self.offered(console) == ["call", "raise", "allin", "fold"]
        assert self.offered(console, "!") == ["!call", "!raise", "!allin", "!fold"]
        assert self.offered(console, "ba") == ["bank"]
        assert self.offered(console, "play ")[:4] == ["easy", "medium", "hard", "holdem"]
        assert self.offered(console, "play ca") == ["caller"]
        assert self.offered(console, "raise ") == ["min", "half", "pot", "max"]
        console.hear("call")
        assert self.offered(console) == ["check", "bet", "allin"]
        console.hear("leave")
        assert "play" in self.offered(console)

    def test_tab_offers_the_draw(self, console: TerminalConsole) -> None:
        console.hear("play caller draw")
        console.hear("check")
        assert self.offered(console) == ["keep", "discard", "pat", "hint"]


class TestSecondThoughts:
    @pytest.mark.parametrize("fold", ["fold", "f", "!fold"])
    def test_a_fold_where_a_check_is_free(self, console: TerminalConsole, fold: str) -> None:
        console.hear("play caller 200")
        console.hear("call")
        printed(console)
        console.hear(fold)
        assert printed(console) == ["A check is free: say fold again to fold anyway."]
        console.hear("table")
        assert printed(console)
        console.hear(fold)
        assert printed(console)[0].startswith("A check is free")
        console.hear(fold)
        assert any("caller wins" in line for line in printed(console))

    def test_a_fold_facing_a_bet_is_not_questioned(self, console: TerminalConsole) -> None:
        console.hear("play caller 200")
        console.hear("fold")
        assert any("caller wins" in line for line in printed(console))

    def test_leaving_with_people_connected(self, router: Router) -> None:
        console = TerminalConsole(router, "alice", StringIO(), Style(), is_alone=False)
        presence = router.services.presence
        for nick, channel in (("ann", "#poker"), ("ann", "#Other"), ("bob", "#poker")):
            presence.joined(Person("net", nick, nick), channel)
        for line in ("quit", "about", "/quit"):
            console.hear(line)
            assert console.running
        assert " ".join(" ".join(printed(console)).split()).startswith(
            "2 people are in the bot's channels, and the bot ends with this console: say it again to leave."
        )
        console.hear("exit")
        assert not console.running

    def test_leaving_with_nobody_there(self, router: Router) -> None:
        console = TerminalConsole(router, "alice", StringIO(), Style(), is_alone=False)
        ann, carol = Person("net", "ann", "ann"), Person("net", "carol", "carol")
        router.services.presence.joined(ann, "#poker")
        router.services.presence.renamed(ann, carol)
        router.services.presence.parted(carol, "#POKER")
        router.services.presence.joined(ann, "#poker")
        router.services.presence.quit(ann)
        router.services.presence.joined(ann, "#poker")
        router.services.presence.disconnected("net")
        console.hear("quit")
        assert not console.running

    def test_a_lone_player_leaves_at_once(self, console: TerminalConsole) -> None:
        console.router.services.presence.joined(Person("net", "ann", "ann"), "#poker")
        console.hear("quit")
        assert not console.running


def test_the_first_screen(tmp_path: Path) -> None:
    with terminal(environment(tmp_path), PROGRAM) as person:
        welcome = person.expect("alice>")
        lines = welcome.splitlines()
        assert [line.split()[0] for line in lines[:3]] == ["This", "play", "help"]
        person.type("play caller 200\r")
        person.expect("#1 you hold ")
        person.expect("alice>")
        person.type("exit\r")
        person.ends_well()


def test_a_first_line_takes_the_place_of_the_welcome(tmp_path: Path) -> None:
    with terminal(environment(tmp_path), PLAY_PROGRAM) as person:
        assert "This is ircpoker" not in person.expect("#1 you hold ")
        person.expect("alice>")
        person.type("\x04")
        person.ends_well()
