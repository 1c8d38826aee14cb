"""Random setups and random legal play, shared by the tests of the engine and of the hand histories."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from ircpoker.cards import CARDS, Card, parse_cards
from ircpoker.table.actions import CALL, CHECK, FOLD, MUCK, SHOW, Action, Bet, Discard, RaiseTo
from ircpoker.table.deal import Deal
from ircpoker.table.games import GAMES, ForcedBets, Game
from ircpoker.table.seat_numbers import DealSeat
from ircpoker.table.setup import Setup
from tests.table.invariants import Watch


def random_setup(rng: random.Random, games: tuple[str, ...] = tuple(GAMES), *, short_blinds: bool = True) -> Setup:
    """Return a setup of any size, often with stacks shorter than the blinds or the ante."""
    game = GAMES[rng.choice(games)]
    seats = rng.randint(2, game.most_seats)
    small_blind = rng.randint(0, 3)
    big_blind = max(1, small_blind + rng.randint(0, 3))
    has_blinds = game.forced_bets is ForcedBets.BLINDS
    ante = rng.choice((0, 0, 1, 3)) if has_blinds else rng.randint(1, 11)
    is_dead = short_blinds and has_blinds and ante > 0 and rng.random() < 0.5
    least = 1 if short_blinds else ante + big_blind + 1
    most = rng.choice((3, 12, 40, 400))
    return Setup(
        game=game,
        stacks=tuple(rng.randint(least, least + most) for _ in range(seats)),
        small_bet=big_blind,
        big_bet=2 * big_blind,
        blinds=random_blinds(rng, game, seats, small_blind, big_blind, dead=short_blinds),
        antes=random_antes(rng, seats, ante, is_dead),
        antes_are_dead=is_dead,
        full_blinds=small_blind + big_blind,
        asks_showdown=rng.random() < 0.5,
        all_in_may_muck=short_blinds and rng.random() < 0.2,
        dead=random_dead(rng, seats) if short_blinds and rng.random() < 0.1 else (),
    )


def random_dead(rng: random.Random, seats: int) -> tuple[DealSeat, ...]:
    """Return some seats, but not all, whose hands are dead from the deal on."""
    return tuple(map(DealSeat, rng.sample(range(seats), rng.randint(1, seats - 1))))


def random_antes(rng: random.Random, seats: int, ante: int, is_dead: bool) -> tuple[int, ...]:
    """Return everybody's ante, or one that a single seat pays for all."""
    if is_dead and rng.random() < 0.5:
        payer = rng.randrange(seats)
        return tuple(ante * seats * (seat == payer) for seat in range(seats))
    return (ante,) * seats if ante else ()


def random_blinds(rng: random.Random, game: Game, seats: int, small: int, big: int, *, dead: bool) -> tuple[int, ...]:
    if game.forced_bets is not ForcedBets.BLINDS:
        return ()
    if seats == 2:
        return (big, small)
    if dead and rng.random() < 0.25:
        return (big,) + (0,) * (seats - 1)
    return (small, big) + (0,) * (seats - 2)


def random_action(deal: Deal, rng: random.Random) -> Action:
    """Return any legal action, free folds and mucks of the best hand included."""
    legal = deal.legal_actions()
    assert legal is not None
    if legal.discard:
        return Discard(tuple(rng.sample(deal.hole_cards[legal.seat], rng.choice(legal.discard))))
    if legal.can_show:
        return rng.choice((SHOW, MUCK))
    choices: list[Action] = [FOLD]
    if legal.can_check:
        choices.append(CHECK)
    if legal.call:
        choices.append(CALL)
    if legal.bet:
        choices.append(Bet(rng.choice((legal.bet[0], legal.bet[-1], rng.choice(legal.bet)))))
    if legal.raise_to:
        choices.append(RaiseTo(rng.choice((legal.raise_to[0], legal.raise_to[-1], rng.choice(legal.raise_to)))))
    return rng.choice(choices)


def play_deal(
    setup: Setup, rng: random.Random, choose: Callable[[Deal, random.Random], Action] = random_action
) -> Deal:
    """Play a deal from a random deck to its end, watched all the way; `choose` acts for everybody."""
    deck = rng.sample(CARDS, 52)
    deal = Deal(setup, deck)
    watch = Watch(deal, deck)
    while deal.actor is not None:
        watch.before(deal)
        deal.act(deal.actor, choose(deal, rng))
    watch.after(deal)
    return deal


def random_deal(rng: random.Random, games: tuple[str, ...] = tuple(GAMES), *, short_blinds: bool = True) -> Deal:
    """Return a finished random deal."""
    return play_deal(random_setup(rng, games, short_blinds=short_blinds), rng)


def deck_of(*hands: str, board: str = "") -> tuple[Card, ...]:
    """Return a hold'em deck that deals these hands, seat 0 first, and this board."""
    holes = [parse_cards(hand) for hand in hands]
    known = {card for hand in holes for card in hand} | set(parse_cards(board))
    spare = [card for card in CARDS if card not in known]
    cards = [hand[index] for index in range(2) for hand in holes]
    shown = list(parse_cards(board)) + [spare.pop() for _ in range(5 - len(parse_cards(board)))]
    for street in (shown[:3], shown[3:4], shown[4:]):
        cards += [spare.pop(), *street]
    return (*cards, *spare)


def holdem(stacks: tuple[int, ...], blinds: tuple[int, int] = (1, 2), game: str = "holdem", **fields: Any) -> Setup:
    """Return a hold'em setup; `blinds` small then big, small bet the big blind, big bet twice that."""
    small, big = blinds
    seats = len(stacks)
    order = (big, small) if seats == 2 else (small, big) + (0,) * (seats - 2)
    known = {"small_bet": big, "big_bet": 2 * big, "blinds": order, "full_blinds": small + big}
    return Setup(GAMES[game], stacks, **{**known, **fields})


def act_all(deal: Deal, *actions: Action) -> Deal:
    """Let the actors do these one after the other."""
    for action in actions:
        assert deal.actor is not None
        deal.act(deal.actor, action)
    return deal
