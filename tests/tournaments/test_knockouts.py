"""Knock-outs: heads are paid when they are won, and all prizes and heads together are the buy-ins."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from ircpoker.table import deal_seats
from ircpoker.table.actions import Fold
from ircpoker.table.deal import Deal
from ircpoker.table.events import AntePosted, BetReturned, BlindPosted, HandMucked, PlayerActed, PotWon
from ircpoker.tournaments.requests import parse_tournament
from ircpoker.tournaments.rules.payouts import chop_shares, head_shares, winners_of
from ircpoker.tournaments.settings import TournamentSettings
from tests.table.play import random_deal
from tests.tiers import count, seed, seeds
from tests.tournaments.arena import CHANNEL, Arena, check, open_sng
from tests.tournaments.test_abandoned import last_result
from tests.tournaments.test_large import make

CHANNELS = ("#poker", "#two", "#three", "#four")
HEAD = re.compile(r"^(?:\[\d+\] )?The head of (\S+): (.*)$")


def put_in(deal: Deal) -> Counter[int]:
    """Return the chips of each seat in the pot, from the events alone; dead antes are in the main pot."""
    paid: Counter[int] = Counter()
    for event in deal.events:
        if isinstance(event, AntePosted | BlindPosted) and not (
            isinstance(event, AntePosted) and deal.setup.antes_are_dead
        ):
            paid[event.seat] += event.amount
        elif isinstance(event, PlayerActed):
            paid[event.seat] += event.paid
        elif isinstance(event, BetReturned):
            paid[event.seat] -= event.amount
    return paid


def test_the_winners_of_the_last_pot_with_their_chips_have_knocked_somebody_out() -> None:
    """Worked out again: the pot whose layer holds the last chip of a seat, counted from below."""
    seen = 0
    for number in range(count(20_000, 60)):
        deal = random_deal(Random(seed(number)))
        paid = put_in(deal)
        gone = {event.seat for event in deal.events if isinstance(event, HandMucked)}
        gone |= {
            event.seat for event in deal.events if isinstance(event, PlayerActed) and isinstance(event.action, Fold)
        }
        tops = sorted({paid[seat] for seat in deal_seats(len(deal.stacks)) if seat not in gone})
        pots = sorted({event.pot for event in deal.events if isinstance(event, PotWon)})
        for seat in deal_seats(len(deal.stacks)):
            if deal.stacks[seat] or len(tops) != len(pots):
                continue  # Without chips in a layer there is no pot of it.
            layer = next((layer for layer, top in enumerate(tops) if paid[seat] <= top), len(tops) - 1)
            won = {event.seat for event in deal.events if isinstance(event, PotWon) and event.pot == pots[layer]}
            assert set(winners_of(deal, seat)) == won
            assert seat not in won
            seen += 1
    assert seen > 5


def test_odd_chips_go_to_the_earlier_seats() -> None:
    first, second, third = deal_seats(3)
    assert head_shares(50, [first, second, third]) == {first: 17, second: 17, third: 16}
    assert head_shares(25, [second]) == {second: 25}


def play(arena: Arena, rng: Random) -> None:
    """Play to the end; people buy in again by chance."""
    for _ in range(3000):
        if arena.is_over:
            return
        for entry in sorted(arena.tournament.state.rebuy_until):
            if rng.random() < 0.3:
                arena.tell(arena.tournament.state.entries[entry].nick, "!rebuy")
        arena.play(rng, 1, boldness=0.3)


def check_knockout(number: int) -> None:
    """Play a knock-out; what was announced of heads, and the places, are what everybody has got."""
    rng = Random(number)
    sections = {"tournaments": TournamentSettings(channels=CHANNELS, buy_in=100)}
    arena = Arena(seed=number, channels=CHANNELS, sections=sections, robot_pause=1.0)
    buy_in = rng.choice((100, 101, 51))
    if rng.random() < 0.5:
        seats = rng.randint(2, 6)
        people = [f"p{each}" for each in range(rng.randint(1, seats))]
        open_sng(arena, f"{seats} {buy_in} knockout turbo", *people)
        for robot in ("caller", "raiser", "random", "folder", "tight")[: seats - len(people)]:
            arena.say(people[0], f"!addbot {robot}")
        tournament = arena.tournament
    else:
        words = (
            f"buy-in {buy_in} knockout seats 3 stack 300 late 2 rebuys 2 addon 150 10/20@3h 20/40@3h 40/80@4h 80/160@4h"
        )
        tournament = make(arena, words, rng.randint(2, 6), rng.randint(1, 4))
        arena.tournaments.begin(tournament)
        people = [f"p{each}" for each in range(10)]
    plays_on = rng.random() < 0.8
    if not plays_on:
        arena.play(rng, rng.randint(1, 40), boldness=0.3)
        if not arena.is_over:
            check(arena)
            arena.tournaments.cancel(tournament)
    play(arena, rng)
    assert arena.is_over
    finishes = last_result(arena).finishes
    assert sum(each.prize for each in finishes) == sum(each.paid for each in finishes)
    announced: Counter[str] = Counter()
    for line in arena.lines:
        if line.target in CHANNELS and (found := HEAD.match(line.text)):
            shares = [each.rsplit(" ", 1) for each in found[2].split(", ")]
            assert sum(int(chips) for _, chips in shares) == buy_in // 2
            announced.update({nick: int(chips) for nick, chips in shares})
    state = tournament.state
    heads = sum(1 + entry.rebuys for entry in state.entries.values() if entry.player)
    if not last_result(arena).is_cancelled:
        assert sum(state.prizes) == sum(each.paid for each in finishes) - heads * (buy_in // 2)
        assert announced == Counter({each.nick: each.won_heads for each in state.entries.values() if each.won_heads})
    for finish in finishes:
        if finish.player is not None:
            assert arena.chips(finish.nick) == 1000 - finish.paid + finish.prize
    arena.check_ledger()
    arena.close()


@pytest.mark.slow(1)
@pytest.mark.parametrize("number", list(seeds(20, 1)))
def test_prizes_and_heads_are_the_buy_ins(number: int) -> None:
    check_knockout(number)


def test_heads_are_announced_though_all_people_go_out_at_once() -> None:
    check_knockout(20_261_189_785_027)


@pytest.mark.deep
@pytest.mark.parametrize("part", range(20))
def test_a_thousand_knock_outs(part: int) -> None:
    for number in range(part, 1000, 20):
        check_knockout(seed(1000 + number))


def test_a_head_is_paid_at_once_and_announced() -> None:
    with Arena(seed=3) as arena:
        opened = arena.say("ann", "!sng 3 knockout turbo")[0]
        assert "buy-in 100 chips, 50 of it for the head of each player" in opened
        arena.say("ben", "!sng")
        arena.say("ann", "!addbot folder")
        before = {"ann": arena.chips("ann"), "ben": arena.chips("ben")}
        while len(arena.tournament.state.playing) == 3:
            arena.play(Random(1), 1, boldness=1.0)
            if arena.is_over:
                break
        (line,) = [line for line in arena.to(CHANNEL) if "The head of" in line]
        found = HEAD.match(line)
        assert found is not None
        winner, chips = found[2].split()
        assert winner in before
        assert chips == "50"
        assert arena.is_over or check(arena) is None


@pytest.mark.slow
def test_a_robot_has_no_head_and_its_wins_go_to_the_house() -> None:
    with Arena(seed=4) as arena:
        open_sng(arena, "3 knockout turbo", "ann", robots="caller raiser")
        assert arena.tournament.state.prize_pool == 250
        issued = arena.services.ledger.audit().issued
        arena.play(Random(2), boldness=0.9)
        assert arena.is_over
        mine = next(each.prize for each in last_result(arena).finishes if each.nick == "ann")
        # The buy-ins were issued for the robots; what is not ann's went back.
        assert arena.services.ledger.audit().issued == issued - 300 + mine


@pytest.mark.slow
def test_dividing_counts_the_prize_pool_only_and_heads_stay_with_their_owners() -> None:
    people = ("ann", "ben", "cat", "dan", "eve")
    with Arena(seed=5) as arena:
        open_sng(arena, "5 knockout turbo", *people)
        arena.play(Random(1), 8, boldness=0.0)
        while arena.table().hand is not None:
            arena.play(Random(1), 1, boldness=0.0)
        seats = list(arena.table().seats.values())
        worth = chop_shares("icm", [seat.stack for seat in seats], arena.tournament.state.prizes)
        assert sum(worth) == 250
        for _ in range(2):
            for nick in people:
                if not arena.is_over:
                    arena.say(nick, "!chop icm")
        expected = {seat.nick: share + 50 for seat, share in zip(seats, worth, strict=True)}
        assert {each.nick: each.prize for each in last_result(arena).finishes} == expected
        assert {nick: arena.chips(nick) - 900 for nick in people} == expected


def test_a_knock_out_needs_a_buy_in() -> None:
    with Arena() as arena:
        assert arena.say("ann", "!sng free 3 knockout")[0].startswith("a knock-out needs a buy-in")
        assert arena.tell("ann", "!sng 3 ko")[0].startswith("a knock-out needs a buy-in")
        assert arena.is_over


def test_an_add_on_is_no_other_head() -> None:
    """Whose head was paid buys in again first: else a head that nobody has bought would be paid for."""
    with Arena(robot_pause=1.0) as arena:
        words = "seats 4 stack 300 buy-in 100 knockout late 3 rebuys 1 addon 150 10/20@60 20/40@60"
        plan = parse_tournament(f"cup in 1 h {words}", ["holdem"], arena.tournaments.settings, arena.clock.now())
        tournament = arena.tournaments.create(arena.place(CHANNEL), plan, arena.person("op"))
        for nick in ("alice", "bob", "carol"):
            arena.tournaments.enter(tournament, arena.person(nick))
        arena.tournaments.begin(tournament)
        arena.wait(5)
        refused = []
        while not arena.is_over:
            for number in sorted(tournament.state.rebuy_until):
                refused += arena.tell(tournament.state.entries[number].nick, "!tournament addon")
                check(arena)
            if nick := arena.actor():
                arena.say(nick, "!fold" if nick == "carol" else "!allin")
            else:
                arena.wait(5)
        assert set(refused) == {"your head is paid for: buy in again, an add-on has no head"}
        finishes = last_result(arena).finishes
        assert sum(each.prize for each in finishes) == sum(each.paid for each in finishes)
