"""Games at a terminal: lines that fit, room between deals, the bell, Tab on one's turn, and second thoughts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from ircpoker.chat.message import Reply
from ircpoker.chat.outgoing import Outgoing, reader_of
from ircpoker.chat.router import Router
from ircpoker.people import Person
from ircpoker.screen.look import wrap
from ircpoker.screen.prompt import WordCompleter
from tests.chat.routers import make_router
from tests.screen.talking import Conversation
from tests.screen.terminals import environment, terminal

PROGRAM = """
import sys
from tests.screen.talking import run_console
from tests.chat.routers import make_router
sys.exit(run_console(make_router(("holdem", "bank", "help")), nick="alice"))
"""
PLAY_PROGRAM = PROGRAM.replace('nick="alice"', 'nick="alice", first="play caller 200"')


@pytest.fixture
def router(monkeypatch: pytest.MonkeyPatch) -> Router:
    monkeypatch.setenv("COLUMNS", "60")
    return make_router(("holdem", "draw", "bank", "help"))


@pytest.fixture
def console(router: Router) -> Iterator[Conversation]:
    with closing(Conversation(router)) as console:
        yield console


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


def test_lines_are_wrapped_and_deals_apart(console: Conversation) -> None:
    lines = console.hear("play caller 200")
    assert max(map(len, lines)) <= 60
    assert lines[lines.index("") + 1].startswith("#1 you hold ")
    lines = console.hear("fold")
    assert lines[lines.index("") + 1].startswith("#2 you hold ")
    assert lines.count("") == 1


def test_a_pipe_gets_lines_as_they_are(router: Router) -> None:
    with closing(Conversation(router, columns=0)) as console:
        lines = console.hear("play caller 200")
        assert "" not in lines
        assert max(map(len, lines)) > 60
        console.hear("call")
        assert any("caller wins" in line for line in console.hear("fold"))


def test_cards_stand_once_above_the_first_turn(console: Conversation) -> None:
    first, *_ = [line for line in console.hear("play caller 200") if "to win 15" in line]
    assert first.startswith("5 to win 15, 195 left, caller has 190 left | your turn:")
    assert "| pot 20, 190 left, caller has 190 left | your" in " ".join(console.hear("call"))


def test_the_bell_rings_for_an_unasked_turn(console: Conversation, router: Router) -> None:
    assert "\a" not in console.hear("play caller 200")
    line = Outgoing(reader_of(Person("console", "alice", "alice")), Reply(("your turn",), moment="turn"))
    router.services.outbox.post(line)
    assert console.hear("/nick")[:2] == ["your turn", "\a"]


class TestTab:
    def offered(self, console: Conversation, text: str = "") -> list[str]:
        completer = WordCompleter(console.table.completions)
        return [found.text for found in completer.get_completions(Document(text), CompleteEvent())]

    def test_tab_offers_the_actions_of_the_turn(self, console: Conversation) -> None:
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

    def test_tab_offers_the_draw(self, console: Conversation) -> None:
        console.hear("play caller draw")
        console.hear("check")
        assert self.offered(console) == ["keep", "discard", "pat", "hint"]


class TestSecondThoughts:
    @pytest.mark.parametrize("fold", ["fold", "f", "!fold"])
    def test_a_fold_where_a_check_is_free(self, console: Conversation, fold: str) -> None:
        console.hear("play caller 200")
        console.hear("call")
        assert console.hear(fold) == ["A check is free: say fold again to fold anyway."]
        assert console.hear("table")
        assert console.hear(fold)[0].startswith("A check is free")
        assert any("caller wins" in line for line in console.hear(fold))

    def test_a_fold_facing_a_bet_is_not_questioned(self, console: Conversation) -> None:
        console.hear("play caller 200")
        assert any("caller wins" in line for line in console.hear("fold"))

    def test_leaving_with_people_connected(self, router: Router) -> None:
        presence = router.services.presence
        with closing(Conversation(router, people=lambda: presence.people)) as console:
            for nick, channel in (("ann", "#poker"), ("ann", "#Other"), ("bob", "#poker")):
                presence.joined(Person("net", nick, nick), channel)
            asked = " ".join(" ".join(console.hear("quit")).split())
            assert asked.startswith(
                "2 people are in the bot's channels, and the bot ends with this console: quit or Ctrl-C again leaves."
            )
            for line in ("about", "/quit"):
                console.hear(line)
                assert not console.is_over
            console.hear("exit")
            assert console.is_over

    def test_leaving_with_nobody_there(self, router: Router) -> None:
        presence = router.services.presence
        ann, carol = Person("net", "ann", "ann"), Person("net", "carol", "carol")
        presence.joined(ann, "#poker")
        presence.renamed(ann, carol)
        presence.parted(carol, "#POKER")
        presence.joined(ann, "#poker")
        presence.quit(ann)
        presence.joined(ann, "#poker")
        presence.disconnected("net")
        with closing(Conversation(router, people=lambda: presence.people)) as console:
            console.hear("quit")
            assert console.is_over

    def test_a_lone_player_leaves_at_once(self, console: Conversation) -> None:
        console.router.services.presence.joined(Person("net", "ann", "ann"), "#poker")
        console.hear("quit")
        assert console.is_over


def test_the_first_screen(tmp_path: Path) -> None:
    with terminal(environment(tmp_path), PROGRAM) as person:
        welcome = person.expect("alice>")
        lines = welcome.splitlines()
        assert [line.split()[0] for line in lines[:3]] == ["This", "play", "help"]
        person.type("play caller 200\r")
        person.expect("#1 you hold ")
        person.expect("alice 195>")
        person.type("exit\r")
        person.ends_well()


def test_a_first_line_takes_the_place_of_the_welcome(tmp_path: Path) -> None:
    with terminal(environment(tmp_path), PLAY_PROGRAM) as person:
        assert "This is ircpoker" not in person.expect("#1 you hold ")
        person.expect("alice 195>")
        person.type("\x04")
        person.ends_well()
