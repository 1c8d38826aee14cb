"""`!show`, `!muck` and `!rabbit`: for five seconds after a deal, by those who were dealt in, and never another card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from random import Random

import pytest

from ircpoker.cards import CARDS, parse_cards
from ircpoker.feed.server.seats import DealEnd
from ircpoker.feed.server.snapshot import Remembered, public_facts
from ircpoker.lobby.showing import SHOW_SECONDS, board_to_come
from ircpoker.lobby.stored_form import dump_state
from ircpoker.table import GAMES, Street
from tests.lobby.faults import Fault
from tests.lobby.hall import CHANNEL, Hall, person, random_command
from tests.lobby.shown_lines import CARD, SHOWN, played

LATE = "the time for !show is over: it works for 5 s after a deal"


@pytest.fixture
def open_board() -> Iterator[Hall]:
    """A bot with `rabbit = on`."""
    with Hall(rabbit=True) as opened:
        yield opened


def over(hall: Hall, *nicks: str, game: str = "") -> dict[str, list[str]]:
    """Play a hand in which all fold to one of these people; return everybody's cards."""
    hall.seat(*nicks, game=game)
    table = hall.table()
    hand = table.hand
    assert hand is not None
    cards = {
        table.seats[number].nick: list(map(str, hand.deal.hole_cards[seat])) for seat, number in enumerate(hand.numbers)
    }
    while table.hand is not None and hall.actor():
        hall.say(hall.actor(), "!pat" if table.hand.turn and table.hand.turn.discard else "!fold")
    hall.new_lines()
    return cards


def public(hall: Hall) -> list[str]:
    return hall.new_lines(CHANNEL)


class TestInTime:
    def test_all_cards(self, hall: Hall) -> None:
        cards = over(hall, "ann", "bob", "cy")
        for nick in cards:
            assert hall.say(nick, "!show") == []
            (line,) = public(hall)
            assert re.fullmatch(rf"#1 {nick} shows {' '.join(cards[nick])}( Pair of \w+)?", line)

    def test_one_card_in_any_spelling(self, hall: Hall) -> None:
        spellings = ("2", "{0}", "{1}", "{2}", "{3}", "{0},")
        for (nick, held), spelling in zip(over(hall, *"abcdef").items(), spellings, strict=True):
            second = parse_cards(held[1])[0]
            director = f"{second.rank.value}:{str(second)[1].upper()}"
            typed = spelling.format(second, str(second).upper(), second.unicode, director)
            assert hall.say(nick, f"!show {typed}") == []
            assert public(hall) == [f"#1 {nick} shows {second}"]

    def test_the_second_card_completes_the_hand(self, hall: Hall) -> None:
        cards = over(hall, "ann", "bob", game="draw")["bob"]
        hall.say("bob", "!show 2 4")
        hall.say("bob", "!show 1 2")
        assert public(hall) == [f"#1 bob shows {cards[1]} {cards[3]}", f"#1 bob shows {cards[0]}"]
        hall.say("bob", "!show all")
        (line,) = public(hall)
        shown = SHOWN.fullmatch(line)
        assert shown is not None
        assert shown[3].split() == cards
        assert shown[4], "five cards have a name"

    def test_nothing_new_is_one_private_line(self, hall: Hall) -> None:
        cards = over(hall, "ann", "bob")["ann"]
        hall.say("ann", "!show 1")
        public(hall)
        assert hall.say("ann", f"!show {cards[0]}") == [f"Everybody has seen your {cards[0]} of #1 already."]
        assert public(hall) == []

    def test_cards_of_the_showdown_were_seen(self, hall: Hall) -> None:
        hall.seat("ann", "bob")
        while nick := hall.actor():
            hall.say(nick, "!call" if hall.table().hand else "")
        hand = hall.table().state.showable
        assert hand is not None
        shown, *others = sorted(hand.dealt, key=lambda own: not own.shown)
        assert shown.shown == set(shown.cards)
        nick = hall.table().seats[shown.number].nick
        public(hall)
        cards = " ".join(map(str, shown.cards))
        for command in ("!show", "!muck", "!show 2", f"!show {shown.cards[0]}"):
            (answer,) = hall.say(nick, command)
            assert answer.startswith("Everybody has seen your ")
            assert set(CARD.findall(answer)) <= set(CARD.findall(cards))
        assert public(hall) == []
        assert len(others) == 1

    def test_nothing_is_guessed(self, hall: Hall) -> None:
        over(hall, "ann", "bob")
        for arguments in ("3", "0", "Zz", "please", "me the cards", "1 x", "2c 2c", "1?"):
            (answer,) = hall.say("ann", f"!show {arguments}")
            assert "#1" not in answer
        assert public(hall) == []

    def test_a_card_of_somebody_else_is_refused(self, hall: Hall) -> None:
        cards = over(hall, "ann", "bob")
        (answer,) = hall.say("ann", f"!show {cards['bob'][0]}")
        assert answer.startswith(f"you do not hold {cards['bob'][0]}")
        assert public(hall) == []

    def test_you_show_at_a_private_table(self, hall: Hall) -> None:
        hall.tell("ann", "play caller 200")
        hall.wait(6)
        hall.tell("ann", "fold")
        hall.new_lines()
        assert hall.tell("ann", "show") == []
        cards = re.findall(CARD, hall.dealt("ann"))[:2]
        assert hall.new_lines("ann")[0].startswith(f"#1 you show {' '.join(cards)}")
        hall.wait(SHOW_SECONDS)
        assert hall.tell("ann", "muck")[0].startswith("#2 is not over yet")

    def test_the_last_moment(self, hall: Hall) -> None:
        over(hall, "ann", "bob")
        hall.wait(SHOW_SECONDS - 0.01)
        assert hall.say("ann", "!show 1") == []
        assert [line.partition(" shows ")[0] for line in public(hall)[-1:]] == ["#1 ann"]

    def test_the_hand_before_is_shown_while_the_next_one_is_played(self) -> None:
        with Hall(deal_pause=1.0) as hall:
            cards = over(hall, "ann", "bob")
            hall.wait(2)
            hand = hall.table().hand
            assert hand is not None
            assert hand.deal_id == "2"
            public(hall)
            before = played(hall)
            hall.say("ann", "!show")
            assert public(hall)[0].startswith(f"#1 ann shows {' '.join(cards['ann'])}")
            hall.say("bob", "!muck")
            assert played(hall) == before
            hall.wait(3.5)
            assert hall.say("bob", "!show") == [
                "#2 is not over yet: !show works for 5 s after a deal, !cards shows you your own cards"
            ]

    def test_somebody_who_has_left_may_show(self, hall: Hall) -> None:
        hall.seat("ann", "bob", "cy")
        hall.say("ann", "!leave")
        while nick := hall.actor():
            hall.say(nick, "!fold")
        assert hall.table().seats.number_of(hall.player("ann")) is None
        public(hall)
        assert hall.say("ann", "!show 1") == []
        assert public(hall)[0].startswith("#1 ann shows ")

    def test_a_new_nick_keeps_the_cards(self, hall: Hall) -> None:
        cards = over(hall, "ann", "bob")["ann"]
        hall.services.presence.renamed(person("ann"), person("amy"))
        assert hall.say("amy", "!show 1") == []
        assert public(hall) == [f"#1 amy shows {cards[0]}"]
        assert hall.say("ann", "!show 2") == ["you had no cards in #1"]


class TestMuck:
    def test_it_ends_ones_own_window(self, hall: Hall) -> None:
        cards = over(hall, "ann", "bob")["ann"]
        for _ in range(2):
            assert hall.say("ann", "!muck") == [f"You keep {' '.join(cards)} of #1 hidden."]
        assert hall.say("ann", "!show") == ["your cards of #1 stay hidden: you have given !muck"]
        assert public(hall) == []
        assert hall.say("bob", "!show") == []

    def test_the_rest_of_a_hand(self, hall: Hall) -> None:
        cards = over(hall, "ann", "bob")["ann"]
        hall.say("ann", "!show 1")
        assert hall.say("ann", "!muck") == [f"You keep {cards[1]} of #1 hidden."]

    @pytest.mark.parametrize("place", [CHANNEL, None])
    def test_it_never_folds(self, hall: Hall, place: str | None) -> None:
        hall.seat("ann", "bob")
        actor, before = hall.actor(), played(hall)
        for nick in ("ann", "bob"):
            assert hall.say(nick, "!muck", place) == [
                "#1 is not over yet: !fold gives up your hand, !muck keeps it hidden when the deal is over"
            ]
        assert played(hall) == before
        assert hall.actor() == actor
        over_again = Random(1)
        while nick := hall.actor():
            hall.say(nick, random_command(hall, CHANNEL, over_again))
        hall.wait(SHOW_SECONDS - 0.5)
        hall.say("ann", "!sitout")
        hall.wait(1)
        assert hall.say("bob", "!muck") == ["the time for !muck is over: it works for 5 s after a deal"]


class TestRefused:
    def test_the_hand_in_progress_is_too_early(self, hall: Hall) -> None:
        hall.seat("ann", "bob")
        for command in ("show", "muck", "show 1"):
            assert hall.say("ann", f"!{command}")[0].startswith("#1 is not over yet: ")
        assert hall.say("zed", "!show") == ["no deal has finished here yet"]

    def test_an_all_in_is_too_early_until_its_end_is_shown(self) -> None:
        with Hall(drama=True, rabbit=True) as hall:
            hall.seat("ann", "bob", "cy")
            hall.say(hall.actor(), "!fold")
            hall.say(hall.actor(), "!allin")
            hall.say(hall.actor(), "!allin")
            assert hall.table().hand is None, "it is settled, but not shown"
            first = next(nick for nick in ("ann", "bob", "cy") if f" {nick} folds" in " ".join(hall.to(CHANNEL)))
            for _ in range(3):
                for command in ("!show", "!muck", "!rabbit"):
                    for nick in (first, "zed"):
                        assert hall.say(nick, command)[0].startswith("#1 is not over yet: ")
                hall.wait(0.99)
            hall.wait(0.03)
            public(hall)
            assert hall.say(first, "!rabbit") == ["the board of #1 was complete: no more cards would have come"]
            hall.wait(SHOW_SECONDS - 0.1)
            assert hall.say(first, "!show 1") == []
            assert public(hall)[0].startswith(f"#1 {first} shows ")

    def test_late(self, hall: Hall) -> None:
        over(hall, "ann", "bob")
        hall.say("ann", "!sitout")
        hall.wait(SHOW_SECONDS)
        for nick in ("ann", "bob", "zed"):
            assert hall.say(nick, "!show") == [LATE]
        assert not any(" shows " in line for line in public(hall))

    def test_somebody_who_was_not_dealt_in(self, hall: Hall) -> None:
        over(hall, "ann", "bob")
        assert hall.say("zed", "!show") == ["you had no cards in #1"]
        hall.say("zed", "!sit")
        for command in ("!show", "!muck", "!show 1"):
            assert hall.say("zed", command) == ["you had no cards in #1"]

    def test_a_newcomer_in_the_same_seat(self, hall: Hall) -> None:
        over(hall, "ann", "bob", "cy")
        seat = hall.table().seats.number_of(hall.player("ann"))
        hall.say("ann", "!leave")
        hall.say("dan", "!sit")
        assert hall.table().seats.number_of(hall.player("dan")) == seat
        assert hall.say("dan", "!show") == ["you had no cards in #1"]
        hall.new_lines()
        assert hall.say("ann", "!show 1") == []
        assert public(hall)[0].startswith("#1 ann shows ")

    def test_the_same_nick_at_another_address(self, hall: Hall) -> None:
        over(hall, "ann", "bob")
        hall.nick_owners["ann"] = "thief@elsewhere"
        assert hall.say("ann", "!show") == ["you had no cards in #1"]
        assert public(hall) == []

    def test_a_closed_table(self, hall: Hall) -> None:
        hall.tell("ann", "play caller 200")
        hall.wait(6)
        hall.tell("ann", "leave")
        assert not hall.lobby.tables
        for command in ("show", "muck", "rabbit"):
            assert hall.tell("ann", command) == [f"the table is closed: !{command} works only while it is open"]
        assert hall.tell("bob", "show")[0].startswith("there is no table here")

    def test_a_restart_ends_the_time(self) -> None:
        with Hall() as hall:
            over(hall, "ann", "bob")
            again = hall.restarted()
            assert again.say("ann", "!show") == [LATE]
            assert again.say("ann", "!muck") == [LATE.replace("show", "muck")]


class TestOther:
    def test_the_time_counts_from_when_a_lost_answer_is_found(
        self, hall: Hall, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        hall.seat("ann", "bob")
        with monkeypatch.context() as broken:
            Fault(broken, hall, ("save", "post"), after=True)
            hall.say(hall.actor(), "!fold")
        assert hall.table().stored.unconfirmed
        hall.wait(5.1)
        assert any("wins 10" in line for line in public(hall))
        hall.wait(4)
        assert hall.say("ann", "!show 1") == []
        assert len([line for line in public(hall) if line.startswith("#1 ann shows ")]) == 1

    def test_a_standstill_does_not_count(self, hall: Hall) -> None:
        over(hall, "ann", "bob")
        hall.say("bob", "!sitout")
        hall.wait(3)
        hall.clock.advance(timedelta(seconds=60))
        hall.services.scheduler.stood_still(60)
        hall.run()
        hall.wait(1.9)
        assert hall.say("ann", "!show 1") == []
        hall.wait(0.2)
        assert hall.say("ann", "!show") == [LATE]

    def test_a_failing_ledger_shows_nothing_twice(self, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        over(hall, "ann", "bob")
        hall.table().stored.failures = 1
        with monkeypatch.context() as broken:
            Fault(broken, hall, ("save", "post"))
            (answer,) = hall.say("ann", "!show 1")
        assert "this fails now" in answer
        assert public(hall) == []
        assert hall.say("ann", "!show 1") == []
        assert len([line for line in public(hall) if " shows " in line]) == 1

    def test_the_kept_hand_is_nowhere_to_be_seen(self, open_board: Hall) -> None:
        hall = open_board
        cards = over(hall, "ann", "bob", "cy")
        state = hall.table().state
        assert state.showable is not None
        hidden = {card for held in cards.values() for card in held}
        hidden |= {str(card) for street in state.showable.to_come for card in street.new}
        texts = [
            repr(state),
            dump_state(state),
            repr(public_facts(hall.table(), hall.services.words, Remembered(0, DealEnd(), (), str))),
        ]
        texts += [*hall.say("zed", "!table"), *hall.say("zed", "!replay 1"), *hall.say("zed", "!why")]
        assert len(texts) > 5
        for text in texts:
            assert hidden.isdisjoint(CARD.findall(text)), text


class TestRabbit:
    def test_it_is_off_by_default(self, hall: Hall) -> None:
        over(hall, "ann", "bob")
        assert hall.say("ann", "!rabbit") == ["!rabbit is off at this table"]

    @pytest.mark.parametrize("streets", [0, 1, 2])
    def test_the_rest_of_the_board_once(self, open_board: Hall, streets: int) -> None:
        hall = open_board
        hall.seat("ann", "bob")
        while (hand := hall.table().hand) is not None and len(hand.deal.board) < (0, 3, 4)[streets]:
            hall.say(hall.actor(), "!call")
        hall.say(hall.actor(), "!fold")
        while hall.actor():
            hall.say(hall.actor(), "!fold")
        public(hall)
        assert hall.say("zed", "!rabbit") == ["you had no cards in #1"]
        assert hall.say("bob", "!rabbit") == []
        (line,) = public(hall)
        names = ["FLOP .. .. ..", "TURN ..", "RIVER .."][streets:]
        assert re.fullmatch(f"#1 rabbit: {' '.join(names)}", line)
        assert hall.say("ann", "!rabbit") == ["everybody has seen the rest of the board of #1 already"]
        hall.wait(SHOW_SECONDS)
        assert hall.say("ann", "!rabbit")[0].startswith("#2 is not over yet: ")
        assert not any("rabbit" in text for text in public(hall))

    @pytest.mark.parametrize("seats", [2, 3, 9])
    def test_each_street_has_its_place_in_the_deck(self, seats: int) -> None:
        streets = board_to_come(GAMES["holdem"], seats, CARDS, Street.PREFLOP)
        first = 2 * seats + 1  # after the hole cards and a burned one
        assert [street.new for street in streets] == [
            CARDS[first : first + 3],
            (CARDS[first + 4],),
            (CARDS[first + 6],),
        ]

    def test_there_is_none_after_the_river(self, open_board: Hall) -> None:
        hall = open_board
        hall.seat("ann", "bob")
        while nick := hall.actor():
            hall.say(nick, "!call")
        assert hall.say("ann", "!rabbit") == ["the board of #1 was complete: no more cards would have come"]

    def test_there_is_none_in_a_draw_game(self, open_board: Hall) -> None:
        over(open_board, "ann", "bob", game="draw")
        assert open_board.say("ann", "!rabbit") == ["!rabbit works in hold'em and Omaha: this game has no board"]

    def test_there_is_none_after_a_call_off(self, open_board: Hall) -> None:
        hall = open_board
        hall.seat("ann", "bob")
        hall.table().stop()
        assert any("is called off" in line for line in hall.to(CHANNEL))
        assert hall.say("ann", "!rabbit") == ["#1 was called off: no more cards would have come"]
        assert hall.say("ann", "!show 1") == []
