"""What people share: how much there is of it, and how much one host, or one network, may have.

`SHARES` is the table of everything that is shared, and whatever has room for so many takes the number from it. Who
keeps what is counted for somebody asks `refusal`, or keeps it in `SharedPlaces`; for what is counted for nobody,
`is_full`. Four rules hold for each:

* There are at most `total`.
* A host has at most its part, and so has a network.
* A part is kept for channels and for people with chips.
* As much again is kept for hosts that have nothing now: whoever comes first finds room, however many came before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from typing import Generic, Literal, NamedTuple, TypeVar

Full = Literal["host", "network", "all"]
"""Which part of something shared is full."""


class Holder(NamedTuple):
    """For whom a part of something shared is counted.

    Attributes:
        host: the host, or a mark of it; empty for a channel, or the bot's own machine, which count for no host.
        network: the network; empty where there is only one.
        is_kept_for: whether it is a channel, or somebody with chips.
    """

    host: str
    network: str = ""
    is_kept_for: bool = False


class Share(NamedTuple):
    """How something is shared.

    Attributes:
        total: how many there are; where the configuration says it, the usual number.
        host: the part that one host may have.
        least: what one host may have at least, however small the total is.
        network: the part that one network may have.
        kept: the part that is kept for channels and people with chips, and once more for hosts that have nothing.
    """

    total: int
    host: float
    least: int = 1
    network: float = 1.0
    kept: float = 0.0

    def of_host(self, total: int) -> int:
        """Return how many one host may have."""
        return min(total, max(self.least, int(total * self.host)))


SHARES = {
    "tables": Share(1000, 1 / 20, 3, 3 / 4, 1 / 4),  # of one kind of game
    "by lines": Share(100, 1 / 20, 3, kept=1 / 4),  # tables of a network without a channel; a person opens `least`
    "tournaments": Share(400, 1 / 50, 3, 3 / 4, 1 / 4),
    "thoughts": Share(30, 1 / 10, 3, 3 / 4),  # of robots that wait for a thread; others decide at once
    "logins": Share(64, 1 / 8),  # connections of SSH before it; the oldest of the host that has most gives way
    "sessions": Share(250, 0.0, 3),  # of SSH
    "page": Share(4000, 0.0, 64),  # connections
    "requests": Share(4000, 0.0, 64),  # to the page, and streams, that are not answered yet
    "signed in": Share(900, 1.0),  # people of the page with a connection; whoever asked longest ago gives way
    "watched": Share(500, 1.0),  # tables, by one connection of the page; those that nobody reads give way
    "feed": Share(1000, 1.0),  # connections to one socket
    "metrics": Share(16, 1.0),  # connections; the oldest whose request is not complete gives way
    "embedded": Share(200, 1.0),  # connections to that server
    "reviews": Share(6, 1 / 6, network=3 / 4),  # of deals, that are being made
    "ranks": Share(10, 1 / 5),  # questions to a server who is an operator of a channel; others are answered by no
    "answers": Share(96, 1 / 6),  # that wait for a network; who has most loses one
    "play": Share(1000, 1.0),  # lines of games that wait for a network; the newest is left out
    "log": Share(100, 1.0),  # different texts of faults in a minute; others are not logged
}
"""The table. Somebody for whom there is no room is refused, where it says nothing else."""


def is_full(name: str, taken: int) -> bool:
    """Return whether all of something shared is taken, which is counted for nobody."""
    return taken >= SHARES[name].total


def refusal(share: Share, total: int, held: Iterable[tuple[Holder, int]], holder: Holder, more: int = 1) -> Full | None:
    """Return what is full for somebody who wants more of something shared; None if there is room.

    Args:
        share: how it is shared.
        total: how many there are.
        held: what is taken: for whom, and how many.
        holder: who wants more.
        more: how many.

    Examples:
        >>> tables, alice, bob = SHARES["tables"], Holder("alice.home"), Holder("bob.home")
        >>> refusal(tables, 4, [(alice, 2)], alice), refusal(tables, 4, [(alice, 2)], bob)
        ('all', None)
    """
    hosts, networks = Counter[str](), Counter[str]()
    for each, count in held:
        hosts[each.host] += count
        networks[each.network] += count
    return _refusal(share, total, (hosts, networks), holder, more)


def _refusal(
    share: Share, total: int, taken: tuple[Counter[str], Counter[str]], holder: Holder, more: int
) -> Full | None:
    hosts, networks = taken
    kept, used = int(total * share.kept), networks.total()
    if used + more > total:
        return "all"
    if not holder.host:
        return None
    own = hosts[holder.host]
    if own + more > share.of_host(total):
        return "host"
    if holder.is_kept_for:
        return None
    if not own:
        return "all" if used + more > total - kept else None
    if networks[holder.network] + more > max(1, int(total * share.network)):
        return "network"
    return "all" if used + more > total - 2 * kept else None


K = TypeVar("K", bound="Hashable")


class SharedPlaces(Generic[K]):
    """What is taken of something shared, the oldest first: connections, each with its holder."""

    def __init__(self, share: Share, *, total: int = 0, least: int = 0) -> None:
        """Begin with nothing taken.

        Args:
            share: how it is shared.
            total: how many there are, if the configuration says it.
            least: what one host may have at least, if the configuration says it.
        """
        self._share = share._replace(least=least or share.least)
        self._total = total or share.total
        self._taken: dict[K, Holder] = {}
        self._hosts = Counter[str]()
        self._networks = Counter[str]()

    def __len__(self) -> int:
        return len(self._taken)

    def __iter__(self) -> Iterator[K]:
        return iter(self._taken)

    def __contains__(self, key: K) -> bool:
        return key in self._taken

    def full_for(self, holder: Holder) -> Full | None:
        """Return what is full for somebody who wants one; None if there is room."""
        return _refusal(self._share, self._total, (self._hosts, self._networks), holder, 1)

    def take(self, key: K, holder: Holder) -> Full | None:
        """Take one, unless something is full for its holder; then return what is."""
        full = self.full_for(holder)
        if full is None:
            self._taken[key] = holder
            self._hosts[holder.host] += 1
            self._networks[holder.network] += 1
        return full

    def give_back(self, key: K) -> None:
        """Give one back; one that is not taken is ignored."""
        holder = self._taken.pop(key, None)
        if holder is not None:
            self._hosts -= Counter([holder.host])
            self._networks -= Counter([holder.network])

    def make_room(self, holder: Holder) -> K | None:
        """Return the oldest place, which gives way to somebody for whom there is no room; None if there is none.

        It is one of the host that has most; their own, if no other has more or their host has its part.
        """
        own = self._hosts[holder.host]
        most = max(self._hosts, key=self._hosts.__getitem__, default="")
        if own >= self._share.of_host(self._total) or self._hosts[most] <= own:
            most = holder.host
        return next((key for key, each in self._taken.items() if each.host == most), None)
