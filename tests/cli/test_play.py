"""`ircpoker play`: the console with a table at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Ircpoker


def test_play_opens_the_console_with_a_game(ircpoker: Ircpoker) -> None:
    played = ircpoker("play", "caller", "200", "--seed", "3", stdin="call\nleave\n")
    assert played.status == 0
    assert "against caller" in played.out.splitlines()[0]
    assert played.out == ircpoker("console", "--seed", "3", stdin="play caller 200\ncall\nleave\n").out


@pytest.mark.parametrize("words", [(), ("draw",), ("limit", "caller")])
def test_defaults(ircpoker: Ircpoker, words: tuple[str, ...]) -> None:
    assert ircpoker("play", *words).out.startswith("Heads-up ")


@pytest.mark.parametrize(
    ("words", "shown"),
    [(["slot"], "990"), (["Slots", "7"], "993"), (["vp"], "hold 1 3"), (["videopoker", "7"], "-7 |")],
)
def test_machines_are_opened(ircpoker: Ircpoker, words: list[str], shown: str) -> None:
    played = ircpoker("play", *words, "--seed", "3")
    assert played.status == 0
    assert shown in played.out


NOBODY = "'terminator' is neither a robot nor a game: expected easy, medium, hard, a robot ("


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["terminator"], NOBODY),
        (["easy", "7"], "easy plays holdem with 2 to 6 players only"),
        (["easy", "-5"], "'-5' is not a buy-in: expected a whole number of chips"),
        (["easy", "2.5"], "'2.5' is not a buy-in: expected a whole number of chips"),
        (["easy", "99999999"], "'99999999' is not a buy-in here: expected 100 to 1000 chips"),
        (["caller", "draw", "limit"], "'limit' is"),
        (["caller", "11"], "'11' is not a buy-in here"),
        (["1"], "How many at the table? 2 to 10 at holdem"),
        (["x\x1b[2J\n"], "'x?[2J' is neither"),
        ([b"\xff"], "'?' is neither"),
    ],
)
def test_impossible_games_are_refused(ircpoker: Ircpoker, words: list[str | bytes], problem: str) -> None:
    done = ircpoker("play", *words, stdin="fold\n")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith(f"ircpoker: {problem}")


def test_a_bot_without_tables_cannot_play(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "config.ini").write_text("[bot]\nplugins = parse\n")
    done = ircpoker("play")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("ircpoker: ")


def test_on_a_pipe_bad_lines_are_answered(ircpoker: Ircpoker) -> None:
    done = ircpoker("console", stdin="play terminator\nplay easy -5\nparse Ah Td 4c 3s Js 7h\n")
    assert (done.status, done.err) == (0, "")
    first, second, third = done.out.splitlines()
    assert first.startswith(NOBODY)
    assert second.startswith("'-5' is not a buy-in")
    assert third.startswith("Ah Js Td 7h 4c | ")
