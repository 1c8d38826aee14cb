"""`!slot`: the poker slot machine."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from ircpoker.chat.commands import Example, command
from ircpoker.chat.machine_commands import WORDS, Ended, MachineCommands, committed, result_reply
from ircpoker.chat.proof import add_commitments
from ircpoker.chat.services import Upcoming
from ircpoker.machines.settings import SLOT
from ircpoker.machines.slot import SlotMachine
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.chat.commands import Line
    from ircpoker.chat.message import Message
    from ircpoker.chat.router import Router
    from ircpoker.ledger import PlayerId


class SlotCommands(MachineCommands):
    """The slot machine's commands."""

    command_name = "slot"

    def __init__(self, bot: Router) -> None:
        super().__init__(bot, bot.section(SLOT))
        add_commitments(bot, self.upcoming)

    @command(
        "slot",
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
        words=WORDS,
    )
    def slot(self, message: Message, arguments: str) -> Iterator[Line]:
        """Pull once, or show the pay table."""
        return self.answer(message, arguments)

    @cached_property
    def machine(self) -> SlotMachine:
        """The machine; the ledger is opened with it."""
        return SlotMachine(
            self.services.ledger, self.settings.pay_table(), self.services.entropy, self.services.client_text
        )

    def play(self, player: PlayerId, stake: int) -> Iterator[Line]:
        """Pull once.

        Args:
            player: the person who pulls.
            stake: the chips staked.

        Yields:
            The five cards with their name and payout, and the player's chips; before a player's first cards, the
            commitment to them.
        """
        pull = self.machine.pull(player, stake)
        if pull.is_first:
            yield committed(Phrase("proof.first_spin"), pull.deal)
        ended = Ended(pull.result, pull.balance, pull.deal.deal_id, pull.next_deal)
        yield result_reply(ended, self.machine.pay_table)

    def upcoming(self, message: Message) -> Iterator[Upcoming]:
        """Yield the commitment to the sender's next pull; commit now if there is none.

        Args:
            message: the sender's message.

        Yields:
            One deal.
        """
        yield Upcoming(Phrase("proof.next_spin"), self.machine.dealer.pending(message.sender.id))
