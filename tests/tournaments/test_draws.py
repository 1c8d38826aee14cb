"""Every draw of seats can be made again from the docs alone: by node, in another language."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ircpoker.cli.main import main
from ircpoker.errors import ProofError
from ircpoker.fairness.proof import Proof, parse_proof, verify
from ircpoker.fairness.proofs import read_proof
from ircpoker.tournaments.settings import TournamentSettings
from tests.programs import find
from tests.tiers import count, seed
from tests.tournaments.arena import Arena
from tests.tournaments.test_large import make

CHANNELS = ("#poker", "#two", "#three", "#four")
WORDS = "free seats 4 stack 300 late 2 10/20@2h 20/40@2h 40/80@2h 80/160@2h 160/320@4h"


class Drawn:
    """A tournament, with what its draws have done as everybody sees it."""

    def __init__(self, number: int, url: str = "sqlite://") -> None:
        sections = {"tournaments": TournamentSettings(channels=CHANNELS, buy_in=100)}
        self.arena = arena = Arena(url, seed=number, channels=CHANNELS, sections=sections)
        rng = Random(number)
        self.tournament = make(arena, WORDS, rng.randint(2, 5), rng.randint(4, 9))
        self.seats: dict[str, set[tuple[int, int, int]]] = {}
        take = self.tournament.take

        def seen(draft: Any) -> None:
            before, draw = self.tournament.state, self.tournament.state.draw
            take(draft)
            where = {each.number: (each.table, each.seat) for each in before.entries.values()}
            if draft.state.draw != draw:
                now = {(each.number, each.table + 1, each.seat + 1) for each in draft.state.playing}
                self.seats[draw] = {each for each in now if where.get(each[0]) != (each[1] - 1, each[2] - 1)}
                self.order = self.order or [table + 1 for table in draft.state.break_order]

        self.order: list[int] = []
        self.tournament.take = seen  # type: ignore[method-assign]  # watched
        arena.say("p0", "!seed schöne Socken")
        arena.tournaments.begin(self.tournament)
        arena.say("late1", "!tournament register open")
        for turn in range(600):
            if arena.is_over:
                break
            if turn == 3:
                arena.say("late2", "!tournament register open")
            arena.play(rng, 1, boldness=0.3)

    def proofs(self) -> list[Proof]:
        """Return the proofs of its draws."""
        ledger = self.arena.services.ledger
        shuffles = [ledger.shuffle(draw) for draw in self.seats]
        return [read_proof(shuffle) for shuffle in shuffles if shuffle is not None]


def made_again(proofs: list[Proof]) -> list[dict[str, Any]]:
    """Return what node finds."""
    lines = "".join([proof.to_json().replace("\n", "") + "\n" for proof in proofs])
    script = Path(__file__).with_name("draws.js")
    done = subprocess.run(
        [find("node"), str(script)], input=lines, capture_output=True, text=True, timeout=60, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def check_draws(number: int) -> Counter[str]:
    drawn = Drawn(number)
    proofs = drawn.proofs()
    kinds: Counter[str] = Counter()
    for proof, again in zip(proofs, made_again(proofs), strict=True):
        assert proof.draw is not None
        verify(proof)
        assert verify(parse_proof(proof.to_json())) is None
        assert again["sealed"]
        assert again["seats"] == [list(seat) for seat in proof.draw.seats]
        moved = {tuple(seat) for seat in again["seats"]}
        kind = proof.draw.kind.value
        # Who keeps their seat at the final table is not seen to move; others may go out with the same change.
        assert drawn.seats[proof.deal_id] <= moved
        assert kind == "final" or drawn.seats[proof.deal_id] == moved
        if kind == "start":
            assert again["order"] == drawn.order
        kinds[kind] += 1
    drawn.arena.close()
    return kinds


@pytest.mark.slow(1)
@pytest.mark.needs("node")
def test_all_draws_of_a_tournament_are_made_again_in_another_language() -> None:
    kinds = check_draws(seed(3))
    assert kinds["start"] == 1
    assert kinds["late"]


@pytest.mark.slow(10)
@pytest.mark.needs("node")
def test_the_draws_of_a_hundred_tournaments() -> None:
    kinds: Counter[str] = Counter()
    for number in range(count(100, 5)):
        kinds += check_draws(seed(100 + number))
    assert all(kinds[kind] for kind in ("start", "late", "broken", "final"))


@pytest.mark.slow(1)
def test_verify_shows_the_seats_and_finds_changed_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path}/ledger.db"
    drawn = Drawn(4, url)
    proof = drawn.proofs()[0]
    assert proof.draw is not None
    drawn.arena.close()
    assert main(["verify", proof.deal_id, "--database", url]) == 0
    entry, table, seat = proof.draw.seats[0]
    assert (
        f"draw        start, TABLE/SEAT: {dict(proof.draw.players)[entry]} {table}/{seat}, " in capsys.readouterr().out
    )
    data = json.loads(proof.to_json())
    data["draw"]["seats"][0], data["draw"]["seats"][1] = data["draw"]["seats"][1], data["draw"]["seats"][0]
    with pytest.raises(ProofError, match="the seats are not those that the draw gives"):
        verify(parse_proof(json.dumps(data)))
    for wrong in ({}, [], {"kind": "start"}, data["draw"] | {"tables": {}}, data["draw"] | {"players": [[1, "a"]] * 2}):
        with pytest.raises(ProofError, match="draw of the proof"):
            parse_proof(json.dumps(data | {"draw": wrong}))
