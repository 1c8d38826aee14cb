"""The lobby: games against robots, machines, and the tables here."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ircpoker.screen.draw_table import chips
from ircpoker.screen.panels.panel import Panel, PanelRow
from ircpoker.screen.tournament import listed_tournament
from ircpoker.screen.user import PRIVATE

if TYPE_CHECKING:
    from collections.abc import Coroutine

GAMES = (
    ("hard", "play hard"),
    ("medium", "play medium"),
    ("easy", "play easy"),
    ("six", "play 6"),
    ("sng", "play sng 6"),
    ("pot_limit", "play pot_limit"),
    ("limit", "play limit"),
    ("omaha", "play omaha 4"),
    ("draw", "play draw 4"),
)
"""The games against robots that are offered, and the command of each."""
_MOST_TOURNAMENTS = 8
MACHINES = (("slot", "slot"), ("videopoker", "vp"))
"""The machines, and their names in `Controls.begin_machine`."""


class LobbyPanel(Panel):
    """The lobby."""

    NAME = "lobby"
    KEY = "l"

    async def load(self) -> list[PanelRow]:
        """Return games, machines and tables."""
        tables = await self.app.player.tables()
        await self.app.player.refresh()
        own = [table for table in tables if self.app.player.is_own(table)]
        rows = [PanelRow(line, "turn") for line in self.app.player.lines[-1:]]
        if self.app.player.chips:
            rows.append(PanelRow(self.say("lobby_chips", chips=chips(self.app.player.chips)), "dim"))
        rows += [self._table_row(table, "lobby_own") for table in own]
        rows += [PanelRow(self.say("lobby_robots"), "title")]
        rows += [PanelRow(f"  {self.say(f'lobby_{name}')}", choose=partial(self._play, words)) for name, words in GAMES]
        rows += [PanelRow(self.say("lobby_machines"), "title")]
        rows += [
            PanelRow(f"  {self.say(f'machine_{name}')}", choose=partial(self._machine, name)) for name, _ in MACHINES
        ]
        rows += self._tournament_rows(await self.app.player.tournaments())
        others = [table for table in tables if table not in own]
        rows += [PanelRow(self.say("lobby_tables"), "title")]
        rows += [self._table_row(table, "lobby_table") for table in others]
        if not others:
            rows.append(PanelRow(f"  {self.say('lobby_no_tables')}", "dim"))
        return [*rows, PanelRow(self.say("lobby_more"), "dim")]

    def _tournament_rows(self, found: list[dict[str, Any]]) -> list[PanelRow]:
        if not found:
            return []
        rows = [PanelRow(self.say("lobby_tournaments"), "title")]
        for each in found[:_MOST_TOURNAMENTS]:
            text = f"  {self.app.say(listed_tournament(each))}"
            choose = partial(self._watch_tournament, each["tournament"]) if each["phase"] == "playing" else None
            rows.append(PanelRow(text, "" if choose else "dim", choose=choose))
        return rows

    def _watch_tournament(self, name: str) -> Coroutine[Any, Any, object]:
        self.dismiss()
        return self.app.player.watch_tournament(name)

    def _table_row(self, table: dict[str, Any], phrase: str) -> PanelRow:
        seats = table.get("seats") or []
        names = ", ".join(str(seat.get("name")) for seat in seats)
        taken = f"{len(seats)}/{table.get('most_seats') or 10}"
        place = self.say("private") if table.get("place") == PRIVATE else str(table.get("place"))
        title = str(table.get("title") or table.get("game") or "")
        text = self.say(phrase, place=place, title=title, taken=taken, names=names)
        return PanelRow(f"  {text}", choose=partial(self._watch, table["table"]))

    def _play(self, words: str) -> Coroutine[Any, Any, object]:
        self.dismiss()
        return self.app.begin_game(words)

    def _machine(self, name: str) -> Coroutine[Any, Any, object]:
        self.dismiss()
        return self.app.controls.begin_machine(name)

    def _watch(self, table: str) -> Coroutine[Any, Any, object]:
        self.dismiss()
        return self.app.player.watch(table)
