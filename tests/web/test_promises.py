"""A key is a promise: what the deal is after each key, button and size of docs/web.md; no two can be swapped."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pytest

from ircpoker.table import CALL, CHECK, FOLD, Bet, Discard, RaiseTo
from ircpoker.table.amounts import parse_amount
from ircpoker.web.rendering import asset
from tests import waiting
from tests.tiers import count, seed
from tests.web.test_player import enter
from tests.web.web_hall import WebHall

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Browser, Page

    from ircpoker.table import Action, Deal
    from tests.lobby.hall import Hall

PAGE = (Path(__file__).parents[2] / "docs" / "web.md").read_text(encoding="utf-8")
PLUGINS = ("holdem", "draw", "bank", "help")
OTHERS = ("bob", "cat")
SITUATIONS = {
    "a bet": lambda legal: legal.call and legal.raise_to,
    "no bet": lambda legal: legal.can_check and legal.bet,
    "a draw": lambda legal: legal.discard,
}


class Promise(NamedTuple):
    """What follows from some presses on a turn.

    Attributes:
        situation: a key of `SITUATIONS`.
        presses: one after the other: `key f`, `type 40`, `click Fold`, `fill 40`, `size half`, `card 2`.
        wanted: the action, in words: `raise half` is what `!raise half` does.
    """

    situation: str
    presses: tuple[str, ...]
    wanted: str

    @property
    def needs_scripts(self) -> bool:
        return any(re.match("key [^E]|size|wheel|slide", each) for each in self.presses)


PROMISES = (
    Promise("a bet", ("key f",), "fold"),
    Promise("a bet", ("key c",), "call"),
    Promise("a bet", ("key r", "type 40", "key Enter"), "raise 40"),
    Promise("a bet", ("key r", "key Enter"), "raise min"),
    Promise("a bet", ("click Fold",), "fold"),
    Promise("a bet", ("click Call",), "call"),
    Promise("a bet", ("fill 50", "click Raise"), "raise 50"),
    Promise("a bet", ("fill 60", "key Enter"), "raise 60"),
    Promise("a bet", ("size ½ pot", "click Raise"), "raise half"),
    Promise("a bet", ("size pot", "click Raise"), "raise pot"),
    Promise("a bet", ("size all-in", "click Raise"), "raise max"),
    Promise("a bet", ("key r", *3 * ("key ArrowUp",), "key ArrowDown", "key Enter"), "raise min+20"),
    Promise("a bet", ("wheel 3", "wheel -1", "click Raise"), "raise min+20"),
    Promise("a bet", ("slide 70", "click Raise"), "raise 70"),
    Promise(
        "a bet", ("slide 70", "key ArrowLeft", "key ArrowDown", *2 * ("key ArrowRight",), "click Raise"), "raise 70"
    ),
    Promise("no bet", ("key c",), "check"),
    Promise("no bet", ("key r", "type 20", "key Enter"), "bet 20"),
    Promise("no bet", ("click Check",), "check"),
    Promise("no bet", ("fill 30", "click Bet"), "bet 30"),
    Promise("no bet", ("size ½ pot", "click Bet"), "bet half"),
    Promise("no bet", ("size pot", "click Bet"), "bet pot"),
    Promise("no bet", ("size all-in", "click Bet"), "bet max"),
    Promise("a draw", ("key 1", "key 4", "key d"), "discard 1 4"),
    Promise("a draw", ("key 2", "key 3", "key 5", "key d"), "discard 2 3 5"),
    Promise("a draw", ("key s",), "discard"),
    Promise("a draw", ("card 2", "card 5", "click Change"), "discard 2 5"),
    Promise("a draw", ("card 1", "card 3", "card 4", "click Change"), "discard 1 3 4"),
    Promise("a draw", ("click Stand",), "discard"),
)


def test_each_key_of_the_page_is_promised() -> None:
    (table,) = re.findall(r"\| key \| does \|\n\|---\|---\|\n((?:\|.*\n)+)", PAGE)
    keys = {key for row in table.splitlines() for key in re.findall("`(.)`", row.split("|")[1])}
    pressed = {press[4:] for promise in PROMISES for press in promise.presses if re.fullmatch("key .", press)}
    assert keys | set("12345") == pressed | {"/"}


def reach(hall: Hall, situation: str) -> None:
    """Play until it is ann's turn in a situation, with all others in the deal."""
    while (hand := hall.table().hand) is not None and not hand.deal.is_over and hall.actor():
        hall.say(hall.actor(), "!pat" if hand.deal.legal_actions().discard else "!fold")
    for _ in range(200):
        hand, actor = hall.table().hand, hall.actor()
        legal = hand.deal.legal_actions() if hand is not None and actor else None
        if legal is None:
            hall.wait(2)
        elif actor == "ann" and SITUATIONS[situation](legal) and all(hand.deal.in_hand):
            return
        else:
            hall.say(actor, "!pat" if legal.discard else "!check" if legal.can_check else "!call")
    raise AssertionError(situation)


def action_of(wanted: str, deal: Deal) -> Action:
    verb, _, rest = wanted.partition(" ")
    legal = deal.legal_actions()
    assert legal is not None
    if verb == "discard":
        return Discard(tuple([deal.hole_cards[legal.seat][int(number) - 1] for number in rest.split()]))
    if verb in {"raise", "bet"}:
        amount = parse_amount(rest.partition("+")[0])
        assert amount is not None
        chips = amount.chips(deal, legal.seat, legal.raise_to or legal.bet) + int(rest.partition("+")[2] or 0)
        return RaiseTo(chips) if verb == "raise" else Bet(chips)
    return {"fold": FOLD, "call": CALL, "check": CHECK}[verb]


def keep(page: Page, house: WebHall, promise: Promise) -> None:
    """Press, and check what the deal is then."""
    house.call(lambda hall: reach(hall, promise.situation))
    deal = house.call(lambda hall: hall.table().hand.deal)
    wanted, before = action_of(promise.wanted, deal), len(deal.actions)
    page.goto(house.address + house.table_path())
    if promise.needs_scripts:
        page.wait_for_selector("#connection:text-is('live')")
    for press in promise.presses:
        how, _, which = press.partition(" ")
        if how == "key":
            page.keyboard.press(which)
        elif how == "type":
            page.keyboard.type(which)
        elif how == "click":
            page.locator(".actions button[name=action]", has_text=re.compile(rf"^\s*{which}\b")).click()
        elif how == "fill":
            page.fill("#amount", which)
        elif how == "wheel":
            page.hover("#amount")
            for _ in range(abs(int(which))):
                page.mouse.wheel(0, -100 if int(which) > 0 else 100)
        elif how == "slide":
            page.fill("#slider", which)
            page.focus("#slider")
        elif how == "size":
            page.click(f".size:text-matches('^{which} [0-9]')")
        else:
            page.check(f".actions input[name=cards][value='{which}']")
    waiting.wait_until(
        lambda: (
            bool(house.call(lambda hall: len(hall.table().hand.deal.actions) > before))
            or bool(page.locator("#answer:not(:empty)").count())
        )
    )
    assert house.call(lambda hall: hall.table().hand.deal.actions[before][1]) == wanted, promise


class Houses(NamedTuple):
    """A table for each kind of game."""

    blinds: WebHall
    draw: WebHall

    def of(self, promise: Promise) -> WebHall:
        return self.draw if promise.situation == "a draw" else self.blinds


@pytest.fixture
def houses(tmp_path: Path) -> Iterator[Houses]:
    with (
        WebHall(tmp_path / "b", seed=3, plugins=PLUGINS) as blinds,
        WebHall(tmp_path / "d", seed=3, plugins=PLUGINS) as draw,
    ):
        blinds.call(lambda hall: hall.seat("ann", *OTHERS, game="holdem"))
        draw.call(lambda hall: hall.seat("ann", *OTHERS, game="draw"))
        yield Houses(blinds, draw)


def keep_all(
    browser: Browser,
    houses: Houses,
    *,
    has_scripts: bool,
    phone: bool = False,
    promises: Sequence[Promise] = PROMISES,
) -> None:
    size = {"width": 360, "height": 640} if phone else {"width": 1280, "height": 800}
    for house in houses:
        context = browser.new_context(java_script_enabled=has_scripts, viewport=size)
        page = context.new_page()
        enter(page, house)
        for promise in promises:
            if houses.of(promise) is house and (has_scripts or not promise.needs_scripts):
                keep(page, house, promise)
        context.close()


@pytest.mark.slow(10)
@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "no scripts"])
def test_each_press_does_its_action(has_scripts: bool, browser: Browser, houses: Houses) -> None:
    keep_all(browser, houses, has_scripts=has_scripts)


def some_promises() -> list[Promise]:
    """Return some of them, and all in the deep tier."""
    return Random(seed(1)).sample(PROMISES, count(len(PROMISES), 4))


@pytest.mark.slow(10)
def test_presses_do_their_actions_on_a_phone(browser: Browser, houses: Houses) -> None:
    keep_all(browser, houses, has_scripts=True, phone=True, promises=some_promises())


@pytest.mark.slow(10)
def test_presses_do_their_actions_in_firefox(firefox: Browser, houses: Houses) -> None:
    for has_scripts in (True, False)[: count(2)]:
        keep_all(firefox, houses, has_scripts=has_scripts, promises=some_promises())


@pytest.mark.slow(10)
@pytest.mark.parametrize(
    ("choice", "bet", "wanted"),
    [
        ("Check or fold", True, "fold"),
        ("Check or fold", False, "check"),
        ("Call any bet", True, "call"),
        ("Call any bet", False, "check"),
    ],
)
def test_a_choice_before_the_turn_is_pressed_on_it(
    choice: str, bet: bool, wanted: str, page: Page, houses: Houses
) -> None:
    house = houses.blinds
    enter(page, house)
    house.call(reach_another)
    page.goto(house.address + house.table_path())
    page.check(f"label:has-text('{choice}') input")
    deal, before = house.call(lambda hall: pass_on(hall, is_bet=bet))
    waiting.wait_until(lambda: house.call(lambda hall: len(hall.table().hand.deal.actions) > before))
    assert house.call(lambda hall: hall.table().hand.deal.actions[before][1]) == action_of(wanted, deal)
    assert not page.is_checked(f"label:has-text('{choice}') input")


KEEP_STREAMS = """
    window.streams = [];
    window.EventSource = class extends EventSource {
        constructor(address) { super(address); window.streams.push(this); }
    };
"""


@pytest.mark.slow(10)
@pytest.mark.parametrize("choice", ["Check or fold", "Call any bet"])
def test_a_choice_is_for_one_deal(choice: str, browser: Browser, houses: Houses) -> None:
    house, context = houses.blinds, browser.new_context()
    page = context.new_page()
    page.add_init_script(KEEP_STREAMS)
    page.goto(house.address + house.table_path())
    page.wait_for_selector("#connection:text-is('live')")
    house.call(reach_blind)
    assert not page.is_visible("#ahead"), "a spectator has nothing to choose"
    enter(page, house)
    page.goto(house.address + house.table_path())
    page.check(f"label:has-text('{choice}') input")
    page.evaluate("streams.at(-1).close()")  # until it comes again, the page hears nothing
    house.call(fold_all_others)
    number = house.call(reach_next)
    page.evaluate("streams.at(-1).dispatchEvent(new Event('error'))")
    page.wait_for_selector(f"#facts:has-text('Hand #{number}')")
    assert not page.is_checked(f"label:has-text('{choice}') input")
    before = house.call(turn_of_ann)
    page.wait_for_selector(".actions")
    page.fill("#amount", "60")
    page.keyboard.press("Enter")
    waiting.wait_until(lambda: house.call(lambda hall: len(hall.table().hand.deal.actions) > before))
    assert house.call(lambda hall: hall.table().hand.deal.actions[before][1]) == RaiseTo(60)
    context.close()


@pytest.mark.slow(10)
def test_the_field_for_words_gives_the_keys_back(page: Page, houses: Houses) -> None:
    house = houses.blinds
    enter(page, house)
    for typed, focused in (("", "not the field"), ("ban", "the field")):
        house.call(lambda hall: reach(hall, "a bet"))
        page.goto(house.address + house.table_path())
        page.wait_for_selector("#connection:text-is('live')")
        page.click("button[value=call]")
        page.wait_for_selector(".actions", state="detached")
        page.keyboard.press("/")
        assert page.evaluate("document.activeElement.id") == "text"
        page.keyboard.type(typed)
        house.call(reach_any)
        page.wait_for_selector(".actions")
        in_field = page.evaluate("document.activeElement.id") == "text"
        assert ("the field" if in_field else "not the field") == focused
        assert page.input_value("#text") == typed
    page.keyboard.type("k")
    page.keyboard.press("Enter")
    page.wait_for_selector("#answer:has-text('chips')")


def reach_another(hall: Hall) -> None:
    """Play until somebody may bet before ann, who is in the deal."""
    for _ in range(200):
        hand, actor = hall.table().hand, hall.actor()
        legal = hand.deal.legal_actions() if hand is not None and actor else None
        if legal is None:
            hall.wait(2)
        elif actor != "ann" and legal.bet and len(hand.deal.board) == 3 and all(hand.deal.in_hand):
            return
        else:
            hall.say(actor, "!check" if legal.can_check else "!call")
    raise AssertionError


def pass_on(hall: Hall, *, is_bet: bool) -> tuple[Deal, int]:
    """Let others bet or check until it is ann's turn; return the deal, and how many actions it has then."""
    hall.say(hall.actor(), "!bet 60" if is_bet else "!check")
    for _ in range(10):
        if hall.actor() and hall.actor() != "ann":
            hall.say(hall.actor(), "!call" if is_bet else "!check")
    assert hall.actor() == "ann"
    deal = hall.table().hand.deal
    return deal, len(deal.actions)


def reach_blind(hall: Hall) -> None:
    """Play until a deal begins in which ann has the big blind, so that she acts last."""
    for _ in range(200):
        hand, actor = hall.table().hand, hall.actor()
        if hand is None or not actor:
            hall.wait(2)
        elif not hand.deal.actions and hand.deal.bets[hand.numbers.index(seat_of(hall, "ann"))] == max(hand.deal.bets):
            return
        else:
            hall.say(actor, "!check" if hand.deal.legal_actions().can_check else "!fold")
    raise AssertionError


def fold_all_others(hall: Hall) -> None:
    while hall.actor():
        assert hall.actor() != "ann"
        hall.say(hall.actor(), "!fold")


def seat_of(hall: Hall, nick: str) -> int:
    return next(number for number, seat in hall.table().seats.items() if seat.nick == nick)


def reach_next(hall: Hall) -> str:
    while hall.table().hand is None:
        hall.wait(1)
    return str(hall.table().hand.deal_id)


def turn_of_ann(hall: Hall) -> int:
    """Play until it is ann's turn; return how many actions there are."""
    reach_any(hall)
    return len(hall.table().hand.deal.actions)


def reach_any(hall: Hall) -> None:
    while hall.actor() != "ann":
        if hall.actor():
            hall.say(hall.actor(), "!check" if hall.table().hand.deal.legal_actions().can_check else "!call")
        else:
            hall.wait(2)


# Mutants


def swaps(source: str, patterns: Sequence[str]) -> list[str]:
    """Return a file with two of the texts that a pattern finds exchanged, in all ways."""
    mutants = []
    for pattern in patterns:
        places = list(re.finditer(pattern, source))
        for first, other in combinations(places, 2):
            if first[1] != other[1]:
                middle = source[first.end(1) : other.start(1)]
                mutants.append(source[: first.start(1)] + other[1] + middle + first[1] + source[other.end(1) :])
    return mutants


SCRIPTS = {
    "live.js": (r"Arrow\w+: (-?1)", r"(?<=[?:] )(-?1)(?= : |\);)"),
    "replay.js": (r"(?:Home|Arrow\w+|End): (\"\w+\")", r"(?:first|back|next|last): \(\) => show\((.*)\),"),
}
"""What keys and buttons do, in the scripts of the page."""


@pytest.mark.slow(60)
@pytest.mark.parametrize("script", SCRIPTS)
def test_no_two_keys_can_be_swapped(
    script: str, browser: Browser, houses: Houses, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = asset(script).decode()
    mutants = Random(seed(1)).sample(found := swaps(source, SCRIPTS[script]), count(len(found), 1, 6))
    by_steps = [each for each in PROMISES if any(re.match("key Arrow|wheel", press) for press in each.presses)]
    survivors, patience = [], waiting.PATIENCE
    for mutant in [source, *mutants]:  # A fault is only noticed where the script as it is passes.
        monkeypatch.setattr(waiting, "PATIENCE", patience if mutant is source else 5.0)
        monkeypatch.setattr("ircpoker.web.app.asset", lambda name, own=mutant: own if name == script else asset(name))
        try:
            if script == "live.js":
                keep_all(browser, houses, has_scripts=True, promises=by_steps)
            else:
                check_steps(browser, houses.blinds)
        except Exception:  # whatever shows the fault
            continue
        survivors.append(mutant)
    assert survivors == [source]


def end_deal(hall: Hall) -> None:
    while actor := hall.actor():
        hall.say(actor, "!check" if hall.table().hand.deal.legal_actions().can_check else "!call")
    hall.wait(2)


def check_steps(browser: Browser, house: WebHall) -> None:
    """Go through a replay by keys and buttons."""
    house.call(end_deal)
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{house.address}/hand/1")
    page.wait_for_selector("article.ready")
    last = page.locator("article li").count()
    assert last > 3
    keys = (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", last), ("ArrowLeft", last - 1), ("Home", 1))
    names = (("next", 2), ("next", 3), ("back", 2), ("last", last), ("back", last - 1), ("first", 1))
    for press, steps in ((page.keyboard.press, keys), (lambda name: page.click(f".controls [name={name}]"), names)):
        for which, step in steps:
            press(which)
            assert page.evaluate("location.hash") == f"#step-{step}"
    context.close()


@pytest.mark.slow(10)
def test_a_replay_goes_by_keys_and_buttons(browser: Browser, houses: Houses) -> None:
    check_steps(browser, houses.blinds)
