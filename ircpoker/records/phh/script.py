"""The actions of a history, parsed: what `replaying` plays. It checks their form, not whether they are legal.

Hands that are dead from the deal on (TDA 30) fold in a history before anybody acts: the deal begins without them.

The games by their PHH codes.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING

from msgspec import Struct, field

from ircpoker.cards import CARDS, MOST_CARDS, Card, parse_cards
from ircpoker.errors import HistoryError, NotUnderstoodError, quote
from ircpoker.records.amounts import Number, parse_amount
from ircpoker.table import FOLD, Deal
from ircpoker.table.games import GAMES, Game
from ircpoker.table.seat_numbers import DealSeat
from ircpoker.table.setup import MOST_CHIPS, Setup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.records.phh.parser import HandHistory


UNKNOWN = "??"
KnownCards = list["Card | None"]
"""Cards; None for those that the file does not name."""
_CARDS: dict[str, Card | None] = {str(card): card for card in CARDS} | {UNKNOWN: None}
"""The cards as they are usually written; `parse_cards` knows other ways."""
_PLAYERS = {f"p{number:0{width}}": DealSeat(number - 1) for width in (1, 2) for number in range(1, 100)}
_DECISIONS = {f"{name} {verb}": (seat, verb) for name, seat in _PLAYERS.items() for verb in ("f", "cc")}
"""Most actions, as they are usually written."""
_WITH_AMOUNT = 3
"""The words of an action with an amount or cards."""
_REMEMBERED = 4096
"""Actions whose words are remembered: most are calls, checks and folds."""
_LONGEST_CARDS = 2 * MOST_CARDS
"""Characters of the cards in one action: at most a whole deck."""


class ScriptBet(Struct, frozen=True):
    """A bet, call, check, fold or discard.

    Attributes:
        place: its index among the actions of the file.
        seat: who acts.
        verb: `f`, `cc`, `cbr` or `sd`.
        amount: what is bet or raised to; 0 for the others.
    """

    place: int
    seat: DealSeat
    verb: str
    amount: Number = 0


class Script(Struct):
    """The parsed actions of a file."""

    holes: list[KnownCards]
    drawn: list[KnownCards]
    discarded: list[KnownCards | None]
    board: KnownCards = field(default_factory=list)
    shown: dict[DealSeat, KnownCards | None] = field(default_factory=dict)
    """The cards that a seat tabled, None for a muck."""
    bets: list[ScriptBet] = field(default_factory=list)
    most_wagers: int = 0
    """The most bets and raises on a street, the blinds among them."""

    def known(self) -> frozenset[Card]:
        """Return all cards that the file names."""
        named = [*self.board, *[card for hand in (*self.holes, *self.drawn) for card in hand]]
        named += [card for hand in (*self.discarded, *self.shown.values()) for card in hand or ()]
        return frozenset([card for card in named if card is not None])

    def names(self, seat: DealSeat) -> set[Card]:
        """Return the cards of a seat that the file names."""
        return {card for card in self.holes[seat] + self.drawn[seat] if card is not None}


def read_script(history: HandHistory) -> Script:
    """Return the actions of a history, parsed, with the cards that were shown at the end.

    Raises:
        HistoryError: one is not an action of the format; names its place.
    """
    return _ScriptReader(history).read()


@lru_cache(_REMEMBERED)
def words_of(text: str) -> list[str]:
    """Return the words of an action, without its comment."""
    return text.partition("#")[0].split()


@lru_cache(_REMEMBERED)
def _cards_of(text: str) -> tuple[Card | None, ...]:
    names = [text[start : start + 2] for start in range(0, len(text), 2)]
    return tuple([_CARDS[name] if name in _CARDS else parse_cards(name, fewest=1, most=1)[0] for name in names])


class _ScriptReader:
    """Reads the actions of one history."""

    def __init__(self, history: HandHistory) -> None:
        self._history = history
        self._players = players = len(history.stacks)
        self._script = Script([[] for _ in range(players)], [[] for _ in range(players)], [None] * players)
        self._index = 0
        self._wagers = int(any(blind > 0 for blind in history.blinds))

    def read(self) -> Script:
        """Return the actions."""
        bets, players = self._script.bets, self._players
        for index, text in enumerate(self._history.actions):
            decision = _DECISIONS.get(text)
            if decision is not None and decision[0] < players:
                bets.append(ScriptBet(index, *decision))
            else:
                self._index = index
                self._read(text)
        self._learn_from_showdown()
        return self._script

    def _error(self, problem: str, field_name: str = "") -> HistoryError:
        where = field_name or f"actions[{self._index}]"
        return HistoryError(problem, self._history.file, self._history.deal, where)

    def _read(self, text: str) -> None:
        """Parse one action."""
        words = words_of(text)
        if not words:
            return
        script, count, verb = self._script, len(words), words[1] if len(words) > 1 else ""
        if count == _WITH_AMOUNT and verb == "cbr":
            self._wagers += 1
            script.most_wagers = max(script.most_wagers, self._wagers)
            script.bets.append(ScriptBet(self._index, self._seat(words[0]), verb, self._amount(words[2])))
        elif count == _WITH_AMOUNT + 1 and words[0] == "d" and verb == "dh":
            seat, cards = self._seat(words[2]), self._cards(words[3])
            if script.discarded[seat] is None:
                self._deal_to(script.holes[seat], cards, self._history.game.hole_cards, "one player")
            else:
                most = sum(plan.most_discards for plan in self._history.game.streets)
                self._deal_to(script.drawn[seat], cards, most, "one player")
        elif count == _WITH_AMOUNT and words[0] == "d" and verb == "db":
            self._wagers = 0
            self._deal_to(script.board, self._cards(words[2]), self._history.game.board_cards, "the board")
        elif count == _WITH_AMOUNT - 1 and verb in {"f", "cc"}:
            script.bets.append(ScriptBet(self._index, self._seat(words[0]), verb))
        elif count <= _WITH_AMOUNT and verb == "sm":
            self._read_showing(self._seat(words[0]), "".join(words[2:]))
        elif count <= _WITH_AMOUNT and verb == "sd":
            self._wagers = 0
            script.discarded[self._seat(words[0])] = self._cards("".join(words[2:]))
            script.bets.append(ScriptBet(self._index, self._seat(words[0]), "sd"))
        else:
            raise self._error(f"{quote(text)} is not an action of the format")

    def _deal_to(self, hand: KnownCards, cards: KnownCards, most: int, whom: str) -> None:
        """Add cards to those dealt before; refuse too many at once, so that a long list takes no time."""
        hand += cards
        if len(hand) > most:
            raise self._error(f"{len(hand)} cards dealt to {whom}: expected {most}")

    def _read_showing(self, seat: DealSeat, cards: str) -> None:
        before = self._script.shown.get(seat, ())
        known = self._script.holes[seat] if cards == "-" else self._cards(cards)
        self._script.shown[seat] = known if cards else None
        if before not in ((), self._script.shown[seat]):
            raise self._error(f"p{seat + 1} shows another hand than before")

    def _seat(self, player: str) -> DealSeat:
        seat = _PLAYERS.get(player)
        if seat is None or seat >= self._players:
            raise self._error(f"{quote(player)} is not a player: expected p1 to p{self._players}")
        return seat

    def _amount(self, text: str) -> Number:
        amount = parse_amount(text)
        if amount is None or amount > MOST_CHIPS:
            raise self._error(f"{quote(text)} is not an amount of chips")
        return amount

    def _cards(self, text: str) -> KnownCards:
        if len(text) > _LONGEST_CARDS:
            raise self._error(f"{len(text) // 2} cards at once: expected at most {MOST_CARDS}")
        try:
            return [*_cards_of(text)]
        except NotUnderstoodError as error:
            raise self._error(str(error)) from error

    def _learn_from_showdown(self) -> None:
        """Fill in cards that were shown at the end and were unknown before; those drawn stand last in a hand."""
        script = self._script
        for seat, shown in script.shown.items():
            hidden = [card for card in shown or () if card is not None and card not in script.names(seat)]
            discarded = script.discarded[seat] or []
            if len(script.drawn[seat]) < len(discarded):
                script.drawn[seat] += [None] * (len(discarded) - len(script.drawn[seat]))
            for hand in (script.drawn[seat], script.holes[seat]):
                for index in reversed(range(len(hand))):
                    if hand[index] is None and hidden:
                        hand[index] = hidden.pop()
            if hidden:
                raise self._error(f"p{seat + 1} shows cards that it does not hold", "actions")


def begin_deal(setup: Setup, deck: Sequence[Card], bets: list[ScriptBet]) -> Deal:
    """Return a deal before its first action; its first folds are dead hands if one of them is out of turn.

    Args:
        setup: the setup.
        deck: the deck.
        bets: the actions; the folds of dead hands are removed.

    Raises:
        SetupError: the deal cannot be played like this.
    """
    deal = Deal(setup, deck)
    folds = [bet.seat for bet in takewhile(lambda bet: bet.verb == "f", bets)]
    seats, stacks, first = len(setup.stacks), deal.stacks, deal.actor or 0
    with_chips = [seat for step in range(seats) if stacks[seat := (first + step) % seats]]
    if folds == with_chips[:-1][: len(folds)]:
        return deal  # Each is in turn: another one with chips is left.
    turns = deal.copy()
    for seat in folds:
        now = turns.legal_actions()
        if now is None:
            break
        if seat != now.seat or not now.can_fold:
            made = Deal(replace(setup, dead=tuple(folds)), deck)
            legal = made.legal_actions()
            if len(bets) == len(folds) and legal is not None and not legal.can_show:
                break  # Somebody has to act: the first fold that is out of turn is named as the fault.
            del bets[: len(folds)]
            return made
        turns.act(seat, FOLD)
    return deal


BETTING_FIELD = "_betting"
"""The format has no code for pot-limit hold'em; its deals are written as no-limit, `NT`, with this field."""
FULL_BLINDS_FIELD = "_full_blinds"
"""The sum of all blinds if none were dead: the size of a pot-sized bet before the flop depends on it (TDA 54-B)."""

PHH_BET_CAP = 5
"""Card rooms have different bet caps in limit; files may have a bet and four raises."""

VARIANTS = tuple(dict.fromkeys(game.phh_code for game in GAMES.values()))


def game_of(variant: str, betting: str = "") -> Game | None:
    """Return the game of a variant code and the betting in its own field; None if the game is not played here."""
    games = [game for game in GAMES.values() if game.phh_code == variant]
    return next((game for game in games if game.betting == betting), games[0] if games else None)
