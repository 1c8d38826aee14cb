"""`[log]` and `[metrics]` of the configuration."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ircpoker.config import Section, key
from ircpoker.config.keys import seconds
from ircpoker.config.kinds import OPTIONAL_PATH, choice, whole

ADDRESS = "127.0.0.1"
"""The address of /metrics and /health: only this machine reaches them."""
AUTO = "auto"
"""The level that depends on where the log goes."""


@dataclass(frozen=True, slots=True)
class LogSettings:
    """The log of `ircpoker run`.

    Attributes:
        format: `text`, or `json` for a JSON object in each line.
        level: the least level that is logged, or `auto`.
        file: the file of the log; None for standard error.
    """

    format: str = key("text", choice("text", "json"), doc="lines for people (text), or a JSON object in each line")
    level: str = key(
        AUTO,
        choice(AUTO, "error", "warning", "info", "debug"),
        doc="auto: warning on a terminal, else info, which names connections, logins and tables; -v logs more",
    )
    file: Path | None = key(
        "", OPTIONAL_PATH, doc="the file of the log, opened again when it was moved; empty: standard error"
    )


@dataclass(frozen=True, slots=True)
class MetricsSettings:
    """The metrics of `ircpoker run`.

    Attributes:
        port: the port on 127.0.0.1 with /metrics and /health; 0 for none.
        file: the file for the textfile collector of Prometheus' node exporter; None for none.
        interval: seconds between two versions of the file.
    """

    port: int = key("0", whole(0, 65535), doc="the port on 127.0.0.1 for /metrics and /health; 0: none")
    file: Path | None = key(
        "", OPTIONAL_PATH, doc="a file for the textfile collector of Prometheus' node exporter, such as ircpoker.prom"
    )
    interval: float = seconds("15", 1, 3600, doc="time between two versions of that file")


LOG = Section("log", LogSettings, "the log of ircpoker run")
METRICS = Section("metrics", MetricsSettings, "the metrics of ircpoker run, for Prometheus")
MONITORING_SECTIONS: tuple[Section[Any], ...] = (LOG, METRICS)
