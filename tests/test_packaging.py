"""The content of a wheel: every package, the plugins, the tables."""

import re
import runpy
import tomllib
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SETUPTOOLS = PROJECT["tool"]["setuptools"]


def test_every_package_is_listed():
    ours = {".".join(init.parent.relative_to(ROOT).parts) for init in (ROOT / "ircpoker").rglob("__init__.py")}
    assert set(SETUPTOOLS["packages"]) == ours | {"ircpoker.plugins"}
    assert SETUPTOOLS["package-dir"] == {"ircpoker.plugins": "plugins"}


def test_every_module_is_in_a_package():
    assert [path for path in (ROOT / "ircpoker").rglob("*.py") if not (path.parent / "__init__.py").exists()] == []


def test_data_files_are_listed():
    listed = {
        path
        for package, patterns in SETUPTOOLS["package-data"].items()
        for pattern in patterns
        for path in ROOT.joinpath(*package.split(".")).glob(pattern)
    }
    data = {
        path
        for path in (ROOT / "ircpoker").rglob("*")
        if path.is_file() and path.suffix not in {".py", ".pyc", ".so", ".pyd"}
    }
    assert data <= listed


def test_versions_are_pinned_by_name_and_version_only():
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    assert all(pin.count("==") == 1 and "/" not in pin and "@" not in pin for pin in pins)
    pinned = {pin.partition("==")[0].lower().replace("_", "-") for pin in pins}
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = [*PROJECT["project"]["dependencies"], *(name for extra in extras.values() for name in extra)]
    for requirement in wanted:
        name = requirement.split(">")[0].split("[")[0].split(",")[0].lower().replace("_", "-")
        assert name == "ircpoker" or name in pinned, requirement


def test_every_part_has_its_layer():
    layers = next(rule["layers"] for rule in PROJECT["tool"]["importlinter"]["contracts"] if rule["type"] == "layers")
    listed = {".".join(part.split(".")[:2]) for layer in layers for part in re.split(" [|:] ", layer)}
    parts = {path.stem for path in (ROOT / "ircpoker").iterdir() if path.is_dir() or path.suffix == ".py"}
    assert {f"ircpoker.{part}" for part in parts if not part.startswith("_")} == listed - {"plugins"}


def test_scripts_install_the_packages_of_the_project():
    setup = (ROOT / "scripts" / "setup.sh").read_text(encoding="utf-8")
    first = re.search(r'^play_packages="(.*)"$', setup, re.MULTILINE)[1].split()
    needed, extras = PROJECT["project"]["dependencies"], PROJECT["project"]["optional-dependencies"]
    assert set(first) < {re.split("[<>=,]", requirement)[0] for requirement in needed}
    assert f'build_tool="{PROJECT["build-system"]["requires"][0]}"' in setup

    starting = runpy.run_path(str(ROOT / "scripts" / "starting.py"))
    for together in (needed, *(extras[name] for name in ("cluster", "postgres", "ssh", "web"))):
        for requirement in together:
            module = re.split(r"[\[<>=,]", requirement)[0].replace("-", "_")
            assert find_spec(module), module
            assert starting["packages_with"](module) == together
    # Others may be missing: modules of another system, of ours, of developers, and whatever begins alike.
    for name in ("winreg", "ircpoker.no", "ircpoker", "pytest", "psy"):
        assert starting["packages_with"](name) == []
