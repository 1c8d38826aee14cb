"""`ircpoker export`: deals in the forms that other programs read.

Writes deals for other programs: as text of PokerStars or as Open Hand History, which trackers and replayers read, or as
PHH. Without files these are all deals of the ledger, and those of the history folder that the ledger does not have.
Files may be in any of these forms; a folder is read with all folders below it.

Cards that were not shown are left out, except those of --player; with it, only deals of that player are written. A
player of the ledger is named by nick, or in full, such as account:libera/alice. Times are those of New York, as
trackers expect. Five-card draw cannot be written as Open Hand History. docs/records.md has the details.

  $ ircpoker export --format pokerstars --player alice --since 2026-11-01 -o alice.txt
  ircpoker: exported 412 deals, refused 0
  $ ircpoker export --format ohh history > deals.ohh
"""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from contextlib import closing
from typing import TYPE_CHECKING

from ircpoker.cli.main import BAD_INPUT, DONE, complain
from ircpoker.cli.options import add_database_argument, existing, open_ledger
from ircpoker.cli.output import add_output_argument, open_output
from ircpoker.cli.progress import progress_bar
from ircpoker.cli.refusals import Refusals
from ircpoker.errors import HistoryError, UsageError, quote
from ircpoker.records.forms import FORMS
from ircpoker.words.nearest import meant

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from datetime import date
    from pathlib import Path

    from ircpoker.ledger import Ledger, PlayerId
    from ircpoker.records.exporting import Exporter
    from ircpoker.records.played import PlayedHand
    from ircpoker.records.sections import RefusedHand
    from ircpoker.table import DealSeat, Game

    FoundHand = tuple[PlayedHand | RefusedHand, DealSeat | None]

_STEP = 500
"""Deals that are asked of the ledger at once."""
_CURRENCIES = ("USD", "EUR", "GBP")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("files", nargs="*", type=existing, metavar="FILE", help="hand histories, or folders of them")
    parser.add_argument("--format", required=True, choices=FORMS, help="phh, pokerstars or ohh (Open Hand History)")
    parser.add_argument("--player", default="", metavar="WHO", help="for this player: own deals, with hidden cards")
    parser.add_argument("--currency", choices=_CURRENCIES, help="write play money as if it were this currency")
    parser.add_argument("--since", type=_read_day, metavar="DATE", help="deals of a day, such as 2026-11-23, or later")
    parser.add_argument("--game", metavar="G", help="deals of this game, such as holdem")
    add_output_argument(parser)
    add_database_argument(parser)


def run(arguments: Namespace) -> int:
    """Write the deals, say how many, and return the exit status."""
    from ircpoker.records.exporting import Exporter
    from ircpoker.records.sections import RefusedHand

    if arguments.files and arguments.database is not None:
        raise UsageError("expected files or --database, not both")
    exporter = Exporter(
        arguments.format,
        arguments.player,
        arguments.currency or "",
        arguments.since,
        _find_game(arguments.game),
    )
    refusals = Refusals()
    found = _in_files(arguments.files, refusals) if arguments.files else _in_ledger(arguments, exporter)
    with open_output(arguments.output) as write, closing(found) as hands:
        for hand, reader in hands:
            if isinstance(hand, RefusedHand):
                refusals.add(hand.error)
                continue
            try:
                write(exporter.text(hand, reader))
            except HistoryError as error:
                refusals.add(error, is_repeated=True)
    refusals.summarize("exported", exporter.written, 0)
    if exporter.doubles:
        complain(f"left out {exporter.doubles} that were there before")
    return BAD_INPUT if refusals.count else DONE


def _read_day(text: str) -> date:
    from datetime import date

    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{quote(text)} is not a day: expected one such as 2026-11-23") from None


def _find_game(name: str | None) -> Game | None:
    from ircpoker.table import GAMES

    if name is None:
        return None
    if name not in GAMES:
        raise UsageError(f"{quote(name)} is not a game: {meant(name, GAMES)}")
    return GAMES[name]


def _in_files(paths: Iterable[Path], refusals: Refusals) -> Generator[FoundHand, None, None]:
    from ircpoker.records.reading import read_file
    from ircpoker.records.sections import count_deals

    files = refusals.files(paths)
    with progress_bar("Exporting", sum(map(count_deals, files))) as advance:
        for file in files:
            for hand in read_file(file):
                advance()
                yield hand, None


def _in_ledger(arguments: Namespace, exporter: Exporter) -> Generator[FoundHand, None, None]:
    """Yield the deals of the ledger, then those that only the history folder has."""
    from ircpoker.cli.configuration import read_sections
    from ircpoker.records.reading import read_hands
    from ircpoker.records.sections import RefusedHand

    with open_ledger(arguments) as ledger:
        player = _find_player(ledger, exporter.player) if exporter.player else None
        last = ledger.newest_deals(1)
        total = int(last[0].deal_id) if last and last[0].deal_id.isdecimal() else 0
        with progress_bar("Exporting", total) as advance:
            for found in _ledger_hands(ledger, player):
                advance()
                yield found
        if arguments.database is not None:
            return  # the folder belongs to the ledger of the configuration
        folder = read_sections(arguments.config).bot.history
        if player is not None:
            exporter.player = player.name
        for hand in read_hands([folder]) if folder.is_dir() else ():
            if isinstance(hand, RefusedHand) or ledger.hand(str(hand.facts.number)) is None:
                yield hand, None


def _ledger_hands(ledger: Ledger, player: PlayerId | None) -> Iterator[FoundHand]:
    """Yield the deals of the ledger, with the seat of the player."""
    from ircpoker.records.ledger_hands import read_hand
    from ircpoker.records.sections import RefusedHand

    after = 0
    while rows := ledger.deals_after(after, _STEP, player):
        after = rows[-1][0]
        for _, ended in rows:
            played = read_hand(ledger, ended.deal_id, player)
            if played is None:
                number = int(ended.deal_id) if ended.deal_id.isdecimal() else 0
                yield RefusedHand(0, HistoryError("the ledger does not have the whole deal", "ledger", number)), None
            else:
                yield played.hand, played.own


def _find_player(ledger: Ledger, name: str) -> PlayerId:
    """Return the player with a nick, or a full name.

    Raises:
        UsageError: there is none, or more than one.
    """
    from ircpoker.ledger import PlayerId

    if name.startswith(("account:", "guest:")):
        return PlayerId.parse(name)
    players = ledger.players_with_nick(name, 10)
    if not players:
        raise UsageError(f"no player in the ledger is called {quote(name)}")
    if len(players) > 1:
        raise UsageError(f"{quote(name)} is several players: expected one of {', '.join(map(str, players))}")
    return players[0]
