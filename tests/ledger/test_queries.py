"""Chat commands find their rows by an index, so a million accounts cost no more than a thousand.

benchmarks/ledger.py measures it; here SQLite's planner is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, event

from ircpoker.ledger import (
    HOUSE,
    BuyIn,
    CommitShuffle,
    EndTournament,
    Entry,
    GameAccount,
    Ledger,
    NewTournament,
    PlayerId,
    RecordResult,
    RevealShuffle,
    SaveGame,
    UseShuffle,
    transfer,
)
from ircpoker.runtime.clock import ManualClock

ALICE = PlayerId.of("net", nick_key="alice")
BOB = PlayerId.of("net", nick_key="bob")
MACHINE = GameAccount("videopoker")


def play(ledger: Ledger) -> None:
    stake = Entry("vp", "videopoker", transfer(ALICE, MACHINE, 10))
    shuffle = CommitShuffle("1", "slot", "c", "s", player=ALICE)
    ledger.post(stake, SaveGame("g", "videopoker", "", 10, player=ALICE), shuffle)
    ledger.save(UseShuffle("1", "p"))
    ledger.save(RevealShuffle("1"))
    ledger.settle(ledger.games("videopoker", player=ALICE)[0], {ALICE: 500}, "end", RecordResult(ALICE, "vp", 10, 500))


FEW = ("SCAN anon_", "SCAN sessions USING INDEX ix_sessions_running")
"""A subquery with a limit; an index of only those who sit at tables now."""


def call_robot(ledger: Ledger) -> None:
    called = BuyIn("called", 0, 10, None, "caller", ALICE, 10)
    save = SaveGame("called", "holdem", "", 10)
    ledger.post(Entry("calls", "buy-in", transfer(HOUSE, GameAccount("holdem"), 10)), save, called)


def end_tournament(ledger: Ledger) -> None:
    ledger.save(NewTournament("tournament:t", "cup", "net", "net/#poker", "holdem"), EndTournament("tournament:t", ()))
    ledger.transfers("tournament:t", 20)


COMMANDS: dict[str, Callable[[Ledger], object]] = {
    "open": lambda ledger: ledger.open_player(PlayerId.of("net", nick_key="carol")),
    "open a guest": lambda ledger: ledger.open_player(PlayerId.of("net", nick_key="carol", address="c@h")),
    "claim": lambda ledger: ledger.claim_account(ledger.new_code(BOB), ALICE, nick="alice", nick_key="alice"),
    "call a robot": call_robot,
    "renamed": lambda ledger: ledger.open_player(ALICE, nick="Alice_"),
    "account_info": lambda ledger: ledger.account_info(ALICE),
    "find": lambda ledger: ledger.find_player("net", "alice"),
    "top": lambda ledger: ledger.top(),
    "top of a network": lambda ledger: ledger.top(network="net"),
    "figures": lambda ledger: (ledger.figures(ALICE), ledger.figures("manual")),
    "nets": lambda ledger: (ledger.nets(ALICE, 200), ledger.nets("manual", 200)),
    "last hands": lambda ledger: ledger.last_hands(ALICE, 5),
    "hand": lambda ledger: ledger.hand("1", ALICE),
    "stats": lambda ledger: ledger.stats(ALICE),
    "daily": lambda ledger: ledger.daily(ALICE),
    "gift": lambda ledger: ledger.gift(BOB, ALICE, 1, "g", any_age=True),
    "play": play,
    "game": lambda ledger: ledger.game("g"),
    "shuffle": lambda ledger: ledger.shuffle("1"),
    "next shuffle": lambda ledger: (ledger.next_shuffle("slot", ALICE), ledger.next_shuffle("slot", "net/#poker")),
    "last shuffles": lambda ledger: (ledger.last_shuffles(ALICE, 5), ledger.last_shuffles("net/#poker", 5)),
    "hidden shuffles": lambda ledger: (
        ledger.hidden_shuffles(ALICE, "slot"),
        ledger.hidden_shuffles("net/#poker", "slot"),
    ),
    "newest deals": lambda ledger: ledger.newest_deals(500),
    "seeds": lambda ledger: ledger.seeds([ALICE, BOB]),
    "transfers in a tournament": end_tournament,
    "log in": lambda ledger: ledger.rebind(BOB, ALICE),
    "deal number": lambda ledger: ledger.new_deal_number(),
}


@pytest.mark.few(9)
@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_reads_a_whole_table(tmp_path: Path, clock: ManualClock, command: str) -> None:
    url = f"sqlite:///{tmp_path}/ledger.db"
    statements: list[tuple[str, Any]] = []
    with Ledger(url, clock) as ledger:
        ledger.open_player(ALICE)
        ledger.open_player(BOB)
        ledger.post(Entry("win", "slot", transfer(HOUSE, BOB, 50)))
        bought = Entry("sit", "buy-in", transfer(ALICE, GameAccount("holdem"), 100))
        ledger.post(bought, SaveGame("t", "holdem", "", 100), BuyIn("t", 0, 100, ALICE))

        @event.listens_for(ledger._database.engine, "before_cursor_execute")
        def note(*arguments: Any) -> None:
            statements.append((arguments[2], arguments[3]))

        COMMANDS[command](ledger)
    engine = create_engine(url)
    with engine.connect() as connection:
        plans = {}
        for statement, parameters in statements:
            if statement.startswith(("SELECT", "INSERT", "UPDATE", "DELETE")):
                values = parameters[0] if isinstance(parameters, list) else parameters
                rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
                plans[statement] = [row[-1] for row in rows]
    engine.dispose()
    assert plans
    for statement, plan in plans.items():
        scans = [step for step in plan if step.startswith("SCAN") and not step.startswith(FEW)]
        assert not scans, f"{statement}\n{plan}"
        assert "hidden" not in command or "ix_shuffles_hidden" in plan[0]
        # Between two keys, or two times: from one key on there are the entries of everybody else.
        is_between = any(span in step for step in plan[:1] for span in ("key>? AND key<?", "ended_at>? AND ended_at<?"))
        assert " LIKE" not in statement.replace("NOT LIKE", "") or is_between, f"{statement}\n{plan}"
        # Sorting is for the few rows of one player; where there is a limit, there are many.
        is_unlimited = "LIMIT" not in statement or "GROUP BY" in statement
        assert is_unlimited or not [step for step in plan if "B-TREE" in step], f"{statement}\n{plan}"
