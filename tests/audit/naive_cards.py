"""Decks, hands and chances without the product's code: decks by docs/verify.md, hands by phevaluator."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from phevaluator import evaluate_cards, evaluate_omaha_cards

RANKS, SUITS = "23456789TJQKA", "cdhs"
CARDS = [rank + suit for rank in RANKS for suit in SUITS]
_SAMPLES = 1500
_MOST_COUNTED = 3000
"""Boards, or hands and boards, up to which a chance is counted and not sampled."""

Cards = tuple[int, ...]


class Chance(NamedTuple):
    """A chance, and how far from it a whole percentage may be."""

    percent: float
    error: float

    def allows(self, whole: int) -> bool:
        """Return whether a number of whole percent says it; only what is impossible or certain is 0 or 100."""
        if whole in {0, 100}:
            return abs(self.percent - whole) < 1e-9 or self.error > 0.5
        least, most = self.percent - self.error, self.percent + self.error
        return max(1.0, least) - 1e-9 <= whole <= min(99.0, max(most, 1.0)) + 1e-9 or (whole == 99 and least > 99)


def codes(text: str) -> Cards:
    """Return the cards of a text such as `AhKd` or `Ah Kd`."""
    text = text.replace(" ", "")
    return tuple(CARDS.index(text[at : at + 2]) for at in range(0, len(text), 2))


def make_deck(deal_id: str, secret: bytes, seeds: Sequence[str]) -> Cards:
    """Return the deck of a secret and the players' seeds."""
    message = b"".join([len(seeds).to_bytes(4, "big"), *map(_framed, (deal_id, *seeds))])
    stream = _stream(secret, message)
    deck = list(range(52))
    for place in range(51):
        left = 52 - place
        byte = next(byte for byte in stream if byte < 256 - 256 % left)
        other = place + byte % left
        deck[place], deck[other] = deck[other], deck[place]
    return tuple(deck)


def _framed(text: str) -> bytes:
    data = text.encode()
    return len(data).to_bytes(4, "big") + data


def _stream(secret: bytes, message: bytes) -> Iterator[int]:
    number = 0
    while True:
        block = b"ircpoker shuffle 1\n" + number.to_bytes(4, "big") + message
        yield from hmac.new(secret, block, hashlib.sha256).digest()
        number += 1


def rank_of(game: str, hole: Cards, board: Cards) -> int:
    """Return the rank of the best hand, 1 for the best of all."""
    if game == "omaha":
        return int(evaluate_omaha_cards(*board, *hole))
    return int(evaluate_cards(*hole, *board))


def shares_at_end(game: str, hands: Sequence[Cards], board: Cards) -> list[float]:
    """Return the part of the pot that each hand gets on a whole board."""
    ranks = [rank_of(game, hand, board) for hand in hands]
    best = min(ranks)
    winners = ranks.count(best)
    return [(rank == best) / winners for rank in ranks]


@cache
def chances(game: str, hands: tuple[Cards, ...], board: Cards) -> tuple[Chance, ...]:
    """Return the chance of each hand: counted from the flop on, else sampled."""
    seen = {card for hand in hands for card in hand} | set(board)
    deck = [card for card in range(52) if card not in seen]
    missing = 5 - len(board)
    boards: Iterable[tuple[int, ...]] = combinations(deck, missing)
    if missing > 2:
        rng = Random(str((hands, board)))
        boards = [tuple(rng.sample(deck, missing)) for _ in range(_SAMPLES)]
    found = [shares_at_end(game, hands, board + rest) for rest in boards]
    return tuple(_chance([shares[at] for shares in found], is_sampled=missing > 2) for at in range(len(hands)))


@cache
def chance_against(game: str, hand: Cards, board: Cards, others: int) -> Chance:
    """Return the chance of a hand against some random ones: counted on the river against one, else sampled."""
    deck = [card for card in range(52) if card not in {*hand, *board}]
    missing, size = 5 - len(board), len(hand)
    if others == 1 and not missing and size == 2:
        return _chance(
            [shares_at_end(game, (hand, other), board)[0] for other in combinations(deck, size)], is_sampled=False
        )
    rng = Random(str((hand, board)))
    found = []
    for _ in range(_SAMPLES):
        dealt = rng.sample(deck, missing + others * size)
        hands = [hand, *[tuple(dealt[missing + at * size : missing + (at + 1) * size]) for at in range(others)]]
        found.append(shares_at_end(game, hands, board + tuple(dealt[:missing]))[0])
    return _chance(found, is_sampled=True)


def _chance(shares: Sequence[float], *, is_sampled: bool) -> Chance:
    """Return the mean; what is sampled is sampled on both sides, with a thousand deals or more."""
    mean = sum(shares) / len(shares)
    if not is_sampled:
        return Chance(100 * mean, 0.5)
    spread = (max(mean * (1 - mean), 0.002) / 700) ** 0.5
    return Chance(100 * mean, 0.5 + 450 * spread)
