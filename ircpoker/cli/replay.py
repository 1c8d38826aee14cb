"""`ircpoker replay`: recorded deals played again through the rules engine.

Replays hand histories in the PHH format (.phh, and .phhs with many deals), text of PokerStars and Open Hand History
through the rules of the bot's own tables, and prints the final stacks of the players, the first left of the button
first, after the rake, and what the rake was. A folder is replayed with all folders below it. Amounts may have decimals;
they are counted exactly. What a file says twice must agree.

With --html a deal becomes one page that works from a disk, without any other file: its table is moved step by step with
the keys ← and →. Like --svg, it shows all cards that the file names. FILE#N is one deal of a file with several: N is
its number, or else its place there.

A file or a deal that cannot be replayed is reported on standard error; the others are replayed, and the exit status is
1. If there are several files, or anything was refused, a summary follows on standard error.

  $ ircpoker replay history/1.phh
  history/1.phh: deal 1: 510 490
  $ ircpoker replay --text history/1.phh
  history/1.phh: deal 1
    seats     BB caller 500 (?? ??) posts 10, BTN ann 500 (?? ??) posts 5
  …
  $ ircpoker replay --html deal.html evening.phhs#7
  evening.phhs: deal 7: 510 490
  $ ircpoker replay --json history > stacks.jsonl
  ircpoker: history/7.phh, line 7, deal 7, actions[9]: 'p2 cbr 3' is not legal: p2 may fold, call 2 or raise to 4-50
  ircpoker: replayed 999 deals of 1000 files, refused 1
  ircpoker:     1 × actions: an action is not legal
"""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

from ircpoker.cli.configuration import words_here
from ircpoker.cli.main import BAD_INPUT, DONE, write
from ircpoker.cli.options import existing_or_deal, find_hand
from ircpoker.cli.output import check_new, on_terminal, open_output
from ircpoker.cli.progress import is_watched, progress_bar
from ircpoker.cli.refusals import Refusals
from ircpoker.config.ini import quote_path
from ircpoker.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from ircpoker.records.played import PlayedHand

_FEWEST_FOR_BAR = 10
"""With fewer files a progress bar would disappear before anybody sees it."""
_LARGE_SUFFIXES = (".phhs", ".txt")
_MOST_PICTURES = 100


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "files", nargs="+", type=existing_or_deal, metavar="FILE[#N]", help="hand histories, folders, deals"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object per deal")
    form.add_argument("--text", action="store_true", help="each deal in words, street by street")
    form.add_argument("--svg", type=Path, metavar="OUT", help="a picture of each street in a new file, as SVG")
    form.add_argument("--html", type=Path, metavar="OUT", help="a deal as a new page that shows it step by step")


def run(arguments: Namespace) -> int:
    """Replay all files, print the stacks and the summary, and return the exit status."""
    from ircpoker.records.reading import read_file
    from ircpoker.records.sections import RefusedHand, count_deals

    refusals, picture = Refusals(), _make_drawing(arguments)
    form = _format_json if arguments.json else _format_deal if arguments.text else _format_text
    show = picture.add if picture else form
    deals = [given for given in arguments.files if isinstance(given, str)]
    for deal in deals:
        write(show(find_hand(deal)))
    replayed = len(deals)
    files = refusals.files([given for given in arguments.files if isinstance(given, Path)])
    is_large = len(files) >= _FEWEST_FOR_BAR or any(file.suffix in _LARGE_SUFFIXES for file in files)
    total = sum(map(count_deals, files)) if is_large and is_watched() else 0
    # The answers pass through the bar only if both are on the same terminal.
    bar = progress_bar("Replaying", total, redirect_stdout=on_terminal()) if is_large else nullcontext(lambda: None)
    with bar as advance:
        for hand in (hand for file in files for hand in read_file(file)):
            advance()
            if isinstance(hand, RefusedHand):
                refusals.add(hand.error)
            else:
                replayed += 1
                write(show(hand))
    if picture is not None:
        picture.save()
    if len(files) > 1 or (refusals.count and replayed):
        refusals.summarize("replayed", replayed, len(files))
    return BAD_INPUT if refusals.count else DONE


def _make_drawing(arguments: Namespace) -> Drawing | None:
    if arguments.svg:
        return Drawing(arguments.svg, "--svg", _MOST_PICTURES, _draw_pictures)
    return Drawing(arguments.html, "--html", 1, _draw_page) if arguments.html else None


def _draw_pictures(hands: list[PlayedHand]) -> str:
    from ircpoker.records.pictures.svg import draw_hands

    return draw_hands(hands, words_here())


def _draw_page(hands: list[PlayedHand]) -> str:
    from ircpoker.records.deal_data import deal_data
    from ircpoker.records.pictures.page import replay_page
    from ircpoker.records.played import OWNER

    (hand,) = hands
    words = words_here()
    return replay_page(deal_data(hand, OWNER, words), words)


class Drawing:
    """A new file that shows deals."""

    def __init__(self, path: Path, option: str, most: int, draw: Callable[[list[PlayedHand]], str]) -> None:
        check_new(path)
        self._path, self._option, self._most, self._draw = path, option, most, draw
        self._hands: list[PlayedHand] = []

    def add(self, hand: PlayedHand) -> str:
        """Add a deal; return what is printed of it.

        Raises:
            UsageError: there are too many.
        """
        self._hands.append(hand)
        if len(self._hands) > self._most:
            most = f"{self._most} deals" if self._most > 1 else "one deal, such as deals.phhs#7"
            raise UsageError(f"{self._option} shows at most {most}")
        return _format_text(hand)

    def save(self) -> None:
        """Write the file, if there is anything to see."""
        if self._hands:
            with open_output(self._path) as write_drawing:
                write_drawing(self._draw(self._hands))


def _format_text(hand: PlayedHand) -> str:
    from ircpoker.records.amounts import ScaledAmount

    stacks = " ".join([stack or "inf" for stack in hand.stack_texts])
    rake = f", rake {ScaledAmount(hand.rake, hand.decimals)}" if hand.rake else ""
    return f"{quote_path(Path(hand.source.file))}: deal {hand.source.section}: {stacks}{rake}\n"


def _format_json(hand: PlayedHand) -> str:
    return f"{hand.json}\n"


def _format_deal(hand: PlayedHand) -> str:
    """Return a deal in words, with the cards that its file shows."""
    from ircpoker.lab.matches.deal_text import format_deal

    title = f"{quote_path(Path(hand.source.file))}: deal {hand.source.section}"
    return format_deal(title, hand, words_here().text)
