"""The chances of the own hand on the screen, which the bot keeps as the person's choice."""

from __future__ import annotations

import asyncio

import pytest

from tests.screen.recorded import FLOP, Script
from tests.screen.test_keys import screen, until_shown


@pytest.mark.parametrize("prefix", ["!", "."])
def test_odds_are_switched_on_and_off(prefix):
    odds = [{"is": "reply", "kind": "private", "text": "Th 8d, 46 % against 1 hand, a call needs 16 %"}]

    async def run():
        async with screen(say=odds, bot={"prefix": prefix}) as (app, pilot, script):
            choose(script, "on")
            await pilot.press("o")
            await until_shown(app, pilot, "[o]dds 46 % against random, needs 16 %")
            assert [each["text"] for each in script.asked if each["do"] == "say"] == [
                f"{prefix}set odds on",
                f"{prefix}odds",
            ]
            choose(script, "off")
            await pilot.press("o")
            await until_shown(app, pilot, "[o]dds: off")

    asyncio.run(run())


def choose(script, odds):
    """Let the bot have the person's choice, as it says when it is asked for the person."""
    person = {**script.welcome["person"], "preferences": {"odds": odds}}
    script.answers["me"] = script.answers["hello"] = [{**script.welcome, "person": person}]


def test_odds_that_another_window_has_switched_on_are_on():
    async def run():
        script = Script(FLOP)
        choose(script, "on")
        async with screen(**script.answers) as (app, pilot, _):
            await until_shown(app, pilot, "[o]dds: on")

    asyncio.run(run())
