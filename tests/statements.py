"""The ledgers of a run share their compiled statements: nearly every test opens one, and compiling takes longest.

SQLAlchemy keeps compiled statements for each engine and each dialect object. Here all dialects of a class are equal.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.util import LRUCache

MOST = 2000
"""The compiled statements that are kept."""


@pytest.fixture(scope="session", autouse=True)
def shared_statements() -> Iterator[None]:
    """Share the compiled statements of all engines until the end of the run."""
    statements, make = LRUCache(MOST), Engine.__init__

    def make_sharing(self: Engine, *arguments: object, **options: object) -> None:
        make(self, *arguments, **options)
        self._compiled_cache = statements

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Engine, "__init__", make_sharing)
        patched.setattr(DefaultDialect, "__eq__", lambda self, other: type(self) is type(other))
        patched.setattr(DefaultDialect, "__hash__", lambda self: hash(type(self)))
        yield
