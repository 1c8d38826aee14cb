"""A reader of amounts in text of PokerStars and in PHH, as fractions; it shares no code with ours."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from fractions import Fraction
from typing import Any, NamedTuple

AMOUNT = r"[$€£]?([\d.]+)"


class Amounts(NamedTuple):
    """The amounts of a deal, the first player left of the button first.

    Attributes:
        antes: each player's ante.
        blinds: each player's blind or straddle; negative for the post of a newcomer.
        stacks: the stacks before the deal.
        raises: what was bet or raised to, in order.
        ended: the stacks after it.
    """

    antes: list[Fraction]
    blinds: list[Fraction]
    stacks: list[Fraction]
    raises: list[Fraction]
    ended: list[Fraction]


def amounts_of_text(text: str) -> Amounts:
    """Return the amounts of a deal of three or more in text of PokerStars."""
    play = text.partition("*** SUMMARY ***")[0]
    button = int(re.findall(r"Seat #(\d+) is the button", play)[0])
    rows = re.findall(rf"^Seat (\d+): (.+) \({AMOUNT} in chips\)$", play, re.MULTILINE)
    seats = sorted((int(number) <= button, int(number), name, Fraction(chips)) for number, name, chips in rows)
    names = [name for _, _, name, _ in seats]
    stacks = {name: chips for _, _, name, chips in seats}
    antes, blinds, chips, bets = (Counter[str]() for _ in range(4))
    raises: list[Fraction] = []
    kinds: list[str] = []
    for line in play.splitlines():
        name = next((name for name in sorted(names, key=len, reverse=True) if line.startswith(f"{name}: ")), "")
        rest = line.removeprefix(f"{name}: ")
        if line.startswith("*** ") and "HOLE" not in line:
            bets.clear()
        elif found := re.fullmatch(rf"posts (.+?) {AMOUNT}( and is all-in)?", rest):
            amount = Fraction(found[2])
            if found[1] == "the ante":
                antes[name] += amount
            else:
                is_post = found[1] == "big blind" and found[1] in kinds
                blinds[name] += -amount if is_post else amount
                bets[name] += amount
                kinds.append(found[1])
            chips[name] -= amount
        elif found := re.fullmatch(rf"(calls|bets) {AMOUNT}( and is all-in)?", rest):
            if found[1] == "bets":
                raises.append(Fraction(found[2]))
            bets[name] += Fraction(found[2])
            chips[name] -= Fraction(found[2])
        elif found := re.fullmatch(rf"raises {AMOUNT} to {AMOUNT}( and is all-in)?", rest):
            raises.append(Fraction(found[2]))
            chips[name] -= raises[-1] - bets[name]
            bets[name] = raises[-1]
        elif found := re.fullmatch(rf"Uncalled bet \({AMOUNT}\) returned to (.+)", line):
            chips[found[2]] += Fraction(found[1])
        elif found := re.fullmatch(rf"(.+) collected {AMOUNT} from .*pot.*", line):
            chips[found[1]] += Fraction(found[2])
    by_seat = [[Fraction(counter[name]) for name in names] for counter in (antes, blinds)]
    return Amounts(*by_seat, [stacks[name] for name in names], raises, [stacks[name] + chips[name] for name in names])


def amounts_of_phh(text: str) -> Amounts:
    """Return the amounts of a deal of three or more in PHH."""
    fields: dict[str, Any] = tomllib.loads(text, parse_float=Fraction)
    lists = (fields[key] for key in ("antes", "blinds_or_straddles", "starting_stacks"))
    antes, blinds, stacks = ([Fraction(value) for value in values] for values in lists)
    raises = [Fraction(action.split()[2]) for action in fields["actions"] if " cbr " in action]
    return Amounts(antes, blinds, stacks, raises, [Fraction(value) for value in fields["finishing_stacks"]])
