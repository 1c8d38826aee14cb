"""`ircpoker parse` starts fast: 60 ms over bare Python at most, without heavy imports; a first value, faster still."""

import os
import subprocess
import sys
from resource import RUSAGE_CHILDREN, getrusage

import pytest

HEAVY = {
    "alembic",
    "asyncio",
    "configparser",
    "dataclasses",
    "inspect",
    "irc",
    "json",
    "logging",
    "numpy",
    "prompt_toolkit",
    "rich",
    "socket",
    "sqlalchemy",
    "typing",
}
_PARSE = "import sys; from ircpoker.__main__ import main; main(['parse', 'Ah Td 4c 3s Js 7h'])"


def test_nothing_heavy_is_imported() -> None:
    # -S: the site packages' own start-up files may import anything.
    program = f"import sys; sys.path[:0] = {sys.path!r}; {_PARSE}; sys.stderr.write(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Ah Js Td 7h 4c|")
    assert not HEAVY & {name.partition(".")[0] for name in done.stderr.split()}


@pytest.mark.parametrize("pure", ["", "1"])
def test_a_first_value_imports_even_less(pure: str) -> None:
    first = "from ircpoker.hands import evaluate; print(evaluate('Ah Td 4c 3s Js 7h 2d').class_)"
    program = f"import sys; sys.path[:0] = {sys.path!r}; {first}; sys.stderr.write(' '.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],
        env=os.environ | {"IRCPOKER_PURE": pure}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "6485\n"  # Ace High, Jack Kicker
    unwanted = HEAVY | {"collections", "enum", "functools", "ircpoker.errors", "operator", "re", "types"}
    assert not unwanted & set(done.stderr.split())


@pytest.mark.slow(1)
@pytest.mark.no_cover  # a tracer would slow the start
def test_parse_costs_at_most_60_ms_over_bare_python() -> None:
    bare, parse = [], []
    for _ in range(15):  # interleaved, and the best of each, because others may use this machine, too
        bare.append(seconds_of("pass"))
        parse.append(seconds_of(_PARSE))
    assert min(parse) - min(bare) < 0.060


def seconds_of(program: str) -> float:
    """Return the processor time: as nothing here waits, it is the time on an idle machine."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", program], stdout=subprocess.DEVNULL, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
