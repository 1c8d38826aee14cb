"""The processes of test_processes.py: `run` does a task, when it is told to, beside others.

`python worker.py URL` plays: each line of input starts a process that plays until it is killed; its number and, after
a round, `playing` are printed.
"""

from __future__ import annotations

import os
import random
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING

from ircpoker.chat.daily_hand import secrets_of
from ircpoker.errors import NotAllowedError
from ircpoker.ledger import (
    HOUSE,
    CommitShuffle,
    Economy,
    Entry,
    GameAccount,
    Ledger,
    PlayerId,
    RecordResult,
    SaveGame,
    UseShuffle,
    transfer,
    unique_key,
)
from ircpoker.runtime.clock import ManualClock

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

PLAYERS = [PlayerId.of("net", nick_key=f"p{number}") for number in range(6)]
ECONOMY = Economy(starting_chips=100_000, daily_chips=100, gifts_per_day=10**9)
OF_GUESTS = Economy()
GUESTS = 30
MACHINE = GameAccount("videopoker")
TRANSFERS = 500
SPENT = ECONOMY.starting_chips - 100


def transfers_of(seed: int) -> list[tuple[PlayerId, PlayerId, int]]:
    """The transfers of one process; the test adds them up as well."""
    rng = random.Random(seed)
    pairs = (rng.sample(PLAYERS, 2) for _ in range(TRANSFERS))
    return [(giver, receiver, rng.randint(1, 20)) for giver, receiver in pairs]


def transfer_all(ledger: Ledger, seed: int) -> int:
    for number, (giver, receiver, chips) in enumerate(transfers_of(seed)):
        ledger.post(Entry(f"t:{seed}:{number}", "test", transfer(giver, receiver, chips)))
    return TRANSFERS


def spend_all(ledger: Ledger, seed: int) -> int:
    """Each process wants nearly all chips of each player; one can have them."""
    successes = 0
    for player in PLAYERS:
        try:
            ledger.post(Entry(f"spend:{player}:{seed}", "test", transfer(player, HOUSE, SPENT)))
        except NotAllowedError:
            continue
        successes += 1
    return successes


def post_same(ledger: Ledger, seed: int) -> int:
    del seed
    return sum(
        not ledger.post(Entry(f"same:{number}", "test", transfer(HOUSE, PLAYERS[1], 1))).repeated
        for number in range(50)
    )


def take_daily(ledger: Ledger, seed: int) -> int:
    del seed
    successes = 0
    for player in PLAYERS:
        try:
            ledger.daily(player)
        except NotAllowedError:
            continue
        successes += 1
    return successes


def settle_games(ledger: Ledger, seed: int) -> int:
    """Each process ends every game, under a key of its own."""
    successes = 0
    for game in ledger.games("videopoker"):
        assert game.player is not None
        try:
            ledger.settle(game, {game.player: 500}, f"end:{game.game_id}:{seed}")
        except NotAllowedError:
            continue
        successes += 1
    return successes


def log_in(ledger: Ledger, seed: int) -> int:
    """Guests log in while others win, stake and open them again."""
    rng = random.Random(seed)
    for number in range(50):
        guest, member = rng.choice(PLAYERS), PlayerId.of("net", nick_key="x", account=f"m{rng.randint(0, 2)}")
        ledger.open_player(guest)
        ledger.open_player(member)
        ledger.post(Entry(f"win:{seed}:{number}", "test", transfer(HOUSE, member, 7)))
        ledger.rebind(guest, member)
    return 50


def number_deals(ledger: Ledger, seed: int) -> int:
    del seed
    return len({ledger.new_deal_number() for _ in range(50)})


def seal_days(ledger: Ledger, seed: int) -> int:
    """Each process has secrets of its own for two days; return those that hold, as a number."""
    return int("".join([secrets_of(ledger, day, f"{seed + 1:032x}")[day] for day in ("260701", "260702")]), 16)


def play_round(ledger: Ledger, rng: random.Random, game_id: str) -> None:
    """Pull the slot machine, end the player's games of video poker, begin another and give a chip."""
    player, friend = rng.sample(PLAYERS, 2)
    stake, payout = rng.randint(1, 20), rng.choice([0, 0, 0, 20, 50])
    if ledger.next_shuffle("slot", player) is None:
        ledger.save(commit_next(ledger, player))
    shuffle = ledger.next_shuffle("slot", player)
    assert shuffle is not None
    ledger.post(
        Entry(f"slot:{shuffle.deal_id}", "slot", (*transfer(player, HOUSE, stake), *transfer(HOUSE, player, payout))),
        UseShuffle(shuffle.deal_id, "seeds", reveal=True),
        commit_next(ledger, player),
        RecordResult(player, "slot", stake, payout),
    )
    for game in ledger.games("videopoker", player=player):
        result = RecordResult(player, "videopoker", game.held, payout)
        ledger.settle(game, {player: payout}, f"vp:{game.game_id}:end", result)
    saved = SaveGame(game_id, "videopoker", "{}", stake, player=player)
    ledger.post(Entry(f"vp:{game_id}", "videopoker", transfer(player, MACHINE, stake)), saved)
    if ledger.balance(player) > 0:
        ledger.gift(player, friend, 1, unique_key("gift"), any_age=True)


def commit_next(ledger: Ledger, player: PlayerId) -> CommitShuffle:
    return CommitShuffle(str(ledger.new_deal_number()), "slot", "commitment", "secret", player=player)


def play_for_ever(ledger: Ledger, seed: int) -> None:
    """Play until killed; say so once a whole round is played."""
    rng = random.Random(seed)
    play_round(ledger, rng, f"{seed}-first")
    say("playing")
    for number in count():
        play_round(ledger, rng, f"{seed}-{number}")


def guest(seed: int, number: int) -> PlayerId:
    return PlayerId.of("net", nick_key=f"g{seed}-{number}", address=f"g{seed}-{number}@2001:db8::{seed:x}:{number:x}")


def welcome_guests(ledger: Ledger, seed: int) -> int:
    """Guests of one host come and collect their daily chips; return how many chips they got."""
    chips = 0
    for number in range(GUESTS):
        ledger.open_player(guest(seed, number))
        with suppress(NotAllowedError):
            ledger.daily(guest(seed, number))
        chips += ledger.balance(guest(seed, number))
    return chips


TASKS: dict[str, Sequence[Callable[[Ledger, int], int]]] = {
    "transfer": (transfer_all,),
    "login": (log_in,),
    "guests": (welcome_guests,),
    "seal": (seal_days,),
    "open": (lambda ledger, _: len([ledger.open_player(player) for player in PLAYERS]),),
    "races": (post_same, take_daily, settle_games, number_deals, spend_all),
}
"""The parts of each task."""


def open_ledger(url: str, economy: Economy = ECONOMY) -> Ledger:
    return Ledger(url, ManualClock(datetime(2026, 7, 1, 12, tzinfo=UTC)), economy)


def say(text: object) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def start_players(url: str) -> None:
    open_ledger(url).close()  # imports everything, so that the processes below are quick to start
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            with open_ledger(url) as ledger:
                play_for_ever(ledger, int(line))
        say(child)
        os.waitpid(child, 0)
        say("gone")


def run(url: str, task: str, seed: int, pipe: Connection[list[int] | None, None]) -> None:
    """Do a task when told to, and send how often each part of it succeeded."""
    warnings.simplefilter("error")
    pipe.send(None)
    pipe.recv()
    with open_ledger(url, OF_GUESTS if task == "guests" else ECONOMY) as ledger:
        pipe.send([part(ledger, seed) for part in TASKS[task]])


if __name__ == "__main__":
    start_players(sys.argv[1])
