"""A bot's year, a day at a time: 10 people and robots play 100,000 deals.

    python -m tests.year FOLDER                    a year in FOLDER; goes on where it was stopped
    python -m tests.year FOLDER --days 3 --deals 900

Every day is a process that begins with what the ledger has, as after a restart, and is killed in the evening. Once a
week there is a netsplit, once the disk is full, and in the middle of the year the bot is upgraded: to a made-up next
version, which converts the ledger. FOLDER/year.csv gets a line for each day.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.year.year import DAYS, DEALS, play_year

parser = argparse.ArgumentParser(prog="python -m tests.year", description="a simulated year of the bot")
parser.add_argument("folder", type=Path)
parser.add_argument("--days", type=int, default=DAYS)
parser.add_argument("--deals", type=int, default=DEALS)
given = parser.parse_args()
play_year(given.folder, given.days, given.deals)
