"""Players' seeds in a table of their own; until now they were unfinished games without chips."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

ROW_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")

_LATEST = """
INSERT INTO seeds (player_id, seed, set_at)
SELECT player_id, state, saved_at FROM games
WHERE kind = 'seed' AND player_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM games AS later
    WHERE later.kind = 'seed' AND later.player_id = games.player_id
    AND (later.saved_at > games.saved_at OR (later.saved_at = games.saved_at AND later.id > games.id))
)
"""
"""A guest who logged in brought one along: the latest counts."""


def upgrade() -> None:
    """Make the table, and take the seeds out of the games."""
    op.create_table(
        "seeds",
        sa.Column("player_id", ROW_ID, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("set_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_seeds")),
        sa.ForeignKeyConstraint(["player_id"], ["accounts.id"], name=op.f("fk_seeds_player_id")),
    )
    op.execute(_LATEST)
    op.execute("DELETE FROM games WHERE kind = 'seed'")
