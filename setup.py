"""Builds the native kernel and the solver; everything else about the package stands in pyproject.toml.

Both are optional: without a C compiler the build goes on without them, and `ircpoker` runs on its Python path.
"""

import gzip
import os
import sys
import sysconfig
import tarfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

ROOT = Path(__file__).parent
NATIVE = Path("native")
WITH_GIL = not sysconfig.get_config_var("Py_GIL_DISABLED")
"""One file for all versions of Python from 3.11; builds without the lock have no such stable interface yet."""
# What a sanitizer or a coverage build wants, as one string of options.
MORE_FLAGS = os.environ.get("IRCPOKER_KERNEL_FLAGS", "").split()
# scripts/setup.sh builds the solver, which takes most of the time, after the kernel.
PARTS = os.environ.get("IRCPOKER_PARTS", "kernel solver").split()
FLAGS = ["/std:c11", "/O2"] if sys.platform == "win32" else ["-std=c11", "-O3", "-g0"]
if sys.platform == "linux":
    FLAGS.append("-fno-plt")  # seven calls of the interpreter for a hand: each a jump less


class SideBySide(build_ext):
    """Compiles the files of an extension on all cores."""

    def build_extension(self, ext):
        """Compile and link an extension."""
        compile_in_turn = self.compiler.compile

        def compile_at_once(sources, **options):
            # Backwards, because the files that take longest, those in native/solver/vectors, should not begin last.
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                objects = list(pool.map(lambda source: compile_in_turn([source], **options), reversed(sources)))
            return [path for paths in reversed(objects) for path in paths]

        self.compiler.compile = compile_at_once
        try:
            super().build_extension(ext)
        finally:
            self.compiler.compile = compile_in_turn


class RepeatableSdist(sdist):
    """With `SOURCE_DATE_EPOCH` the same sources give the same bytes, as they do for wheels anyway."""

    def make_archive(self, base_name, format, root_dir=None, base_dir=None, owner=None, group=None):  # noqa: A002 - the base class names it so
        """Write the archive with one time and one owner for all files."""
        epoch = os.environ.get("SOURCE_DATE_EPOCH")
        if epoch is None or format != "gztar":
            return super().make_archive(base_name, format, root_dir, base_dir, owner, group)

        def plain(entry):
            entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = int(epoch), 0, 0, "", ""
            entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
            return entry

        path = Path(f"{base_name}.tar.gz")
        path.parent.mkdir(parents=True, exist_ok=True)
        with (
            path.open("wb") as file,
            gzip.GzipFile("", "wb", 6, file, int(epoch)) as packed,
            tarfile.open(fileobj=packed, mode="w") as archive,
        ):
            for found in sorted([Path(base_dir), *Path(base_dir).rglob("*")]):
                archive.add(found, recursive=False, filter=plain)
        return str(path)


def included(folder, pattern):
    """Return the files that C sources include, for the source distribution and for building again."""
    return sorted(str(path.relative_to(ROOT)) for path in folder.glob(pattern) if path.suffix in {".h", ".inc"})


kernel = Extension(
    "ircpoker.hands._kernel",
    sources=sorted(str(NATIVE / path.name) for path in (ROOT / NATIVE).glob("*.c")),
    depends=included(ROOT / NATIVE, "*"),
    define_macros=[("Py_LIMITED_API", "0x030B0000")] if WITH_GIL else [],
    py_limited_api=WITH_GIL,
    extra_compile_args=[*FLAGS, *MORE_FLAGS],
    extra_link_args=MORE_FLAGS,
    optional=True,
)

# What trains and measures strategies: no part of a start, and larger than the kernel.
solver = Extension(
    "ircpoker.postflop.engine._solver",
    sources=[
        str(NATIVE / "tables.c"),
        *sorted(str(path.relative_to(ROOT)) for path in (ROOT / NATIVE / "solver").rglob("*.c")),
    ],
    depends=included(ROOT / NATIVE, "**/*"),
    define_macros=[("Py_LIMITED_API", "0x030B0000")] if WITH_GIL else [],
    py_limited_api=WITH_GIL,
    # Sums are rounded alike whatever instructions a processor has.
    extra_compile_args=[
        *FLAGS,
        *([] if sys.platform == "win32" else ["-ffp-contract=off", "-Wno-psabi", "-pthread"]),
        *MORE_FLAGS,
    ],
    extra_link_args=[*([] if sys.platform == "win32" else ["-pthread", "-lm"]), *MORE_FLAGS],
    optional=True,
)

setup(
    ext_modules=[{"kernel": kernel, "solver": solver}[part] for part in PARTS],
    cmdclass={"build_ext": SideBySide, "sdist": RepeatableSdist},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if WITH_GIL else {},
)
