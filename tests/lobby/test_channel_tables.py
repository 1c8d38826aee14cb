"""Tables for several people in a channel, through the router, with all their lines."""

import re
from random import Random

import pytest

from ircpoker.lobby.deadlines import CARDS_SECONDS
from ircpoker.lobby.seats import SeatStatus
from ircpoker.runtime.delivery import Delivery
from tests.lobby.hall import CHANNEL, NO_SEAT, Hall, play_on


def test_a_deal_from_the_first_card_to_the_pot(hall: Hall) -> None:
    assert hall.say("alice", "!open 300")[0] == (
        "A table of no-limit hold'em, blinds 5/10: alice sits down with 300 chips; "
        "!sit joins, !addbot seats a robot, !leave leaves."
    )
    assert hall.say("bob", "!sit")[0] == "bob sits down in seat 2 with 500 chips."
    assert hall.actor() == ""
    hall.wait(5)
    assert hall.dealt("bob").startswith("[#poker] #1 you hold ")
    assert hall.to(CHANNEL)[-2:] == ["#1 5/10 | BB bob 500, SB alice 300", "alice: 5 to call (45 s)"]
    assert re.fullmatch(
        r"\[#poker\] \w\w \w\w(?: Pair of \w+)? \| 5 to win 15, 295 left, bob has 490 left"
        r" \| your turn: !call 5, !raise 20-300, !allin, !fold",
        hall.to("alice")[-1],
    )
    hall.new_lines()
    assert hall.say("alice", "!raise 30") == []
    line = hall.new_lines(CHANNEL)[0]
    assert line == "alice raises to 30 | bob: 20 to call (45 s)"
    hall.say("bob", "!call")
    assert re.fullmatch(
        r"bob calls 20 \| FLOP \w\w \w\w \w\w \| pot 60 \| bob: check or bet \(45 s\)",
        hall.new_lines(CHANNEL)[0],
    )
    hall.say("bob", "!bet 40")
    hall.say("alice", "!fold")
    ended, following = hall.new_lines(CHANNEL)[-2:]
    assert ended == "#1 bob wins 60 (+30): alice folds"
    assert re.fullmatch("#2, sealed [0-9a-f]{40}", following)
    assert (hall.table().seats[0].stack, hall.table().seats[1].stack) == (270, 530)


def test_cards_come_first_and_only_then_the_turn(hall: Hall) -> None:
    hall.holds_deliveries = True
    hall.say("alice", "!open")
    hall.say("bob", "!sit")
    hall.new_lines()
    hall.wait(5)
    begun, *cards = hall.new_lines()
    assert begun == "#1 5/10 | BB bob 500, SB alice 500"
    assert [text[: len("[#poker] #1 you hold")] for text in cards] == ["[#poker] #1 you hold"] * 2
    assert hall.actor() == ""
    hall.confirm()
    assert hall.new_lines() == []
    hall.confirm()
    assert hall.new_lines(CHANNEL) == ["alice: 5 to call (45 s)"]


def test_out_of_turn_actions(hall: Hall) -> None:
    hall.seat("alice", "bob", "carol")
    assert hall.actor() == "alice"
    assert hall.say("dave", "!call") == [NO_SEAT]
    assert hall.say("alice", "!check") == ["10 to call: you may !call 10, !raise 20-500, !allin, !fold"]
    assert hall.say("alice", "!raise") == ["How much? 20 to 500, or min, half, pot, max."]
    assert hall.say("alice", "!bet 19") == ["19 is too little. 20 to 500, or min, half, pot, max."]
    assert hall.say("alice", "!raise 15") == ["15 is too little. 20 to 500, or min, half, pot, max."]
    for text in ("2.5", "abc", "-40", "٣"):
        [answer] = hall.say("alice", f"!raise {text}")
        assert answer == f"'{text}' is not a number of chips. 20 to 500, or min, half, pot, max."
    [answer] = hall.say("alice", "!raise to 100000000000")
    assert answer == "100000000000 is too much. 20 to 500, or min, half, pot, max."
    assert hall.say("alice", "!raise 0") == ["0 is too little. 20 to 500, or min, half, pot, max."]
    # Before one's turn any amount up to the stack is accepted.
    assert hall.say("carol", "!bet abc") == ["'abc' is not a number of chips. 1 to 500, or min, half, pot, max."]
    assert hall.say("dave", "!raise abc") == [NO_SEAT]
    assert hall.say("alice", "!fold 10") == ["'10' does not belong here (usage: !fold)"]
    assert hall.say("alice", "!pat")[0].startswith("you have no cards to choose from now")
    hall.say("alice", "!fold")
    assert hall.say("alice", "!call") == ["you have folded: wait for the next deal"]


def test_a_queued_action_waits_for_the_turn(hall: Hall) -> None:
    hall.seat("alice", "bob", "carol")
    assert hall.say("carol", "!check") == ["Queued: check. It is alice's turn."]
    assert hall.say("bob", "!call") == ["Queued: call. It is alice's turn."]
    hall.new_lines()
    hall.say("alice", "!call")
    public = hall.new_lines(CHANNEL)
    assert len(public) == 1
    assert public[0].startswith("alice calls 10, bob calls 5, carol checks | FLOP ")


@pytest.mark.parametrize("amount", [20, 50])
def test_a_queued_action_is_dropped_after_a_raise(hall: Hall, amount: int) -> None:
    hall.seat("alice", "bob", "carol")
    hall.say("bob", "!call")
    hall.say("carol", "!fold")
    hall.say("alice", f"!raise {amount}")
    assert "[#poker] Cancelled: call. The price or the street has changed." in hall.to("bob")
    assert hall.actor() == "bob"
    hall.say("bob", "!call")
    # A fold stands whatever the bet is.
    assert "carol folds" in hall.to(CHANNEL)[-1]


@pytest.mark.parametrize("action", ["bet 15", "raise 15", "raise 501", "raise"])
def test_an_illegal_queued_action_is_dropped(hall: Hall, action: str) -> None:
    hall.seat("alice", "bob", "carol")
    assert hall.say("bob", f"!{action}") == [f"Queued: {action}. It is alice's turn."]
    hall.new_lines()
    hall.say("alice", "!call")
    lines = hall.new_lines("bob")
    assert lines[0] == f"[#poker] Cancelled: {action}. The price or the street has changed."
    assert "your turn: !call 5" in lines[1]
    assert hall.actor() == "bob"
    hall.say("bob", "!call")
    assert hall.actor() == "carol"


def test_a_queued_action_can_be_changed(hall: Hall) -> None:
    hall.seat("alice", "bob", "carol")
    hall.say("bob", "!call")
    hall.say("bob", "!raise 100")
    hall.say("alice", "!call")
    assert "bob raises to 100" in hall.to(CHANNEL)[-1]


def test_side_pots_of_three_all_ins(hall: Hall) -> None:
    hall.say("alice", "!open 100")
    hall.say("bob", "!sit 300")
    hall.say("carol", "!sit 500")
    hall.wait(5)
    for nick in ("alice", "bob", "carol"):
        assert hall.actor() == nick
        hall.say(nick, "!allin" if nick != "carol" else "!call")
    ended = next(text for text in hall.to(CHANNEL) if re.match(r"#1 (?:\w+ wins|main)", text))
    assert "bob raises to 300, all-in" in " ".join(hall.to(CHANNEL))
    won = [int(amount) for amount in re.findall(r"(\d+) \([+-]\d+\)", ended)]
    assert sum(won) == 700
    assert hall.chips("alice") + hall.chips("bob") + hall.chips("carol") + hall.table().seats.chips == 3000


def test_a_player_without_chips_leaves_and_can_come_back(hall: Hall) -> None:
    hall.seat("alice", "bob", chips=100)
    hall.say("alice", "!allin")
    hall.say("bob", "!call")
    texts = hall.to(CHANNEL)
    loser = next(nick for nick in ("alice", "bob") if f"{nick} is out of chips and leaves." in texts)
    assert "Waiting for a second player: !sit to join, !addbot to add a robot." in texts
    assert hall.chips(loser) == 900
    assert hall.say(loser, "!sit 100") == [f"{loser} sits down in seat {1 if loser == 'alice' else 2} with 100 chips."]
    hall.wait(5)
    assert hall.actor()


def test_a_third_player_waits_for_the_next_deal(hall: Hall) -> None:
    hall.seat("alice", "bob")
    assert hall.say("carol", "!sit 200")[0] == (
        "carol sits down in seat 3 with 200 chips, and is dealt in after this deal."
    )
    assert hall.say("carol", "!call") == ["you are not in this deal: wait for the next one"]
    assert hall.say("carol", "!cards") == ["you have no cards now: wait for the next deal"]
    hall.say("alice", "!fold")
    hall.wait(5)
    assert any(text.startswith("[#poker] #2 you hold") for text in hall.to("carol"))


def test_leaving_during_a_deal_folds_and_returns_the_stack(hall: Hall) -> None:
    hall.seat("alice", "bob", "carol")
    assert hall.say("carol", "!leave") == ["You leave as soon as the deal is over."]
    hall.say("alice", "!call")
    hall.say("bob", "!raise 40")
    assert "carol folds" in hall.to(CHANNEL)[-1]
    hall.say("alice", "!fold")
    assert "carol leaves with 490 chips." in hall.to(CHANNEL)
    assert hall.chips("carol") == 990
    hall.wait(5)
    assert "carol" not in hall.to(CHANNEL)[-1]


def test_leaving_on_ones_turn_folds_at_once(hall: Hall) -> None:
    hall.seat("alice", "bob")
    hall.say("alice", "!leave")
    texts = hall.to(CHANNEL)
    assert any(re.fullmatch(r"#1 bob wins .*: alice folds", text) for text in texts)
    assert "alice leaves with 495 chips." in texts
    assert hall.say("bob", "!leave") == []
    assert hall.to(CHANNEL)[-1] == "The table is closed: bob leaves with 505 chips."
    assert (hall.chips("alice"), hall.chips("bob")) == (995, 1005)
    assert not hall.has_table()


def test_leaving_gives_nobody_else_more_time(hall: Hall) -> None:
    hall.seat("alice", "bob", "carol")
    hall.wait(40)
    hall.new_lines()
    hall.say("carol", "!leave")
    assert hall.new_lines("alice") == []
    hall.wait(6)
    assert hall.actor() == "bob"


def test_leaving_can_be_taken_back(hall: Hall) -> None:
    hall.seat("alice", "bob", "carol")
    hall.say("bob", "!leave")
    assert hall.say("bob", "!sit") == ["bob is dealt in again, with 495 chips."]
    hall.say("alice", "!fold")
    assert hall.actor() == "bob"


def seated(hall: Hall) -> None:
    """Seat alice, bob and carol; nobody has cards yet."""
    hall.say("alice", "!open")
    for nick in ("bob", "carol"):
        hall.say(nick, "!sit")


@pytest.mark.parametrize("delivery", [Delivery.REFUSED, Delivery.UNKNOWN])
def test_an_unreachable_player_folds_and_sits_out(hall: Hall, delivery: Delivery) -> None:
    """Attacks, row 6: or one of two who collude looks at their cards, and the other quits if they are bad."""
    seated(hall)
    hall.refusals["bob"] = delivery
    hall.wait(5)
    assert hall.actor() == "alice"
    hall.say("alice", "!call")
    assert not any("called off" in text for text in hall.to(CHANNEL))
    assert hall.actor() == "carol"
    hall.say("carol", "!check")
    hall.refusals.clear()
    hall.say("carol", "!bet 10")
    hall.say("alice", "!fold")
    # His small blind is lost, and he is not dealt in.
    assert {seat.nick: seat.stack for seat in hall.table().seats.people} == {"alice": 490, "bob": 495, "carol": 515}
    hall.wait(5)
    assert hall.table().hand is not None
    assert len(hall.table().hand.numbers) == 2
    assert hall.say("bob", "!sit") == ["bob is dealt in again, with 495 chips."]


def test_a_deal_without_reachable_players_is_called_off(hall: Hall) -> None:
    seated(hall)
    hall.refusals.update(dict.fromkeys(["alice", "bob", "carol"], Delivery.REFUSED))
    hall.wait(5)
    line = re.compile("#1 is called off, all bets are returned: the cards did not reach [a-z]+, [a-z]+, [a-z]+")
    assert any(line.match(text) for text in hall.to(CHANNEL))
    assert [hall.chips(nick) for nick in ("alice", "bob", "carol")] == [1000] * 3


def test_the_wait_for_lost_cards_ends(hall: Hall) -> None:
    hall.holds_deliveries = True
    seated(hall)
    hall.wait(5)
    hall.confirm()
    hall.wait(CARDS_SECONDS + 1)
    assert not any("called off" in text for text in hall.to(CHANNEL))
    assert [seat.status for seat in hall.table().seats.people].count(SeatStatus.UNREACHABLE) == 2


def test_actions_by_private_message_are_for_the_channels_table(hall: Hall) -> None:
    hall.seat("alice", "bob")
    assert hall.tell("alice", "call") == []
    assert hall.actor() == "bob"
    assert hall.tell("bob", "cards")[0].startswith("#1 you hold ")


def test_repeated_cards_go_to_their_owner_only(hall: Hall) -> None:
    hall.seat("alice", "bob")
    dealt = hall.dealt("alice").removeprefix("[#poker] #1 you hold ")
    before = len(hall.to(CHANNEL))
    assert hall.say("alice", "!cards") == [f"#1 you hold {dealt}"]
    assert len(hall.to(CHANNEL)) == before


def test_the_table_command_repeats_the_state(hall: Hall) -> None:
    hall.seat("alice", "bob", "carol")
    hall.say("alice", "!raise 30")
    assert hall.say("watcher", "!table") == [
        "no-limit hold'em, blinds 5/10 | #1 | pot 45 | bob to act, 25 to call, 45 s left",
        "1. BTN alice 470, bet 30 | 2. SB bob 495, bet 5",
        "3. BB carol 490, bet 10",
    ]


def test_channels_are_independent() -> None:
    other = Hall(channels=("#poker", "#other"))
    for channel in ("#poker", "#other"):
        other.say("alice", "!open 200", channel)
        other.say("bob", "!sit 200", channel)
    other.wait(5)
    assert other.say("alice", "!fold", "#other") == []
    assert other.actor("#poker") == "alice"
    assert other.tell("bob", "cards") == [
        "you sit at several tables: type the command in the channel of the table that you mean"
    ]
    other.check_ledger()
    other.close()


@pytest.mark.few(1)
@pytest.mark.parametrize("game", ["holdem", "limit", "pot_limit"])
def test_random_play_of_four_conserves_chips(game: str) -> None:
    hall = Hall(seed=4)
    hall.seat("alice", "bob", "carol", "dave", game=game, chips=200)
    rng = Random(7)
    for _ in range(3):
        play_on(hall, rng, 60)
        hall.check_ledger()
        for nick in ("alice", "bob", "carol", "dave"):
            hall.say(nick, "!sit 200" if hall.has_table() else f"!open {game} 200")
    refills = sum("The house fills you up" in line.text for line in hall.lines)
    held = sum(map(hall.chips, ("alice", "bob", "carol", "dave"))) + hall.table().seats.chips
    assert 4000 <= held <= 4000 + 100 * refills
    hall.close()


def test_a_deal_in_which_nobody_wins_a_chip(hall: Hall) -> None:
    hall.seat("alice", "bob", "carol", "dave")
    while hall.table().hand is not None:
        hall.say(hall.actor(), "!fold")
    # The next deal has a dead small blind: all fold, and the big blind goes back to its owner.
    blind = hall.table().state.positions
    assert blind is not None
    hall.say(hall.table().seats[blind.big_blind].nick, "!leave")
    hall.wait(5)
    chips = [seat.stack for seat in hall.table().seats.people]
    players = [seat.nick for seat in hall.table().seats.people]
    while hall.table().hand is not None:
        hall.say(hall.actor(), "!fold")
    assert [seat.stack for seat in hall.table().seats.people] == chips
    assert "nobody wins a chip" in hall.new_lines(CHANNEL)[-2]
    assert ": +0, nobody wins a chip" in hall.tell(players[0], "history 1")[0]


def test_nobody_is_the_small_blind_where_there_is_none() -> None:
    with Hall(small_blind=0, deal_pause=0.0) as hall:
        assert hall.say("alice", "!open")[0].startswith("A table of no-limit hold'em, blinds 0/10: ")
        hall.say("bob", "!sit")
        hall.say("carol", "!sit")
        hall.wait(0.1)
        assert "#1 0/10 | BB bob 500, BTN alice 500" in hall.to(CHANNEL)
        hall.say(hall.actor(), "!fold")
        hall.wait(0.1)
        assert any(re.fullmatch(r"#2 0/10 \| \w+ 5\d\d, BB \w+ \d+, BTN \w+ \d+", line) for line in hall.to(CHANNEL))


def test_the_games_complete_the_line_that_opens_a_table(hall: Hall) -> None:
    words = hall.router.find("open").completions()
    assert {"holdem", "omaha"} <= set(words)
    for game in words:
        hall.say("alice", f"!open {game}")
        assert hall.has_table()
        hall.say("alice", "!leave")


def test_an_unknown_word_with_the_prefix_is_answered_to_players_of_the_table_there_only() -> None:
    """Another bot in the channel may know the word."""
    with Hall(plugins=("holdem", "help")) as hall:
        hall.say("alice", "!open")
        hall.tell("bob", "!play caller")
        assert hall.say("bob", "!weather") == [], "bob plays, but not here"
        assert hall.say("alice", "!weather")[0].startswith("'weather' is not a command")
