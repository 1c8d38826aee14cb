"""The lines for a first-time player, once: two before the first cards, the others after the first deal."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ircpoker.errors import LedgerError
from tests.lobby.hall import Hall

SHORT = (
    "That was your first hand. Short forms work, too: x c b r f. !table shows the table, !set odds on your chances, "
    "!help the rest."
)
SEED = "!seed and any text adds your words to the shuffles, so that the house cannot choose the deck: !help fairness."


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall() as hall:
        yield hall


def play_a_deal(hall: Hall) -> None:
    hall.tell("alice", "play caller")
    hall.wait(6)
    hall.tell("alice", "fold")


def test_two_lines_come_before_the_first_cards(hall: Hall) -> None:
    assert len(hall.tell("alice", "play caller")) == 2


def test_new_players_get_the_rest_in_private_after_their_first_deal(hall: Hall) -> None:
    hall.say("alice", "!open")
    hall.say("bob", "!sit")
    hall.wait(6)
    assert not any(SHORT in line for nick in ("alice", "bob") for line in hall.to(nick))
    hall.say(hall.actor(), "!fold")
    for nick in ("alice", "bob"):
        assert hall.to(nick)[-2:] == [f"[#poker] {SHORT}", f"[#poker] {SEED}"]
    assert not any(SHORT in line for line in hall.to("#poker"))


def test_who_sat_down_in_mid_deal_gets_them_after_a_deal_of_their_own(hall: Hall) -> None:
    hall.say("alice", "!open")
    hall.say("bob", "!sit")
    hall.wait(6)
    hall.say("carol", "!sit")
    hall.say(hall.actor(), "!fold")
    assert not any(SHORT in line for line in hall.to("carol"))
    hall.wait(6)
    while not any("#2 bob wins" in line for line in hall.to("#poker")):
        hall.say(hall.actor(), "!fold" if hall.actor() != "bob" else "!call")
    assert hall.to("carol")[-2:] == [f"[#poker] {SHORT}", f"[#poker] {SEED}"]


def test_they_come_once(hall: Hall) -> None:
    play_a_deal(hall)
    hall.wait(6)
    hall.tell("alice", "fold")
    hall.tell("alice", "leave")
    again = hall.restarted()
    play_a_deal(again)
    again.tell("alice", "leave")
    texts = hall.to("alice") + again.to("alice")
    assert texts.count(SHORT) == texts.count(SEED) == 1


def test_known_players_get_none(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    play_a_deal(hall)
    hall.tell("alice", "leave")
    hall.new_lines()
    # As another version left it.
    monkeypatch.setattr(hall.services.ledger, "preferences", lambda _: {})
    play_a_deal(hall)
    assert SHORT not in hall.new_lines("alice")


def test_known_players_get_none_after_the_first_deal_of_somebody_else(hall: Hall) -> None:
    play_a_deal(hall)
    hall.tell("alice", "leave")
    hall.say("alice", "!open")
    hall.say("bob", "!sit")
    hall.wait(6)
    hall.say(hall.actor(), "!fold")
    assert f"[#poker] {SHORT}" in hall.to("bob")
    assert f"[#poker] {SHORT}" not in hall.to("alice")


def test_a_failing_ledger_costs_no_seat(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise LedgerError("gone")

    monkeypatch.setattr(hall.services.ledger, "preferences", fail)
    assert len(hall.tell("alice", "play caller")) == 2
    assert hall.has_table("alice")
