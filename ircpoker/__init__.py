"""ircpoker: a poker bot for IRC and the terminal, and its hand evaluator.

The package imports nothing at start, so that `import ircpoker.hands` costs only the evaluator.
"""

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Return `solve` of `ircpoker.postflop`, which needs NumPy and the solver: they are loaded when it is asked for."""
    if name != "solve":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from ircpoker.postflop import solve  # noqa: PLC0415 - see above

    return solve


def __dir__() -> list[str]:
    """Return all names, also those that are imported on first use."""
    return sorted({*globals(), "solve"})
