"""What players read at the machines: results, pay tables and what proves them. The same words at both machines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.chat.parts import chips, published, spaced
from ircpoker.draws import Outcome
from ircpoker.hands import Category
from ircpoker.machines.settings import known_payback
from ircpoker.slots import Machine, format_payback

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.chat.parts import Parts
    from ircpoker.machines.playing import Commitment
    from ircpoker.machines.settings import MachineSettings
    from ircpoker.slots import PayTable, Result


def result_parts(result: Result, balance: int, pay_table: PayTable) -> Parts:
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
        pays = "pays nothing (only pairs of jacks or better pay)"
    else:
        pays = "pays nothing"
    return [*spaced(result.cards), f" | {result.hand.name} | {pays}, you have {chips(balance)}"]


def proof_hint(deal_id: str, following: Commitment, prefix: str) -> str:
    """Return how a deal can be checked and what the next one is committed to, as the end of a line."""
    coming = f"next deal {following.deal_id}: {published(following.digest)}"
    return f" ({prefix}proof {deal_id} checks it; {coming})"


def outcome_name(outcome: Outcome) -> str:
    """Return an outcome as the names of hands are written.

    Examples:
        >>> outcome_name(Outcome.FOUR_OF_A_KIND)
        'Four Of A Kind'
    """
    return outcome.value.replace("_", " ").title()


def pays_lines(settings: MachineSettings) -> Iterator[str]:
    """Yield a machine's pay table, its stakes and its exact return: three lines."""
    pay_table = settings.pay_table()
    pays = ", ".join(f"{outcome_name(outcome)} {times}" for outcome, times in pay_table.named().items() if times)
    yield f"Pays, times the stake: {pays}"
    yield f"Stakes: {settings.least_stake} to {settings.most_stake}, {settings.stake} if you name none"
    holding = " with the best holds" if pay_table.machine is Machine.VIDEO_POKER else ""
    yield f"In the long run{holding} it {format_payback(known_payback(pay_table))}"
