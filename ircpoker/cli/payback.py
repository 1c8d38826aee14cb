"""`ircpoker payback`: the exact return of a machine.

Prints the exact return to player and the hit rate of a machine, and the part of the return that each hand adds, for the
pay table of the configuration, if there is one. Video poker is played with the holds that pay best on average.

  $ ircpoker payback slot
  hand              pays          one in  part of return
  Royal Flush       5000      649,740.00        0.007695
  …
  returns 94.801 % (307981/324870), hit rate 20.627 % (8935/43316)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ircpoker.cli.configuration import add_config_argument, read_sections, words_here
from ircpoker.cli.main import DONE, json_line, write
from ircpoker.cli.progress import is_watched
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ircpoker.config import Section
    from ircpoker.machines.rules import Payback, PayTable
    from ircpoker.machines.settings import MachineSettings

GAMES = ("slot", "videopoker")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = "ircpoker payback GAME [--json] [--config F]"
    parser.add_argument("game", metavar="GAME", choices=GAMES, help=" or ".join(GAMES))
    parser.add_argument("--json", action="store_true", help="one JSON object")
    add_config_argument(parser)


def run(arguments: Namespace) -> int:
    """Print the table and return the exit status."""
    from ircpoker.machines.settings import SLOT, VIDEO_POKER

    sections: dict[str, Section[Any]] = {"slot": SLOT, "videopoker": VIDEO_POKER}
    section = sections[arguments.game]
    settings: MachineSettings = read_sections(arguments.config, section).section(section)
    payback = _work_out(settings.pay_table())
    write(json_line(payback.to_data()) if arguments.json else _format_text(payback))
    return DONE


def _work_out(pay_table: PayTable) -> Payback:
    """Return a pay table's exact return; with a progress bar on a terminal if it takes long."""
    from ircpoker.machines.rules import VIDEO_POKER_PAYS, Machine, payback

    quick = pay_table.machine is Machine.SLOT or pay_table == VIDEO_POKER_PAYS
    if quick or not is_watched():
        return payback(pay_table)
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("holding 2,598,960 deals", total=1.0)
        return payback(pay_table, lambda done: progress.update(task, completed=done))


def _format_text(payback: Payback) -> str:
    from ircpoker.draws import Outcome
    from ircpoker.machines.rules import payback_phrase

    say = words_here().text
    hand, pays_, one_in, part = (say(Phrase(f"payback.{key}")) for key in ("hand", "pays", "one_in", "part"))
    rows = [f"{hand:16}{pays_:>6}{one_in:>16}{part:>16}\n"]
    for outcome, pays, count in zip(Outcome, payback.pay_table.pays, payback.counts, strict=True):
        rarity = f"{payback.total / count:,.2f}" if count else say(Phrase("payback.never"))
        rows.append(f"{outcome.words:16}{pays:>6}{rarity:>16}{count * pays / payback.total:>16.6f}\n")
    return f"{''.join(rows)}{say(payback_phrase(payback))}\n"
