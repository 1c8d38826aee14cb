"""Tables without a channel, whose places are used again: who may read what was played there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.attacks.sockets import BotSockets, Caller, visit

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
NO_TABLE = "there is no such table"
NO_DEAL = "there is no deal '1'"
NOT_YET = "you have not finished a deal yet"
NONE_HERE = "no deal has finished here yet"
REQUESTS = {
    "deal": NO_DEAL,
    "deal_text": NO_DEAL,
    "shuffle": NO_DEAL,
    "why": NONE_HERE,
    "figures": "",
    "watch": "",
    "deals": "",
}
COMMANDS = {
    **dict.fromkeys(("replay 1", "review 1", "proof 1"), NO_DEAL),
    **dict.fromkeys(("replay", "history", "export"), NOT_YET),
    **dict.fromkeys(("why", "why range"), NONE_HERE),
    **dict.fromkeys(("show", "rabbit", "table", "what was the board?"), ""),
}
"""What may be asked about a deal or a table, with the answer to who has not played it; empty for one without cards."""


async def played(bot: BotSockets, words: str) -> Caller:
    """Let ann open a table, and play deal 1 there against robots."""
    ann = await bot.come("ssh", "ann")
    for line in (words, "addbot caller", "addbot manual"):
        await ann.say(line)
    (table,) = bot.hall.lobby.tables
    while not table.state.last_deal:
        hand = table.hand
        is_own = hand is not None and hand.actor is not None and table.seats[hand.actor].nick == "ann"
        await ann.say("call" if hand.turn.call else "check") if is_own else bot.hall.wait(1)
    assert table.state.last_deal == "1"
    bot.hall.wait(1)
    return ann


async def read(caller: Caller, table: str) -> list[tuple[str, list[str]]]:
    """Return what somebody reads who asks everything, in private and at a table, as far as it is not hidden."""
    found = [(text, await caller.say(text, place)) for text in COMMANDS for place in ("", table)]
    for do in REQUESTS:
        named = {"deal": 1} if do in {"deal", "deal_text", "shuffle"} else {} if do == "deals" else {"table": table}
        named |= {"form": "phh"} if do == "deal_text" else {}
        (answer, *_) = await caller.ask(do, **named)
        found.append((do, [answer.get("text") or str(answer)]))
    return [(name, lines) for name, lines in found if not _is_hidden((REQUESTS | COMMANDS)[name], lines)]


def _is_hidden(answer: str, lines: list[str]) -> bool:
    return lines[0].startswith(answer) if answer else not CARD.search(" ".join(lines))


@pytest.mark.parametrize("words", ["open private 100", "open public 100"])
def test_who_takes_the_place_of_a_closed_table_reads_nothing_of_it(tmp_path: Path, words: str) -> None:
    async def use(bot: BotSockets) -> None:
        ann = await played(bot, words)
        await ann.say("leave")
        bot.hall.wait(1200)  # until the proof is due
        eve = await bot.come("ssh", "eve", address="192.0.2.66")
        await eve.say("open private 100")
        (table,) = bot.hall.lobby.tables
        assert await read(eve, table.id) == []
        assert CARD.search(str(await ann.ask("deal", deal=1)))
        assert "secret" in " ".join(await ann.say("proof 1"))

    visit(tmp_path, use, command_burst=100)


LAST = {"deal", "deal_text", "proof 1", "replay 1", "review 1", "why", "why range"}
"""What all who are at a public table may ask about its last deal."""


@pytest.mark.parametrize(("words", "seen"), [("open private 100", set()), ("open public 100", LAST)])
def test_a_deal_of_a_private_table_is_read_by_who_played_it(tmp_path: Path, words: str, seen: set[str]) -> None:
    """The last one of a public table is read by all who are there."""

    async def use(bot: BotSockets) -> None:
        ann = await played(bot, words)
        (table,) = bot.hall.lobby.tables
        code = re.search(r"join ([0-9a-f]{16})", " ".join(await ann.say("invite")))
        assert code is not None
        bob = await bot.come("ssh", "bob", address="192.0.2.66")
        assert "sits down" in (await bob.say(f"join {code[1]}"))[0]
        assert {name for name, _ in await read(bob, table.id)} == seen

    visit(tmp_path, use, command_burst=100, robot_pause=60.0, seconds_to_act=600.0)
