"""Arguments that several commands have: numbers, seeds, processes, the workers of a cluster."""

from __future__ import annotations

import os
import re
from argparse import ArgumentParser, ArgumentTypeError, _ActionsContainer
from collections.abc import Callable

from ircpoker.errors import quote

LONGEST_SEED = 100
MOST_JOBS = 1024
_MOST_DIGITS = 10
_ADDRESS = re.compile(r"((tcp|tls|wss?)://)?([^\s/:@]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5}")


def number(least: int, most: int, noun: str) -> Callable[[str], int]:
    """Return a function for the `type` of an argument that reads a number within bounds.

    Args:
        least: the least number allowed.
        most: the greatest number allowed.
        noun: the counted things, for the error.
    """

    def read(text: str) -> int:
        if is_number(text, _MOST_DIGITS) and least <= int(text) <= most:
            return int(text)
        raise ArgumentTypeError(f"{quote(text)}: expected a number of {noun} from {least} to {most}")

    return read


def is_number(text: str, digits: int) -> bool:
    """Return whether a text is a whole number from 0, of so many digits at most."""
    return text.isascii() and text.isdecimal() and len(text) <= digits


def read_numbers(text: str, sign: str, digits: int) -> tuple[int, ...]:
    """Return the numbers from 1 in a text, with a sign between them; none if it is anything else, or only one."""
    words = text.split(sign)
    if len(words) > 1 and all(is_number(word, digits) and int(word) for word in words):
        return tuple(map(int, words))
    return ()


def add_number(
    parser: _ActionsContainer, option: str, bounds: tuple[int, int, str], text: str, *, usual: int | None = None,
    metavar: str = "N",
) -> None:  # fmt: skip
    """Declare an option that takes a number.

    Args:
        parser: the parser of the command.
        option: the option.
        bounds: as `number` takes them.
        text: the help.
        usual: the value if it is left out.
        metavar: what stands for the number in the help.
    """
    parser.add_argument(option, type=number(*bounds), default=usual, metavar=metavar, help=text)


def add_jobs(parser: _ActionsContainer, most: int = MOST_JOBS) -> None:
    """Declare `--jobs`; `jobs_of` reads it."""
    add_number(parser, "--jobs", (1, most, "processes"), "the number of processes (default: one per core)")


def jobs_of(jobs: int | None, work: int | None = None) -> int:
    """Return the number of processes: as many as wanted, or as there are cores, but no more than pieces of work."""
    wanted = jobs or os.cpu_count() or 1
    return wanted if work is None else min(wanted, work)


def add_dask(parser: _ActionsContainer) -> None:
    """Declare `--dask`."""
    parser.add_argument("--dask", type=read_address, metavar="ADDRESS", help="the workers of this Dask cluster")


def add_seed(parser: ArgumentParser, text: str, usual: int | None = 1) -> None:
    """Declare `--seed`."""
    parser.add_argument("--seed", type=read_seed, default=usual, metavar="N", help=text)


def read_seed(text: str) -> int:
    """Return the number after `--seed`.

    Args:
        text: the text after `--seed`.

    Returns:
        The number; not negative, because Python's random generator treats -5 like 5.

    Raises:
        ArgumentTypeError: it is not a whole number from 0, or it is too long.
    """
    if not is_number(text, LONGEST_SEED):
        raise ArgumentTypeError(f"{quote(text)}: expected a whole number from 0, of at most {LONGEST_SEED} digits")
    return int(text)


def read_address(text: str) -> str:
    """Return the address of a Dask scheduler; the `type` of an argument.

    Raises:
        ArgumentTypeError: it is not an address.
        SurroundingsError: Dask is not installed.
    """
    from ircpoker.runtime.foreign import require

    if not _ADDRESS.fullmatch(text):
        raise ArgumentTypeError(f"{quote(text)}: expected the address of a scheduler, such as tcp://10.0.0.1:8786")
    require("distributed")
    return text
