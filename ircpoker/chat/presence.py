"""Passes the news of people and channels from transports to games; neither knows the other.

`ChannelPauses` hears them, and stops the clocks of a channel's tables while nobody there can be told anything.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial

from ircpoker.ledger import PlayerId
from ircpoker.lobby import Lobby, Place, Table
from ircpoker.lobby.networks import JOIN_SECONDS
from ircpoker.people import Listener, Person
from ircpoker.runtime.recent import OnceAnHour
from ircpoker.runtime.scheduler import attempt

_FAILURE = "a listener to news of people failed"

_logger = logging.getLogger(__name__)


Finder = Callable[[str], "Person | None"]
"""A transport's function: returns the person whom it sees under a folded nick; None if it sees nobody.

Until the server has said who has the nick, the person has neither an address nor an account.
"""

OnRank = Callable[[bool | None], None]
"""Takes whether somebody is an operator of a channel; None if the server does not say."""
RankFinder = Callable[["Person", str, OnRank], None]
"""A transport's function: finds out whether a person is an operator of a channel at this moment."""


class Presence:
    """Passes the news of transports to all listeners; a listener that fails does not stop the others.

    Attributes:
        follow: takes the person before and after a new nick, a login or a logout; their account and seats follow.
        open_channels: the channels that everybody may join, as far as transports know: network and channel in small
            letters. They stay while a network is lost.
    """

    def __init__(self) -> None:
        self.follow: Callable[[Person, Person], None] = lambda _old, _person: None
        self._listeners: list[Listener] = []
        self._seen: set[tuple[str, str, str]] = set()
        self._arrived: dict[Person, PlayerId] = {}
        self._finders: dict[str, tuple[Finder | None, RankFinder | None]] = {}
        self.open_channels: set[tuple[str, str]] = set()

    def note_open(self, network: str, channel: str, *, is_open: bool) -> None:
        """Report whether everybody may join a channel and know of it: no key, no invitation, not secret or private."""
        known = self.open_channels
        (known.add if is_open else known.discard)((network, channel.lower()))

    def is_open(self, network: str, channel: str) -> bool:
        """Return whether everybody may join a channel and know of it; not while that is unclear."""
        return (network, channel.lower()) in self.open_channels

    @property
    def people(self) -> int:
        """The number of people in the channels of all networks."""
        return len({(network, nick) for network, nick, _ in self._seen})

    def find(self, network: str, nick_key: str) -> Person | None:
        """Return the person who has a nick now, as the network's transport sees it.

        Args:
            network: the network's name in the configuration.
            nick_key: the nick as folded by the network.

        Returns:
            The person, as a `Finder` returns it.
        """
        finder, _ = self._finders.get(network, (None, None))
        return finder(nick_key) if finder is not None else None

    def ask_rank(self, person: Person, channel: str, answer: OnRank) -> None:
        """Find out whether a person is an operator of a channel at this moment.

        Args:
            person: the person, as they spoke.
            channel: a channel of their network.
            answer: is called once, perhaps at once; never if the network is lost before.
        """
        _, finder = self._finders.get(person.network, (None, None))
        if finder is None:
            answer(None)
        else:
            finder(person, channel, answer)

    def listen(self, listener: Listener) -> None:
        """Pass all news to `listener` from now on."""
        self._listeners.append(listener)

    def renamed(self, old: Person, person: Person) -> None:
        """Report that `old` is now `person`."""
        was = (old.network, old.nick_key)
        self._seen = {(*_named(person), seen[2]) if seen[:2] == was else seen for seen in self._seen}
        attempt(lambda: self.follow(old, person), _logger, _FAILURE)

    def arrived(self, person: Person) -> None:
        """Report that somebody came by a socket, beside all channels."""
        self._arrived[person] = person.id
        self._tell(lambda listener: listener.arrived(person))

    def has_arrived(self, player: PlayerId) -> bool:
        """Return whether a player has come by a socket, and is still there."""
        return player in self._arrived.values()

    def joined(self, person: Person, channel: str) -> None:
        """Report that somebody is in a channel."""
        self._seen.add((*_named(person), channel.lower()))
        self._tell(lambda listener: listener.joined(person, channel))

    def parted(self, person: Person, channel: str) -> None:
        """Report that somebody left a channel."""
        self._seen.discard((*_named(person), channel.lower()))
        self._tell(lambda listener: listener.parted(person, channel))

    def quit(self, person: Person) -> None:
        """Report that somebody left the network."""
        self._seen = {seen for seen in self._seen if seen[:2] != _named(person)}
        self._arrived.pop(person, None)  # Not by the player: a server may name people who cannot be one.
        self._tell(lambda listener: listener.quit(person))

    def disconnected(self, network: str) -> None:
        """Report that the bot has lost a network."""
        self._seen = {seen for seen in self._seen if seen[0] != network}
        self._arrived = {person: player for person, player in self._arrived.items() if player.network != network}
        self._finders.pop(network, None)
        self._tell(lambda listener: listener.disconnected(network))

    def connected(self, network: str, finder: Finder | None = None, rank_finder: RankFinder | None = None) -> None:
        """Report that the bot is on a network.

        Args:
            network: the network's name in the configuration.
            finder: finds people by their nicks; None where the bot sees nobody, as on the console.
            rank_finder: knows the operators of channels; None where there are none.
        """
        self._finders[network] = finder, rank_finder
        self._tell(lambda listener: listener.connected(network))

    def muted(self, network: str, channel: str) -> None:
        """Report that nobody hears the bot in a channel where it is."""
        self._tell(lambda listener: listener.muted(network, channel))

    def left(self, network: str, channel: str) -> None:
        """Report that the bot is out of a channel."""
        self._tell(lambda listener: listener.left(network, channel))

    def heard(self, network: str, channel: str) -> None:
        """Report that the bot is heard in a channel."""
        self._tell(lambda listener: listener.heard(network, channel))

    def closing(self) -> None:
        """Report that the process is about to end."""
        self._tell(lambda listener: listener.closing())

    def _tell(self, event: Callable[[Listener], None]) -> None:
        for listener in tuple(self._listeners):  # one that connects may bring another one
            attempt(partial(event, listener), _logger, _FAILURE)


def _named(person: Person) -> tuple[str, str]:
    return person.network, person.nick_key


class ChannelPauses(Listener):
    """Pauses the tables of a channel in which the bot is not, or is not heard."""

    def __init__(self, lobby: Lobby, now: Callable[[], float]) -> None:
        """Begin with nothing paused.

        Args:
            lobby: the tables.
            now: returns the scheduler's time.
        """
        self._lobby = lobby
        self._notices = OnceAnHour(now)
        self._silent: set[Place] = set()

    def muted(self, network: str, channel: str) -> None:
        """Tell each player in private, once an hour, and stop the clocks."""
        playing = [table for table in self._tables(network, channel) if not table.calls.is_paused]
        # Somebody who changes the mode again and again must not make the bot talk.
        if playing and self._notices.is_due(str(Place.of_channel(network, channel))):
            for table in playing:
                table.say_muted(channel)
        self.left(network, channel)

    def left(self, network: str, channel: str) -> None:
        """Stop the clocks."""
        place = Place.of_channel(network, channel)
        self._silent.add(place)
        for table in self._tables(network, channel):
            table.pause()
        self._lobby.networks.on_place(place, False)

    def heard(self, network: str, channel: str) -> None:
        """Let the clocks run again, when somebody is seen there."""
        place = Place.of_channel(network, channel)
        if place not in self._silent:
            return
        self._silent.discard(place)
        for table in self._tables(network, channel):
            if table.calls.is_paused:
                table.go_on(JOIN_SECONDS)
        self._lobby.networks.on_place(place, True)

    def _tables(self, network: str, channel: str) -> Sequence[Table]:
        return self._lobby.tables.in_channel(Place.of_channel(network, channel))
