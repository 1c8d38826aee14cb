"""What a file states twice, amounts, cards and seats: from its text, and from the deal that it was written from."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

from ircpoker.table import Bet, Call, Deal, RaiseTo
from ircpoker.table.events import AntePosted, BetReturned, BlindPosted, PlayerActed, PotWon, StreetBegan
from tests.records.deals import View

AMOUNT = r"[$]?([\d.]+)"
CARD = re.compile(r"[2-9TJQKA][cdhs]")
Span = tuple[int, int]


def with_another_digit(token: str, rng: random.Random) -> str:
    """Return an amount, a number or a card with one sign changed."""
    if CARD.fullmatch(token):
        place, signs = rng.choice(((0, "23456789TJQKA"), (1, "cdhs")))
    else:
        place = rng.choice([place for place, sign in enumerate(token) if sign.isdigit()])
        signs = "123456789" if not place and len(token) > 1 and token[1] != "." else "0123456789"
    return token[:place] + rng.choice(signs.replace(token[place], "")) + token[place + 1 :]


def changed(text: str, spans: list[Span], rng: random.Random) -> str:
    """Return a text with one sign of one of the places changed."""
    start, end = rng.choice(spans)
    return text[:start] + with_another_digit(text[start:end], rng) + text[end:]


def matched_wagers(deal: Deal) -> list[bool]:
    """Return, of each bet and raise, whether somebody called it in full who has more chips, before anybody raised."""
    left = list(deal.setup.stacks)
    matched: list[bool] = []
    last: int | None = None
    for event in deal.events:
        if isinstance(event, StreetBegan):
            last = None
        elif isinstance(event, BetReturned):
            left[event.seat] += event.amount
        elif isinstance(event, AntePosted | BlindPosted):
            left[event.seat] -= event.amount
        elif isinstance(event, PlayerActed):
            left[event.seat] -= event.paid
            if isinstance(event.action, Bet | RaiseTo):
                last = len(matched)
                matched.append(False)
            elif isinstance(event.action, Call) and last is not None and left[event.seat]:
                matched[last] = True
    return matched


# Text of PokerStars


def in_text(text: str) -> list[Span]:
    """Return the places in text of PokerStars."""
    play = text.index("*** SUMMARY ***")
    spans = [*_amounts_in_text(text, play), *_header_of_text(text)]
    seats = re.compile(rf"^Seat (\d+): (.+) \({AMOUNT} in chips\)$", re.MULTILINE)
    numbers = {}
    for found in seats.finditer(text, 0, play):
        numbers[found[1]] = found[2]
        spans.append(found.span(1))
        if re.search(rf"^{re.escape(found[2])}: .* and is all-in$", text, re.MULTILINE):
            spans.append(found.span(3))
    spans += [found.span(1) for found in re.compile(r"^Seat (\d+): ", re.MULTILINE).finditer(text, play)]
    button = re.search(r"Seat #(\d+) is the button", text)
    if button and button[1] in numbers:
        spans.append(button.span(1))
    return spans + list(_cards_in_text(text, play))


def _amounts_in_text(text: str, play: int) -> Iterator[Span]:
    lines = (
        rf": (?:posts .+?|calls|bets) {AMOUNT}(?: and is all-in)?$",
        rf": raises {AMOUNT} to {AMOUNT}(?: and is all-in)?$",
        rf"^Uncalled bet \({AMOUNT}\) returned to ",
        rf" collected {AMOUNT} from [a-z ]*pot(?:-\d)?$",
    )
    ends = (
        rf"^Total pot {AMOUNT}",
        rf" (?:Main|Side) pot(?:-\d)? {AMOUNT}\.",
        rf"Rake {AMOUNT}$",
        rf" (?:won|collected) \({AMOUNT}\)",
    )
    for patterns, start, end in ((lines, 0, play), (ends, play, len(text))):
        for pattern in patterns:
            for found in re.compile(pattern, re.MULTILINE).finditer(text, start, end):
                for group in range(1, len(found.groups()) + 1):
                    first, last = found.span(group)
                    yield first, last - text[first:last].endswith(".")


def _header_of_text(text: str) -> Iterator[Span]:
    header = re.match(rf".*? (No Limit|Pot Limit|Limit) \({AMOUNT}/{AMOUNT}", text)
    assert header
    posted = {
        kind: re.search(rf": posts {kind} {AMOUNT}$", text, re.MULTILINE) for kind in ("small blind", "big blind")
    }
    big = 2 if header[1] == "Limit" else 3
    if posted["big blind"]:
        yield header.span(big)
    if posted["small blind"] and big == 3:
        yield header.span(2)


def _cards_in_text(text: str, play: int) -> Iterator[Span]:
    is_draw = "DEALING HANDS" in text
    for found in re.compile(r"^(?:\*\*\* |Board |.+: shows |Seat \d+: .+ showed ).*$", re.MULTILINE).finditer(text):
        for bracket in re.finditer(r"\[(?:[2-9TJQKA][cdhs] ?)+\]", found[0]):
            for card in CARD.finditer(text, found.start() + bracket.start(), found.start() + bracket.end()):
                yield card.span()
    for found in re.compile(r"^Dealt to (.+?) (\[.*)$", re.MULTILINE).finditer(text, 0, play):
        is_shown = re.search(rf"^{re.escape(found[1])}: shows \[", text, re.MULTILINE)
        is_kept = is_draw and found[2].count("[") > 1
        if is_shown or is_kept:
            start, end = found.span(2)
            end = start + found[2].index("]") if is_kept and not is_shown else end
            for card in CARD.finditer(text, start, end):
                yield card.span()


# PHH


def in_phh(text: str, view: View) -> list[Span]:
    """Return the places in a deal as PHH."""
    spans = []
    for field in ("starting_stacks", "finishing_stacks", "winnings"):
        found = re.search(rf"^{field} = \[(.*)\]$", text, re.MULTILINE)
        if found:
            spans += [number.span() for number in re.compile(r"[\d.]+").finditer(text, *found.span(1))]
    actions = re.search(r"^actions = \[(.*)\]$", text, re.MULTILINE)
    assert actions
    matched = iter(matched_wagers(view.deal))
    is_split = len({event.seat for event in view.deal.events if isinstance(event, PotWon)}) > 1
    for action in re.compile(r"\"(.*?)\"").finditer(text, *actions.span(1)):
        words = action[1].split()
        player = re.compile(r"\bp(\d+)").search(text, *action.span(1))
        is_muck = words[1:] == ["sm"] or (words[1] == "sm" and "?" in action[1])
        if player and not is_muck:
            spans.append(player.span(1))
        if words[1] == "cbr" and next(matched) and not is_split:
            spans.append((action.end(1) - len(words[2]), action.end(1)))
        shown = f"p{player[1]} sm " in text if player else False
        others = text[: action.start()] + text[action.end() :]
        if words[1] == "sm" or (words[:2] == ["d", "dh"] and shown):
            spans += [card.span() for card in CARD.finditer(text, *action.span(1)) if card[0] in others]
    return spans


# Open Hand History


def change_ohh(text: str, view: View, rng: random.Random) -> str:
    """Return a deal as Open Hand History with one digit or card changed."""
    data = json.loads(text)
    places = list(_in_ohh(data["ohh"], view.deal))
    holder, key = rng.choice(places)
    token = with_another_digit(str(holder[key]), rng)
    holder[key] = token if isinstance(holder[key], str) else json.loads(token)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n\n"


def _in_ohh(data: dict[str, Any], deal: Deal) -> Iterator[tuple[Any, Any]]:
    actions = [action for each in data["rounds"] for action in each["actions"]]
    full = {action["action"] for action in actions if not action["is_allin"]}
    for kind, field in (
        ("Post SB", "small_blind_amount"),
        ("Post BB", "big_blind_amount"),
        ("Post Ante", "ante_amount"),
    ):
        if kind in full:
            yield data, field
    broke = {action["player_id"] for action in actions if action["is_allin"]}
    for player in data["players"]:
        yield player, "id"
        if player["id"] in broke:
            yield player, "starting_stack"
    dealt = {action["player_id"] for action in actions if action["action"] == "Dealt Cards"}
    shows = {action["player_id"] for action in actions if action["action"] == "Shows Cards"}
    if dealt:
        yield data, "hero_player_id"
    matched = iter(matched_wagers(deal))
    for action in actions:
        kind = action["action"]
        # Who pays the only ante is said once.
        is_dead = kind == "Post Ante" and sum(each["action"] == kind for each in actions) < len(data["players"])
        if kind != "Mucks Cards" and not is_dead:
            yield action, "player_id"
        is_matched = next(matched) if kind in {"Bet", "Raise"} else True
        if action["amount"] and (is_matched or action["is_allin"]):
            yield action, "amount"
        if kind.endswith("Cards") and action["player_id"] in dealt & shows:
            for place in range(len(action["cards"])):
                yield action["cards"], place
    for pot in data["pots"]:
        yield pot, "amount"
        yield pot, "rake"
        for win in pot["player_wins"]:
            yield win, "player_id"
            yield win, "win_amount"
