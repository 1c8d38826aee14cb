"""Phrases that stand inside others: times to wait, and sizes of tables."""

from __future__ import annotations

from ircpoker.words import Phrase


def wait_phrase(seconds: float) -> Phrase:
    """Return a time to wait in hours and minutes, rounded up.

    Examples:
        >>> print(wait_phrase(3600), wait_phrase(61), wait_phrase(7 * 3600 + 1), sep=", ")
        1 h 00 min, 2 min, 7 h 01 min
    """
    hours, minutes = divmod(int(-(-seconds // 60)), 60)
    return Phrase("wait.hours", hours=hours, minutes=minutes) if hours else Phrase("wait.minutes", minutes=minutes)


def sizes_phrase(sizes: range) -> Phrase:
    """Return the table sizes that a robot plays, in words.

    Examples:
        >>> for sizes in (range(2, 3), range(3, 7), range(2, 9, 2)):
        ...     print(sizes_phrase(sizes))
        heads-up only
        with 3 to 6 players only
        with 2, 4, 6 or 8 players only
    """
    if sizes == range(2, 3):
        return Phrase("sizes.heads_up")
    *others, last = map(str, sizes)
    if not others:
        return Phrase("sizes.only", size=last)
    if sizes.step == 1:
        return Phrase("sizes.span", first=others[0], last=last)
    return Phrase("sizes.several", others=", ".join(others), last=last)
