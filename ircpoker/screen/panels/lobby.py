"""The lobby: games against robots, machines, the tables here and tournaments; new tables; how a tournament has ended.

Every row that can be chosen has a key. The lists are renewed while it is open, and say how old they are.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import NamedTuple

from ircpoker.errors import TransportError
from ircpoker.feed.data import Entrant, ListedTournament, RobotFacts, Robots, Tournaments
from ircpoker.feed.requests import ListedTable, ListOffers, ListRobots, ListTournaments, Offers
from ircpoker.feed.table_parts import Offer
from ircpoker.screen.bar import put_row
from ircpoker.screen.canvas import Canvas, Rect
from ircpoker.screen.panels.panel import Panel, PanelRow
from ircpoker.screen.table_places import chips
from ircpoker.screen.tournament import draw_podium, listed_tournament
from ircpoker.screen.typed import PRIVATE, place_text
from ircpoker.screen.widgets import CODE


class RobotGame(NamedTuple):
    """A game against robots: its key, its name in the catalogue, and the command that begins it."""

    key: str
    name: str
    words: str


GAMES = (
    RobotGame("a", "hard", "play hard"),
    RobotGame("b", "medium", "play medium"),
    RobotGame("c", "easy", "play easy"),
    RobotGame("d", "six", "play 6"),
    RobotGame("e", "omaha", "play omaha 4"),
    RobotGame("f", "draw", "play draw 4"),
    RobotGame("g", "sng", "play sng 6"),
    RobotGame("p", "pot_limit", "play pot_limit"),
    RobotGame("m", "limit", "play limit"),
)
"""The games against robots that are offered."""
_MOST_TOURNAMENTS = 8
MACHINES = (("u", "slot"), ("v", "videopoker"))
"""The keys of the machines, and their names in `Controls.begin_machine`."""
_ROBOTS_SECONDS, _RENEW_SECONDS, _AGE_SECONDS = 0.2, 5.0, 1.0
_WITH_FACES = 32
"""The lines of a terminal from which on robots have faces."""
_FACE_STYLES = ("clubs", "diamonds", "hearts", "own", "pot", "turn")
_DIGITS = "123456789"
"""The keys of tables and tournaments."""
_PIXELS = " ▄▀█"


def face_of(name: str) -> tuple[tuple[str, str], str]:
    """Return two lines of a robot's face, the same for the same name, and its style.

    Examples:
        >>> face_of("hard") == face_of("hard"), face_of("hard") != face_of("easy")
        (True, True)
    """
    number = int.from_bytes(name.encode(), "big") * 2654435761 >> 3
    halves = [[_PIXELS[number >> 2 * (2 * line + x) & 3] for x in range(2)] for line in range(2)]
    first, second = ("".join([*half, *half[::-1]]) for half in halves)
    return (first if first.strip() else "▄▀▀▄", second), _FACE_STYLES[number % len(_FACE_STYLES)]


class LobbyPanel(Panel):
    """The lobby.

    Attributes:
        wanted: what the rows must have that are shown, as it is typed after `/`; None if nothing is asked for.
    """

    NAME = "lobby"
    KEY = "l"

    def __init__(self) -> None:
        super().__init__()
        self.wanted: str | None = None
        self._all: list[PanelRow] = []
        self._renewed_at = monotonic()
        self._digits: dict[str, str] = {}
        self._listed: set[str] = set()
        self._robots: Mapping[str, RobotFacts] = {}

    def on_mount(self) -> None:
        """Renew it again and again; the robots, which take longest, come a moment later."""
        self.run_worker(self._stay_new(), group="renewal")
        self.set_interval(_AGE_SECONDS, self._show_age)

    async def _stay_new(self) -> None:
        pause = _ROBOTS_SECONDS
        while True:
            await asyncio.sleep(pause)
            await self._renew_quietly()
            pause = _RENEW_SECONDS

    async def _renew_quietly(self) -> None:
        """Renew the lists below the eyes of the person: what they have chosen stays chosen."""
        try:
            if not self._robots:
                robots = (await self.app.player.client.get(ListRobots(), Robots)).robots
                self._robots = {robot.name: robot for robot in robots}
            rows = await self.load()
        except TransportError:
            return  # The age of the lists says so.
        before = self.rows[self.chosen].name if self.chosen < len(self.rows) else ""
        self.rows = rows
        same = [at for at, row in enumerate(rows) if before and row.name == before]
        self.chosen = next(iter(same), next((at for at, row in enumerate(self.rows) if row.choose is not None), 0))
        self.redraw()

    def _show_age(self) -> None:
        if any(row.name == "age" for row in self.rows):
            self.rows = [self._age_row() if row.name == "age" else row for row in self.rows]
            self.redraw()

    def _age_row(self) -> PanelRow:
        age = self.say("lobby_age", seconds=round(monotonic() - self._renewed_at))
        return PanelRow(f"{self.say('lobby_tables')} · {age}", "bold", name="age")

    async def load(self) -> list[PanelRow]:
        """Return games, machines and tables."""
        player = self.app.player
        tables = await player.client.list_tables()
        tournaments = (await player.client.get(ListTournaments(), Tournaments)).tournaments
        await player.refresh()
        self._renewed_at = monotonic()
        self._listed = {table.table for table in tables} | {each.tournament for each in tournaments}
        own = [table for table in tables if table.table in player.own_tables]
        rows = [PanelRow(line, "turn") for line in player.lines[-1:]]
        if player.chips:
            rows.append(PanelRow(self.say("lobby_chips", chips=chips(player.chips)), "dim"))
        rows += [self._own_row(table) for table in own]
        rows += [PanelRow(self.say("lobby_robots"), "bold")]
        for game in GAMES:
            rows += self._game_rows(game)
        rows += [
            self._row("y", self.say("panel_drill"), partial(self._open, "drill")),
            self._row("n", self.say("lobby_new"), partial(self._open, "new")),
            self._row("i", self.say("lobby_code"), self._join),
        ]
        for key, name in MACHINES:
            text = self.say("lobby_machine", of=self.say(f"machine_{name}"))
            rows.append(self._row(key, text, partial(self._begin_machine, name)))
        rows += self._tournament_rows(tournaments)
        others = [table for table in tables if table not in own]
        rows += [self._age_row()]
        rows += [self._table_row(table) for table in others]
        if not others:
            rows.append(PanelRow(f"  {self.say('lobby_no_tables')}", "dim"))
        self._all = [*rows, PanelRow(self.say("lobby_more"), "dim")]
        return self._filtered()

    def _row(self, key: str, text: str, choose: Callable[[], Coroutine[object, None, object]]) -> PanelRow:
        return PanelRow(f"[{key}] {text}", choose=choose, key=key, name=text)

    def _game_rows(self, game: RobotGame) -> list[PanelRow]:
        """Return a game against robots, with the face, the style and the person's score of the robot that it names."""
        text, robot = self.say(f"lobby_{game.name}"), self._robots.get(game.name)
        row = self._row(game.key, text, partial(self._play, game.words))
        score = ""
        if robot is not None and robot.hands:
            score = self.say("lobby_score", net=f"{robot.net:+,}", n=robot.hands)
        about = " · ".join(filter(None, [robot.style if robot is not None else "", score]))
        if self.app.size.height < _WITH_FACES or self.app.scene().marks.is_ascii:
            return [row._replace(text=f"{row.text} · {about}" if about else row.text)]
        (eyes, mouth), style = face_of(game.name)
        return [
            row._replace(parts=((f"{eyes}  ", style), (row.text, ""))),
            PanelRow(about, "dim", parts=((f"{mouth}      ", style), (about, "dim"))),
        ]

    def _tournament_rows(self, tournaments: Sequence[ListedTournament]) -> list[PanelRow]:
        if not tournaments:
            return []
        rows = [PanelRow(self.say("lobby_tournaments"), "bold")]
        ways = {"playing": self._watch_tournament, "ended": self._podium, "registering": self._enter}
        for each in tournaments[:_MOST_TOURNAMENTS]:
            text = self.app.say(listed_tournament(each))
            show = ways.get(each.phase)
            rows.append(self._numbered(each.tournament, text, partial(show, each) if show is not None else None))
        return rows

    def _numbered(self, name: str, text: str, choose: Callable[[], Coroutine[object, None, object]] | None) -> PanelRow:
        """Return the row of a table or tournament, with its digit if it can be chosen."""
        key = self._digit(name) if choose is not None else ""
        front = f"[{key}] " if key else "  "
        return PanelRow(f"{front}{text}", "" if choose else "dim", choose=choose, key=key, name=name)

    def _digit(self, name: str) -> str:
        """Return the digit of a row, the same as long as the lobby is open; empty if all are taken."""
        if name not in self._digits:
            free = [digit for digit in _DIGITS if digit not in self._digits.values()]
            if not free:  # Only now one of a row that is gone may mean another.
                gone = [each for each in self._digits if each not in self._listed]
                free = [self._digits.pop(gone[0])] if gone else []
            if not free:
                return ""
            self._digits[name] = free[0]
        return self._digits[name]

    async def _enter(self, tournament: ListedTournament) -> None:
        await self.dismiss()
        words = "sng join" if tournament.kind == "sit_and_go" else f"tournament {tournament.name} register"
        place = "" if tournament.place == PRIVATE else f"{tournament.network}/{tournament.place}"
        await self.app.player.say_at(place, self.app.player.prefix + words)

    async def _watch_tournament(self, tournament: ListedTournament) -> None:
        self.dismiss()
        await self.app.player.watch_tournament(tournament.tournament)

    async def _podium(self, tournament: ListedTournament) -> None:
        self.app.player.tournament = tournament.tournament
        await self._open("podium")

    def _own_row(self, table: ListedTable) -> PanelRow:
        """Return a table at which the person sits: to go on there, with the hand and whether they are to act."""
        place = place_text(table, self.app.say)
        text = self.say(
            "lobby_own" if not table.deal else "lobby_go_on", title=table.title, place=place, deal=table.deal
        )
        turn = f" · {self.say('lobby_your_turn')}" if table.your_turn else ""
        return self._numbered(table.table, f"{text}{turn}", partial(self._watch, table.table))

    def _table_row(self, table: ListedTable) -> PanelRow:
        names = ", ".join([seat.name for seat in table.seats])
        taken = f"{len(table.seats)}/{table.most_seats}"
        place = place_text(table, self.app.say)
        text = self.say("lobby_table", place=place, title=table.title, taken=taken, names=names)
        if table.deal:
            pot = self.say("pot", amount=chips(table.pot))
            text = f"{text} · {self.say(f'street_{table.street}')} {pot}"
        return self._numbered(table.table, text, partial(self._watch, table.table))

    async def _play(self, words: str) -> None:
        self.dismiss()
        if self.app.player.would_give_up:
            self.app.controls.ask_to_leave(partial(self.app.begin_game, words))
            self.app.redraw()
        else:
            await self.app.begin_game(words)

    async def _begin_machine(self, name: str) -> None:
        self.dismiss()
        await self.app.controls.begin_machine(name)

    async def _watch(self, table: str) -> None:
        self.dismiss()
        await self.app.player.watch(table)

    async def _open(self, panel: str) -> None:
        await self.dismiss()
        self.app.open_panel(panel, self.NAME)

    async def _join(self) -> None:
        await self.dismiss()
        self.app.open_line(CODE, f"{self.app.player.prefix}join ")

    # What is typed

    def _filtered(self) -> list[PanelRow]:
        """Return the rows that have what is wanted."""
        if not self.wanted:
            return self._all
        rows = [row for row in self._all if row.choose is not None and self.wanted.lower() in row.text.lower()]
        return rows or [PanelRow(self.say("lobby_none"), "dim")]

    def press(self, key: str) -> bool:
        """Take a key: `/` asks for what rows must have, and then keys are typed until Enter or Esc."""
        if not self.is_current:
            return True
        typed = self.wanted
        if typed is None and key == "/":
            typed = ""
        elif typed is None or key in {"enter", "up", "down"}:
            if typed is None and key == "q" and self.app.player.is_at_home:
                self.app.exit()
                return True
            return super().press(key)
        elif key == "escape":
            typed = None
        elif key == "backspace":
            typed = typed[:-1]
        elif len(key) == 1 or key == "space":
            typed += " " if key == "space" else key
        else:
            return False
        self.wanted = typed
        self.rows = self._filtered()
        self.chosen = next((at for at, row in enumerate(self.rows) if row.choose is not None), 0)
        self.redraw()
        return True

    def title_text(self) -> str:
        """Return the title, with what is wanted."""
        return super().title_text() if self.wanted is None else self.say("lobby_filter", wanted=self.wanted)

    def ways(self) -> list[str]:
        """Return the keys of the lobby."""
        leaves = self.say("lobby_leave" if self.app.player.is_at_home else "panel_close")
        return [self.say("panel_choose"), self.say("lobby_ways"), leaves]


class NewTablePanel(Panel):
    """A new table for others: who sees it, the game and its stakes.

    Attributes:
        is_public: whether everybody sees a table without a channel.
        times: which of the stakes is offered of each game.
    """

    NAME = "new"
    KEY = "n"
    WAYS = "new_ways"

    is_public = False
    times = 0
    _offers: tuple[Offer, ...] = ()

    async def load(self) -> list[PanelRow]:
        """Return a row for each place and game."""
        offers = (await self.app.player.client.get(ListOffers(), Offers)).offers
        self._offers = tuple([offer for offer in offers if offer.command == "open"])
        return self._rows()

    def _rows(self) -> list[PanelRow]:
        rows, keys = [], iter("abcdefghijklmoprstuvwxyz")
        sight = "public" if self.is_public else "private"
        for offer in self._offers:
            stakes = next((field.choices for field in offer.fields if field.kind == "stakes"), ())
            place = offer.place.rpartition("/")[2]
            rows.append(PanelRow(self.say("new_in", place=place) if place else self.say(f"new_{sight}"), "bold"))
            for game in dict.fromkeys(each.partition(" ")[0] for each in stakes):
                several = [each for each in stakes if each.partition(" ")[0] == game]
                terms = several[min(self.times, len(several) - 1)]
                words = " ".join(["open", *([] if place else [sight]), terms])
                key = next(keys, "")
                text = f"[{key}] {terms.replace('_', ' ')}"
                rows.append(PanelRow(text, key=key, choose=partial(self._open, offer.place, words)))
        return rows

    async def _open(self, place: str, words: str) -> None:
        await self.dismiss()
        await self.app.player.say_at(place, self.app.player.prefix + words)

    def step(self, by: int) -> None:
        """Offer other stakes."""
        self.times = min(max(self.times + by, 0), 3)
        self._show()

    def press(self, key: str) -> bool:
        """Take a key: Tab changes who sees the table."""
        if key != "tab":
            return super().press(key)
        self.is_public = not self.is_public
        self._show()
        return True


class PodiumPanel(Panel):
    """The end of the tournament whose table was watched last."""

    NAME = "podium"
    _entrants: tuple[Entrant, ...] = ()

    async def load(self) -> list[PanelRow]:
        """Return the places."""
        tournament = await self.app.player.podium()
        if tournament is None or not tournament.entrants:
            return []
        self._entrants = tournament.entrants
        return [PanelRow(self.app.say(listed_tournament(tournament)), "bold")]

    def _draw(self, columns: int, lines: int) -> Canvas:
        """Draw the best three on the felt."""
        if not self._entrants:
            return super()._draw(columns, lines)
        scene = self.app.scene()
        canvas = Canvas(columns, lines, scene.marks.ellipsis, scene.palette)
        canvas.put(1, 0, scene.marks.text(self.rows[0].text), "bold", most=columns - 2)
        draw_podium(canvas, self._entrants, scene)
        put_row(canvas, Rect(1, lines - 1, columns - 2, 1), list(map(scene.marks.text, self.ways())), "dim")
        return canvas
