"""The page of a finished deal in a browser equals the rules engine at each step."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from ircpoker.records.deal_data import deal_data
from ircpoker.records.pictures.page import LARGEST_FILE, replay_page
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
from tests.records.deals import random_history, read_one
from tests.tiers import seeds

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from ircpoker.table import Deal
    from ircpoker.table.events import Event

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


class Expected:
    """The table after each step, from the events of the engine."""

    def __init__(self, deal: Deal, open_seats: int) -> None:
        self.stacks, self.bets = list(deal.setup.stacks), [0] * len(deal.setup.stacks)
        self.cards: list[list[str]] = [[] for _ in self.stacks]
        self.out = [False] * len(self.stacks)
        self.board: list[str] = []
        self.pot = 0
        self.open_seats = open_seats

    def state(self) -> State:
        return {
            "stacks": self.stacks[:],
            # Where an ante is returned, the bet did not hold it.
            "bets": [max(0, bet) for bet in self.bets],
            "pot": self.pot,
            "board": self.board[:],
            "out": self.out[:],
            "cards": [hand[:] for hand in self.cards],
        }

    def pay(self, seat: int, chips: int, *, is_bet: bool = True) -> None:
        self.stacks[seat] -= chips
        self.pot += chips
        self.bets[seat] += chips if is_bet else 0

    def chips(self, event: Event) -> None:
        if isinstance(event, HandShown | HandMucked | PotWon):
            self.bets = [0] * len(self.bets)  # the betting is over, and the chips are in the middle
        match event:
            case AntePosted(seat=seat, amount=paid):
                self.pay(seat, paid, is_bet=False)
            case BlindPosted(seat=seat, amount=paid) | PlayerActed(seat=seat, paid=paid):
                self.pay(seat, paid)
            case BetReturned(seat=seat, amount=amount):
                self.pay(seat, -amount)
            case PotWon(seat=seat, amount=amount):
                self.pay(seat, -amount, is_bet=False)

    def hands(self, event: Event) -> None:
        match event:
            case HoleCardsDealt(seat=seat, cards=held, count=dealt):
                self.cards[seat] = list(map(str, held or ())) if seat < self.open_seats else ["?"] * dealt
            case StreetBegan(board=new):
                self.board += map(str, new)
            case CardsDrawn(seat=seat, discarded=gone, drawn=drawn) if seat < self.open_seats:
                self.cards[seat] = [card for card in self.cards[seat] if card not in set(map(str, gone or ()))]
                self.cards[seat] += map(str, drawn or ())
            case HandShown(seat=seat, cards=held):
                self.cards[seat] = list(map(str, held))
            case PlayerActed(seat=seat, action=Fold()) | HandMucked(seat=seat):
                self.out[seat] = True
                self.cards[seat] = self.cards[seat] if seat < self.open_seats else []


def expected_states(deal: Deal, open_seats: int) -> list[State]:
    table = Expected(deal, open_seats)
    states: list[State] = []
    first_street = next(index for index, event in enumerate(deal.events) if isinstance(event, StreetBegan))
    opening = True
    for index, event in enumerate(deal.events):
        is_opening = index <= first_street
        if opening and not is_opening:
            states.append(table.state())
        opening = is_opening
        if isinstance(event, StreetBegan) and not is_opening:
            table.bets = [0] * len(table.bets)
        table.chips(event)
        table.hands(event)
        # Hands that are shown before the last card are shown together.
        is_early = isinstance(event, HandShown) and len(table.board) < len(deal.board)
        if is_early and isinstance(deal.events[index - 1], HandShown):
            states.pop()
        if not is_opening:
            states.append(table.state())
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
def test_each_step_equals_the_engine(game: str, page: Page, tmp_path: Path) -> None:
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


@pytest.mark.slow(10)
def test_the_file_of_the_command_works_from_a_disk(page: Page, tmp_path: Path) -> None:
    text, deal = random_history(random.Random(4), 7, "holdem")
    (tmp_path / "7.phh").write_text(text, encoding="utf-8")
    made = tmp_path / "deal.html"
    command = [sys.executable, "-m", "ircpoker", "replay", "--html", made, tmp_path / "7.phh"]
    subprocess.run(command, check=True, capture_output=True)
    assert made.stat().st_size <= LARGEST_FILE
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(made.as_uri())
    steps = page.evaluate(WALK)
    assert len(steps) == len(expected_states(deal, 0))
    assert asked == [made.as_uri()]


def plain(name: str) -> str:
    return name.replace("\u2060", "")
