"""A live table in a browser equals the engine at each moment."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from ircpoker.table import GAMES
from tests.lobby.hall import random_command
from tests.tiers import count, seed
from tests.waiting import wait_until
from tests.web.web_hall import WebHall

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.lobby.hall import Hall

READ = """() => {
  const drawing = document.querySelector("#drawing svg");
  const found = {};
  for (const place of drawing.querySelectorAll("[data-slot]")) {
    const slot = place.dataset.slot;
    if (place.tagName === "use") found[slot] = place.getAttribute("href").slice(1);
    else if (slot.endsWith(".marks")) found[slot] = place.getAttribute("class").slice(5);
    else found[slot] = place.classList.contains("off") ? "" : (place.querySelector("text") ?? place).textContent;
  }
  return found;
}"""


def seen(slots: dict[str, str]) -> dict[str, Any]:
    """Return the table as the page shows it: seats by name."""
    places = sorted({int(slot.partition(".")[0]) for slot in slots if slot[0].isdigit()})

    def number(text: str) -> int:
        return int(re.sub(r"\D", "", text) or 0)

    return {
        "board": [slots[f"board{place}"] for place in range(5) if slots[f"board{place}"]],
        "pot": number(slots["pot"]),
        "seats": {
            slots[f"{place}.name"]: {
                "stack": number(slots[f"{place}.stack"]),
                "bet": number(slots[f"{place}.bet"]),
                "in_hand": "out" not in slots[f"{place}.marks"].split(),
                "is_turn": "turn" in slots[f"{place}.marks"].split(),
                "cards": [text for slot, text in sorted(slots.items()) if slot.startswith(f"{place}.card") and text],
            }
            for place in places
        },
    }


def true_table(hall: Hall) -> dict[str, Any] | None:
    """Return the table as the engine has it; None between two deals."""
    table = hall.table()
    hand = table.hand
    if hand is None:
        return None
    deal = hand.deal
    seats: dict[str, Any] = {
        seat.nick: {"stack": seat.stack, "bet": 0, "in_hand": False, "is_turn": False, "cards": []}
        for seat in table.seats.values()
    }
    for index, number in enumerate(hand.numbers):
        seats[table.seats[number].nick] = {
            "stack": deal.stacks[index],
            "bet": deal.bets[index],
            "in_hand": deal.in_hand[index],
            "is_turn": hand.turn is not None and hand.actor == number,
            "cards": ["back"] * len(deal.hole_cards[index]) if deal.in_hand[index] else [],
        }
    return {"board": list(map(str, deal.board)), "pot": deal.pot, "seats": seats}


def wait_until_same(page: Page, expected: dict[str, Any]) -> None:
    """Wait until the page shows the table; the end of the deal before stays there for a moment."""
    wait_until(lambda: seen(page.evaluate(READ)) == expected, lambda: f"{seen(page.evaluate(READ))} is not {expected}")


@pytest.mark.slow(10)
@pytest.mark.usefixtures("brief_scenes")
@pytest.mark.parametrize("game", list(GAMES))
def test_the_page_equals_the_engine(game: str, page: Page, tmp_path: Path) -> None:
    rng = Random(seed(7))
    deals = count(50, 2)
    with WebHall(tmp_path, seed=3) as house:
        house.call(lambda hall: hall.seat("ann", "bob", "cat", game=game))
        page.goto(house.address + house.table_path())
        page.wait_for_selector("#connection:text('live')")
        played = compared = 0
        while played < deals:
            truth = house.call(true_table)
            if truth is None:
                played += 1
                house.call(lambda hall: [hall.say(nick, "!rebuy") for nick in ("ann", "bob", "cat")])
                house.call(lambda hall: hall.wait(8))
                continue
            wait_until_same(page, truth)
            compared += 1
            house.call(lambda hall: hall.say(hall.actor(), random_command(hall, "#poker", rng)))
        assert compared > 2 * deals
