"""`!vp`: video poker."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial

from ircpoker.chat.card_choices import add_choices
from ircpoker.chat.commands import Example, Line, command
from ircpoker.chat.machine_commands import WORDS, MachineCommands, committed, result_replies
from ircpoker.chat.message import MachineShown, Message, Reply
from ircpoker.chat.proof import add_commitments
from ircpoker.chat.router import Router
from ircpoker.chat.segments import chips, numbered
from ircpoker.chat.services import CardChoice, Upcoming, Urgency
from ircpoker.ledger import PlayerId
from ircpoker.machines.rules import Machine, VideoPokerGame, format_hold
from ircpoker.machines.settings import VIDEO_POKER, known_payback
from ircpoker.machines.videopoker import VideoPoker
from ircpoker.records.deal_words import spaced
from ircpoker.words import Phrase


class VideoPokerCommands(MachineCommands):
    """Video poker's commands."""

    command_name = "vp"

    def __init__(self, bot: Router) -> None:
        super().__init__(bot, bot.section(VIDEO_POKER))
        known_payback(self.settings.pay_table())  # now, so that no player waits for it later
        add_choices(bot, self.choice, Urgency.NOW)
        add_commitments(bot, self.upcoming)

    @command(
        "vp",
        examples=(
            Example("10", "1) 3d 2) 2c 3) 2s 4) 4c 5) 8c | -10 | 990 chips | !hold 1 3, !hint", ("seed my lucky cat",)),
            Example("pays", "Pays, times the stake: Royal Flush 800, Straight Flush 50, Four Of A Kind 25, …"),
            Example("ten", "'ten' is not a stake: expected a whole number from 1 to 1000 …"),
        ),
        words=WORDS,
    )
    def vp(self, message: Message, arguments: str) -> Iterator[Line]:
        """Begin a game, or show the pay table."""
        return self.answer(message, arguments)

    @cached_property
    def machine(self) -> VideoPoker:
        """The machine; the ledger is opened with it."""
        return VideoPoker(
            self.services.ledger, self.settings.pay_table(), self.services.entropy, self.services.client_text
        )

    def play(self, message: Message, player: PlayerId, stake: int) -> Iterator[Line]:
        """Begin a game.

        Args:
            message: the player's message.
            player: the person who plays.
            stake: the chips staked.

        Yields:
            The five cards of a new game, or of the one in progress; before a player's first cards, the commitment to
            them.
        """
        started = self.machine.start(player, stake)
        if started.first_deal:
            yield committed("video_poker", started.first_deal)
        game = started.unfinished.game
        balance = self.services.ledger.balance(player)
        cards, left = numbered(game.cards), chips(balance)
        line = Phrase(
            "machines.dealt" if started.is_new else "machines.dealt_before", cards=cards, net=-game.stake, chips=left
        )
        shown = MachineShown(Machine.VIDEO_POKER.value, "deal", game.cards, game.stake, balance)
        yield Reply((line,), private=message.channel is not None, machine=shown)

    def upcoming(self, message: Message) -> Iterator[Upcoming]:
        """Yield the commitment to the sender's game in progress, or to the next one.

        Args:
            message: the sender's message.

        Yields:
            One deal.
        """
        player = message.sender.id
        unfinished = self.machine.unfinished(player)
        if unfinished is None:
            yield Upcoming(Phrase("proof.next_video_poker"), self.machine.dealer.pending(player))
            return
        shuffle = self.services.ledger.shuffle(unfinished.deal_id)
        if shuffle is not None:
            yield Upcoming(Phrase("proof.running_video_poker"), shuffle)

    def choice(self, message: Message) -> CardChoice | None:
        """Return the choice of somebody with a game in progress; None without one."""
        player = message.sender.id
        unfinished = self.machine.unfinished(player)
        if unfinished is None:
            return None
        game = unfinished.game

        def keep(indices: tuple[int, ...], _choice: str) -> Iterator[Reply]:
            finished = self.machine.hold(player, unfinished, sum(1 << index for index in indices))
            held = tuple([index + 1 for index in sorted(indices)])
            yield from result_replies(message, game.pay_table, finished.result, finished.balance, held)
            if finished.begins_chain:
                yield committed("video_poker", finished.next_deal)

        return CardChoice(game.cards, keep, partial(_hint, game))


def _hint(game: VideoPokerGame) -> Phrase:
    """Return the best hold and its exact mean payout."""
    best = game.best_hold()
    exact = Phrase("machines.mean", chips=best.mean * game.stake)
    places = format_hold(best.mask)
    if best.cards:
        return Phrase("machines.hint", places=places, cards=spaced(best.cards), mean=exact)
    return Phrase("machines.hint_none", places=places, mean=exact)
