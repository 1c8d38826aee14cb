import stat
from contextlib import closing
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory

from ircpoker.screen.prompt import WordCompleter, open_history
from tests.chat.routers import make_router
from tests.screen.talking import Conversation
from tests.screen.terminals import ASYNC_PROGRAM, environment, terminal

HAND = "parse Ah Td 4c 3s Js 7h"
ANSWER = "A♥ J♠ T♦ 7♥ 4♣ | Ace High, Jack Kicker | 10 1 4 5 8 11"


def test_a_session_with_colours_completion_and_quit(tmp_path: Path) -> None:
    with terminal(environment(tmp_path)) as person:
        person.expect("alice>")
        person.type(f"{HAND}\r")
        person.expect(ANSWER)
        assert "\x1b[31mA♥\x1b[0m J♠ \x1b[36mT♦\x1b[0m \x1b[31m7♥\x1b[0m \x1b[32m4♣\x1b[0m |" in person.raw
        person.expect("alice>")
        person.type("abo\t")
        person.expect("about")
        person.type("\r")
        person.expect("ircpoker 0")
        person.type("/nick bob\r")
        person.expect("you are bob now")
        person.expect("bob>")
        person.type("/quit\r")
        person.ends_well()


def test_ctrl_c_drops_the_line_and_a_second_one_leaves(tmp_path: Path) -> None:
    with terminal(environment(tmp_path)) as person:
        person.expect("alice>")
        person.type("parse nonsense\x03")
        person.expect("Ctrl-C again, Ctrl-D or /quit leaves")
        person.expect("alice>")
        person.type("about\r")
        assert "no card" not in person.expect("ircpoker 0")
        person.expect("alice>")
        person.type("\x03")
        person.expect("Ctrl-C again")
        person.expect("alice>")
        person.type("\x03")
        person.ends_well()


def test_ctrl_d_leaves(tmp_path: Path) -> None:
    with terminal(environment(tmp_path)) as person:
        person.expect("alice>")
        person.type("\x04")
        person.ends_well()


def test_no_color_is_respected(tmp_path: Path) -> None:
    with terminal(environment(tmp_path, NO_COLOR="1")) as person:
        person.expect("alice>")
        person.type(f"{HAND}\r")
        person.expect(ANSWER)
        assert ANSWER in person.raw
        person.expect("alice>")
        person.type("\x04")
        person.ends_well()
        assert "\x1b[31m" not in person.raw


def test_pasted_lines_are_all_answered(tmp_path: Path) -> None:
    with terminal(environment(tmp_path)) as person:
        person.expect("alice>")
        person.type(f"\x1b[200~{HAND}\nvalue kev Ah Td 4c 3s Js 7h\n/quit\nabout\x1b[201~\r")
        person.expect(ANSWER)
        person.expect("6485 0.1309")
        person.ends_well()
        assert "ircpoker 0" not in person.text


def test_a_dumb_terminal_is_enough(tmp_path: Path) -> None:
    with terminal(environment(tmp_path, TERM="dumb")) as person:
        person.expect("alice>")
        person.type(f"{HAND}\r")
        person.expect(ANSWER)
        assert ANSWER in person.raw
        person.expect("alice>")
        person.type("/quit\r")
        person.ends_well()


def test_history_is_kept_and_private(tmp_path: Path) -> None:
    with terminal(environment(tmp_path)) as person:
        person.expect("alice>")
        person.type(f"{HAND}\r")
        person.expect(ANSWER)
        person.type("/quit\r")
        person.ends_well()
    file = tmp_path / ".local" / "state" / "ircpoker" / "console_history"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with terminal(environment(tmp_path)) as person:
        person.expect("alice>")
        person.type("\x1b[A\x1b[A\r")
        person.expect(ANSWER)
        person.type("/quit\r")
        person.ends_well()


@pytest.mark.parametrize(
    "home",
    ["/proc/nowhere", *[pytest.param(home, marks=pytest.mark.slow(1)) for home in ("", "relative", "/dev/null")]],
)
def test_the_session_works_without_a_home(tmp_path: Path, home: str) -> None:
    with terminal(environment(tmp_path, HOME=home)) as person:
        person.expect("alice>")
        person.type("about\r")
        person.expect("ircpoker 0")
        person.type("/quit\r")
        person.ends_well()


def test_events_of_the_bot_are_printed_above_the_prompt(tmp_path: Path) -> None:
    with terminal(environment(tmp_path), ASYNC_PROGRAM) as person:
        person.expect("alice>")
        person.expect("tick")
        person.expect("tick")
        person.expect("alice>")
        person.type(f"{HAND}\r")
        person.expect(ANSWER)
        person.expect("alice>")
        person.type("/quit\r")
        person.ends_well()


class TestHistory:
    def test_the_state_folder_is_preferred(self, tmp_path: Path) -> None:
        history = open_history({"HOME": "/nowhere", "XDG_STATE_HOME": str(tmp_path)})
        history.append_string("parse")
        assert "+parse" in (tmp_path / "ircpoker" / "console_history").read_text()

    @pytest.mark.parametrize("environ", [{}, {"HOME": ""}, {"HOME": "x", "XDG_STATE_HOME": "y"}, {"HOME": "/a\0b"}])
    def test_nowhere_to_keep_history(self, environ: dict[str, str]) -> None:
        assert isinstance(open_history(environ), InMemoryHistory)

    def test_a_folder_in_place_of_the_file(self, tmp_path: Path) -> None:
        (tmp_path / "ircpoker" / "console_history").mkdir(parents=True)
        assert isinstance(open_history({"XDG_STATE_HOME": str(tmp_path)}), InMemoryHistory)

    def test_a_lost_history_file_does_not_end_the_session(self, tmp_path: Path) -> None:
        history = open_history({"XDG_STATE_HOME": str(tmp_path)})
        (tmp_path / "ircpoker" / "console_history").unlink()
        (tmp_path / "ircpoker" / "console_history").mkdir()
        history.append_string("parse")
        assert list(history.load_history_strings()) == []
        assert history.get_strings() == ["parse"]

    def test_bytes_that_are_no_utf8_in_the_file(self, tmp_path: Path) -> None:
        file = tmp_path / "ircpoker" / "console_history"
        file.parent.mkdir()
        file.write_bytes(b"\n# then\n+\xff\xfe\n")
        assert len(list(open_history({"XDG_STATE_HOME": str(tmp_path)}).load_history_strings())) == 1


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("", ["parse", "value", "discards", "odds", "help", "rules", "ranks", "about", "botlist"]),
        ("pa", ["parse"]),
        ("!", ["!parse", "!value", "!discards", "!odds", "!help", "!rules", "!ranks", "!about", "!botlist"]),
        ("!va", ["!value"]),
        ("!B", ["!botlist"]),
        ("x", []),
        ("value k", ["value kev"]),
        ("!value  D", ["!value  draw", "!value  director"]),
        (
            "value ",
            ["value parsecards", "value manual", "value draw", "value director", "value kev", "value openholdem"],
        ),
        ("help v", ["help value"]),
        ("help value ", []),
        ("parse ", []),
        ("nothing ", []),
        ("/", ["/nick", "/quit"]),
        ("/q", ["/quit"]),
        ("/nick a", []),
    ],
)
def test_completion_replaces_the_word_before_the_cursor(typed: str, lines: list[str]) -> None:
    with closing(Conversation(make_router())) as console:
        completer = WordCompleter(console.table.completions)
        found = list(completer.get_completions(Document(typed), CompleteEvent()))
    assert [typed[: len(typed) + completion.start_position] + completion.text for completion in found] == lines
