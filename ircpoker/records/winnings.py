"""Who won how much of each pot: by the rules, and as a source has it, which knows rake and where odd chips went."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.table.events import PotWon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.table import Deal


def won_by_rules(deal: Deal) -> tuple[int, ...]:
    """Return the chips that each seat won of all pots, as the rules have it."""
    won = [0] * len(deal.stacks)
    for event in reversed(deal.events):
        if not isinstance(event, PotWon):
            break  # pots are won at the end
        won[event.seat] += event.amount
    return tuple(won)


def wins_as_recorded(wins: Sequence[PotWon], recorded: Sequence[int], chip: int) -> list[PotWon]:
    """Return what each seat won of each pot after rake.

    Args:
        wins: the same by the rules.
        recorded: the chips that each seat won, as the source has it.
        chip: the units of the smallest chip.
    """
    wins = _split(wins, recorded, chip)
    left = [mine - sum(event.amount for event in wins if event.seat == seat) for seat, mine in enumerate(recorded)]
    corrected = []
    for event in reversed(wins):  # the main pot first: rake is taken from it
        change = max(left[event.seat], -event.amount)
        left[event.seat] -= change
        corrected.append(PotWon(event.seat, event.pot, event.amount + change))
    return [event for event in reversed(corrected) if event.amount]


def _split(wins: Sequence[PotWon], recorded: Sequence[int], chip: int) -> list[PotWon]:
    """Return wins whose odd chips, of the size in the file, go to those whom its record has short of them."""
    shares = [event.amount for event in wins]
    pots = [[place for place, event in enumerate(wins) if event.pot == pot] for pot in {event.pot for event in wins}]
    split = [places for places in pots if len(places) > 1]
    spare = {}
    for number, places in enumerate(split):
        least = min(shares[place] for place in places) // chip * chip
        spare[number] = sum(shares[place] for place in places) - least * len(places)
        for place in places:
            shares[place] = least
    left = list(recorded)
    for event, share in zip(wins, shares, strict=True):
        left[event.seat] -= share
    for number, places in enumerate(split):
        for place in sorted(places, key=lambda place: -left[wins[place].seat]):
            change = min(chip, spare[number])
            spare[number] -= change
            left[wins[place].seat] -= change
            shares[place] += change
    return [PotWon(event.seat, event.pot, share) for event, share in zip(wins, shares, strict=True)]
