"""Committed shuffles in the ledger: those of the next deals, players' seeds, and the proofs of finished deals.

This module connects `ircpoker.fairness.shuffle`, which makes decks, with `ircpoker.ledger`, which stores texts.
docs/verify.md describes the order of events. It does not know for which game a deck is used.

Chains of secrets: the SHA-256 of each is the one before it, so that a secret that is shown seals the next deal.

The commitment to the first deal, the head of the chain, is told once; after that each revealed secret is the commitment
to the deal after it. docs/verify.md shows how players check it. The ledger keeps a chain as a shuffle of its own, which
is never dealt: its secret is the last of the chain, from which all others follow.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from ircpoker.cards import MOST_CARDS, parse_cards
from ircpoker.errors import NotUnderstoodError, ProofError, StaleStateError
from ircpoker.fairness.proof import CallOff, PendingShuffle, Proof, read_call_off
from ircpoker.fairness.seat_draws import read_seat_draw
from ircpoker.fairness.shuffle import commit, make_secret, parse_seed
from ircpoker.ledger import CallOffShuffle, Change, CommitShuffle, Ledger, PlayerId, SetSeed, Shuffle, UseShuffle
from ircpoker.runtime.json_text import to_json
from ircpoker.words import Phrase
from ircpoker.words.plain_text import parse_deal_number

MOST_COUNTED = 200
"""The number of last deals among which called-off deals are counted."""

_logger = logging.getLogger(__name__)


class Dealer(Struct, frozen=True):
    """Commits to the decks of one kind of game for a single player, in a chain.

    Attributes:
        ledger: stores the shuffles.
        kind: the kind of game.
        entropy: returns random bytes for secrets.
        client_text: returns the text that is mixed in for a player who has given no seed.
    """

    ledger: Ledger
    kind: str
    entropy: Callable[[int], bytes]
    client_text: Callable[[PlayerId], str] = lambda _: ""

    def committed(self, player: PlayerId) -> Shuffle | None:
        """Return the shuffle that is committed to for a player's next deal.

        A shuffle with an unreadable secret is marked as used: it gives no deck, and the player must not be blocked.

        Args:
            player: the player.

        Returns:
            The shuffle; None before the first deal, and after an unreadable shuffle.
        """
        while (shuffle := self.ledger.next_shuffle(self.kind, player)) is not None:
            try:
                freeze(shuffle, [])
            except ProofError:
                _logger.exception("deal %s: the deck that was committed to is lost", shuffle.deal_id)
                with suppress(StaleStateError):  # another bot on this ledger has found it as well
                    self.ledger.save(UseShuffle(shuffle.deal_id, ""))
            else:
                return shuffle
        return None

    def pending(self, player: PlayerId) -> Shuffle:
        """Return the shuffle of a player's next deal; commit to one now if there is none.

        Raises:
            UnknownPlayerError: the player has no account.
        """
        while (shuffle := self.committed(player)) is None:
            self.ledger.save(*self.next(player))
        return shuffle

    def next(self, player: PlayerId, after: str = "") -> list[Change]:
        """Return the changes that commit to the next deal's shuffle; the deal gets its number when they are stored.

        Args:
            player: the player.
            after: the secret of the deal that is now over: the next one is sealed by it.
        """
        return list(next_in_chain(self.ledger, self.kind, player, after, self.entropy))

    def freeze(self, shuffle: Shuffle, player: PlayerId) -> Proof:
        """Return the deck of a player's next deal, made with the player's current seed."""
        return freeze(shuffle, [self.ledger.seed(player) or self.client_text(player)])


def freeze(shuffle: Shuffle, seeds: Sequence[str]) -> Proof:
    """Return the deck of a committed shuffle and the players' seeds, with its proof.

    Args:
        shuffle: the committed shuffle.
        seeds: in the order of the seats; empty for a player who gave none.

    Returns:
        The proof, which must not be shown before the deal is over.

    Raises:
        ProofError: the stored secret is not a secret.
    """
    try:
        return PendingShuffle(shuffle.deal_id, bytes.fromhex(shuffle.secret)).freeze(seeds)
    except ValueError as error:
        raise ProofError(f"the shuffle of deal {shuffle.deal_id} cannot be read", "secret") from error


def use(proof: Proof, *, reveal: bool = False) -> UseShuffle:
    """Return the change that marks a shuffle as used and stores its seeds, and its deck or the seats that it has drawn.

    Args:
        proof: the proof that `freeze` made.
        reveal: whether the deal is now over, so that everything may be shown.

    Returns:
        The change, to be written together with the dealt cards.
    """
    kept: dict[str, object] = {"seeds": proof.seeds}
    if proof.draw is None:
        kept["deck"] = "".join(map(str, proof.deck))
    else:
        kept["draw"] = proof.draw.to_data()
    return UseShuffle(proof.deal_id, to_json(kept, ascii_only=False), reveal)


def mark_called_off(ledger: Ledger, deal_id: str, reason: Phrase) -> list[CallOffShuffle]:
    """Return the change that marks and counts a called-off deal, so that the house cannot hide deals it dislikes.

    Args:
        ledger: stores the deal's shuffle.
        deal_id: the deal.
        reason: the reason that the players were given.

    Returns:
        The change, to be written together with the returned bets; none for a deal with an unreadable shuffle.
    """
    shuffle = ledger.shuffle(deal_id)
    if shuffle is None or shuffle.proof is None:
        return []
    last = [
        earlier
        for earlier in ledger.last_shuffles(shuffle.player or shuffle.place, MOST_COUNTED)
        if earlier.kind == shuffle.kind
    ]
    count = sum(earlier.deal_id == deal_id or was_called_off(earlier) is not None for earlier in last)
    try:
        kept = json.loads(shuffle.proof)
        kept["called_off"] = CallOff(reason, count, len(last)).to_data()
    except (ValueError, TypeError):
        return []
    return [CallOffShuffle(deal_id, to_json(kept, ascii_only=False))]


def was_called_off(shuffle: Shuffle) -> CallOff | None:
    """Return how the deal of a shuffle was called off; None if it was not, or if that cannot be read."""
    try:
        return read_call_off(json.loads(shuffle.proof or "{}").get("called_off"))
    except (ValueError, AttributeError, ProofError):
        return None


def find_shuffle(ledger: Ledger, text: str) -> Shuffle | None:
    """Return the shuffle of the deal that somebody means.

    Args:
        ledger: stores the shuffles.
        text: the deal's number as typed; `17`, `#17` and `0017` are the same deal.

    Returns:
        The shuffle; None if there is no such deal, or the text is not a number.
    """
    deal_id = parse_deal_number(text)
    return ledger.shuffle(deal_id) if deal_id else None


def read_proof(shuffle: Shuffle) -> Proof:
    """Return the stored proof of a used shuffle; `ircpoker.fairness.proof.verify` checks whether it is right.

    Args:
        shuffle: a used shuffle.

    Returns:
        The proof with the deck that was dealt, or, where that was not stored, the deck that its secret makes.

    Raises:
        ProofError: the stored text is not a proof.
    """
    try:
        kept = json.loads(shuffle.proof or "")
        seeds = tuple(map(str, kept["seeds"]))
        secret = bytes.fromhex(shuffle.secret)
        made = PendingShuffle(shuffle.deal_id, secret).freeze(seeds)
        deck = parse_cards(str(kept["deck"]), fewest=MOST_CARDS, most=MOST_CARDS) if "deck" in kept else made.deck
        draw = read_seat_draw(kept.get("draw"))
    except (ValueError, KeyError, TypeError, NotUnderstoodError) as error:
        raise ProofError(f"the proof of deal {shuffle.deal_id} cannot be read") from error
    return Proof(shuffle.deal_id, shuffle.commitment, secret, seeds, deck, was_called_off(shuffle), draw)


def set_seed(ledger: Ledger, player: PlayerId, text: str) -> str:
    """Use a seed in all shuffles of a player from now on, until they give another one.

    Args:
        ledger: stores the seed.
        player: the player.
        text: the seed as typed.

    Returns:
        The seed as it will be mixed in.

    Raises:
        UsageError: it is empty or too long.
        UnknownPlayerError: the player has no account.
    """
    seed = parse_seed(text)
    ledger.save(SetSeed(player, seed))
    return seed


LENGTH = 1000
"""The deals of a chain; then a new one begins, and its head is told."""


class ChainLink(NamedTuple):
    """The place of a deal in a chain: its number, from 1, and the head that was told."""

    number: int
    head: str


def chain_of(last: bytes) -> list[bytes]:
    """Return the secrets of a chain in the order in which they are used, from the last one of them."""
    secrets = [last]
    while len(secrets) < LENGTH:
        secrets.append(sha256(secrets[-1]).digest())
    return secrets[::-1]


def next_in_chain(
    ledger: Ledger, kind: str, player: PlayerId, after: str, entropy: Callable[[int], bytes]
) -> Iterator[Change]:
    """Yield the changes that commit to a player's next deal.

    Args:
        ledger: keeps the chains.
        kind: the kind of game.
        player: the player.
        after: the secret of the deal before, in hexadecimal; empty for none.
        entropy: returns random bytes for the last secret of a new chain.

    Yields:
        The commitment; before it those that begin a new chain, if there is none or it has ended.
    """
    following = ""
    # Several, if accounts have become one: each deal goes on in its own chain.
    for kept in ledger.next_shuffles(_chain_kind(kind), player):
        secrets = [secret.hex() for secret in chain_of(bytes.fromhex(kept.secret))]
        following = following or dict(pairwise(secrets)).get(after, "")
        if after in {"", secrets[-1]}:  # No deal of it is to come.
            yield UseShuffle(kept.deal_id, "")
    if not following:
        last = make_secret(entropy)
        following = chain_of(last)[0].hex()
        yield CommitShuffle(f"{kind}:{commit(last)[:32]}", _chain_kind(kind), commit(last), last.hex(), player)
    yield CommitShuffle("", kind, commit(bytes.fromhex(following)), following, player)


def find_link(ledger: Ledger, shuffle: Shuffle) -> ChainLink | None:
    """Return the place of a deal in its player's chain; None if it is older than chains, or not of one player.

    Raises:
        ProofError: the player has a chain, and the deal is not in it.
    """
    if shuffle.player is None:
        return None
    kind = _chain_kind(shuffle.kind)
    chains = [*ledger.next_shuffles(kind, shuffle.player), *ledger.hidden_shuffles(shuffle.player, kind)]
    for kept in chains:
        secrets = [secret.hex() for secret in chain_of(bytes.fromhex(kept.secret))]
        if shuffle.secret in secrets:
            return ChainLink(secrets.index(shuffle.secret) + 1, commit(bytes.fromhex(secrets[0])))
    if any(kept.committed_at < shuffle.committed_at for kept in chains):
        raise ProofError(Phrase("errors.not_in_chain", deal=shuffle.deal_id), "chain")
    return None


def _chain_kind(kind: str) -> str:
    return f"{kind} chain"
