"""The words that people type for the actions in a deal, as `actions.toml` lists them."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files


@cache
def action_words() -> dict[str, frozenset[str]]:
    """Return the words of all languages by command, and under `around` those that mean nothing beside an action.

    Examples:
        >>> "all in" in action_words()["allin"], "bitte" in action_words()["around"]
        (True, True)
    """
    tables = tomllib.loads(files(__package__).joinpath("actions.toml").read_text(encoding="utf-8"))
    return {name: frozenset(word for words in table.values() for word in words) for name, table in tables.items()}
