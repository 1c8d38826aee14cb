"""A table of players' choices with `!set`, and of the hints that are given only once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

ROW_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "preferences",
        sa.Column("player_id", ROW_ID, nullable=False),
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("value", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "name", name=op.f("pk_preferences")),
        sa.ForeignKeyConstraint(["player_id"], ["accounts.id"], name=op.f("fk_preferences_player_id")),
    )
