"""The strategy variables of the Poker Site Manual: hands, as `evaluate` numbers them, from which the robot acts.

All values are the document's. Groups that begin with `d` are for deals in which the player deals, the others
for those in which the robot does; p, f, t, r are the streets; c, b, r at the end call, bet, raise.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ircpoker.cards import Rank

Variables = Mapping[str, tuple[int, ...]]
"""Group → its values, index 1 first."""

NO_CONDITION = 10_000_000_000
"""A threshold below every hand, for slots of the document without a further condition. As the only condition it would
let the robot raise with anything."""

VARIABLES: Variables = MappingProxyType(
    {
        "pf": (11_716_000_000, 12_322_000_000, 12_420_000_000),
        "pfr": (11_918_000_000, 12_019_000_000, NO_CONDITION, 12_320_000_000),
        "fc": (20_000_000_000, 22_000_000_000),
        "fb": (12_417_000_000, 20_000_000_000),
        "fr": (30_000_000_000, NO_CONDITION),
        "tc": (30_000_000_000, 40_000_000_000),
        "tb": (20_000_000_000, 30_000_000_000),
        "tr": (40_000_000_000, NO_CONDITION),
        "rc": (40_000_000_000, 50_000_000_000),
        "rb": (30_000_000_000, 40_000_000_000),
        "rr": (40_000_000_000, NO_CONDITION),
        "dpf": (21_600_000_000, 22_000_000_000),
        "dpfr": (12_119_000_000, 22_100_000_000, NO_CONDITION, NO_CONDITION, 22_000_000_000),
        "df": (21_800_000_000, 22_400_000_000),
        "dfb": (20_000_000_000, 31_700_000_000, NO_CONDITION, NO_CONDITION),
        "dfr": (22_400_000_000, 22_400_000_000),
        "dt": (30_000_000_000, 40_000_000_000),
        "dtb": (20_000_000_000, 40_000_000_000, NO_CONDITION, NO_CONDITION),
        "dtr": (30_000_000_000, 40_000_000_000),
        "dr": (40_000_000_000, 50_000_000_000),
        "drb": (22_000_000_000, 40_000_000_000, NO_CONDITION, NO_CONDITION),
        "drr": (30_000_000_000, 40_000_000_000),
    }
)
"""The values of the document."""

_CLASS = 10**10
_NAMES = (
    "any hand",
    "a pair",
    "two pair",
    "three of a kind",
    "a straight",
    "a flush",
    "a full house",
    "four of a kind",
    "a straight flush",
)
_DETAILED: Mapping[int, str] = MappingProxyType(
    {
        2: "a pair of {plural}",
        3: "two pair, {plural} up,",
        4: "three {plural}",
        5: "a straight, {word} high,",
        6: "a flush, {word} high,",
        7: "a full house, {plural} full,",
        8: "four {plural}",
        9: "a straight flush, {word} high,",
    }
)


def manual_class(number: int) -> int:
    """Return the class digit of a number: 1 no pair to 9 straight flush."""
    return number // _CLASS


def describe(number: int) -> str:
    """Return the least hand that a value admits, in words; kickers of made hands are not named.

    Args:
        number: a value of a strategy variable.

    Returns:
        Words that fit before `or better`.

    Examples:
        >>> describe(11716000000), describe(20000000000), describe(21800000000), describe(31700000000)
        ('seven-six high', 'a pair', 'a pair of eights', 'two pair, sevens up,')
    """
    digit, fields = divmod(number, _CLASS)
    ranks = [int(f"{fields:010}"[index : index + 2]) - 10 for index in (0, 2)]
    shown = [Rank(rank) for rank in ranks if Rank.DEUCE <= rank <= Rank.ACE]
    if digit == 1 and shown:
        return f"{'-'.join(rank.word.lower() for rank in shown)} high"
    if shown:
        return _DETAILED[digit].format(word=shown[0].word.lower(), plural=shown[0].plural.lower())
    return _NAMES[digit - 1]
