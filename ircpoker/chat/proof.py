"""`!seed` and `!proof`: a player's part in the shuffles, and what shows that they were fair.

Every plugin that deals cards for chips adds them; whichever comes first does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from ircpoker.chat.commands import Command, Example
from ircpoker.chat.machine_text import spaced
from ircpoker.chat.message import Reply
from ircpoker.chat.players import open_purse
from ircpoker.errors import UsageError, quote
from ircpoker.machines.videopoker import deal_of
from ircpoker.proofs import Dealer, read_proof, seed_of, set_seed
from ircpoker.shuffle import verify
from ircpoker.slots import Machine

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.chat.message import Message
    from ircpoker.chat.router import Router
    from ircpoker.ledger import PlayerId, Shuffle

_LONGEST_NUMBER = 18
_LOOKED_AT = 5
"""A player's latest deals, of which few can still be going on."""


@dataclass(frozen=True, slots=True)
class _DealtAlone:
    """A kind of game that a player plays alone: its next deal is committed to before it is asked for."""

    command: str
    deal: str


_ALONE = {
    Machine.SLOT.value: _DealtAlone("slot", "spin"),
    Machine.VIDEO_POKER.value: _DealtAlone("vp", "game of video poker"),
}


def add_proof_commands(router: Router) -> None:
    """Add `!seed` and `!proof`, unless another plugin has done so."""
    if router.find("seed") is not None:
        return
    prefix = router.prefix
    router.add(
        Command(
            "seed",
            usage="[text]",
            summary="your part in the coming shuffles: any text; alone, shows it",
            handler=partial(seed, router),
            examples=(
                Example("my lucky socks", "your seed is 'my lucky socks': it goes into all your coming deals …"),
                Example("", f"you have no seed: {prefix}seed and any text makes it part of all your coming shuffles"),
            ),
        )
    )
    router.add(
        Command(
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
    )


def seed(router: Router, message: Message, arguments: str) -> Iterator[Reply]:
    """Answer `!seed`.

    Args:
        router: knows the bot's services.
        message: whose seed.
        arguments: the seed, or nothing.

    Yields:
        The seed in the form in which it is mixed in.
    """
    ledger, prefix = router.services.ledger, router.prefix
    player = open_purse(ledger, message.sender).player
    if arguments:
        # What it protects is what was committed to before the bot knew it.
        list(_next_deals(router, player))
        given = set_seed(ledger, player, arguments)
        until = "until you give another"
        yield Reply((f"your seed is '{given}': it goes into all your coming deals {until}; {prefix}proof shows them",))
        return
    current = seed_of(ledger, player)
    if current:
        yield Reply((f"your seed is '{current}'",))
    else:
        yield Reply((f"you have no seed: {prefix}seed and any text makes it part of all your coming shuffles",))


def proof(router: Router, message: Message, arguments: str) -> Iterator[Reply]:
    """Answer `!proof`.

    Args:
        router: knows the bot's services.
        message: whose deals.
        arguments: the number of a deal, or nothing.

    Yields:
        The commitments of the player's next deals; or all that can be said of a deal.

    Raises:
        UsageError: there is no such deal.
    """
    ledger = router.services.ledger
    if not arguments:
        player = open_purse(ledger, message.sender).player
        yield from _next_deals(router, player)
        over = [shuffle.deal_id for shuffle in ledger.last_shuffles(player, _LOOKED_AT) if shuffle.revealed]
        if over:
            yield Reply((f"your last deal was {over[0]}: {router.prefix}proof {over[0]}",))
        return
    number = arguments.removeprefix("#")
    is_number = number.isascii() and number.isdigit() and len(number) <= _LONGEST_NUMBER
    shuffle = ledger.shuffle(str(int(number))) if is_number else None
    if shuffle is None:
        raise UsageError(f"there is no deal {quote(arguments)}: expected a number that an answer has shown")
    yield from _explain(shuffle)


def _next_deals(router: Router, player: PlayerId) -> Iterator[Reply]:
    """Yield what the deals that a player will be dealt alone are committed to; they are from now on."""
    services = router.services
    for kind, alone in _ALONE.items():
        if router.find(alone.command) is None:
            continue
        for game in services.ledger.games(kind, player=player):
            shuffle = services.ledger.shuffle(deal_of(game))
            if shuffle is not None:
                yield _committed(f"{alone.deal} in progress: deal {shuffle.deal_id}", shuffle)
                break
        else:
            shuffle = Dealer(services.ledger, kind, services.entropy).pending(player)
            yield _committed(f"next {alone.deal}: deal {shuffle.deal_id}", shuffle)


def _committed(deal: str, shuffle: Shuffle) -> Reply:
    return Reply((f"{deal}, committed to SHA-256 {shuffle.commitment}",))


def _explain(shuffle: Shuffle) -> Iterator[Reply]:
    """Yield all that may be said of a deal.

    Raises:
        ProofError: what is stored does not prove it.
    """
    deal = f"deal {shuffle.deal_id}, {shuffle.kind}: "
    committed = f"committed to SHA-256 {shuffle.commitment}"
    if not shuffle.revealed:
        state = "its cards are not dealt yet" if shuffle.proof is None else "its secret is shown when all is over"
        yield Reply((f"{deal}{committed}; {state}",))
        return
    shown = read_proof(shuffle)
    verify(shown)
    when = f"{shuffle.committed_at:%Y-%m-%d %H:%M:%S} UTC"
    seeds = ", ".join([f"'{one}'" if one else "(none)" for one in shown.seeds])
    yield Reply((f"{deal}{committed} on {when}",))
    yield Reply((f"secret {shown.secret.hex()}, seeds {seeds}",))
    yield Reply(("deck ", *spaced(shown.deck)))
