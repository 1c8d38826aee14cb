"""What only lists something: the keys, settings, statistics of each seat, the proof; commands in Textual's palette."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.markup import escape

from ircpoker.errors import ProofError
from ircpoker.fairness.proof import Proof, parse_proof, verify
from ircpoker.feed.requests import CommandFacts, Commands, ListCommands
from ircpoker.runtime.json_text import to_json
from ircpoker.screen.panels.panel import Panel, PanelRow, columns_of
from ircpoker.screen.preferences import SWITCHES

if TYPE_CHECKING:
    from ircpoker.screen.app import TableApp

LINES = ("act", "raise", "amounts", "early", "undo", "draw", "panels", "talk", "odds", "leave", "seat", "show")
MACHINES = "machine"


class HelpPanel(Panel):
    """The keys."""

    NAME = "help"
    KEY = "?"

    async def load(self) -> list[PanelRow]:
        """Return a row for each group of keys."""
        texts = [self.say(f"help_{name}") for name in (*LINES, MACHINES)]
        return [PanelRow(each) for text in texts for each in (text, "")]


class SettingsPanel(Panel):
    """The settings."""

    NAME = "settings"
    KEY = ","

    async def load(self) -> list[PanelRow]:
        """Return a row for each switch."""
        chosen = self.app.preferences
        rows = []
        for name in SWITCHES:
            value = getattr(chosen, name)
            state = self.say(f"{name}_{value}" if isinstance(value, str) else "on" if value else "off")
            rows.append(PanelRow(f"{self.say(f'set_{name}')}: {state}", choose=partial(self._switch, name)))
        return rows

    async def _switch(self, name: str) -> None:
        at = self.chosen
        self.app.switch(name)
        self.rows = await self.load()
        self.chosen = at
        self.redraw()


COLUMNS = ("vpip", "pfr", "three_bet", "af", "wtsd")
"""The statistics, in the order of the columns."""


class StatisticsPanel(Panel):
    """The statistics."""

    NAME = "statistics"
    KEY = "s"

    async def load(self) -> list[PanelRow]:
        """Return a line for each seat, and the definitions."""
        seats = await self.app.player.figures()
        if not seats:
            return [PanelRow(self.say("no_table"), "dim")]
        marks = self.app.scene().marks
        head = [self.say(f"column_{name}") for name in ("seat", "hands", "net", "rate", *COLUMNS)]
        cells = [head]
        for seat in seats:
            name = f"{seat.seat} {marks.text(seat.name)}"
            if seat.hands is None or seat.net is None:
                cells.append([name, "0", *["-"] * (len(head) - 2)])
                continue
            figures = [f"{seat.hands:,}", f"{seat.net:+,}", seat.rate]
            cells.append([name, *figures, *[getattr(seat, column) for column in COLUMNS]])
        first, *lines = columns_of(cells)
        rows = [PanelRow(first, "bold"), *[PanelRow(line) for line in lines], PanelRow("")]
        rows += [PanelRow(self.say(f"means_{name}"), "dim") for name in ("rate", *COLUMNS)]
        return rows


class ProofPanel(Panel):
    """The proof, with its verdict."""

    NAME = "proof"
    KEY = "p"

    async def load(self) -> list[PanelRow]:
        """Return the deck in play, and the proof of the last finished deal."""
        player = self.app.player
        seals = player.watched.seals.items() if player.watched is not None else ()
        rows = [PanelRow(self.say("proof_seal", deal=deal, digits=digits)) for deal, digits in seals]
        rows.append(PanelRow(""))
        data = await player.deal(player.deals[-1]) if player.deals else None
        if data is None or (proof := data.proof) is None:
            return [*rows, PanelRow(self.say("proof_none"), "dim")]
        rows.append(PanelRow(self.say("proof_of", deal=data.deal), "bold"))
        rows.append(PanelRow(self.say("proof_committed", digits=proof.commitment)))
        if not proof.is_due:
            return [*rows, PanelRow(self.say("proof_not_due"), "dim")]
        return [*rows, *self._checked(data.deal, parse_proof(to_json(proof.shown)))]

    def _checked(self, deal: str, proof: Proof) -> list[PanelRow]:
        """Return the parts of a proof, and whether the deck follows from them."""
        watched = self.app.player.watched
        seen = watched.seals.get(deal, "") if watched is not None else ""
        seeds = ", ".join(f"'{seed}'" if seed else self.say("proof_no_seed") for seed in proof.seeds)
        marks = self.app.scene().marks
        rows = [
            PanelRow(self.say("proof_secret", secret=proof.secret.hex())),
            PanelRow(self.say("proof_seeds", seeds=seeds)),
            PanelRow(self.say("proof_deck", cards=" ".join(marks.card_text(str(card)) for card in proof.deck))),
            PanelRow(""),
        ]
        try:
            verify(proof, commitment=seen or None, deal_id=deal)
        except ProofError as error:
            return [*rows, PanelRow(self.say("proof_wrong", why=str(error)), "bad")]
        rows.append(PanelRow(self.say("proof_right"), "good"))
        name, style = ("proof_seen", "good") if seen else ("proof_unseen", "dim")
        return [*rows, PanelRow(self.say(name, digits=seen), style)]


class AllCommands(Provider):
    """Finds the commands of the bot."""

    async def startup(self) -> None:
        """Ask for them."""
        self._known: tuple[CommandFacts, ...] = ()
        await cast("TableApp", self.app).player.try_to(self._learn())

    async def _learn(self) -> None:
        self._known = (await cast("TableApp", self.app).player.client.get(ListCommands(), Commands)).commands

    async def discover(self) -> Hits:
        """Yield all of them, in the order of the help."""
        for command in self._known:
            yield DiscoveryHit(Content(_shown(command)), partial(self._give, command), help=escape(command.summary))

    async def search(self, query: str) -> Hits:
        """Yield those whose names, words or purpose have what is typed."""
        matcher = self.matcher(query)
        for command in self._known:
            shown = _shown(command)
            score = max(matcher.match(shown), *map(matcher.match, command.names), matcher.match(command.summary) / 2)
            if score > 0:
                yield Hit(score, Content(shown), partial(self._give, command), help=escape(command.summary))

    def _give(self, command: CommandFacts) -> None:
        """Give a command; one that takes words is typed on."""
        ui = cast("TableApp", self.app)
        line = f"{ui.player.prefix}{command.names[0]}"
        if len(self.app.screen_stack) > 1:
            self.app.pop_screen()
        if command.usage:
            ui.open_line("chat", f"{line} ")
        else:
            ui.controls.typed_line(line)


def _shown(command: CommandFacts) -> str:
    return f"{command.names[0]} {command.usage}".rstrip()
