"""The tests of hands and of what stands on them, once more without the native kernel."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ircpoker.hands.kernel import KERNEL
from tests.children import child

ROOT = Path(__file__).parents[2]
PARTS = [part for part in ("tests/hands", "tests/draws", "tests/equity", "ircpoker/hands") if (ROOT / part).exists()]


@pytest.mark.skipif(KERNEL is None, reason="this is the Python path")
@pytest.mark.timeout(1800)
def test_the_python_path_passes_the_same_tests(pytestconfig):
    # The tier and the seed of this run, in one process: the others have work of their own.
    tier = pytestconfig.option.tier
    options = [f"--seed={pytestconfig.option.seed}", *([f"--{tier}"] if tier != "quick" else [])]
    command = child(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, *PARTS)
    done = subprocess.run(
        command, env=os.environ | {"IRCPOKER_PURE": "1"}, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert " passed" in done.stdout
