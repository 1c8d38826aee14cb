"""docs/library.md: all its examples are true, and each package that it lists has one."""

import doctest
import re
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "library.md"


def test_the_examples_are_true():
    found = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8", optionflags=doctest.REPORT_NDIFF)
    assert found.failed == 0
    assert found.attempted > 30


def test_each_package_has_an_example():
    text = PAGE.read_text(encoding="utf-8")
    packages = set(re.findall(r"^\| [^|]+ \| `(ircpoker\.\w+)` \|$", text, re.MULTILINE))
    assert packages == set(re.findall(r"^>>> from (ircpoker\.\w+) import", text, re.MULTILINE))
