"""What several plugins share: each thing is made once, by the first that asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Shared:
    """Things by their class.

    Examples:
        >>> shared = Shared()
        >>> shared.find(dict) is None
        True
        >>> shared.of(dict, lambda: {"made": "once"}) is shared.of(dict, dict)
        True
    """

    def __init__(self) -> None:
        self._things: dict[type, object] = {}

    def of(self, kind: type[T], make: Callable[[], T]) -> T:
        """Return the thing of a class, made now if it was not asked for before."""
        if kind not in self._things:
            self._things[kind] = make()
        return cast("T", self._things[kind])

    def find(self, kind: type[T]) -> T | None:
        """Return the thing of a class, None if nobody has asked for it."""
        return cast("T | None", self._things.get(kind))
