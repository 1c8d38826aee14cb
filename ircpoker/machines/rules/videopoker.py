"""Video poker: five cards, hold any, the others are replaced once from the same committed deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ircpoker.cards import MOST_CARDS, Card, parse_cards
from ircpoker.draws import HoldOption, discards
from ircpoker.draws.holds import HOLDS
from ircpoker.draws.sums import HAND_SIZE
from ircpoker.errors import ConfigError, NotUnderstoodError, SavedGameError, UsageError, quote
from ircpoker.machines.rules.pay_table import (
    VIDEO_POKER_PAYS,
    Machine,
    PayTable,
    Result,
    make_pay_table,
    payout_values,
    settle,
)
from ircpoker.words import Phrase

_STATE_VERSION = 1


@dataclass(frozen=True, slots=True)
class VideoPokerGame:
    """A game between its deal and its hold.

    Attributes:
        stake: the chips taken.
        cards: the five dealt, which the player sees.
        replacements: the next five of the deck, which nobody sees before the hold.
        pay_table: the one in force when the stake was taken, whatever the configuration says later.
    """

    stake: int
    cards: tuple[Card, ...]
    replacements: tuple[Card, ...] = field(repr=False)
    pay_table: PayTable

    def hold(self, mask: int) -> Result:
        """Return how the game ends when these cards are held.

        Args:
            mask: bit j holds the j-th card (from 0); `parse_hold` reads one.

        Returns:
            The five cards in their places, the discards replaced from left to right, and the payout.
        """
        fresh = iter(self.replacements)
        cards = [card if mask >> index & 1 else next(fresh) for index, card in enumerate(self.cards)]
        return settle(cards, self.stake, self.pay_table)

    def best_hold(self) -> HoldOption:
        """Return the hold with the highest mean payout, exact in stakes; see `discards` for ties."""
        return discards(self.cards, payout_values(self.pay_table))[0]

    def to_data(self) -> dict[str, object]:
        """Return the game as plain data, to be stored where no player can read it."""
        return {
            "version": _STATE_VERSION,
            "stake": self.stake,
            "cards": " ".join(map(str, self.cards + self.replacements)),
            "pays": {outcome.value: pays for outcome, pays in self.pay_table.named().items()},
        }


def deal(deck: Sequence[Card], stake: int, pay_table: PayTable = VIDEO_POKER_PAYS) -> VideoPokerGame:
    """Start a game.

    Args:
        deck: of `ircpoker.fairness.shuffle`; five cards are dealt, the next ones replace the discards.
        stake: in chips, at least 1.
        pay_table: the payouts.

    Returns:
        The game.

    Raises:
        ValueError: no stake, or not a whole deck.

    Examples:
        >>> from ircpoker.fairness.shuffle import make_deck
        >>> game = deal(make_deck(bytes(32), "8", []), 5)
        >>> game.cards, format_hold(game.best_hold().mask)
        ((Kh, Tc, 7d, Th, 4d), '2 4')
        >>> game.hold(parse_hold("2 4")).cards
        (5s, Tc, 3h, Th, As)
    """
    if stake < 1:
        raise ValueError(f"a stake of {stake}: expected at least 1")
    if len(deck) != MOST_CARDS:
        raise ValueError(f"a deck of {len(deck)} cards: expected {MOST_CARDS}")
    return VideoPokerGame(stake, tuple(deck[:HAND_SIZE]), tuple(deck[HAND_SIZE : 2 * HAND_SIZE]), pay_table)


def parse_hold(text: str) -> int:
    """Read which cards to hold.

    Args:
        text: card numbers from 1 to 5 in any order, with spaces or commas or nothing between; or `all`, or `none`.

    Returns:
        A mask: bit j for the (j + 1)-th card.

    Raises:
        UsageError: no number, the same number twice, or a word that is not a card number.

    Examples:
        >>> parse_hold("1 3 5"), parse_hold("none")
        (21, 0)
        >>> parse_hold("1 6")
        Traceback (most recent call last):
        ircpoker.errors.UsageError: '6' is not a card number: expected 1 to 5, all or none
    """
    words = text.replace(",", " ").lower().split()
    if words == ["none"]:
        return 0
    if words == ["all"]:
        return (1 << HAND_SIZE) - 1
    if not words:
        raise UsageError(Phrase("errors.which_cards"))
    mask = 0
    for word in words:
        if not set(word) <= set("12345"):
            raise UsageError(Phrase("errors.card_number", token=quote(word)))
        for digit in word:
            bit = 1 << int(digit) - 1
            if mask & bit:
                raise UsageError(Phrase("errors.card_number_twice", digit=digit))
            mask |= bit
    return mask


def format_hold(mask: int) -> str:
    """Return the text that holds these cards: `1 3 5`, `all` or `none`.

    Examples:
        >>> format_hold(21), format_hold(0)
        ('1 3 5', 'none')
    """
    indices = HOLDS[mask]
    if len(indices) == HAND_SIZE:
        return "all"
    return " ".join([str(index + 1) for index in indices]) or "none"


def read_game(data: Mapping[str, object]) -> VideoPokerGame:
    """Return the game that `VideoPokerGame.to_data` stored.

    Args:
        data: the stored form.

    Returns:
        The same game.

    Raises:
        SavedGameError: the data are damaged, or stored by another version.
    """
    version, stake, cards, pays = (data.get(key) for key in ("version", "stake", "cards", "pays"))
    if version != _STATE_VERSION:
        raise SavedGameError(f"a saved game of version {quote(repr(version))}: expected {_STATE_VERSION}")
    if type(stake) is not int or stake < 1 or not isinstance(cards, str) or not isinstance(pays, dict):
        raise SavedGameError("a saved game without stake, cards or pays")
    if not all(isinstance(name, str) and type(amount) is int for name, amount in pays.items()):
        raise SavedGameError("a saved game with an impossible pay table")
    try:
        dealt = parse_cards(cards, fewest=2 * HAND_SIZE, most=2 * HAND_SIZE)
        pay_table = make_pay_table(Machine.VIDEO_POKER, pays)
    except (NotUnderstoodError, ConfigError) as error:
        # Not the error's own words: they may name a card that nobody has seen yet.
        raise SavedGameError("a saved game with cards or pays that cannot be read") from error
    return VideoPokerGame(stake, dealt[:HAND_SIZE], dealt[HAND_SIZE:], pay_table)
