"""Poker hands: category, value, name and the best five of 5 to 52 cards.

The only other modules that it imports are `ircpoker.cards` and `ircpoker.errors`. Where the native kernel was built
(`ircpoker.hands.kernel`), `evaluate` and `evaluate_unchecked` are the kernel's: they give the same values from the same
tables, several times as fast, and evaluate text without making cards. NumPy is imported only by `evaluate_many`, and
only without the kernel.
"""

from ircpoker.hands.kernel import KERNEL
from ircpoker.hands.values import CLASS_COUNT, VALUES, HandValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ircpoker.hands.best import BestHand, best_hand
    from ircpoker.hands.categories import Category, class_counts
    from ircpoker.hands.many import evaluate_many
    from ircpoker.hands.omaha import evaluate_omaha, evaluate_omaha_many

if TYPE_CHECKING or KERNEL is None:
    from ircpoker.hands.evaluator import evaluate, evaluate_unchecked
else:
    evaluate, evaluate_unchecked = KERNEL.evaluate, KERNEL.evaluate_unchecked

__all__ = [
    "CLASS_COUNT",
    "VALUES",
    "BestHand",
    "Category",
    "HandValue",
    "best_hand",
    "class_counts",
    "evaluate",
    "evaluate_many",
    "evaluate_omaha",
    "evaluate_omaha_many",
    "evaluate_unchecked",
]

_MODULE_OF = {
    "BestHand": "best",
    "Category": "categories",
    "best_hand": "best",
    "class_counts": "categories",
    "evaluate_many": "many",
    "evaluate_omaha": "omaha",
    "evaluate_omaha_many": "omaha",
}
"""The names that are imported on first use, so that a start pays only for the names it uses."""


def __getattr__(name: str) -> object:
    """Import a name of `_MODULE_OF`.

    Raises:
        AttributeError: the name is another one.
    """
    if name in _MODULE_OF:
        from importlib import import_module

        value = globals()[name] = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return all names, also those that are imported on first use."""
    return sorted({*globals(), *_MODULE_OF})
