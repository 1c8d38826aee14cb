"""Faults for the auditor to find: each changes a number in the lines or messages of an evening."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any, NamedTuple

from tests.audit.evening import Kept
from tests.audit.feed_messages import Fed
from tests.audit.lines import Said


def place_of(line: Said) -> str:
    """Return where a line belongs: a channel, or the private lines of somebody."""
    found = re.match(r"\[(#\S+)\]", line.text)
    return found[1] if found else line.target


class Planted(NamedTuple):
    """A fault in what was said.

    Attributes:
        name: what is wrong.
        plant: returns all that was said at one place of the evening, with the fault; None if it fits nowhere.
    """

    name: str
    plant: Callable[[Kept], Kept | None]


def in_a_line(name: str, pattern: str, change: Callable[[re.Match[str]], str], *, is_played: bool = False) -> Planted:
    """Return a fault in the middle one of the lines in which a pattern is found; its deal must be played if asked."""

    def plant(kept: Kept) -> Kept | None:
        places = []
        for at, line in enumerate(kept.stated):
            found = re.search(pattern, line.text)
            if is_played and found is not None and found[1] not in kept.record.deals:
                continue
            if found is not None and change(found) != found[0]:
                places.append((at, line.text[: found.start()] + change(found) + line.text[found.end() :]))
        if not places:
            return None
        at, text = places[len(places) // 2]
        stated = list(kept.stated)
        stated[at] = stated[at]._replace(text=text)
        place = place_of(stated[at])
        return replace(kept, stated=[line for line in stated if place_of(line) == place], fed=[])

    return Planted(name, plant)


def in_a_message(name: str, change: Callable[[dict[str, Any]], bool]) -> Planted:
    """Return a fault in the middle one of the messages that can have it; `change` returns whether it could."""

    def plant(kept: Kept) -> Kept | None:
        places = [at for at, fed in enumerate(kept.fed) if change(deepcopy(fed.message))]
        if not places:
            return None
        at = places[len(places) // 2]
        message = deepcopy(kept.fed[at].message)
        change(message)
        fed = list(kept.fed)
        fed[at] = Fed(fed[at].at, fed[at].reader, message)
        return replace(kept, stated=[], fed=[each for each in fed if each.reader == fed[at].reader])

    return Planted(name, plant)


def plus(more: int, group: int = 1) -> Callable[[re.Match[str]], str]:
    """Return a change of a number in a group of a match."""

    def change(found: re.Match[str]) -> str:
        start, end = found.start(group) - found.start(), found.end(group) - found.start()
        return f"{found[0][:start]}{int(found[group]) + more}{found[0][end:]}"

    return change


def swapped(found: re.Match[str]) -> str:
    """Return a match with its first two groups in each other's place."""
    start = found.start()
    return (
        found[0][: found.start(1) - start]
        + found[2]
        + found[0][found.end(1) - start : found.start(2) - start]
        + found[1]
        + found[0][found.end(2) - start :]
    )


def _seats(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if message.get("set", {}).get("turn") and message["set"].get("seats"):
        yield from [seat for seat in message["set"]["seats"] if seat["in_hand"]]


def _another_stack(message: dict[str, Any]) -> bool:
    seats = list(_seats(message))
    if len({seat["stack"] for seat in seats}) < 2:
        return False
    stacks = [seat["stack"] for seat in seats]
    for seat, stack in zip(seats, stacks[1:] + stacks[:1], strict=True):
        seat["stack"] = stack
    return True


def _a_bet_more(message: dict[str, Any]) -> bool:
    for seat in _seats(message):
        seat["bet"] += 1
        return True
    return False


def _no_side_pot(message: dict[str, Any]) -> bool:
    changed = message.get("set", {})
    if not (changed.get("turn") and len(changed.get("pots") or ()) > 1):
        return False
    changed["pots"] = changed["pots"][:1]
    return True


def _net(message: dict[str, Any]) -> bool:
    if message.get("event") != "paid":
        return False
    message["results"][0]["net"] += 1
    return True


PLANTED = (
    in_a_line("price + 1", r"(\d+) to call \(", plus(1)),
    in_a_line("price of a private turn", r"(\d+) to win", plus(1)),
    in_a_line("to win + 1", r"\d+ to win (\d+)", plus(1)),
    in_a_line("what is left of another seat", r"to win \d+, (\d+) left, \S+ has (\d+) left", swapped),
    in_a_line("another seat's stack", r"#\d+ \d+/\d+ \| \w+ \S+ (\d+), \w+ \S+ (\d+)", swapped),
    in_a_line("pot - 1", r"pot (\d+) \| ", plus(-1)),
    in_a_line("pot without a side pot", r"main \d+ to \S+?, side (\d+) to", plus(-1)),
    in_a_line("a percent of two too many", r"TURN [^|]* \| \S+ .. .. [^|]*? (\d+) %", plus(2)),
    in_a_line("needed percent rounded the wrong way", r"(\d+) % needed", plus(-1)),
    in_a_line("chance on the river", r"RIVER .* (\d+) % against a random hand,? ", plus(-1)),
    in_a_line("the least raise", r"!raise (\d+)-", plus(1)),
    in_a_line("the largest bet", r"!bet \d+-(\d+)", plus(-1)),
    in_a_line("a raise told as raised by", r"raises to (\d+)", plus(-5)),
    in_a_line("net without the own bet", r"wins (\d+) \(\+(\d+)\)", lambda found: f"wins {found[1]} (+{found[1]})"),
    in_a_line("an uncalled bet", r"gets (\d+) back", plus(1)),
    in_a_line("the next seat", r"sits down in seat (\d+)", plus(1)),
    in_a_line("seconds of a turn", r"\((\d+) s\)", plus(-15)),
    in_a_line("seconds until a deal", r"#(\d+) in (\d+) s, sealed", plus(3, 2), is_played=True),
    in_a_line("place of one who is out", r"out in place (\d+)", plus(1)),
    in_a_line("prize", r"wins! 1\. \S+ (\d+)", plus(-1)),
    in_a_line("players left", r"(\d+) of \d+ left", plus(1)),
    in_a_line("average", r"(?:left|players),.* (\d+)(?: chips)? on average", plus(1)),
    in_a_line("mean of a hint", r"it pays (\d+)\.", plus(1)),
    in_a_line("blinds of a level", r"Level \d+: (\d+)/", plus(5)),
    in_a_line("payout of a machine", r"\| [+-](\d+) \| \d+ chips", plus(1)),
    in_a_line("chips after a machine", r"\| [+-]\d+ \| (\d+) chips", plus(1)),
    in_a_line("chips in the bank", r"\((\d+) in your bank\)", plus(10)),
    in_a_line("an ante", r"#\d+ ante (\d+) \|", plus(1)),
    in_a_line("a small blind that is not dead", r"#\d+ 0/(\d+) \|", lambda found: found[0].replace(" 0/", " 5/")),
    in_a_message("another seat's stack in a message", _another_stack),
    in_a_message("bet + 1 in a message", _a_bet_more),
    in_a_message("no side pot in a message", _no_side_pot),
    in_a_message("net + 1 in a message", _net),
)
