"""Columns for each seat's figures in a hand and for the hand's setup and actions; they are empty in older rows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

FIGURES = ("walk", "vpip", "pfr", "three_bet_chance", "three_bet", "bets", "calls", "saw_flop", "showdown")


def upgrade() -> None:
    """Add the columns and the indexes."""
    op.add_column("hands", sa.Column("big_blind", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("hands", sa.Column("record", sa.Text, nullable=False, server_default=""))
    op.create_index("ix_hands_ended_at", "hands", ["ended_at"])
    for figure in FIGURES:
        op.add_column("hand_seats", sa.Column(figure, sa.Integer, nullable=False, server_default="0"))
    op.create_index("ix_hand_seats_robot", "hand_seats", ["robot", "hand_id"])
