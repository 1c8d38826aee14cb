"""docs/library.md: all its examples are true and typed, and each package that it lists has one and loads little."""

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "library.md"
MAY_LOAD = {
    "cards": {"cards", "errors", "words"},
    "errors": {"errors", "words"},
    "hands": {"cards", "errors", "hands", "words"},
    "draws": {"cards", "draws", "errors", "hands", "words"},
    "equity": {"cards", "equity", "errors", "hands", "words"},
    "systems": {"cards", "errors", "hands", "systems", "words"},
    "table": {"cards", "errors", "hands", "table", "words"},
    "postflop": {"postflop"},
}
"""What else of the package each one may import: nothing of the bot."""


@pytest.mark.slow(1)
def test_the_examples_are_true():
    found = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8", optionflags=doctest.REPORT_NDIFF)
    assert found.failed == 0
    assert found.attempted > 30


def test_each_package_has_an_example():
    text = PAGE.read_text(encoding="utf-8")
    packages = set(re.findall(r"^\| [^|]+ \| `(ircpoker\.[\w.]+)`[^|]* \|$", text, re.MULTILINE))
    assert packages == set(re.findall(r"^>>> from (ircpoker\.[\w.]+) import", text, re.MULTILINE))


@pytest.mark.slow(20)
def test_the_examples_are_typed(tmp_path):
    """One module of them passes mypy with `--strict`."""
    examples = doctest.DocTestParser().get_examples(PAGE.read_text(encoding="utf-8"))
    statements = [each.source for each in examples if each.source.startswith(("from ", "import "))]
    rest = [each.source for each in examples if not each.source.startswith(("from ", "import "))]
    module = tmp_path / "examples.py"
    module.write_text("".join(statements + rest), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "pyproject.toml"), str(module)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_has_the_most_wanted_names():
    text = PAGE.read_text(encoding="utf-8")
    import ircpoker

    wanted = re.findall(r"`(\w+)`", text.partition("most wanted names")[2].partition("\n\n")[0])
    assert sorted(wanted) == sorted(ircpoker.__all__)
    assert {*wanted} <= {*dir(ircpoker)}


@pytest.mark.few(2)
@pytest.mark.parametrize("package", MAY_LOAD)
def test_a_package_loads_nothing_of_the_bot(package):
    program = f"""import sys, json; sys.path[:0] = {sys.path!r}; import ircpoker.{package}
print(json.dumps(sorted(name for name in sys.modules if name.startswith("ircpoker."))))"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert {name.split(".")[1] for name in json.loads(done.stdout)} <= MAY_LOAD[package]
