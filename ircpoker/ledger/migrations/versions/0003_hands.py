"""Finished hands as rows, and the sessions at tables that they explain; older hands and sessions have no rows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

ROW_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the tables."""
    _create_sessions()
    _create_hands()


def _create_sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("game_id", sa.String(255), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player_id", ROW_ID),
        sa.Column("robot", sa.String(64), nullable=False, server_default=""),
        sa.Column("bought_in", sa.BigInteger, nullable=False),
        sa.Column("cashed_out", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.ForeignKeyConstraint(["player_id"], ["accounts.id"], name=op.f("fk_sessions_player_id")),
    )
    running = sa.text("cashed_out IS NULL")
    op.create_index(
        "ix_sessions_running",
        "sessions",
        ["game_id", "seat"],
        unique=True,
        sqlite_where=running,
        postgresql_where=running,
    )
    op.create_index("ix_sessions_player", "sessions", ["player_id"])


def _create_hands() -> None:
    op.create_table(
        "hands",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("deal_id", sa.String(255), nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("game_id", sa.String(255), nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hands")),
        sa.UniqueConstraint("deal_id", name=op.f("uq_hands_deal_id")),
    )
    op.create_table(
        "hand_seats",
        sa.Column("hand_id", ROW_ID, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("session_id", ROW_ID),
        sa.Column("player_id", ROW_ID),
        sa.Column("robot", sa.String(64), nullable=False, server_default=""),
        sa.Column("put_in", sa.BigInteger, nullable=False),
        sa.Column("won", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hand_id", "seat", name=op.f("pk_hand_seats")),
        sa.ForeignKeyConstraint(["hand_id"], ["hands.id"], name=op.f("fk_hand_seats_hand_id")),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name=op.f("fk_hand_seats_session_id")),
        sa.ForeignKeyConstraint(["player_id"], ["accounts.id"], name=op.f("fk_hand_seats_player_id")),
    )
    op.create_index("ix_hand_seats_session", "hand_seats", ["session_id"])
    op.create_index("ix_hand_seats_player", "hand_seats", ["player_id", "hand_id"])
