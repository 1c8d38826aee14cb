"""Random deals as the bot's tables play them, as histories."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from msgspec import structs

from ircpoker.cards import CARDS
from ircpoker.records.facts import to_eastern
from ircpoker.records.phh import format_history
from ircpoker.records.played import OWNER, HandReader, PlayedHand
from ircpoker.records.reading import read_text
from ircpoker.records.sections import Form, HandText
from ircpoker.table import (
    CALL,
    CHECK,
    FOLD,
    GAMES,
    Action,
    Bet,
    Betting,
    Deal,
    DealSeat,
    Discard,
    ForcedBets,
    Positions,
    RaiseTo,
    Setup,
    Stakes,
    make_setup,
)
from ircpoker.table.button import with_dead_hands

NAMES = (
    "ann", "bob", "cat", "[a]|b^", "caller", "robot:bob", "Jörg", "$5", "folds", "x: y", "dealer said",
    "hi (5 in chips)", "pot", "an\u2060n2", "`_-", "ŁÓDŹ",
)  # fmt: skip


PLAIN_NAMES = ("ann", "bob", "cat", "[a]|b^", "caller", "Jörg", "`_-", "ŁÓDŹ", "d{}", "Eve2")
"""Nicks of IRC."""


def random_deal_of_table(
    rng: random.Random, game_name: str, *, plain: bool = False, dead: bool = False
) -> tuple[Deal, tuple[int, ...]]:
    """Return a finished deal and the seats of its players at the table; with dead hands or without."""
    game = GAMES[game_name]
    count = rng.randint(2, game.most_seats)
    numbers = sorted(rng.sample(range(1, game.most_seats + 1), count))
    start = rng.randrange(count)
    players = tuple(numbers[start:] + numbers[:start])
    small, big = rng.choice(((5, 10), (1, 2), (10, 20), (5, 10), (25, 50), (5, 10) if plain else (0, 10)))
    has_blinds = game.forced_bets is ForcedBets.BLINDS
    if has_blinds:
        stakes = Stakes(big, 2 * big, small, big, ante=0 if plain else rng.choice((0, 0, 0, 1, big // 2)))
        order = (players[-1], players[0]) if count == 2 else players[:2]
        small_seat = order[0] if count == 2 or plain or rng.random() > 0.1 else 0
        positions = Positions(players[-1], small_seat, order[1] if small_seat else players[0], players)
    else:
        stakes = Stakes(big, 2 * big, ante=big)
        positions = Positions(players[-1], players[0], players[0], players)
    most = rng.choice((2 * big, 12 * big, 100 * big))
    least = 2 * big if plain else 1
    stacks = {number: rng.randint(least, least + most) for number in players}
    setup = make_setup(game, stakes, positions, stacks)
    if dead:
        setup = with_dead_hands(setup, [rng.random() < 0.6 for _ in players])
    deal = Deal(setup, rng.sample(CARDS, 52))
    temper = rng.random()
    while deal.actor is not None:
        deal.act(deal.actor, choose_action(deal, rng, temper, plain=plain))
    return deal, players


def choose_action(deal: Deal, rng: random.Random, temper: float, *, plain: bool) -> Action:
    legal = deal.legal_actions()
    if legal.discard:
        return Discard(tuple(rng.sample(deal.hole_cards[legal.seat], rng.choice(legal.discard))))
    wager = legal.bet or legal.raise_to
    if wager and rng.random() < temper / 2:
        amount = rng.choice((wager[0], wager[-1], rng.choice(wager)))
        return Bet(amount) if legal.bet else RaiseTo(amount)
    if legal.can_check:
        return FOLD if not plain and rng.random() < 0.02 else CHECK
    return CALL if rng.random() < 0.7 else FOLD


def random_facts(
    rng: random.Random, players: tuple[int, ...], number: int, most_seats: int, names: tuple[str, ...] = NAMES
) -> dict[str, Any]:
    """Return the fields of a deal in a history of the bot."""
    moment = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=rng.randrange(10**8))
    while to_eastern(moment) == to_eastern(moment - timedelta(hours=1)):
        moment += timedelta(hours=2)  # the hour that comes twice
    return {
        "players": rng.sample(names, len(players)),
        "hand": number,
        "table": rng.choice(("#poker", "#a/b", "private", "#it's")),
        "venue": rng.choice(("libera", "console")),
        "seats": list(players),
        "seat_count": rng.randint(max(players), most_seats),
        "day": moment.day,
        "month": moment.month,
        "year": moment.year,
        "time": moment.time(),
        "time_zone": "UTC",
    }


def random_money_history(rng: random.Random, number: int, decimals: int, game_name: str = "") -> str:
    """Return a deal of a card room as PHH: with decimals, posts, dead posts and straddles.

    Args:
        rng: the chance.
        number: the number of the deal.
        decimals: the decimals of its unit.
        game_name: the game; any with blinds if empty.
    """
    game = GAMES[game_name or rng.choice(("holdem", "pot_limit", "limit", "omaha"))]
    count, most = rng.randint(3, game.most_seats), rng.choice((3, 12, 100))
    small, big = rng.choice(((5, 10), (1, 2), (25, 50), (10, 25)))
    blinds, antes = [small, big, *[0] * (count - 2)], [rng.choice((0, 0, big // 2))] * count
    posters = rng.sample(range(2, count), rng.randint(1, min(2, count - 2)))
    for seat in posters:
        blinds[seat] = -big
        if rng.random() < 0.3 and not any(antes):
            antes[seat] = small
    if 2 not in posters and game.betting is Betting.NO_LIMIT and rng.random() < 0.3:
        blinds[2] = 2 * big
    stacks = tuple([rng.randint(big + max(antes) + 1, most * big + max(antes) + 1) for _ in range(count)])
    setup = Setup(
        game=game, stacks=stacks, small_bet=big, big_bet=2 * big if game.betting is Betting.LIMIT else 0,
        blinds=tuple(blinds), antes=tuple(antes) if any(antes) else (),
        full_blinds=small + big if game.betting is Betting.POT_LIMIT else 0, antes_are_dead=len(set(antes)) > 1,
    )  # fmt: skip
    deal = Deal(setup, rng.sample(CARDS, 52))
    temper = rng.random()
    while deal.actor is not None:
        deal.act(deal.actor, choose_action(deal, rng, temper, plain=False))
    facts = random_facts(rng, tuple(range(1, count + 1)), number, game.most_seats, PLAIN_NAMES)
    text = format_history(deal, facts | ({"currency": "USD"} if rng.random() < 0.5 else {}), range(count))
    return "\n".join([_scaled(line, decimals) for line in text.splitlines()]) + "\n"


_AMOUNTS = ("antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet", "starting_stacks", "finishing_stacks",
            "_full_blinds")  # fmt: skip


def _scaled(line: str, decimals: int) -> str:
    """Return a field with its amounts divided by a power of ten."""
    field, _, value = line.partition(" = ")
    digits = r"\d+" if field in _AMOUNTS else r"(?<=cbr )\d+" if field == "actions" else "$^"
    return f"{field} = {re.sub(digits, lambda found: f'{Decimal(found[0]).scaleb(-decimals):f}', value)}"


def random_history(
    rng: random.Random,
    number: int,
    game_name: str = "",
    *,
    open_seats: int = 1,
    plain: bool = False,
    dead: bool = False,
) -> tuple[str, Deal]:
    """Return a deal as the PHH text of the bot, with the cards of as many seats as the ledger would open.

    Args:
        rng: the chance.
        number: the number of the deal.
        game_name: the game; any if empty.
        open_seats: the seats whose cards are written.
        plain: whether it is a deal that every other reader can read: with full blinds, no free folds, names of IRC.
        dead: whether some hands are dead from the deal on.
    """
    name = game_name or rng.choice(list(GAMES))
    deal, players = random_deal_of_table(rng, name, plain=plain, dead=dead)
    facts = random_facts(rng, players, number, deal.setup.game.most_seats, PLAIN_NAMES if plain else NAMES)
    return format_history(deal, facts, range(open_seats)), deal


def read_one(text: str, form: Form = Form.PHH) -> PlayedHand:
    """Return the only deal of a text."""
    hand = read_text(HandText(form, "test", 1, 0, text))
    assert isinstance(hand, PlayedHand), str(hand)
    return hand


class View(NamedTuple):
    """A hand, and for whom it is written."""

    hand: PlayedHand
    reader: HandReader

    @property
    def deal(self) -> Deal:
        """The finished deal."""
        return self.hand.deal

    @property
    def names(self) -> list[str]:
        """The names of the players, each different."""
        return [seat.name for seat in self.hand.seats]

    @property
    def seats(self) -> list[int]:
        """The numbers of the seats."""
        return [seat.number for seat in self.hand.seats]


def view_of(hand: PlayedHand, number: int, reader: DealSeat | None = None, *, shows_all: bool = False) -> View:
    """Return a hand under a number, for a seat, the public, or the owner of its file."""
    hand = replace(hand, facts=structs.replace(hand.facts, number=number))
    return View(hand, OWNER if shows_all else HandReader(reader))
