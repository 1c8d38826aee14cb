"""The orders of administrators, the people whom the bot ignores, and the settings of channels."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Make the tables; those that are there already stay."""
    op.create_table(
        "admin_log",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("who", sa.String(255), nullable=False),
        sa.Column("place", sa.String(255), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_admin_log")),
        if_not_exists=True,
    )
    op.create_table(
        "ignored",
        sa.Column("network", sa.String(255), nullable=False),
        sa.Column("pattern", sa.String(255), nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.Column("reason", sa.Text, nullable=False, server_default=""),
        sa.Column("set_by", sa.String(255), nullable=False),
        sa.Column("set_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("network", "pattern", name=op.f("pk_ignored")),
        if_not_exists=True,
    )
    op.create_table(
        "channel_settings",
        sa.Column("network", sa.String(255), nullable=False),
        sa.Column("channel", sa.String(255), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("set_by", sa.String(255), nullable=False),
        sa.Column("set_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("network", "channel", "name", name=op.f("pk_channel_settings")),
        if_not_exists=True,
    )
