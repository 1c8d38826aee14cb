"""The index of `ircpoker stats` on a ledger of 1,000,000 six-handed hands: `python -m benchmarks.statistics [HANDS]`.

The rows are those of a tenth of a per cent as many deals of random play, repeated by plain SQL under other numbers for
500 players in turn. Printed are the hands counted in a second, and the time of a whole query by the command line, both
of processor time.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

from sqlalchemy import Connection, create_engine, text

from benchmarks.measure import describe_machine, parse_words
from ircpoker.cards import CARDS
from ircpoker.ledger import Ledger
from ircpoker.records.ledger_hands import hand_figures
from ircpoker.records.statistics.index import StatisticsIndex
from ircpoker.records.statistics.ledgers import LedgerIndex
from ircpoker.runtime.clock import ManualClock
from ircpoker.table import GAMES, Action, Bet, Deal, RaiseTo, Setup
from ircpoker.table.actions import CALL, CHECK, FOLD

HANDS = 1_000_000
PLAYED = 1_000
SEATS = 6
PLAYERS = 500
NOW_MS = 2 * 10**12
RUNS = 7
_SEAT = """INSERT INTO hand_seats (hand_id, seat, player_id, put_in, won, flags, bets, raises, calls, position, stack,
    cards) VALUES (:hand, :seat, :player, :put_in, :won, :flags, :bets, :raises, :calls, :position, :stack, :cards)"""
_REPEAT = (
    """INSERT INTO hands (id, deal_id, kind, game_id, ended_at, game, big_blind)
       SELECT id + :shift, id + :shift, kind, game_id, ended_at, game, big_blind FROM hands WHERE id <= :played""",
    """INSERT INTO hand_seats (hand_id, seat, player_id, put_in, won, flags, bets, raises, calls, position, stack,
       cards) SELECT hand_id + :shift, seat, 1 + (player_id + :shift / :played) % :players, put_in, won, flags, bets,
       raises, calls, position, stack, cards FROM hand_seats WHERE hand_id <= :played""",
)


def choose(deal: Deal, rng: random.Random) -> Action:
    """Return any action, most often a quiet one."""
    legal = deal.legal_actions()
    if legal is None:
        raise ValueError("the deal is over")
    chance = rng.random()
    if legal.bet and chance < 0.4:
        return Bet(legal.bet[0])
    if legal.raise_to and chance < 0.2:
        return RaiseTo(legal.raise_to[0])
    return CHECK if legal.can_check else CALL if chance < 0.6 else FOLD


def play(connection: Connection, rng: random.Random) -> None:
    """Play the deals and store their rows."""
    setup = Setup(GAMES["holdem"], (1000,) * SEATS, 10, blinds=(5, 10, 0, 0, 0, 0))
    connection.execute(
        text("INSERT INTO accounts (id, kind, owner, nick) VALUES (:id, 'player', :owner, :nick)"),
        [{"id": number, "owner": f"guest:net/p{number}", "nick": f"p{number}"} for number in range(1, PLAYERS + 1)],
    )
    adding = """INSERT INTO hands (id, deal_id, kind, game_id, ended_at, game, big_blind)
        VALUES (:hand, :hand, 'holdem', 't', 0, 'holdem', 10)"""
    for hand in range(1, PLAYED + 1):
        deal = Deal(setup, rng.sample(CARDS, 52))
        while deal.actor is not None:
            deal.act(deal.actor, choose(deal, rng))
        connection.execute(text(adding), {"hand": hand})
        players = rng.sample(range(1, PLAYERS + 1), SEATS)
        for seat, figures in enumerate(hand_figures(deal)):
            names = ("flags", "bets", "raises", "calls", "position", "stack", "cards")
            row = {name: getattr(figures, name) for name in names}
            row |= {"hand": hand, "seat": seat, "player": players[seat], "put_in": 1000, "won": deal.stacks[seat]}
            connection.execute(text(_SEAT), row)


def processor_seconds() -> float:
    """Return the processor time of all processes that this one has started and that have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(hands: int) -> None:
    """Make the ledger, count it, and query it."""
    print(describe_machine("sqlalchemy"))
    with tempfile.TemporaryDirectory(prefix="ircpoker-bench-") as name:
        folder = Path(name)
        url = f"sqlite:///{folder / 'ledger.db'}"
        Ledger(url, ManualClock()).close()
        engine = create_engine(url)
        with engine.begin() as connection:
            play(connection, random.Random(1))
            for shift in range(PLAYED, hands, PLAYED):
                for statement in _REPEAT:
                    values = {"shift": shift, "played": PLAYED, "players": PLAYERS}
                    known = {name: value for name, value in values.items() if f":{name}" in statement}
                    connection.execute(text(statement), known)
        engine.dispose()
        cache = folder / "ircpoker"
        cache.mkdir()
        with Ledger(url, ManualClock()) as ledger:
            index = StatisticsIndex(cache / "statistics.db")
            start = time.process_time()
            LedgerIndex(index, ledger, f"ledger {url}", lambda _: {}).update(NOW_MS)
            spent = time.process_time() - start
            index.close()
        size = (cache / "statistics.db").stat().st_size
        print(
            f"{hands:,} hands counted in {spent:.1f} s, {hands / spent:,.0f} a second; index of {size / 2**20:.1f} MB"
        )
        command = [sys.executable, "-m", "ircpoker", "stats", "--database", url]
        for options in (["--json"], ["--json", "--by", "position"], ["--player", "p7"]):
            times = []
            for _ in range(RUNS):
                start = processor_seconds()
                environment = os.environ | {"XDG_CACHE_HOME": name}
                subprocess.run([*command, *options], stdout=subprocess.DEVNULL, env=environment, check=True)
                times.append(processor_seconds() - start)
            print(f"ircpoker stats {' '.join(options)}: median {median(times):.2f} s, start of Python included")


if __name__ == "__main__":
    main(*map(int, parse_words(__doc__, hands=HANDS)))
