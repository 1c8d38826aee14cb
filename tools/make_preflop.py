"""Write `ircpoker/equity/preflop.bin`: the exact counts of all match-ups of two hold'em hands before the flop.

python tools/make_preflop.py          write the table (about ten minutes in pure Python)
python tools/make_preflop.py --check  compute it again and compare; exit status 1 if different
"""

from __future__ import annotations

import sys
from pathlib import Path

from ircpoker.equity.exact import showdown_counts
from ircpoker.equity.preflop import TABLE_FILE, entries, pack


def main() -> int:
    """Write or check the table; return the exit status."""
    wins, ties = [], []
    for first, second in entries():
        counts = showdown_counts([first, second])[0]
        wins.append(counts.win)
        ties.append(counts.tie)
    table = pack(wins, ties)
    if "--check" in sys.argv[1:]:
        return 0 if Path(TABLE_FILE).read_bytes() == table else 1
    Path(TABLE_FILE).write_bytes(table)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
