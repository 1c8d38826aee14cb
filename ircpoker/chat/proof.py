"""`!seed` and `!proof`: a player's part in the shuffles, and what shows that they were fair.

Every plugin that deals cards for chips says here which decks it has committed to.
"""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.chat.commands import Command, Example
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


def add_commitments(router: Router, source: Source) -> None:
    """Let a game say what it has committed to; the first one brings the commands.

    Args:
        router: the bot's.
        source: returns the decks of the sender's next deals where a message was said, committed to now if
            they were not before; and of a deal that goes on.
    """
    if not router.services.commitments:
        for command in _commands(router):
            router.add(command)
    router.services.commitments.append(source)


def _commands(router: Router) -> Iterator[Command]:
    yield Command(
        "seed",
        usage="[text]",
        summary="your part in the coming shuffles: any text; alone, shows it",
        handler=partial(seed, router),
        examples=(
            Example(
                "my lucky socks",
                "your seed is 'my lucky socks': it goes into all your coming deals until you give another",
            ),
            Example("", f"you have no seed: {router.prefix}seed and any text puts your part into the shuffles"),
        ),
    )
    yield Command(
        "proof",
        usage="[deal]",
        summary="what your next deals are committed to; with a number, all about a deal that is over",
        handler=partial(proof, router),
        examples=(
            Example("", "next spin: deal 1, committed to SHA-256 …"),
            Example("1", "deal 1, slot: committed to SHA-256 …", before=("slot",)),
            Example("99", "there is no deal '99': …"),
        ),
    )


def seed(router: Router, message: Message, arguments: str) -> Iterator[Reply]:
    """Answer `!seed`.

    Args:
        router: the bot's.
        message: whose seed.
        arguments: the seed, or nothing.

    Yields:
        The seed in the form in which it is mixed in.
    """
    ledger = router.services.ledger
    player = open_purse(ledger, message.sender).player
    if not arguments:
        given = seed_of(ledger, player)
        none = f"you have no seed: {router.prefix}seed and any text puts your part into the shuffles"
        yield Reply((f"your seed is '{given}'" if given else none,))
        return
    # Commit before the seed is known: so these decks cannot be made to fit it.
    committed = [f"{what} {shuffle.deal_id}: {shuffle.commitment}" for what, shuffle in _upcoming(router, message)]
    given = set_seed(ledger, player, arguments)
    yield Reply((f"your seed is '{given}': it goes into all your coming deals until you give another",))
    if committed:
        yield Reply((f"committed to before: {', '.join(committed)}",))


def proof(router: Router, message: Message, arguments: str) -> Iterator[Reply]:
    """Answer `!proof`.

    Args:
        router: the bot's.
        message: whose deals.
        arguments: the number of a deal, or nothing.

    Yields:
        The commitments of the sender's next deals; or all that can be said of a deal.

    Raises:
        UsageError: there is no such deal.
        ProofError: what is stored does not prove it.
    """
    ledger = router.services.ledger
    if not arguments:
        player = open_purse(ledger, message.sender).player
        for what, shuffle in _upcoming(router, message):
            yield Reply((committed_line(what, shuffle.deal_id, shuffle.commitment),))
        over = [shuffle.deal_id for shuffle in ledger.last_shuffles(player, _LOOKED_AT) if shuffle.revealed]
        if over:
            yield Reply((f"your last deal was {over[0]}: {router.prefix}proof {over[0]}",))
        return
    asked = find_shuffle(ledger, arguments)
    if asked is None:
        raise UsageError(f"there is no deal {quote(arguments)}: expected a number that an answer has shown")
    yield from _explain(asked)


def _upcoming(router: Router, message: Message) -> Iterator[Upcoming]:
    return chain.from_iterable(source(message) for source in router.services.commitments)


def _explain(shuffle: Shuffle) -> Iterator[Reply]:
    """Yield all that may be said of a deal.

    Raises:
        ProofError: what is stored does not prove it.
    """
    committed = f"deal {shuffle.deal_id}, {shuffle.kind}: committed to SHA-256 {shuffle.commitment}"
    called_off = was_called_off(shuffle)
    if not shuffle.revealed:
        state = "its cards are not dealt yet" if shuffle.proof is None else "its secret is shown when all is over"
        yield Reply((f"{committed}; {state}",))
        if called_off is not None:
            yield Reply((str(called_off),))
        return
    shown = read_proof(shuffle)
    verify(shown)
    seeds = ", ".join(f"'{seed}'" if seed else "(none)" for seed in shown.seeds)
    yield Reply((f"{committed} on {shuffle.committed_at:%Y-%m-%d %H:%M:%S} UTC",))
    if called_off is not None:
        yield Reply((str(called_off),))
    yield Reply((f"secret {shown.secret.hex()}, seeds {seeds}",))
    yield Reply(("deck ", *spaced(shown.deck)))
