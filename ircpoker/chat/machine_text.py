"""What players read at the machines: results, cards to hold, pay tables. The same words at both machines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.draws import Outcome
from ircpoker.hands import Category
from ircpoker.machines.settings import known_payback
from ircpoker.slots import format_payback

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ircpoker.cards import Card
    from ircpoker.machines.playing import Commitment
    from ircpoker.machines.settings import MachineSettings
    from ircpoker.slots import PayTable, Result

COMMITMENT_DIGITS = 16
"""How many of a commitment's 64 digits are shown in passing; `!proof` shows all."""
_PAIRS_FROM = "only pairs of jacks or better pay"


def chips(number: int) -> str:
    """Return a number of chips in words.

    Examples:
        >>> chips(1), chips(1000)
        ('1 chip', '1000 chips')
    """
    return f"{number} chip" if number == 1 else f"{number} chips"


def spaced(cards: Iterable[Card]) -> list[str | Card]:
    """Return cards with a space between each two."""
    parts = [part for card in cards for part in (" ", card)]
    return parts[1:]


def numbered(cards: Iterable[Card]) -> list[str | Card]:
    """Return cards with their places in front: `1) Kh 2) Tc …`."""
    parts: list[str | Card] = []
    for place, card in enumerate(cards, 1):
        parts += [f"{' ' if parts else ''}{place}) ", card]
    return parts


def result_parts(result: Result, balance: int, pay_table: PayTable) -> list[str | Card]:
    """Return what a machine's five cards are, what they pay and what the player has now.

    Args:
        result: how it ended.
        balance: the player's chips now.
        pay_table: what was paid by.

    Returns:
        The parts of one line, without what proves it.
    """
    times = pay_table.pay(result.outcome)
    if times:
        pays = f"pays {times} x {result.stake} = {result.payout}"
    elif result.hand.value.category is Category.ONE_PAIR and pay_table.pay(Outcome.JACKS_OR_BETTER):
        pays = f"pays nothing ({_PAIRS_FROM})"
    else:
        pays = "pays nothing"
    return [*spaced(result.cards), f" | {result.hand.name} | {pays}, you have {chips(balance)}"]


def committed_line(what: str, deal_id: str, commitment: str) -> str:
    """Return what a deal is committed to, as a line of its own."""
    return f"{what}: deal {deal_id}, committed to SHA-256 {commitment}"


def proof_hint(deal_id: str, following: Commitment, prefix: str) -> str:
    """Return how a deal can be checked and what the next one is committed to, as the end of a line."""
    coming = f"next deal {following.deal_id}: {following.digest[:COMMITMENT_DIGITS]}"
    return f" ({prefix}proof {deal_id} checks it; {coming})"


def outcome_name(outcome: Outcome) -> str:
    """Return an outcome as the names of hands are written.

    Examples:
        >>> outcome_name(Outcome.FOUR_OF_A_KIND)
        'Four Of A Kind'
    """
    return outcome.value.replace("_", " ").title()


def pays_lines(settings: MachineSettings, pay_table: PayTable) -> Iterator[str]:
    """Yield a machine's pay table, its stakes and its exact return: three lines."""
    pays = ", ".join(f"{outcome_name(outcome)} {times}" for outcome, times in pay_table.named().items() if times)
    yield f"Pays, times the stake: {pays}"
    yield f"Stakes: {settings.least_stake} to {settings.most_stake}, {settings.stake} if you name none"
    holding = " with the best holds" if pay_table.machine.value == "videopoker" else ""
    yield f"In the long run{holding} it {format_payback(known_payback(pay_table))}"
