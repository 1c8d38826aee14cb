"""The ranges of a robot, told after the deal where there is room for grids."""

from pathlib import Path

from ircpoker.chat.message import TransportLimits
from ircpoker.equity.grid import pack_shares
from ircpoker.equity.range_counts import COMBINATIONS
from tests.lobby.hall import IRC_LIMITS, Hall

OWN = pack_shares([float(hand[0] // 4 == hand[1] // 4) for hand in COMBINATIONS], ())
OTHERS = pack_shares([1.0 if 51 in hand else 0.5 for hand in COMBINATIONS], ())
ROBOT = f"""
from ircpoker.robots import Decision
from ircpoker.table.actions import CALL

class Seer:
    name = "seer"
    games = {{"holdem": range(2, 3)}}
    gives_reasons = True

    def decide(self, view, rng):
        return Decision(CALL, "as seen", "{OWN}{OTHERS}" if view.board else "no ranges")

ROBOTS = [Seer]
"""


def test_ranges_are_grids_on_the_console_only(tmp_path: Path) -> None:
    (tmp_path / "seer.py").write_text(ROBOT)
    hall = Hall(plugin_path=tmp_path, deal_pause=0.0)
    hall.tell("alice", "play seer")
    while not hall.table("alice").state.last_reasons:
        if hall.actor("alice"):
            assert not any("The range of" in line for line in hall.to("alice"))
            hall.tell("alice", "check")
            hall.tell("alice", "call")
        hall.wait(0.1)
    assert hall.limits is IRC_LIMITS
    in_words = hall.tell("alice", "why")
    assert all(line.endswith("; as seen") for line in in_words)
    on_irc = hall.tell("alice", "why range")
    assert all(line.endswith("| as seen") for line in on_irc)
    hall = hall.restarted()
    hall.limits = TransportLimits(line_bytes=400)
    assert hall.tell("alice", "why") == in_words
    lines = hall.tell("alice", "why range")
    assert lines[: len(on_irc)] == on_irc
    first = len(on_irc)
    last = on_irc[-1].split(" | ")[0].split(": ")[1]
    head = f"The range of seer before its last action, {last}: each kind of hand as a part of the likeliest."
    assert lines[first] == head
    assert lines[first + 1] == "   A    K    Q    J    T    9    8    7    6    5    4    3    2"
    assert lines[first + 2].split() == ["A", "AA", *"." * 12]
    assert lines[first + 3].split() == ["K", ".", "KK", *"." * 11]
    second = lines.index("The opponent's range as seer saw it, likewise:")
    assert second == first + 15
    assert lines[second + 2].split() == ["A", "75%", *["62%"] * 12]
    assert lines[second + 4].split()[2:4] == ["50%", "50%"]
    assert len(lines) == second + 15
    hall.close()
