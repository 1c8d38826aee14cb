"""`!topup`, `!rebuy`, `!sitout` and `!removebot`: chips stay exact, hands in progress go on as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from ircpoker.lobby.stored_form import load_state
from ircpoker.runtime.delivery import Delivery
from tests.lobby.faults import Fault
from tests.lobby.hall import CHANNEL, Hall, player


def balance(hall: Hall, nick: str) -> int:
    return hall.services.ledger.balance(player(nick))


def stored(hall: Hall) -> dict[int, tuple[int, int]]:
    """Return the stack of each stored seat, and its top-up."""
    (saved,) = hall.services.ledger.games("holdem")
    state, _, _ = load_state(saved.state)
    assert saved.held == state.seats.chips
    return {number: (seat.stack, seat.added) for number, seat in state.seats.items()}


class TestTopUp:
    def test_a_top_up_between_hands_counts_at_once(self, hall: Hall) -> None:
        hall.say("alice", "!open 300")
        assert hall.say("alice", "!topup 200") == ["alice brings 200 chips and has 500 here."]
        assert stored(hall) == {0: (500, 0)}
        assert balance(hall, "alice") == 500

    def test_a_top_up_during_a_hand_counts_in_the_next(self, hall: Hall) -> None:
        hall.seat("alice", "bob")
        stacks = {number: seat.stack for number, seat in hall.table().seats.items()}
        actor = hall.actor()
        number = hall.table().seats.number_of(player(actor))
        assert number is not None
        chips = hall.table().state.chips(number)
        assert hall.say(actor, "!topup 100") == [f"{actor} brings 100 chips, which count from the next deal on."]
        assert stored(hall)[number] == (stacks[number], 100)
        assert hall.table().state.chips(number) == chips
        hall.say(actor, "!raise max")
        hand = hall.table().hand
        assert hand is not None
        assert max(hand.deal.totals) <= max(stacks.values())
        other = hall.actor()
        hall.say(other, "!fold")
        assert stored(hall)[number][1] == 0
        assert sum(stack for stack, _ in stored(hall).values()) == sum(stacks.values()) + 100

    def test_a_broke_player_keeps_the_top_up(self, hall: Hall) -> None:
        hall.seat("alice", "bob")
        first = hall.actor()
        hall.say(first, "!allin")
        second = hall.actor()
        hall.say(first, "!topup 100")
        hall.say(second, "!topup 100")
        hall.say(second, "!call")
        assert len(hall.table().seats) == 2
        assert min(stack for stack, _ in stored(hall).values()) == 100

    @pytest.mark.parametrize(
        ("text", "answer"),
        [
            ("!topup", "how many chips? (usage: !topup chips)"),
            ("!topup 0", "'0' is not allowed: expected a whole number from 1 to 700"),
            ("!topup 1701", "not enough chips: 1701 needed, you have 700: 1 to 700 is possible"),
            ("!topup lots", "'lots' is not a number of chips: expected a whole number from 1 to 700"),
            ("!topup 1000", "not enough chips: 1000 needed, you have 700: 1 to 700 is possible"),
        ],
    )
    def test_impossible_top_ups(self, hall: Hall, text: str, answer: str) -> None:
        hall.say("alice", "!open 300")
        assert hall.say("alice", text) == [answer]
        assert stored(hall) == {0: (300, 0)}
        assert balance(hall, "alice") == 700

    def test_a_top_up_keeps_to_the_maximum(self) -> None:
        with Hall(most_buy_in=600) as hall:
            hall.say("alice", "!open 600")
            assert hall.say("alice", "!topup 1") == ["you have 600 chips here already: nobody may bring more than 600"]

    def test_so_do_several_in_one_deal(self) -> None:
        with Hall(most_buy_in=600) as hall:
            hall.seat("alice", "bob", chips=400)
            hall.say("alice", "!topup 100")
            assert hall.say("alice", "!topup 106") == ["'106' is not allowed: expected a whole number from 1 to 105"]
            hall.say("alice", "!topup 105")
            assert hall.say("alice", "!topup 1") == ["you have 600 chips here already: nobody may bring more than 600"]

    def test_without_a_seat(self, hall: Hall) -> None:
        hall.say("alice", "!open")
        assert hall.say("bob", "!topup 100")[0].startswith("you have no seat at a table here")

    @pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
    @pytest.mark.parametrize("in_hand", [False, True], ids=["between", "in-hand"])
    def test_a_ledger_that_fails(
        self, hall: Hall, monkeypatch: pytest.MonkeyPatch, *, after: bool, in_hand: bool
    ) -> None:
        hall.say("alice", "!open 300")
        if in_hand:
            hall.say("bob", "!sit 300")
            hall.wait(6)
            assert hall.table().hand is not None
        with monkeypatch.context() as broken:
            fault = Fault(broken, hall, ("save", "post"), after=after)
            hall.say("alice", "!topup 100")
            assert fault.count
        hall.wait(6)
        assert balance(hall, "alice") == (600 if after else 700)
        assert sum(stored(hall)[0]) == (400 if after else 300)

    def test_a_top_up_outlives_a_crash(self, tmp_path: Path) -> None:
        url = f"sqlite:///{tmp_path}/ledger.db"
        with Hall(url) as hall:
            hall.seat("alice", "bob")
            hall.say("alice", "!topup 100")
            before = stored(hall)
            assert (before[0][1], hall.table().hand is None) == (100, False)
            again = hall.restarted()
            again.wait(12)
            assert stored(again) == before
            again.say(again.actor(), "!fold")
            assert sum(stack for stack, _ in stored(again).values()) == 1100


class TestRebuy:
    def test_a_rebuy_fills_up_to_the_usual_buy_in(self, hall: Hall) -> None:
        hall.say("alice", "!open 200")
        assert hall.say("alice", "!rebuy") == ["alice brings 300 chips and has 500 here."]
        assert hall.say("alice", "!rebuy") == [
            "you have 500 chips here already: !rebuy fills up to 500, !topup brings more"
        ]

    def test_a_broke_player_sits_down_again(self, hall: Hall) -> None:
        hall.say("alice", "!open 200")
        hall.say("bob", "!sit 200")
        hall.say("carol", "!sit 200")
        hall.wait(6)
        while len(hall.table().seats) == 3 and hall.table().hand is not None:
            hall.say(hall.actor(), "!allin")
        left = next(nick for nick in ("alice", "bob", "carol") if hall.table().seats.number_of(player(nick)) is None)
        [answer] = hall.say(left, "!rebuy")
        assert answer.startswith(f"{left} sits down in seat ")
        assert "500 chips" in answer


class TestSitOut:
    def test_sitting_out_waits_for_the_end_of_the_hand(self, hall: Hall) -> None:
        hall.seat("alice", "bob", "carol")
        actor = hall.actor()
        assert hall.say(actor, "!sitout") == [f"{actor} sits out after this deal: !sit deals you in again."]
        assert hall.actor() == actor
        hall.say(actor, "!call")
        hall.say(hall.actor(), "!fold")
        while hall.table().hand is not None:
            hall.say(hall.actor(), "!fold")
        hall.wait(6)
        hand, number = hall.table().hand, hall.table().seats.number_of(player(actor))
        assert hand is not None
        assert number not in hand.numbers
        hall.say(actor, "!sit")
        hall.say(hall.actor(), "!fold")
        hall.wait(6)
        assert hall.table().hand is not None
        assert number in hall.table().hand.numbers

    def test_sitting_out_between_hands(self, hall: Hall) -> None:
        hall.seat("alice", "bob", "carol")
        while hall.table().hand is not None:
            hall.say(hall.actor(), "!fold")
        assert hall.say("carol", "!sitout") == ["carol sits out: !sit deals you in again."]
        hall.wait(6)
        assert hall.table().hand is not None
        assert len(hall.table().hand.numbers) == 2

    def test_the_last_player_leaves_instead(self, hall: Hall) -> None:
        hall.say("alice", "!open")
        hall.say("alice", "!addbot caller")
        assert hall.say("alice", "!sitout") == ["nobody else plays here: !leave returns your chips to your account"]


class TestRemoveRobot:
    def test_a_robot_in_the_hand_leaves_after_it(self, hall: Hall) -> None:
        hall.seat("alice", "bob")
        hall.say("alice", "!addbot caller")
        hall.say(hall.actor(), "!fold")
        hall.wait(6)
        assert hall.say("alice", "!removebot caller") == ["caller leaves as soon as the deal is over."]
        assert len(hall.table().seats) == 3
        while hall.table().hand is not None:
            hall.say(hall.actor(), "!fold")
        assert "caller leaves with" in " ".join(hall.to(CHANNEL))
        assert len(hall.table().seats) == 2

    def test_a_robot_without_cards_leaves_at_once(self, hall: Hall) -> None:
        hall.say("alice", "!open")
        hall.say("alice", "!addbot caller")
        hall.say("alice", "!removebot Caller")
        assert hall.to(CHANNEL)[-1] == "caller leaves with 500 chips."
        assert hall.services.ledger.audit().at_tables == 500
        # Another robot in its seat is not the one that left.
        hall.say("alice", "!addbot folder")
        hall.wait(6)
        hall.say("alice", "!raise 40")
        assert "folder folds" in " ".join(hall.to(CHANNEL))

    def test_a_robot_that_leaves_brings_no_new_chips(self) -> None:
        lost = 0
        for seed in range(6):
            with Hall(seed=seed) as hall:
                hall.say("alice", "!open")
                hall.say("alice", "!addbot caller")
                hall.wait(6)
                hall.say("alice", "!removebot caller")
                hall.say("alice", "!allin")
                lost += "caller is out of chips" in " ".join(hall.to(CHANNEL)) or "caller leaves." in " ".join(
                    hall.to(CHANNEL)
                )
                assert not hall.has_table() or all(not seat.robot for seat in hall.table().seats.values())
        assert lost

    @pytest.mark.parametrize(
        ("text", "answer"),
        [
            ("!removebot raiser", "no robot called 'raiser' sits here: expected caller (usage: !removebot robot)"),
            ("!removebot bob", "no robot called 'bob' sits here: expected caller (usage: !removebot robot)"),
        ],
    )
    def test_unknown_robots(self, hall: Hall, text: str, answer: str) -> None:
        hall.say("alice", "!open")
        hall.say("bob", "!sit")
        hall.say("alice", "!addbot caller")
        assert hall.say("alice", text) == [answer]

    def test_the_last_opponent(self, hall: Hall) -> None:
        hall.say("alice", "play caller", None)
        assert hall.say("alice", "removebot caller", None) == ["caller is your last opponent: !leave ends the game"]


def test_a_called_off_hand_returns_the_top_up(hall: Hall) -> None:
    hall.seat("alice", "bob")
    hall.say(hall.actor(), "!fold")
    hall.holds_deliveries = True
    hall.wait(6)
    assert hall.table().hand is not None
    hall.say("bob", "!topup 50")
    for _ in range(2):
        hall.confirm(Delivery.REFUSED)
    assert not hall.has_table()
    assert balance(hall, "alice") + balance(hall, "bob") == 2000
