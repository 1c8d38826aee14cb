"""Throw-away guests who take what people share, and people who come then: attacks at real sockets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ircpoker.errors import NotAllowedError
from ircpoker.runtime.shares import SHARES
from ircpoker.tournaments.settings import TournamentSettings
from tests.attacks.sockets import BotSockets, visit

FULL = "your host has {} tournaments already, the most that it may have: end one first"


@pytest.mark.slow(1)
def test_a_hundred_keys_of_two_hosts_take_no_tournament_from_others(tmp_path: Path) -> None:
    """They say `!sng 6`, free, and leave at once."""
    share = SHARES["tournaments"].of_host(SHARES["tournaments"].total)

    async def use(bot: BotSockets) -> None:
        refused = 0
        for number in range(100):
            guest = await bot.come("ssh", f"g{number}", address=f"192.0.2.{number % 2}")
            lines = await guest.say("sng 6")
            refused += lines == [FULL.format(share)]
            guest.close()
        await bot.gone()
        assert len(bot.hall.services.tables.tournaments.by_id) == 2 * share == 100 - refused
        for name in ("ssh", "web", "program", "local"):
            newcomer = await bot.come(name, "newcomer", address="198.51.100.7")
            assert "A sit-and-go of 6 against robots" in (await newcomer.say("sng 6"))[0], name
        assert "A sit-and-go of 6 against robots" in bot.hall.tell("ann", "sng 6")[0]
        assert "A sit-and-go of 3" in "".join(bot.hall.say("bob", "!sng 3 free")), "in a channel, too"

    visit(tmp_path, use, robot_pause=3600.0)


def test_a_host_takes_no_more_tables_than_its_share(tmp_path: Path) -> None:
    async def use(bot: BotSockets) -> None:
        answers = []
        for number in range(12):
            guest = await bot.come("ssh", f"g{number}", address=f"2001:db8:0:1::{number:x}")
            answers.append((await guest.say("play caller"))[0])
        refusal = "your host has 10 tables already, the most that it may have: leave one first"
        assert [answer == refusal for answer in answers] == [False] * 10 + [True] * 2
        other = await bot.come("ssh", "other", address="2001:db8:0:2::1")
        assert (await other.say("play caller"))[0].startswith("Heads-up")

    visit(tmp_path, use, robot_pause=3600.0, most_tables=200)


@pytest.mark.slow(1)
def test_neither_a_person_nor_a_host_takes_all_places_without_a_channel(tmp_path: Path) -> None:
    share = SHARES["by lines"]

    async def use(bot: BotSockets) -> None:
        ann = await bot.come("ssh", "ann")
        lines = [(await ann.say("open private 100"))[-1] for _ in range(share.least + 1)]
        assert lines[-1] == "you have 3 tables already, the most that one person may open: leave one first"
        assert [lines[-1] == line for line in lines] == [False] * share.least + [True]
        answers = []
        for number in range(5):
            guest = await bot.come("ssh", f"g{number}")
            answers.append((await guest.say("open public 100"))[0])
        refusal = "your host has 5 tables already, the most that it may have: leave one first"
        assert [answer == refusal for answer in answers] == [False] * 2 + [True] * 3
        for number in range(20):
            guest = await bot.come("ssh", f"h{number}", address=f"192.0.2.{100 + number}")
            for _ in range(share.least):
                await guest.say("open private 100")
        assert len(bot.hall.lobby.tables) == share.total // 2 + 5, "the rest is kept for hosts that have none"
        other = await bot.come("ssh", "other", address="198.51.100.1")
        assert "table of no-limit hold'em" in (await other.say("open private 100"))[0]

    visit(tmp_path, use, command_burst=100)


def test_three_keys_of_one_host_enter_no_paid_sit_and_go_together(tmp_path: Path) -> None:
    """The limit of guests of a host holds by every endpoint, and results mark those of one host."""
    sections = {"tournaments": TournamentSettings()}

    async def use(bot: BotSockets) -> None:
        tournaments = bot.hall.services.tables.tournaments
        bot.hall.say("ann", "!sng 4 100")
        (tournament,) = tournaments.by_id.values()
        refusal = "only 1 guest of a host may enter a tournament with a buy-in: log in to services"
        for name in ("ssh", "program"):
            answers = []
            for number in range(3):
                guest = await bot.come(name, f"{name}{number}", address="192.0.2.9")
                person = next(
                    each.person for each in bot.endpoints[name].sessions if each.person.nick == f"{name}{number}"
                )
                answers.append(_enter(bot, tournament, person))
                guest.close()
            assert answers == ["", refusal, refusal], name

    def _enter(bot: BotSockets, tournament: Any, person: Any) -> str:
        try:
            bot.hall.services.tables.tournaments.enter(tournament, person)
        except NotAllowedError as error:
            return bot.hall.services.words.text(error.phrase)
        return ""

    visit(tmp_path, use, sections=sections)
