"""The ledger's data on finished hands: figures, chips won from deal to deal, and lists of players."""

from __future__ import annotations

from datetime import timedelta

import pytest

from ircpoker.ledger import (
    HOUSE,
    BuyIn,
    Entry,
    FlagPattern,
    GameAccount,
    HandFigures,
    HandRow,
    Ledger,
    PlayerId,
    RecordHand,
    RecordResult,
    SaveGame,
    transfer,
)
from ircpoker.runtime.clock import ManualClock

TABLE = GameAccount("holdem")
ALICE, BOB, CAROL = (PlayerId.of("net", nick_key=name) for name in ("alice", "bob", "carol"))


@pytest.fixture
def table(ledger: Ledger) -> Ledger:
    """A table with alice, bob and a robot, each with 300 chips; carol and somebody elsewhere look on."""
    for player in (ALICE, BOB, CAROL, PlayerId.of("other", nick_key="dave")):
        ledger.open_player(player)
    moves = (*transfer(ALICE, TABLE, 300), *transfer(BOB, TABLE, 300), *transfer(HOUSE, TABLE, 300))
    seats = (BuyIn("t", 0, 300, ALICE), BuyIn("t", 1, 300, BOB), BuyIn("t", 2, 300, robot="swede"))
    ledger.post(Entry("buy", "buy-in", moves), SaveGame("t", "holdem", "", 900), *seats)
    return ledger


def play(
    ledger: Ledger,
    deal: int,
    *nets: int,
    game: str = "holdem",
    seats: tuple[int, ...] = (0, 1, 2),
    **facts: HandFigures,
) -> None:
    """Record a hand with the chips that alice, bob and the robot won, or some of them; the last one pays the rest."""
    who = ({"player": ALICE, "nick": "alice"}, {"player": BOB, "nick": "bob"}, {"robot": "swede", "nick": "swede"})
    rows = [
        HandRow(seat, 200, 200 + net, figures=facts.get(f"seat{seat}", HandFigures(0)), **who[seat])
        for seat, net in zip(seats, (*nets, -sum(nets)), strict=False)
    ]
    ledger.save(RecordHand(str(deal), "holdem", "t", tuple(rows), game, big_blind=10, record="kept"))


def test_figures_are_sums_of_each_game(table: Ledger) -> None:
    raised = HandFigures(6, bets=2, raises=1, calls=1)
    play(table, 1, 100, -50, -50, seat0=raised)
    play(table, 2, -50, 100, -50, seat0=raised, seat1=HandFigures(1))
    play(table, 3, -20, 70, -50, game="limit")
    holdem, limit = table.figures(ALICE)
    assert (holdem.game, holdem.hands, holdem.won, holdem.net, holdem.biggest) == ("holdem", 2, 1, 50, 300)
    assert (holdem.counted, holdem.big_blinds, holdem.squares) == (2, 5.0, 125.0)
    assert holdem.patterns == (FlagPattern(6, 2, 4, 2, 2),)
    assert (limit.game, limit.hands, limit.net, limit.big_blinds) == ("limit", 1, -20, -2.0)
    assert [(row.game, row.net) for row in table.figures("swede")] == [("holdem", -100), ("limit", -50)]
    assert table.figures(BOB)[0].patterns == (FlagPattern(0, 1, 0, 0, 0), FlagPattern(1, 1, 0, 0, 0))
    assert table.figures(CAROL) == table.figures("manual") == ()


def test_figures_of_positions(table: Ledger) -> None:
    for deal, position in enumerate(("BTN", "SB", "BTN"), 1):
        play(table, deal, deal, -deal, 0, seat0=HandFigures(1, position=position))
    play(table, 4, 4, 0, -4, game="limit", seat0=HandFigures(1, position="SB"))
    found = table.figures(ALICE, by_position=True)
    assert [(each.game, each.position, each.hands, each.net) for each in found] == [
        ("holdem", "BTN", 2, 4),
        ("holdem", "SB", 1, 2),
        ("limit", "SB", 1, 4),
    ]


def test_figures_of_the_hands_that_somebody_else_played_too(table: Ledger) -> None:
    play(table, 1, 100, -100, 0)
    play(table, 2, 50, seats=(0, 2))
    assert [found.hands for found in table.figures(ALICE)] == [2]
    assert [(found.hands, found.net) for found in table.figures(ALICE, beside=BOB)] == [(1, 100)]
    assert [found.hands for found in table.figures(BOB, beside=ALICE)] == [1]
    assert table.figures(ALICE, beside=CAROL) == table.figures(CAROL, beside=ALICE) == ()
    assert (table.nets(ALICE, 9), table.nets(ALICE, 9, beside=BOB)) == ([100, 50], [100])


def test_all_seats_of_new_hands(table: Ledger) -> None:
    play(table, 1, 100, -100, 0, seat1=HandFigures(6, 1, 2, 3, "BTN", 500, "AhKd"))
    play(table, 2, -10, 10, 0)
    first, second = table.last_hand_id() - 1, table.last_hand_id()
    rows = table.counted_rows(0, first)
    assert [(row.hand_id, row.seat, row.robot, row.net) for row in rows] == [
        (first, 0, "", 100),
        (first, 1, "", -100),
        (first, 2, "swede", 0),
    ]
    assert (rows[1].deal_id, rows[1].game, rows[1].big_blind) == ("1", "holdem", 10)
    assert tuple(rows[1])[-7:] == (6, 1, 2, 3, "BTN", 500, "AhKd")
    assert [row.hand_id for row in table.counted_rows(first, second)] == [second] * 3
    nicks = table.account_nicks([row.player for row in rows if row.player])
    assert sorted(nicks.values()) == [("alice", "net"), ("bob", "net")]


def test_merged_accounts_are_counted(table: Ledger) -> None:
    account = PlayerId.of("net", nick_key="carol", account="carol")
    table.open_player(account)
    assert table.merges() == 0
    play(table, 1, 100, -100, 0)
    assert table.rebind(ALICE, account)
    assert table.merges() == 1
    assert [found.hands for found in table.figures(account)] == [1]


def test_old_hands_have_no_figures(table: Ledger) -> None:
    rows = (HandRow(0, 50, 0, ALICE), HandRow(1, 0, 50, BOB))
    table.save(RecordHand("1", "holdem", "t", rows, "holdem"))
    [found] = table.figures(BOB)
    assert (found.hands, found.net, found.counted, found.big_blinds) == (1, 50, 0, 0.0)


def test_chips_from_deal_to_deal(table: Ledger) -> None:
    for deal, net in enumerate([10, -20, 30], 1):
        play(table, deal, net, -net, 0)
    assert table.nets(ALICE, 200) == [10, -20, 30]
    assert table.nets(ALICE, 2) == [-20, 30]
    assert table.nets("swede", 2) == [0, 0]


def test_one_hand_and_whose_it_is(table: Ledger) -> None:
    play(table, 7, 50, -50, 0)
    of_alice, of_carol = table.hand("7", ALICE), table.hand("7", CAROL)
    assert of_alice is not None
    assert of_carol is not None
    assert (of_alice.own, of_alice.record) == (of_alice.rows[0], "kept")
    assert of_carol.own is None
    assert of_carol.rows == of_alice.rows
    assert table.hand("8", ALICE) is None


def test_chips_at_tables_count(table: Ledger) -> None:
    assert [(row.nick, row.number) for row in table.top(network="net")] == [
        ("alice", 1000),
        ("bob", 1000),
        ("carol", 1000),
    ]
    play(table, 1, -100, 150, -50)
    assert [(row.nick, row.number) for row in table.top(network="net")] == [
        ("bob", 1150),
        ("carol", 1000),
        ("alice", 900),
    ]
    # The richest player has most chips at the table: without these, two others come first.
    assert [(row.nick, row.number) for row in table.top(1)] == [("bob", 1150)]


def test_who_won_most_and_played_most(table: Ledger) -> None:
    for number, (player, game, staked, paid) in enumerate(
        [(ALICE, "slot", 10, 0), (ALICE, "slot", 10, 0), (ALICE, "holdem", 50, 90), (BOB, "slot", 10, 60)]
    ):
        table.post(Entry(str(number), game, ()), RecordResult(player, game, staked, paid))
    assert [(row.nick, row.number) for row in table.top(network="net", by="won")] == [("bob", 50), ("alice", 20)]
    assert [(row.nick, row.number) for row in table.top(network="net", by="hands")] == [("alice", 3), ("bob", 1)]
    assert table.top(network="other", by="won") == ()


def test_the_last_seven_days(table: Ledger, clock: ManualClock) -> None:
    play(table, 1, 200, -200, 0)
    clock.advance(timedelta(days=6))
    play(table, 2, -50, 50, 0)
    assert [(row.nick, row.number) for row in table.top(by="week")] == [("alice", 150), ("bob", -150)]
    clock.advance(timedelta(days=2))
    assert [(row.nick, row.number) for row in table.top(by="week")] == [("bob", 50), ("alice", -50)]
    clock.advance(timedelta(days=6))
    assert table.top(by="week") == ()
