"""`ircpoker play`: the console with a table at once."""

from __future__ import annotations

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


def test_impossible_games_are_refused(ircpoker: Ircpoker) -> None:
    done = ircpoker("play", "nobody")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("'nobody' is neither a robot nor a game")
