"""ircpoker: a poker bot for IRC and the terminal, and its hand evaluator.

    from ircpoker import Deal, best_hand, evaluate, match, solve

The package imports nothing at start, so that `import ircpoker.hands` costs only the evaluator.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ircpoker.hands import best_hand, evaluate
    from ircpoker.lab.matches import match
    from ircpoker.postflop import solve
    from ircpoker.table import Deal

__all__ = ["Deal", "best_hand", "evaluate", "match", "solve"]
__version__ = "0.1.0"

_PACKAGE_OF = {
    "Deal": "table",
    "best_hand": "hands",
    "evaluate": "hands",
    "match": "lab.matches",
    "solve": "postflop",
}
"""The names that are imported on first use."""


def __getattr__(name: str) -> object:
    """Import a name of `_PACKAGE_OF`.

    Raises:
        AttributeError: the name is another one.
    """
    if name not in _PACKAGE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - only a program that uses it pays for it

    value: object = getattr(import_module(f"{__name__}.{_PACKAGE_OF[name]}"), name)
    return value


def __dir__() -> list[str]:
    """Return all names, also those that are imported on first use."""
    return sorted({*globals(), *__all__})
