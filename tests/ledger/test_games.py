"""A stake and its game are one transaction."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import Connection, text

from ircpoker.errors import InsufficientChipsError, InvalidAmountError, StaleStateError, UnknownPlayerError
from ircpoker.ledger import (
    HOUSE,
    EndGame,
    Entry,
    GameAccount,
    GameResult,
    Ledger,
    PlayerId,
    RecordResult,
    SaveGame,
    transfer,
)
from ircpoker.ledger.applying import apply_changes
from ircpoker.ledger.posting import post_entry
from ircpoker.runtime.clock import ManualClock
from tests.ledger.conftest import NOON
from tests.servers.postgres import Postgres

Player = Callable[[str], PlayerId]

MACHINE = GameAccount("videopoker")


def stake(player: PlayerId, chips: int, game_id: str = "1") -> tuple[Entry, SaveGame]:
    game = SaveGame(game_id, "videopoker", f"state of {game_id}", chips, player=player)
    return Entry(f"vp:{game_id}", "videopoker", transfer(player, MACHINE, chips)), game


def test_a_stake_waits_in_its_game(ledger: Ledger, player: Player) -> None:
    alice = player("alice")
    ledger.post(*stake(alice, 10))
    (game,) = ledger.games("videopoker", player=alice)
    assert (game.game_id, game.state, game.held, game.version) == ("1", "state of 1", 10, 1)
    assert (game.player, game.saved_at) == (alice, NOON)
    assert ledger.game("1") == game
    audit = ledger.audit()
    assert (audit.issued, audit.held, audit.at_tables) == (1000, 990, 10)


def test_an_unfinished_game_survives(tmp_path: Path, clock: ManualClock) -> None:
    url, alice = f"sqlite:///{tmp_path}/l.db", PlayerId.of("net", nick_key="alice")
    with Ledger(url, clock) as ledger:
        ledger.open_player(alice)
        ledger.post(*stake(alice, 10))
        game = ledger.game("1")
    with Ledger(url, clock) as ledger:
        assert ledger.games(player=alice) == (game,)
        assert ledger.balance(alice) == 990


@pytest.mark.parametrize("payout", [0, 10, 8000])
def test_a_game_settles_once(ledger: Ledger, player: Player, payout: int) -> None:
    alice = player("alice")
    ledger.post(*stake(alice, 10))
    game = ledger.games()[0]
    result = RecordResult(alice, "videopoker", 10, payout)
    first = ledger.settle(game, {alice: payout}, "vp:1:end", result)
    assert ledger.settle(game, {alice: payout}, "vp:1:end", result) == first
    with pytest.raises(StaleStateError):
        ledger.settle(game, {alice: payout}, "vp:1:end again", result)
    assert ledger.games() == ()
    assert ledger.balance(alice) == 990 + payout
    assert ledger.balance(HOUSE) == -990 - payout
    assert ledger.stats(alice) == (GameResult("videopoker", 1, int(payout > 10), 10, payout, payout),)


def test_no_stake_without_its_game_and_no_game_without_its_stake(ledger: Ledger, player: Player) -> None:
    alice = player("alice")
    ledger.post(*stake(alice, 10))
    with pytest.raises(StaleStateError):  # a game of that name is there
        ledger.post(Entry("other", "videopoker", transfer(alice, MACHINE, 10)), stake(alice, 10)[1])
    with pytest.raises(InsufficientChipsError):
        ledger.post(*stake(alice, 991, "2"))
    assert [game.game_id for game in ledger.games()] == ["1"]
    assert ledger.balance(alice) == 990


def test_chips_of_no_saved_game_do_not_move(ledger: Ledger, player: Player) -> None:
    alice = player("alice")
    entry, game = stake(alice, 10)
    for held in (0, 9, 11):
        with pytest.raises(ValueError, match="no saved game"):
            ledger.post(entry, SaveGame("1", "videopoker", "", held))
    with pytest.raises(ValueError, match="no saved game"):
        ledger.post(entry, SaveGame("1", "holdem", "", 10))
    with pytest.raises(ValueError, match="no saved game"):
        ledger.post(entry)
    with pytest.raises(ValueError, match="no saved game"):
        ledger.save(game)
    ledger.post(entry, game)
    with pytest.raises(ValueError, match="no saved game"):
        ledger.save(EndGame("1", 1))
    with pytest.raises(ValueError, match="no saved game"):
        ledger.post(Entry("out", "videopoker", transfer(MACHINE, alice, 11)), EndGame("1", 1))
    with pytest.raises(ValueError, match="more from game:videopoker than is there"):
        ledger.post(Entry("out", "videopoker", (*transfer(MACHINE, alice, 11), *transfer(HOUSE, MACHINE, 11))))
    assert ledger.balance(alice) == 990


def test_a_game_goes_on_from_its_last_version_only(ledger: Ledger, player: Player, clock: ManualClock) -> None:
    alice = player("alice")
    ledger.post(*stake(alice, 10))
    clock.advance(timedelta(seconds=5))
    ledger.save(SaveGame("1", "videopoker", "held 1 3", 10, version=1))
    with pytest.raises(StaleStateError):
        ledger.save(SaveGame("1", "videopoker", "held 2", 10, version=1))
    with pytest.raises(StaleStateError):
        ledger.save(SaveGame("2", "videopoker", "of nothing", 0, version=1))
    more = Entry("more", "videopoker", transfer(alice, MACHINE, 5))
    ledger.post(more, SaveGame("1", "videopoker", "doubled", 15, version=2))
    (game,) = ledger.games()
    assert (game.state, game.held, game.version, game.player) == ("doubled", 15, 3, alice)
    assert game.saved_at == NOON + timedelta(seconds=5)


def test_a_table_of_several(ledger: Ledger, player: Player) -> None:
    alice, bob = player("alice"), player("bob")
    table = GameAccount("holdem")
    ledger.post(Entry("in a", "buy-in", transfer(alice, table, 200)), SaveGame("t", "holdem", "a", 200))
    ledger.post(Entry("in b", "buy-in", transfer(bob, table, 300)), SaveGame("t", "holdem", "ab", 500, version=1))
    ledger.post(Entry("out a", "cash-out", transfer(table, alice, 450)), SaveGame("t", "holdem", "b", 50, version=2))
    (game,) = ledger.games("holdem")
    assert (game.player, game.held) == (None, 50)
    assert ledger.audit().at_tables == 50
    assert ledger.games(player=alice) == ()
    assert ledger.settle(game, {bob: 50}, "out b").balances == {bob: 750, table: 0}


def test_impossible_games_are_refused(ledger: Ledger, player: Player) -> None:
    player("alice")
    with pytest.raises(InvalidAmountError):
        ledger.save(SaveGame("1", "videopoker", "", -1))
    with pytest.raises(UnknownPlayerError):
        ledger.save(SaveGame("1", "videopoker", "", 0, player=PlayerId.of("net", nick_key="nobody")))
    with pytest.raises(ValueError, match="kind of game"):
        ledger.save(SaveGame("1", "", "", 0))
    assert ledger.games() == ()


def test_deals_are_numbered(ledger: Ledger) -> None:
    assert [ledger.new_deal_number() for _ in range(3)] == [1, 2, 3]


def test_a_settled_game_is_the_stored_one(ledger: Ledger, player: Player) -> None:
    assert ledger.settled_game("1", "videopoker") is None
    ledger.post(*stake(player("alice"), 10))
    assert ledger.settled_game("1", "videopoker") == ledger.game("1")


@pytest.mark.servers
@pytest.mark.parametrize("is_new", [True, False])
def test_a_settled_game_waits_for_the_transaction_that_changes_it(
    postgres: Postgres, clock: ManualClock, is_new: bool
) -> None:
    with Ledger(postgres.new_database(), clock) as ledger, ThreadPoolExecutor() as threads:
        alice = PlayerId.of("net", nick_key="alice")
        ledger.open_player(alice)
        ledger.post(*stake(alice, 10))
        is_changed, may_commit = Event(), Event()

        def change(connection: Connection) -> None:
            version, entry = 0 if is_new else 1, Entry("vp:2", "videopoker", transfer(alice, MACHINE, 5))
            change = SaveGame("2" if is_new else "1", "videopoker", "new", 5 if is_new else 15, version, alice)
            post_entry(
                connection, entry, NOON, before=lambda _: apply_changes(connection, [change], entry.postings, NOON)
            )
            is_changed.set()
            may_commit.wait()

        changing = threads.submit(ledger._database.write, change)
        is_changed.wait()
        looking = threads.submit(ledger.settled_game, "2" if is_new else "1", "videopoker")
        waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
        is_waiting = 0
        while not (is_waiting or looking.done()):
            with ledger._database.reading() as connection:
                is_waiting = connection.execute(text(waiting)).scalar()
        may_commit.set()
        changing.result()
        assert is_waiting
        game = looking.result()
        assert game is not None
        assert game.state == "new"
