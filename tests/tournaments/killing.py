"""A tournament in a process that kills itself with SIGKILL in a chosen phase, before or after a commit."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from random import Random
from typing import Any

from ircpoker.lobby import changes
from ircpoker.lobby.tournament_events import PlayerMoved
from ircpoker.tournaments.draft import TournamentDraft
from ircpoker.tournaments.settings import TournamentSettings
from tests.children import FORKS
from tests.tournaments.arena import Arena, check
from tests.tournaments.test_large import make

PHASES = ("registration", "draw", "hand", "moving", "level", "break", "payout")
WORDS = "buy-in 10 seats 4 stack 400 10/20@2h break@1 20/40@2h break@1 40/80@2h break@1 80/160@3h"
CHANNELS = ("#poker", "#two", "#three")


def phase_of(drafts: Sequence[Any]) -> str:
    """Return the phase of a change; empty if a tournament has no part in it."""
    draft = next((each for each in drafts if isinstance(each, TournamentDraft)), None)
    if draft is None:
        return "hand" if any(each.state.hand is not None for each in drafts) else ""
    if not draft.state.is_playing:
        return "registration"
    if not draft.before.is_playing:
        return "draw"
    if draft.is_closing:
        return "payout"
    if draft.state.level != draft.before.level:
        return "break" if draft.state.pause else "level"
    if bool(draft.state.pause) != bool(draft.before.pause):
        return "break"
    moves = [each for each in draft.announcements if isinstance(each.event, PlayerMoved)]
    return "moving" if moves else "hand" if any(each.hand for each in drafts if hasattr(each, "hand")) else ""


def _run(url: str, seed: int, phase: str, report: Any) -> None:
    rng = Random(seed)
    skip, is_before = rng.randrange(6 if phase in {"hand", "registration"} else 2), rng.random() < 0.5
    commit = changes._commit

    def killed(ledger: Any, pending: Any, write: Any) -> None:
        nonlocal skip
        if phase_of([each.draft for each in pending]) == phase:
            skip -= 1
            if skip < 0:
                if not is_before:
                    commit(ledger, pending, write)
                report.send(phase)
                os.kill(os.getpid(), signal.SIGKILL)
        commit(ledger, pending, write)

    changes._commit = killed
    sections = {"tournaments": TournamentSettings(channels=CHANNELS, buy_in=100)}
    arena = Arena(url, seed=seed, channels=CHANNELS, sections=sections)
    check(arena)
    for _ in range(20):
        if arena.is_over:
            tournament = make(arena, WORDS, 3, 8)
            arena.tournaments.begin(tournament)
        elif not arena.tournament.state.is_playing:
            if len(arena.tournament.state.entries) < 2:
                arena.tournaments.cancel(arena.tournament)
                continue
            arena.tournaments.begin(arena.tournament)
        for number in range(3):
            for channel in CHANNELS:
                arena.services.presence.joined(arena.person(f"p{number}"), channel)
        arena.run()
        arena.play(rng, 600, boldness=0.05)
        check(arena)
    report.send("")


def kill(url: str, seed: int, phase: str) -> str:
    """Play until the process has killed itself in a phase; return that, or nothing if it has come to its end."""
    ours, theirs = FORKS.Pipe()
    process = FORKS.Process(target=_run, args=(url, seed, phase, theirs))
    process.start()
    theirs.close()
    try:
        done = ours.recv()
    except EOFError:
        done = "failed"
    process.join()
    return done
