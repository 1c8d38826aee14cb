"""Opens the window of a private talk: WeeChat and irssi open it for a PRIVMSG, and show later NOTICEs in it, too.

Without it, they show the answers to `/msg dealer help` in the window of the server, which most people do not look at.
"""

from __future__ import annotations

MOST_TALKS = 1000


class Talks:
    """The people who had a PRIVMSG as the first line of an answer: one each, so that no two bots talk for ever."""

    def __init__(self) -> None:
        self._addresses: dict[str, str] = {}

    def begins(self, key: str, address: str) -> bool:
        """Return whether somebody asks in private for the first time, and note that they did.

        Args:
            key: the folded nick.
            address: `user@host`; at another address it is another person.
        """
        if self._addresses.get(key) == address:
            return False
        if len(self._addresses) >= MOST_TALKS:
            del self._addresses[next(iter(self._addresses))]
        self._addresses[key] = address
        return True

    def end(self, key: str) -> None:
        """Forget somebody who has left the network; their client may begin without windows next time."""
        self._addresses.pop(key, None)
