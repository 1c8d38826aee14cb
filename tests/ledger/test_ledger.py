"""The same laws on SQLite in memory, on a file, and on PostgreSQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from ircpoker.errors import (
    DailyTakenError,
    EntryConflictError,
    InsufficientChipsError,
    InvalidAmountError,
    LedgerError,
    NotAllowedError,
    UnknownPlayerError,
    UsageError,
)
from ircpoker.ledger import (
    HOUSE,
    MOST_CHIPS,
    AccountInfo,
    Audit,
    Economy,
    Entry,
    GameAccount,
    GameResult,
    Ledger,
    PlayerId,
    RecordResult,
    SaveGame,
    transfer,
)
from ircpoker.runtime.clock import ManualClock
from tests.ledger.conftest import NOON

Player = Callable[[str], PlayerId]


def win(ledger: Ledger, player: PlayerId, chips: int, key: str = "win") -> None:
    ledger.post(Entry(f"{key}:{player}", "slot", transfer(HOUSE, player, chips)))


# Entries


def test_an_empty_ledger_adds_up(ledger: Ledger) -> None:
    assert ledger.audit() == Audit(accounts=0, entries=0, issued=0, held=0, at_tables=0, unbalanced=0)
    assert ledger.top() == ()
    assert ledger.balance(HOUSE) == 0


def test_an_entry_moves_chips(ledger: Ledger, player: Player) -> None:
    alice, bob = player("alice"), player("bob")
    receipt = ledger.post(Entry("k", "bet", transfer(alice, bob, 300)))
    assert receipt.balances == {alice: 700, bob: 1300}
    assert (ledger.balance(alice), ledger.balance(bob), ledger.balance(HOUSE)) == (700, 1300, -2000)


def test_a_key_works_once(ledger: Ledger, player: Player, clock: ManualClock) -> None:
    alice, bob = player("alice"), player("bob")
    entry = Entry("k", "bet", transfer(alice, bob, 300))
    result = RecordResult(alice, "slot", 300, 0)
    first = ledger.post(entry, result)
    ledger.post(Entry("other", "bet", transfer(bob, alice, 50)))
    clock.advance(timedelta(hours=1))
    again = ledger.post(entry, result)
    assert again == first
    assert (first.repeated, again.repeated) == (False, True)
    assert (ledger.balance(alice), ledger.balance(bob)) == (750, 1250)
    assert ledger.stats(alice)[0].played == 1


@pytest.mark.parametrize("change", ["amount", "reason", "order", "fewer"])
def test_a_key_used_for_something_else_is_an_error(ledger: Ledger, player: Player, change: str) -> None:
    alice, bob = player("alice"), player("bob")
    ledger.post(Entry("k", "bet", transfer(alice, bob, 300)))
    other = {
        "amount": Entry("k", "bet", transfer(alice, bob, 301)),
        "reason": Entry("k", "raise", transfer(alice, bob, 300)),
        "order": Entry("k", "bet", transfer(alice, bob, 300)[::-1]),
        "fewer": Entry("k", "bet", ()),
    }
    with pytest.raises(EntryConflictError):
        ledger.post(other[change])
    assert (ledger.balance(alice), ledger.balance(bob)) == (700, 1300)


def test_nobody_goes_below_zero_and_the_key_stays_free(ledger: Ledger, player: Player) -> None:
    alice, bob = player("alice"), player("bob")
    entry = Entry("k", "bet", transfer(alice, bob, 1200))
    with pytest.raises(InsufficientChipsError) as caught:
        ledger.post(entry)
    assert (caught.value.needed, caught.value.held) == (1200, 1000)
    assert (ledger.balance(alice), ledger.balance(bob)) == (1000, 1000)
    win(ledger, alice, 500)
    assert ledger.post(entry).balances == {alice: 300, bob: 2200}


def test_a_stake_is_there_before_the_payout_that_it_wins(ledger: Ledger, player: Player) -> None:
    alice = player("alice")
    with pytest.raises(InsufficientChipsError):
        ledger.post(Entry("k", "slot", (*transfer(alice, HOUSE, 1001), *transfer(HOUSE, alice, 5000))))
    receipt = ledger.post(Entry("k", "slot", (*transfer(alice, HOUSE, 1000), *transfer(HOUSE, alice, 5000))))
    assert receipt.balances == {alice: 5000, HOUSE: -5000}


def test_an_entry_may_move_nothing(ledger: Ledger, player: Player) -> None:
    alice = player("alice")
    entry = Entry("k", "slot", ())
    assert ledger.post(entry, RecordResult(alice, "slot", 0, 0)).balances == {}
    assert ledger.post(entry).repeated
    assert ledger.stats(alice) == (GameResult("slot", 1, 0, 0, 0, 0),)


def test_unknown_players_are_named(ledger: Ledger, player: Player) -> None:
    alice, nobody = player("alice"), PlayerId.of("net", nick_key="nobody")
    for entry in (Entry("k", "bet", transfer(alice, nobody, 1)), Entry("k", "bet", transfer(nobody, alice, 1))):
        with pytest.raises(UnknownPlayerError, match="'nobody'"):
            ledger.post(entry)
    with pytest.raises(UnknownPlayerError):
        ledger.account_info(nobody)
    assert ledger.balance(nobody) == 0
    assert ledger.balance(alice) == 1000


def test_no_account_holds_more_than_fits(ledger: Ledger, player: Player) -> None:
    alice = player("alice")
    win(ledger, alice, MOST_CHIPS - 1000)
    with pytest.raises(LedgerError, match="can hold more"):
        win(ledger, alice, 1, key="more")
    assert ledger.balance(alice) == MOST_CHIPS


@pytest.mark.few(1)
def test_the_house_has_a_limit(ledger: Ledger) -> None:
    names = [f"g{number}" for number in range(1001)]

    def issue(*chosen: str) -> None:
        postings = [posting for name in chosen for posting in transfer(HOUSE, GameAccount(name), MOST_CHIPS)]
        saved = [SaveGame(name, name, "", MOST_CHIPS) for name in chosen]
        ledger.post(Entry(chosen[0], "test", tuple(postings)), *saved)

    issue(*names[:1000])
    with pytest.raises(LedgerError, match="house cannot give out"):
        issue(names[1000])
    assert ledger.audit().at_tables == 1000 * MOST_CHIPS


# Players


def test_starting_chips_come_once(ledger: Ledger) -> None:
    alice = PlayerId.of("net", nick_key="alice")
    assert ledger.open_player(alice) == AccountInfo(alice, "alice", 1000, 1000)
    ledger.post(Entry("k", "slot", transfer(alice, HOUSE, 1000)))
    assert ledger.open_player(alice) == AccountInfo(alice, "alice", 0, 1000)
    assert ledger.audit() == Audit(accounts=1, entries=2, issued=0, held=0, at_tables=0, unbalanced=0)


def test_changed_starting_chips_apply_to_new_players(url: str, clock: ManualClock) -> None:
    alice, bob = PlayerId.of("net", nick_key="alice"), PlayerId.of("net", nick_key="bob")
    with Ledger(url, clock, Economy(starting_chips=0)) as ledger:
        assert ledger.open_player(alice).balance == 0
        ledger.economy = Economy(starting_chips=7)
        assert ledger.open_player(alice).balance == 0
        assert ledger.open_player(bob).balance == 7
        assert ledger.audit().entries == 1


def test_players_are_found_by_their_current_nick(ledger: Ledger, clock: ManualClock) -> None:
    alice = PlayerId.of("net", nick_key="al", account="Alice")
    bob = PlayerId.of("net", nick_key="bob")
    ledger.open_player(alice, nick="Al", nick_key="al")
    ledger.open_player(bob, nick="Bob", nick_key="bob")
    assert ledger.find_player("net", "al") == alice
    assert ledger.find_player("net", "alice") is None
    assert ledger.find_player("other", "al") is None
    clock.advance(timedelta(seconds=1))
    ledger.open_player(alice, nick="BOB", nick_key="bob")
    assert ledger.find_player("net", "bob") == alice
    assert ledger.account_info(alice).nick == "BOB"


def test_a_nick_means_its_current_owner(ledger: Ledger) -> None:
    """A services account and guests use the same nick in turn, at the same moment of the clock."""
    member, guest = PlayerId.of("net", nick_key="al", account="alice"), PlayerId.of("net", nick_key="al")
    for player in (member, guest, member, guest, member):
        ledger.open_player(player, nick="al", nick_key="al")
        assert ledger.find_player("net", "al") == player
    ledger.open_player(guest, nick="al", nick_key="al")
    ledger.rebind(guest, member)
    ledger.open_player(member, nick="al", nick_key="al")
    assert ledger.find_player("net", "al") == member


def test_hostile_nicks_are_kept_harmless(ledger: Ledger) -> None:
    alice = PlayerId.of("net", nick_key="alice")
    account = ledger.open_player(alice, nick="a\x00\r\n\ud800" + "x" * 1000, nick_key="\x00")
    assert account.nick == "a????" + "x" * 59
    assert ledger.open_player(alice, nick="a\x00\r\n\ud800" + "x" * 1000, nick_key="\x00") == account


def test_top_is_the_richest_first(ledger: Ledger, player: Player) -> None:
    names = ["a", "b", "c", "d"]
    players = [player(name) for name in names]
    other = PlayerId.of("other", nick_key="a")
    ledger.open_player(other)
    for chosen, chips in zip(players, (5, 500, 0, 50), strict=True):
        if chips:
            win(ledger, chosen, chips)
    assert [account.nick for account in ledger.top()] == ["b", "d", "a", "c", "a"]
    assert [(ranked.nick, ranked.number) for ranked in ledger.top(2)] == [("b", 1500), ("d", 1050)]
    assert [(ranked.nick, ranked.number) for ranked in ledger.top(network="other")] == [("a", 1000)]
    assert ledger.top(network="nowhere") == ()


def test_results_add_up(ledger: Ledger, player: Player) -> None:
    alice, bob = player("alice"), player("bob")
    for number, (game, staked, paid) in enumerate([("slot", 10, 0), ("slot", 10, 50), ("slot", 20, 20), ("vp", 5, 5)]):
        ledger.post(Entry(str(number), game, ()), RecordResult(alice, game, staked, paid))
    slot = GameResult("slot", played=3, won=1, staked=40, paid=70, best=50)
    assert ledger.stats(alice) == (slot, GameResult("vp", played=1, won=0, staked=5, paid=5, best=5))
    assert ledger.stats(bob) == ()


# Daily chips


def test_daily_chips_come_once_a_utc_day(ledger: Ledger, player: Player, clock: ManualClock) -> None:
    alice = player("alice")
    assert ledger.daily(alice).balances[alice] == 1100
    clock.advance(timedelta(hours=11, minutes=58, seconds=30))
    with pytest.raises(DailyTakenError, match="come back in 2 min, at 00:00 UTC") as caught:
        ledger.daily(alice)
    assert caught.value.retry_after == 90
    clock.advance(timedelta(seconds=90))
    assert ledger.daily(alice).balances[alice] == 1200
    assert ledger.account_info(alice) == AccountInfo(alice, "alice", 1200, 1200)


def test_daily_chips_come_once_even_from_two_bots_that_differ(ledger: Ledger, player: Player) -> None:
    alice = player("alice")
    ledger.daily(alice)
    ledger.economy = Economy(daily_chips=500)
    with pytest.raises(DailyTakenError):
        ledger.daily(alice)
    ledger.economy = Economy(daily_chips=0)
    with pytest.raises(NotAllowedError, match="no daily chips"):
        ledger.daily(alice)
    assert ledger.balance(alice) == 1100


def test_daily_chips_come_once_a_date_when_the_clock_is_put_back(
    ledger: Ledger, player: Player, clock: ManualClock
) -> None:
    alice = player("alice")
    for days in (0, 1):
        clock.put(NOON + timedelta(days=days))
        ledger.daily(alice)
    for days in (0, 1, 0, 1, -1, -5):
        clock.put(NOON + timedelta(days=days))
        with pytest.raises(DailyTakenError):
            ledger.daily(alice)
    assert ledger.balance(alice) == 1200


def test_daily_chips_are_for_players(ledger: Ledger) -> None:
    with pytest.raises(UnknownPlayerError):
        ledger.daily(PlayerId.of("net", nick_key="nobody"))


# Gifts


def test_an_account_gives_when_it_is_a_week_old(ledger: Ledger, player: Player, clock: ManualClock) -> None:
    alice, bob = player("alice"), player("bob")
    clock.put(NOON + timedelta(days=7, seconds=-1))
    with pytest.raises(NotAllowedError, match="when it is 7 days old: yours is 6"):
        ledger.gift(alice, bob, 1, "g")
    assert ledger.gift(alice, bob, 1, "g", any_age=True).balances == {alice: 999, bob: 1001}
    clock.put(NOON - timedelta(days=1))
    with pytest.raises(NotAllowedError, match="yours is 0"):
        ledger.gift(alice, bob, 1, "h")
    clock.put(NOON + timedelta(days=7))
    ledger.daily(alice)
    assert ledger.gift(alice, bob, 400, "h").balances == {alice: 699, bob: 1401}, "whatever chips they are"


def test_gifts_of_a_day_are_limited(ledger: Ledger, player: Player, clock: ManualClock) -> None:
    alice, bob = player("alice"), player("bob")
    win(ledger, alice, 5000)
    ledger.gift(alice, bob, 300, "g1", any_age=True)
    with pytest.raises(NotAllowedError, match=r"at most 500 .*200 left to give now"):
        ledger.gift(alice, bob, 201, "g2", any_age=True)
    ledger.gift(alice, bob, 200, "g2", any_age=True)
    with pytest.raises(NotAllowedError):
        ledger.gift(alice, bob, 1, "g3", any_age=True)
    clock.advance(timedelta(hours=12))
    ledger.gift(alice, bob, 500, "g3", any_age=True)
    assert ledger.balance(bob) == 2000


def test_gifts_of_a_day_are_limited_when_the_clock_is_put_back(
    ledger: Ledger, player: Player, clock: ManualClock
) -> None:
    alice, bob = player("alice"), player("bob")
    win(ledger, alice, 5000)
    ledger.gift(alice, bob, 500, "g1", any_age=True)
    clock.put(NOON + timedelta(days=1))
    ledger.gift(alice, bob, 100, "g2", any_age=True)
    for days in (0, 1, 0, 1):
        clock.put(NOON + timedelta(days=days))
        with pytest.raises(NotAllowedError, match="400 left to give now"):
            ledger.gift(alice, bob, 401, "g3", any_age=True)
    clock.put(NOON)
    ledger.gift(alice, bob, 400, "g3", any_age=True)
    clock.put(NOON + timedelta(days=1))
    with pytest.raises(NotAllowedError):
        ledger.gift(alice, bob, 1, "g4", any_age=True)
    clock.put(NOON + timedelta(days=2))
    ledger.gift(alice, bob, 500, "g4", any_age=True)


def test_a_gift_posted_again_counts_once(ledger: Ledger, player: Player) -> None:
    alice, bob = player("alice"), player("bob")
    win(ledger, alice, 500)
    first = ledger.gift(alice, bob, 400, "g", any_age=True)
    assert ledger.gift(alice, bob, 400, "g", any_age=True) == first
    ledger.gift(alice, bob, 100, "g2", any_age=True)
    with pytest.raises(EntryConflictError):
        ledger.gift(alice, bob, 50, "g", any_age=True)
    assert ledger.balance(bob) == 1500


@pytest.mark.parametrize("amount", [0, -1, MOST_CHIPS + 1, 10**100])
def test_impossible_gifts_are_refused(ledger: Ledger, player: Player, amount: int) -> None:
    alice, bob = player("alice"), player("bob")
    with pytest.raises(InvalidAmountError):
        ledger.gift(alice, bob, amount, "g", any_age=True)
    assert (ledger.balance(alice), ledger.balance(bob)) == (1000, 1000)


def test_invalid_gifts_are_refused(ledger: Ledger, player: Player) -> None:
    alice, bob = player("alice"), player("bob")
    win(ledger, alice, 500)
    with pytest.raises(UsageError):
        ledger.gift(alice, alice, 10, "g", any_age=True)
    with pytest.raises(UnknownPlayerError, match="'nobody'"):
        ledger.gift(alice, PlayerId.of("net", nick_key="nobody"), 10, "g", any_age=True)
    with pytest.raises(InsufficientChipsError):
        ledger.gift(alice, bob, 1501, "g", any_age=True)
    assert (ledger.balance(alice), ledger.balance(bob)) == (1500, 1000)


def test_times_are_stored_as_unix_milliseconds(tmp_path: Path, clock: ManualClock) -> None:
    """So they are the same in every version, and in the database's own tools."""
    with Ledger(f"sqlite:///{tmp_path}/ledger.db", clock) as ledger:
        ledger.open_player(PlayerId.of("net", nick_key="alice"))
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as connection:
        [[moment]] = connection.execute("SELECT posted_at FROM entries")
    assert moment == 1000 * int(clock.now().timestamp())
