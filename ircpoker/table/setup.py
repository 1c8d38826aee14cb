"""Everything that is fixed before a deal begins, except the deck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from ircpoker.errors import SetupError, quote
from ircpoker.table.games import FEWEST_SEATS, GAMES, Game
from ircpoker.table.seat_numbers import DealSeat

MOST_CHIPS = 10**15
"""The largest stack: sums over a table stay far below 2^63, so that every ledger can hold them."""
BET_CAP = 4
"""The most bets on a street in limit: the first bet and three raises. Before the flop the big blind is the first."""
_LEFT_OUT = "dead"
"""It is stored only where there are dead hands: setups stored before there were any can be read."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The seats of one deal and the chips that they have to put in.

    Seats are counted from 0, clockwise: seat 0 is the first left of the button. The last seat has the button, or is the
    last before a dead button. Heads-up in hold'em, the last seat has the button and posts the small blind.

    Attributes:
        game: the rules.
        stacks: the chips of each seat before the deal.
        small_bet: in limit, the bet of the early streets; otherwise the least bet.
        big_bet: in limit, the bet of the late streets; otherwise not used.
        blinds: the blind of each seat; empty for none. A negative amount is the post of a newcomer in a card room: it
            is a live bet, but does not change who acts first.
        antes: the ante of each seat; empty for none.
        full_blinds: in pot-limit, the sum of all blinds if none were dead or short.
        antes_are_dead: whether the antes belong to the main pot, for example one player's ante for all.
        bet_cap: in limit, the most bets on a street.
        asks_showdown: whether each seat is asked at the showdown to show or muck. If not, the engine follows a dealer's
            advice: it shows hands that may win chips and mucks beaten ones.
        all_in_may_muck: whether a hand that is all-in may be mucked, as some cash games allow.
        dead: the seats whose hands are dead from the deal on (TDA 30), in the order in which they are folded: they
            post, get cards and can win nothing. At least one other seat has a live hand.

    Raises:
        SetupError: a deal cannot be played like this; `field` is the wrong field.
    """

    game: Game
    stacks: tuple[int, ...]
    small_bet: int
    big_bet: int = 0
    blinds: tuple[int, ...] = ()
    antes: tuple[int, ...] = ()
    full_blinds: int = 0
    antes_are_dead: bool = False
    bet_cap: int = BET_CAP
    asks_showdown: bool = False
    all_in_may_muck: bool = False
    dead: tuple[DealSeat, ...] = ()

    def __post_init__(self) -> None:
        seats = len(self.stacks)
        if not FEWEST_SEATS <= seats <= self.game.most_players:
            raise SetupError("stacks", f"{seats} seats: {self.game.name} takes 2 to {self.game.most_players}")
        _check_chips("stacks", self.stacks, least=1)
        _check_chips("small_bet", (self.small_bet,), least=1)
        _check_chips("big_bet", (self.big_bet,))
        for field, chips in (("blinds", tuple(map(abs, self.blinds))), ("antes", self.antes)):
            if chips:
                if len(chips) != seats:
                    raise SetupError(field, f"{len(chips)} amounts for {seats} seats")
                _check_chips(field, chips)
        if self.dead and (len(self.dead) == seats or len(set(self.dead) & set(range(seats))) < len(self.dead)):
            raise SetupError("dead", f"{self.dead}: expected some of {seats} seats, but not all")

    @property
    def big_blind_seat(self) -> int | None:
        """The seat of the big blind: the second one, or the first one heads-up and after a dead small blind."""
        if not any(blind > 0 for blind in self.blinds[:2]):
            return None
        return 1 if len(self.blinds) > 2 and self.blinds[1] > 0 else 0

    @property
    def big_blind(self) -> int:
        """The big blind, not a straddle; the least bet where nobody posts a blind."""
        seat = self.big_blind_seat
        return self.small_bet if seat is None else self.blinds[seat]


def dump_setup(setup: Setup) -> dict[str, object]:
    """Return a setup as plain data, to be stored.

    Args:
        setup: a setup of one of the `GAMES`.

    Returns:
        Data for `json.dumps`, which `load_setup` can read.

    Raises:
        SetupError: the game is not one of the `GAMES`.
    """
    name = next((name for name, game in GAMES.items() if game == setup.game), None)
    if name is None:
        raise SetupError("game", "not one of the games known by name")
    plain = {field.name: getattr(setup, field.name) for field in fields(Setup)} | {"game": name}
    return {key: value for key, value in plain.items() if key != _LEFT_OUT or value}


def load_setup(data: Mapping[str, object]) -> Setup:
    """Return the setup that `dump_setup` wrote.

    Args:
        data: the data, as read from JSON.

    Returns:
        The setup.

    Raises:
        SetupError: a field is missing, unknown or impossible.
    """
    known: dict[str, Any] = {}  # `Setup` checks the values
    for field in fields(Setup):
        if field.name not in data:
            if field.name == _LEFT_OUT:
                continue
            raise SetupError(field.name, "missing")
        value = data[field.name]
        known[field.name] = tuple(value) if isinstance(value, list) else value
    for extra in data:
        if extra not in known:
            raise SetupError("setup", f"{quote(extra)} is not a field of a setup")
    name = known["game"]
    if not isinstance(name, str) or name not in GAMES:
        raise SetupError("game", f"{quote(str(name))} is not one of {', '.join(GAMES)}")
    try:
        return Setup(**{**known, "game": GAMES[name]})
    except TypeError as error:
        raise SetupError("setup", "a field has the wrong type") from error


def _check_chips(field: str, amounts: tuple[int, ...], least: int = 0) -> None:
    for amount in amounts:
        if type(amount) is not int or not least <= amount <= MOST_CHIPS:
            raise SetupError(field, f"every amount must be a whole number of chips, {least} to {MOST_CHIPS}")
