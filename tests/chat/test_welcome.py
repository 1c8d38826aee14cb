"""The lines for a first-time player, once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ircpoker.errors import LedgerError
from tests.lobby.hall import Hall

ACT = "On your turn: !check, !call, !bet or !raise with an amount, !fold; or short: x c b r f."
SEED = "!seed and any text adds your words to the shuffles, so that the house cannot choose the deck: !help fairness."


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall() as hall:
        yield hall


def test_a_new_player_gets_a_private_welcome(hall: Hall) -> None:
    hall.say("alice", "!open")
    hall.say("bob", "!sit")
    for nick in ("alice", "bob"):
        act, seed = hall.to(nick)[:2]
        assert act == f"[#poker] {ACT} !table shows the table, !help the rest."
        assert seed == f"[#poker] {SEED}"
    assert not any(ACT in line for line in hall.to("#poker"))


def test_the_welcome_comes_once(hall: Hall) -> None:
    for opening in ("!open", "!play caller"):
        hall.say("alice", opening)
        hall.say("alice", "!leave")
    hall.tell("alice", "play caller")
    again = hall.restarted()
    again.say("alice", "leave", None)
    again.say("alice", "play caller", None)
    texts = hall.to("alice") + again.to("alice")
    assert sum(ACT in line for line in texts) == 1
    assert sum(SEED in line for line in texts) == 1


def test_the_welcome_explains_the_draw(hall: Hall) -> None:
    act = hall.tell("alice", "play draw")[2]
    assert act == f"{ACT} At the draw: !keep or !discard with card numbers, or !pat; !hint shows the best."


def test_no_welcome_for_known_players(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.tell("alice", "play caller")
    hall.wait(6)
    hall.tell("alice", "fold")
    hall.tell("alice", "leave")
    # As another version left it.
    monkeypatch.setattr(hall.services.ledger, "preferences", lambda _: {})
    assert len(hall.tell("alice", "play caller")) == 2


def test_a_failing_ledger_costs_no_seat(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise LedgerError("gone")

    monkeypatch.setattr(hall.services.ledger, "preferences", fail)
    assert len(hall.tell("alice", "play caller")) == 2
    assert hall.has_table("alice")
