"""The owners of accounts: guests at addresses, who log in with their chips, or claim their old account."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection

from ircpoker.errors import HostLimitError, NotAllowedError
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
    identities,
    transfer,
)
from ircpoker.runtime.clock import ManualClock
from tests.ledger.conftest import NOON

Player = Callable[[str], PlayerId]

ALICE = PlayerId.of("net", nick_key="x", account="alice")


def at(address: str, nick: str = "bob") -> PlayerId:
    """Return the guest of a nick at an address."""
    return PlayerId.of("net", nick_key=nick, address=address)


def move(ledger: Ledger, player: PlayerId, chips: int, key: str = "move") -> None:
    """Let a player win, or lose a negative number."""
    postings = transfer(HOUSE, player, chips) if chips > 0 else transfer(player, HOUSE, -chips)
    ledger.post(Entry(f"{key}:{player}", "slot", postings))


def test_a_new_name_takes_everything_over(ledger: Ledger, player: Player) -> None:
    guest = player("guest")
    ledger.daily(guest)
    move(ledger, guest, 300)
    assert ledger.rebind(guest, ALICE)
    assert ledger.account_info(ALICE) == AccountInfo(ALICE, "guest", 1400)
    assert ledger.balance(guest) == 0
    assert ledger.audit().accounts == 1
    assert ledger.open_player(ALICE, nick="al").balance == 1400
    assert ledger.open_player(guest).balance == 1000, "the next one under that nick is somebody else"


def test_a_known_account_gets_a_guests_chips_once(ledger: Ledger, player: Player) -> None:
    guest = player("guest")
    ledger.open_player(ALICE)
    move(ledger, guest, 300)
    assert ledger.rebind(guest, ALICE)
    assert (ledger.balance(ALICE), ledger.balance(guest)) == (2300, 0)
    move(ledger, guest, 40, "more")
    assert not ledger.rebind(guest, ALICE)
    assert not ledger.rebind(player("another"), ALICE)
    assert (ledger.balance(ALICE), ledger.balance(guest)) == (2300, 40)


def test_an_account_that_was_a_guests_gets_no_other_guests_chips(ledger: Ledger, player: Player) -> None:
    assert ledger.rebind(player("guest"), ALICE)
    for number in range(100):
        assert not ledger.rebind(player(f"guest{number % 7}"), ALICE)
    assert ledger.balance(ALICE) == 1000


@pytest.mark.parametrize("is_known", [False, True])
@pytest.mark.parametrize(("in_front", "along"), [(0, 10_000), (2_500, 7_500), (10_000, 0)])
def test_a_guest_takes_limited_chips_along(
    ledger: Ledger, player: Player, in_front: int, along: int, *, is_known: bool
) -> None:
    guest = player("guest")
    move(ledger, guest, 24_000)
    if is_known:
        ledger.open_player(ALICE)
    assert ledger.rebind(guest, ALICE, in_front=in_front)
    assert ledger.balance(ALICE) == along + 1000 * is_known
    assert ledger.balance(guest) == 25_000 - along
    assert not ledger.rebind(guest, ALICE), "only once"


def test_a_guest_with_just_as_many_chips_as_may_come_along_keeps_the_account(ledger: Ledger, player: Player) -> None:
    guest = player("guest")
    move(ledger, guest, 9_000)
    assert ledger.rebind(guest, ALICE)
    assert (ledger.balance(ALICE), ledger.audit().accounts) == (10_000, 1)


def test_a_guest_with_more_at_the_table_takes_nothing_along(ledger: Ledger, player: Player) -> None:
    guest = player("guest")
    assert not ledger.rebind(guest, ALICE, in_front=10_001)
    assert (ledger.balance(ALICE), ledger.balance(guest)) == (0, 1000)


def test_a_guests_unfinished_games_come_along(ledger: Ledger, player: Player) -> None:
    guest = player("guest")
    ledger.open_player(ALICE)
    table = GameAccount("holdem")
    ledger.post(Entry("in", "buy-in", transfer(guest, table, 1000)), SaveGame("t", "holdem", "", 1000, player=guest))
    ledger.rebind(guest, ALICE)
    (game,) = ledger.games(player=ALICE)
    assert ledger.games(player=guest) == ()
    ledger.settle(game, {ALICE: 1000}, "out")
    assert ledger.account_info(ALICE) == AccountInfo(ALICE, "alice", 2000)


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
def test_the_newer_seed_stays(
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
    ledger.gift(guest, bob, 300, "g1", any_age=True)
    ledger.gift(ALICE, bob, 150, "g2", any_age=True)
    ledger.rebind(guest, ALICE)
    with pytest.raises(NotAllowedError, match=" 50 left to give now"):
        ledger.gift(ALICE, bob, 51, "g3", any_age=True)
    ledger.gift(ALICE, bob, 50, "g3", any_age=True)


@pytest.mark.parametrize(
    ("guest_day", "account_day", "allowed"),
    [(0, 0, 50), (0, -1, 200), (-1, 0, 350), (-2, -1, 500), (1, 0, 50), (0, 1, 50)],
)
def test_only_todays_gifts_are_added(
    ledger: Ledger, player: Player, clock: ManualClock, guest_day: int, account_day: int, allowed: int
) -> None:
    guest, bob = player("guest"), player("bob")
    ledger.open_player(ALICE)
    for who, day, chips in ((guest, guest_day, 300), (ALICE, account_day, 150)):
        move(ledger, who, 2000)
        clock.put(NOON + timedelta(days=day))
        ledger.gift(who, bob, chips, f"to bob:{who}", any_age=True)
    clock.put(NOON)
    ledger.rebind(guest, ALICE)
    with pytest.raises(NotAllowedError, match=f" {allowed} left to give now"):
        ledger.gift(ALICE, bob, allowed + 1, "too many", any_age=True)
    ledger.gift(ALICE, bob, allowed, "all", any_age=True)


def test_a_guest_may_take_another_nick(ledger: Ledger, player: Player) -> None:
    guest, other = player("guest"), PlayerId.of("net", nick_key="other")
    move(ledger, guest, 5)
    ledger.rebind(guest, other)
    assert ledger.balance(other) == 1005


def test_a_guest_is_a_nick_at_an_address(ledger: Ledger) -> None:
    home, away = at("bob@home"), at("bob@away")
    first = ledger.open_player(home, nick="bob", nick_key="bob")
    move(ledger, home, 5)
    again = ledger.open_player(away, nick="bob", nick_key="bob")
    assert (first.has_namesake, again.has_namesake) == (False, True)
    assert not ledger.open_player(away, nick="bob", nick_key="bob").has_namesake, "told once"
    assert (ledger.balance(home), ledger.balance(away)) == (1005, 1000)
    assert not ledger.rebind(away, home), "their own accounts stay theirs"


def test_an_old_guest_belongs_to_the_first_address(ledger: Ledger, player: Player) -> None:
    before = player("bob")
    move(ledger, before, 5)
    assert ledger.open_player(at("bob@home"), nick="bob", nick_key="bob").balance == 1005
    assert ledger.open_player(at("bob@away"), nick="bob", nick_key="bob").balance == 1000
    assert ledger.balance(before) == 0


def test_new_guests_of_a_host_are_limited_per_hour(ledger: Ledger, clock: ManualClock) -> None:
    def come(guest: PlayerId, most: int | None = 5) -> None:
        ledger.open_player(guest, guests_per_hour=most)

    for minute in range(5):
        clock.put(NOON + timedelta(minutes=minute))
        come(at(f"u{minute}@host", f"nick{minute}"))
    with pytest.raises(
        HostLimitError, match=r"5 new guests .* your host within an hour: try again in 56 min$"
    ) as refused:
        come(at("u5@host", "nick5"))
    assert refused.value.retry_after == 56 * 60
    come(at("u0@host", "nick0"))  # is known
    come(at("u@another-host"))
    come(ALICE)
    clock.put(NOON + timedelta(minutes=60))
    come(at("u5@host", "nick5"))
    with pytest.raises(HostLimitError, match=r"try again in 1 min$"):
        come(at("u6@host", "nick6"))
    come(at("u6@host", "nick6"), None)


def test_the_addresses_of_one_ipv6_network_are_one_host_per_hour(ledger: Ledger) -> None:
    for number in range(3):
        ledger.open_player(at(f"u@2001:db8:0:1::{number}", f"nick{number}"), guests_per_hour=3)
    with pytest.raises(HostLimitError):
        ledger.open_player(at("u@2001:db8:0:1:ffff::1", "nick3"), guests_per_hour=3)
    ledger.open_player(at("u@2001:db8:0:2::1", "nick4"), guests_per_hour=3)


class TestCodes:
    """The account of a guest who comes from another address."""

    def test_the_two_accounts_change_places(self, ledger: Ledger) -> None:
        home, away = at("bob@home"), at("bob@away")
        for guest in (home, away):
            ledger.open_player(guest, nick="bob", nick_key="bob")
        move(ledger, home, 500)
        ledger.save(SetSeed(home, "socks"))
        code = ledger.new_code(home)
        assert ledger.claimable(code, away) == home
        ledger.claim_account(f" {code.upper()} ", away, nick="bob", nick_key="bob")
        assert (ledger.balance(away), ledger.balance(home)) == (1500, 1000)
        assert (ledger.seed(away), ledger.seed(home)) == ("socks", "")
        assert ledger.find_player("net", "bob") == away
        with pytest.raises(NotAllowedError, match="is not valid"):
            ledger.claim_account(code, home, nick="bob", nick_key="bob")

    @pytest.mark.parametrize("text", ["", "1", "1-", "-1", "x-y", "1-0123456789abcdef", f"{10**30}-1", "\u0661-a"])
    def test_a_wrong_code_opens_nothing(self, ledger: Ledger, text: str) -> None:
        ledger.open_player(at("bob@home"))
        ledger.open_player(at("bob@away"))
        ledger.new_code(at("bob@home"))
        with pytest.raises(NotAllowedError, match="is not valid"):
            ledger.claim_account(text, at("bob@away"), nick="bob", nick_key="bob")

    def test_only_the_last_code_counts_and_only_for_another_guest(self, ledger: Ledger) -> None:
        home, away = at("bob@home"), at("bob@away")
        there = PlayerId.of("other", nick_key="bob", address="bob@away")
        for guest in (home, away, there):
            ledger.open_player(guest)
        old, code = ledger.new_code(home), ledger.new_code(home)
        for text, guest in ((old, away), (code, there), (code, home)):
            with pytest.raises(NotAllowedError):
                ledger.claim_account(text, guest, nick="bob", nick_key="bob")
        ledger.claim_account(code, away, nick="bob", nick_key="bob")

    def test_a_code_of_a_guest_who_has_logged_in_is_void(self, ledger: Ledger) -> None:
        home, away = at("bob@home"), at("bob@away")
        for guest in (home, away):
            ledger.open_player(guest)
        code = ledger.new_code(home)
        ledger.rebind(home, ALICE)
        with pytest.raises(NotAllowedError, match="is not valid"):
            ledger.claim_account(code, away, nick="bob", nick_key="bob")

    def test_only_the_hash_is_kept(self, tmp_path: Path, clock: ManualClock) -> None:
        with Ledger(f"sqlite:///{tmp_path}/ledger.db", clock) as ledger:
            ledger.open_player(at("bob@home"))
            secret = ledger.new_code(at("bob@home")).partition("-")[2]
        assert all(secret.encode() not in file.read_bytes() for file in tmp_path.iterdir())


def test_nothing_is_written_for_somebody_unknown(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger._database, "write", None)
    assert not ledger.rebind(at("bob@home"), at("bob@cloak"))


def test_somebody_without_an_account_is_unknown(ledger: Ledger, player: Player) -> None:
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
def test_invalid_changes_of_identity(clock: ManualClock, guest: PlayerId, player: PlayerId) -> None:
    with Ledger("sqlite://", clock) as ledger, pytest.raises(ValueError, match="cannot become"):
        ledger.rebind(guest, player)


def test_preferences_come_along(ledger: Ledger, player: Player) -> None:
    guest = player("guest")
    ledger.save(SetPreference(guest, "cards", "ascii"), SetPreference(guest, "odds", "on"))
    ledger.save(SetPreference(guest, "odds", "off"))
    assert ledger.preferences(guest) == {"cards": "ascii", "odds": "off"}
    ledger.open_player(ALICE)
    ledger.save(SetPreference(ALICE, "odds", "on"))
    assert ledger.rebind(guest, ALICE)
    assert ledger.preferences(ALICE) == {"cards": "ascii", "odds": "on"}
    assert ledger.preferences(guest) == {}


def test_a_commit_whose_answer_was_lost_has_still_moved_the_account(ledger: Ledger, player: Player) -> None:
    guest, renamed = player("guest"), set[int]()

    def work(connection: Connection) -> bool:
        return identities.rebind(connection, guest, ALICE, NOON, most=10_000, renamed=renamed)

    assert ledger._database.write(work)
    assert ledger._database.write(work), "the second try finds what the first one did"
    assert ledger.balance(ALICE) == 1000
    renamed.clear()
    assert not ledger._database.write(work), "the account is somebody else's work"
