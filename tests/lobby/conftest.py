from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.lobby.hall import Hall


@pytest.fixture
def hall() -> Iterator[Hall]:
    """A bot whose ledger is clean at the end, whatever was said to it."""
    with Hall() as hall:
        yield hall
