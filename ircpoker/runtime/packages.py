"""The packages that only some commands need: refused in one form, before anything is asked or started."""

from __future__ import annotations

from importlib.util import find_spec

from ircpoker.errors import SurroundingsError

_EXTRAS = {
    "asyncssh": "ssh",
    "distributed": "cluster",
    "httptools": "web",
    "jinja2": "web",
    "psycopg": "postgres",
    "starlette": "web",
    "uvicorn": "web",
}
"""The extra of `pip install` that has a package; others are known by their own names."""


def require(*packages: str) -> None:
    """Refuse what cannot be done without packages.

    Args:
        packages: the names by which they are imported.

    Raises:
        SurroundingsError: one of them is not installed.
    """
    for package in packages:
        if find_spec(package) is None:
            raise SurroundingsError(not_installed(package))


def not_installed(package: str) -> str:
    """Return what to do about a package that is not installed.

    Examples:
        >>> not_installed("asyncssh")
        "asyncssh is not installed: pip install 'ircpoker[ssh]', or in a checkout start it with scripts/run"
        >>> not_installed("prometheus_client")
        'prometheus-client is not installed: pip install prometheus-client, or in a checkout start it with scripts/run'
    """
    name = package.replace("_", "-")
    wanted = f"'ircpoker[{_EXTRAS[package]}]'" if package in _EXTRAS else name
    return f"{name} is not installed: pip install {wanted}, or in a checkout start it with scripts/run"
