"""The packages that `tools.mutate` knows, each with the tests that should notice a fault in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TESTS = {
    "admin": ("tests/admin", "tests/plugins/test_admin.py", "tests/transports"),
    "chat": (
        "tests/chat", "tests/plugins", "tests/lobby", "tests/fuzz/test_router.py",
    ),
    "config": ("tests/config", "tests/fuzz/test_config.py"),
    "draws": ("tests/draws", "tests/cli/test_discards.py", "tests/plugins", "ircpoker/draws"),
    "equity": ("tests/equity", "tests/plugins/test_odds.py", "ircpoker/equity"),
    "fairness": (
        "tests/fairness", "tests/ledger/test_shuffles.py", "tests/machines", "tests/cli/test_verify.py",
        "tests/lobby/test_restarts.py", "ircpoker/fairness",
    ),
    "feed": ("tests/feed",),
    "hands": ("tests/hands", "tests/counts/test_categories.py", "ircpoker/hands"),
    "ledger": ("tests/ledger", "tests/lobby", "tests/plugins", "tests/cli/test_audit.py", "ircpoker/ledger"),
    "lobby": ("tests/lobby", "tests/chat", "tests/plugins", "ircpoker/lobby"),
    "machines": ("tests/machines", "tests/counts/test_payback.py", "tests/plugins", "ircpoker/machines"),
    "plugins": ("tests/plugins", "tests/chat"),
    "postflop": ("tests/postflop", "tests/cli/test_solve.py", "ircpoker/postflop"),
    "records": ("tests/records", "ircpoker/records"),
    "robots": ("tests/robots", "ircpoker/robots"),
    "runtime": ("tests/runtime", "tests/lobby", "tests/transports", "ircpoker/runtime"),
    "systems": ("tests/systems", "tests/seeds", "tests/robots", "tests/cli/test_value.py", "ircpoker/systems"),
    "study": ("tests/study", "ircpoker/study"),
    "table": (
        "tests/table", "tests/rules", "tests/counts/test_perft.py", "tests/records/phh", "tests/robots",
        "ircpoker/table",
    ),
    "telling": ("tests/telling", "tests/story", "tests/transports"),
    "tournaments": ("tests/tournaments",),
    "transports": ("tests/transports",),
    "words": ("tests/words", "tests/chat", "ircpoker/words"),
}  # fmt: skip
"""Each package with the paths of its tests, those that mirror it first."""

LEFT_OUT = {
    "cli": "its tests fork one process for all commands, so it is not known which of them run a line",
    "screen": "most of its tests play whole sessions on a terminal",
    "ssh": "nearly all of its tests start servers and OpenSSH's client",
    "web": "most of its tests start servers and a browser",
    "lab": "a fault makes a strategy weaker, and only a training of minutes shows that",
}
"""Packages that have tests, with the reason why faults are not tried in them."""


def modules_of(package: str, root: Path) -> Iterator[Path]:
    """Yield the modules of a package, or the one module that its name means, in order."""
    folder = folder_of(package, root)
    if folder.is_dir():
        yield from sorted(folder.rglob("*.py"))
    else:
        yield folder.with_suffix(".py")


def folder_of(package: str, root: Path) -> Path:
    """Return where a package is; `ircpoker.plugins` is not below `ircpoker`."""
    return root / "plugins" if package == "plugins" else root / "ircpoker" / package
