"""Pieces of lines that several games use: chips in words, rows of cards, segments, commitments, legal actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ircpoker.cards import Card
from ircpoker.fairness.proof import FEWEST_DIGITS
from ircpoker.lobby import OwnTurn
from ircpoker.records.deal_words import Segments, joined
from ircpoker.table import LegalActions
from ircpoker.words import Phrase


def chips(number: int) -> Phrase:
    """Return a number of chips in words.

    Examples:
        >>> print(chips(1), chips(1000))
        1 chip 1000 chips
    """
    return Phrase("chips", n=number)


def numbered(cards: Iterable[Card]) -> Segments:
    """Return cards with their numbers in front: `1) Kh 2) Tc …`."""
    parts: Segments = []
    for number, card in enumerate(cards, 1):
        parts += [f"{' ' if parts else ''}{number}) ", card]
    return parts


def private_front(channel: str, number: int) -> str:
    """Return what stands in front of a private line about a channel, or about a table there if its number is not 0."""
    return f"[{channel}] {public_front(number)}" if channel else ""


def public_front(number: int) -> str:
    """Return what stands in front of a table's line in its channel; nothing if its number is not shown and thus 0."""
    return f"[{number}] " if number else ""


def packed(texts: Iterable[str], separator: str, line_bytes: int | None) -> Iterator[str]:
    """Yield the texts in as few lines as possible, of at most this many bytes; None for lines of any length.

    Examples:
        >>> list(packed(["one", "two", "three"], " | ", 9))
        ['one | two', 'three']
    """
    line = ""
    for text in texts:
        longer = f"{line}{separator}{text}" if line else text
        if line and line_bytes is not None and len(longer.encode()) > line_bytes:
            yield line
            longer = text
        line = longer
    if line:
        yield line


def published(commitment: str) -> str:
    """Return the first 40 of a commitment's 64 digits, which are enough for a check; `!proof` and `!seed` show all."""
    return commitment[:FEWEST_DIGITS]


def options(legal: LegalActions, all_in: int) -> Segments:
    """Return the commands that the actor may give, with their amounts.

    Args:
        legal: the legal actions.
        all_in: the actor's bet with the last chip in; 0 to leave `!allin` out.

    Returns:
        Such as `!call 20, !raise 40-980, !allin, !fold`.

    Examples:
        >>> from ircpoker.table import LegalActions
        >>> print(*options(LegalActions(seat=0, can_fold=True, call=20, raise_to=range(40, 981)), 980), sep="")
        call 20, raise 40-980, allin, fold
        >>> print(*options(LegalActions(seat=0, can_fold=True, can_check=True, bet=range(10, 11)), 500), sep="")
        check, bet 10
    """
    if legal.discard:
        return [Phrase("options.draw")]
    phrases = [Phrase("options.check")] if legal.can_check else []
    if legal.call:
        phrases.append(Phrase("options.call", price=legal.call))
    for verb, amounts in (("bet", legal.bet), ("raise", legal.raise_to)):
        if amounts:
            span = f"{amounts[0]}-{amounts[-1]}" if len(amounts) > 1 else f"{amounts[0]}"
            phrases.append(Phrase(f"options.{verb}", amounts=span))
            if amounts[-1] == all_in:
                phrases.append(Phrase("options.allin"))
    if legal.can_fold and not legal.can_check:
        phrases.append(Phrase("options.fold"))
    return joined([[option] for option in phrases], ", ")


def turn_options(turn: OwnTurn) -> Segments:
    """Return the commands that a person may give on their turn, with their amounts."""
    deal, seat = turn.hand.deal, turn.legal.seat
    return options(turn.legal, deal.bets[seat] + deal.stacks[seat])


def offered(legal: LegalActions) -> tuple[str, ...]:
    """Return the names of the commands that the actor may give."""
    if legal.discard:
        return ("keep", "discard", "pat", "hint")
    legal_by_name = {
        "check": legal.can_check,
        "call": legal.call,
        "bet": legal.bet,
        "raise": legal.raise_to,
        "allin": legal.bet or legal.raise_to or legal.call,
        "fold": legal.can_fold and not legal.can_check,
    }
    return tuple([name for name, is_legal in legal_by_name.items() if is_legal])
