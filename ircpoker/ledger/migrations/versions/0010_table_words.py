"""The stored form of tables gets the words that the code uses; a form that cannot be read stays as it is.

The ledger knows no tables: the words of both forms are written out here, and do not change with the code.
"""

from __future__ import annotations

import json
import logging
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_OLD_FORM = 1
_NEW_FORM = 2
_SEAT_KEYS = {"brought": "buy_in", "purse": "account", "missed": "time_outs", "known_as": "opponent_key"}
_HAND_KEYS = {"deal": "deal_id"}
_SETUP_KEYS = {"most_bets": "bet_cap"}
_STATUSES = {"leaves": "leaving", "sits_out": "sitting out"}
"""Two facts in place of a status, in the oldest tables; who leaves may also sit out."""

_games = sa.table("games", sa.column("id", sa.String), sa.column("state", sa.Text), sa.column("version", sa.Integer))
_logger = logging.getLogger("ircpoker.ledger.migrations")


def upgrade() -> None:
    """Convert the tables."""
    connection = op.get_bind()
    tables = sa.select(_games.c.id, _games.c.state).where(_games.c.id.startswith("table:")).with_for_update()
    for game_id, state in connection.execute(tables).all():
        try:
            converted = _convert(state)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            reason = f"{type(error).__name__} {error}"
            _logger.warning("table %s is left as it is, because it cannot be read: %s", game_id, reason)
            continue
        if converted != state:
            # With a new version a bot that still runs cannot store the table in its old form.
            changes = {"state": converted, "version": _games.c.version + 1}
            connection.execute(sa.update(_games).where(_games.c.id == game_id).values(changes))


def _convert(text: str) -> str:
    """Return a table in the new form; text of the new form is returned as it is."""
    data = json.loads(text)
    if data["version"] == _NEW_FORM:
        return text
    if data["version"] != _OLD_FORM:
        raise ValueError(f"version {data['version']}")
    last_deal, last_reasons = data["last"]
    table = {
        "version": _NEW_FORM,
        "place": data["place"],
        "game": data["game"],
        "stakes": data["stakes"],
        "policy": "against robots" if data["duel"] else "cash game",
        "seats": {number: _convert_seat(seat) for number, seat in data["seats"].items()},
        "positions": data["positions"],
        "next_deal": data["next"],
        "hand": _convert_hand(data.get("hand")),
        "last_deal": last_deal,
        "last_reasons": last_reasons,
    }
    return json.dumps(table, separators=(",", ":"))


def _convert_seat(old: dict[str, Any]) -> dict[str, Any]:
    seat = {_SEAT_KEYS.get(key, key): value for key, value in old.items() if key not in _STATUSES}
    if "buy_in" not in seat:
        raise ValueError("a seat without buy-in")
    statuses = [status for key, status in _STATUSES.items() if old.get(key)]
    return {"status": statuses[0]} | seat if statuses else seat


def _convert_hand(old: object) -> object:
    """Return a hand in the new form; the lobby returns the bets of a hand that it cannot read."""
    if not isinstance(old, dict):
        return old
    hand = {_HAND_KEYS.get(key, key): value for key, value in old.items()}
    setup = hand.get("setup")
    if isinstance(setup, dict):
        hand["setup"] = {_SETUP_KEYS.get(key, key): value for key, value in setup.items()}
    return hand
