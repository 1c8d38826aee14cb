"""The source distribution and the wheel: reproducible, with and without a compiler, and used without the sources."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.children import child

ROOT = Path(__file__).parents[1]
PARTS = (
    "LICENSE", "README.md", "constraints.txt", "ircpoker", "native", "packaging", "plugins", "pyproject.toml",
    "setup.py",
)  # fmt: skip
MOST_BYTES = 80 << 20
STRATEGIES = (
    "ircpoker/lab/", "ircpoker/postflop/engine/", "ircpoker/robots/limit/", "ircpoker/robots/nolimit/",
    "ircpoker/robots/ring/",
)  # fmt: skip
"""The files that train and play the large strategies."""
MOST_BYTES_WITHOUT = 20 << 18
BUILD = "import sys, setuptools.build_meta as b; print(b.build_{}(sys.argv[1]))"
SHOW = """
import ircpoker.hands.kernel as k, sys
from ircpoker.hands import class_counts, evaluate, evaluate_many, evaluate_omaha
print(k.KERNEL is not None, evaluate("Ah Td 4c 3s Js 7h 2d"), evaluate_many(bytes(range(7)), 7).tolist())
print(evaluate_omaha("Ah Kd Kc 2s", "Qh Jh 9h 4h 3c"), sum(class_counts(5)), "numpy" in sys.modules)
"""

pytestmark = [pytest.mark.slow(15), pytest.mark.timeout(900)]


def run(*command, **options):
    return subprocess.run(child(*map(str, command)), capture_output=True, text=True, check=False, **options)


def build(kind, source, folder, python=sys.executable, **environment):
    done = run(
        python, "-c", BUILD.format(kind), folder, cwd=source,
        env=os.environ | {"SOURCE_DATE_EPOCH": "1700000000"} | environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return folder / done.stdout.split()[-1], done.stdout + done.stderr


def checkout(folder, *, whole=True):
    """Copy what a source distribution is made from; strategies, which take long to pack, as zeros if not whole."""
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        else:
            folder.mkdir(exist_ok=True)
            shutil.copy(ROOT / part, folder / part)
    for strategy in [] if whole else (folder / "ircpoker" / "robots").rglob("*.bin"):
        size = strategy.stat().st_size
        strategy.write_bytes(b"")
        os.truncate(strategy, size)
    return folder


@pytest.fixture(scope="module")
def source_distribution(tmp_path_factory, pytestconfig):
    folder = tmp_path_factory.mktemp("source")
    return build("sdist", checkout(folder / "tree", whole=pytestconfig.option.tier == "deep"), folder)[0]


def unpacked(archive, folder):
    shutil.unpack_archive(archive, folder, filter="data")
    return next(folder.iterdir())


@pytest.fixture(scope="module")
def flags(pytestconfig):
    """Optimizing and the solver take 20 s for each wheel: they are for the deep tier and the tests' own environment."""
    is_deep = pytestconfig.option.tier == "deep"
    return {} if is_deep else {"IRCPOKER_KERNEL_FLAGS": "-O0", "IRCPOKER_PARTS": "kernel"}


@pytest.fixture(scope="module")
def wheel(source_distribution, flags, tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    return build("wheel", unpacked(source_distribution, folder / "tree"), folder, **flags)[0]


def installed(wheel, folder, python=sys.executable):
    """Return the interpreter of a new environment that holds only the wheel."""
    made = run(python, "-m", "venv", "--without-pip", folder)
    assert made.returncode == 0, made.stderr
    interpreter = folder / "bin" / "python"
    site = run(interpreter, "-c", "import sysconfig; print(sysconfig.get_paths()['platlib'])").stdout.strip()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return interpreter


def test_the_source_distribution_holds_all_c_sources(source_distribution):
    files = [path for path in (ROOT / "native").rglob("*") if path.suffix in {".c", ".h", ".inc"}]
    sources = {str(path.relative_to(ROOT)) for path in files}
    assert len(sources) > 50
    with tarfile.open(source_distribution) as archive:
        assert sources <= {name.partition("/")[2] for name in archive.getnames()}


EXPECTED = ["Ace High, Jack Kicker [166]", "One Pair, Kings, Queen Kicker 2598960 False"]


def test_the_wheel_works_alone_with_its_kernel(wheel, tmp_path):
    assert "-cp311-abi3-" in wheel.name
    done = run(installed(wheel, tmp_path / "env"), "-c", SHOW, cwd=tmp_path)
    assert done.stdout.splitlines() == [f"True {EXPECTED[0]}", EXPECTED[1]], done.stderr
    with zipfile.ZipFile(wheel) as archive:
        sizes = {entry.filename: entry.file_size for entry in archive.infolist()}
    assert sum(sizes.values()) <= MOST_BYTES
    assert sum(size for name, size in sizes.items() if not name.startswith(STRATEGIES)) <= MOST_BYTES_WITHOUT


@pytest.mark.parametrize("version", ["3.12", "3.13", "3.14"])
def test_one_wheel_serves_later_versions(wheel, tmp_path, version):
    python = f"python{version}"
    if run("env", python, "-c", "pass").returncode:
        pytest.skip(f"there is no Python {version} here")
    done = run(installed(wheel, tmp_path / "env", python), "-c", SHOW, cwd=tmp_path)
    assert done.stdout.splitlines() == [f"True {EXPECTED[0]}", EXPECTED[1]], done.stderr


@pytest.mark.parametrize("version", ["3.13t", "3.14t"])
def test_free_threaded_python_has_its_own_wheel(source_distribution, tmp_path, version):
    python = f"python{version}"
    if run("env", python, "-c", "import setuptools").returncode:
        pytest.skip(f"there is no Python {version} with setuptools here")
    wheel = build("wheel", unpacked(source_distribution, tmp_path / "tree"), tmp_path, python)[0]
    assert f"-cp{version.replace('.', '')}-" in wheel.name
    show = f"{SHOW}\nprint(sys._is_gil_enabled())"  # a module that cannot do without would have brought it back
    done = run(installed(wheel, tmp_path / "env", python), "-c", show, cwd=tmp_path)
    assert done.stdout.splitlines() == [f"True {EXPECTED[0]}", EXPECTED[1], "False"], done.stderr


def test_without_a_compiler_there_is_one_line_and_no_kernel(source_distribution, tmp_path):
    tree = unpacked(source_distribution, tmp_path / "tree")
    wheel, output = build("wheel", tree, tmp_path, CC="/bin/false")
    assert output.count('building extension "ircpoker.hands._kernel" failed') == 1
    assert not [name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".so")]
    python = installed(wheel, tmp_path / "env")
    # NumPy is missing there as well.
    done = run(python, "-c", SHOW, cwd=tmp_path)
    assert done.stdout.splitlines() == [f"False {EXPECTED[0]}", EXPECTED[1]], done.stderr


@pytest.mark.deep
def test_builds_are_reproducible(source_distribution, wheel, flags, tmp_path):
    again = build("sdist", checkout(tmp_path / "checkout"), tmp_path)[0]
    assert again.read_bytes() == source_distribution.read_bytes()
    assert build("wheel", unpacked(again, tmp_path / "tree"), tmp_path, **flags)[0].read_bytes() == wheel.read_bytes()
