"""Imports the code of others, such as a user's own plugins and robots, and survives what it raises.

No exception of such code ends the bot, not even `SystemExit`. Only the person at the keyboard can interrupt it. The
programs of others get a small environment, because the bot's own may hold its passwords.

The packages that only some commands need: refused in one form, before anything is asked or started.
"""

from __future__ import annotations

import hashlib
import os
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

from ircpoker.errors import SurroundingsError

PROGRAM_VARIABLES = (
    *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TZ"),
    *("LANG", "LANGUAGE", "LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_MESSAGES", "LC_MONETARY", "LC_NUMERIC", "LC_TIME"),
)
"""The environment variables that the programs of others get. No password may be in one of them."""

_Version = tuple[int, int]

_imported: dict[str, tuple[_Version, ModuleType | BaseException]] = {}


def program_environment() -> dict[str, str]:
    """Return the environment for a program of somebody else."""
    return {name: os.environ[name] for name in PROGRAM_VARIABLES if name in os.environ}


def import_file(file: Path) -> ModuleType:
    """Import a file under a name that no other module has; `sys.path` stays as it is.

    A file is executed once, even if it is imported several times, as a plugin, for its robots and for its settings:
    each import gives the same module, or raises the same exception again. A file that has changed is executed again.

    Args:
        file: a module, or the `__init__.py` of a package.

    Returns:
        The module.

    Raises:
        ImportError: it is not a Python module.
        BaseException: any exception of the module itself.
    """
    name = file.parent.name if file.name == "__init__.py" else file.stem
    digest = hashlib.sha256(str(file.resolve()).encode(errors="surrogateescape")).hexdigest()[:16]
    unique = f"ircpoker_own_{digest}_{name}"
    state = file.stat()
    version = (state.st_mtime_ns, state.st_size)
    before, result = _imported.get(unique, (None, None))
    if result is None or before != version:
        try:
            result = _execute(unique, file)
        except BaseException as error:
            if is_interrupt(error):
                raise
            result = error
        _imported[unique] = (version, result)
    if isinstance(result, BaseException):
        raise result
    return result


class _SourceLoader(SourceFileLoader):
    """Writes no bytecode beside other people's files, and reads none: it may belong to the file of a second ago."""

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - the base class has it
        """Return the compiled source."""
        code: CodeType = self.source_to_code(self.get_data(self.path), self.path)
        return code


def _execute(unique: str, file: Path) -> ModuleType:
    package = [str(file.parent)] if file.name == "__init__.py" else None
    loader = _SourceLoader(unique, str(file))
    spec = spec_from_file_location(unique, file, loader=loader, submodule_search_locations=package)
    if spec is None or spec.loader is None or file.suffix != ".py":
        raise ImportError("it is not a Python module")
    module = module_from_spec(spec)
    sys.modules[unique] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[unique]
        raise
    return module


def is_interrupt(error: BaseException) -> bool:
    """Return whether an exception comes from Ctrl-C; code can raise a `KeyboardInterrupt`, too.

    Args:
        error: the exception that was caught.

    Returns:
        Whether the person at the keyboard wants this process to stop.
    """
    if not isinstance(error, KeyboardInterrupt):
        return False
    from opcode import opmap  # noqa: PLC0415 - needed once in a long while

    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    # A `raise` statement is the last instruction of the innermost frame; a signal arrives between other instructions.
    return last is None or last.tb_frame.f_code.co_code[last.tb_lasti] != opmap["RAISE_VARARGS"]


def describe(error: BaseException) -> str:
    """Return an exception in words, `ValueError: no such card`; only the name if it has no text."""
    return f"{type(error).__name__}: {error}".removesuffix(": ")


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
