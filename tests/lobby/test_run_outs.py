"""An all-in before the river: street by street, with the chances; only the lines take time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ircpoker.feed.server.seats import DealEnd
from ircpoker.feed.server.snapshot import Remembered, public_facts
from tests.lobby.faults import Fault
from tests.lobby.hall import CHANNEL, Hall, play_on

CHANCE = re.compile(r"(\d+) %")
BACK = "I am back: the table goes on. #1 is over: !replay 1 shows it."


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall(drama=True) as opened:
        yield opened


def all_in(hall: Hall, *nicks: str) -> None:
    """Let the first two who act go all-in, and all others fold."""
    hall.seat(*nicks)
    acts = iter(["!allin", "!allin"])
    while nick := hall.actor():
        hall.new_lines()
        hall.say(nick, next(acts, "!fold"))


def test_streets_come_a_second_apart(hall: Hall) -> None:
    all_in(hall, "ann", "bob", "cy")
    story, hands = hall.new_lines(CHANNEL)
    assert re.fullmatch(r"#1 \w+ folds \| pot 1010", story)
    assert re.fullmatch(r"\w+ .. .. \d+ % \| \w+ .. .. \d+ %", hands)
    lines = []
    for _ in range(3):
        hall.wait(0.9)
        assert hall.new_lines(CHANNEL) == []
        hall.wait(0.1)
        lines.append(hall.new_lines(CHANNEL))
    flop, turn, end = [line[0] for line in lines]
    name = r"[A-Z][\w ,]+"
    assert re.fullmatch(rf"FLOP .. .. .. \| \w+ .. .. {name} \d+ % \| \w+ .. .. {name} \d+ %", flop)
    assert re.fullmatch(rf"TURN .. .. .. \[..\] \| \w+ .. .. {name} \d+ % \| \w+ .. .. {name} \d+ %", turn)
    assert re.match(rf"#1 RIVER .. .. .. .. \[..\] \| \w+ wins 1010 \(\+510\) with {name}$", end)
    assert "shows" not in end
    for line in (hands, flop, turn):
        assert 99 <= sum(map(int, CHANCE.findall(line))) <= 101


def test_the_next_deal_waits_for_the_run_out(hall: Hall) -> None:
    all_in(hall, "ann", "bob", "cy")
    hall.wait(3 + 4.9)
    assert not [line for line in hall.to(CHANNEL) if line.startswith("#2 5/10")]
    hall.wait(0.2)  # after the pause that follows the line with its seal
    assert [line for line in hall.to(CHANNEL) if line.startswith("#2 5/10")]


def test_later_lines_come_after_the_run_out(hall: Hall) -> None:
    all_in(hall, "ann", "bob", "cy")
    hall.say("cy", "!leave")
    hall.wait(5)
    lines = hall.new_lines(CHANNEL)
    end = next(number for number, line in enumerate(lines) if " wins 1010 " in line)
    assert [number for number, line in enumerate(lines) if "leaves" in line and number < end] == []
    assert any("cy leaves with" in line for line in lines)


def test_the_line_of_a_deal_without_a_decision_does_not_tell_its_board() -> None:
    with Hall(drama=True, least_buy_in=5) as hall:
        hall.seat("ann", "bob", chips=5)
        begins = next(line for line in hall.to(CHANNEL) if line.startswith("#1 "))
        assert re.fullmatch(r"#1 \d+/\d+ \| BB \w+ 5, SB \w+ 5", begins)
        assert re.fullmatch(r"\[#poker\] #1 you hold .. ..( Pair of \w+)?", hall.dealt("ann"))
        hall.wait(3)
        assert [line.split()[0] for line in hall.to(CHANNEL) if " FLOP " in f" {line}"] == ["FLOP"]


def test_a_side_pot_and_an_uncalled_bet(hall: Hall) -> None:
    hall.say("ann", "!open 500")
    hall.say("bob", "!sit 300")
    hall.say("cy", "!sit 100")
    hall.wait(5)
    while nick := hall.actor():
        hall.say(nick, "!allin")
    hall.wait(4)
    text = "\n".join(hall.to(CHANNEL))
    assert "| pot 700 | ann gets 200 back" in text
    assert re.search(r"main 300 to \w+ with [\w ,]+, side 400 to \w+ with |wins 700 ", text)


def test_chips_are_paid_before_the_lines_are_sent(hall: Hall) -> None:
    all_in(hall, "ann", "bob", "cy")
    hall.check_ledger()
    assert hall.table().hand is None
    assert sorted(seat.stack for seat in hall.table().seats.values()) == [490, 1010]


def test_after_a_restart_in_the_middle_the_table_goes_on(hall: Hall) -> None:
    all_in(hall, "ann", "bob", "cy")
    hall.wait(1)
    stacks = sorted(seat.stack for seat in hall.table().seats.values())
    again = hall.restarted()
    again.wait(30)
    # The lines not sent yet can be read.
    assert "I am back: the table goes on. #1 is over: !replay 1 shows it." in again.to(CHANNEL)
    assert any(" wins 1010 " in line or " +510" in line for line in again.say("cy", "!replay 1"))
    assert any(line.startswith("#2 ") for line in again.to(CHANNEL))
    assert again.table().hand is not None
    assert sorted(seat.stack for seat in again.table().seats.values()) == stacks


@pytest.mark.parametrize("after", [False, True])
def test_a_failing_ledger_delays_the_run_out(hall: Hall, monkeypatch: pytest.MonkeyPatch, *, after: bool) -> None:
    hall.seat("ann", "bob")
    hall.say(hall.actor(), "!allin")
    hall.new_lines()
    fault = Fault(monkeypatch, hall, ("save", "post"), after=after)
    hall.say(hall.actor(), "!call")
    assert not [line for line in hall.new_lines(CHANNEL) if " % " in line or "wins" in line]
    fault.is_on = False
    hall.wait(6)
    if hall.actor():  # Nothing was stored: the turn is as it was.
        hall.say(hall.actor(), "!call")
    lines = hall.new_lines(CHANNEL)
    assert not any("RIVER" in line for line in lines), "the streets still come one after the other"
    hall.wait(6)
    lines += hall.new_lines(CHANNEL)
    order = [next(n for n, line in enumerate(lines) if word in line) for word in ("| pot ", "FLOP", "TURN", "RIVER")]
    assert order == sorted(order)


def test_the_network_fails_during_a_run_out(hall: Hall) -> None:
    all_in(hall, "ann", "bob", "cy")
    hall.wait(1)
    hall.new_lines()
    hall.disconnect()
    hall.wait(60)
    assert hall.new_lines(CHANNEL) == []
    hall.connect()
    hall.wait(15)
    # Like all lines, those of the run-out are lost with the connection; the line that resumes names the deal.
    assert [line for line in hall.new_lines(CHANNEL) if "#1" in line] == [BACK]


def test_a_leaving_bot_sends_the_rest_at_once(hall: Hall) -> None:
    all_in(hall, "ann", "bob", "cy")
    hall.new_lines()
    hall.leave()
    flop, turn, end, *_, goodbye = hall.new_lines(CHANNEL)
    assert (flop[:4], turn[:4], end[:9]) == ("FLOP", "TURN", "#1 RIVER ")
    assert goodbye.startswith("I am leaving")


def test_a_leaving_bot_announces_the_end_of_a_closed_table() -> None:
    with Hall(drama=True) as hall:
        hall.tell("ann", "play caller 200")
        hall.wait(1)
        while hall.has_table("ann"):
            hall.tell("ann", "allin")
            if hall.has_table("ann"):
                hall.wait(6)
        before = len(hall.to("ann"))
        hall.leave()
        last = hall.to("ann")[before:]
        assert any("RIVER" in line for line in last)
        assert last[-1].startswith("The table is closed")


@pytest.mark.parametrize(
    ("rules", "say"), [({"drama": False}, []), ({"drama": True}, ["set terse on"])], ids=["off", "terse"]
)
def test_run_outs_can_be_switched_off(rules: dict[str, Any], say: list[str]) -> None:
    with Hall(plugins=("holdem", "bank"), **rules) as hall:
        for text in [*say, "play caller 200"]:
            hall.tell("ann", text)
        hall.wait(5)
        hall.tell("ann", "allin")
        lines = hall.new_lines("ann")
        number, end = next((number, line) for number, line in enumerate(lines) if re.search(r" wins? \d+ \(", line))
        assert re.search(r"RIVER (?:.. ?){5}$", lines[number - 1])
        assert " %" not in end


def test_a_run_out_in_the_last_hand() -> None:
    with Hall(drama=True) as hall:
        hall.tell("ann", "play caller 200")
        hall.wait(1)
        for _ in range(30):
            hall.tell("ann", "allin")
            hall.wait(10)
            if not hall.has_table("ann"):
                if hall.to("ann")[-1].startswith("Out of chips"):
                    break
                hall.tell("ann", "play caller 200")
                hall.wait(1)
        *_, hint = hall.to("ann")
        assert re.search(r"^#\d+ RIVER .* caller wins 400 ", "\n".join(hall.to("ann")), re.MULTILINE)
        assert hint.startswith("Out of chips at this table (")
        assert "in your bank): !sit goes on with " in hint


@pytest.mark.slow(1)
def test_random_boards_are_announced_once_in_order() -> None:
    with Hall(drama=True, seed=3) as hall:
        hall.seat("ann", "bob", "cy", "dan", chips=100)
        rng = Random(2)
        for _ in range(40):
            if not hall.has_table():
                hall.seat("ann", "bob", "cy", "dan", chips=100)
            play_on(hall, rng, 20)
            hall.wait(9)
        lines = hall.to(CHANNEL)
        ends = [line for line in lines if " with " in line and "RIVER" in line]
        assert len(ends) > 5
        for end in ends:
            before = lines[: lines.index(end)]
            board = re.findall(r"RIVER (.. .. .. ..) \[..\]", end)
            assert not board or board[0] in " ".join(before).replace("[", "").replace("]", "")


def test_at_a_private_table_you_get_your_bet_back(hall: Hall) -> None:
    hall.tell("ann", "play caller")
    while not (hall.actor("ann") and hall.table("ann").seats.people[0].stack > 510):
        for command in ("check", "call"):
            hall.tell("ann", command)
        hall.wait(1)
    hall.new_lines("ann")
    hall.tell("ann", "allin")
    assert re.search(r"#\d+ caller calls \d+, all-in \| pot \d+ \| you get \d+ back$", hall.new_lines("ann")[0])


def chips_in_front(hall: Hall, *nicks: str) -> list[int]:
    """Return the chips that these people would be named, in order."""
    tables = hall.router.tables
    assert tables is not None
    return sorted(tables.chips_of_player(hall.player(nick)) for nick in nicks)


def test_nobody_can_ask_for_the_end_before_it_is_shown(hall: Hall) -> None:
    """Everything that answers people shows the table as the lines have shown it."""
    all_in(hall, "ann", "bob", "cy")
    seen = public_facts(hall.table(), hall.services.words, Remembered(0, DealEnd(), (), str)).table
    assert sorted(seat.stack for seat in seen.seats) == [0, 0, 490]
    assert chips_in_front(hall, "ann", "bob", "cy") == [0, 0, 490]
    hall.say("dan", "!sit 300")
    assert chips_in_front(hall, "dan") == [300], "even in the seat of somebody who has just left"
    for board in ("", "FLOP", "TURN"):
        first, *seats = hall.say("cy", "!table")
        assert re.search(rf"#1 \| {board}.*pot 1010 \| all-in$", first), first
        assert "wins" not in first
        assert "1010 chips" not in " ".join(seats)
        assert hall.say("cy", "!replay 1") == ["#1 is not over yet: its last streets are still to come"]
        hall.wait(1)
    assert "No deal is in progress" in hall.say("cy", "!table")[0]
    assert any(" wins 1010 " in line or " +510" in line for line in hall.say("cy", "!replay 1"))
    assert chips_in_front(hall, "ann", "bob", "cy") == [0, 490, 1010]
