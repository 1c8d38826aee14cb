"""Restores the tables of the ledger after a start of the bot.

A table continues the same deal, because the stored setup, actions and seeds give the same cards with the committed
secret. If that is not possible, all bets are returned and everybody gets their chips.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from ircpoker.errors import LedgerError, PokerError, SavedGameError
from ircpoker.fairness.proofs import mark_called_off
from ircpoker.lobby.hand import HandInProgress
from ircpoker.lobby.leaving import give_back
from ircpoker.lobby.shuffles import find_hidden, find_proof, hide
from ircpoker.lobby.state import load_state
from ircpoker.lobby.table import Table
from ircpoker.table import GAMES
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from ircpoker.ledger import Ledger, SavedGame
    from ircpoker.lobby.context import TableContext
    from ircpoker.lobby.state import TableState

TABLE = "table:"
"""The names of tables in the ledger begin with this."""

_logger = logging.getLogger(__name__)


def saved_tables(ledger: Ledger) -> Iterator[SavedGame]:
    """Yield the tables of a ledger."""
    for kind in sorted({game.name for game in GAMES.values()}):
        for saved in ledger.games(kind):
            if saved.game_id.startswith(TABLE):
                yield saved


def restore(context: TableContext, saved: SavedGame, network: str, channels: Collection[str]) -> Table | None:
    """Return a restored table; None if it was closed, is on another network or channel, or cannot be read.

    Args:
        context: the objects that all tables share.
        saved: the table as stored.
        network: the network whose tables are restored.
        channels: the bot's channels on the network.

    Returns:
        The table, with its deal in progress if there is one; its timers are paused.

    Raises:
        LedgerError: the ledger failed; nothing has changed.
    """
    try:
        state, record, problem = load_state(saved.state)
    except SavedGameError:
        _logger.exception("table %s is left as it is, with %s chips on it", saved.game_id, saved.held)
        return None
    if not _is_ours(state, saved, network, channels):
        return None
    table = Table(context, saved.game_id, state, saved.version)
    table.pause()
    try:
        if record is not None:
            state.hand = HandInProgress.restore(record, find_proof(context.ledger, record.deal_id, record.seeds))
        for deal_id in find_hidden(context.ledger, state):
            hide(state, deal_id, table.now, table.settings.reveal_after)
    except LedgerError:
        raise
    except PokerError as error:
        problem = str(error)
    if not problem:
        return table
    return _without_hand(context, table, record.deal_id if record else "", problem)


def _is_ours(state: TableState, saved: SavedGame, network: str, channels: Collection[str]) -> bool:
    """Return whether a stored table is on a network and in one of these channels, and has the chips that it should."""
    place = state.place
    if place.network != network:
        return False
    if place.channel and place.channel not in {name.lower() for name in channels}:
        # The channel may belong to another bot, or be ours again tomorrow.
        _logger.warning("table %s at %s is left as it is: the bot is not in its channel", saved.game_id, place)
        return False
    if state.held != saved.held:
        message = "table %s is left as it is: %s chips, but %s are stored"
        _logger.error(message, saved.game_id, state.held, saved.held)
        return False
    return True


def _without_hand(context: TableContext, table: Table, deal_id: str, problem: str) -> Table | None:
    """Call off a hand that cannot be played on; return the table if it goes on with the next one, or None.

    Args:
        context: the objects that all tables share.
        table: the table.
        deal_id: the hand; empty if it cannot be read either.
        problem: why the hand cannot be played on.

    Raises:
        LedgerError: the ledger failed; nothing has changed.
    """
    state = table.state
    if state.policy.is_tournament:
        _logger.error("table %s at %s goes on with the next hand: %s", table.id, state.place, problem)
        context.ledger.save(*mark_called_off(context.ledger, deal_id, Phrase("call_off.unreadable")))
        return table
    _logger.error("table %s at %s is closed, all bets are returned: %s", table.id, state.place, problem)
    try:
        # The shuffle of this hand is shown as well, because the table ends.
        hidden = [*find_hidden(context.ledger, state)]
        table.change(lambda draft: give_back(draft, deal_id, hidden, Phrase("call_off.unreadable")))
    except LedgerError:
        raise
    except PokerError:
        _logger.exception("table %s is left as it is", table.id)
    return None
