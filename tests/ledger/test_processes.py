"""Several real processes on one ledger, and processes that are killed in the middle of it."""

from __future__ import annotations

import os
import random
import select
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, text

from ircpoker.ledger import Entry, GameAccount, Ledger, SaveGame, transfer
from ircpoker.ledger.posting import find_accounts
from tests import tiers
from tests.children import FORKS, child
from tests.ledger import worker
from tests.servers.postgres import Postgres
from tests.waiting import PATIENCE, wait_until

PROCESSES = tiers.count(8, 4)


def run_together(url: str, task: str) -> list[list[int]]:
    """Let several processes do a task at the same time; return how often each succeeded, by part of the task."""
    pipes = [FORKS.Pipe() for _ in range(PROCESSES)]
    processes = [
        FORKS.Process(target=worker.run, args=(url, task, seed, theirs)) for seed, (_, theirs) in enumerate(pipes)
    ]
    for process, (_, theirs) in zip(processes, pipes, strict=True):
        process.start()
        theirs.close()
    try:
        for ours, _ in pipes:
            assert ours.poll(PATIENCE)
            ours.recv()
        for ours, _ in pipes:
            ours.send(None)
        answers = []
        for ours, _ in pipes:
            assert ours.poll(PATIENCE)
            answers.append(ours.recv())
        for process in processes:
            process.join(PATIENCE)
        assert [process.exitcode for process in processes] == [0] * PROCESSES
    finally:
        for process in processes:
            process.kill()
            process.join()
        for ours, _ in pipes:
            ours.close()
    return answers


@pytest.fixture
def ledger(shared_url: str) -> Iterator[Ledger]:
    with worker.open_ledger(shared_url) as opened:
        for player in worker.PLAYERS:
            opened.open_player(player)
        yield opened
        assert opened.audit().is_clean


@pytest.mark.slow(2)
def test_transfers_of_several_processes_all_count(ledger: Ledger, shared_url: str) -> None:
    assert run_together(shared_url, "transfer") == [[worker.TRANSFERS]] * PROCESSES
    expected = Counter(dict.fromkeys(worker.PLAYERS, worker.ECONOMY.starting_chips))
    for seed in range(PROCESSES):
        for giver, receiver, chips in worker.transfers_of(seed):
            expected[giver] -= chips
            expected[receiver] += chips
    assert {player: ledger.balance(player) for player in worker.PLAYERS} == expected
    assert ledger.audit().entries == len(worker.PLAYERS) + PROCESSES * worker.TRANSFERS


@pytest.mark.slow(1)
@pytest.mark.servers
def test_accounts_that_change_while_another_waits_for_them_stay_found(postgres: Postgres) -> None:
    """PostgreSQL tests a row anew that it waited for; in the plan of a table with figures it was lost there."""
    pair = worker.PLAYERS[:2]
    with worker.open_ledger(url := postgres.new_ledger()) as ledger:
        for player in pair:
            ledger.open_player(player)
    engine = create_engine(url)
    find_all = partial(find_accounts, owners=pair, lock=True)

    def wait_for_the_lock(connection: Connection) -> None:
        waiting = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
        wait_until(lambda: connection.execute(waiting).scalar_one() == 1)

    with engine.connect() as first, engine.connect() as second, ThreadPoolExecutor(1) as threads:
        for kind in ("hashjoin", "mergejoin", "seqscan"):
            second.execute(text(f"SET LOCAL enable_{kind} = off"))
        for player in pair:
            first.execute(
                text("UPDATE accounts SET balance = balance + 1 WHERE owner = :owner"), {"owner": str(player)}
            )
        found = threads.submit(find_all, second)
        wait_for_the_lock(first)
        first.commit()
        assert {row.balance for row in found.result(PATIENCE).values()} == {worker.ECONOMY.starting_chips + 1}
        assert found.result().keys() == set(pair)
    engine.dispose()


@pytest.mark.slow(2)
def test_several_processes_give_the_guests_of_one_host_no_more_than_one_would(shared_url: str) -> None:
    worker.open_ledger(shared_url).close()
    given = run_together(shared_url, "guests")
    assert sum(chips for [chips] in given) == worker.OF_GUESTS.given_per_host
    with worker.open_ledger(shared_url) as ledger:
        audit = ledger.audit()
    assert audit.is_clean
    assert (audit.accounts, audit.issued) == (PROCESSES * worker.GUESTS, worker.OF_GUESTS.given_per_host)


@pytest.mark.slow(2)
def test_several_processes_race_and_each_thing_happens_once(ledger: Ledger, shared_url: str) -> None:
    alice, bob, *others = worker.PLAYERS
    for number in range(10):
        stake = transfer(alice, GameAccount("videopoker"), 5)
        saved = SaveGame(str(number), "videopoker", "{}", 5, player=alice)
        ledger.post(Entry(f"vp:{number}", "videopoker", stake), saved)
    counts = zip(*run_together(shared_url, "races"), strict=True)
    same, daily, settled, numbers, spent = map(sum, counts)
    assert same == 50
    assert daily == spent == len(worker.PLAYERS)
    assert settled == 10
    assert numbers + 1 == ledger.new_deal_number() == PROCESSES * 50 + 1
    rest = worker.ECONOMY.starting_chips + worker.ECONOMY.daily_chips - worker.SPENT
    assert ledger.balance(alice) == rest + 10 * 495
    assert ledger.balance(bob) == rest + 50
    assert {ledger.balance(player) for player in others} == {rest}
    assert ledger.games() == ()


@pytest.mark.slow(2)
def test_a_day_has_one_secret_for_all_processes(ledger: Ledger, shared_url: str) -> None:
    answers = run_together(shared_url, "seal")
    assert answers == answers[:1] * PROCESSES
    assert len(ledger.channel_settings("")[""]) == 2


@pytest.mark.slow(2)
def test_guests_log_in_from_all_processes(ledger: Ledger, shared_url: str) -> None:
    assert run_together(shared_url, "login") == [[50]] * PROCESSES
    assert ledger.audit().accounts == len(worker.PLAYERS) + 3


@pytest.mark.slow(2)
def test_all_may_open_an_empty_database_at_once(empty_url: str) -> None:
    assert run_together(empty_url, "open") == [[len(worker.PLAYERS)]] * PROCESSES
    with worker.open_ledger(empty_url) as ledger:
        audit = ledger.audit()
        assert (audit.accounts, audit.entries, audit.unbalanced) == (6, 6, 0)


@pytest.mark.slow(1)
def test_a_killed_process_leaves_nothing_half_done(ledger: Ledger, shared_url: str) -> None:
    kills = tiers.count(150, 8)
    rng = random.Random(tiers.seed(kills))
    command = child(sys.executable, "-W", "error", str(Path(worker.__file__)), shared_url)
    pipe = subprocess.PIPE
    starter = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
    try:
        for number in range(kills):
            kill_a_player(starter, number, rng.uniform(0.0, 0.1))
            audit = ledger.audit()
            assert audit.is_clean
            assert audit.issued == audit.held + audit.at_tables
            check_nothing_is_half_done(shared_url)
        _, errors = starter.communicate(timeout=PATIENCE)
    finally:
        starter.kill()
        starter.wait()
    assert errors == ""
    assert sum(result.played for player in worker.PLAYERS for result in ledger.stats(player)) >= kills


def kill_a_player(starter: subprocess.Popen[str], seed: int, after_seconds: float) -> None:
    assert starter.stdin is not None
    assert starter.stdout is not None
    starter.stdin.write(f"{seed}\n")
    starter.stdin.flush()
    lines = {starter.stdout.readline().strip() for _ in range(2)}
    (child,) = (int(line) for line in lines - {"playing"})
    select.select([], [], [], after_seconds)  # any moment will do
    os.kill(child, signal.SIGKILL)
    assert starter.stdout.readline() == "gone\n"


def check_nothing_is_half_done(url: str) -> None:
    """Every stake has its game or its result, and every pull its shuffle, once."""
    queries = {
        "pulls": "SELECT count(*) FROM entries WHERE reason = 'slot'",
        "results of pulls": "SELECT COALESCE(SUM(played), 0) FROM results WHERE game = 'slot'",
        "shuffles used": "SELECT count(*) FROM shuffles WHERE proof IS NOT NULL AND revealed",
        "stakes": "SELECT count(*) FROM entries WHERE key LIKE 'vp:%' AND key NOT LIKE '%end'",
        "ends": "SELECT count(*) FROM entries WHERE key LIKE 'vp:%end'",
        "results of games": "SELECT COALESCE(SUM(played), 0) FROM results WHERE game = 'videopoker'",
        "unfinished": "SELECT count(*) FROM games",
    }
    engine = create_engine(url)
    with engine.connect() as connection:
        found = {name: int(connection.execute(text(query)).scalar_one()) for name, query in queries.items()}
    engine.dispose()
    assert found["pulls"] == found["results of pulls"] == found["shuffles used"]
    assert found["ends"] == found["results of games"]
    assert found["stakes"] == found["ends"] + found["unfinished"]
