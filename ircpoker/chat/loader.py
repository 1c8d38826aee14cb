"""Finds plugins by name and lets them add their commands.

A plugin is a module with commands: functions decorated with `@command`, and classes with decorated methods, of which
one object each is made. Its function `register(bot)`, if it has one, is called last.

It is a file or package in the user's own folder, one of our own plugins, or an entry point of another distribution in
the group `ircpoker.plugins`. They are searched in this order: a user can replace our plugins, a distribution cannot.
"""

from __future__ import annotations

import importlib
import logging
import pkgutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import is_dataclass
from functools import cache, partial
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from ircpoker.chat.commands import commands_in
from ircpoker.chat.router import Router
from ircpoker.config import Section
from ircpoker.errors import ConfigError, quote
from ircpoker.runtime.foreign import describe, import_file, is_interrupt
from ircpoker.words.nearest import nearest
from ircpoker.words.plain_text import one_line, printable

BUILT_IN = "ircpoker.plugins"
"""The package of our own plugins, and the name of the entry points' group."""
SECTIONS_NAME = "SECTIONS"
_LONGEST_REASON = 200

_logger = logging.getLogger(__name__)


def load_plugins(router: Router, names: Iterable[str], plugin_path: Path | None = None) -> None:
    """Load plugins in the order given.

    Args:
        router: gets the commands.
        names: the names of the plugins.
        plugin_path: the absolute path of the user's own folder, if there is one.

    Raises:
        ConfigError: the folder does not exist; or a plugin is listed twice, does not exist, cannot be imported, has
            neither a command nor `register`, adds a command that exists already, or fails.
    """
    for name in names:
        if name in router.plugins:
            raise ConfigError(*_wrong(name, "it is listed twice"))
        with _its_own_fault(name):
            module = _find_module(name, plugin_path)
            router.add_plugin(name, partial(_register, name, module))


def _register(name: str, module: ModuleType, router: Router) -> None:
    for command in commands_in(module, router):
        router.add(command)
    register = getattr(module, "register", None)
    if callable(register):
        register(router)
    elif not router.plugins[name]:
        raise ConfigError(*_wrong(name, "it has no command: @command(…) on a function makes one"))


def find_sections(
    names: Iterable[str], plugin_path: Path | None, taken: Iterable[str]
) -> tuple[list[Section[Any]], list[ConfigError]]:
    """Import plugins only for the sections of the configuration that they declare.

    A plugin declares them in a list, `SECTIONS = [Section("dice", DiceSettings, "how dice are thrown")]`.

    Args:
        names: the names of the plugins; our own are skipped, because their sections always exist.
        plugin_path: the absolute path of the user's own folder, if there is one.
        taken: the names of the sections that always exist.

    Returns:
        The sections, and the problems with plugins.
    """
    sections: list[Section[Any]] = []
    problems: list[ConfigError] = []
    known = set(taken)
    for name in names:
        if own_file(name, plugin_path) is None and name in _built_in_names():
            continue  # the sections of our own plugins always exist
        try:
            with _its_own_fault(name):
                sections += _sections_of(name, plugin_path, known)
        except ConfigError as error:
            problems.append(error)
    return sections, problems


def _sections_of(name: str, plugin_path: Path | None, known: set[str]) -> Iterable[Section[Any]]:
    listed = getattr(_find_module(name, plugin_path), SECTIONS_NAME, ())
    if not isinstance(listed, list | tuple) or not all(isinstance(section, Section) for section in listed):
        raise ConfigError(
            *_wrong(name, f"{SECTIONS_NAME} is not a list of sections: expected Section(name, dataclass, doc)")
        )
    for section in listed:
        if section.name in known:
            raise ConfigError(*_wrong(name, f"its section [{section.name}] exists already"))
        known.add(section.name)
        if not is_dataclass(section.settings) or section.several or not section.name.isidentifier():
            raise ConfigError(
                *_wrong(name, f"its section [{section.name}] needs a plain name, a dataclass, and several=False")
            )
    return listed


@contextmanager
def _its_own_fault(name: str) -> Iterator[None]:
    """Turn any exception of a plugin's module into a problem of the configuration.

    Raises:
        ConfigError: the module raised anything.
    """
    try:
        yield
    except ConfigError:
        raise
    except BaseException as error:
        if is_interrupt(error):
            raise
        _logger.debug("plugin %s", name, exc_info=True)
        reason = one_line(f"it failed with {describe(error)}", _LONGEST_REASON)
        raise ConfigError(*_wrong(name, reason)) from error


def _wrong(plugin: str, reason: str) -> tuple[str, str, str]:
    return f"[bot] plugins = {quote(plugin)}: {reason}", "bot", "plugins"


def _find_module(name: str, plugin_path: Path | None) -> ModuleType:
    if plugin_path is not None and not plugin_path.is_dir():
        wrong = f"[bot] plugin_path = {printable(str(plugin_path))}: there is no such folder"
        raise ConfigError(wrong, "bot", "plugin_path")
    if not name.isidentifier():
        raise ConfigError(*_wrong(name, "expected a name of letters, digits and underscores"))
    file = own_file(name, plugin_path)
    if file is not None:
        return import_file(file)
    if name in _built_in_names():
        return importlib.import_module(f"{BUILT_IN}.{name}")
    for entry_point in entry_points(group=BUILT_IN, name=name):
        module: ModuleType = entry_point.load()
        return module
    raise ConfigError(*_wrong(name, _not_found(name, plugin_path)))


def own_file(name: str, plugin_path: Path | None) -> Path | None:
    """Return the file of a plugin in the user's own folder; None if it is not there."""
    if plugin_path is None:
        return None
    files = (plugin_path / f"{name}.py", plugin_path / name / "__init__.py")
    return next((file for file in files if file.is_file()), None)


@cache
def _built_in_names() -> tuple[str, ...]:
    return tuple([module.name for module in pkgutil.iter_modules(importlib.import_module(BUILT_IN).__path__)])


def _not_found(name: str, plugin_path: Path | None) -> str:
    folders = [] if plugin_path is None else [str(plugin_path)]
    own = [module.name for module in pkgutil.iter_modules(folders)]
    others = [entry_point.name for entry_point in entry_points(group=BUILT_IN)]
    known = sorted({*own, *_built_in_names(), *others})
    near = nearest(name, known)
    meant = f", did you mean {near}" if near else ""
    return one_line(f"there is none{meant}; there are {', '.join(known)}", _LONGEST_REASON)
