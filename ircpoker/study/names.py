"""The names of ranges from charts in a line that somebody typed; the charts are read only if there is one."""

from __future__ import annotations

import re

from ircpoker.errors import UsageError, quote
from ircpoker.words import Phrase

NAME = re.compile(r"@?(ring|nolimit)([0-9])-([0-9]{1,3})/([a-z0-9+]{1,40})(?:/([a-z-]{1,10}))?", re.IGNORECASE)
"""A chart, perhaps with an @: robot, seats, big blinds, position or letters; and an action: then it is a range."""


def spell_out(text: str) -> tuple[str, dict[str, str]]:
    """Return a text with the ranges that its names stand for, and each name by the text of its range.

    Raises:
        UsageError: no range has such a name; or a word asks for a file, which only the command line reads.
    """
    names, words = dict[str, str](), text.split()
    for place, word in enumerate(words):
        if NAME.fullmatch(word):
            from ircpoker.study.charts import range_text  # NumPy would cost every start 60 ms

            words[place] = range_text(word)
            names[words[place]] = word
        elif word.startswith("@"):
            raise UsageError(Phrase("errors.range_file", word=quote(word)))
    return (" ".join(words) if names else text), names
