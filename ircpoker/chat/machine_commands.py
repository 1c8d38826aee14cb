"""The parts that the plugins of all machines share: the answers to a stake and to `pays`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from ircpoker.chat.commands import Line
from ircpoker.chat.means import bring
from ircpoker.chat.message import MachineShown, Message, Reply
from ircpoker.chat.players import open_account
from ircpoker.chat.router import Router
from ircpoker.chat.segments import chips, published
from ircpoker.errors import InsufficientChipsError, NotAllowedError
from ircpoker.hands.short_names import short_name
from ircpoker.ledger import PlayerId
from ircpoker.machines.playing import Commitment
from ircpoker.machines.rules import Machine, PayTable, Result, format_percent, parse_stake
from ircpoker.machines.settings import MachineSettings, known_payback
from ircpoker.records.deal_words import spaced
from ircpoker.words import Phrase

MOST_UNTOLD = 3
"""Results that may wait for somebody to read them: with so many, no other stake is taken there."""
JACKPOT = 20
"""Everybody in a channel reads of a win of so many stakes."""
_PAYS, AGAIN, _MAX = "pays", "again", "max"
_MOST_REMEMBERED = 10_000
"""The players whose last stake is known; a further one makes all others be forgotten."""
WORDS = (_PAYS, AGAIN, _MAX)
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
        self.last_stakes: dict[PlayerId, int] = {}

    @abstractmethod
    def play(self, message: Message, player: PlayerId, stake: int) -> Iterator[Line]:
        """Play a game for a player who has an account."""

    def answer(self, message: Message, arguments: str) -> Iterator[Line]:
        """Answer the command that begins a game.

        Args:
            message: the player's message.
            arguments: the stake, or nothing for the usual one; `again` for the player's last one, `max` for the
                greatest that they can; or `pays`.

        Yields:
            The lines of `play`, or the pay table.

        Raises:
            NotAllowedError: results of theirs are still to be told.
        """
        if arguments.lower() == _PAYS:
            yield from (Reply((line,), private=message.channel is not None) for line in pay_phrases(self.settings))
            return
        settings, word = self.settings, arguments.lower()
        stake = settings.stake
        if word == AGAIN:
            stake = min(self.last_stakes.get(message.sender.id, stake), settings.most_stake)
        elif word == _MAX:
            held = open_account(self.services, message.sender).balance
            stake = max(settings.least_stake, min(settings.most_stake, held))
        elif arguments:
            stake = parse_stake(arguments, settings.most_stake, settings.least_stake)
        if message.untold >= MOST_UNTOLD:
            raise NotAllowedError(Phrase("errors.untold_stakes", n=message.untold))
        player = open_account(self.services, message.sender).player
        self.services.note_line(player, message)
        try:
            yield from self.play(message, player, stake)
        except InsufficientChipsError:
            self._fill_up(message, stake)
            yield from self.play(message, player, stake)
        if len(self.last_stakes) >= _MOST_REMEMBERED:
            self.last_stakes.clear()
        self.last_stakes[message.sender.id] = stake

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


def committed(machine: str, deal: Commitment) -> Reply:
    """Return the line with the first commitment of a chain, for the player only."""
    return Reply((Phrase(f"proof.first_{machine}", sealed=published(deal.digest)),), private=True)


def result_replies(
    message: Message, pay_table: PayTable, result: Result, balance: int, held: tuple[int, ...] = ()
) -> Iterator[Reply]:
    """Yield the line with a machine's cards, the hand, the chips won or lost, and the player's chips.

    Args:
        message: the player's message. In a channel the line is for them only, and everybody reads of a jackpot.
        pay_table: the pay table of the game.
        result: its result.
        balance: the player's chips now.
        held: the numbers of the cards that were held, from 1.

    Yields:
        One line, or two.
    """
    cards, hand, net = spaced(result.cards), short_name(result.hand.value), result.payout - result.stake
    if message.channel is not None and result.payout >= JACKPOT * result.stake:
        yield Reply((Phrase("machines.jackpot", who=message.sender.nick, cards=cards, hand=hand, net=net),))
    shown = MachineShown(
        pay_table.machine.value,
        "end",
        result.cards,
        result.stake,
        balance,
        held,
        result.hand.name,
        result.payout,
    )
    line = Phrase("machines.won", cards=cards, hand=hand, net=net, chips=chips(balance))
    yield Reply((line,), private=message.channel is not None, machine=shown)


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
