"""Hands as rows: they add up, and explain what each seat of a table cashes out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event, text

from ircpoker.errors import InvalidAmountError, LedgerError, NotAllowedError, StaleStateError, UnknownPlayerError
from ircpoker.ledger import (
    HOUSE,
    BuyIn,
    CashOut,
    EndGame,
    Entry,
    GameAccount,
    HandRow,
    Ledger,
    PlayerId,
    Posting,
    RecordHand,
    SaveGame,
    transfer,
)
from ircpoker.runtime.clock import ManualClock

Player = Callable[[str], PlayerId]
TABLE = GameAccount("holdem")


class Table:
    """A table of alice, bob and a robot, as the ledger sees it."""

    def __init__(self, ledger: Ledger, player: Player) -> None:
        self.ledger = ledger
        self.alice, self.bob = player("alice"), player("bob")
        self.held = 0
        self.version = 0
        seats = (BuyIn("t", 0, 300, self.alice), BuyIn("t", 1, 200, self.bob), BuyIn("t", 2, 100, robot="swede"))
        self.write(*seats, moves=sum((self.bring(seat) for seat in seats), ()))

    def bring(self, seat: BuyIn) -> tuple[Posting, ...]:
        return transfer(seat.player or HOUSE, TABLE, seat.chips)

    def write(self, *changes: object, moves: tuple[Posting, ...] = ()) -> None:
        """Store the table with changes and postings."""
        held = self.held + sum(posting.amount for posting in moves if posting.account == TABLE)
        self.ledger.post(
            Entry(f"t:{self.version}", "table", moves),
            SaveGame("t", "holdem", "", held, self.version),
            *changes,
        )
        self.held, self.version = held, self.version + 1

    def hand(self, deal_id: str, *net: int) -> RecordHand:
        """A hand in which each seat put in ten, and won or lost."""
        who = ({"player": self.alice}, {"player": self.bob}, {"robot": "swede"})
        rows = [HandRow(seat, 10, 10 + chips, **who[seat]) for seat, chips in enumerate(net)]
        return RecordHand(deal_id, "holdem", "t", tuple(rows))

    def leave(self, seat: int, player: PlayerId, chips: int, *changes: object) -> None:
        self.write(*changes, CashOut("t", seat, chips), moves=transfer(TABLE, player, chips))


@pytest.fixture
def table(ledger: Ledger, player: Player) -> Table:
    return Table(ledger, player)


def rows(ledger: Ledger, query: str) -> list[tuple[object, ...]]:
    with ledger._database.reading() as connection:
        return [tuple(row) for row in connection.execute(text(query))]


def test_last_hands(ledger: Ledger, table: Table) -> None:
    assert ledger.last_hands(table.alice, 5) == ()
    for deal_id in ("1", "2", "3"):
        shown = HandRow(0, 10, 30, table.alice, nick="alice", shown="Two Pair")
        others = (HandRow(1, 10, 0, table.bob, nick="bob", has_folded=True), HandRow(2, 10, 0, robot="swede"))
        table.write(RecordHand(deal_id, "holdem", "t", (shown, *others), "limit"))
    table.write(RecordHand("4", "holdem", "t", (HandRow(0, 5, 10, table.alice), HandRow(2, 5, 0, robot="swede"))))
    last = ledger.last_hands(table.bob, 2)
    assert [(hand.deal_id, hand.game, hand.own.nick, hand.own.net, hand.own.has_folded) for hand in last] == [
        ("3", "limit", "bob", -10, True),
        ("2", "limit", "bob", -10, True),
    ]
    assert [(row.nick, row.won, row.shown, row.robot) for row in last[0].rows] == [
        ("alice", 30, "Two Pair", ""),
        ("bob", 0, "", ""),
        ("", 0, "", "swede"),
    ]
    assert ledger.last_hands(PlayerId.of("net", nick_key="nobody"), 2) == ()


def test_an_evening(ledger: Ledger, table: Table) -> None:
    table.write(table.hand("1", 20, -10, -10))
    table.write(table.hand("2", -10, 20, -10))
    table.leave(0, table.alice, 310)
    carol = PlayerId.of("net", nick_key="carol")
    ledger.open_player(carol)
    table.write(BuyIn("t", 0, 500, carol), moves=transfer(carol, TABLE, 500))
    lost = RecordHand("3", "holdem", "t", (HandRow(0, 80, 160, carol), HandRow(2, 80, 0, robot="swede")))
    # The robot has lost everything, and gets as much again.
    table.leave(1, table.bob, 210, lost)
    table.write(BuyIn("t", 2, 100, robot="swede"), moves=transfer(HOUSE, TABLE, 100))
    ends = (CashOut("t", 0, 580), CashOut("t", 2, 100))
    moves = (*transfer(TABLE, carol, 580), *transfer(TABLE, HOUSE, 100))
    ledger.post(Entry("t:end", "cash-out", moves), EndGame("t", table.version), *ends)
    assert [ledger.balance(player) for player in (table.alice, table.bob, carol)] == [1010, 1010, 1080]
    assert rows(ledger, "SELECT seat, robot, bought_in, cashed_out FROM sessions ORDER BY id") == [
        (0, "", 300, 310),
        (1, "", 200, 210),
        (2, "swede", 200, 100),
        (0, "", 500, 580),
    ]
    query = "SELECT deal_id, seat, put_in, won FROM hand_seats JOIN hands ON hands.id = hand_id ORDER BY hand_id, seat"
    assert len(rows(ledger, query)) == 8
    assert rows(ledger, query)[:3] == [("1", 0, 10, 30), ("1", 1, 10, 0), ("1", 2, 10, 0)]
    # The fixture's audit at the end finds nothing wrong.


@pytest.mark.parametrize(("cashed_out", "wrong"), [(321, 1), (319, 1), (320, 0)])
def test_a_cash_out_that_no_hand_explains(ledger: Ledger, table: Table, cashed_out: int, wrong: int) -> None:
    table.write(table.hand("1", 20, -10, -10))
    table.leave(0, table.alice, cashed_out)
    assert ledger.audit().unbalanced == wrong + (cashed_out > 320)  # the others' chips are not there then
    correct(ledger, f"UPDATE sessions SET bought_in = bought_in + {cashed_out} - 320 WHERE seat = 0")
    correct(ledger, f"UPDATE sessions SET bought_in = bought_in - {cashed_out} + 320 WHERE seat = 1")


def correct(ledger: Ledger, statement: str) -> None:
    """Change the database behind the ledger's back."""
    ledger._database.write(lambda connection: connection.execute(text(statement)) and None)


@pytest.mark.parametrize(
    ("statement", "undo", "wrong"),
    [
        ("UPDATE hand_seats SET won = won + 1 WHERE seat = 0", "UPDATE hand_seats SET won = won - 1 WHERE seat = 0", 2),
        ("UPDATE sessions SET bought_in = 1 WHERE seat = 0", "UPDATE sessions SET bought_in = 300 WHERE seat = 0", 1),
        ("UPDATE sessions SET bought_in = 201 WHERE seat = 1", "UPDATE sessions SET bought_in = 200 WHERE seat = 1", 1),
        ("UPDATE sessions SET bought_in = 9 WHERE seat = 1", "UPDATE sessions SET bought_in = 200 WHERE seat = 1", 1),
        ("UPDATE sessions SET game_id = 'x' WHERE seat = 1", "UPDATE sessions SET game_id = 't' WHERE seat = 1", 1),
    ],
)
def test_changed_rows_are_found(table: Table, ledger: Ledger, statement: str, undo: str, wrong: int) -> None:
    table.leave(0, table.alice, 320, table.hand("1", 20, -10, -10))
    correct(ledger, statement)
    assert ledger.audit().unbalanced == wrong
    correct(ledger, undo)


def test_seats_from_before_the_upgrade_are_no_fault(ledger: Ledger, player: Player) -> None:
    alice, bob = player("alice"), player("bob")
    moves = (*transfer(alice, TABLE, 300), *transfer(bob, TABLE, 200))
    ledger.post(Entry("t:0", "buy-in", moves), SaveGame("t", "holdem", "", 500))
    won = RecordHand("1", "holdem", "t", (HandRow(0, 10, 20, alice), HandRow(1, 10, 0, bob)))
    ledger.save(SaveGame("t", "holdem", "", 500, 1), won)
    ledger.post(
        Entry("t:2", "table", transfer(TABLE, alice, 310)), SaveGame("t", "holdem", "", 190, 2), CashOut("t", 0, 310)
    )
    # Seats taken from now on are checked.
    again = Entry("t:3", "buy-in", transfer(alice, TABLE, 50))
    ledger.post(again, SaveGame("t", "holdem", "", 240, 3), BuyIn("t", 0, 50, alice))
    assert ledger.audit().is_clean
    ledger.post(
        Entry("t:4", "cash-out", transfer(TABLE, alice, 51)), SaveGame("t", "holdem", "", 189, 4), CashOut("t", 0, 51)
    )
    assert ledger.audit().unbalanced == 1
    correct(ledger, "UPDATE sessions SET bought_in = 51")


def test_hands_and_sessions_change_hands(ledger: Ledger, table: Table) -> None:
    account = PlayerId.of("net", nick_key="x", account="alice")
    ledger.open_player(account)
    table.write(table.hand("1", 20, -10, -10))
    ledger.rebind(table.alice, account)
    table.leave(0, account, 320)
    owners = "SELECT owner FROM {} JOIN accounts ON accounts.id = player_id WHERE seat = 0"
    assert rows(ledger, owners.format("sessions")) == rows(ledger, owners.format("hand_seats")) == [(str(account),)]


@pytest.mark.parametrize(
    ("hand", "error"),
    [
        ((HandRow(0, 10, 9), HandRow(1, 10, 10)), ValueError),
        ((HandRow(0, 10, 11), HandRow(1, 10, 10)), ValueError),
        ((HandRow(0, -10, 0), HandRow(1, 10, 0)), InvalidAmountError),
        ((HandRow(0, 0, -10), HandRow(1, 0, 10)), InvalidAmountError),
        ((HandRow(0, 5, 5, PlayerId.of("net", nick_key="nobody")),), UnknownPlayerError),
    ],
)
@pytest.mark.usefixtures("table")
def test_impossible_hands(ledger: Ledger, hand: tuple[HandRow, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        ledger.save(SaveGame("t", "holdem", "", 600, 1), RecordHand("1", "holdem", "t", hand))
    assert rows(ledger, "SELECT deal_id FROM hands") == []
    assert [game.version for game in ledger.games()] == [1]


def test_a_hand_is_recorded_once(table: Table) -> None:
    table.write(table.hand("1", 0, 0, 0))
    with pytest.raises(StaleStateError):
        table.write(table.hand("1", 0, 0, 0))


@pytest.mark.parametrize(
    "seat",
    [BuyIn("t", 3, 99, robot="swede"), BuyIn("t", 3, 101, robot="swede"), CashOut("t", 0, 100)],
)
def test_chips_reach_the_seats_of_their_table(table: Table, seat: BuyIn | CashOut) -> None:
    with pytest.raises(ValueError, match="come to the seats"):
        table.write(seat, moves=transfer(HOUSE, TABLE, 100))


@pytest.mark.usefixtures("table")
def test_no_seat_is_taken_twice(ledger: Ledger) -> None:
    """Two processes that both see a free seat: usually the table's version stops one of them earlier."""
    indexes = "INSERT INTO sessions (game_id, seat, robot, bought_in) VALUES ('t', 0, 'swede', 1)"
    with pytest.raises(LedgerError, match=r"(?i)unique"):
        correct(ledger, indexes)
    assert len(rows(ledger, "SELECT id FROM sessions")) == 3


def test_each_hand_has_its_time(ledger: Ledger, table: Table, clock: ManualClock) -> None:
    table.write(table.hand("1", 0, 0, 0))
    assert rows(ledger, "SELECT ended_at FROM hands") == [(int(clock.now().timestamp() * 1000),)]


class TestManyAtOnce:
    """Seats that are taken by one entry, such as those of nine robots."""

    @pytest.mark.usefixtures("table")
    def test_more_seats_take_no_more_statements(self, ledger: Ledger, player: Player) -> None:
        caller = player("carol")
        counts = []
        for name, seats in (("few", 2), ("many", 10)):
            with statements_of(ledger) as executed:
                call_robots(ledger, name, caller, seats, house_stake=1000)
            counts.append(len(executed))
        assert counts[0] == counts[1]
        assert rows(ledger, "SELECT count(*), count(DISTINCT session_id) FROM robot_calls") == [(12, 12)]
        calls = "SELECT count(*) FROM robot_calls JOIN sessions ON sessions.id = session_id WHERE robot = 'caller'"
        assert rows(ledger, calls) == [(12,)]

    @pytest.mark.usefixtures("table")
    def test_the_house_stakes_so_much_on_all_together(self, ledger: Ledger, player: Player) -> None:
        with pytest.raises(NotAllowedError, match=": 5 are left today"):
            call_robots(ledger, "many", player("carol"), 3, house_stake=25)
        assert rows(ledger, "SELECT id FROM sessions WHERE game_id = 'many'") == []

    def test_new_seats_and_more_chips_for_old_ones(self, ledger: Ledger, table: Table) -> None:
        table.write(*(BuyIn("t", seat, 10, robot="swede") for seat in (2, 3)), moves=transfer(HOUSE, TABLE, 20))
        bought = rows(ledger, "SELECT seat, bought_in FROM sessions WHERE robot = 'swede' ORDER BY seat")
        assert bought == [(2, 110), (3, 10)]


@contextmanager
def statements_of(ledger: Ledger) -> Iterator[list[str]]:
    """Collect the statements that a ledger's database executes."""
    executed: list[str] = []

    def note(*arguments: Any) -> None:
        executed.append(arguments[2])

    event.listen(ledger._database.engine, "before_cursor_execute", note)
    try:
        yield executed
    finally:
        event.remove(ledger._database.engine, "before_cursor_execute", note)


def call_robots(ledger: Ledger, table: str, caller: PlayerId, seats: int, house_stake: int) -> None:
    """Open a table with robots, ten chips each."""
    called = [BuyIn(table, seat, 10, None, "caller", caller, house_stake) for seat in range(seats)]
    moves = transfer(HOUSE, TABLE, 10) * seats
    ledger.post(Entry(f"open {table}", "buy-in", moves), SaveGame(table, "holdem", "", 10 * seats), *called)
