"""Loads the native kernel: `KERNEL`, or None for the Python path.

The kernel has the functions of this package under the same names. The Python path is taken if the environment variable
`IRCPOKER_PURE` is set to any text, or if there was no C compiler at the installation. Annotations are in quotes, so
that a start with the kernel does not import `__future__`.
"""

import os
from _thread import allocate_lock  # `threading` would cost every start a millisecond

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from ircpoker.hands.values import HandValue

TABLES_FILE = os.path.join(os.path.dirname(__file__), "tables.bin")  # noqa: PTH118, PTH120 - pathlib costs 5 ms of start
"""The file of the evaluator's tables, see `ircpoker.hands.tables`."""
INTERFACE = 7
"""The version in native/kernel.h: a kernel that was built from older sources in a checkout is not used."""


def _evaluate(cards: object) -> "HandValue":
    """Call the Python twin; the kernel needs it so rarely that it is imported on first use."""
    from ircpoker.hands import evaluator

    return evaluator.evaluate(cards)  # type: ignore[arg-type]  # whatever a caller passed: the twin names what is wrong


def _evaluate_unchecked(cards: object) -> "HandValue":
    from ircpoker.hands import evaluator

    return evaluator.evaluate_unchecked(cards)  # type: ignore[arg-type]  # as above


def _value_of_class(class_: int) -> "HandValue":
    from ircpoker.hands.values import VALUES

    return VALUES[class_]


def _name_of_value(value: "HandValue") -> str:
    from ircpoker.hands.categories import format_name

    return format_name(value.category, value.ranks)


def damage_of(path: str) -> str:
    """Return the message about a table of this installation whose checksum is wrong."""
    return f"{'/'.join(path.replace(os.sep, '/').split('/')[-3:])} is damaged: install ircpoker again"


def _load() -> "ModuleType | None":
    """Return the kernel, ready for use, or None.

    Raises:
        SurroundingsError: the checksum of the tables is wrong.
    """
    if os.environ.get("IRCPOKER_PURE"):
        return None
    try:
        from ircpoker.hands import _kernel  # it may not be there
    except ImportError:
        return None
    if _kernel.INTERFACE != INTERFACE:
        return None

    one_at_a_time = allocate_lock()

    def bind_cards() -> None:
        from ircpoker.cards import CARDS  # evaluating text needs no cards

        with one_at_a_time:
            _kernel.bind_cards(CARDS)

    with open(TABLES_FILE, "rb") as file:  # noqa: PTH123 - pathlib costs 5 ms of start
        content = file.read()
    try:
        _kernel.set_up(content, _evaluate, _evaluate_unchecked, _value_of_class, _name_of_value, bind_cards)
    except ValueError:
        from ircpoker.errors import SurroundingsError

        raise SurroundingsError(damage_of(TABLES_FILE)) from None
    return _kernel


KERNEL = _load()
