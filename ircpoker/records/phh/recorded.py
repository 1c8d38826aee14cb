"""The outcome that a history records, compared with that of the rules.

A history says its outcome twice: by the cards and the bets, and by `winnings` or `finishing_stacks`. Two things may
differ from house to house: who gets the odd chip of a pot that is split, and, if there are `winnings`, the rake.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, Context
from itertools import repeat

from ircpoker.errors import HistoryError
from ircpoker.records.amounts import Number, ScaledAmount, units_of
from ircpoker.records.phh.parser import HandHistory
from ircpoker.records.winnings import won_by_rules
from ircpoker.table.deal import Deal
from ircpoker.table.events import PotWon

_LARGEST_RAKE = 2
"""The part of a seat's winnings that no house takes more of: a half."""
_ROUNDED = Context(prec=100, rounding=ROUND_HALF_EVEN)


def recorded_winnings(history: HandHistory, deal: Deal) -> tuple[int, ...]:
    """Return the chips that each seat won as a history records it; those of the rules if it does not.

    Args:
        history: the history.
        deal: the same deal, finished.

    Raises:
        HistoryError: what is recorded contradicts the bets, the cards or itself; names the field.
    """
    winnings, stacks = _in_units(history, history.winnings), _in_units(history, history.finishing_stacks)
    outcome = _RulesOutcome(history, deal)
    if winnings in ((), outcome.won) and stacks in ((), deal.stacks):
        return outcome.won
    if winnings:
        outcome.check("winnings", winnings, winnings, has_rake=True)
    if not stacks:
        return winnings
    known = [seat not in history.unknown_stacks for seat in range(len(stacks))]
    kept = [after - won for after, won in zip(deal.stacks, outcome.won, strict=True)]
    if not winnings:
        gained = tuple([
            after - before if is_known else won
            for after, before, is_known, won in zip(stacks, kept, known, outcome.won, strict=True)
        ])  # fmt: skip
        outcome.check("finishing_stacks", gained, stacks)
        return gained
    for seat, (after, before, won) in enumerate(zip(stacks, kept, winnings, strict=True)):
        if known[seat] and after != before + won:
            raise outcome.error("finishing_stacks", seat, after, before + won, "its winnings")
    return winnings


class _RulesOutcome:
    """The outcome of a deal by the rules."""

    def __init__(self, history: HandHistory, deal: Deal) -> None:
        self._history = history
        self._deal = deal
        self.won = won_by_rules(deal)

    def error(self, field: str, seat: int, given: int, expected: int, source: str) -> HistoryError:
        """Return the error of a seat's amount that is not the expected one."""
        shown, right = (ScaledAmount(units, self._history.decimals) for units in (given, expected))
        problem = f"p{seat + 1} has {shown}: expected {right} by {source}"
        return HistoryError(problem, self._history.file, self._history.deal, field)

    def _odd_chips(self) -> list[int]:
        """Return the odd chips of split pots that each seat may have got, or not."""
        odd, chip = [0] * len(self.won), self._history.chip
        shares: defaultdict[int, list[PotWon]] = defaultdict(list)
        for event in reversed(self._deal.events):
            if not isinstance(event, PotWon):
                break
            shares[event.pot].append(event)
        for won in shares.values():
            if sum(event.amount for event in won) % (chip * len(won)):
                for event in won:
                    odd[event.seat] += chip
        return odd

    def check(self, field: str, gained: Sequence[int], given: Sequence[int], *, has_rake: bool = False) -> None:
        """Refuse winnings that cannot be those of the deal.

        Args:
            field: where they are recorded.
            gained: the winnings.
            given: the amounts that the field has in their place.
            has_rake: whether the house may have taken a part.

        Raises:
            HistoryError: a seat has too much or too little.
        """
        loss = sum(self.won) - sum(gained)
        for seat, (mine, ours, odd) in enumerate(zip(gained, self.won, self._odd_chips(), strict=True)):
            rake = ours // _LARGEST_RAKE if has_rake and loss else 0
            if not ours - rake - odd <= mine <= ours + odd:
                raise self.error(field, seat, given[seat], given[seat] - mine + ours, "the rules")
        # An unknown stack may have got the odd chip of others.
        if not self._history.unknown_stacks and (loss < 0 or (loss and not has_rake)):
            problem = (
                f"the amounts are {ScaledAmount(abs(loss), self._history.decimals)} too {'low' if loss > 0 else 'high'}"
            )
            raise HistoryError(problem, self._history.file, self._history.deal, field)


def _in_units(history: HandHistory, amounts: Sequence[Number]) -> tuple[int, ...]:
    """Return recorded amounts in units, rounded if they are thirds of a unit; an unknown one is 0."""
    return tuple(map(_rounded, amounts, repeat(history.decimals)))


def _rounded(amount: Number, decimals: int) -> int:
    if isinstance(amount, int):
        return units_of(amount, decimals)
    return int(amount.scaleb(decimals, _ROUNDED).to_integral_value()) if amount.is_finite() else 0
