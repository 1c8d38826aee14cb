"""What the plugins of all machines share: the answer to a stake or to `pays`, and its words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from ircpoker.chat.message import Reply
from ircpoker.chat.parts import chips, committed_line, published, spaced
from ircpoker.chat.players import open_purse
from ircpoker.draws import Outcome
from ircpoker.hands import Category
from ircpoker.machines.settings import known_payback
from ircpoker.slots import Machine, format_payback, parse_stake

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.chat.message import Message
    from ircpoker.chat.parts import Parts
    from ircpoker.chat.router import Router
    from ircpoker.ledger import PlayerId
    from ircpoker.machines.playing import Commitment
    from ircpoker.machines.settings import MachineSettings
    from ircpoker.slots import PayTable, Result

_PAYS = "pays"
USAGE = f"[stake] | {_PAYS}"
PAYS = f"{_PAYS}: what it pays, and its exact return"
WORDS = (_PAYS,)
"""What the usage, the summary and the completion of each machine's command say."""


class MachineCommands(ABC):
    """A machine with what it is set to, and the answers to those who play at it.

    Attributes:
        services: the bot's.
        settings: the machine's section.
        prefix: what commands begin with.
    """

    def __init__(self, bot: Router, settings: MachineSettings) -> None:
        self.services = bot.services
        self.settings = settings
        self.prefix = bot.prefix

    @abstractmethod
    def play(self, player: PlayerId, stake: int) -> Iterator[Reply]:
        """Let a player who has an account play for a stake."""

    def answer(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer the command that begins a game.

        Args:
            message: who plays.
            arguments: the stake, nothing for the usual one, or `pays`.

        Yields:
            What `play` does; or the pay table.
        """
        if arguments.lower() == _PAYS:
            for line in pays_lines(self.settings):
                yield Reply((line,))
            return
        stake = self.settings.stake
        if arguments:
            stake = parse_stake(arguments, self.settings.most_stake, self.settings.least_stake)
        yield from self.play(open_purse(self.services.ledger, message.sender).player, stake)


def committed(what: str, deal: Commitment) -> Reply:
    """Return what a player's first deal is committed to: nobody could have asked before."""
    return Reply((committed_line(what, deal.deal_id, deal.digest),))


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


def pays_lines(settings: MachineSettings) -> Iterator[str]:
    """Yield a machine's pay table, its stakes and its exact return: three lines."""
    pay_table = settings.pay_table()
    pays = ", ".join(f"{outcome.words} {times}" for outcome, times in pay_table.named().items() if times)
    yield f"Pays, times the stake: {pays}"
    yield f"Stakes: {settings.least_stake} to {settings.most_stake}, {settings.stake} if you name none"
    holding = " with the best holds" if pay_table.machine is Machine.VIDEO_POKER else ""
    yield f"In the long run{holding} it {format_payback(known_payback(pay_table))}"
