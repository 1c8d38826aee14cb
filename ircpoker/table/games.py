"""The games as data: a game owns its rules and everything else that sets it apart.

Engine, tables, robots, histories, matches and configuration ask a `Game` and never compare its name: a new game is one
more entry of `GAMES`, with a function for its showdown and a section in the shipped `config.ini`.

Stud would be an entry, too. Its `StreetPlan` would need a number of cards dealt face up, which `HoleCardsDealt` shows
to everybody, the bring-in as a third kind of `ForcedBets`, and two more kinds of `FirstToAct`: the lowest door card,
and the best hand showing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from itertools import accumulate

from ircpoker.cards import MOST_CARDS, Card
from ircpoker.hands import HandValue, evaluate_omaha, evaluate_unchecked
from ircpoker.hands.short_names import pocket_name, short_name, showdown_names

Cards = tuple[Card, ...]
HandValueOf = Callable[[Cards, Cards], HandValue]
"""The rule of a showdown: a function of hole cards and board that returns the value of the best hand."""


class Betting(StrEnum):
    """The limit of bets and raises."""

    NO_LIMIT = "no_limit"
    POT_LIMIT = "pot_limit"
    LIMIT = "limit"


class ForcedBets(Enum):
    """The bets that go into the pot before the cards are dealt."""

    BLINDS = 1
    ANTES = 2


class FirstToAct(Enum):
    """The seat that begins the betting of a street."""

    LEFT_OF_BUTTON = 1
    AFTER_BLINDS = 2
    """The seat after the highest blind; without blinds the first left of the button."""


class Phase(Enum):
    """The kind of decision that the actor of a deal has."""

    BETTING = 1
    DRAWING = 2
    SHOWDOWN = 3


class Street(StrEnum):
    """A betting round and the cards dealt before it."""

    PREFLOP = "preflop"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"
    PREDRAW = "predraw"
    POSTDRAW = "postdraw"


@dataclass(frozen=True, slots=True)
class StreetPlan:
    """The course of one street, in this order: the draw, the deal, the betting.

    Attributes:
        street: the street.
        most_discards: the most cards that each seat may change before the betting; 0 for no draw.
        hole_cards: the number of cards dealt to each seat.
        burns: the number of cards put aside unseen before the board is dealt.
        board_cards: the number of cards dealt to the board.
        doubles: whether bets in limit have the size of the big bet.
        first_to_act: the seat that begins the betting.
    """

    street: Street
    most_discards: int = 0
    hole_cards: int = 0
    burns: int = 0
    board_cards: int = 0
    doubles: bool = False
    first_to_act: FirstToAct = FirstToAct.LEFT_OF_BUTTON


@dataclass(frozen=True, slots=True)
class Game:
    """The rules of one game.

    Attributes:
        name: the name of the rules without the betting, of their section in config.ini, and of the kind of saved games.
        title: the name that people use for these rules.
        betting: the limit of bets.
        streets: the plans of the streets, in order.
        hand_value: the value of a player's hole cards with the board at the showdown.
        forced_bets: blinds or antes.
        most_seats: the most seats.
        phh_code: the game's code in the PHH format. If several games share it, the code means the first of them in
            `GAMES`; histories of the others have a field with their betting.
        plugin: the plugin that brings it to the tables.
        stars_title: its name in text of PokerStars.
        ohh_type: its name in Open Hand History; empty if that cannot have it.
        fewest_cards: the cards that make a hand.
        default_robots: the opponents of a player who names no robot: the first ones that play at a table of this size.
        numbers_cards: whether a player's cards are shown with numbers, for discarding them.
        hole_cards: the cards that each seat is dealt.
        board_cards: the cards of a whole board.
        most_players: the most players whom a deck is enough for, if they do not change too many cards.
    """

    name: str
    title: str
    betting: Betting
    streets: tuple[StreetPlan, ...]
    hand_value: HandValueOf
    forced_bets: ForcedBets
    most_seats: int
    phh_code: str
    plugin: str
    stars_title: str = ""
    ohh_type: str = ""
    fewest_cards: int = 5
    default_robots: tuple[str, ...] = ()
    numbers_cards: bool = field(init=False)
    hole_cards: int = field(init=False)
    board_cards: int = field(init=False)
    most_players: int = field(init=False)

    def __post_init__(self) -> None:
        """Note what follows from the streets."""
        hole, board, burns, discards = (
            sum(getattr(plan, name) for plan in self.streets)
            for name in ("hole_cards", "board_cards", "burns", "most_discards")
        )
        object.__setattr__(self, "numbers_cards", discards > 0)
        object.__setattr__(self, "hole_cards", hole)
        object.__setattr__(self, "board_cards", board)
        object.__setattr__(self, "most_players", (MOST_CARDS - board - burns) // hole)

    @property
    def full_title(self) -> str:
        """The game in words: `no-limit hold'em`, `limit five-card draw`."""
        return f"{self.betting.value.replace('_', '-')} {self.title}"

    def makes_hand(self, hole: Sequence[Card], board: Sequence[Card]) -> bool:
        """Return whether hole cards make a hand with a board."""
        return len(hole) + len(board) >= self.fewest_cards

    def name_of(self, hole: Sequence[Card], board: Sequence[Card]) -> str:
        """Return the short name of the hand that hole cards make with a board; empty if they make none yet.

        Examples:
            >>> from ircpoker.cards import parse_cards
            >>> GAMES["holdem"].name_of(parse_cards("Td Tc"), ()), GAMES["holdem"].name_of(parse_cards("Td 9c"), ())
            ('Pair of Tens', '')
            >>> GAMES["omaha"].name_of(parse_cards("Td Tc 2h 3h"), parse_cards("Ts 4s 5d"))
            'Three Tens'
        """
        if not self.makes_hand(hole, board):
            return pocket_name(hole)
        return short_name(self.hand_value(tuple(hole), tuple(board)))

    def showdown_names(self, hands: Sequence[Cards], board: Cards) -> list[str]:
        """Return the short names of hands that are compared, with the kicker where it decides."""
        if all(self.makes_hand(hole, board) for hole in hands):
            return showdown_names([self.hand_value(hole, board) for hole in hands])
        return [self.name_of(hole, board) for hole in hands]

    def street_with(self, board_cards: int) -> Street:
        """Return the first street with so many cards on the board."""
        dealt = accumulate(plan.board_cards for plan in self.streets)
        return next(plan.street for plan, cards in zip(self.streets, dealt, strict=True) if cards >= board_cards)

    def cards_needed(self, seats: int) -> int:
        """Return the most cards that a deal with this many seats can take from the deck, which may be all."""
        most = sum(
            plan.burns + plan.board_cards + seats * (plan.hole_cards + plan.most_discards) for plan in self.streets
        )
        return min(most, MOST_CARDS)


FEWEST_SEATS = 2

_BOARD_STREETS = (
    StreetPlan(Street.FLOP, burns=1, board_cards=3),
    StreetPlan(Street.TURN, burns=1, board_cards=1, doubles=True),
    StreetPlan(Street.RIVER, burns=1, board_cards=1, doubles=True),
)


def _value_of_all(hole: Cards, board: Cards) -> HandValue:
    """Return the value of the best five of all cards."""
    return evaluate_unchecked(hole + board)


_HOLDEM = Game(
    name="holdem",
    title="hold'em",
    betting=Betting.NO_LIMIT,
    streets=(StreetPlan(Street.PREFLOP, hole_cards=2, first_to_act=FirstToAct.AFTER_BLINDS), *_BOARD_STREETS),
    hand_value=_value_of_all,
    forced_bets=ForcedBets.BLINDS,
    most_seats=10,
    phh_code="NT",
    plugin="holdem",
    stars_title="Hold'em",
    ohh_type="Holdem",
    default_robots=("limit", "nolimit", "manual", "regular", "tight", "loose", "wild"),
)
_OMAHA = replace(
    _HOLDEM,
    name="omaha",
    title="Omaha",
    betting=Betting.POT_LIMIT,
    streets=(StreetPlan(Street.PREFLOP, hole_cards=4, first_to_act=FirstToAct.AFTER_BLINDS), *_BOARD_STREETS),
    hand_value=evaluate_omaha,
    most_seats=9,
    phh_code="PO",
    stars_title="Omaha",
    ohh_type="Omaha",
    default_robots=("random", "regular", "tight", "loose", "wild"),
)
"""Hold'em with four hole cards, where a hand is exactly two of them and three board cards."""
# The PHH format has codes only for lowball draw games, so the codes are our own.
_DRAW = Game(
    name="draw",
    title="five-card draw",
    betting=Betting.NO_LIMIT,
    streets=(  # No card is burnt: five seats that change all their cards need 50 of the 52.
        StreetPlan(Street.PREDRAW, hole_cards=5, first_to_act=FirstToAct.AFTER_BLINDS),
        StreetPlan(Street.POSTDRAW, most_discards=5, doubles=True),
    ),
    hand_value=_value_of_all,
    forced_bets=ForcedBets.ANTES,
    most_seats=5,
    phh_code="N5D",
    plugin="draw",
    stars_title="5 Card Draw",
    default_robots=("swede",),
)
GAMES: dict[str, Game] = {
    "holdem": _HOLDEM,
    "pot_limit": replace(_HOLDEM, betting=Betting.POT_LIMIT),
    "limit": replace(_HOLDEM, betting=Betting.LIMIT, phh_code="FT"),
    "omaha": _OMAHA,
    "draw": _DRAW,
    "limit_draw": replace(_DRAW, betting=Betting.LIMIT, phh_code="F5D"),
}
"""The games by the names that users type."""
