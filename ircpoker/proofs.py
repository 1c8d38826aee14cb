"""Committed shuffles in the ledger: the one for the next deal, players' seeds, and the proofs of deals that are over.

Between `ircpoker.shuffle`, which makes decks, and `ircpoker.ledger`, which keeps texts. docs/verify.md says what
happens when; who plays what with a deck is known elsewhere.
"""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ircpoker.cards import MOST_CARDS, parse_cards
from ircpoker.errors import NotUnderstoodError, ProofError, StaleStateError
from ircpoker.ledger import CallOffShuffle, CommitShuffle, SetSeed, UseShuffle
from ircpoker.shuffle import (
    CallOff,
    PendingShuffle,
    Proof,
    commit,
    make_secret,
    parse_seed,
    read_call_off,
)
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ircpoker.ledger import Ledger, PlayerId, Shuffle

MOST_COUNTED = 200
"""Last deals among which those are counted that were called off."""
_LONGEST_NUMBER = 18
"""Digits of a deal's number: there will never be as many deals."""

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Dealer:
    """Commits to the decks of one kind of game that a player plays alone.

    Attributes:
        ledger: where shuffles are kept.
        kind: the kind of game.
        entropy: gives random bytes for secrets.
    """

    ledger: Ledger
    kind: str
    entropy: Callable[[int], bytes]

    def committed(self, player: PlayerId) -> Shuffle | None:
        """Return the shuffle that a player's next deal is committed to.

        One whose secret cannot be read is used up: no deck follows from it, and the player must not wait for it.

        Args:
            player: whose next deal.

        Returns:
            The shuffle; None before the first deal, and after one that was lost.
        """
        while (found := self.ledger.next_shuffle(self.kind, player)) is not None:
            try:
                freeze(found, [])
            except ProofError:
                _logger.exception("deal %s: the deck that was committed to is lost", found.deal_id)
                with suppress(StaleStateError):  # another bot on this ledger has found it, too
                    self.ledger.save(UseShuffle(found.deal_id, ""))
            else:
                return found
        return None

    def pending(self, player: PlayerId) -> Shuffle:
        """Return the shuffle of a player's next deal; it is committed to now if it was not before.

        Raises:
            UnknownPlayerError: the player has no account.
        """
        while (found := self.committed(player)) is None:
            self.ledger.save(self.next(player))
        return found

    def next(self, player: PlayerId) -> CommitShuffle:
        """Return the shuffle of the deal after this one; it gets its number when the caller stores it."""
        secret = make_secret(self.entropy)
        return CommitShuffle("", self.kind, commit(secret), secret.hex(), player)

    def freeze(self, shuffle: Shuffle, player: PlayerId) -> Proof:
        """Return the deck of a player's next deal, with the seed that the player has now."""
        return freeze(shuffle, [seed_of(self.ledger, player)])


def freeze(shuffle: Shuffle, seeds: Sequence[str]) -> Proof:
    """Return the deck that a committed shuffle and these seeds make, with what proves it.

    Args:
        shuffle: as committed to.
        seeds: in the order of the seats; an empty one for who gave none.

    Returns:
        The proof, not to be shown before the deal is over.

    Raises:
        ProofError: the stored secret is none.
    """
    try:
        return PendingShuffle(shuffle.deal_id, bytes.fromhex(shuffle.secret)).freeze(seeds)
    except ValueError as error:
        raise ProofError(f"the shuffle of deal {shuffle.deal_id} cannot be read", "secret") from error


def use(proof: Proof, *, reveal: bool = False) -> UseShuffle:
    """Return the change that uses a shuffle up and keeps its seeds and its deck.

    Args:
        proof: as `freeze` made it.
        reveal: the deal is over with this: all of it may be shown.

    Returns:
        The change, to be written together with what is dealt.
    """
    kept = {"seeds": proof.seeds, "deck": "".join(map(str, proof.deck))}
    return UseShuffle(proof.deal_id, json.dumps(kept, ensure_ascii=False), reveal)


def mark_called_off(ledger: Ledger, deal_id: str, reason: Phrase) -> list[CallOffShuffle]:
    """Return the change that marks a deal as called off, and counts it: a house that dislikes a deal cannot hide it.

    Args:
        ledger: where the deal's shuffle is kept.
        deal_id: the deal.
        reason: why, as the players were told.

    Returns:
        The change, to be written together with the returned bets; none for a deal whose shuffle cannot be read.
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
    return [CallOffShuffle(deal_id, json.dumps(kept, ensure_ascii=False))]


def was_called_off(shuffle: Shuffle) -> CallOff | None:
    """Return that the deal of a shuffle was called off, revealed or not; None if it was not, or nobody can tell."""
    try:
        return read_call_off(json.loads(shuffle.proof or "{}").get("called_off"))
    except (ValueError, AttributeError, ProofError):
        return None


def find_shuffle(ledger: Ledger, text: str) -> Shuffle | None:
    """Return the shuffle of the deal that somebody means.

    Args:
        ledger: where shuffles are kept.
        text: the deal's number as typed: `17`, `#17` and `0017` are the same deal.

    Returns:
        The shuffle; None if there is no such deal, or the text is not a number.
    """
    number = text.strip().removeprefix("#")
    if not (number.isascii() and number.isdigit() and len(number) <= _LONGEST_NUMBER):
        return None
    return ledger.shuffle(str(int(number)))


def read_proof(shuffle: Shuffle) -> Proof:
    """Return the proof of a used shuffle, as it is stored: `ircpoker.shuffle.verify` says whether it holds.

    Args:
        shuffle: one that was used.

    Returns:
        The proof; its deck is the one that was dealt, or, where that was not kept, the one that follows.

    Raises:
        ProofError: what is stored is not a proof.
    """
    try:
        kept = json.loads(shuffle.proof or "")
        seeds = tuple(map(str, kept["seeds"]))
        secret = bytes.fromhex(shuffle.secret)
        made = PendingShuffle(shuffle.deal_id, secret).freeze(seeds)
        deck = parse_cards(str(kept["deck"]), fewest=MOST_CARDS, most=MOST_CARDS) if "deck" in kept else made.deck
    except (ValueError, KeyError, TypeError, NotUnderstoodError) as error:
        raise ProofError(f"the proof of deal {shuffle.deal_id} cannot be read") from error
    return Proof(shuffle.deal_id, shuffle.commitment, secret, seeds, deck, was_called_off(shuffle))


def seed_of(ledger: Ledger, player: PlayerId) -> str:
    """Return the seed that a player gave last; empty for one who gave none."""
    return ledger.seed(player)


def set_seed(ledger: Ledger, player: PlayerId, text: str) -> str:
    """Let a player's coming deals be shuffled with a seed, until there is another one.

    Args:
        ledger: where it is kept.
        player: whose.
        text: as typed.

    Returns:
        The seed as it will be mixed in.

    Raises:
        UsageError: it is none, or too long.
        UnknownPlayerError: the player has no account.
    """
    seed = parse_seed(text)
    ledger.save(SetSeed(player, seed))
    return seed
