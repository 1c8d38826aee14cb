"""`!slot`: the poker slot machine."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ircpoker.chat.commands import Command, Example
from ircpoker.chat.machine_text import committed_line, pays_lines, proof_hint, result_parts
from ircpoker.chat.message import Reply
from ircpoker.chat.players import open_purse, player_of
from ircpoker.chat.proof import Proofs, Upcoming
from ircpoker.machines.settings import SLOT, MachineSettings
from ircpoker.machines.slot import SlotMachine
from ircpoker.slots import parse_stake

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.chat.message import Message
    from ircpoker.chat.router import Router
    from ircpoker.chat.services import Services


def register(router: Router) -> None:
    """Add the commands."""
    slots = Slots(router.services, router.services.settings.section(SLOT), router.prefix)
    router.add(
        Command(
            "slot",
            usage="[stake] | pays",
            summary="one pull of the poker slot machine; pays: what it pays, and its exact return",
            handler=slots.slot,
            examples=(
                Example(
                    "10",
                    "Qs 7c Qh Js Th | One Pair, Queens, Jack Kicker | pays 2 x 10 = 20, you have 1010 chips …",
                    before=("proof",),
                ),
                Example("pays", "Pays, times the stake: Royal Flush 5000, Straight Flush 500, Four Of A Kind 150, …"),
                Example("0", "'0' is not a stake: expected a whole number from 1 to 1000 …"),
                Example("2.5", "'2.5' is not a stake: …"),
            ),
            words=lambda: ("pays",),
        )
    )
    Proofs.of(router).add(slots.upcoming)


@dataclass(frozen=True)
class Slots:
    """The machine and what it is set to.

    Attributes:
        services: the bot's.
        settings: `[slot]`.
        prefix: what commands begin with.
    """

    services: Services
    settings: MachineSettings
    prefix: str

    @cached_property
    def machine(self) -> SlotMachine:
        """The machine; the ledger is opened with it."""
        return SlotMachine(self.services.ledger, self.settings.pay_table(), self.services.entropy)

    def upcoming(self, message: Message) -> Iterator[Upcoming]:
        """Yield what the sender's next pull is committed to; it is from now on.

        Args:
            message: who asks.

        Yields:
            One deal.
        """
        yield Upcoming("next spin", self.machine.dealer.pending(player_of(message.sender)))

    def slot(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!slot`.

        Args:
            message: who pulls.
            arguments: the stake, nothing for the usual one, or `pays`.

        Yields:
            The five cards, what they are and pay, and the chips that there are now; before the first ones of a
            player what they are committed to. Or the pay table.
        """
        if arguments.lower() == "pays":
            for line in pays_lines(self.settings, self.settings.pay_table()):
                yield Reply((line,))
            return
        stake = self.settings.stake
        if arguments:
            stake = parse_stake(arguments, self.settings.most_stake, self.settings.least_stake)
        purse = open_purse(self.services.ledger, message.sender)
        pull = self.machine.pull(purse.player, stake)
        if pull.is_first:
            yield Reply((committed_line("your first spin", pull.deal.deal_id, pull.deal.digest),))
        parts = result_parts(pull.result, pull.balance, self.machine.pay_table)
        yield Reply((*parts, proof_hint(pull.deal.deal_id, pull.next_deal, self.prefix)))
