"""Finds plugins by name and lets them add their commands.

A plugin is a module with `register(router)`: a file or folder in the user's own folder, one of our own, or
another distribution's entry point in the group `ircpoker.plugins`. The first of these three that has the name
wins: so a user can replace a plugin of ours, and a distribution cannot.
"""

from __future__ import annotations

import hashlib
import importlib
import logging
import pkgutil
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from typing import TYPE_CHECKING, cast

from ircpoker.chat.router import Router
from ircpoker.chat.text import one_line, printable
from ircpoker.errors import ConfigError, PluginError
from ircpoker.nearest import nearest

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

BUILT_IN = "ircpoker.plugins"
"""The package of our own plugins; the entry points' group has the same name."""
_LONGEST_REASON = 200

_logger = logging.getLogger(__name__)


def load_plugins(router: Router, names: Iterable[str], plugin_path: Path | None = None) -> None:
    """Load plugins in the order given.

    Args:
        router: gets their commands.
        names: which plugins.
        plugin_path: the user's own folder, if there is one; absolute.

    Raises:
        PluginError: a name is given twice, or what `load_plugin` says of one.
    """
    for name in names:
        if name in router.plugins:
            raise PluginError(name, "it is listed twice")
        load_plugin(router, name, plugin_path)


def load_plugin(router: Router, name: str, plugin_path: Path | None = None) -> None:
    """Load one plugin.

    Args:
        router: gets its commands.
        name: which plugin, an identifier.
        plugin_path: the user's own folder, if there is one; absolute.

    Raises:
        ConfigError: the folder is none, or the plugin adds a command that is there already.
        PluginError: there is none of that name, it cannot be imported, has no `register`, or fails.
    """
    if plugin_path is not None and not plugin_path.is_dir():
        wrong = f"[bot] plugin_path = {printable(str(plugin_path))}: there is no such folder"
        raise ConfigError(wrong, "bot", "plugin_path")
    if not name.isidentifier():
        raise PluginError(name, "expected a name of letters, digits and underscores")
    try:
        router.add_plugin(name, _find_register(name, plugin_path))
    except ConfigError:
        raise
    except (Exception, SystemExit) as error:
        # Whatever somebody else's module raises, the configuration that names it is what has to be changed.
        _logger.debug("plugin %s", name, exc_info=True)
        reason = one_line(f"it failed with {type(error).__name__}: {error}", _LONGEST_REASON)
        raise PluginError(name, reason) from error


def _find_register(name: str, plugin_path: Path | None) -> Callable[[Router], None]:
    module = _find_module(name, plugin_path)
    if module is None:
        raise PluginError(name, _not_found(name, plugin_path))
    register = getattr(module, "register", None)
    if not callable(register):
        raise PluginError(name, f"{module.__name__} has no function register(router)")
    return cast("Callable[[Router], None]", register)


def _find_module(name: str, plugin_path: Path | None) -> ModuleType | None:
    if plugin_path is not None:
        for file in (plugin_path / f"{name}.py", plugin_path / name / "__init__.py"):
            if file.is_file():
                return _import_file(name, file)
    if name in _built_in_names():
        return importlib.import_module(f"{BUILT_IN}.{name}")
    for entry_point in entry_points(group=BUILT_IN, name=name):
        module: ModuleType = entry_point.load()
        return module
    return None


def _import_file(name: str, file: Path) -> ModuleType:
    """Import a file under a name that no other module has; nothing is added to the path of imports."""
    folder = hashlib.sha256(str(file.parent).encode(errors="surrogateescape")).hexdigest()[:12]
    unique = f"ircpoker_plugin_{folder}_{name}"
    package = [str(file.parent)] if file.name == "__init__.py" else None
    spec = spec_from_file_location(unique, file, submodule_search_locations=package)
    if spec is None or spec.loader is None:
        raise PluginError(name, f"{printable(str(file))} is no Python module")
    module = module_from_spec(spec)
    sys.modules[unique] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[unique]
        raise
    return module


def _built_in_names() -> list[str]:
    return [module.name for module in pkgutil.iter_modules(importlib.import_module(BUILT_IN).__path__)]


def _not_found(name: str, plugin_path: Path | None) -> str:
    folders = [] if plugin_path is None else [str(plugin_path)]
    own = [module.name for module in pkgutil.iter_modules(folders)]
    others = [entry_point.name for entry_point in entry_points(group=BUILT_IN)]
    known = sorted({*own, *_built_in_names(), *others})
    near = nearest(name, known)
    meant = f", did you mean {near}" if near else ""
    return one_line(f"there is none{meant}; there are {', '.join(known)}", _LONGEST_REASON)
