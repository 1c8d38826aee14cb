"""The content of a wheel: every package, the plugins, the tables."""

import re
import tomllib
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
    listed = {part for layer in layers for part in layer.split(" | ")}
    parts = {path.stem for path in (ROOT / "ircpoker").iterdir() if path.is_dir() or path.suffix == ".py"}
    assert {f"ircpoker.{part}" for part in parts if not part.startswith("_")} == listed - {"plugins"}


def test_packages_installed_later_are_those_of_the_package():
    setup, run = ((ROOT / "scripts" / name).read_text(encoding="utf-8") for name in ("setup.sh", "run"))
    first = re.search(r'^play_packages="(.*)"$', setup, re.MULTILINE)[1].split()
    later = dict(re.findall(r'add (\w+) ".*?" (.*?)(?: ;;)?$', run, re.MULTILINE))
    extras = PROJECT["project"]["optional-dependencies"]
    assert sorted(first + later["irc"].split()) == sorted(map(bare, PROJECT["project"]["dependencies"]))
    assert later["postgres"].strip('"') == bare(*extras["postgres"])
    assert later["cluster"] == bare(*extras["cluster"])
    assert later["web"].split() == list(map(bare, extras["web"]))
    assert f'build_tool="{PROJECT["build-system"]["requires"][0]}"' in setup


def bare(requirement):
    return re.split("[<>=,]", requirement)[0]
