"""The page of a finished deal in a browser equals the rules engine at each step."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any

import pytest

from ircpoker.records.deal_data import deal_data
from ircpoker.records.replay_page import LARGEST_FILE, replay_page
from ircpoker.records.view import HandView
from ircpoker.table import GAMES, DealSeat, Fold
from ircpoker.table.events import (
    AntePosted,
    BetReturned,
    BlindPosted,
    CardsDrawn,
    HandMucked,
    HandShown,
    HoleCardsDealt,
    PlayerActed,
    PotWon,
    StreetBegan,
)
from tests.browser import browser, page  # noqa: F401  # fixtures
from tests.records.deals import random_history, read_one
from tests.tiers import seeds

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from ircpoker.table import Deal

State = dict[str, Any]

# Presses → until the end, and returns what stands in the drawing after each step.
WALK = """() => {
  const drawing = document.querySelector(".player svg");
  const read = () => Object.fromEntries([...drawing.querySelectorAll("[data-slot]")].map((place) => {
    const slot = place.dataset.slot;
    if (/(card|board)\\d+$/.test(slot)) {
      const card = place.getAttribute("href").slice(1);
      return [slot, card === "back" ? "?" : card];
    }
    if (slot.endsWith(".marks")) return [slot, place.getAttribute("class").slice(5)];
    if (place.classList.contains("off")) return [slot, ""];
    return [slot, (place.querySelector("text") ?? place).textContent];
  }));
  const seen = [read()];
  const next = document.querySelector("[name=next]");
  while (!next.disabled) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    seen.push(read());
  }
  return seen;
}"""


def expected_states(deal: Deal, open_seats: int) -> list[State]:
    """Return the table after each step, from the events of the engine."""
    setup = deal.setup
    stacks, bets = list(setup.stacks), [0] * len(setup.stacks)
    cards: list[list[str]] = [[] for _ in stacks]
    out, shown = [False] * len(stacks), [False] * len(stacks)
    board: list[str] = []
    states: list[State] = []
    pot, has_acted, has_street = 0, False, False

    def note() -> None:
        states.append({
            "stacks": stacks[:], "bets": bets[:], "pot": pot, "board": board[:], "out": out[:],
            "cards": [hand[:] for hand in cards],
        })  # fmt: skip

    for index, event in enumerate(deal.events):
        is_new = isinstance(event, StreetBegan) and has_street
        if not has_acted and (is_new or isinstance(event, PlayerActed | CardsDrawn | BetReturned | HandShown | PotWon)):
            note()
            has_acted = True
        if isinstance(event, HandShown | HandMucked | PotWon):
            bets = [0] * len(bets)  # the betting is over, and the chips are in the middle
        match event:
            case AntePosted(seat=seat, amount=paid):
                stacks[seat] -= paid
                pot += paid
            case BlindPosted(seat=seat, amount=paid) | PlayerActed(seat=seat, paid=paid):
                stacks[seat] -= paid
                bets[seat] += paid
                pot += paid
                if isinstance(event, PlayerActed) and isinstance(event.action, Fold):
                    out[seat] = True
                    cards[seat] = cards[seat] if seat < open_seats else []
            case HoleCardsDealt(seat=seat, cards=held, count=held_count):
                cards[seat] = list(map(str, held or ())) if seat < open_seats else ["?"] * held_count
            case StreetBegan(board=new):
                board += map(str, new)
                bets = [0] * len(bets) if has_street else bets
            case CardsDrawn(seat=seat, discarded=gone, drawn=drawn):
                if seat < open_seats:
                    cards[seat] = [card for card in cards[seat] if card not in set(map(str, gone or ()))]
                    cards[seat] += map(str, drawn or ())
            case BetReturned(seat=seat, amount=amount):
                stacks[seat] += amount
                bets[seat] -= amount
                pot -= amount
            case HandShown(seat=seat, cards=held):
                cards[seat], shown[seat] = list(map(str, held)), True
            case HandMucked(seat=seat):
                out[seat] = True
                cards[seat] = cards[seat] if seat < open_seats else []
            case PotWon(seat=seat, amount=amount):
                stacks[seat] += amount
                pot -= amount
        if isinstance(event, StreetBegan):
            if has_street:
                note()
            has_street = True
        elif not isinstance(event, AntePosted | BlindPosted | HoleCardsDealt):
            # Hands that are shown before the last card are shown together.
            is_early = isinstance(event, HandShown) and len(board) < len(deal.board)
            if is_early and isinstance(deal.events[index - 1], HandShown):
                states.pop()
            note()
    return states


def seen_state(slots: dict[str, str], order: list[int]) -> State:
    """Return the table as the page shows it; `order` has the place of each seat of the deal."""

    def number(text: str) -> int:
        return int(re.sub(r"\D", "", text) or 0)

    def row(name: str) -> list[str]:
        places = [text for slot, text in sorted(slots.items()) if re.fullmatch(rf"{re.escape(name)}\d", slot)]
        return [text for text in places if text]

    return {
        "stacks": [number(slots[f"{place}.stack"]) for place in order],
        # A winning is marked by its sign; it is no bet.
        "bets": [0 if slots[f"{place}.bet"].startswith("+") else number(slots[f"{place}.bet"]) for place in order],
        "pot": number(slots["pot"]),
        "board": row("board"),
        "out": ["out" in slots[f"{place}.marks"].split() for place in order],
        "cards": [row(f"{place}.card") for place in order],
    }


@pytest.mark.slow(20)
@pytest.mark.parametrize("game", list(GAMES))
def test_each_step_equals_the_engine(game: str, page: Page, tmp_path: Path) -> None:  # noqa: F811
    for seed in seeds(100, 2, first=1000):
        rng = random.Random(f"{game} {seed}")
        open_seats = rng.choice((0, 1))
        text, deal = random_history(rng, seed + 1, game, open_seats=open_seats)
        reader = DealSeat(0) if open_seats else None
        data = deal_data(HandView(read_one(text), seed + 1, reader))
        file = tmp_path / f"{seed}.html"
        file.write_text(replay_page(data), encoding="utf-8")
        assert file.stat().st_size <= LARGEST_FILE
        page.goto(file.as_uri())
        names = read_one(text).names
        numbers = [next(seat["seat"] for seat in data["seats"] if seat["name"] == name) for name in map(plain, names)]
        clockwise = sorted(numbers)
        start = clockwise.index(data["reader"] or data["button"])
        order = [(clockwise.index(seat) - start) % len(numbers) for seat in numbers]
        seen = [seen_state(slots, order) for slots in page.evaluate(WALK)]
        for step, (ours, theirs) in enumerate(zip(seen, expected_states(deal, open_seats), strict=True)):
            assert ours == theirs, (seed, step)


def plain(name: str) -> str:
    return name.replace("\u2060", "")
