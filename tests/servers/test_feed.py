"""The feed of a bot on ngIRCd: a robot at a table with people, processes that are killed, lines of all kinds."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ircpoker.words.plain_text import strip_formatting
from tests.children import child
from tests.servers.company import Company, cautious, passive
from tests.servers.front_ends import (
    Spectator,
    cards_in,
    feed_bot,
    hidden_part,
    is_shown,
    rebuy,
    robot_at,
    snapshot_of,
)
from tests.servers.ngircd import Ngircd
from tests.servers.process import ROOT, BotProcess
from tests.servers.tables import check_ledger
from tests.tiers import count, seed
from tests.waiting import PATIENCE, wait_for_socket, wait_until

JOINER = "\u2060"
"""It keeps nicks in public lines from being highlighted."""


@pytest.mark.slow(20)
@pytest.mark.parametrize("part", range(count(4)))
def test_a_robot_plays_at_a_table_with_people(ngircd: Ngircd, folder: Path, channel: str, part: int) -> None:
    deals = count(250, 5)
    with (
        feed_bot(folder, ngircd.port, channel) as bot,
        Company(ngircd.port, channel, "alice", "bob", strategy=passive, seed=seed(part)) as company,
    ):
        company.sit_down()
        with robot_at(bot, channel) as robot:
            company.until(lambda: "acted" in robot.lines, 60)
            while len(company.finished) < deals:
                company.play(1)
                rebuy(company)
            lines = robot.lines
        assert lines.count("acted") >= deals / 2
        assert lines.count("late") >= deals / 4, "each turn that has passed is refused"
        assert set(lines) <= {"acted", "late"}, [line for line in lines if line not in {"acted", "late"}][:5]
        assert not company.called_off
        assert "Traceback" not in bot.log


@pytest.mark.slow(20)
@pytest.mark.parametrize("part", range(count(4)))
def test_spectators_see_the_lines_of_irc(ngircd: Ngircd, folder: Path, channel: str, part: int) -> None:
    """People on IRC, at the terminal's endpoint and at that for programs play at one table."""
    deals = count(125, 5)
    with (
        feed_bot(folder, ngircd.port, channel) as bot,
        Company(ngircd.port, channel, "alice", "bob", strategy=cautious, seed=seed(5 + part)) as company,
    ):
        company.sit_down()
        with robot_at(bot, channel) as robot, robot_at(bot, channel, "terry", "local") as terminal:
            company.until(lambda: "acted" in robot.lines and "acted" in terminal.lines, 60)
            spectator = Spectator(folder / "feed" / "web.sock", channel, samples=True)
            begun = len(company.finished)
            while len(company.finished) < begun + deals:
                company.play(1)
                rebuy(company)
            spectator.stop()
        paid = {each["deal"] for each in spectator.messages if each.get("event") == "paid"}
        finished = [deal for deal in company.finished[begun + 1 :] if deal in paid]
        assert len(finished) >= deals - 3
        assert spectator.check_samples() >= 5 * len(finished)
        check_lines(company, spectator, len(finished))
        readers = {"robo": robot.messages(), "terry": terminal.messages(), "": spectator.messages}
        check_cards(company, readers, finished)


def check_lines(company: Company, spectator: Spectator, deals: int) -> None:
    """Check that the events have the lines that everybody got on IRC, but for turns that had passed when they went."""
    public = [strip_formatting(heard.text).replace(JOINER, "") for heard in company.watcher.heard if heard.is_public]
    lines = spectator.lines()
    on_irc = list(facts_of(public[public.index(lines[0]) :]))
    in_feed = [fact for fact in facts_of(lines) if fact in on_irc]
    on_irc = [fact for fact in on_irc if fact in in_feed]
    # The table goes on while both stop to listen.
    both = min(len(in_feed), len(on_irc))
    assert in_feed[:both] == on_irc[:both]
    assert len(in_feed) >= len(list(facts_of(lines))) - 20
    shared = sum(line in public for line in lines)
    assert shared >= max(5 * deals, 0.9 * len(lines) - 20)


def facts_of(lines: list[str]) -> Iterator[str]:
    """Yield what happened, without whose turn it is and the pot then."""
    for line in lines:
        for fact in line.split(" | "):
            if not fact.endswith(" s)") and not fact.startswith("pot "):
                yield fact


def check_cards(company: Company, readers: dict[str, list[dict[str, Any]]], deals: list[str]) -> None:
    """Check that no connection had cards of another seat before they were shown."""
    own: dict[str, dict[str, list[str]]] = {nick: {} for nick in readers}
    for nick, messages in readers.items():
        for message in messages:
            if message.get("event") == "cards":
                own[nick][message["deal"]] = message["cards"]
    for deal in deals:
        cards = {player.nick: player.all_cards(deal) for player in company.players}
        cards |= {nick: set(held.get(deal, ())) for nick, held in own.items()}
        assert sum(map(bool, cards.values())) >= 2
        for nick, messages in readers.items():
            others = {card for other, held in cards.items() if other != nick for card in held}
            assert not cards_in(hidden_part(messages, deal), others), (nick, deal)


@pytest.mark.slow(10)
def test_a_key_or_an_invitation_closes_a_table_to_others(ngircd: Ngircd, folder: Path, channel: str) -> None:
    with (
        feed_bot(folder, ngircd.port, channel) as bot,
        Company(ngircd.port, channel, "alice", "bob", strategy=passive) as company,
    ):
        company.sit_down()
        company.play(1)
        assert asyncio.run(snapshot_of(bot, channel))["place"] == channel
        for mode in ("+k secret", "-k secret", "+i", "-i"):
            company.watcher.send(f"MODE {channel} {mode}")
            is_open = mode.startswith("-")

            def has_changed(is_open: bool = is_open) -> bool:
                company.step()
                return asyncio.run(is_shown(bot, channel)) is is_open

            wait_until(has_changed, mode)


@pytest.mark.slow(10)
def test_a_flood_of_malformed_lines_costs_nothing(ngircd: Ngircd, folder: Path, channel: str) -> None:
    lines = [
        b"\n",
        b"[" * 20_000 + b"\n",
        b'{"a":' * 5_000 + b"\n",
        b'{"do":"say","do":"hello"}\n',
        b'{"do":"act","amount":' + b"9" * 50_000 + b"}\n",
        b'{"do":"watch","since":NaN}\n',
        b'{"do":"watch","table":"\\ud800"}\n',
        b'{"do":"dance"}\n',
        b"\xff\xfe\x00\n",
        b'{"do":"hello","person":{"nick":"ann","address":"192.0.2.7","network":"net"}}\n',
    ]
    flood = count(100_000, 2_000)

    async def send(bot: BotProcess) -> int:
        reader, writer = await asyncio.open_unix_connection(bot.folder / "feed" / "web.sock", limit=1 << 20)
        errors = 0
        for start in range(0, flood, 200):
            writer.writelines([lines[number % len(lines)] for number in range(start, min(start + 200, flood))])
            for _ in range(start, min(start + 200, flood)):
                answer = json.loads(await reader.readline())
                errors += answer["is"] == "error"
        writer.close()
        return errors

    with feed_bot(folder, ngircd.port, channel) as bot:
        wait_for_socket(folder / "feed" / "web.sock")
        asyncio.run(send(bot))
        before = resident(bot)
        assert asyncio.run(send(bot)) == flood
        assert resident(bot) - before < 4_000, "in KB"
        assert "Traceback" not in bot.log


def resident(bot: BotProcess) -> int:
    """Return the memory of the bot's process in KB."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{bot.pid}/status").read_text())
    assert found is not None
    return int(found[1])


@pytest.mark.slow(1)
def test_a_table_ends_as_the_ledger_has_it(ngircd: Ngircd, folder: Path, channel: str) -> None:
    """`ircpoker feed watch` prints a table until it closes."""
    with (
        feed_bot(folder, ngircd.port, channel) as bot,
        Company(ngircd.port, channel, "alice", "bob", strategy=passive) as company,
    ):
        company.sit_down()
        watching = subprocess.Popen(
            child(sys.executable, "-m", "ircpoker", "feed", "watch", channel, "--feed", str(folder / "feed")),
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert watching.stdout is not None
        assert json.loads(watching.stdout.readline())["is"] == "snapshot"
        company.play(2)
        for player in company.players:
            player.do("leave")
        with watching.stdout:
            events = [json.loads(line) for line in watching.stdout]
        assert watching.wait(PATIENCE) == 0
        assert events[-1]["event"] == "closed"
        assert len([event for event in events if event["event"] == "paid"]) >= 2
        check_ledger(bot)
