"""The stored form of a finished hand: the figures of each seat, and the text that replays it."""

from __future__ import annotations

from random import Random

import pytest

from ircpoker.cards import CARDS
from ircpoker.ledger import HandFigures
from ircpoker.lobby.hand_record import count_figures, replay_hand
from ircpoker.table import GAMES, Deal, Setup, parse_action
from tests.lobby.hall import Hall, play_on, player

BB, SB = 0, 1


def finished(*actions: str, game: str = "holdem", stacks: tuple[int, ...] = (100, 100), **forced: object) -> Deal:
    forced = forced or {"blinds": (10, 5, *(0 for _ in stacks[2:]))}
    deal = Deal(Setup(GAMES[game], stacks, small_bet=10, **forced), CARDS)
    for action in actions:
        assert deal.actor is not None
        deal.act(deal.actor, parse_action(action))
    assert deal.is_over
    return deal


def figures(*actions: str, **setup: object) -> tuple[HandFigures, ...]:
    return count_figures(finished(*actions, **setup), CARDS)


def test_a_walk() -> None:
    big, small = figures("fold")
    assert big == HandFigures(walk=1)
    assert small == HandFigures()


def test_a_blind_is_not_voluntary() -> None:
    big, small = figures("call", "check", *["check"] * 6)
    assert (big.vpip, small.vpip) == (0, 1)
    assert big == HandFigures(saw_flop=1, showdown=1)
    assert small == HandFigures(vpip=1, saw_flop=1, showdown=1)


def test_a_raise_and_a_raise_again() -> None:
    big, small = figures("raise 20", "raise 40", "fold")
    assert small == HandFigures(vpip=1, pfr=1)
    assert big == HandFigures(vpip=1, pfr=1, three_bet_chance=1, three_bet=1)


def test_a_chance_that_is_not_taken() -> None:
    big, small = figures("raise 20", "call", *["check"] * 6)
    assert (big.three_bet_chance, big.three_bet, big.pfr, big.vpip) == (1, 0, 0, 1)
    assert small.three_bet_chance == 0


def test_nobody_can_raise_an_all_in_that_covers_them() -> None:
    big, _ = figures("raise 100", "call")
    assert big == HandFigures(vpip=1, saw_flop=1, showdown=1)


def test_bets_and_calls_after_the_flop_only() -> None:
    big, small = figures("call", "check", "bet 10", "raise 20", "call", "check", "check", "bet 10", "fold")
    assert (big.bets, big.calls) == (2, 1)
    assert (small.bets, small.calls) == (1, 0)
    assert (big.saw_flop, big.showdown, small.saw_flop, small.showdown) == (1, 0, 1, 0)


def test_a_preflop_fold_does_not_see_the_flop() -> None:
    found = figures("fold", "call", "check", *["check"] * 6, stacks=(100, 100, 100), blinds=(5, 10, 0))
    assert [seat.saw_flop for seat in found] == [1, 1, 0]
    assert [seat.showdown for seat in found] == [1, 1, 0]
    assert found[1].walk == 0


def test_at_a_draw_the_first_bet_is_the_raise() -> None:
    found = figures("bet 10", "raise 20", "call", "discard", "discard", "check", "check", game="draw", antes=(1, 1))
    assert (found[0].pfr, found[0].three_bet_chance) == (1, 0)
    assert (found[1].pfr, found[1].three_bet_chance, found[1].three_bet) == (1, 1, 1)
    assert [seat.saw_flop for seat in found] == [1, 1]


@pytest.mark.parametrize("game", ["holdem", "limit", "omaha", "draw"])
def test_each_hand_of_an_evening_is_replayed_as_it_was(game: str) -> None:
    with Hall(seed=7) as hall:
        hall.seat("alice", "bob", game=game, chips=300)
        hall.say("alice", "!addbot caller")
        play_on(hall, Random(7), 60)
        hands = hall.services.ledger.last_hands(player("alice"), 20)
        assert len(hands) > 3
        for hand in hands:
            replayed = replay_hand(hall.services.ledger, hand)
            assert replayed is not None
            assert replayed.deal.is_over
            assert replayed.own is not None
            assert replayed.rows[replayed.own].nick == "alice"
            nets = [
                after - before for before, after in zip(replayed.deal.setup.stacks, replayed.deal.stacks, strict=True)
            ]
            assert nets == [row.net for row in replayed.rows]
