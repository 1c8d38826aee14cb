"""Names that pretend, and cards that should have stayed hidden: attacks at real sockets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ircpoker.words.nearest import skeleton
from tests.attacks.sockets import BotSockets, visit
from tests.lobby.hall import CHANNEL, NET


def test_nobody_sits_down_under_the_name_of_the_bot_of_a_robot_or_of_a_look_alike(tmp_path: Path) -> None:
    async def use(bot: BotSockets) -> None:
        hall = bot.hall
        hall.services.presence.note_open(NET, CHANNEL, is_open=True)
        hall.say("alice", "!open 100")
        place = f"{NET}/{CHANNEL}"
        for number, nick in enumerate(("dealer", "Dea1er", "hard", "CALLER", "саller", "nolimit")):
            guest = await bot.come("ssh", nick, account=f"SHA256:{number}", address=f"192.0.2.{number}")
            reserved = f"{nick!r} looks like the name of the bot or of a robot: take another nick"
            assert await guest.say("!sit 100", place) == [f"[{CHANNEL}] {reserved}"], nick
            assert await guest.say("play caller") == [reserved], nick
        for number, nick in enumerate(("аlice", "aIice", "𝐚lice")):
            guest = await bot.come("ssh", nick, account=f"SHA256:a{number}", address=f"192.0.2.{10 + number}")
            alike = f"[{CHANNEL}] {nick!r} looks like alice, who is there: take another nick"
            assert await guest.say("!sit 100", place) == [alike], nick
        twin = await bot.come("ssh", "Alice", account="SHA256:twin", address="192.0.2.30")
        assert "Alice@ssh" in "".join(await twin.say("!sit 100", place)), "an equal name is shown with its network"

    visit(tmp_path, use)


@pytest.mark.parametrize(("first", "second", "is_alike"), [
    ("alice", "аlice", True), ("ann", "аnn", True), ("Il1", "lll", True), ("com", "corn", True), ("o0", "OO", True),
    ("𝐚𝐧𝐧", "ann", True), ("ｂob", "bob", True), ("bob", "rob", False), ("anna", "ann", False), ("é", "e", False),
])  # fmt: skip
def test_skeletons(first: str, second: str, is_alike: bool) -> None:
    assert (skeleton(first) == skeleton(second)) is is_alike


def test_the_cards_of_a_lone_player_wait_while_somebody_else_sits_there(tmp_path: Path) -> None:
    """Bob sits out a deal of ann with a robot, and asks for its proof at once."""

    async def use(bot: BotSockets) -> None:
        hall = bot.hall
        hall.say("ann", "!open 200")
        hall.say("bob", "!sit 200")
        hall.say("ann", "!addbot caller")
        hall.wait(6)
        await _fold_all(bot)
        hall.say("bob", "!sitout")
        hall.wait(6)
        hand = hall.table().hand
        assert hand is not None
        assert len(hand.numbers) == 2, "ann and the robot"
        await _fold_all(bot)
        assert hall.table().state.last_deal == hand.deal_id
        (answer, *_) = hall.say("bob", f"!proof {hand.deal_id}")
        assert "its secret is shown when" in answer
        bob = await bot.come("local", "bob")
        (deal,) = await bob.ask("deal", number=hand.deal_id)
        cards = [str(card) for card in hand.deal.hole_cards[0]]
        assert not any(f'"{card}"' in str(deal) for card in cards)
        hall.wait(3700)
        assert "its secret is shown when" not in "".join(hall.say("bob", f"!proof {hand.deal_id}"))

    visit(tmp_path, use, reveal_after=60.0)


async def _fold_all(bot: BotSockets) -> None:
    """Let everybody fold until the deal is over, and not yet the next one begun."""
    while bot.hall.table().hand:
        bot.hall.say(bot.hall.actor(), "!fold")
        bot.hall.wait(0.5)


@pytest.mark.slow(10)
def test_why_says_no_number_that_depends_on_cards_that_stay_hidden(tmp_path: Path) -> None:
    """A robot at a table of two people folds, or keeps its cards hidden; somebody by SSH asks for its reasons."""

    async def use(bot: BotSockets) -> None:
        hall = bot.hall
        hall.services.presence.note_open(NET, CHANNEL, is_open=True)
        hall.say("ann", "!open 200")
        hall.say("bob", "!sit 200")
        hall.say("ann", "!addbot tight")
        asker = await bot.come("ssh", "asker")
        answers: list[str] = []
        for _ in range(4):
            while (hand := hall.table().hand) is None:
                hall.wait(1)
            while (now := hall.table().hand) is not None and now.deal_id == hand.deal_id:
                if nick := hall.actor():
                    hall.say(nick, "!raise min" if nick == "ann" else "!fold")
                    if hall.actor() == nick:
                        hall.say(nick, "!check")
                hall.wait(1)
            answers += await asker.say("!why", f"{NET}/{CHANNEL}")
        hidden = [line for line in answers if "tight, " in line and not re.search(r", [2-9TJQKA][cdhs] ", line)]
        assert hidden, answers
        price = r"to win was enough|call needed \d+ %"
        answers = [line for line in hidden if "%" in line and not re.search(price, line)]
        assert answers == [], "chances leave few hands"
        assert not any("against the hands" in line for line in hidden)

    visit(tmp_path, use, reveal_after=60.0)
