"""A bot whose tournaments people play by chance, and what must hold in them at any moment."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

from ircpoker.ledger.tournaments import KIND
from ircpoker.lobby import Table
from ircpoker.tournaments.state import load_tournament
from ircpoker.tournaments.tournament import Tournament
from tests.lobby.hall import CHANNEL, NET, Hall, random_command

PLUGINS = ("holdem", "draw", "tournaments", "bank")


class Arena(Hall):
    """A bot with tournaments."""

    def __init__(self, url: str = "sqlite://", **rules: Any) -> None:
        super().__init__(url, **{"plugins": PLUGINS, "history": Path("/nonexistent/history")} | rules)

    @property
    def tournaments(self) -> Any:
        return self.services.tables.tournaments

    @property
    def tournament(self) -> Tournament:
        """The only tournament."""
        (tournament,) = self.tournaments.by_id.values()
        return tournament

    @property
    def is_over(self) -> bool:
        return not self.tournaments.by_id

    def actors(self) -> list[tuple[Table, str]]:
        """Return the tables where a person is to act, with their nicks."""
        found = []
        for table in self.lobby.tables:
            hand = table.hand
            if hand is not None and hand.actor is not None and hand.turn is not None:
                seat = table.seats[hand.actor]
                if seat.player:
                    found.append((table, seat.nick))
        return found

    def play(self, rng: Random, turns: int = 10_000, *, boldness: float = 0.2, pace: float = 0.0) -> None:
        """Let people act by chance until the tournament is over, or for so many turns, each after some seconds."""
        for _ in range(turns):
            if self.is_over:
                return
            acting = self.actors()
            if not acting:
                self.wait(5)
                continue
            if pace:
                self.wait(pace)
                acting = self.actors() or acting
            table, nick = rng.choice(acting)
            self.say(nick, self.command(table, rng, boldness), table.place.channel or None)

    def command(self, table: Table, rng: Random, boldness: float) -> str:
        """Return a legal action of the actor at a table."""
        if boldness < 0.1 and rng.random() < 0.7 and (legal := table.hand.turn) and not legal.discard:
            return "!check" if legal.can_check else "!fold"
        if rng.random() < boldness and (legal := table.hand.turn) and (legal.bet or legal.raise_to or legal.call):
            return "!allin"
        return random_command(self, table.place.title or str(table.place), rng)

    def again(self, **changes: Any) -> Arena:
        """Return another bot on the same ledger, after this one was killed; everybody is there."""
        self.services.outbox.close(NET)
        there = {
            (seat.nick, table.place.channel)
            for table in self.lobby.tables
            for seat in table.seats.people
        }  # fmt: skip
        lasting = {"clock": self.clock, "ledger": self.services.ledger, "nick_owners": self.nick_owners}
        arena = Arena(**({"seed": 99} | lasting | self.rules | changes))
        for nick, channel in sorted(there):
            arena.services.presence.joined(arena.person(nick), channel)
        arena.run()
        return arena


def check(arena: Arena) -> None:
    """Check what must hold between two lines: chips, seats and stored state."""
    for tournament in arena.tournaments.by_id.values():
        state = tournament.state
        if state.is_playing:
            chips = sum(
                table.state.chips(number) + table.seats[number].added
                for table in tournament.tables.values()
                for number in table.seats
            )
            pots = sum(table.hand.deal.pot for table in tournament.tables.values() if table.hand)
            assert chips + pots == state.issued
            seated = [(entry.table, entry.seat) for entry in state.playing]
            assert len(seated) == len(set(seated))
            for number, table in tournament.tables.items():
                assert {seat for at, seat in seated if at == number} == set(table.seats)
        stored = next(saved for saved in arena.services.ledger.games(KIND) if saved.game_id == tournament.id)
        assert load_tournament(stored.state).entries.keys() == state.entries.keys()
        assert stored.held == state.held
    arena.check_ledger()


def open_sng(arena: Arena, words: str, *nicks: str, robots: str = "") -> None:
    """Let people begin a sit-and-go, and robots take the other seats."""
    first, *others = nicks
    arena.say(first, f"!sng {words}")
    for nick in others:
        arena.say(nick, "!sng")
    for robot in robots.split():
        arena.say(first, f"!addbot {robot}")


def play_tournaments(arena: Arena, channel: str, games: Iterable[tuple[str, str, int]]) -> None:
    """Let people begin sit-and-gos in an open channel, one after the other.

    Args:
        arena: the bot.
        channel: the channel.
        games: the words of `!sng`, the nicks, and for how many turns it is played; calmly if they are few.
    """
    arena.services.presence.note_open(NET, channel, is_open=True)
    for words, players, turns in games:
        first, *others = players.split()
        arena.say(first, f"!sng {words}", channel)
        for nick in others:
            arena.say(nick, "!sng", channel)
        arena.play(Random(4), turns, boldness=0.6 if turns > 100 else 0.05)


__all__ = ["CHANNEL", "Arena", "check", "open_sng", "play_tournaments"]
