"""How good starting hands are: `tables.json`, made by `tools/make_regular.py`."""

import json
from pathlib import Path
from typing import Any

_TABLES: dict[str, Any] = json.loads(Path(__file__).with_name("tables.json").read_bytes())
HOLDEM_KINDS: list[str] = _TABLES["holdem_kinds"]
"""Hold'em's 169 kinds by their equity, the best first."""
OMAHA_WEIGHTS: list[int] = _TABLES["omaha_weights"]
"""The weights of `features`, in thousandths of a pot."""
OMAHA_QUANTILES: list[int] = _TABLES["omaha_quantiles"]
"""The sums of the weights that end each fortieth of all hands, the best first."""
DRAW_QUANTILES: list[int] = _TABLES["draw_quantiles"]
"""The mean classes after the best draw that end each fortieth of all hands."""
DRAW_FINALS: list[list[int]] = _TABLES["draw_finals"]
"""By the number of cards drawn: the classes after it that end each fortieth."""
DRAW_EQUITIES: list[list[int]] = _TABLES["draw_equities"]
"""Percent won after the draw by a tenth of all hands against each tenth."""
