"""What the plugins of all machines share: the command that takes a stake or shows the pay table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeVar

from ircpoker.chat.commands import Command
from ircpoker.chat.machine_text import pays_lines
from ircpoker.chat.message import Reply
from ircpoker.chat.parts import committed_line
from ircpoker.chat.players import open_purse
from ircpoker.slots import parse_stake

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ircpoker.chat.commands import Example
    from ircpoker.chat.message import Message
    from ircpoker.chat.router import Router
    from ircpoker.ledger import Ledger, PlayerId
    from ircpoker.machines.playing import Commitment
    from ircpoker.machines.settings import MachineSettings
    from ircpoker.slots import PayTable

    Entropy = Callable[[int], bytes]

M = TypeVar("M")

_PAYS = "pays"


class MachineCommands(ABC, Generic[M]):
    """A machine with what it is set to, and the answers to those who play at it.

    Attributes:
        services: the bot's.
        settings: the machine's section.
        prefix: what commands begin with.
    """

    def __init__(
        self, router: Router, settings: MachineSettings, make: Callable[[Ledger, PayTable, Entropy], M]
    ) -> None:
        """Set it up; the machine is made when somebody plays.

        Args:
            router: the bot's.
            settings: the machine's section.
            make: makes the machine.
        """
        self.services = router.services
        self.settings = settings
        self.prefix = router.prefix
        self._make = make

    @cached_property
    def machine(self) -> M:
        """The machine; the ledger is opened with it."""
        return self._make(self.services.ledger, self.settings.pay_table(), self.services.entropy)

    def command(self, name: str, summary: str, *examples: Example) -> Command:
        """Return the command that begins a game."""
        return Command(
            name,
            usage=f"[stake] | {_PAYS}",
            summary=f"{summary}; {_PAYS}: what it pays, and its exact return",
            handler=self.answer,
            examples=examples,
            words=lambda: (_PAYS,),
        )

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
