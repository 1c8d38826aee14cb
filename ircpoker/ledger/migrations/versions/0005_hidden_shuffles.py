"""An index of the used shuffles that are not shown yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the index."""
    hidden = sa.text(
        f"proof IS NOT NULL AND revealed IS {'false' if op.get_bind().dialect.name == 'postgresql' else '0'}"
    )
    columns = ["kind", "player_id", "place"]
    op.create_index("ix_shuffles_hidden", "shuffles", columns, sqlite_where=hidden, postgresql_where=hidden)
