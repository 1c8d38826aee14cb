"""Databases as earlier versions left them."""

from __future__ import annotations

from pathlib import Path

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

import ircpoker.ledger.migrations


def make_older(url: str, revision: str) -> None:
    """Make an empty database in the tables of an earlier schema."""
    scripts = ScriptDirectory(str(Path(ircpoker.ledger.migrations.__file__).parent))
    engine = create_engine(url)
    with (
        engine.begin() as connection,
        EnvironmentContext(Config(), scripts, fn=lambda at, _: scripts._upgrade_revs(revision, at)) as steps,
    ):
        steps.configure(connection=connection)
        steps.run_migrations()
    engine.dispose()
