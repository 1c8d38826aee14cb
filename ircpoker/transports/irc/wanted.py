"""The channels in which the bot wants to be on one network: those of the configuration, until somebody changes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from ircpoker.config import Secret
from ircpoker.transports.irc.upkeep import Attempts, Pauses

Folding = Callable[[str], str]


_LONGEST_WORD = 64


def is_word(text: str) -> bool:
    """Return whether a text can be the channel or the key of a JOIN, and nothing more."""
    return text.isprintable() and not set(text) & set(" ,:") and 0 < len(text) <= _LONGEST_WORD


class WantedChannels:
    """The wanted channels, their keys, and the attempts to join them; they outlive connections.

    How names are folded is only known while the bot is connected, so each look-up brings it.
    """

    def __init__(
        self,
        names: Iterable[str],
        pauses: Pauses,
        keys: Mapping[str, Secret] | None = None,
        forwards: Mapping[str, str] | None = None,
    ) -> None:
        """Begin with the channels of the configuration.

        Args:
            names: the channels to be in.
            pauses: how long to wait between attempts to join one.
            keys: the keys (channel mode +k) by the names of their channels, also of channels that are not wanted yet.
            forwards: the channels in which the bot may be in place of others, by the names of these.
        """
        self._pauses = pauses
        self._names = {name: Attempts(pauses) for name in names}
        self._keys = dict(keys or {})
        self._forwards = dict(forwards or {})

    def __iter__(self) -> Iterator[str]:
        """Yield the names as they were given; they may change meanwhile."""
        return iter(tuple(self._names))

    def own_name(self, name: str, fold: Folding) -> str:
        """Return a channel's name as it was given; empty if it is not wanted, and no wanted one may lead there."""
        return _find(name, self._names, fold) or (
            self.origin(name, fold) and _find(name, self._forwards.values(), fold)
        )

    def origin(self, name: str, fold: Folding) -> str:
        """Return the wanted channel that this is, or that may lead there; empty if there is none."""
        return _find(name, self._names, fold) or next(
            (own for own in self._names if fold(self.forward(own, fold)) == fold(name)), ""
        )

    def attempts(self, own: str) -> Attempts:
        """Return the attempts to join a wanted channel, as its name was given."""
        return self._names[own]

    def forward(self, own: str, fold: Folding) -> str:
        """Return the channel in which the bot may be in place of another one; empty if there is none."""
        channel = _find(own, self._forwards, fold)
        return self._forwards[channel] if channel else ""

    def key(self, name: str, fold: Folding) -> str:
        """Return the key of a channel, which must not be shown; empty if it has none."""
        own = _find(name, self._keys, fold)
        return self._keys[own].reveal() if own else ""

    def add(self, name: str, key: Secret | None, fold: Folding) -> None:
        """Want a channel from now on; without a key, the one that is known is kept."""
        if not _find(name, self._names, fold):
            self._names[name] = Attempts(self._pauses)
        if key is not None:
            self._keys.pop(_find(name, self._keys, fold), None)
            self._keys[name] = key

    def remove(self, name: str, fold: Folding) -> bool:
        """Want a channel no more; return whether it was wanted."""
        return self._names.pop(_find(name, self._names, fold), None) is not None


def _find(name: str, names: Iterable[str], fold: Folding) -> str:
    """Return the name that the server counts as the same; empty if there is none."""
    key = fold(name)
    return next((own for own in names if fold(own) == key), "")
