"""`!slot`: the poker slot machine."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from ircpoker.chat.commands import Example, Line, check_nothing, command
from ircpoker.chat.machine_commands import AGAIN, WORDS, MachineCommands, committed, result_replies
from ircpoker.chat.message import Message
from ircpoker.chat.proof import add_commitments
from ircpoker.chat.router import Router
from ircpoker.chat.services import Upcoming
from ircpoker.errors import NotAllowedError
from ircpoker.ledger import PlayerId
from ircpoker.machines.settings import SLOT
from ircpoker.machines.slot import SlotMachine
from ircpoker.words import Phrase


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
                "Ks Ac 3d Js Ad | Pair of Aces | +10 | 1010 chips",
                before=("seed my lucky cat",),
            ),
            Example("pays", "Pays, times the stake: Royal Flush 5000, Straight Flush 500, Four Of A Kind 150, …"),
            Example("0", "'0' is not a stake: expected a whole number from 1 to 1000 …"),
            Example("2.5", "'2.5' is not a stake: …"),
        ),
        aliases=("spin", "slots"),
        words=WORDS,
    )
    def slot(self, message: Message, arguments: str) -> Iterator[Line]:
        """Pull once, or show the pay table."""
        return self.answer(message, arguments)

    @command("again", examples=(Example("", "there is no spin to repeat: …"),))
    def again(self, message: Message, arguments: str) -> Iterator[Line]:
        """Pull once more for the last stake.

        Raises:
            NotAllowedError: they have not pulled yet.
        """
        check_nothing(arguments)
        if message.sender.id not in self.last_stakes:
            raise NotAllowedError(Phrase("proof.nothing_again"))
        return self.answer(message, AGAIN)

    @cached_property
    def machine(self) -> SlotMachine:
        """The machine; the ledger is opened with it."""
        return SlotMachine(
            self.services.ledger, self.settings.pay_table(), self.services.entropy, self.services.client_text
        )

    def play(self, message: Message, player: PlayerId, stake: int) -> Iterator[Line]:
        """Pull once.

        Args:
            message: the player's message.
            player: the person who pulls.
            stake: the chips staked.

        Yields:
            The five cards with their hand, the chips won or lost, and the player's chips; where a chain begins, its
            first commitment, to the player only.
        """
        pull = self.machine.pull(player, stake)
        if pull.is_first:
            yield committed("spin", pull.deal)
        yield from result_replies(message, self.machine.pay_table, pull.result, pull.balance)
        if pull.begins_chain:
            yield committed("spin", pull.next_deal)

    def upcoming(self, message: Message) -> Iterator[Upcoming]:
        """Yield the commitment to the sender's next pull; commit now if there is none.

        Args:
            message: the sender's message.

        Yields:
            One deal.
        """
        yield Upcoming(Phrase("proof.next_spin"), self.machine.dealer.pending(message.sender.id))
