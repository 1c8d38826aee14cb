"""The tests of hands, and of the packages above, without the native kernel."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ircpoker.hands.kernel import KERNEL
from tests.children import child
from tests.programs import want_of

ROOT = Path(__file__).parents[2]


@pytest.mark.slow(1)
@pytest.mark.skipif(KERNEL is None, reason=want_of("cc", "this is the Python path"))
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(
    "part",
    [
        pytest.param("tests/hands", marks=pytest.mark.slow(15)),
        pytest.param("tests/equity", marks=pytest.mark.deep),
        pytest.param("tests/draws", marks=pytest.mark.deep),
        pytest.param("ircpoker/hands", marks=pytest.mark.no_cover),
    ],
)
def test_the_python_path_passes_the_same_tests(pytestconfig, part):
    # The large counts are for the deep tier: without the kernel they take minutes.
    deep = ["--deep", f"--seed={pytestconfig.option.seed}"] if pytestconfig.option.tier == "deep" else []
    command = child(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *deep, part)
    done = subprocess.run(
        command, env=os.environ | {"IRCPOKER_PURE": "1"}, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert " passed" in done.stdout
