"""No limit on commands refuses a legal action on one's turn."""

from __future__ import annotations

from dataclasses import replace

from ircpoker.config import LimitSettings
from tests.lobby.hall import Hall

TOO_MANY = "Too many commands at once: I listen again in a few seconds."


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
    assert any(text.startswith("#1: ") for text in hall.to("#poker"))


def test_an_action_of_somebody_whose_nick_cannot_be_stored_is_answered(hall: Hall) -> None:
    hall.seat("alice", "bob")
    assert len(hall.say("a!b", "!fold")) == 1
