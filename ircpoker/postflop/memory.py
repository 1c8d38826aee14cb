"""The memory that there is for solving."""

from __future__ import annotations

from pathlib import Path

from ircpoker.errors import SolverError

MIB = 1 << 20
_LIMITS = (
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current", "/sys/fs/cgroup/memory.stat"),
    (
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
        "/sys/fs/cgroup/memory/memory.usage_in_bytes",
        "/sys/fs/cgroup/memory/memory.stat",
    ),
)
"""Files with the memory that a container may use, that it uses, and what that is made of."""
_CACHED = ("total_inactive_file", "inactive_file")
"""The memory for files that were read, which the system gives up where it is needed; as a container counts it."""


def available_memory() -> int | None:
    """Return the bytes that are free for a process; None if the system does not tell."""
    limits = [_of_machine(), *(_of_container(*files) for files in _LIMITS)]
    return min((each for each in limits if each is not None), default=None)


def _of_machine() -> int | None:
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    return None


def _of_container(limit: str, used: str, parts: str) -> int | None:
    try:
        most = Path(limit).read_text(encoding="ascii").strip()
        if most == "max":
            return None
        counts = dict(line.split() for line in Path(parts).read_text(encoding="ascii").splitlines())
        cached = next((int(counts[name]) for name in _CACHED if name in counts), 0)
        return int(most) - int(Path(used).read_text(encoding="ascii")) + cached
    except (OSError, ValueError):
        return None


def check_memory(wanted: int) -> None:
    """Check that there is enough memory.

    Args:
        wanted: bytes.

    Raises:
        SolverError: there is not.
    """
    there = available_memory()
    if there is not None and wanted > there:
        raise SolverError(
            f"this needs {wanted / MIB:,.0f} MiB of memory, and {there / MIB:,.0f} MiB are free: "
            "drop some sizes, or narrow the ranges (--dry-run says what helps)"
        )
