"""The full screen by SSH, on OpenSSH's client in a terminal that tmux draws, beside people on ngIRCd."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests import tiers
from tests.servers.human import Human, as_typed
from tests.servers.test_hang_up import assert_ended, processes_of
from tests.servers.tmux import Tmux
from tests.ssh.house import SshHouse
from tests.waiting import wait_until

pytestmark = [pytest.mark.servers, pytest.mark.slow(8)]

_DEAL = re.compile(r"hand #(\d+)")
_CLOCK = re.compile(r"\d+ s\b")
_BAR = re.compile(r"\b(?:f  Fold|k  Check|c  Call)\b")


@contextmanager
def at_screen(house: SshHouse, name: str, place: str = "") -> Iterator[Tmux]:
    """Let somebody come by SSH with a terminal of 100 columns."""
    with Tmux(house.line(name, "-t", words=place), 30, columns=100) as terminal:
        yield terminal


class Caller:
    """Somebody on IRC who plays whenever it is their turn: checks or calls."""

    def __init__(self, person: Human) -> None:
        self.person = person

    def play(self) -> None:
        """Answer what has come."""
        for line in self.person.lines_so_far():
            text = as_typed(re.sub("\x03[0-9]{2}|[\x02\x0f\x1d\x1f]", "", line))
            if "your turn:" in text:
                self.person.say("#keys", "!check" if "!check" in text else "!call")


def _own_turn(rows: list[str]) -> bool:
    bar = " ".join(rows[-6:])
    return _BAR.search(bar) is not None and "when it is my turn" not in bar


class Keys:
    """Somebody at the screen who presses one key for each thing that it asks: checks or calls, and goes on.

    Attributes:
        deals: the numbers of the deals that were seen.
    """

    def __init__(self, terminal: Tmux) -> None:
        self._terminal = terminal
        self._answered = ("", "")
        self.deals: set[str] = set()

    def play(self) -> None:
        """Press the key that the screen asks for, unless it was pressed already for what stands there."""
        rows = self._terminal.screen()
        found = _DEAL.search(rows[0])
        deal = found[1] if found else ""
        if deal:
            self.deals.add(deal)
        text = "\n".join(rows)
        # The clock goes on until the bot has taken a key; below the end of a deal the next deal goes on.
        asked = (deal, _CLOCK.sub("", text))
        if _own_turn(rows):
            key = "k" if "k  Check" in " ".join(rows[-6:]) else "c"
        elif "Enter  Next hand" in text:
            key, asked = "Enter", (deal, "next hand")
        elif "[j] come back" in text:
            key = "j"
        else:
            return
        if asked != self._answered:
            self._answered = asked
            self._terminal.press(key)


def test_deals_by_keys_beside_people_of_irc(house: SshHouse) -> None:
    wanted = tiers.count(30, 2)
    with house.person("bob", "#keys") as bob:
        bob.say("#keys", "!open")
        bob.expect("sits down")
        with at_screen(house, "ann", "#keys") as ann:
            ann.wait_for(lambda rows: "[j] sit down" in "\n".join(rows))
            ann.press("j")
            ann.wait_for(lambda rows: "ann · you" in "\n".join(rows))
            other, keys = Caller(bob), Keys(ann)

            def play() -> bool:
                other.play()
                keys.play()
                return len(keys.deals) > before

            while len(keys.deals) <= wanted:
                before = len(keys.deals)
                wait_until(play, lambda: "\n".join(ann.screen()))
        # Neither saw a card of the other before a showdown.
        assert not [line for line in bob.received if b"ann you hold" in line]


def test_a_lost_connection_comes_back_into_the_deal(house: SshHouse) -> None:
    with house.person("cat", "#lost") as cat:
        cat.say("#lost", "!open")
        cat.expect("sits down")
        with at_screen(house, "dan", "#lost") as dan:
            dan.wait_for(lambda rows: "[j] sit down" in "\n".join(rows))
            dan.press("j")
            rows = dan.wait_for(lambda rows: _DEAL.search(rows[0]) is not None and "dan · you" in "\n".join(rows))
            deal = _DEAL.search(rows[0])
            dan.kill_program()
        with at_screen(house, "dan") as dan:
            # The lobby is passed by: the seat waits.
            rows = dan.wait_for(lambda rows: "dan · you" in "\n".join(rows))
            again = _DEAL.search(rows[0])
            assert deal is not None
            assert again is not None
            assert again[1] == deal[1]


def test_it_becomes_lines_and_a_screen_again(house: SshHouse) -> None:
    def closes_lobby(eve: Tmux) -> None:
        eve.press("Escape")
        rows = eve.wait_for(lambda rows: "You are at no table." in "\n".join(rows))
        assert rows[0].split()[1] == "ircpoker"

    with at_screen(house, "eve") as eve:
        eve.wait_for(lambda rows: "Play against hard" in "\n".join(rows))
        closes_lobby(eve)
        eve.press("F2")
        eve.wait_for(lambda rows: "type screen for the table" in "\n".join(rows))
        eve.press("b", "a")
        eve.wait_for(lambda rows: any(row.strip() == "ba" for row in rows))
        eve.type("nk")
        eve.wait_for(lambda rows: "1000 chips" in "\n".join(rows))
        eve.type("screen")
        eve.wait_for(lambda rows: "Play against hard" in "\n".join(rows))
        closes_lobby(eve)


@pytest.mark.parametrize("number", range(tiers.count(40)))
def test_nothing_is_left_of_a_session_whose_window_has_closed(house: SshHouse, number: int) -> None:
    """Neither the client nor, in the worker, the connection and that to the bot."""
    workers = Path(f"/proc/{house.pid}/task/{house.pid}/children").read_text().split()

    def files() -> set[str]:
        found = set()
        for file in [file for worker in workers for file in Path(f"/proc/{worker}/fd").iterdir()]:
            with suppress(FileNotFoundError):  # closed meanwhile
                found.add(f"{file} {file.readlink()}")
        return found

    house.ask("hal", typed="quit\n")  # Now the worker has all that it keeps.
    before = files()
    with at_screen(house, "hal") as hal:
        hal.wait_for(lambda rows: "Play against hard" in "\n".join(rows))
        hal.press("Escape", "F2")
        hal.wait_for(lambda rows: "type screen for the table" in "\n".join(rows))
        if number % 2:
            hal.type("screen")
            hal.wait_for(lambda rows: "[l]obby" in "\n".join(rows) or "Play against hard" in "\n".join(rows))
        hal.press("b", "a")
        assert len(files() - before) >= 2
        client = int(hal.ask("#{pane_pid}"))
        hal.close_window()
        assert_ended(lambda: processes_of(client) or files() - before)


def test_a_small_window_gets_lines(house: SshHouse) -> None:
    with Tmux(house.line("fay", "-t"), 20, columns=60) as fay:
        fay.wait_for(lambda rows: "needs a terminal of 80 columns and 24 lines" in " ".join(rows))
        fay.type("bank")
        fay.wait_for(lambda rows: "1000 chips" in "\n".join(rows))
        fay.resize(100, 30)
        fay.type("screen")
        fay.wait_for(lambda rows: "Play against hard" in "\n".join(rows))
        fay.press("Escape", "F2")
        fay.wait_for(lambda rows: "type screen for the table" in "\n".join(rows))
        fay.type("quit")


def test_the_terminal_is_given_back_as_it_was(house: SshHouse) -> None:
    command = house.line("gus", "-t")
    with Tmux(f"sh -c 'echo before; {command}; echo after $?; sleep 100'", 30, columns=100) as gus:
        gus.wait_for(lambda rows: "Play against hard" in "\n".join(rows))
        gus.press("C-c")
        rows = gus.wait_for(lambda rows: "after 0" in "\n".join(rows))
        assert [row for row in rows if row.strip()][:1] == ["before"]
