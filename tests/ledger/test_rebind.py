"""A guest who logs in keeps what was won, and cannot farm first chips by it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from ircpoker.clock import ManualClock
from ircpoker.errors import GiftRefusedError
from ircpoker.ledger import (
    HOUSE,
    AccountInfo,
    CommitShuffle,
    Entry,
    GameAccount,
    GameResult,
    Ledger,
    PlayerId,
    RecordResult,
    SaveGame,
    SetPreference,
    SetSeed,
    transfer,
)
from tests.ledger.conftest import NOON

Player = Callable[[str], PlayerId]

ALICE = PlayerId.of("net", nick_key="x", account="alice")


def move(ledger: Ledger, player: PlayerId, chips: int, key: str = "move") -> None:
    """Let a player win, or lose a negative number."""
    postings = transfer(HOUSE, player, chips) if chips > 0 else transfer(player, HOUSE, -chips)
    ledger.post(Entry(f"{key}:{player}", "slot", postings))


def test_a_new_name_takes_everything_over(ledger: Ledger, player: Player) -> None:
    guest = player("guest")
    ledger.daily(guest)
    move(ledger, guest, 300)
    ledger.rebind(guest, ALICE)
    assert ledger.account_info(ALICE) == AccountInfo(ALICE, "guest", 1400, 1100)
    assert ledger.balance(guest) == 0
    assert ledger.audit().accounts == 1
    assert ledger.open_player(ALICE, nick="al").balance == 1400
    assert ledger.open_player(guest).balance == 1000, "the next one under that nick is somebody else"


@pytest.mark.parametrize(("won", "kept", "giftable"), [(300, 300, 300), (0, 0, 0), (-400, 0, 0), (-1000, 0, 0)])
def test_a_known_player_gets_what_the_guest_won(
    ledger: Ledger, player: Player, won: int, kept: int, giftable: int
) -> None:
    guest = player("guest")
    ledger.open_player(ALICE)
    if won:
        move(ledger, guest, won)
    ledger.rebind(guest, ALICE)
    account = ledger.account_info(ALICE)
    assert (account.balance, account.giftable) == (1000 + kept, giftable)
    assert ledger.account_info(guest) == AccountInfo(guest, "guest", 0, 0)
    assert ledger.audit().issued == 1000 + kept


def test_logging_in_a_hundred_times_brings_nothing(ledger: Ledger, player: Player) -> None:
    ledger.open_player(ALICE)
    for number in range(100):
        ledger.rebind(player(f"guest{number % 7}"), ALICE)
    assert ledger.account_info(ALICE) == AccountInfo(ALICE, "alice", 1000, 1000)


def test_chips_taken_through_a_table_are_still_given_ones(ledger: Ledger, player: Player) -> None:
    guest, bob = player("guest"), player("bob")
    ledger.open_player(ALICE)
    table = GameAccount("holdem")
    ledger.post(Entry("in", "buy-in", transfer(guest, table, 1000)), SaveGame("t", "holdem", "", 1000, player=guest))
    ledger.rebind(guest, ALICE)
    (game,) = ledger.games(player=ALICE)
    assert ledger.games(player=guest) == ()
    ledger.settle(game, {ALICE: 1000}, "out")
    assert ledger.account_info(ALICE) == AccountInfo(ALICE, "alice", 2000, 2000)
    with pytest.raises(GiftRefusedError):
        ledger.gift(ALICE, bob, 1, "g")


def test_games_shuffles_and_results_change_hands(ledger: Ledger, player: Player) -> None:
    guest = player("guest")
    ledger.open_player(ALICE)
    for number, who in enumerate((guest, ALICE, guest)):
        changes = RecordResult(who, "slot", 10, 30 * number), RecordResult(guest, "vp", 1, 0)
        ledger.post(Entry(f"r{number}", "slot", ()), *changes)
    ledger.save(CommitShuffle("1", "slot", "c", "s", player=guest), SaveGame("g", "vp", "", 0, player=guest))
    ledger.rebind(guest, ALICE)
    assert ledger.stats(ALICE) == (GameResult("slot", 3, 2, 30, 90, 60), GameResult("vp", 3, 0, 3, 0, 0))
    assert ledger.stats(guest) == ()
    shuffle = ledger.next_shuffle("slot", ALICE)
    assert shuffle is not None
    assert shuffle.player == ALICE
    assert [game.player for game in ledger.games()] == [ALICE]


@pytest.mark.parametrize(
    ("guest_at", "account_at", "expected"),
    [(1, 2, "account's"), (2, 1, "guest's"), (1, None, "guest's"), (None, 1, "account's"), (None, None, "")],
)
def test_the_later_seed_stays(
    ledger: Ledger,
    player: Player,
    clock: ManualClock,
    guest_at: int | None,
    account_at: int | None,
    expected: str,
) -> None:
    guest = player("guest")
    ledger.open_player(ALICE)
    for who, minutes, seed in ((guest, guest_at, "guest's"), (ALICE, account_at, "account's")):
        if minutes is not None:
            clock.put(NOON + timedelta(minutes=minutes))
            ledger.save(SetSeed(who, seed))
    ledger.rebind(guest, ALICE)
    assert (ledger.seed(ALICE), ledger.seed(guest)) == (expected, "")
    ledger.save(SetSeed(guest, "the next guest's"))
    assert (ledger.seed(ALICE), ledger.seed(guest)) == (expected, "the next guest's")


def test_a_new_name_keeps_the_seed(ledger: Ledger, player: Player) -> None:
    guest = player("guest")
    ledger.save(SetSeed(guest, "socks"))
    ledger.rebind(guest, ALICE)
    assert (ledger.seed(ALICE), ledger.seed(guest)) == ("socks", "")


def test_the_gifts_of_the_day_come_along(ledger: Ledger, player: Player) -> None:
    guest, bob = player("guest"), player("bob")
    ledger.open_player(ALICE)
    for who in (guest, ALICE):
        move(ledger, who, 2000)
    ledger.gift(guest, bob, 300, "g1")
    ledger.gift(ALICE, bob, 150, "g2")
    ledger.rebind(guest, ALICE)
    with pytest.raises(GiftRefusedError) as caught:
        ledger.gift(ALICE, bob, 51, "g3")
    assert caught.value.allowed == 50
    ledger.rebind(guest, ALICE)
    ledger.gift(ALICE, bob, 50, "g3")


@pytest.mark.parametrize(
    ("guest_day", "account_day", "allowed"),
    [(0, 0, 50), (0, -1, 200), (-1, 0, 350), (-2, -1, 500), (1, 0, 50), (0, 1, 50)],
)
def test_gifts_of_different_days_count_if_they_do_today(
    ledger: Ledger, player: Player, clock: ManualClock, guest_day: int, account_day: int, allowed: int
) -> None:
    guest, bob = player("guest"), player("bob")
    ledger.open_player(ALICE)
    for who, day, chips in ((guest, guest_day, 300), (ALICE, account_day, 150)):
        move(ledger, who, 2000)
        clock.put(NOON + timedelta(days=day))
        ledger.gift(who, bob, chips, f"to bob:{who}")
    clock.put(NOON)
    ledger.rebind(guest, ALICE)
    with pytest.raises(GiftRefusedError) as caught:
        ledger.gift(ALICE, bob, allowed + 1, "too many")
    assert caught.value.allowed == allowed
    ledger.gift(ALICE, bob, allowed, "all")


def test_a_guest_may_take_another_nick(ledger: Ledger, player: Player) -> None:
    guest, other = player("guest"), PlayerId.of("net", nick_key="other")
    move(ledger, guest, 5)
    ledger.rebind(guest, other)
    assert ledger.balance(other) == 1005


def test_somebody_without_chips_is_nobody(ledger: Ledger, player: Player) -> None:
    ledger.rebind(PlayerId.of("net", nick_key="nobody"), ALICE)
    ledger.rebind(PlayerId.of("net", nick_key="nobody"), player("bob"))
    assert ledger.balance(ALICE) == 0
    assert ledger.audit().entries == 1


@pytest.mark.parametrize(
    ("guest", "player"),
    [
        (ALICE, PlayerId.of("net", nick_key="guest")),
        (PlayerId.of("net", nick_key="guest"), PlayerId.of("net", nick_key="guest")),
        (PlayerId.of("net", nick_key="guest"), PlayerId.of("other", nick_key="guest", account="alice")),
    ],
)
def test_nobody_else_can_be_somebody_else(clock: ManualClock, guest: PlayerId, player: PlayerId) -> None:
    with Ledger("sqlite://", clock) as ledger, pytest.raises(ValueError, match="cannot become"):
        ledger.rebind(guest, player)


def test_what_was_chosen_comes_along(ledger: Ledger, player: Player) -> None:
    guest = player("guest")
    ledger.save(SetPreference(guest, "cards", "ascii"), SetPreference(guest, "odds", "on"))
    ledger.save(SetPreference(guest, "odds", "off"))
    assert ledger.preferences(guest) == {"cards": "ascii", "odds": "off"}
    ledger.open_player(ALICE)
    ledger.save(SetPreference(ALICE, "odds", "on"))
    assert ledger.rebind(guest, ALICE)
    assert ledger.preferences(ALICE) == {"cards": "ascii", "odds": "on"}
    assert ledger.preferences(guest) == {}
