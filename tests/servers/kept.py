"""Makes a ledger that stays in the repository, with its hand histories, by a whole evening on a real server.

    python -m tests.servers.kept            writes tests/data/ledgers/VERSION

The bot is killed in the middle of it: two tables are open, each with a deal in progress, and a game of video poker
waits for its holds. Every later version must read it, so nothing here is made by calls into the program.
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from ircpoker import __version__
from tests.servers.company import Company, Player, passive, read_options
from tests.servers.ngircd import Ngircd
from tests.servers.process import BotProcess

LEDGERS = Path(__file__).parents[1] / "data" / "ledgers"
CHANNEL = "#kept"
CHIPS = 500
SEED = "my lucky socks"
_MORE = "[holdem]\ndeal_pause = 0\nrobot_pause = 0\n[draw]\ndeal_pause = 0\nrobot_pause = 0\n"


def kept_bot(folder: Path, port: int) -> BotProcess:
    """Return a bot with all games, not started yet."""
    plugins = "help, bank, holdem, draw, slots, videopoker"
    return BotProcess(folder, port, CHANNEL, plugins=plugins, more=_MORE)


@dataclass
class Kept:
    """A ledger of some version.

    Attributes:
        folder: its folder.
        facts: the facts when the bot was killed: `version`, `audit`, `deal` in progress in the channel, the `hands`
            held in it, `proofs` that were shown.
    """

    folder: Path

    @property
    def facts(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.folder / "facts.json").read_text())
        return found

    def unpack(self, folder: Path) -> None:
        """Make the database and the histories of it in a folder, as the bot left them."""
        with closing(sqlite3.connect(folder / "ircpoker.db")) as database:
            database.executescript((self.folder / "ledger.sql").read_text())
        shutil.copytree(self.folder / "history", folder / "history")

    def pack(self, folder: Path, facts: dict[str, Any]) -> None:
        """Store the database and the histories of a bot's folder."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        with closing(sqlite3.connect(folder / "ircpoker.db")) as database:
            (self.folder / "ledger.sql").write_text("".join(f"{line}\n" for line in database.iterdump()))
        shutil.copytree(folder / "history", self.folder / "history")
        (self.folder / "facts.json").write_text(json.dumps(facts, indent=1) + "\n")


def own_turns(player: Player) -> list[list[str]]:
    """Return the commands that a player had on each turn."""
    return [options for heard in player.heard for options in read_options(heard)]


def play_alone(player: Player, *commands: tuple[str, str]) -> None:
    """Give commands, each after the answer to the one before, which is a pattern."""
    for command, answer in commands:
        before = sum(re.search(answer, heard.text) is not None for heard in player.heard)
        player.do(command)
        player.wait_for(answer, before + 1)


def play_evening(company: Company) -> None:
    """Play at all games, and stop in the middle of a hand."""
    company.sit_down(chips=CHIPS)
    company.play(3)
    carol, dora = company.visit("carol"), company.visit("dora")
    play_alone(
        carol,
        (f"seed {SEED}", "your seed is"),
        *[("slot 20", "you have")] * 3,
        ("daily", "you have"),
        ("vp 5", r"1\)"),
        ("hold 1 2", "pays"),
        ("vp 10", r"1\)"),
    )
    play_alone(dora, ("play folder 200", "your turn"))
    while len([heard for heard in dora.heard if "you win" in heard.text]) < 3:
        bet = next((option for option in own_turns(dora)[-1] if option.startswith(("bet", "raise"))), "")
        play_alone(dora, (bet.partition("-")[0] or passive(own_turns(dora)[-1], Random(1)), "your turn"))
    play_alone(dora, ("leave", "The table is closed"))
    play_alone(carol, ("play swede draw 300", "your turn"))
    _stop_after_a_bet(company)


def _stop_after_a_bet(company: Company) -> None:
    """Play to the flop and a bet on it, and stop at the next player's turn."""
    company.silent = {player.nick for player in company.players}
    answered = {player.nick: len(own_turns(player)) for player in company.players}
    has_bet = False
    while True:
        company.until(lambda: any(len(own_turns(player)) > answered[player.nick] for player in company.players))
        actor = next(player for player in company.players if len(own_turns(player)) > answered[player.nick])
        if has_bet:
            return
        answered[actor.nick] = len(own_turns(actor))
        options = own_turns(actor)[-1]
        has_bet = any(option.startswith("bet") for option in options)
        actor.do("bet 40" if has_bet else passive(options, Random(1)))


def make(kept: Kept) -> None:
    """Play the evening, kill the bot, and store its files."""
    with Ngircd() as server, TemporaryDirectory() as name:
        folder = Path(name)
        with (
            kept_bot(folder, server.port) as bot,
            Company(server.port, CHANNEL, "alice", "bob", "erin", strategy=passive) as company,
        ):
            play_evening(company)
            bot.kill()
            deal = company.player("alice").heard[-1].deal
            hands = {player.nick: player.hands[deal][-1] for player in company.players}
        audit = json.loads(bot.run("audit", "--json", "--database", f"sqlite:///{folder}/ircpoker.db").stdout)
        proofs = sorted(file.name.partition(".")[0] for file in folder.glob("history/**/*.proof.json"))
        kept.pack(folder, {"version": __version__, "audit": audit, "deal": deal, "hands": hands, "proofs": proofs})


if __name__ == "__main__":
    make(Kept(LEDGERS / (sys.argv[1] if len(sys.argv) > 1 else __version__)))
