"""The limits of commands at a table: what is free, and what a refusal says."""

from __future__ import annotations

from dataclasses import replace

from ircpoker.config import LimitSettings
from tests.lobby.hall import Hall


def test_only_legal_actions_are_free(hall: Hall) -> None:
    hall.limits = replace(hall.limits, commands=LimitSettings(command_burst=8, command_interval=3600))
    hall.seat("alice", "bob")
    actor = hall.actor()
    other = "bob" if actor == "alice" else "alice"
    assert hall.say(other, "!check") == [f"Queued: check. It is {actor}'s turn."]
    assert [] in [hall.say(actor, "!table") for _ in range(20)]
    assert hall.say(actor, "!raise 7") == []  # illegal, and not even answered
    assert hall.actor() == actor
    hall.say(actor, "!call")
    assert hall.actor() != actor
    assert hall.say(actor, "!call") == []  # not on their turn
    for _ in range(6):
        hall.say(hall.actor(), "!check")
    assert any(" wins " in text for text in hall.to("#poker"))


def test_an_action_of_somebody_whose_nick_cannot_be_stored_is_answered(hall: Hall) -> None:
    hall.seat("alice", "bob")
    assert len(hall.say("a!b", "!fold")) == 1


def test_help_costs_one_command_and_seats_and_robots_nothing() -> None:
    with Hall(plugins=("holdem", "bank", "help")) as hall:
        hall.limits = replace(hall.limits, commands=LimitSettings(command_burst=8, command_interval=3600))
        assert len(hall.say("alice", "!help")) > 3
        begun = [
            "!open",
            "!addbot caller",
            "!addbot random",
            "!removebot random",
            "!topup 100",
            "!leave",
            "!play caller",
        ]
        for text in begun:
            before = len(hall.lines)
            hall.say("alice", text)
            assert len(hall.lines) > before
            assert not [line for line in hall.lines[before:] if "Too many" in line.text]
        asked = [hall.say("alice", "!bank") for _ in range(9)]
        assert [len(lines) for lines in asked] == [1] * 7 + [1, 0]
        assert asked[7] == ["Too many commands at once: try again in 3600 s."]


def test_changes_of_a_seat_without_end_count(hall: Hall) -> None:
    hall.limits = replace(hall.limits, commands=LimitSettings(command_burst=4, command_interval=3600))
    hall.say("alice", "!open")
    for _ in range(20):
        hall.say("alice", "!addbot caller")
        hall.say("alice", "!removebot caller")
    hall.new_lines()
    assert hall.say("alice", "!addbot caller") == []
    assert hall.say("alice", "!bank") == []
