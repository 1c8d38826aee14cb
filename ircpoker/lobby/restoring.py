"""Tables of the ledger, after the bot was started again.

A table goes on with the same deal: setup, actions and frozen seeds are stored, and with the committed secret
they give the same cards. Where that cannot be, all bets are returned and everybody gets their chips.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from ircpoker.errors import LedgerError, PokerError, SavedGameError
from ircpoker.lobby import proving, seating
from ircpoker.lobby.news import CalledOff, Closed, Departure, Left
from ircpoker.lobby.state import load_state
from ircpoker.lobby.table import Table, rebuild
from ircpoker.proofs import mark_called_off
from ircpoker.table import GAMES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from ircpoker.ledger import Ledger, SavedGame
    from ircpoker.lobby.house import House

TABLE = "table:"
"""How the names of tables begin in the ledger."""

_logger = logging.getLogger(__name__)


def saved_tables(ledger: Ledger) -> Iterator[SavedGame]:
    """Yield the tables of a ledger."""
    for kind in sorted({game.name for game in GAMES.values()}):
        for saved in ledger.games(kind):
            if saved.game_id.startswith(TABLE):
                yield saved


def restore(house: House, saved: SavedGame, network: str, channels: Collection[str]) -> Table | None:
    """Return a table that goes on, or None if it is closed, of another network, or beyond reading.

    Args:
        house: what tables share.
        saved: the table as stored.
        network: whose tables are to go on.
        channels: those in which the bot is there.

    Returns:
        The table, with its deal in progress if there is one; its timers stand still.

    Raises:
        LedgerError: the ledger failed; nothing has changed.
    """
    try:
        state, problem = load_state(saved.state)
    except SavedGameError:
        _logger.exception("table %s is left as it is, with %s chips on it", saved.game_id, saved.held)
        return None
    place = state.place
    if place.network != network:
        return None
    if state.held != saved.held:
        _logger.error("table %s is left as it is: %s chips, but %s are stored", saved.game_id, state.held, saved.held)
        return None
    table = Table(house, saved.game_id, state, saved.version, saved.state)
    table.calls.pause()
    try:
        if state.hand is not None:
            table.play = rebuild(state.hand, table.find_proof(state.hand))
        proving.find_unproved(table)
    except LedgerError:
        raise
    except PokerError as error:
        problem = str(error)
    if not place.is_private and place.channel not in {name.lower() for name in channels}:
        problem = problem or "the bot is not in its channel any more"
    if not problem:
        return table
    _logger.error("table %s at %s is closed, all bets are returned: %s", saved.game_id, place, problem)
    _give_back(table, problem)
    return None


def _give_back(table: Table, problem: str) -> None:
    """Close a table, with the bets of its deal returned to everybody, who are told one by one."""
    state = table.state
    deal_id = state.hand.deal_id if state.hand else ""
    state.hand, table.play = None, None
    changes = mark_called_off(table.house.ledger, deal_id, problem)
    # Of the deal that ends with this, too: nobody will be asked at this table again.
    table.unproved.clear()
    proving.find_unproved(table)
    for number, seat in state.seats.items():
        if seat.player:
            left = Left(table.sitter(number), seat.stack, Departure.CLOSED)
            table.tell(CalledOff(deal_id, problem), seat.person)
            table.tell(Closed((left,)), seat.person)
    try:
        seating.close(table, Departure.CLOSED, *changes)
    except PokerError:
        _logger.exception("table %s is left as it is", table.id)
