"""`ircpoker import` of 100,000 deals in text of PokerStars: `python -m benchmarks.imports [DEALS]`.

The deals are 1,000 of random six-handed play for money, repeated under other numbers, in 20 files. Printed are the
processor time and the most memory of the first import, and of a second one, which finds nothing new.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from benchmarks.measure import describe_machine, parse_words
from benchmarks.statistics import choose
from ircpoker.cards import CARDS
from ircpoker.records.forms import ExportOptions
from ircpoker.records.phh.normal_form import Value, format_history
from ircpoker.records.pokerstars.writing import write_pokerstars
from ircpoker.records.reading import read_text
from ircpoker.records.sections import Form, HandText, RefusedHand
from ircpoker.table import GAMES, Deal, Setup

DEALS = 100_000
PLAYED = 1_000
FILES = 20
SEATS = 6
FIRST_NUMBER = 250_000_000_000


def make_text(rng: random.Random) -> str:
    """Return a deal as text of PokerStars."""
    stacks = tuple([rng.randint(200, 2000) for _ in range(SEATS)])
    deal = Deal(Setup(GAMES["holdem"], stacks, 10, blinds=(5, 10, 0, 0, 0, 0)), rng.sample(CARDS, len(CARDS)))
    while deal.actor is not None:
        deal.act(deal.actor, choose(deal, rng))
    facts: dict[str, Value] = {"players": [f"player{number}" for number in range(SEATS)], "hand": 1, "table": "Halley"}
    hand = read_text(HandText(Form.PHH, "benchmark", 1, 0, format_history(deal, facts)))
    if isinstance(hand, RefusedHand):
        raise TypeError(str(hand.error))
    return write_pokerstars(hand, options=ExportOptions(currency="USD"))


def write_files(folder: Path, count: int) -> None:
    """Write the deals."""
    rng = random.Random(1)
    texts = [make_text(rng) for _ in range(PLAYED)]
    for number in range(FILES):
        with (folder / f"{number:02}.txt").open("w") as file:
            for each in range(number, count, FILES):
                file.write(re.sub(r"#1:", f"#{FIRST_NUMBER + each}:", texts[each % PLAYED], count=1))


def run_import(folder: Path, output: Path) -> float:
    """Import the deals; return the seconds of processor time."""
    before = getrusage(RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "ircpoker", "import", "--jobs", "1", str(folder), "-o", str(output)]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(count: int = DEALS) -> None:
    """Measure both imports."""
    print(describe_machine())
    with tempfile.TemporaryDirectory() as name:
        folder, output = Path(name, "deals"), Path(name, "deals.phhs")
        folder.mkdir()
        write_files(folder, count)
        first, second = run_import(folder, output), run_import(folder, output)
    print(f"{count} deals: {first:.1f} s, {count / first:,.0f} in a second; again {second:.1f} s")
    print(f"memory: at most {getrusage(RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main(*map(int, parse_words(__doc__, deals=DEALS)))
