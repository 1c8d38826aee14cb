"""Runs a command of ircpoker, and installs what it imports and .venv does not have yet: see `run`.

The requirements in pyproject.toml say which packages belong together: those of the bot, and those of each extra.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

_FOR_DEVELOPERS = frozenset({"bench", "dev", "docs"})
"""Extras that no command needs, though a library may try one of their modules, such as pytest."""


class Installer:
    """Python asks it for each module that nobody else has found. A start that misses nothing imports nothing for it."""

    def find_spec(
        self, name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where the module is once its package is installed; None if it is in no package of ours."""
        packages = packages_with(name)
        if not packages:
            return None
        import subprocess
        from importlib import invalidate_caches
        from importlib.machinery import PathFinder
        from pathlib import Path

        setup = Path(__file__).with_name("setup.sh")
        command = ["sh", "-c", '. "$0"; add "$@"', str(setup), name, *packages]
        status = subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode
        if status:
            sys.exit(2 if status > 0 else 128 - status)  # It has said why.
        invalidate_caches()
        return PathFinder.find_spec(name)


def packages_with(module: str) -> list[str]:
    """Return the requirements that are installed together, and one of which has the module; often none."""
    from pathlib import Path

    text = Path(__file__).parents[1].joinpath("pyproject.toml").read_text(encoding="utf-8")
    # Most are modules of another system, which Python's own modules try.
    if "." in module or f'"{module.partition("_")[0]}' not in text:
        return []
    import re
    import tomllib

    project = tomllib.loads(text)["project"]
    extras = project["optional-dependencies"]
    for packages in (project["dependencies"], *(extras[name] for name in extras if name not in _FOR_DEVELOPERS)):
        if module in {re.split(r"[^\w-]", package)[0].replace("-", "_") for package in packages}:
            return [str(package) for package in packages]
    return []


if __name__ == "__main__":
    sys.meta_path.append(Installer())
    from ircpoker.__main__ import main

    sys.exit(main())
