"""Builds the native kernel beside `ircpoker.hands`; everything else about the package stands in pyproject.toml.

The kernel is optional: without a C compiler the build goes on without it, and `ircpoker` runs on its Python path.
"""

import os
import sysconfig
from pathlib import Path

from setuptools import Extension, setup

ROOT = Path(__file__).parent
NATIVE = Path("native")
WITH_GIL = not sysconfig.get_config_var("Py_GIL_DISABLED")
"""One file for all versions of Python from 3.11; builds without the lock have no such stable interface yet."""
# What a sanitizer or a coverage build wants, as one string of options.
MORE_FLAGS = os.environ.get("IRCPOKER_KERNEL_FLAGS", "").split()
FLAGS = ["/std:c11", "/O2"] if sysconfig.get_platform().startswith("win") else ["-std=c11", "-O3", "-fno-plt"]

kernel = Extension(
    "ircpoker.hands._kernel",
    sources=sorted(str(NATIVE / path.name) for path in (ROOT / NATIVE).glob("*.c")),
    depends=sorted(str(NATIVE / path.name) for path in (ROOT / NATIVE).glob("*.h")),
    define_macros=[("Py_LIMITED_API", "0x030B0000")] if WITH_GIL else [],
    py_limited_api=WITH_GIL,
    extra_compile_args=[*FLAGS, *MORE_FLAGS],
    extra_link_args=MORE_FLAGS,
    optional=True,
)

setup(ext_modules=[kernel], options={"bdist_wheel": {"py_limited_api": "cp311"}} if WITH_GIL else {})
