"""`!seed` and `!proof`: a player's part in the shuffles, and what shows that they were fair.

Every plugin that deals cards for chips says here which decks it has committed to.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.chat.commands import Example, command
from ircpoker.chat.message import Reply
from ircpoker.chat.parts import committed_line, spaced
from ircpoker.chat.players import open_purse
from ircpoker.errors import UsageError, quote
from ircpoker.proofs import find_shuffle, read_proof, seed_of, set_seed, was_called_off
from ircpoker.shuffle import verify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ircpoker.chat.message import Message
    from ircpoker.chat.router import Router
    from ircpoker.ledger import Shuffle

    Source = Callable[[Message], Iterable["Upcoming"]]

_LOOKED_AT = 5
"""A player's latest deals, of which few can still be going on."""


class Upcoming(NamedTuple):
    """A deal whose deck is committed to.

    Attributes:
        what: in a few words: `next spin`, `video poker in progress`.
        shuffle: the commitment to it.
    """

    what: str
    shuffle: Shuffle


def add_commitments(bot: Router, source: Source) -> None:
    """Let a game say what it has committed to; the first one brings the commands.

    Args:
        bot: gets the commands.
        source: returns the decks of the sender's next deals where a message was said, committed to now if
            they were not before; and of a deal that goes on.
    """
    if not bot.services.commitments:
        bot.add_all(Fairness(bot))
    bot.services.commitments.append(source)


class Fairness:
    """The commands, on all games that have committed to decks."""

    def __init__(self, bot: Router) -> None:
        self.services = bot.services
        self.prefix = bot.prefix

    @command(
        "seed",
        usage="[text]",
        summary="your part in the coming shuffles: any text; alone, shows it",
        examples=(
            Example(
                "my lucky socks",
                "your seed is 'my lucky socks': it goes into all your coming deals until you give another",
            ),
            Example("", "you have no seed: !seed and any text puts your part into the shuffles"),
        ),
    )
    def seed(self, message: Message, arguments: str) -> Iterator[str]:
        """Yield the sender's seed in the form in which it is mixed in."""
        ledger = self.services.ledger
        player = open_purse(ledger, message.sender).player
        if not arguments:
            given = seed_of(ledger, player)
            none = f"you have no seed: {self.prefix}seed and any text puts your part into the shuffles"
            yield f"your seed is '{given}'" if given else none
            return
        # Commit before the seed is known: so these decks cannot be made to fit it.
        committed = [f"{what} {shuffle.deal_id}: {shuffle.commitment}" for what, shuffle in self._upcoming(message)]
        given = set_seed(ledger, player, arguments)
        yield f"your seed is '{given}': it goes into all your coming deals until you give another"
        if committed:
            yield f"committed to before: {', '.join(committed)}"

    @command(
        "proof",
        usage="[deal]",
        summary="what your next deals are committed to; with a number, all about a deal that is over",
        examples=(
            Example("", "next spin: deal 1, committed to SHA-256 …"),
            Example("1", "deal 1, slot: committed to SHA-256 …", before=("slot",)),
            Example("99", "there is no deal '99': …"),
        ),
    )
    def proof(self, message: Message, arguments: str) -> Iterator[str | Reply]:
        """Yield the commitments of the sender's next deals; or all that can be said of a deal.

        Raises:
            UsageError: there is no such deal.
            ProofError: what is stored does not prove it.
        """
        ledger = self.services.ledger
        if arguments:
            asked = find_shuffle(ledger, arguments)
            if asked is None:
                raise UsageError(f"there is no deal {quote(arguments)}: expected a number that an answer has shown")
            yield from _explain(asked)
            return
        player = open_purse(ledger, message.sender).player
        for what, shuffle in self._upcoming(message):
            yield committed_line(what, shuffle.deal_id, shuffle.commitment)
        over = [shuffle.deal_id for shuffle in ledger.last_shuffles(player, _LOOKED_AT) if shuffle.revealed]
        if over:
            yield f"your last deal was {over[0]}: {self.prefix}proof {over[0]}"

    def _upcoming(self, message: Message) -> Iterator[Upcoming]:
        return chain.from_iterable(source(message) for source in self.services.commitments)


def _explain(shuffle: Shuffle) -> Iterator[str | Reply]:
    """Yield all that may be said of a deal.

    Raises:
        ProofError: what is stored does not prove it.
    """
    committed = f"deal {shuffle.deal_id}, {shuffle.kind}: committed to SHA-256 {shuffle.commitment}"
    called_off = was_called_off(shuffle)
    if not shuffle.revealed:
        state = "its cards are not dealt yet" if shuffle.proof is None else "its secret is shown when all is over"
        yield f"{committed}; {state}"
        if called_off is not None:
            yield str(called_off)
        return
    shown = read_proof(shuffle)
    verify(shown)
    seeds = ", ".join(f"'{seed}'" if seed else "(none)" for seed in shown.seeds)
    yield f"{committed} on {shuffle.committed_at:%Y-%m-%d %H:%M:%S} UTC"
    if called_off is not None:
        yield str(called_off)
    yield f"secret {shown.secret.hex()}, seeds {seeds}"
    yield Reply(("deck ", *spaced(shown.deck)))
