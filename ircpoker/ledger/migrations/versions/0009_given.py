"""A table of the chips that guests of each host were given, and columns for the refills of an account."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Change the tables."""
    for name, kind in (
        ("refill_day", sa.Integer),
        ("refills", sa.Integer),
        ("refilled_at", sa.BigInteger),
        ("refilled", sa.BigInteger),
    ):
        op.add_column("accounts", sa.Column(name, kind, nullable=False, server_default="0"))
    op.create_table(
        "given",
        sa.Column("network", sa.String(255), nullable=False),
        sa.Column("host", sa.String(255), nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("chips", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("network", "host", name=op.f("pk_given")),
    )
