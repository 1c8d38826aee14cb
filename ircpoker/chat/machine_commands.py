"""The parts that the plugins of all machines share: the answers to a stake and to `pays`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from ircpoker.chat.means import bring
from ircpoker.chat.message import MachineShown, Reply
from ircpoker.chat.players import open_account
from ircpoker.chat.segments import chips, committed_line, published, spaced
from ircpoker.draws import Outcome
from ircpoker.errors import InsufficientChipsError, NotAllowedError
from ircpoker.hands import Category
from ircpoker.machines.rules import Machine, format_percent, parse_stake
from ircpoker.machines.settings import known_payback
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.chat.commands import Line
    from ircpoker.chat.message import Message
    from ircpoker.chat.router import Router
    from ircpoker.ledger import PlayerId
    from ircpoker.machines.playing import Commitment
    from ircpoker.machines.rules import PayTable, Result
    from ircpoker.machines.settings import MachineSettings

MOST_UNTOLD = 3
"""Results that may wait for somebody to read them: with so many, no other stake is taken there."""
_PAYS = "pays"
WORDS = (_PAYS,)
"""The words that may follow each machine's command."""


class MachineCommands(ABC):
    """A machine with its settings, and the answers to its players.

    Attributes:
        services: the bot's services.
        settings: the machine's section of the configuration.
        command_name: the command that begins a game.
    """

    command_name: ClassVar[str]

    def __init__(self, bot: Router, settings: MachineSettings) -> None:
        self.services = bot.services
        self.settings = settings

    @abstractmethod
    def play(self, player: PlayerId, stake: int) -> Iterator[Line]:
        """Play a game for a player who has an account."""

    def answer(self, message: Message, arguments: str) -> Iterator[Line]:
        """Answer the command that begins a game.

        Args:
            message: the player's message.
            arguments: the stake, nothing for the usual one, or `pays`.

        Yields:
            The lines of `play`, or the pay table.

        Raises:
            NotAllowedError: results of theirs are still to be told.
        """
        if arguments.lower() == _PAYS:
            yield from pay_phrases(self.settings)
            return
        stake = self.settings.stake
        if arguments:
            stake = parse_stake(arguments, self.settings.most_stake, self.settings.least_stake)
        if message.untold >= MOST_UNTOLD:
            raise NotAllowedError(Phrase("errors.untold_stakes", n=message.untold))
        player = open_account(self.services, message.sender).player
        self.services.note_line(player, message)
        try:
            yield from self.play(player, stake)
        except InsufficientChipsError:
            self._fill_up(message, stake)
            yield from self.play(player, stake)

    def _fill_up(self, message: Message, stake: int) -> None:
        """Give a player with hardly any chips some for a stake.

        Raises:
            InsufficientChipsError: they do not have that many.
        """
        try:
            bring(self.services, message.sender, stake)
        except InsufficientChipsError as error:
            if error.held < self.settings.least_stake:
                raise
            step = Phrase("broke.stake", command=self.command_name, stake=error.held)
            raise InsufficientChipsError(stake, error.held, step) from None


def committed(subject: Phrase, deal: Commitment) -> Phrase:
    """Return the line with the commitment of a player's first deal, which could not be shown before."""
    return committed_line(subject, deal.deal_id, deal.digest)


class Ended(NamedTuple):
    """A game that has ended at a machine.

    Attributes:
        result: the result.
        balance: the player's chips now.
        deal_id: the number of the deal.
        following: the commitment of the next deal.
        held: the numbers of the cards that were held, from 1.
    """

    result: Result
    balance: int
    deal_id: str
    following: Commitment
    held: tuple[int, ...] = ()


def result_reply(ended: Ended, pay_table: PayTable) -> Reply:
    """Return the line with a machine's cards, the payout, the player's chips, and the commitments."""
    result, following = ended.result, ended.following
    times = pay_table.pay(result.outcome)
    if times:
        pays = Phrase("machines.pays", times=times, stake=result.stake, payout=result.payout)
    elif result.hand.value.category is Category.ONE_PAIR and pay_table.pay(Outcome.JACKS_OR_BETTER):
        pays = Phrase("machines.pays_no_pair")
    else:
        pays = Phrase("machines.pays_nothing")
    sealed = published(following.digest)
    proof = Phrase("machines.proof", deal=ended.deal_id, following=following.deal_id, sealed=sealed)
    cards, hand = spaced(result.cards), result.hand.name
    line = Phrase("machines.result", cards=cards, hand=hand, pays=pays, chips=chips(ended.balance), proof=proof)
    name, balance = pay_table.machine.value, ended.balance
    shown = MachineShown(name, "end", result.cards, result.stake, balance, ended.held, hand, result.payout)
    return Reply((line,), machine=shown)


def pay_phrases(settings: MachineSettings) -> Iterator[Phrase]:
    """Yield a machine's pay table, its stakes and its exact return: three lines."""
    pay_table = settings.pay_table()
    pays = ", ".join(f"{outcome.words} {times}" for outcome, times in pay_table.named().items() if times)
    yield Phrase("machines.pay_table", pays=pays)
    least, most, usual = settings.least_stake, settings.most_stake, settings.stake
    yield Phrase("machines.stakes", least=least, most=most, usual=usual)
    payback = known_payback(pay_table)
    returns, hits = format_percent(payback.return_to_player), format_percent(payback.hit_rate)
    if pay_table.machine is Machine.VIDEO_POKER:
        yield Phrase("machines.holds_return", returns=returns, hits=hits)
    else:
        yield Phrase("machines.return", returns=returns, hits=hits)
