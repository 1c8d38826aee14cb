"""Actions, and which of them are legal now, with their amounts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ircpoker.cards import Card, format_cards, parse_cards
from ircpoker.errors import UsageError, quote
from ircpoker.table.seat_numbers import DealSeat

NOTHING = range(0)
"""The range of an action that is not legal."""


@dataclass(frozen=True, slots=True)
class _Plain:
    """An action without an amount or cards."""

    def __str__(self) -> str:
        return type(self).__name__.lower()


@dataclass(frozen=True, slots=True)
class Fold(_Plain):
    """Give the hand up; legal on every turn to bet, even when a check is possible."""


@dataclass(frozen=True, slots=True)
class Check(_Plain):
    """Bet nothing when there is nothing to call."""


@dataclass(frozen=True, slots=True)
class Call(_Plain):
    """Match the highest bet, or go all-in for less."""


@dataclass(frozen=True, slots=True)
class Bet:
    """Bet `amount` when nobody has bet on this street."""

    amount: int

    def __str__(self) -> str:
        return f"bet {self.amount}"


@dataclass(frozen=True, slots=True)
class RaiseTo:
    """Raise the highest bet of this street to `amount` in all."""

    amount: int

    def __str__(self) -> str:
        return f"raise {self.amount}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Change these cards; an empty discard stands pat."""

    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        return f"discard {format_cards(self.cards)}".rstrip()


@dataclass(frozen=True, slots=True)
class Show(_Plain):
    """Table the hand at the showdown."""


@dataclass(frozen=True, slots=True)
class Muck(_Plain):
    """Give the hand up at the showdown, unseen."""


Action = Fold | Check | Call | Bet | RaiseTo | Discard | Show | Muck
"""What a player may do."""
WAGERS = (Bet, RaiseTo)
"""The kinds of action that set the price, for `isinstance`."""

FOLD = Fold()
"""The hand is given up."""
CHECK = Check()
"""Nothing is bet."""
CALL = Call()
"""The bet is matched."""
SHOW = Show()
"""The hand is shown at the end."""
MUCK = Muck()
"""The hand is not shown at the end."""

_PLAIN: dict[str, Action] = {str(action): action for action in (FOLD, CHECK, CALL, SHOW, MUCK)}
_MOST_DIGITS = 15


def parse_action(text: str) -> Action:
    """Read an action as `str` writes it.

    Args:
        text: such as `fold`, `call`, `bet 20`, `raise 60`, `discard Ah Kd`, `discard`.

    Returns:
        The action.

    Raises:
        UsageError: the text is not an action.
        InvalidCardError: a discard of something that is not a card.
        DuplicateCardError: a discard of the same card twice.
        CardCountError: a discard of more than five cards.

    Examples:
        >>> parse_action("raise 60"), parse_action("fold") is FOLD
        (RaiseTo(amount=60), True)
        >>> str(parse_action("discard Ah Kd"))
        'discard Ah Kd'
    """
    verb, _, rest = text.strip().partition(" ")
    if text.strip() in _PLAIN:
        return _PLAIN[text.strip()]
    if verb == "discard":
        return Discard(parse_cards(rest, most=5))
    amount = rest.strip()
    if verb in {"bet", "raise"} and amount.isascii() and amount.isdecimal() and len(amount) <= _MOST_DIGITS:
        return Bet(int(amount)) if verb == "bet" else RaiseTo(int(amount))
    raise UsageError(
        f"{quote(text)} is not an action: expected fold, check, call, bet N, raise N, discard CARDS, show or muck"
    )


class LegalActions(NamedTuple):
    """The legal actions of the seat whose turn it is.

    A range holds all legal amounts of an action; it is empty (and false) if the action is not legal.

    Attributes:
        seat: the seat whose turn it is.
        can_fold: whether it may fold.
        can_check: whether it may check.
        call: the price of a call; 0 if there is nothing to call.
        bet: the amounts that it may bet.
        raise_to: the amounts that it may raise to.
        discard: the numbers of cards that it may change.
        can_show: whether it may table its hand.
        can_muck: whether it may give its hand up unseen.

    Examples:
        >>> legal = LegalActions(seat=0, can_fold=True, call=20, raise_to=range(40, 201))
        >>> str(legal)
        'fold, call 20 or raise to 40-200'
        >>> legal.allows(RaiseTo(40)), legal.allows(Check())
        (True, False)
    """

    seat: DealSeat
    can_fold: bool = False
    can_check: bool = False
    call: int = 0
    bet: range = NOTHING
    raise_to: range = NOTHING
    discard: range = NOTHING
    can_show: bool = False
    can_muck: bool = False

    def allows(self, action: Action) -> bool:
        """Return whether an action is legal; whether the seat holds discarded cards is not checked."""
        kind = type(action)
        if kind is Fold:
            return self.can_fold
        if kind is Check:
            return self.can_check
        if kind is Call:
            return self.call > 0
        if isinstance(action, RaiseTo):
            return action.amount in self.raise_to
        if isinstance(action, Bet):
            return action.amount in self.bet
        if isinstance(action, Discard):
            return len(action.cards) in self.discard
        if kind is Show:
            return self.can_show
        return kind is Muck and self.can_muck

    def __str__(self) -> str:
        words = ["fold"] if self.can_fold else []
        if self.can_check:
            words.append("check")
        if self.call:
            words.append(f"call {self.call}")
        if self.bet:
            words.append(f"bet {_format_range(self.bet)}")
        if self.raise_to:
            words.append(f"raise to {_format_range(self.raise_to)}")
        if self.discard:
            words.append(f"discard {_format_range(self.discard)} cards")
        if self.can_show:
            words.append("show")
        if self.can_muck:
            words.append("muck")
        return " or ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def _format_range(amounts: range) -> str:
    return str(amounts[0]) if len(amounts) == 1 else f"{amounts[0]}-{amounts[-1]}"
