"""A count of the statistics from their definitions alone, as plain as possible, to compare with the real one.

It looks at a list of turns and asks each definition of it anew; nothing is carried from turn to turn.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from ircpoker.cards import CARDS
from ircpoker.table import Deal
from ircpoker.table.events import PotWon, StreetBegan

LETTERS = {"flop": "f", "turn": "t", "river": "r"}


class Turn(NamedTuple):
    """A turn to bet: what the seat did, whether it could have bet or raised, and everybody's stack before it."""

    street: str
    seat: int
    kind: str
    can_raise: bool
    stacks: tuple[int, ...]


def turns_of(deal: Deal) -> list[Turn]:
    """Return the turns of a finished deal; it is played again with its own cards, to learn what was legal."""
    held: list[Any] = [list(cards) for cards in first_cards(deal)]
    again = Deal(deal.setup, stacked(deal, held))
    turns = []
    for seat, action in deal.actions:
        legal = again.legal_actions()
        assert legal is not None
        kind = type(action).__name__
        if kind in {"Fold", "Check", "Call", "Bet", "RaiseTo"}:
            kind = "raise" if kind == "RaiseTo" else kind.lower()
            turns.append(Turn(again.street.value, seat, kind, bool(legal.bet or legal.raise_to), again.stacks))
        again.act(seat, action)
    return turns


def first_cards(deal: Deal) -> list[tuple[Any, ...]]:
    """Return the cards that each seat was dealt at first."""
    dealt = {event.seat: event.cards for event in deal.events if type(event).__name__ == "HoleCardsDealt"}
    return [dealt[seat] for seat in range(len(dealt))]


def stacked(deal: Deal, held: list[list[Any]]) -> list[Any]:
    """Return a deck that deals the same cards again: hole cards in turns, then what was drawn, then the board."""
    cards = [hand[place] for place in range(len(held[0])) for hand in held]
    for event in deal.events:
        if type(event).__name__ == "CardsDrawn":
            cards += event.drawn
    hidden = [card for card in CARDS if card not in cards and card not in deal.board]
    for event in deal.events:
        if isinstance(event, StreetBegan) and event.board:
            cards += [hidden.pop(), *event.board]
    return cards + hidden


def raises_before(turns: list[Turn], index: int) -> list[int]:
    """Return the seats that raised before a turn, in order; bets count where nobody posts a blind."""
    return [turn.seat for turn in turns[:index] if turn.kind in {"bet", "raise"}]


def count(deal: Deal) -> list[Counter[str]]:
    """Return the counters of each seat that are not 0."""
    setup = deal.setup
    seats = len(setup.stacks)
    turns = turns_of(deal)
    counts = [Counter({"hands": 1}) for _ in range(seats)]
    opening = [turn for turn in turns if turn.street in {"preflop", "predraw"}]
    for seat in range(seats):
        own = [turn for turn in opening if turn.seat == seat]
        counts[seat]["walks"] = not own
        counts[seat]["vpip"] = any(turn.kind in {"call", "bet", "raise"} for turn in own)
        counts[seat]["pfr"] = any(turn.kind in {"bet", "raise"} for turn in own)
        counts[seat]["pfr_opp"] = any(turn.can_raise for turn in own)
    if "flop" in [plan.street.value for plan in setup.game.streets]:
        for seat in range(seats):
            count_preflop(counts[seat], seat, opening, roles(setup))
            count_postflop(counts[seat], seat, turns, deal)
    return [+counter for counter in counts]


def roles(setup: Any) -> dict[int, str]:
    """Return the blinds, the button and the cutoff by their seats."""
    seats = len(setup.stacks)
    found = {seats - 2: "cutoff", seats - 1: "button"}
    if any(setup.blinds):
        big = 1 if seats > 2 and setup.blinds[1] else 0
        found |= {0: "small blind", 1: "big blind"} if big else {0: "big blind"}
    return found


def count_preflop(counter: Counter[str], seat: int, turns: list[Turn], role: dict[int, str]) -> None:
    stealers = [place for place, name in role.items() if name != "big blind"]
    for index, turn in enumerate(turns):
        if turn.seat != seat:
            continue
        before = turns[:index]
        raisers = raises_before(turns, index)
        is_first = all(other.seat != seat for other in before)
        raised, folded = turn.kind in {"bet", "raise"}, turn.kind == "fold"
        if is_first and all(other.kind == "fold" for other in before):
            counter.update({"rfi_opp": 1, "rfi": raised, "limp": turn.kind == "call"})
            if seat in stealers:
                counter.update({"steal_opp": 1, "steal": raised})
        entered = [other for other in before if other.kind != "fold"]
        is_stolen = len(entered) == 1 and len(raisers) == 1 and raisers[0] in stealers
        if is_first and is_stolen and role.get(seat) in {"small blind", "big blind"}:
            blind = {"small blind": "sb", "big blind": "bb"}[role[seat]]
            counter.update({f"{blind}_steal_opp": 1, f"{blind}_steal_fold": folded})
        if len(raisers) == 1 and raisers[0] != seat and turn.can_raise:
            counter.update({"3bet_opp": 1, "3bet": raised})
            place = max(number for number, other in enumerate(before) if other.kind in {"bet", "raise"})
            if any(other.kind == "call" for other in before[place + 1 :]):
                counter.update({"squeeze_opp": 1, "squeeze": raised})
        if len(raisers) == 2 and raisers[0] == seat:
            counter.update({"f3bet_opp": 1, "f3bet": folded, "4bet_opp": turn.can_raise, "4bet": raised})
        if len(raisers) == 3 and raisers[1] == seat:
            counter.update({"f4bet_opp": 1, "f4bet": folded})


def count_postflop(counter: Counter[str], seat: int, turns: list[Turn], deal: Deal) -> None:
    begun = [event.street.value for event in deal.events if isinstance(event, StreetBegan)]
    order = ["preflop", "flop", "turn", "river"]
    for street in begun[1:]:
        earlier = order[: order.index(street)]
        if not any(turn.seat == seat and turn.kind == "fold" and turn.street in earlier for turn in turns):
            counter[f"saw_{LETTERS[street]}"] = 1
        count_street(counter, seat, turns, street)
    later = [turn for turn in turns if turn.seat == seat and turn.street != "preflop"]
    for kind, name in {"bet": "bets", "raise": "raises", "call": "calls", "fold": "folds"}.items():
        counter[name] += sum(turn.kind == kind for turn in later)
    live = set(range(len(deal.setup.stacks))) - {turn.seat for turn in turns if turn.kind == "fold"}
    has_won = any(isinstance(event, PotWon) and event.seat == seat for event in deal.events)
    if counter["saw_f"]:
        counter["wtsd"] = seat in live and len(live) > 1
        counter["wsd"] = counter["wtsd"] and has_won
        counter["wwsf"] = has_won


def cbets_of(turns: list[Turn], street: str) -> tuple[int | None, int | None]:
    """Return who may make the continuation bet of a street, if nobody bets before, and who makes it."""
    raisers = [turn.seat for turn in turns if turn.street == "preflop" and turn.kind in {"bet", "raise"}]
    before = {"flop": None, "turn": "flop", "river": "turn"}[street]
    raiser = (raisers[-1] if raisers else None) if before is None else cbets_of(turns, before)[1]
    on_street = [turn for turn in turns if turn.street == street]
    own = next((number for number, turn in enumerate(on_street) if turn.seat == raiser), None)
    if raiser is None or own is None or any(turn.kind == "bet" for turn in on_street[:own]):
        return None, None
    return raiser, raiser if on_street[own].kind == "bet" else None


def count_street(counter: Counter[str], seat: int, turns: list[Turn], street: str) -> None:
    letter = LETTERS[street]
    on_street = [turn for turn in turns if turn.street == street]
    own = [number for number, turn in enumerate(on_street) if turn.seat == seat]
    may, does = cbets_of(turns, street)
    if may == seat:
        counter.update({f"{letter}_cbet_opp": 1, f"{letter}_cbet": does == seat})
    if does is not None and does != seat:
        bet = next(number for number, turn in enumerate(on_street) if turn.kind == "bet")
        answer = next((number for number in own if number > bet), None)
        if answer is not None and all(turn.kind != "raise" for turn in on_street[:answer]):
            counter.update({f"{letter}_fcbet_opp": 1, f"{letter}_fcbet": on_street[answer].kind == "fold"})
    kinds = [on_street[number].kind for number in own]
    if kinds[:1] == ["check"] and len(kinds) > 1:
        counter.update({f"{letter}_xr_opp": 1, f"{letter}_xr": kinds[1] == "raise"})
    if street == "flop" and own:
        raisers = [turn.seat for turn in turns if turn.street == "preflop" and turn.kind in {"bet", "raise"}]
        first = on_street[own[0]]
        before = on_street[: own[0]]
        may_act = raisers and first.stacks[raisers[-1]] and raisers[-1] not in [turn.seat for turn in before]
        if may_act and raisers[-1] != seat and all(turn.kind != "bet" for turn in before):
            counter.update({"f_donk_opp": 1, "f_donk": first.kind == "bet"})
