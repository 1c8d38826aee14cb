"""One input, one answer: cards from the arguments, or lines of standard input answered in their order.

Any bytes may come in. A bad line is answered with its mistake, and the next one is read.
"""

from __future__ import annotations

import sys

from ircpoker.cli.main import BAD_INPUT, DONE, complain, write
from ircpoker.errors import PokerError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

LONGEST_LINE = 65_536
"""In bytes. The rest of a longer line is dropped, so that even an endless line fits into memory."""
_CHUNK = 65_536
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def answer_one(answer: Callable[[], str]) -> int:
    """Print the answer to cards that were given as arguments.

    Args:
        answer: returns the line to print.

    Returns:
        The exit status.
    """
    write(f"{answer()}\n")
    return DONE


def answer_lines(answer: Callable[[str], str], *, as_json: bool) -> int:
    """Print the answer to every line of standard input, in order, each as soon as its line is there.

    Args:
        answer: returns the line to print, or raises PokerError.
        as_json: whether bad lines are answered as JSON.

    Returns:
        The exit status.
    """
    status = DONE
    done = 0
    for lines in _batches():
        answers = []
        for number, line in enumerate(lines, done + 1):
            try:
                answers.append(answer(_decode(line)))
            except PokerError as error:
                status = BAD_INPUT
                answers.append(_format_error(error, number, as_json=as_json))
        done += len(lines)
        write("\n".join([*answers, ""]))
        # No more input is waiting, so the sender may be waiting for these answers.
        sys.stdout.flush()
    return status


def _batches() -> Iterator[list[bytes]]:
    """Yield the lines of standard input, as many at once as there are."""
    if sys.stdin is None:  # closed by the caller
        return
    if sys.stdin.isatty():
        complain("reading cards from the terminal, one hand a line; Ctrl-D ends")
    stream: Any = sys.stdin.buffer  # the declared BinaryIO lacks the real one's read1
    chunk = stream.read1(_CHUNK).removeprefix(_BYTE_ORDER_MARK)
    rest = b""
    while chunk:
        *lines, rest = (rest + chunk).split(b"\n")
        if lines:
            yield lines
        rest = rest[: LONGEST_LINE + 1]
        chunk = stream.read1(_CHUNK)
    if rest:
        yield [rest]


def _decode(line: bytes) -> str:
    """Return a line as text.

    Raises:
        UsageError: the line is too long.
    """
    line = line.rstrip(b"\r")
    if len(line) > LONGEST_LINE:
        raise UsageError(f"the line is too long: expected at most {LONGEST_LINE} bytes")
    return line.decode("utf-8", "replace")


def _format_error(error: PokerError, number: int, *, as_json: bool) -> str:
    if not as_json:
        # The sign separates the fields: it may not stand in one.
        return f"error|{str(error).replace('|', '?')}|"
    from ircpoker.runtime.json_text import to_json

    return to_json({"error": str(error), "line": number})
