"""Columns for `!history`: the game, the players' nicks, and the hands shown; they are empty in older rows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("hands", sa.Column("game", sa.String(64), nullable=False, server_default=""))
    op.add_column("hand_seats", sa.Column("nick", sa.String(255), nullable=False, server_default=""))
    op.add_column("hand_seats", sa.Column("shown", sa.String(64), nullable=False, server_default=""))
    op.add_column("hand_seats", sa.Column("has_folded", sa.Boolean, nullable=False, server_default=sa.false()))
