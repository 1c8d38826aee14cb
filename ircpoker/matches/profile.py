"""A robot's style in the figures that poker trackers show, by PokerTracker's definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ircpoker.table.actions import Bet, Call, Fold, RaiseTo
from ircpoker.table.events import PlayerActed, PotWon, StreetBegan

if TYPE_CHECKING:
    from ircpoker.table.deal import Deal


class Profile(NamedTuple):
    """A robot's figures over all its deals; `+` adds profiles up.

    Attributes:
        deals: deals that it played.
        walks: of these, those won because everybody folded before its first turn.
        entered: deals with a call, bet or raise before the flop.
        raised: deals with a bet or raise before the flop.
        could_raise: deals in which it could bet or raise before the flop.
        wagers: bets and raises after the flop.
        calls: calls after the flop.
        flops: deals in which it saw the flop.
        showdowns: deals that it took to a showdown.
        showdowns_won: of these, those in which it won chips.
    """

    deals: int = 0
    walks: int = 0
    entered: int = 0
    raised: int = 0
    could_raise: int = 0
    wagers: int = 0
    calls: int = 0
    flops: int = 0
    showdowns: int = 0
    showdowns_won: int = 0

    def __add__(self, other: tuple[object, ...]) -> Profile:  # a tuple's `+` would concatenate them
        """Return the sum of both profiles."""
        if not isinstance(other, Profile):
            return NotImplemented
        return Profile(*[mine + its for mine, its in zip(self, other, strict=True)])

    @property
    def vpip(self) -> float | None:
        """Share of deals in which it put in chips voluntarily before the flop; None without deals."""
        return _share(self.entered, self.deals - self.walks)

    @property
    def pfr(self) -> float | None:
        """Share of deals in which it raised before the flop, of those in which it could."""
        return _share(self.raised, self.could_raise)

    @property
    def aggression(self) -> float | None:
        """Bets and raises after the flop for each call; None if it never called."""
        return _share(self.wagers, self.calls)

    @property
    def wtsd(self) -> float | None:
        """Share of the flops seen that went to a showdown."""
        return _share(self.showdowns, self.flops)

    @property
    def won_at_showdown(self) -> float | None:
        """Share of showdowns with chips won."""
        return _share(self.showdowns_won, self.showdowns)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


class DealWatch:
    """Notes the seats that could have raised before the flop, which a deal's events do not show."""

    def __init__(self) -> None:
        self._could_raise: set[int] = set()

    def turn(self, deal: Deal) -> None:
        """Note a turn, before the actor acts."""
        legal = deal.legal_actions()
        if legal is not None and (legal.bet or legal.raise_to) and deal.street is deal.setup.game.streets[0].street:
            self._could_raise.add(legal.seat)

    def profiles(self, deal: Deal) -> list[Profile]:
        """Return the profile of each seat in a finished deal."""
        seats = len(deal.setup.stacks)
        acted, entered, raised, folded = (set[int]() for _ in range(4))
        flops: set[int] = set()
        wagers, calls = [0] * seats, [0] * seats
        street = -1
        for event in deal.events:
            if isinstance(event, StreetBegan):
                street += 1
                if street == 1:
                    flops = set(range(seats)) - folded
            elif isinstance(event, PlayerActed):
                seat, kind = event.seat, type(event.action)
                if kind is Fold:
                    folded.add(seat)
                elif street:
                    wagers[seat] += kind is Bet or kind is RaiseTo
                    calls[seat] += kind is Call
                else:
                    entered |= {seat} if event.paid else set()
                    raised |= {seat} if kind is Bet or kind is RaiseTo else set()
                if not street:
                    acted.add(seat)
        live = set(range(seats)) - folded
        showdown = live if len(live) > 1 else set()
        won = {event.seat for event in deal.events if isinstance(event, PotWon)}
        return [
            Profile(
                deals=1,
                walks=seat not in acted and live == {seat},
                entered=seat in entered,
                raised=seat in raised,
                could_raise=seat in self._could_raise,
                wagers=wagers[seat],
                calls=calls[seat],
                flops=seat in flops,
                showdowns=seat in showdown and seat in flops,
                showdowns_won=seat in showdown and seat in flops and seat in won,
            )
            for seat in range(seats)
        ]
