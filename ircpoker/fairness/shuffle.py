"""Decks that players can verify: commitment, players' seeds and the shuffle. Only this module makes decks.

Before a deal a secret is chosen and its SHA-256 is published; then the players give their seeds; then the deck is made
from secret, deal id and seeds, so that neither side can choose it. After the deal the secret is revealed, and anybody
can make the deck again. docs/verify.md defines every byte and shows how to do so in other languages.

This module turns secrets into decks. It knows nothing about players and chips, nor when a secret may be revealed.
"""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from hmac import digest as hmac_digest
from itertools import count

from ircpoker.cards import CARDS, Card
from ircpoker.errors import UsageError, quote
from ircpoker.words import Phrase

SECRET_BYTES = 32
LONGEST_SEED = 64
"""Characters of a seed, and of a deal id."""
_LABEL = b"ircpoker shuffle 1\n"
_NUMBERS_LABEL = b"ircpoker numbers 1\n"


def make_secret(entropy: Callable[[int], bytes] = secrets.token_bytes) -> bytes:
    """Return a new secret.

    Args:
        entropy: returns this many random bytes; by default those of the operating system. `random.Random.randbytes`
            is only for games that must be repeatable.

    Returns:
        `SECRET_BYTES` bytes.
    """
    return entropy(SECRET_BYTES)


def commit(secret: bytes) -> str:
    """Return the commitment to a secret: its SHA-256 as 64 hexadecimal digits.

    Examples:
        >>> commit(bytes(32))
        '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
    """
    return sha256(secret).hexdigest()


def parse_seed(text: str) -> str:
    r"""Bring a player's seed into the form in which it is shown, stored and mixed in.

    Args:
        text: any text, as the player typed it.

    Returns:
        The text in Unicode's NFC, without unprintable characters, with single spaces between words and none at the
        ends.

    Raises:
        UsageError: nothing is left, or more than `LONGEST_SEED` characters are.

    Examples:
        >>> parse_seed("  my \x02lucky\t seed ")
        'my lucky seed'
    """
    # The text is cut far beyond the limit, as the time for normalising it can grow with the square of its length.
    # It is split first, because tabs separate words although they cannot be printed.
    words = unicodedata.normalize("NFC", text.strip()[: 8 * LONGEST_SEED]).split()
    printable = ("".join(filter(str.isprintable, word)) for word in words)
    seed = " ".join(filter(None, printable))
    if not seed:
        raise UsageError(Phrase("errors.no_seed", token=quote(text), most=LONGEST_SEED))
    if len(seed) > LONGEST_SEED or len(text.strip()) > 8 * LONGEST_SEED:
        raise UsageError(Phrase("errors.long_seed", token=quote(seed), most=LONGEST_SEED))
    return seed


def make_deck(secret: bytes, deal_id: str, seeds: Sequence[str]) -> tuple[Card, ...]:
    """Return the deck of a deal.

    Args:
        secret: the secret that was committed to.
        deal_id: the deal's unique name.
        seeds: the players' seeds in their published order; empty for a player who gave none.

    Returns:
        All 52 cards; the first is dealt first.

    Raises:
        ValueError: the secret does not have `SECRET_BYTES` bytes, or a text has no UTF-8 form.

    Examples:
        >>> make_deck(bytes(32), "1", ["lucky", ""])[:5]
        (Qh, Ad, 2d, Td, 2s)
    """
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret of {len(secret)} bytes: expected {SECRET_BYTES}")
    stream = _byte_stream(secret, _encode(deal_id, seeds))
    deck = list(CARDS)
    for index in range(len(deck) - 1):
        left = len(deck) - index
        fair = 256 - 256 % left
        number = next(stream)
        while number >= fair:  # the last bytes, fewer than `left`, would favour the first cards
            number = next(stream)
        other = index + number % left
        deck[index], deck[other] = deck[other], deck[index]
    return tuple(deck)


def make_numbers(secret: bytes, deal_id: str, seeds: Sequence[str], count: int) -> tuple[int, ...]:
    """Return numbers for a draw, such as that of the seats of a tournament: the smallest is drawn first.

    Args:
        secret: the secret that was committed to.
        deal_id: the unique name of the draw.
        seeds: the players' seeds in their published order.
        count: how many.

    Returns:
        Numbers of 64 bits; number k is the first 8 bytes of an HMAC of k, from 0, and the same message as for a deck.

    Examples:
        >>> make_numbers(bytes(32), "1", ["lucky", ""], 2)
        (13109546981145135481, 14297100324600460685)
    """
    message = _encode(deal_id, seeds)
    digests = [hmac_digest(secret, _NUMBERS_LABEL + k.to_bytes(4, "big") + message, "sha256") for k in range(count)]
    return tuple([int.from_bytes(digest[:8], "big") for digest in digests])


def _encode(deal_id: str, seeds: Sequence[str]) -> bytes:
    """Return deal id and seeds as bytes, each after its length, so that different lists give different bytes."""
    parts = [len(seeds).to_bytes(4, "big")]
    for text in (deal_id, *seeds):
        data = text.encode()
        parts += [len(data).to_bytes(4, "big"), data]
    return b"".join(parts)


def _byte_stream(secret: bytes, message: bytes) -> Iterator[int]:
    for block in count():
        yield from hmac_digest(secret, _LABEL + block.to_bytes(4, "big") + message, "sha256")
