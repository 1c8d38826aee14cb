"""What programs and the channel see of a small tournament: levels, places by chips, and what is left at its end."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from ircpoker.tournaments.settings import TournamentSettings
from ircpoker.tournaments.view import finished_summary, finished_whole, whole
from tests.lobby.hall import NET
from tests.tournaments.arena import CHANNEL, Arena, check

PLAN = "cup in 30 min buy-in 100 stack 300 late 2 10/20@4 15/30@4 20/40@4"


def test_a_small_tournament_from_its_levels_to_its_list() -> None:
    with Arena(sections={"tournaments": TournamentSettings(create="accounts")}) as arena:
        arena.say("op", f"!tournament new {PLAN}", account="Op")
        for nick in ("alice", "bob", "carol"):
            arena.say(nick, "!tournament register cup")
        arena.wait(1830)
        arena.play(Random(2), 45, boldness=0.02, pace=6)
        levels = [line for line in arena.to(CHANNEL) if line.startswith("Level ")]
        assert levels[0] == "Level 1: 10/20 | 3 of 3 players, 300 chips on average"
        assert levels[1].startswith("Level 2: 15/30 | 3 of 3 left, 300 on average, ")
        entrants = whole(arena.tournament, arena.clock.now().timestamp()).entrants
        assert sum(entrant.chips for entrant in entrants) == 900
        chips = [entrant.chips for entrant in entrants]
        assert chips == sorted(chips, reverse=True)
        assert [entrant.place for entrant in entrants] == [1 + chips.index(own) for own in chips]
        check(arena)
        arena.play(Random(3), boldness=0.5)
        (result,) = arena.services.ledger.tournament_results(NET)
        shown = finished_whole(result)
        assert [entrant.place for entrant in shown.entrants] == [1, 2, 3]
        assert {entrant.one_host for entrant in shown.entrants} == {0}
        assert sum(entrant.prize for entrant in shown.entrants) == shown.pool == 300
        assert finished_summary(result).winner == shown.entrants[0].name
        finishes = tuple([finish._replace(host=host) for finish, host in zip(result.finishes, "hgh", strict=True)])
        together = finished_whole(replace(result, finishes=finishes))
        assert [entrant.one_host for entrant in together.entrants] == [1, 0, 1]
