"""Somebody else takes a player's nick while the bot cannot see it: cards, seat and chips stay the player's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers.company import TURN, Company, Player, passive
from tests.servers.ngircd import Ngircd
from tests.servers.process import BotProcess
from tests.servers.tables import CHIPS, check_ledger, table_bot

pytestmark = pytest.mark.slow

COMMANDS = ("cards", "call", "fold", "leave")


@pytest.fixture
def bot(tmp_path: Path, own_ngircd: Ngircd) -> Iterator[BotProcess]:
    with table_bot(tmp_path, own_ngircd.port, "#poker", seconds_to_act=60, grace=60) as bot:
        yield bot
    assert "Traceback" not in bot.log


def learns_nothing(thief: Player) -> None:
    """Check that somebody has no seat, and never hears a card of the player's."""
    for number, command in enumerate(COMMANDS, 1):
        thief.say("dealer", command)
        thief.wait_for("you have no seat at a table here", number)
    assert not [heard for heard in thief.heard if heard.cards and not heard.is_public]
    assert not any("hold" in heard.text for heard in thief.heard)


def test_nicks_change_while_the_bot_is_down(own_ngircd: Ngircd, bot: BotProcess) -> None:
    with Company(own_ngircd.port, "#poker", "alice", "bob", strategy=passive) as company:
        company.silent = {"alice", "bob"}
        company.sit_down(chips=CHIPS)
        actor = re.search(TURN, company.wait_for(TURN))[1]
        company.player(actor).do("call")
        victim = "bob" if actor == "alice" else "alice"
        company.wait_for(rf"\b{victim}: [^|:]+ s\)$")
        company.until(lambda: bool(company.player(victim).hands))
        cards = company.player(victim).hands["1"]
        bot.kill()
        company.quit(victim).expect("ERROR")
        thief = company.visit(victim, "#poker", user="thief")
        bot.start()
        company.wait_for("I am back: #1 goes on")
        company.wait_for(rf"\b{victim}: [^|:]+ s\)$")
        learns_nothing(thief)
        thief.send("QUIT :bye")
        thief.expect("ERROR")
        again = company.add(victim)
        company.until(lambda: bool(again.hands))
        assert next(iter(again.hands.values())) == cards
        again.do("check")
        company.silent = set()
        company.play(2)
        company.check_secrecy()
        company.check_stacks(2 * CHIPS)
        assert company.called_off == []
        check_ledger(bot, at_tables=2 * CHIPS)


def test_cards_asked_for_in_private(own_ngircd: Ngircd, bot: BotProcess) -> None:
    with Company(own_ngircd.port, "#poker") as company:
        company.watcher.wait_for_bot()
        loner = company.visit("loner")
        loner.do("play caller 1000")
        loner.wait_for("your turn")
        loner.do("call")
        loner.wait_for("your turn", 2)
        # The bot does not see the player leave, as they share no channel.
        loner.send("QUIT :bye")
        loner.expect("ERROR")
        learns_nothing(company.visit("loner", user="thief"))
        company.check_secrecy()
    check_ledger(bot, at_tables=2000)
