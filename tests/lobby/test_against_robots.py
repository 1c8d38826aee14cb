"""`!play` against several robots: opening, robots that come and go, and whole evenings."""

from collections.abc import Iterator
from random import Random

import pytest

from tests.lobby.hall import CHANNEL, Hall, random_command


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall(deal_pause=0.0) as hall:
        yield hall


def nicks(hall: Hall, where: str = "alice") -> list[str]:
    return [seat.nick for _, seat in sorted(hall.table(where).seats.items())]


def test_named_robots_sit_down(hall: Hall) -> None:
    assert hall.tell("alice", "play caller random raiser 300")[0] == (
        "4-handed no-limit hold'em against caller, random and raiser, blinds 5/10, 300 chips each. !leave ends it."
    )
    assert nicks(hall) == ["alice", "caller", "random", "raiser"]
    assert {seat.stack for seat in hall.table("alice").seats.values()} == {300}
    dealt = next(line for line in hall.to("alice") if line.startswith("#1 you hold "))
    assert all(f"{nick} 300" in dealt for nick in ("you", "caller", "random", "raiser"))


def test_a_number_of_seats(hall: Hall) -> None:
    assert hall.tell("alice", "play draw 4")[0].startswith(
        "4-handed no-limit five-card draw against swede, swede2 and swede3, ante 10, 200 chips each. "
    )
    assert len(nicks(hall)) == 4
    hall.tell("alice", "leave")
    assert "500 chips each" in hall.tell("bob", "play draw 500")[0]
    assert nicks(hall, "bob") == ["bob", "swede"]


def test_robots_come_and_go_in_private(hall: Hall) -> None:
    hall.tell("alice", "play caller 200")
    assert hall.tell("alice", "addbot raiser") == [
        "raiser sits down in seat 3 with 200 chips, and is dealt in after this deal. Bets the pot whenever it may."
    ]
    assert hall.tell("alice", "removebot caller") == ["caller leaves as soon as the deal is over."]
    assert hall.tell("alice", "removebot raiser") == ["raiser is your last opponent: !leave ends the game"]
    hall.tell("alice", "fold")
    assert nicks(hall) == ["alice", "raiser"]
    assert "caller leaves with 205 chips." in hall.to("alice")


def test_a_full_table(hall: Hall) -> None:
    hall.tell("alice", "play draw 5")
    assert hall.tell("alice", "addbot random") == ["the table is full: 5 sit here"]


def test_a_heads_up_robot_stays_alone(hall: Hall) -> None:
    hall.tell("alice", "play pushfold")
    assert hall.tell("alice", "addbot caller") == ["the table is full: 2 sit here, and pushfold plays with no more"]


def test_nobody_else_sits_down_in_a_channel(hall: Hall) -> None:
    hall.say("alice", "!play caller raiser")
    assert hall.say("bob", "!sit")[0].startswith("somebody plays against robots here: ")
    assert hall.say("alice", "!addbot random")[0].startswith("random sits down in seat 4 with 500 chips")
    hall.say("alice", "!leave")
    assert hall.to(CHANNEL)[-1].startswith("The table is closed: ")
    assert "alice leaves with " in hall.to(CHANNEL)[-1]


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "opening", ["play caller random raiser 200", "play draw 5 200", "play omaha 6", "play limit 3"]
)
def test_an_evening(hall: Hall, opening: str) -> None:
    rng, deals = Random(opening), 0
    while deals < 15:
        if not hall.has_table("alice"):
            if not hall.tell("alice", opening)[0].split("-")[0].isdigit():
                break  # all chips are lost
        elif hall.actor("alice") == "alice":
            assert hall.tell("alice", random_command(hall, "alice", rng)) == []
        else:
            hall.wait(0.1)
        if hall.has_table("alice") and (last := hall.table("alice").state.last_deal):
            deals = int(last)
    assert deals > 1
    hall.check_ledger()


def test_after_a_restart_it_goes_on_against_all(hall: Hall) -> None:
    hall.tell("alice", "play caller raiser")
    again = hall.restarted()
    again.wait(20)
    assert nicks(again) == ["alice", "caller", "raiser"]
    assert again.actor("alice") == "alice"
    assert again.say("alice", "removebot raiser", None) == ["raiser leaves as soon as the deal is over."]
