"""The page of a finished deal in a browser is its course, moment by moment."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from ircpoker.records.course import course
from ircpoker.records.deal_data import deal_data
from ircpoker.records.pictures.page import LARGEST_FILE, replay_page
from ircpoker.records.played import OWNER, HandReader, PlayedHand
from ircpoker.table import GAMES, DealSeat
from tests.records.deals import random_history, read_one, view_of
from tests.tiers import seeds

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

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


def expected_states(hand: PlayedHand, reader: HandReader) -> list[State]:
    """Return the table after each moment of the course, by the deal's seats."""
    states = []
    numbers = [seat.number for seat in hand.seats]
    for _, table, *_ in course(hand, reader):
        seats = {seat.seat: seat for seat in table.seats}
        own = table.you
        in_order = [seats[number] for number in numbers]
        cards = [list((own.cards if own and own.seat == seat.seat else ()) or seat.cards) for seat in in_order]
        states.append(
            {
                "stacks": [seat.stack for seat in in_order],
                "bets": [seat.bet for seat in in_order],
                "pot": table.pot,
                "board": list(table.board),
                "out": [not seat.in_hand for seat in in_order],
                "cards": [held or ["?"] * seat.card_count for held, seat in zip(cards, in_order, strict=True)],
            }
        )
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
def test_each_step_equals_the_course(game: str, page: Page, tmp_path: Path) -> None:
    for seed in seeds(100, 2, first=1000):
        rng = random.Random(f"{game} {seed}")
        open_seats = rng.choice((0, 1))
        text, _ = random_history(rng, seed + 1, game, open_seats=open_seats)
        reader = DealSeat(0) if open_seats else None
        view = view_of(read_one(text), seed + 1, reader)
        data = deal_data(*view)
        file = tmp_path / f"{seed}.html"
        file.write_text(replay_page(data), encoding="utf-8")
        assert file.stat().st_size <= LARGEST_FILE
        page.goto(file.as_uri())
        names = read_one(text).names
        numbers = [next(seat.seat for seat in data.table.seats if seat.name == name) for name in map(plain, names)]
        clockwise = sorted(numbers)
        start = clockwise.index(data.reader or data.button)
        order = [(clockwise.index(seat) - start) % len(numbers) for seat in numbers]
        seen = [seen_state(slots, order) for slots in page.evaluate(WALK)]
        for step, (ours, theirs) in enumerate(zip(seen, expected_states(*view), strict=True)):
            assert ours == theirs, (seed, step)


@pytest.mark.slow(10)
def test_the_file_of_the_command_works_from_a_disk(page: Page, tmp_path: Path) -> None:
    text, _ = random_history(random.Random(4), 7, "holdem")
    (tmp_path / "7.phh").write_text(text, encoding="utf-8")
    made = tmp_path / "deal.html"
    command = [sys.executable, "-m", "ircpoker", "replay", "--html", made, tmp_path / "7.phh"]
    subprocess.run(command, check=True, capture_output=True)
    assert made.stat().st_size <= LARGEST_FILE
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(made.as_uri())
    steps = page.evaluate(WALK)
    assert len(steps) == len(course(read_one(text), OWNER))
    assert asked == [made.as_uri()]


def plain(name: str) -> str:
    return name.replace("\u2060", "")
