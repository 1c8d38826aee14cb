"""The process was stopped, or the machine slept: nobody could act then, so nobody's clock has run."""

from datetime import timedelta

from tests.lobby.hall import CHANNEL, Hall, person


def stand_still(hall: Hall, seconds: float) -> None:
    """Let time go by in which the bot does nothing, and hears nothing."""
    hall.clock.advance(timedelta(seconds=seconds))
    hall.services.scheduler.stood_still(seconds)
    hall.run()


def test_a_turns_clock_is_put_forward(hall: Hall) -> None:
    hall.seat("alice", "bob")
    hall.wait(20)
    hall.new_lines()
    stand_still(hall, 75)
    assert hall.new_lines() == []
    hall.wait(11)
    assert "[#poker] 15 seconds left" in hall.new_lines("alice")[0]
    hall.wait(13)
    assert hall.actor() == "alice"
    hall.wait(2)
    assert hall.actor() != "alice"


def test_a_later_clock_is_not_put_forward(hall: Hall) -> None:
    hall.seat("alice", "bob")
    hall.wait(20)
    # The lines that alice typed during it are read first.
    hall.clock.advance(timedelta(seconds=75))
    hall.say("alice", "!call")
    hall.services.scheduler.stood_still(75)
    hall.wait(44)
    assert "out of time" not in " ".join(hall.to(CHANNEL))
    hall.wait(2)
    assert "bob checks (out of time)" in " ".join(hall.to(CHANNEL))


def test_an_absent_players_seat_is_kept_longer(hall: Hall) -> None:
    hall.seat("alice", "bob")
    hall.say("alice", "!fold")
    hall.services.presence.quit(person("bob"))
    hall.wait(100)
    stand_still(hall, 75)
    assert "bob was away for too long and leaves" not in " ".join(hall.to(CHANNEL))
    hall.wait(18)
    hall.services.presence.joined(person("bob"), CHANNEL)
    hall.wait(5)
    assert hall.actor() == "bob"


def test_the_wait_for_a_second_player_is_longer(hall: Hall) -> None:
    hall.seat("alice", "bob")
    hall.say("bob", "!leave")
    hall.say("alice", "!fold")
    hall.wait(890)
    stand_still(hall, 75)
    assert hall.has_table()
    hall.wait(20)
    assert not hall.has_table()
