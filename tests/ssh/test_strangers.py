"""Two people who have nothing but OpenSSH meet at a table: one opens it, the other comes by its code."""

from __future__ import annotations

import re

import pytest

from tests.servers.tmux import Tmux
from tests.ssh.house import SshHouse
from tests.ssh.test_screens import at_screen
from tests.waiting import wait_until

pytestmark = [pytest.mark.servers, pytest.mark.slow(20)]

_DEAL = re.compile(r"hand #(\d+)")


def at_home(terminal: Tmux) -> list[str]:
    return terminal.wait_for(lambda rows: "Video poker" in "\n".join(rows))


def code_in(rows: list[str]) -> re.Match[str] | None:
    """Return the code of the table in the log, whose lines are broken at words."""
    return re.search(r"join +([0-9a-f]{16}),", " ".join(" ".join(row.rpartition("│")[2] for row in rows).split()))


@pytest.mark.parametrize("sight", ["public", "private"])
def test_two_strangers_play_together(house: SshHouse, sight: str) -> None:
    for name in (f"one-{sight}", f"two-{sight}"):
        house.key(name)  # That is theirs already.
    with at_screen(house, f"one-{sight}") as host, at_screen(house, f"two-{sight}") as guest:
        at_home(host)
        host.press("n")
        host.wait_for(lambda rows: "[a] holdem 5/10" in "\n".join(rows))
        if sight == "public":
            host.press("Tab")
        host.press("Enter")
        host.wait_for(lambda rows: code_in(rows) is not None)
        code = code_in(host.screen())
        assert code is not None
        at_home(guest)
        if sight == "public":
            found = guest.wait_for(lambda rows: "public table: no-limit hold'em" in "\n".join(rows))
            number = re.search(r"\[(\d)\] public table", "\n".join(found))
            assert number is not None
            guest.press(number[1])
            guest.wait_for(lambda rows: "[j] sit down here" in "\n".join(rows))
            guest.press("j")
        else:
            assert "one-private" not in "\n".join(at_home(guest))
            guest.press("i")
            guest.wait_for(lambda rows: "join" in rows[-1])
            guest.type(code[1])
        deals: dict[Tmux, str] = {}

        def same_deal() -> bool:
            for terminal in (host, guest):
                found = _DEAL.search(terminal.screen()[0])
                deals[terminal] = found[1] if found is not None and "next" not in terminal.screen()[0] else ""
            return bool(deals[host]) and deals[host] == deals[guest]

        wait_until(same_deal, lambda: "\n".join([*host.screen(), *guest.screen()]))
        for terminal in (host, guest):
            terminal.press("q")
            terminal.press("Enter")
