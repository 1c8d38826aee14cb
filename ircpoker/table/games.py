"""The games as data: streets, cards, the draw, and how high a bet may be.

The engine knows no game by name. A new one, hold'em's relative or another draw game, is another `Game`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Betting(StrEnum):
    """How high a bet or raise may be."""

    NO_LIMIT = "no_limit"
    POT_LIMIT = "pot_limit"
    LIMIT = "limit"


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
    """What happens on one street, in this order: the draw, the deal, the betting.

    Attributes:
        street: its name.
        most_discards: how many cards each seat may change before the betting; 0 for no draw.
        hole_cards: cards dealt to each seat.
        burns: cards put aside, unseen, before the board is dealt.
        board_cards: cards dealt to the board.
        doubles: whether limit bets have the size of the big bet here.
    """

    street: Street
    most_discards: int = 0
    hole_cards: int = 0
    burns: int = 0
    board_cards: int = 0
    doubles: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """The rules of one game.

    Attributes:
        name: `holdem` or `draw`.
        betting: how high a bet may be.
        streets: in order.
        most_seats: how many can play.
    """

    name: str
    betting: Betting
    streets: tuple[StreetPlan, ...]
    most_seats: int

    @property
    def has_draw(self) -> bool:
        """Whether cards are changed on some street."""
        return any(plan.most_discards for plan in self.streets)

    def cards_needed(self, seats: int) -> int:
        """Return the most cards that a deal of so many seats can take from the deck."""
        return sum(
            plan.burns + plan.board_cards + seats * (plan.hole_cards + plan.most_discards) for plan in self.streets
        )


FEWEST_SEATS = 2

_HOLDEM_STREETS = (
    StreetPlan(Street.PREFLOP, hole_cards=2),
    StreetPlan(Street.FLOP, burns=1, board_cards=3),
    StreetPlan(Street.TURN, burns=1, board_cards=1, doubles=True),
    StreetPlan(Street.RIVER, burns=1, board_cards=1, doubles=True),
)
# No card is burnt: five seats that change all their cards need 50 of the 52.
_DRAW_STREETS = (
    StreetPlan(Street.PREDRAW, hole_cards=5),
    StreetPlan(Street.POSTDRAW, most_discards=5, doubles=True),
)


def holdem(betting: Betting) -> Game:
    """Return Texas hold'em for 2 to 10 seats."""
    return Game("holdem", betting, _HOLDEM_STREETS, most_seats=10)


def draw(betting: Betting) -> Game:
    """Return five-card draw for 2 to 5 seats, one draw of 0 to 5 cards."""
    return Game("draw", betting, _DRAW_STREETS, most_seats=5)


GAMES: dict[str, Game] = {
    "holdem": holdem(Betting.NO_LIMIT),
    "pot_limit": holdem(Betting.POT_LIMIT),
    "limit": holdem(Betting.LIMIT),
    "draw": draw(Betting.NO_LIMIT),
    "limit_draw": draw(Betting.LIMIT),
}
"""The games by the name that users type."""
