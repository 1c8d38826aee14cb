"""The log of `ircpoker run`: text or lines of JSON, to standard error or into a file, never with a secret."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from io import TextIOWrapper
from logging.handlers import WatchedFileHandler
from pathlib import Path
from typing import TextIO, cast

from ircpoker.admin.monitoring.settings import AUTO, LOG, LogSettings
from ircpoker.errors import ConfigError
from ircpoker.runtime.event_log import LoggedEvent
from ircpoker.runtime.json_text import to_json
from ircpoker.runtime.private import open_private

_TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def start_logging(settings: LogSettings, verbosity: int, secrets: Iterable[str]) -> None:
    """Write the log of this process where the configuration says.

    Args:
        settings: `[log]`.
        verbosity: 0 for the configured level, 1 for events as well, 2 for all.
        secrets: texts that must never appear.

    Raises:
        ConfigError: the file cannot be opened.
    """
    level = log_level(settings, verbosity)
    hidden = [secret for secret in secrets if secret]
    try:
        handler = _StandardError() if settings.file is None else _PrivateFile(settings.file)
    except OSError as error:
        problem = f"[log] file: the log cannot be opened: {error.strerror}"
        raise ConfigError(problem, LOG.name, "file") from error
    handler.setFormatter(JsonFormatter(hidden) if settings.format == "json" else TextFormatter(hidden))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # The library logs each line it sends, a password among them.
    logging.getLogger("irc").setLevel(max(level, logging.INFO))
    # It has some lines about itself at each start.
    logging.getLogger("alembic").setLevel(logging.DEBUG if level == logging.DEBUG else logging.WARNING)


def log_level(settings: LogSettings, verbosity: int = 0) -> int:
    """Return the least level that is logged, as a number of `logging`.

    On a terminal people read the log beside the console, so by default only warnings go there.

    Args:
        settings: `[log]`.
        verbosity: how often `-v` was given.
    """
    if settings.level != AUTO:
        level: int = logging.getLevelNamesMapping()[settings.level.upper()]
    elif settings.file is None and sys.stderr is not None and sys.stderr.isatty():
        level = logging.WARNING
    else:
        level = logging.INFO
    asked = {0: level, 1: logging.INFO}.get(verbosity, logging.DEBUG)
    return min(level, asked)


class _StandardError(logging.StreamHandler[TextIO]):
    """Writes to the `sys.stderr` of that moment: while the console is open, its prompt replaces the usual one."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record."""
        if sys.stderr is not None:
            self.stream = sys.stderr
            super().emit(record)


class _PrivateFile(WatchedFileHandler):
    """A file that only its owner can read; it is opened again when another program has moved it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, encoding="utf-8", errors="backslashreplace")

    def _open(self) -> TextIOWrapper:
        stream = open_private(Path(self.baseFilename), self.mode, encoding=self.encoding, errors=self.errors)
        return cast("TextIOWrapper", stream)

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record; a file that cannot be opened again just now must not disturb the bot."""
        try:
            super().emit(record)
        except OSError:
            self.handleError(record)


class TextFormatter(logging.Formatter):
    """Formats records as lines for people, and replaces secrets by `***`, in tracebacks, too."""

    def __init__(self, secrets: Iterable[str]) -> None:
        """Begin.

        Args:
            secrets: texts that must never appear.
        """
        super().__init__(_TEXT)
        self._secrets = tuple(secrets)

    def format(self, record: logging.LogRecord) -> str:
        """Return the record's text."""
        return self._without_secrets(super().format(record))

    def _without_secrets(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text


class JsonFormatter(TextFormatter):
    """Formats each record as a JSON object in one line, without secrets.

    It has `time` (UTC, ISO 8601 with milliseconds), `level`, `logger` and `message`; of an event also `event` and its
    facts, such as `network`; and `exception` if there is a traceback.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the record's line."""
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        parts: dict[str, str | float] = {
            "time": time.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        event = getattr(record, "ircpoker_event", None)
        if isinstance(event, LoggedEvent):
            parts |= {"event": event.name, **event.facts}
        if record.exc_info:
            parts["exception"] = self.formatException(record.exc_info)
        # Before they are escaped: a secret may have a quotation mark.
        shown = {name: self._without_secrets(part) if isinstance(part, str) else part for name, part in parts.items()}
        return to_json(shown)
