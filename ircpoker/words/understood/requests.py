"""The words of requests for tables and tournaments, as people type them."""

from __future__ import annotations

import re

_PLAIN_NAMES = tuple(
    (re.compile(rf"(?<![\w-])(?:{pattern})(?![\w'-])", re.IGNORECASE), plain)
    for pattern, plain in (
        (r"pot[ -]limit[ -]omaha|plo", "omaha"),
        (r"limit (?:(?:five|5)[ -]card(?: draw)?|draw)", "limit_draw"),
        (r"(?:five|5)[ -]card(?: draw)?", "draw"),
        (r"(?:fixed[ -])?limit (?:texas )?hold'?em|fixed[ -]limit", "limit"),
        (r"(?:pot[ -]?limit|plhe?)(?: (?:texas )?hold'?em)?", "pot_limit"),
        (r"(?:no[ -]limit|nl) (?:texas )?hold'?em|nlhe?|no[ -]limit|texas(?: hold'?em)?|hold'em", "holdem"),
        (r"with|against|vs|versus|a|the|of|for|me|some|game|table|poker|players?|chips|please|blinds|stakes", ""),
        (r"antes? (\d+)", r"ante\1"),
        (r"heads[ -]?up|hu", "2"),
    )
)
"""Other names of the `GAMES`, and words without meaning here."""
_NOLIMIT = re.compile(r"(?<![\w-])nolimit(?![\w'-])(?: (?:texas )?hold'?em)?", re.IGNORECASE)
"""The game, where no robot of that name can be meant."""
_ROBOTS = re.compile(r"(?<![\w-])([1-9]) (?:(?:ro)?bots?|opponents?)(?![\w'-])", re.IGNORECASE)
_OPTION = re.compile(
    r"(?<!\S)(?:"
    r"at (?P<hour>\d{1,2}):(?P<minute>\d\d)"
    r"|in (?P<wait>\d{1,4}) ?(?P<wait_unit>m|min|minutes?|h|hours?)"
    r"|(?:for|length) (?P<length>\d{1,4}) ?(?P<length_unit>m|min|minutes?|h|hours?)"
    r"|buy-?in (?P<buy_in>\d{1,9})"
    r"|seats (?P<seats>\d{1,2})"
    r"|stack (?P<stack>\d{1,9})"
    r"|late (?P<late>\d{1,2})"
    r"|re-?buys (?P<rebuys>\d{1,2})"
    r"|add-?on (?P<addon>\d{1,9})"
    r"|(?:pays?|payouts) (?P<payouts>winner|table|top \d{1,2} ?%)"
    r")(?!\S)",
    re.IGNORECASE,
)


def plain_words(text: str, *, takes_robots: bool = True) -> list[str]:
    """Return the words of a request, with games by their names in `GAMES`.

    Args:
        text: the request.
        takes_robots: whether `nolimit` may name a robot; else it is the game.

    Examples:
        >>> plain_words("poker against caller"), plain_words("pot limit Omaha 300"), plain_words("no-limit hold'em")
        (['caller'], ['omaha', '300'], ['holdem'])
    """
    if not takes_robots:
        text = _NOLIMIT.sub("holdem", text)
    text = _ROBOTS.sub(lambda match: str(int(match[1]) + 1), text)
    for pattern, plain in _PLAIN_NAMES:
        text = pattern.sub(plain, text)
    return text.split()


def split_options(text: str) -> tuple[dict[str, str], str]:
    """Return the options of a tournament by name, and the other words.

    Examples:
        >>> split_options("at 20:30 omaha buy-in 200")
        ({'hour': '20', 'minute': '30', 'buy_in': '200'}, '  omaha  ')
    """
    options: dict[str, str] = {}
    for match in _OPTION.finditer(text):
        options |= {key: value for key, value in match.groupdict().items() if value is not None}
    return options, _OPTION.sub(" ", text)
