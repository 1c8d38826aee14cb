"""`!review` in chat: the errors of one's own decisions, in private, after a thread has judged them."""

from __future__ import annotations

import pytest

from ircpoker.study import review as judging
from tests.lobby.hall import CHANNEL, Hall
from tests.waiting import wait_until

KINGS = 80
"""With this seed the first to act is dealt a pair of kings."""
AGAINST = (
    "All this assumes that all opponents play like the robot called ring (ask !robots ring); how yours really play is "
    "not counted, nor are tournament prizes."
)


@pytest.fixture
def hall() -> Hall:
    hall = Hall(seed=KINGS)
    hall.seat("ann", "bob", "cat", chips=1000)
    assert "Kh Kd" in hall.dealt(hall.actor())
    while (actor := hall.actor()) and hall.table().hand.deal_id == "1":
        hall.say(actor, "!fold")
    hall.wait(1)
    return hall


def review(hall: Hall, nick: str, text: str = "!review") -> list[str]:
    """Return the private lines of a review, once it is done."""
    before = len(hall.to(nick))
    assert hall.say(nick, text) == ["#1: looking at your decisions …"]

    def is_done() -> bool:
        hall.run()
        return any(line.startswith("#1: ") for line in hall.to(nick)[before:])

    wait_until(is_done, "no answer")
    return [line for line in hall.to(nick)[before:] if line.startswith("#1")]


@pytest.mark.slow(10)
def test_only_the_player_reads_an_error(hall: Hall) -> None:
    public = len(hall.to(CHANNEL))
    error, rest = review(hall, "ann")
    assert error.startswith(
        "#1 before the flop: you folded with Kh Kd. Better: raise to 25 chips; such play is worth about "
    )
    assert " big blinds more on average (±" in error
    assert rest == f"#1: you had nothing else to decide. {AGAINST}"
    assert hall.to(CHANNEL)[public:] == []
    assert review(hall, "bob", "!review 1") == [
        f"#1: no clear error found in your decision; small errors are not named. {AGAINST}"
    ]


def test_one_review_at_a_time_and_only_of_own_deals(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall.lobby.threads, "start", lambda *_: None)
    assert hall.say("dan", "!review 1") == ["#1 was played by others: only your own deals are judged"]
    hall.say("bob", "!review")
    assert hall.say("bob", "!review") == ["your last question is being worked out: wait for it"]
    assert hall.say("bob", "!review 7")[0].startswith("there is no deal '7' that you may see")


def test_short_stacks_are_not_judged() -> None:
    hall = Hall()
    hall.seat("ann", "bob", game="5/10", chips=150)
    hall.say(hall.actor(), "!fold")
    hall.wait(1)
    assert hall.say("ann", "!review") == ["#1 is not judged: stacks were below 20 big blinds"]


@pytest.mark.slow(3)
def test_two_players_are_judged_by_nolimit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "COUNTS", (64,))  # how well it judges, tests/study asks
    hall = Hall()
    hall.seat("ann", "bob", chips=1000)
    hall.say(hall.actor(), "!fold")
    hall.wait(1)
    assert "play like the robot called hard (ask !robots hard);" in review(hall, "ann")[-1]
