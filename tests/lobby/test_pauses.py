"""The pause between deals: short where nobody showed cards, none before the first one against robots, `!n` ends it."""

from __future__ import annotations

import pytest

from tests.lobby.hall import CHANNEL, Hall


@pytest.fixture
def hall() -> Hall:
    with Hall(deal_pause=5.0, robot_pause=1.5, plugins=("holdem", "draw", "bank", "parse")) as made:
        yield made


def fold_all(hall: Hall) -> None:
    """All fold to the big blind."""
    while (actor := hall.actor()) and hall.table().hand is not None:
        hall.say(actor, "!fold")


def show_down(hall: Hall) -> None:
    """All call and check to the end."""
    while (hand := hall.table().hand) is not None and hand.turn:
        hall.say(hall.actor(), "!call" if hand.turn.call else "!check")


def seconds_to_next(hall: Hall) -> float:
    """Return after how many seconds the next deal begins."""
    begins = hall.table().state.next_hand_at
    assert begins is not None
    return round(begins - hall.table().now, 3)


class TestAfterADeal:
    def test_five_seconds_after_cards_were_shown(self, hall: Hall) -> None:
        hall.seat("ann", "bob")
        show_down(hall)
        assert seconds_to_next(hall) == 5.0

    def test_one_after_folds(self, hall: Hall) -> None:
        hall.seat("ann", "bob")
        fold_all(hall)
        assert seconds_to_next(hall) == 1.0
        assert any("#2, sealed" in line for line in hall.to(CHANNEL))
        hall.wait(1)
        assert hall.table().hand is not None

    def test_none_before_the_first_deal_against_robots(self, hall: Hall) -> None:
        hall.say("ann", "!play caller", None)
        assert hall.table("ann").hand is not None


class TestAtOnce:
    def test_when_all_who_play_want_it(self, hall: Hall) -> None:
        hall.seat("ann", "bob")
        show_down(hall)
        assert hall.say("ann", "!n") == []
        assert seconds_to_next(hall) == 5.0
        assert hall.say("ann", "!n") == []
        assert seconds_to_next(hall) == 5.0
        assert hall.say("bob", "!next") == []
        hall.run()
        assert hall.table().hand is not None

    def test_somebody_who_sits_out_is_not_waited_for(self, hall: Hall) -> None:
        hall.seat("ann", "bob", "carol")
        hall.say("carol", "!sitout")
        show_down(hall)
        hall.say("ann", "!n")
        hall.say("bob", "!n")
        hall.run()
        assert hall.table().hand is not None

    def test_a_pause_with_a_seed_is_not_shortened(self, hall: Hall) -> None:
        hall.seat("ann", "bob")
        show_down(hall)
        hall.wait(1)
        hall.say("bob", "!seed my own text")
        assert seconds_to_next(hall) == 5.0
        hall.say("ann", "!n")
        hall.say("bob", "!n")
        assert seconds_to_next(hall) == 5.0

    def test_in_a_deal_it_is_refused(self, hall: Hall) -> None:
        hall.seat("ann", "bob")
        assert hall.say(hall.actor(), "!n") == []
        hall.say(hall.actor(), "!call")
        assert hall.say("ann", "!n") == ["!n is for the pause between two deals of a table without a tournament"]

    def test_alone_one_waits(self, hall: Hall) -> None:
        hall.say("ann", "!open 200")
        assert hall.say("ann", "!n") == ["Waiting for a second player: !sit to join, !addbot to add a robot."]


class TestTimeForSeeds:
    """Whoever gives the last seed, or takes the last seat, leaves the others five seconds for theirs."""

    def test_a_seed_in_a_short_pause(self, hall: Hall) -> None:
        hall.seat("ann", "bob")
        fold_all(hall)
        hall.wait(0.5)
        hall.say("bob", "!seed first")
        assert seconds_to_next(hall) == 5.0
        hall.wait(4)
        hall.say("bob", "!seed second")
        assert seconds_to_next(hall) == 1.0
        hall.say("ann", "!seed mine")
        assert seconds_to_next(hall) == 5.0

    @pytest.mark.parametrize("line", ["<carol> !sit", "<ann> !addbot caller"])
    def test_a_seat_in_a_pause(self, hall: Hall, line: str) -> None:
        hall.seat("ann", "bob")
        fold_all(hall)
        hall.wait(0.5)
        nick, _, text = line.removeprefix("<").partition("> ")
        assert "chips: #2 in 5 s." in hall.say(nick, text)[0]
        assert seconds_to_next(hall) == 5.0

    def test_a_seat_that_puts_nothing_off_names_no_time(self, hall: Hall) -> None:
        hall.seat("ann", "bob")
        show_down(hall)
        assert hall.say("carol", "!sit") == ["carol sits down in seat 3 with 500 chips."]


class TestRobots:
    def test_a_robot_folds_after_half_a_second(self, hall: Hall) -> None:
        hall.say("ann", "!play folder", None)
        hall.wait(0)
        while hall.actor("ann") != "ann":
            hall.wait(0.1)
        before = hall.table("ann").now
        hall.say("ann", "!allin", None)
        while hall.table("ann").hand is not None:
            hall.wait(0.1)
        assert hall.table("ann").now - before == pytest.approx(0.5, abs=0.11)

    def test_and_does_anything_else_after_its_pause(self, hall: Hall) -> None:
        hall.say("ann", "!play caller", None)
        while hall.actor("ann") != "ann":
            hall.wait(0.1)
        hall.say("ann", "!call", None)
        hand = hall.table("ann").hand
        assert hand is not None
        acted = len(hand.deal.actions)
        hall.wait(1.4)
        assert len(hand.deal.actions) == acted
        hall.wait(0.2)
        assert len(hall.table("ann").hand.deal.actions) == acted + 1
