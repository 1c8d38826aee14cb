"""A ledger file on which somebody has played."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.chat.routers import lines, make_router

NAME = "ledger.db"


def make_ledger(folder: Path) -> str:
    """Play some games and return the ledger's URL, relative to `folder`: deal 4 is not over, 3 and 5 are to come."""
    router = make_router(("slots", "videopoker", "bank"), database=f"sqlite:///{folder / NAME}")
    for line in ("proof", "seed my lucky socks", "slot 10", "vp 20", "hold 1 5", "vp 30"):
        assert lines(router, line)
    router.services.close()
    return f"sqlite:///{NAME}"


def change_ledger(folder: Path, statement: str) -> None:
    """Change the ledger in `folder` behind the program's back."""
    with closing(sqlite3.connect(folder / NAME)) as connection, connection:
        connection.execute(statement)
