from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.lobby.hall import Hall


@pytest.fixture
def hall() -> Iterator[Hall]:
    """A bot whose ledger must be clean at the end."""
    with Hall() as hall:
        yield hall
