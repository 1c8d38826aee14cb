"""The actions that players ask for, and the legal actions that they mean.

A request before a player's turn is queued, because `all-in` or `raise` without an amount has a meaning only then.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ircpoker.errors import IllegalActionError, NotAllowedError
from ircpoker.table.actions import CALL, CHECK, FOLD, Action, Bet, Discard, LegalActions, RaiseTo
from ircpoker.table.amounts import Amount
from ircpoker.table.deal import Deal
from ircpoker.table.games import Street
from ircpoker.table.seat_numbers import DealSeat
from ircpoker.words import Phrase


class Verb(StrEnum):
    """The kinds of actions that a player can ask for."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    ALL_IN = "all-in"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class RequestedAction:
    """An action as a player asks for it.

    Attributes:
        verb: the kind of action.
        amount: the amount of a bet or raise; None if the player gave none.
        indices: the cards to keep, by their number in the hand, from 0.
        choice: the choice of cards in the player's terms, for example `discard 1`.
    """

    verb: Verb
    amount: Amount | None = None
    indices: tuple[int, ...] = ()
    choice: str = ""

    def __str__(self) -> str:
        return self.choice or (str(self.verb) if self.amount is None else f"{self.verb} {self.amount}")


@dataclass(frozen=True, slots=True)
class QueuedAction:
    """An action asked for before the player's turn.

    Attributes:
        requested: the action.
        street: the street as the player knew it.
        owed: the price of a call as the player knew it.
    """

    requested: RequestedAction
    street: Street
    owed: int


def owed(deal: Deal, seat: DealSeat) -> int:
    """Return what a seat needs to match the bet, even if it is not its turn, whether it has the chips or not."""
    return max(0, deal.bet_to_match - deal.bets[seat])


def price_of(deal: Deal, seat: DealSeat) -> int:
    """Return the chips that a call costs a seat, even if it is not its turn: no more than it has."""
    legal = deal.legal_actions()
    return legal.call if legal and legal.seat == seat else min(owed(deal, seat), deal.stacks[seat])


def check_queued(requested: RequestedAction, deal: Deal, seat: DealSeat) -> None:
    """Refuse to queue an action that would not be possible now.

    Args:
        requested: the action.
        deal: the deal, in which it is another seat's turn, or cards are on their way.
        seat: the seat that asks.

    Raises:
        NotAllowedError: the seat has nothing to decide, or cannot decide it like this.
    """
    legal = deal.legal_actions()
    draws = legal is not None and bool(legal.discard) and deal.drawn[seat] is None
    if requested.verb is Verb.KEEP:
        if not draws:
            raise NotAllowedError(Phrase("errors.no_draw"))
    elif draws:
        raise NotAllowedError(Phrase("errors.draw_first"))
    elif not deal.stacks[seat]:
        raise NotAllowedError(Phrase("errors.all_in_already"))
    elif requested.verb is Verb.CHECK and owed(deal, seat):
        raise NotAllowedError(Phrase("errors.must_call", owed=owed(deal, seat)))


def still_fits(queued: QueuedAction, deal: Deal, seat: DealSeat) -> bool:
    """Return whether a queued action still fits: on the same street at no higher price; a fold always fits."""
    if queued.requested.verb is Verb.FOLD:
        return True
    return queued.street is deal.street and owed(deal, seat) <= queued.owed


def resolve(requested: RequestedAction, deal: Deal, legal: LegalActions) -> Action:
    """Return the action that the actor asks for.

    Args:
        requested: the request.
        deal: the deal.
        legal: the actor's legal actions.

    Returns:
        The action; at a draw or a showdown it may still be illegal, which the engine reports.

    Raises:
        IllegalActionError: no action of this kind is legal now.
        NotAllowedError: the amount of a bet or raise is not legal, or missing where there is a choice.
    """
    if requested.verb in {Verb.BET, Verb.RAISE}:
        return _wager(requested.amount, deal, legal)
    total = deal.bets[legal.seat] + deal.stacks[legal.seat]
    match requested.verb:
        case Verb.KEEP:
            if not legal.discard:
                raise IllegalActionError(Phrase("errors.no_draw"), legal, total)
            hand = deal.hole_cards[legal.seat]
            return Discard(tuple([card for index, card in enumerate(hand) if index not in requested.indices]))
        case Verb.ALL_IN:
            return _all_in(legal, total)
        case Verb.CALL:
            # Nobody who calls a bet that is not there means anything else.
            return CHECK if legal.can_check else CALL
        case Verb.CHECK:
            if legal.call:
                raise IllegalActionError(Phrase("errors.to_call", price=legal.call), legal, total)
            return CHECK
        case _:
            return FOLD


def _wager(amount: Amount | None, deal: Deal, legal: LegalActions) -> Action:
    """Return the bet or raise that is legal: only one of the two can be."""
    amounts = legal.bet or legal.raise_to
    if not amounts:
        raise IllegalActionError(Phrase("errors.illegal"), legal, deal.bets[legal.seat] + deal.stacks[legal.seat])
    if amount is None and len(amounts) > 1:
        raise how_much(amounts)
    chips = amounts[0] if amount is None else amount.chips(deal, legal.seat, amounts)
    if chips not in amounts:
        is_low = chips < amounts[0]
        raise how_much(amounts, Phrase("errors.too_little" if is_low else "errors.too_high", token=str(amount)))
    return Bet(chips) if legal.bet else RaiseTo(chips)


def how_much(amounts: range, problem: Phrase | None = None) -> NotAllowedError:
    """Return the error for an amount that is missing, or wrong for the reason given, with the legal ones."""
    problem = problem or Phrase("errors.how_much")
    if len(amounts) == 1:
        return NotAllowedError(Phrase("errors.only_amount", problem=problem, amount=amounts[0]))
    return NotAllowedError(Phrase("errors.amounts", problem=problem, least=amounts[0], most=amounts[-1]))


def _all_in(legal: LegalActions, total: int) -> Action:
    if total in legal.bet:
        return Bet(total)
    if total in legal.raise_to:
        return RaiseTo(total)
    if legal.call and not legal.raise_to:
        return CALL
    raise IllegalActionError(Phrase("errors.illegal_all_in"), legal)
