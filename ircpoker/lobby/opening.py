"""Opening a table: what somebody who wants to play may say, which game and robot that is, and the first chips."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import cycle, islice
from typing import TYPE_CHECKING

from ircpoker.errors import NotAllowedError, UsageError, quote
from ircpoker.ledger import parse_chips
from ircpoker.lobby import restoring
from ircpoker.lobby.cashier import buy_ins
from ircpoker.lobby.policy import TablePolicy
from ircpoker.lobby.seated_table import check_buy_in
from ircpoker.lobby.seats import Seat
from ircpoker.lobby.state import TableState
from ircpoker.lobby.table import Table
from ircpoker.robots import check_plays, plays
from ircpoker.table import GAMES
from ircpoker.table.games import FEWEST_SEATS
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from ircpoker.lobby.context import TableContext
    from ircpoker.lobby.places import Place, Player
    from ircpoker.robots import RobotClass
    from ircpoker.table import Stakes

MOST_SEATS = max(game.most_seats for game in GAMES.values())
"""A number behind `!play` up to this one is the number of seats, a larger one the buy-in."""


@dataclass(frozen=True, slots=True)
class TableRequest:
    """What somebody wants to play.

    Attributes:
        robots: against which robots; empty for nobody in particular.
        game: a key of `GAMES`.
        chips: with how many; None where they did not say.
    """

    robots: tuple[str, ...] = ()
    game: str = ""
    chips: int | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """A new table.

    Attributes:
        game: a key of `GAMES`.
        stakes: what for.
        chips: the opener's buy-in.
        robots: the robots against which they play; empty at a table for several.
        opponents: how these robots are called there.
        deal_id: the number of the first deal.
        commitment: to its shuffle.
    """

    game: str
    stakes: Stakes
    chips: int
    robots: tuple[str, ...]
    opponents: tuple[str, ...]
    deal_id: str
    commitment: str


@dataclass(slots=True)
class _Words:
    """What somebody said behind `!play` or `!open`."""

    robots: list[str] = field(default_factory=list)
    game: str = ""
    seats: int | None = None
    chips: int | None = None

    def take_number(self, word: str, *, takes_seats: bool) -> None:
        if takes_seats and word.isascii() and word.isdigit() and 1 <= int(word[:9]) <= MOST_SEATS:
            if self.seats is not None:
                raise UsageError(Phrase("errors.seats_too_many", word=quote(word), most=MOST_SEATS))
            self.seats = int(word)
            return
        if self.chips is not None:
            raise UsageError(Phrase("errors.chips_too_many", word=quote(word)))
        self.chips = parse_chips(word)


def parse_table_request(
    text: str, robots: Mapping[str, RobotClass], games: Sequence[str], *, takes_robots: bool
) -> TableRequest:
    """Read what stands behind `!play` or `!open`: robots, game, seats and chips, in any order.

    Args:
        text: the words. With robots, a number up to `MOST_SEATS` is how many sit at the table.
        robots: those there are.
        games: those that can be played; without a robot that says otherwise the first is what is meant.
        takes_robots: whether robots may be named, or are meant.

    Returns:
        A request with a game, and with robots if they may be named.

    Raises:
        UsageError: a word that is none of them, or two games, or two numbers of a kind.
        RobotRefusedError: a robot does not play the game, or not with so many; names those that do.
        NotAllowedError: no robot plays it.
        InvalidAmountError: a number that is not a number of chips.

    Examples:
        >>> parse_table_request("limit 300", {}, ["holdem", "limit"], takes_robots=False)
        TableRequest(robots=(), game='limit', chips=300)
    """
    found = _Words()
    for word in text.split():
        name = word.lower()
        if name in games:
            if found.game:
                raise UsageError(Phrase("errors.game_too_many", word=quote(word)))
            found.game = name
        elif takes_robots and name in robots:
            found.robots.append(name)
        elif word[0].isdigit() or word[0] in "+-.":
            found.take_number(word, takes_seats=takes_robots)
        else:
            raise UsageError(_unknown(word, robots if takes_robots else (), games))
    if takes_robots:
        return _choose_robots(found, robots, games)
    return TableRequest(game=found.game or games[0], chips=found.chips)


def make_table(context: TableContext, place: Place, player: Player, request: TableRequest) -> Table:
    """Make a table and seat those who begin it; it is not open yet.

    Args:
        context: what all tables share.
        place: where; there is no table there.
        player: who opens it; has an account.
        request: what is played, and against which robots; without any it is a table for several.

    Returns:
        The table.

    Raises:
        InvalidAmountError: fewer or more chips than allowed.
    """
    chips = check_buy_in(context, player.id, request.game, request.chips)
    policy = TablePolicy.AGAINST_ROBOTS if request.robots else TablePolicy.CASH_GAME
    state = TableState(place, request.game, context.stakes(request.game), policy)
    state.seats.take(0, Seat(player.nick, chips, chips, player.id, address=player.address))
    for number, robot in enumerate(request.robots, 1):
        state.seats.take(number, Seat(state.seats.robot_nick(robot), chips, chips, robot=robot))
    return Table(context, f"{restoring.TABLE}{uuid.uuid4().hex}", state)


def open_table(table: Table) -> Opened:
    """Open a table that was made: everybody brings their chips, robots those of the house.

    Args:
        table: the table.

    Returns:
        Its facts.

    Raises:
        InsufficientChipsError: the player has not got the chips.
        LedgerError: the ledger failed; the table is in doubt if it may be open all the same.
    """
    state = table.state
    seats = [state.seats[number] for number in sorted(state.seats)]
    buy_in_changes, moves = buy_ins(table, state.seats)
    changes, commitment = table.shuffles.commit_first()
    table.store(*changes, *buy_in_changes, moves=moves, reason="buy-in")
    robots = [seat for seat in seats if seat.robot]
    return Opened(
        state.game_name,
        state.stakes,
        seats[0].stack,
        tuple([seat.robot for seat in robots]),
        tuple([seat.nick for seat in robots]),
        state.next_deal,
        commitment,
    )


def _choose_robots(said: _Words, robots: Mapping[str, RobotClass], games: Sequence[str]) -> TableRequest:
    """Return the request with the robots and the game that were not named.

    Raises:
        UsageError: more seats than the game has, or fewer than robots were named for.
        RobotRefusedError: a robot does not play the game, or not with so many; names those that do.
        NotAllowedError: no robot plays it.
    """
    seats = said.seats or max(FEWEST_SEATS, len(said.robots) + 1)
    first = said.robots[:1]
    game = said.game or next((known for known in games if first and plays(robots[first[0]], known, seats)), games[0])
    least, most = max(FEWEST_SEATS, len(said.robots) + 1), GAMES[game].most_seats
    if least > most:
        raise UsageError(Phrase("errors.robots_too_many", game=game, most=most))
    if not least <= seats <= most:
        raise UsageError(Phrase("errors.seats", game=game, least=least, most=most))
    for name in said.robots:
        check_plays(robots[name], game, seats, robots)
    opponents = said.robots or _usual_opponents(game, seats, robots)
    if not opponents:
        raise NotAllowedError(Phrase("errors.nobody_plays", game=game))
    return TableRequest(tuple(islice(cycle(opponents), seats - 1)), game, said.chips)


def _usual_opponents(game: str, seats: int, robots: Mapping[str, RobotClass]) -> list[str]:
    """Return the robots of somebody who names none: the usual ones of the game, else the first that plays it."""
    usual = [name for name in GAMES[game].default_robots if name in robots and plays(robots[name], game, seats)]
    return usual or [name for name in robots if plays(robots[name], game, seats)][:1]


def _unknown(word: str, robots: Collection[str], games: Sequence[str]) -> Phrase:
    known = [*robots, *games]
    close = get_close_matches(word.lower()[:32], known, 1)
    meant = Phrase("errors.meant", name=close[0]) if close else Phrase("errors.or_chips", known=", ".join(known))
    return Phrase("errors.no_robot_or_game" if robots else "errors.no_game", word=quote(word), meant=meant)
