"""The wording of facts: if the texts change, this table changes, and the facts stay the same.

Each pattern is looked for everywhere in a line; what it names becomes one entry of the reader's facts: the kind,
then its groups. What one line tells is in the order of this table, wherever it stands in the line. "you"
is the reader.
"""

from __future__ import annotations

import re

YOU = "you"
ACTS = "acts"
DEAL, TURN, SEES = "deal", "turn", "sees"
CARD = re.compile(r"(?<![0-9A-Za-z])(10|[2-9TJQKA])([cdhs♣♦♥♠])(?![0-9A-Za-z])")
"""Anything that shows a card, in any sentence."""
PAST = re.compile(r"(?:\[#\S+\] )?#\d+ (?:(?:no-limit|pot-limit|limit) |[\w-]+, (?:before|at|after|flop|turn|river)\b)")
"""The beginning of a line about a finished deal: its cards were seen before."""
PATTERNS: tuple[tuple[str, str], ...] = (
    (DEAL, r"^(?:\[#\S+\] )?#(?P<number>\d+) (?:you hold|ante \d|\d+(?:/\d+)*(?:, ante \d+)? \|)"),
    (
        ACTS,
        r"\b(?P<who>(?!possible )[A-Za-z][\w-]*) (?:(?<=you )|(?=\w+s\b))"
        r"(?P<does>fold|check|call|bet|raise|draw|stand)s?\b(?! down)"
        r"(?: pat)?(?: to)?(?: (?P<amount>\d+))?(?P<all_in>, all-in)?(?P<late> \(out of time\))?",
    ),
    (SEES, r"(?!)"),  # the cards of `CARD` that are new
    ("shows", r"\b(?P<who>[A-Za-z][\w-]*) shows? (?P<cards>(?:\w\w(?:[ ,;|]|$))+)"),
    ("shows", r"\b(?P<who>[A-Za-z][\w-]*) wins? \d+ \([+-]\d+\) with [\w ,]+: (?P<cards>(?:\w\w(?: |$))+)"),
    (
        "shows",
        r"(?:\| |^(?:#\d+ )?)(?P<who>(?!FLOP|TURN|RIVER|deck|\w\w )[A-Za-z][\w-]*) (?:\d+ \([+-]\d+\) )?"
        r"(?P<cards>(?:[2-9TJQKA][cdhs] )+)(?=[A-Z][\w ,]*(?: \||$))",
    ),
    ("shows", r"(?:^|\| )(?P<who>[A-Za-z][\w-]*) (?P<cards>(?:\w\w )+)(?:[A-Z][\w ,]* )?\d+ %"),
    ("wins", r"\b(?!paid\b)(?P<who>[A-Za-z][\w-]*)(?: wins?)? (?P<amount>\d+) \([+-]\d+\)"),
    ("sits", r"\b(?P<who>[A-Za-z][\w-]*) sits? down(?: in seat \d+)? with (?P<amount>\d+) chip"),
    ("leaves", r"\b(?P<who>[A-Za-z][\w-]*) (?:[\w ]+ and )?leaves? with (?P<amount>\d+) chip"),
    ("broke", r"\b(?P<who>[A-Za-z][\w-]*) (?:is|are) out of chips"),
    ("brings", r"\b(?P<who>[A-Za-z][\w-]*) brings (?P<amount>\d+) new chip"),
    ("called off", r"#(?P<number>\d+) is called off"),
    ("goes on", r"\bI am back: (?:#(?P<number>\d+)|the table)"),
    ("gives", r"\b(?P<who>[A-Za-z][\w-]*) gives (?P<to>[A-Za-z][\w-]*) (?P<amount>\d+) chip"),
    ("has", r"\b(?P<who>[A-Za-z][\w-]*) (?:has|have) (?P<amount>\d+)\b(?! left)"),
    ("wins or loses", r"\| (?P<amount>[+-]\d+) \| \d+ chips?$"),
    ("staked", r"\bstaked (?P<amount>\d+), paid (?P<paid>\d+)"),
    ("sealed", r"#(?P<number>\d+)(?: in [\d.]+ s,|,| is) sealed:? (?P<digits>[0-9a-f]{16})"),
    (TURN, r"(?:^|\| )(?P<who>[A-Za-z][\w-]*): (?:(?P<amount>\d+) to call|check\b[\w ]*|draw) \([\d.]+ s\)$"),
    (
        TURN,
        r"(?:^|\| )(?:pot|(?P<amount>\d+) to win) \d+, \d+ left(?:, \S+ (?:has \d+ left|is all-in))? \| "
        r"(?P<who>you)r turn",
    ),
)
