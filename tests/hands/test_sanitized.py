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
        return False
    library = subprocess.run(["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=False).stdout
    return Path(library.strip()).is_absolute()


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.skipif(not has_sanitizers(), reason="there is no gcc with sanitizers")
def test_no_bad_address_and_no_undefined_behaviour(pytestconfig):
    tier = pytestconfig.option.tier
    fuzz = ["tests/hands/test_kernel_fuzz.py", f"--seed={pytestconfig.option.seed}"]
    deep = [f"--{tier}"] if tier == "deep" else []
    parts = ("test_kernel", "test_evaluator", "test_best", "test_values", "test_bulk", "test_omaha", "test_counts")
    tests = [f"tests/hands/{part}.py" for part in parts]
    command = child(str(ROOT / "scripts" / "sanitize"), *deep, *fuzz, *tests, "tests/equity", "tests/draws")
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=os.environ)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-6000:]
    assert " passed" in done.stdout
