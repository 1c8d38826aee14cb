"""The native tests once more with the compiler's checks for bad addresses and undefined behaviour."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.children import child

ROOT = Path(__file__).parents[2]


def has_sanitizers():
    if not shutil.which("gcc"):
        return True  # then it is left out by the lack of gcc
    library = subprocess.run(["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=False).stdout
    return Path(library.strip()).is_absolute()


@pytest.mark.deep
@pytest.mark.timeout(1800)
@pytest.mark.needs("gcc")
@pytest.mark.skipif(not has_sanitizers(), reason="there is no gcc with sanitizers")
def test_no_bad_address_and_no_undefined_behaviour(pytestconfig):
    tests = ["tests/hands/test_kernel_fuzz.py", "tests/hands/test_kernel.py", "tests/equity/test_native.py"]
    if pytestconfig.option.tier == "deep":
        parts = ("evaluator", "best", "values", "bulk", "omaha", "categories")
        tests += [
            "tests/postflop/engine/test_solving.py",
            "tests/lab/test_bad_calls.py",
            "tests/lab/test_bad_trees.py",
            "tests/lab/test_blueprint.py",
            "tests/lab/test_small_games.py",
        ]
        tests += ["--deep", *(f"tests/hands/test_{part}.py" for part in parts), "tests/equity", "tests/draws"]
    command = child(str(ROOT / "scripts" / "sanitize"), f"--seed={pytestconfig.option.seed}", *tests)
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=os.environ)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-6000:]
    assert " passed" in done.stdout
