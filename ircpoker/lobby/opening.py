"""Opening a table: what somebody who wants to play may say, which game and robot that is, and the first chips."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace
from difflib import get_close_matches
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
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from ircpoker.lobby.context import TableContext
    from ircpoker.lobby.places import Place, Player
    from ircpoker.robots import RobotClass
    from ircpoker.table import Stakes

DUEL = 2


@dataclass(frozen=True, slots=True)
class TableRequest:
    """What somebody wants to play.

    Attributes:
        robot: against which robot; empty for nobody in particular.
        game: a key of `GAMES`.
        chips: with how many; None where they did not say.
    """

    robot: str = ""
    game: str = ""
    chips: int | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """A new table.

    Attributes:
        game: a key of `GAMES`.
        stakes: what for.
        chips: the opener's buy-in.
        robot: whom they play; empty at a table for several.
        deal_id: the number of the first deal.
        commitment: to its shuffle.
    """

    game: str
    stakes: Stakes
    chips: int
    robot: str
    deal_id: str
    commitment: str


def parse_table_request(
    text: str, robots: Mapping[str, RobotClass], games: Sequence[str], *, takes_robot: bool
) -> TableRequest:
    """Read what stands behind `!play` or `!open`: robot, game and chips, each at most once, in any order.

    Args:
        text: the words.
        robots: those there are.
        games: those that can be played; without a robot that says otherwise the first is what is meant.
        takes_robot: whether a robot may be named, or is meant.

    Returns:
        A request with a game, and with a robot if one may be named.

    Raises:
        UsageError: a word that is none of them, or twice the same kind.
        RobotRefusedError: the robot does not play the game, or not with two; names those that do.
        NotAllowedError: no robot plays it.
        InvalidAmountError: a number that is no number of chips.

    Examples:
        >>> parse_table_request("limit 300", {}, ["holdem", "limit"], takes_robot=False)
        TableRequest(robot='', game='limit', chips=300)
    """
    found: dict[str, str | int] = {}
    for word in text.split():
        name = word.lower()
        if name in games:
            kind: str = "game"
            value: str | int = name
        elif takes_robot and name in robots:
            kind, value = "robot", name
        elif word[0].isdigit() or word[0] in "+-.":
            kind, value = "chips", parse_chips(word)
        else:
            raise UsageError(_unknown(word, robots if takes_robot else (), games))
        if kind in found:
            raise UsageError(Phrase(f"errors.{kind}_too_many", word=quote(word)))
        found[kind] = value
    request = TableRequest(**found)  # type: ignore[arg-type] # each kind has its type
    return _choose_robot(request, robots, games) if takes_robot else replace(request, game=request.game or games[0])


def make_table(context: TableContext, place: Place, player: Player, request: TableRequest) -> Table:
    """Make a table and seat those who begin it; it is not open yet.

    Args:
        context: what all tables share.
        place: where; there is no table there.
        player: who opens it; has an account.
        request: what is played, and against which robot; without one it is a table for several.

    Returns:
        The table.

    Raises:
        InvalidAmountError: fewer or more chips than allowed.
    """
    chips = check_buy_in(context, player.id, request.game, request.chips)
    policy = TablePolicy.DUEL if request.robot else TablePolicy.CASH_GAME
    state = TableState(place, request.game, context.stakes(request.game), policy)
    state.seats.take(0, Seat(player.nick, chips, chips, player.id, address=player.address))
    if request.robot:
        state.seats.take(1, Seat(state.seats.robot_nick(request.robot), chips, chips, robot=request.robot))
    return Table(context, f"{restoring.TABLE}{uuid.uuid4().hex}", state)


def open_table(table: Table) -> Opened:
    """Open a table that was made: everybody brings their chips, a robot those of the house.

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
    robot = next((seat.robot for seat in seats if seat.robot), "")
    return Opened(state.game_name, state.stakes, seats[0].stack, robot, state.next_deal, commitment)


def _choose_robot(request: TableRequest, robots: Mapping[str, RobotClass], games: Sequence[str]) -> TableRequest:
    """Return the request with the robot and the game that were not named.

    Raises:
        RobotRefusedError: the robot does not play the game, or not with two; names those that do.
        NotAllowedError: no robot plays it.
    """
    if request.robot:
        robot = robots[request.robot]
        game = request.game or next((known for known in games if plays(robot, known, DUEL)), games[0])
        check_plays(robot, game, DUEL, robots)
        return replace(request, game=game)
    game = request.game or games[0]
    usual = GAMES[game].default_robots
    opponents = [name for name in (*usual, *robots) if name in robots and plays(robots[name], game, DUEL)]
    if not opponents:
        raise NotAllowedError(Phrase("errors.nobody_plays", game=game))
    return replace(request, game=game, robot=opponents[0])


def _unknown(word: str, robots: Collection[str], games: Sequence[str]) -> Phrase:
    known = [*robots, *games]
    close = get_close_matches(word.lower()[:32], known, 1)
    meant = Phrase("errors.meant", name=close[0]) if close else Phrase("errors.or_chips", known=", ".join(known))
    return Phrase("errors.no_robot_or_game" if robots else "errors.no_game", word=quote(word), meant=meant)
