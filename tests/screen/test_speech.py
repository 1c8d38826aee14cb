"""Lines for a speech engine: a script that sees nothing else plays a sit-and-go; no sign stands in them."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
from dataclasses import replace

import pytest

from ircpoker.app import make_router, open_feed
from ircpoker.chat.router import Router
from ircpoker.config.networks import CONSOLE_NETWORK
from ircpoker.screen.lines import LineTable
from ircpoker.screen.look import Look
from ircpoker.screen.marks import UNICODE
from ircpoker.screen.speech import QUESTIONS, card_words, spoken
from ircpoker.words.catalogue import load_catalogue
from tests.screen.sessions import default_settings_here
from tests.tiers import count

SAY = load_catalogue().text
MISREAD = re.compile(r"[♠♥♦♣#|%+=<>*_~^{}\[\]\\/$€…·•½×→−–—\x00-\x1f]|\b[2-9TJQKA][cdhs]\b|\b[0-9a-f]{20,}\b")
"""What an engine spells, skips or reads as something else."""
RANKS = "two|three|four|five|six|seven|eight|nine|ten|jack|queen|king|ace"
CARD = re.compile(rf"\b(?:{RANKS}) of (?:clubs|diamonds|hearts|spades)\b")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("FLOP 9h 7d Ac", "Flop: nine of hearts, seven of diamonds, ace of clubs."),
        ("TURN 9h 7d Ac [4s]", "Turn: nine of hearts, seven of diamonds, ace of clubs, four of spades."),
        ("#19 5/10 | SB raiser 150, BB ann 920, BTN caller 610",
         "Hand 19. Blinds 5 and 10. Small blind raiser 150, big blind ann 920, button caller 610."),
        ("#4 ann wins 320 (+170) with Three Sevens", "Hand 4. ann wins 320, net plus 170, with three sevens."),
        ("Jc Ah Pair of Aces | pot 171, 1443 left | your turn: !check, !bet 20-1443",
         "jack of clubs, ace of hearts, pair of aces. Pot 171, 1443 left. Your turn: check, bet 20 to 1443."),
        ("ann T♦ 7♠ 95 % (45 s)", "ann T 7 95 percent (45 seconds)."),
        ("#20 in 5 s | sealed e91b0f84c2e91b0f84c2e91b0f84c2e91b0f84c2", "Hand 20 in 5 seconds. sealed."),
        ("#4, sealed e91b0f84c2e91b0f84c2e91b0f84c2e91b0f84c2", "The deck of hand 4 is sealed."),
        ("Your code is 0f84c2e91b0f84c2. Say !link 0f84c2e91b0f84c2 there.",
         "Your code is 0f84c2e91b0f84c2. Say link 0f84c2e91b0f84c2 there."),
        ("Your code is 1-5f84c2e91b0f84c2.", "Your code is 1-5f84c2e91b0f84c2."),
        ("The deck of hand #1 is sealed: " + 10 * "70df" + " (40 digits). !proof explains how to check it.",
         "The deck of hand 1 is sealed: typing proof explains how to check it."),
        ("deal in progress: #1, committed to SHA-256 " + 16 * "da10",
         "Deal in progress: hand 1, committed to SHA-256."),
        ("wild Kh Ad Pair of Aces 88 % | you Kd 7d Two Pair 5 %",
         "wild: king of hearts, ace of diamonds, pair of aces, 88 percent. "
         "You: king of diamonds, seven of diamonds, two pair, 5 percent."),
        ("no-limit hold'em 5/10", "no-limit hold'em blinds 5 and 10."),
        ("blinds 10/20@8 hands", "Blinds 10 and 20, levels of 8 hands."),
        ("In private no ! is needed", "In private no exclamation mark is needed."),
        ("it returns 94.801 % (307981/324870); odds on|off", "it returns 94.801 percent; odds on or off."),
        ("UTG+1 bob 100, −45", "1 after under the gun bob 100, minus 45."),
    ],
)  # fmt: skip
def test_lines_are_read_in_words(line: str, words: str) -> None:
    assert spoken(line, SAY) == words


def quick_router() -> Router:
    """Return a router whose robots and deals do not wait."""
    settings = default_settings_here()
    holdem = replace(settings.others["holdem"], robot_pause=0, deal_pause=0)
    return make_router(replace(settings, others={**settings.others, "holdem": holdem}), seed=3)


class Deaf:
    """A program that knows only the lines that it hears, and plays when it hears that it is its turn."""

    columns = 0

    def __init__(self, most: int) -> None:
        self.heard: list[str] = []
        self._begun = False
        self._most = most
        self._turns = 0
        self._news = asyncio.Event()
        self._answered = 0

    def write(self, line: str) -> None:
        self.heard.append(line)
        self._news.set()

    def ring(self) -> None:
        pass

    async def read(self) -> str | None:
        if not self._begun:
            self._begun = True
            return "play sng 6"
        while True:
            fresh, self._answered = self.heard[self._answered :], len(self.heard)
            if any(re.search(r"sit-and-go|tournament|you are out|ann is out", line) and self._turns for line in fresh):
                return None
            turn = next((line for line in fresh[::-1] if line.startswith("Your turn")), "")
            if turn:
                self._turns += 1
                if self._turns > self._most:
                    return None
                for ways, answer in (("check", "check"), ("call", "call"), ("fold", "fold")):
                    if ways in turn:
                        return answer
            self._news.clear()
            await self._news.wait()


def heard_in_a_sit_and_go(turns: int) -> list[str]:
    async def run() -> list[str]:
        router = quick_router()
        try:
            async with open_feed(router, CONSOLE_NETWORK, "ann") as client:
                look, ear = Look(UNICODE, has_suits=True, has_colour=False, say=SAY), Deaf(turns)
                async with asyncio.timeout(100):
                    await LineTable(client, ear, look).run()
                return ear.heard
        finally:
            router.services.close()

    return asyncio.run(run())


@pytest.mark.slow(5)
def test_a_sit_and_go_is_played_by_ear() -> None:
    heard = heard_in_a_sit_and_go(count(400, 25))
    assert len([line for line in heard if line.startswith("Your turn")]) >= 5
    assert [line for line in heard if "Illegal" in line or "not legal" in line or "not a command" in line] == []
    misread = {line: MISREAD.findall(line) for line in heard if MISREAD.search(line)}
    assert misread == {}
    assert any(CARD.search(line) for line in heard)
    assert [line for line in heard if re.search(r"(?<![.:] )(?<!^)\b[A-Z]|\b(\w+) \1\b|[,:][.,:]", line)] == []
    repeated = [line for line in {*heard} if heard.count(line) > 1 and re.search(r"\d{3}|\bover\b|\bout\b", line)]
    assert [line for line in repeated if not re.search(r"^Your turn|bets|raises|calls", line)] == []
    actions = r"\b(?:folds|checks|calls|bets|raises)\b"
    twice = [line for line in heard if len(re.findall(actions, line)) > 1 and not line.startswith("Your turn")]
    assert twice == [], "one event, one sentence"


def test_twelve_facts_are_known_by_one_letter() -> None:
    async def run() -> tuple[dict[str, str], object]:
        router = quick_router()
        try:
            async with open_feed(router, CONSOLE_NETWORK, "ann") as client:
                await client.say("play caller random 3")
                person = await client.refresh()
                assert person is not None
                await client.watch(person.tables[0])
                async with asyncio.timeout(60):
                    while not (table := client.tables[person.tables[0]]).you or not table.you.turn or not table.board:
                        if table.you and table.you.turn and not table.board:
                            legal = table.you.legal
                            await client.act(table.table, "check" if legal.check else "call")
                        await client.next_message()
                return {key: ask(table, SAY) for key, ask in QUESTIONS.items()}, table
        finally:
            router.services.close()

    answers, table = asyncio.run(run())
    you, own = table.you, next(seat for seat in table.seats if seat.seat == table.you.seat)
    others = [seat for seat in table.seats if seat is not own]
    facts = {
        "own cards": ("i", [card_words(card, SAY) for card in you.cards]),
        "own hand": ("i", [you.hand]),
        "street": ("b", [SAY_STREET[table.street]]),
        "board": ("b", [card_words(card, SAY) for card in table.board]),
        "pot": ("p", [str(table.pot)]),
        "price or check": ("t", [f"call {you.legal.call}" if you.legal.call else "check"]),
        "bet or raise": ("t", [f"at least {(you.legal.bet or you.legal.raise_to)[0]}"]),
        "own stack": ("s", [str(own.stack)]),
        "other stacks": ("s", [f"{seat.name} {seat.stack}" for seat in others]),
        "who is in": ("w", [seat.name for seat in table.seats if seat.in_hand]),
        "whose turn": ("w", ["turn of ann"]),
        "game, blinds, position": ("g", [table.title, own.position]),
    }
    assert len(facts) == 12
    wrong = {
        name: answers[key] for name, (key, wanted) in facts.items() if any(word not in answers[key] for word in wanted)
    }
    assert wrong == {}


SAY_STREET = {"flop": "flop", "turn": "turn", "river": "river"}


@pytest.mark.slow(5)
@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not here")
def test_espeak_reads_no_signs() -> None:
    heard = heard_in_a_sit_and_go(count(400, 60))[:200]
    voiced = subprocess.run(
        ["espeak-ng", "-q", "-X", "-v", "en"], input="\n".join(heard), capture_output=True, text=True, check=True
    )
    named = re.findall(r"(?i)black|suit|hash|number sign|percent sign|vertical|slash|underscore|bracket", voiced.stdout)
    assert named == []
