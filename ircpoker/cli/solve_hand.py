"""`ircpoker solve --hand FILE#N`: the spot of a deal in a file, from the first street that two players saw."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ircpoker.cli.options import find_hand
from ircpoker.errors import UsageError

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from ircpoker.records.played import PlayedHand
    from ircpoker.table import DealSeat, Game
    from ircpoker.table.events import PlayerActed

_PLAYERS = ("oop", "ip")
_HOLE_CARDS = 2
_USUAL = "50%"


class HandSpot(NamedTuple):
    """The spot of a deal.

    Attributes:
        board: the cards on its first street.
        pot: the chips in the pot then.
        stack: the chips of the player who has fewer.
        bets: the sizes of the bets that were made, and the usual one, as `--bets` has them.
        raises: those of raises.
        line: the actions up to the last decision.
    """

    board: str
    pot: int
    stack: int
    bets: list[str]
    raises: list[str]
    line: str


def take_spot(arguments: Namespace) -> None:
    """Set the arguments of a spot to those of the deal of `--hand`.

    Raises:
        UsageError: it cannot be found, or is no such spot.
    """
    if len(arguments.spot) != len(_PLAYERS) or arguments.pot is not None or arguments.stack is not None:
        raise UsageError("--hand: expected two ranges, and no board, --pot or --stack")
    spot = spot_of(find_hand(arguments.hand))
    arguments.spot = [spot.board, *arguments.spot]
    arguments.pot, arguments.stack = spot.pot, spot.stack
    if not arguments.bets and not arguments.raises:
        arguments.bets, arguments.raises = spot.bets, spot.raises
    if arguments.line is None:
        arguments.line = [spot.line]


def spot_of(hand: PlayedHand) -> HandSpot:
    """Return the spot of a deal.

    Raises:
        UsageError: it is not one of two players with chips at no-limit hold'em after the flop.
    """
    from ircpoker.table import Fold
    from ircpoker.table.events import AntePosted, BetReturned, BlindPosted, PlayerActed, StreetBegan

    deal = hand.deal
    if not _is_solved(deal.setup.game):
        raise UsageError("--hand: expected a deal of no-limit hold'em")
    left, in_hand = list(deal.setup.stacks), set(range(len(deal.setup.stacks)))
    board: list[str] = []
    course: _SpotMaker | None = None
    for event in deal.events:
        if isinstance(event, AntePosted | BlindPosted):
            left[event.seat] -= event.amount
        elif isinstance(event, BetReturned):
            left[event.seat] += event.amount
        elif isinstance(event, StreetBegan) and event.board:
            board += map(str, event.board)
            if course is not None:
                course.deal(map(str, event.board))
            elif len(in_hand) == len(_PLAYERS) and all(left[seat] for seat in in_hand):
                pot = sum(deal.setup.stacks) - sum(left)
                course = _SpotMaker(sorted(in_hand), " ".join(board), pot, min(left[seat] for seat in in_hand))
        elif isinstance(event, PlayerActed):
            left[event.seat] -= event.paid
            in_hand -= {event.seat} if isinstance(event.action, Fold) else set()
            if course is not None:
                course.act(event)
    if course is None:
        raise UsageError("--hand: no two players with chips were left after the flop of this deal")
    return course.spot()


def _is_solved(game: Game) -> bool:
    """Return whether the solver knows a game: two hole cards, a board, no limit."""
    from ircpoker.table import Betting

    return game.betting is Betting.NO_LIMIT and game.hole_cards == _HOLE_CARDS and not game.numbers_cards


class _SpotMaker:
    """What two players did from a street on."""

    def __init__(self, seats: list[int], board: str, pot: int, stack: int) -> None:
        self._seats = seats
        self._board = board
        self._pot = pot
        self._stack = stack
        self._first = len(board.split()) - 3
        self._street = self._first
        self._before = self._bet = 0
        self._words: list[str] = []
        self._last = 0
        self._sizes: dict[tuple[bool, DealSeat, int], list[str]] = {}

    def deal(self, cards: Iterator[str]) -> None:
        """Begin the next street."""
        self._street += 1
        self._before, self._bet = self._before + self._bet, 0
        self._words += cards

    def act(self, event: PlayerActed) -> None:
        """Take an action; what the other cannot match is no part of a bet."""
        from ircpoker.table import Bet, Call, Fold, RaiseTo

        self._last = len(self._words)
        if not isinstance(event.action, Bet | RaiseTo):
            is_call = isinstance(event.action, Call)
            self._words.append("fold" if isinstance(event.action, Fold) else "call" if is_call else "check")
            return
        most = self._stack - self._before
        is_raise, amount = isinstance(event.action, RaiseTo), min(event.action.amount, most)
        size = "all-in" if amount == most else str(amount)
        self._sizes.setdefault((is_raise, event.seat, self._street), []).append(size)
        self._words.append(size if amount == most else f"{'raise' if is_raise else 'bet'} {amount}")
        self._bet = amount

    def spot(self) -> HandSpot:
        """Return the spot."""
        sizes: tuple[list[str], list[str]] = ([], [])
        for (is_raise, seat, street), given in self._sizes.items():
            place = f"{_PLAYERS[self._seats.index(seat)]} {('flop', 'turn', 'river')[street]}"
            sizes[is_raise].append(f"{place} {' '.join(dict.fromkeys([_USUAL, *given]))}")
        bets, raises = ([_USUAL, *each] if each else [] for each in sizes)
        return HandSpot(self._board, self._pot, self._stack, bets, raises, ", ".join(self._words[: self._last]))
