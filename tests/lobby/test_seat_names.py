"""Nobody has the name of somebody else at a table, whoever comes by which way."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ircpoker.ledger import PlayerId
from ircpoker.lobby.seats import Seat, Seats
from ircpoker.table import TableSeat

NETWORKS = ("net", "web", "ssh")
PEOPLE = st.tuples(st.integers(0, 9), st.sampled_from(NETWORKS), st.sampled_from(("ann", "Ann", "bob")))


@given(st.lists(PEOPLE, max_size=12, unique_by=lambda each: each[0]), st.sampled_from(NETWORKS))
def test_people_from_elsewhere_get_names_of_their_own(people: list[tuple[int, str, str]], network: str) -> None:
    seats = Seats()
    seats[TableSeat(10)] = Seat("ann", 100, 100, robot="caller")
    for count, (place, of, nick) in enumerate(people):
        number = TableSeat(place)
        before = {other: seat.nick for other, seat in seats.items()}
        seats.take(number, Seat(nick, 100, 100, PlayerId.of(of, nick_key=f"{nick}{count}".lower())))
        seats.tell_apart(number, network)
        natives = {seat.nick.casefold() for seat in seats.people if seat.player and seat.player.network == network}
        strangers = [seat.nick.casefold() for seat in seats.people if seat.player and seat.player.network != network]
        assert len(set(strangers)) == len(strangers)
        assert natives.isdisjoint(strangers)
        assert seats[number].own_nick == nick
        assert of != network or seats[number].nick == nick
        changed = {other for other, name in before.items() if seats[other].nick != name}
        assert all(before[other].casefold() == nick.casefold() and of == network for other in changed)
        after = {other: seat.nick for other, seat in seats.items()}
        seats.tell_apart(number, network)
        assert {other: seat.nick for other, seat in seats.items()} == after
    assert seats[TableSeat(10)].nick == "ann"
