"""Keys and touches in any order: after each of them the deal is as a model of the page has it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import pytest

from ircpoker.records.ledger_hands import played_hand
from ircpoker.table import CALL, CHECK, FOLD, Bet, RaiseTo
from tests.tiers import count, seed
from tests.waiting import wait_until
from tests.web.test_player import enter
from tests.web.web_hall import WebHall

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from ircpoker.table import Action, LegalActions
    from tests.lobby.hall import Hall

LEAST_STACK, LARGE = 150, 100


@dataclass
class Model:
    """What a press does on a turn.

    Attributes:
        legal: what may be done.
        amount: the text in the field for the amount.
        focus: `page`, `amount` or `slider`.
        is_chosen: whether the whole amount is selected, so that a digit replaces it.
    """

    legal: LegalActions
    amount: str = ""
    focus: str = "page"
    is_chosen: bool = False

    def __post_init__(self) -> None:
        self.amount = str(self.span[0])

    @property
    def span(self) -> tuple[int, int]:
        amounts = self.legal.raise_to or self.legal.bet
        return (amounts[0], amounts[-1]) if amounts else (0, 0)

    def presses(self) -> list[str]:
        """Return the presses that are possible."""
        touches = ["touch check" if self.legal.can_check else "touch call"]
        touches += [] if self.legal.can_check else ["touch fold"]
        if self.span[1]:
            touches += ["touch wager", "touch all-in", "touch amount"]
        if self.span[0] < self.span[1]:
            touches += ["slide"]
        typed = {
            "page": ["key f", "key c", "key r", "key x", "key d", "key 1"],
            "amount": ["key ArrowUp", "key ArrowDown", "key Enter", "key 7", "key 0", "key Backspace"],
            "slider": ["key ArrowLeft", "key ArrowRight", "key c", "key r"],
        }[self.focus]
        if self.span[0] == self.span[1]:
            typed = [each for each in typed if "Arrow" not in each]
        return touches + 3 * typed

    def press(self, press: str, slide: int) -> Action | None:
        """Follow a press; return the action that it takes, None for none."""
        least, most = self.span
        kind, _, which = press.partition(" ")
        if press in {"key c", "touch check", "touch call"}:
            return CHECK if self.legal.can_check else CALL
        if press in {"key f", "touch fold"}:
            return None if self.legal.can_check else FOLD
        if press in {"touch wager", "key Enter"}:
            self.focus = "page" if kind == "touch" else self.focus
            chips = int(self.amount) if self.amount else 0
            if not least <= chips <= most:
                return None
            return RaiseTo(chips) if self.legal.raise_to else Bet(chips)
        if press == "touch all-in":
            self.amount, self.focus = str(most), "page"
        elif press == "touch amount":
            self.focus, self.is_chosen = "amount", False
        elif press == "slide":
            self.amount, self.focus = str(slide), "slider"
        elif press == "key r" and most:
            self.focus, self.is_chosen = "amount", True
        elif which.startswith("Arrow"):
            step = 10 if which in {"ArrowUp", "ArrowRight"} else -10
            self.amount = str(max(least, min(most, int(self.amount or 0) + step or least)))
            self.is_chosen = self.focus == "amount"
        elif self.focus == "amount":
            before = "" if self.is_chosen else self.amount
            self.amount = (self.amount[:-1] if before else "") if which == "Backspace" else before + which
            self.is_chosen = False
        return None


def do(page: Page, press: str, slide: int) -> None:
    kind, _, which = press.partition(" ")
    if kind == "key":
        page.keyboard.press(which)
    elif kind == "slide":
        page.fill("#slider", str(slide))
        page.focus("#slider")
    elif which == "amount":
        page.click("#amount")
        page.keyboard.press("End")
    elif which == "all-in":
        page.click(".size:text-matches('^all-in')")
    else:
        page.click(".wager button[name=action]" if which == "wager" else f".actions button[value={which}]")


def come_to(hall: Hall, rng: Random) -> LegalActions | None:
    """Play until it is ann's turn, with small bets of others; return None if her chips become few."""
    for _ in range(300):
        actor, hand = hall.actor(), hall.table().hand
        legal = hand.deal.legal_actions() if hand is not None and actor else None
        if legal is None or hand is None:
            hall.wait(2)
        elif actor == "ann":
            return legal if hand.deal.stacks[legal.seat] > LEAST_STACK else None
        elif legal.can_check:
            hall.say(actor, "!bet min" if legal.bet and rng.random() < 0.3 else "!check")
        else:
            hall.say(actor, "!fold" if legal.call > LARGE else "!call")
    return None


def actions_in(hall: Hall, deal: str) -> Sequence[tuple[int, Action]]:
    """Return what was done in a deal, also in one that is over."""
    hand = hall.table().hand
    if hand is not None and hand.deal_id == deal:
        return hand.deal.actions
    stored = hall.services.ledger.hand(deal, hall.player("ann"))
    played = played_hand(stored) if stored is not None else None
    assert played is not None
    return played.hand.deal.actions


def play_turn(page: Page, house: WebHall, legal: LegalActions, rng: Random) -> int:
    """Press until ann has acted; return how many presses it took."""
    model, pressed = Model(legal), []
    deal = house.call(lambda hall: hall.table().hand.deal_id)
    before = len(house.call(lambda hall: actions_in(hall, deal)))
    while True:
        press, slide = rng.choice(model.presses()), rng.randint(*model.span)
        pressed.append(press)
        wanted = model.press(press, slide)
        do(page, press, slide)
        if wanted is not None:
            break
        if model.span[1]:
            assert page.input_value("#amount") == model.amount, pressed
        assert house.call(lambda hall: len(actions_in(hall, deal))) == before, pressed
    wait_until(lambda: house.call(lambda hall: len(actions_in(hall, deal))) > before, lambda: str(pressed))
    assert house.call(lambda hall: actions_in(hall, deal)[before][1]) == wanted, pressed
    return len(pressed)


@pytest.mark.slow(30)
@pytest.mark.parametrize("part", range(count(10, 1)))
def test_any_presses(part: int, browser: Browser, tmp_path: Path) -> None:
    page, problems = browser.new_page(reduced_motion="reduce"), list[str]()
    page.on("pageerror", lambda error: problems.append(str(error)))
    rng, most, pressed, number = Random(seed(5 + part)), count(1000, 20, 6), 0, 0
    while pressed < most:
        number += 1
        with WebHall(tmp_path / str(number), seed=rng.randrange(1000), plugins=("holdem", "bank", "help")) as house:
            house.call(lambda hall: hall.seat("ann", "bob", "cat"))
            enter(page, house)
            page.goto(house.address + house.table_path())
            page.wait_for_selector("#connection:text-is('live')")
            while pressed < most and (legal := house.call(lambda hall: come_to(hall, rng))) is not None:
                turn = page.locator(".actions input[name=turn]").first.get_attribute("value")
                pressed += play_turn(page, house, legal, rng)
                page.wait_for_selector(f".actions input[value='{turn}']", state="detached")
    page.close()
    assert not problems
