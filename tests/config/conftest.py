"""A configuration by its text."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ircpoker.config import (
    Settings,
    load_settings,
)
from ircpoker.errors import InvalidConfigError

LOCAL = "[network:local]\n"
"""The smallest valid configuration."""

Load = Callable[..., Settings]
Problems = Callable[..., list[str]]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Load a configuration of the given text; further arguments go to `load_settings`."""

    def load(text: str | bytes, **options: Any) -> Settings:
        path = tmp_path / "config.ini"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return load_settings(path, **{"environment": {}, **options})

    return load


@pytest.fixture
def problems(load: Load) -> Problems:
    """Load a bad configuration and return all its errors."""

    def problems(text: str | bytes, **options: Any) -> list[str]:
        with pytest.raises(InvalidConfigError) as caught:
            load(text, **options)
        assert all(str(problem).isprintable() for problem in caught.value.problems)
        return list(map(str, caught.value.problems))

    return problems
