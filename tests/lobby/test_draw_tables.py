"""Five-card draw at tables: the draw, robots, discards and time-outs."""

import re
from random import Random

import pytest

from ircpoker.draws import discards
from ircpoker.lobby.deadlines import CARDS_SECONDS
from ircpoker.runtime.delivery import Delivery
from tests.lobby.hall import CHANNEL, Hall, play_on, player


def at_the_draw(hall: Hall, *nicks: str) -> None:
    """Let people sit down and check until the draw."""
    hall.seat(*nicks, game="draw", chips=200)
    for _ in nicks:
        hall.say(hall.actor(), "!check")


def test_a_deal_with_its_draw(hall: Hall) -> None:
    at_the_draw(hall, "alice", "bob")
    first = hall.actor()
    prompt = hall.to(first)[-1]
    assert re.search(r"\] 1\) \w\w 2\) \w\w 3\) \w\w 4\) \w\w 5\) \w\w [A-Z][^|]+ \| pot 20, 190 left", prompt)
    assert prompt.endswith(
        "your turn: !keep or !discard with card numbers (!keep 1 3), !pat keeps all, !hint shows the best"
    )
    held = hall.table().hand.deal.hole_cards[hall.table().hand.deal.actor]
    hall.new_lines()
    hall.say(first, "!keep 1 2")
    line = hall.new_lines(first)[0]
    assert line.startswith(f"[#poker] You change 3 and hold 1) {held[0]} 2) {held[1]} 3) ")
    second = hall.actor()
    assert second != first
    hall.say(second, "!pat")
    assert hall.to(CHANNEL)[-1] == f"{second} stands pat | {first}: check or bet (45 s)"


@pytest.mark.slow(1)
def test_three_people_and_two_swedes(hall: Hall) -> None:
    for nick in ("alice", "bob", "carol"):
        hall.say(nick, "!sit 300" if hall.has_table() else "!open draw 300")
    assert hall.say("alice", "!addbot swede") == [
        "swede sits down in seat 4 with 200 chips. Counts every draw and forgets no opponent."
    ]
    assert hall.say("bob", "!addbot swede") == [
        "swede2 sits down in seat 5 with 200 chips. Counts every draw and forgets no opponent."
    ]
    assert hall.say("carol", "!addbot swede") == ["the table is full: 5 sit here"]
    assert hall.say("dave", "!sit") == ["the table is full: 5 sit here"]
    hall.wait(5)
    rng = Random(1)
    play_on(hall, rng, 250)
    played = max(int(number) for text in hall.to(CHANNEL) for number in re.findall(r"^#(\d+) .*wins", text))
    assert played >= 15
    draws = [text for text in hall.to(CHANNEL) if re.search(r"swede2? (draws|stands pat)", text)]
    assert draws


def test_robots_that_do_not_play_draw_are_refused(hall: Hall) -> None:
    hall.say("alice", "!open draw")
    assert hall.say("alice", "!addbot manual") == [
        "manual does not play draw: swede, regular, tight, loose, wild, folder, caller, raiser, random do"
    ]
    assert hall.say("alice", "!addbot nobody")[0].startswith("no robot is called 'nobody': ")
    assert hall.say("alice", "!addbot")[0].startswith(
        "which robot? Expected one of easy, medium, hard, manual, swede, "
    )
    assert hall.chips("alice") == 800


def test_manual_plays_heads_up_only(hall: Hall) -> None:
    hall.say("alice", "!open")
    assert hall.say("alice", "!addbot swede") == [
        "swede does not play holdem: easy, medium, hard, manual, pushfold, regular, tight, loose, wild, "
        "folder, caller, raiser, random do"
    ]
    hall.say("bob", "!sit")
    assert hall.say("alice", "!addbot manual") == [
        "manual plays holdem heads-up only: easy, medium, hard, ring, regular, tight, loose, wild, folder, caller, "
        "raiser, random play at a table of 3"
    ]
    hall.say("bob", "!leave")
    assert hall.say("alice", "!addbot manual") == [
        "manual sits down in seat 2 with 500 chips. Plays by the book, page by page."
    ]
    assert hall.say("bob", "!sit") == ["the table is full: 2 sit here, and manual plays with no more"]


def test_time_runs_out_at_the_draw(hall: Hall) -> None:
    at_the_draw(hall, "alice", "bob")
    first = hall.actor()
    held = list(hall.table().hand.deal.hole_cards)
    hall.wait(45.1)
    assert hall.actor() not in {"", first}
    assert hall.table().hand.deal.hole_cards == held
    hall.wait(45.1)
    assert sum("stands pat (out of time)" in text for text in hall.to(CHANNEL)) == 2


def test_a_queued_draw_waits(hall: Hall) -> None:
    at_the_draw(hall, "alice", "bob")
    second = next(nick for nick in ("alice", "bob") if nick != hall.actor())
    for line, queued in (
        ("keep 1 2", "keep 1 2"),
        ("d all", "discard 1 2 3 4 5"),
        ("s", "pat"),
        ("swap 1", "discard 1"),
    ):
        assert hall.say(second, f"!{line}") == [f"Queued: {queued}. It is bob's turn."]
    hall.say(hall.actor(), "!pat")
    assert f"{second} draws 1" in hall.to(CHANNEL)[-1]


@pytest.mark.parametrize("how", ["refused", "lost"])
def test_drawn_cards_that_do_not_arrive_return_no_bets(hall: Hall, how: str) -> None:
    """Otherwise a losing player could take the bets back by leaving before the draw."""
    at_the_draw(hall, "alice", "bob")
    nick = hall.actor()
    if how == "refused":
        hall.refusals[nick] = Delivery.REFUSED
    else:
        hall.holds_deliveries = True
    hall.say(nick, "!discard 1 2")
    hall.wait(120 if how == "refused" else CARDS_SECONDS + 1)
    assert hall.away()
    hall.refusals.clear()
    hall.holds_deliveries = False
    assert hall.actor() not in {"", nick}
    hall.say(hall.actor(), "!pat")
    assert not any("called off" in text for text in hall.to(CHANNEL))


def test_the_deal_waits_for_drawn_cards_to_arrive(hall: Hall) -> None:
    at_the_draw(hall, "alice", "bob")
    hall.holds_deliveries = True
    hall.say(hall.actor(), "!discard 1 2")
    assert hall.actor() == ""
    hall.holds_deliveries = False
    hall.confirm()
    assert hall.actor()


def test_a_hint_goes_to_its_asker(hall: Hall) -> None:
    at_the_draw(hall, "alice", "bob")
    seat = hall.table().hand.deal.actor
    best = discards(hall.table().hand.deal.hole_cards[seat])[0]
    nick = hall.actor()
    before = len(hall.to(CHANNEL))
    [hint] = hall.say(nick, "!hint")
    assert hint.startswith("Keep ")
    assert all(str(card) in hint for card in best.cards)
    assert re.search(r"improves \d+ % of the time|Keep all five", hint)
    assert len(hall.to(CHANNEL)) == before
    hall.say(nick, "!pat")
    assert hall.say(nick, "!hint")[0].startswith("!hint is for the draw")
    assert hall.say("dave", "!hint")[0].startswith("!hint is for the draw")


def test_a_wrong_draw_is_refused_without_a_card_named(hall: Hall) -> None:
    at_the_draw(hall, "alice", "bob")
    nick = hall.actor()
    assert hall.say(nick, "!call") == [
        "not legal now: you may !keep or !discard with card numbers (!keep 1 3), !pat keeps all, !hint shows the best"
    ]
    assert hall.say(nick, "!discard 6")[0].startswith("'6' is not a card number: expected 1 to 5, all or none")
    assert hall.say(nick, "!keep")[0].startswith("which cards? Expected their numbers")
    assert hall.say(nick, "!discard 1 1")[0].startswith("card 1 is named twice")
    assert hall.say(nick, "!pat 1")[0].startswith("'1' does not belong here")
    assert hall.say(nick, "!pat " + 99 * "x")[0].startswith(f"'{24 * 'x'}…' does not belong here")
    assert hall.actor() == nick


def test_limit_draw_and_its_bets(hall: Hall) -> None:
    hall.say("alice", "!open limit_draw 200")
    hall.say("bob", "!sit 200")
    hall.wait(5)
    nick = hall.actor()
    assert hall.to(nick)[-1].endswith("!check, !bet 10")
    hall.say(nick, "!bet")
    assert f"{nick} bets 10" in hall.to(CHANNEL)[-1]


def test_a_robots_memory_belongs_to_its_table(hall: Hall) -> None:
    hall.tell("alice", "play swede draw 200")
    hall.tell("bob", "play swede draw 200")
    hall.wait(5)
    hall.tell("alice", "fold")
    hall.wait(5)
    first, second = hall.table("alice"), hall.table("bob")
    assert first.robots.get(first.seats, 1) is not second.robots.get(second.seats, 1)
    assert hall.table("alice").seats[1].memory
    assert str(player("alice").without_address) in str(hall.table("alice").seats[1].memory)


def test_a_hint_prefers_the_draw_at_the_table() -> None:
    with Hall(plugins=("videopoker", "holdem", "draw")) as hall:
        for nick in ("alice", "bob"):
            hall.tell(nick, "vp 10")
        hall.seat("alice", "bob", game="draw", chips=200)
        assert "it pays" in hall.say("alice", "!hint")[0]
        for _ in range(2):
            hall.say(hall.actor(), "!check")
        drawing = hall.actor()
        [waiting] = {"alice", "bob"} - {drawing}
        assert "it pays" not in hall.say(drawing, "!hint")[0]
        assert "it pays" in hall.say(waiting, "!hint")[0]
        hall.say(drawing, "!pat")
        assert "it pays" in hall.say(drawing, "!hint")[0]
        # It is the opponent's draw.
        assert not any(line.endswith(" chips") for line in hall.say(waiting, "!hold all"))
        for nick in ("alice", "bob"):
            assert hall.tell(nick, "keep all")[0].endswith(" chips")


@pytest.mark.parametrize("plugins", [("videopoker", "draw"), ("draw", "videopoker")])
def test_hold_means_video_poker_before_the_draw(plugins: tuple[str, ...]) -> None:
    """In either order of loading the two."""
    hall = Hall(plugins=plugins)
    hall.say("alice", "vp 10", None)
    hall.say("alice", "play caller draw 200", None)
    hall.wait(5)
    assert "1) " in hall.say("alice", "cards", None)[0]
    assert hall.say("alice", "hold none", None)[0].endswith(" chips")
    hall.close()
