"""The channels in which the bot wants to be on one network: those of the configuration, until somebody changes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from ircpoker.config import Secret

    Folding = Callable[[str], str]

_LONGEST_WORD = 64


def is_word(text: str) -> bool:
    """Return whether a text can be the channel or the key of a JOIN, and nothing more."""
    return text.isprintable() and not set(text) & set(" ,:") and 0 < len(text) <= _LONGEST_WORD


class WantedChannels:
    """The wanted channels and their keys; they outlive connections.

    How names are folded is only known while the bot is connected, so each look-up brings it.
    """

    def __init__(self, names: Iterable[str], keys: Mapping[str, Secret] | None = None) -> None:
        """Begin with the channels of the configuration.

        Args:
            names: the channels to be in.
            keys: the keys (channel mode +k) by the names of their channels, also of channels that are not wanted yet.
        """
        self._names = list(names)
        self._keys = dict(keys or {})

    def __iter__(self) -> Iterator[str]:
        """Yield the names as they were given; they may change meanwhile."""
        return iter(tuple(self._names))

    def own_name(self, name: str, fold: Folding) -> str:
        """Return a channel's name as it was given; empty if the channel is not wanted."""
        return _find(name, self._names, fold)

    def key(self, name: str, fold: Folding) -> str:
        """Return the key of a channel, which must not be shown; empty if it has none."""
        own = _find(name, self._keys, fold)
        return self._keys[own].reveal() if own else ""

    def add(self, name: str, key: Secret | None, fold: Folding) -> None:
        """Want a channel from now on; without a key, the one that is known is kept."""
        if not self.own_name(name, fold):
            self._names.append(name)
        if key is not None:
            self._keys.pop(_find(name, self._keys, fold), None)
            self._keys[name] = key

    def remove(self, name: str, fold: Folding) -> bool:
        """Want a channel no more; return whether it was wanted."""
        own = self.own_name(name, fold)
        if own:
            self._names.remove(own)
        return bool(own)


def _find(name: str, names: Iterable[str], fold: Folding) -> str:
    """Return the name that the server counts as the same; empty if there is none."""
    key = fold(name)
    return next((own for own in names if fold(own) == key), "")
