"""The chips that the house gives: refills, and the limit of all that the guests of one host are given in a day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from ircpoker.errors import NotAllowedError, UnknownPlayerError
from ircpoker.ledger import (
    HOUSE,
    BuyIn,
    Economy,
    Entry,
    GameAccount,
    Ledger,
    PlayerId,
    Refill,
    SaveGame,
    transfer,
)
from ircpoker.runtime.clock import ManualClock

Player = Callable[[str], PlayerId]
NOON = datetime.fromisoformat("2026-07-01T12:00:00+00:00")
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def lose(ledger: Ledger, player: PlayerId, left: int = 0) -> None:
    """Leave a player with this many chips in the account."""
    lost = ledger.balance(player) - left
    ledger.post(Entry(f"lose:{player}:{ledger.audit().entries}", "test", transfer(player, HOUSE, lost)))


def guest(number: int, host: str = "host", network: str = "net") -> PlayerId:
    return PlayerId.of(network, nick_key=f"nick{number}", address=f"u{number}@{host}")


class TestRefills:
    """A player with hardly any chips is filled up to the least buy-in."""

    def test_no_more_than_is_missing(self, ledger: Ledger, player: Player) -> None:
        alice = player("alice")
        lose(ledger, alice, 100)
        assert ledger.refill(alice) is None, "has enough"
        lose(ledger, alice, 99)
        assert ledger.means(alice).refill == 1
        assert ledger.refill(alice) == Refill(1, 1)
        assert ledger.balance(alice) == 100
        with pytest.raises(UnknownPlayerError):
            ledger.refill(PlayerId.of("net", nick_key="nobody"))

    def test_once_an_hour_and_five_times_a_day(self, ledger: Ledger, player: Player, clock: ManualClock) -> None:
        alice = player("alice")
        for number in range(1, 6):
            lose(ledger, alice)
            assert ledger.refill(alice) == Refill(100, number)
            lose(ledger, alice)
            clock.advance(HOUR - timedelta(seconds=1))
            assert ledger.refill(alice) is None
            assert ledger.means(alice).wait == (1 if number < 5 else 7 * 3600 + 1)
            clock.advance(timedelta(seconds=1))
        assert ledger.refill(alice) is None, "five times"
        clock.put(NOON + timedelta(hours=12))
        assert ledger.refill(alice) == Refill(100, 1)

    def test_a_clock_that_is_put_back_brings_none(self, ledger: Ledger, player: Player, clock: ManualClock) -> None:
        alice, got = player("alice"), 0
        lose(ledger, alice)
        for days in (0, 1, 0, 1, 0):
            for hours in (0, 1, 2, 3, 4, 5, 2):
                clock.put(NOON + timedelta(days=days, hours=hours))
                refill = ledger.refill(alice)
                got += refill.chips if refill else 0
                lose(ledger, alice)
        assert got == 1000, "five on each of two days"

    def test_chips_at_tables_and_in_games_count(self, ledger: Ledger, player: Player) -> None:
        alice = player("alice")
        lose(ledger, alice, 95)
        for kind, chips, seats in (("videopoker", 30, ()), ("holdem", 40, (BuyIn("holdem", 0, 40, alice),))):
            stake = transfer(alice, GameAccount(kind), chips)
            ledger.post(Entry(kind, kind, stake), SaveGame(kind, kind, "", chips, player=alice), *seats)
        means = ledger.means(alice)
        assert (means.balance, means.elsewhere, means.refill) == (25, 70, 5)
        assert ledger.refill(alice) == Refill(5, 1)

    def test_the_chips_of_robots_do_not_count(self, ledger: Ledger, player: Player) -> None:
        alice, table = player("alice"), GameAccount("holdem")
        lose(ledger, alice, 50)
        moves = (*transfer(alice, table, 50), *transfer(HOUSE, table, 50))
        seats = (BuyIn("t", 0, 50, alice), BuyIn("t", 1, 50, robot="caller"))
        ledger.post(Entry("t", "buy-in", moves), SaveGame("t", "holdem", "", 100, player=alice), *seats)
        assert ledger.refill(alice) == Refill(50, 1)

    def test_they_are_never_given_away(self, ledger: Ledger, player: Player, clock: ManualClock) -> None:
        alice, bob = player("alice"), player("bob")
        lose(ledger, alice, 30)
        assert ledger.refill(alice) == Refill(70, 1)
        with pytest.raises(NotAllowedError, match="refill stay with you, 30 left"):
            ledger.gift(alice, bob, 31, "g", any_age=True)
        ledger.post(Entry("win", "test", transfer(HOUSE, alice, 200)))
        ledger.gift(alice, bob, 230, "g", any_age=True)
        # All of a second refill is new, as the first one is lost.
        lose(ledger, alice)
        clock.advance(HOUR)
        assert ledger.refill(alice) == Refill(100, 2)
        ledger.post(Entry("win again", "test", transfer(HOUSE, alice, 1)))
        with pytest.raises(NotAllowedError, match=" 1 left to give now"):
            ledger.gift(alice, bob, 100, "h", any_age=True)

    def test_a_guest_takes_them_along(self, ledger: Ledger, player: Player) -> None:
        bob, member = player("bob"), PlayerId.of("net", nick_key="bob", account="Bob")
        ledger.open_player(member)
        lose(ledger, bob)
        lose(ledger, member)
        ledger.refill(bob)
        assert ledger.rebind(bob, member)
        assert ledger.balance(member) == 100
        with pytest.raises(NotAllowedError, match="left to give now"):
            ledger.gift(member, bob, 1, "g", any_age=True)
        lose(ledger, member)
        assert ledger.refill(member) is None, "within the hour"


class TestHostShare:
    """The guests of one host are given a limited number of chips a day, in whatever way."""

    @pytest.fixture(autouse=True)
    def generous(self, ledger: Ledger) -> None:
        ledger.economy = Economy(given_per_host=2500)

    def test_first_chips(self, ledger: Ledger, clock: ManualClock) -> None:
        opened = [ledger.open_player(guest(number)) for number in range(5)]
        assert [account.balance for account in opened] == [1000, 1000, 500, 0, 0]
        assert [account.is_short for account in opened] == [False, False, True, True, True]
        assert ledger.open_player(guest(9, "elsewhere")).balance == 1000
        assert ledger.open_player(guest(9, network="other")).balance == 1000
        assert ledger.open_player(PlayerId.of("net", nick_key="x", account="x")).balance == 1000
        clock.advance(DAY)
        assert not ledger.open_player(guest(3)).is_short, "is known"
        assert ledger.balance(guest(3)) == 0, "first chips come once"
        assert ledger.refill(guest(3)) == Refill(100, 1)

    def test_all_ways_together(self, ledger: Ledger, clock: ManualClock) -> None:
        for number in range(2):
            ledger.open_player(guest(number))
        clock.put(NOON + timedelta(seconds=1))
        assert ledger.daily(guest(0)).balances[guest(0)] == 1100
        assert ledger.open_player(guest(2)).balance == 400
        lose(ledger, guest(1))
        means = ledger.means(guest(1))
        assert (means.refill, means.daily) == (0, 0)
        assert means.wait == 12 * 3600 - 1
        assert ledger.refill(guest(1)) is None
        with pytest.raises(NotAllowedError, match="all 2500 chips of today: more in 12 h 00 min"):
            ledger.daily(guest(1))
        clock.put(NOON + timedelta(hours=12))
        assert ledger.daily(guest(1)).balances[guest(1)] == 100, "the refusal has not used up the day"

    def test_part_of_the_daily_chips(self, ledger: Ledger) -> None:
        ledger.economy = Economy(given_per_host=1030)
        ledger.open_player(guest(0))
        assert ledger.daily(guest(0)).balances[guest(0)] == 1030

    @pytest.mark.slow(1)
    @pytest.mark.few(1)
    def test_a_host_is_a_64_of_ipv6(self, ledger: Ledger) -> None:
        opened = [ledger.open_player(guest(n, f"2001:db8::{n:x}:{n:x}")).balance for n in range(1, 301)]
        assert sum(opened) == 2500
        assert ledger.open_player(guest(0, "2001:db8:0:1::1")).balance == 1000

    def test_no_clock_makes_it_more(self, ledger: Ledger, clock: ManualClock) -> None:
        chips = 0
        for number, days in enumerate((0, 0, 0, 1, 0, 1, 1, 1, 0, 1)):
            clock.put(NOON + timedelta(days=days))
            chips += ledger.open_player(guest(number)).balance
        assert chips == 2 * 2500

    def test_a_new_address_leaves_the_count_where_it_is(self, ledger: Ledger) -> None:
        for number in range(5):
            ledger.open_player(guest(number))
            ledger.rebind(guest(number), guest(number, f"away{number}"))
        assert sum(ledger.balance(guest(number, f"away{number}")) for number in range(5)) == 2500

    def test_where_guests_have_no_address(self, ledger: Ledger) -> None:
        opened = [PlayerId.of("local", nick_key=f"nick{number}") for number in range(4)]
        for number, guest_id in enumerate(opened):
            ledger.open_player(guest_id, source=f"connection {number // 3}")
        assert [ledger.balance(guest_id) for guest_id in opened] == [1000, 1000, 500, 1000]
        ledger.open_player(PlayerId.of("console", nick_key="me"))
        for _ in range(3):
            lose(ledger, PlayerId.of("console", nick_key="me"))
            assert ledger.means(PlayerId.of("console", nick_key="me")).refill == 100

    def test_it_can_be_off(self, ledger: Ledger) -> None:
        ledger.economy = Economy(given_per_host=0)
        assert sum(ledger.open_player(guest(number)).balance for number in range(20)) == 20_000
