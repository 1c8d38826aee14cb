"""`!bank`, `!give`, `!top`, `!daily` and `!stats`: who has how many chips, and what became of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ircpoker.chat.commands import Command, Example
from ircpoker.chat.message import Name, Reply
from ircpoker.chat.news import Notice
from ircpoker.chat.parts import chips
from ircpoker.chat.players import open_purse, player_of, purse_called
from ircpoker.errors import UsageError
from ircpoker.ledger import parse_chips, unique_key
from ircpoker.table import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.chat.message import Message
    from ircpoker.chat.router import Router
    from ircpoker.chat.services import Services
    from ircpoker.ledger import GameResult, PlayerId

TELL_EVERY = 60.0
"""Seconds in which a receiver is told of one gift: the others show in `!bank`."""
SHOWN = 10
"""Players that `!top` shows."""


def register(router: Router) -> None:
    """Add the commands."""
    bank = Bank(router.services, router.prefix)
    _add_chips(router, bank)
    _add_results(router, bank)


def _add_chips(router: Router, bank: Bank) -> None:
    router.add(
        Command(
            "bank",
            usage="[nick]",
            summary="your chips, or somebody else's",
            handler=bank.bank,
            examples=(
                Example("", "you have 1000 chips, none of them won: only won chips can be given away"),
                Example("bob", "bob has 1000 chips", before=("<bob> bank",)),
                Example("nobody", "nobody called 'nobody' has chips here: expected a player's nick"),
            ),
        )
    )
    router.add(
        Command(
            "give",
            usage="nick chips",
            summary="give chips that you have won to somebody",
            handler=bank.give,
            examples=(
                Example("bob 10", "alice gives bob 10 chips: alice has 1000, bob has 1010", ("<bob> bank", "slot 10")),
                Example("bob 10", "10 cannot be given: only chips that were won can be given away, …", ("<bob> bank",)),
                Example("bob -5", "'-5' is no number of chips: …", before=("<bob> bank",)),
                Example("nobody 5", "nobody called 'nobody' has chips here: expected a player's nick"),
            ),
            errors="private",
        )
    )


def _add_results(router: Router, bank: Bank) -> None:
    router.add(
        Command(
            "top",
            summary="who has the most chips",
            handler=bank.top,
            examples=(
                Example("", "1. alice 1010, 2. bob 1000", before=("slot 10", "<bob> bank")),
                Example("", "nobody has chips yet: …"),
            ),
        )
    )
    router.add(
        Command(
            "daily",
            summary="some chips for each day, from 00:00 UTC",
            handler=bank.daily,
            examples=(
                Example("", "100 chips for today: you have 1100 chips"),
                Example("", "today's chips are taken: come back in …", before=("daily",)),
            ),
        )
    )
    router.add(
        Command(
            "stats",
            usage="[nick]",
            summary="your results, or somebody else's",
            handler=bank.stats,
            examples=(
                Example("", "alice | slot: played 1, won 1, staked 10, paid 20 (+10), best 20", before=("slot 10",)),
                Example("", "alice has not played yet"),
            ),
        )
    )


@dataclass(frozen=True, slots=True)
class Bank:
    """The commands, on the ledger of the services.

    Attributes:
        services: the bot's.
        prefix: what commands begin with.
        told: when receivers were told of a gift, those of the last minute.
    """

    services: Services
    prefix: str
    told: dict[PlayerId, float] = field(default_factory=dict)

    def bank(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!bank`.

        Args:
            message: who asks.
            arguments: somebody's nick, or nothing.

        Yields:
            One line.
        """
        ledger = self.services.ledger
        own = open_purse(ledger, message.sender)
        purse = purse_called(ledger, arguments, message) if arguments else own
        if purse.player != own.player:
            yield Reply((Name(purse.nick), f" has {chips(purse.balance)}"))
            return
        at_tables = {game.name for game in GAMES.values()}
        staked = sum(game.held for game in ledger.games(player=own.player) if game.kind not in at_tables)
        more = f"; {staked} more are in games that are not over" if staked else ""
        tables = self.services.tables
        in_front = tables.chips_of(message.sender) if tables else 0
        more += f"; {in_front} more lie in front of you at tables" if in_front else ""
        won = f"{purse.giftable} of them won: these" if purse.giftable else "none of them won: only won chips"
        yield Reply((f"you have {chips(purse.balance)}, {won} can be given away{more}",))

    def give(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!give`.

        Args:
            message: who gives.
            arguments: the receiver's nick and how many chips.

        Yields:
            Who has how many now. A receiver who may not see it, as it was said in private, is told once a minute.

        Raises:
            UsageError: not two words.
        """
        words = arguments.split()
        if len(words) != 2:
            raise UsageError("expected a nick and how many chips")
        nick, number = words
        ledger = self.services.ledger
        giver = open_purse(ledger, message.sender)
        receiver = purse_called(ledger, nick, message)
        amount = parse_chips(number)
        receipt = ledger.gift(giver.player, receiver.player, amount, unique_key("gift"))
        gives = f"{giver.nick} gives {receiver.nick} {chips(amount)}"
        has = [f"{purse.nick} has {receipt.balances[purse.player]}" for purse in (giver, receiver)]
        yield Reply((f"{gives}: {', '.join(has)}",))
        if message.channel is None and self._is_to_be_told(receiver.player):
            told = Reply((f"{gives}: you have {chips(receipt.balances[receiver.player])} now",), private=True)
            self.services.outbox.post(Notice(message.sender.network, receiver.nick, told, is_courtesy=True))

    def _is_to_be_told(self, receiver: PlayerId) -> bool:
        """Return whether a receiver has not been told of a gift for a minute; from now on they have."""
        now = self.services.clock.monotonic()
        for player in [player for player, at in self.told.items() if now - at >= TELL_EVERY]:
            del self.told[player]
        if receiver in self.told:
            return False
        self.told[receiver] = now
        return True

    def top(self, message: Message, _arguments: str) -> Iterator[Reply]:
        """Answer `!top`.

        Args:
            message: says on which network.

        Yields:
            The richest players of this network, in one line.
        """
        richest = self.services.ledger.top(SHOWN, network=message.sender.network)
        if not richest:
            yield Reply((f"nobody has chips yet: {self.prefix}bank opens your account",))
            return
        parts: list[str] = []
        for place, purse in enumerate(richest, 1):
            parts += [f"{', ' if parts else ''}{place}. ", Name(purse.nick), f" {purse.balance}"]
        yield Reply(tuple(parts))

    def daily(self, message: Message, _arguments: str) -> Iterator[Reply]:
        """Answer `!daily`.

        Args:
            message: who asks.

        Yields:
            What there is now.
        """
        ledger = self.services.ledger
        player = open_purse(ledger, message.sender).player
        receipt = ledger.daily(player)
        given = chips(ledger.economy.daily_chips)
        yield Reply((f"{given} for today: you have {chips(receipt.balances[player])}",))

    def stats(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Answer `!stats`.

        Args:
            message: who asks.
            arguments: somebody's nick, or nothing.

        Yields:
            One line, with each kind of game.
        """
        ledger = self.services.ledger
        player, nick = player_of(message.sender), message.sender.nick
        if arguments:
            purse = purse_called(ledger, arguments, message)
            player, nick = purse.player, purse.nick
        results = ledger.stats(player)
        if not results:
            yield Reply((Name(nick), " has not played yet"))
            return
        yield Reply((Name(nick), *(f" | {_format_result(result)}" for result in results)))


def _format_result(result: GameResult) -> str:
    net = result.paid - result.staked
    return (
        f"{result.game}: played {result.played}, won {result.won}, staked {result.staked}, "
        f"paid {result.paid} ({net:+}), best {result.best}"
    )
