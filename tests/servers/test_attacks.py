"""Attacks that worked on the first version, tried again with raw clients on ngIRCd."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.servers.company import Company, Player, passive
from tests.servers.ngircd import Ngircd
from tests.servers.process import BotProcess
from tests.servers.tables import CHIPS, check_ledger, table_bot
from tests.servers.test_strangers import TURN

pytestmark = pytest.mark.slow

TRIES = (
    *("cards", "call", "fold", "raise 40", "allin", "leave", "table", "bank", "stats", "give mallory 100"),
    *("sitout", "topup 100", "claim 1-0123456789abcdef", "claim 1", "history", "proof", "seed mine", "set cards ascii"),
    *("removebot caller", "why"),
)


def bank_bot(folder: Path, port: int, *, limits: str = "") -> BotProcess:
    bot = BotProcess(folder, port, "#poker", plugins="help, bank, slots, holdem")
    config = folder / "config.ini"
    text = config.read_text()
    config.write_text(re.sub(r"\[limits\]\n(?:.+\n)+?(?=\[)", f"[limits]\n{limits}", text))
    return bot


def try_everything(company: Company, nick: str, cards: tuple[str, ...], chips: str, tries: int = 200) -> None:
    """Let strangers take a nick and try commands; they must get no card, chip or line of its owner."""
    for number in range(tries // len(TRIES)):
        thief = company.visit(nick, company.channel if number % 2 else "", user=f"thief{number}")
        for text in TRIES:
            thief.say("dealer", text)
        thief.say("dealer", "help fold")
        thief.wait_for("fold")
        assert not [heard for heard in thief.heard if heard.cards & set(cards)]
        assert not any(chips in heard.text for heard in thief.heard)
        thief.send("QUIT :bye")
        thief.expect("ERROR")


def test_two_hundred_tries_with_an_absent_players_nick(tmp_path: Path, own_ngircd: Ngircd) -> None:
    with (
        table_bot(tmp_path, own_ngircd.port, "#poker", seconds_to_act=600, grace=600) as bot,
        Company(own_ngircd.port, "#poker", "alice", "bob", strategy=passive) as company,
    ):
        company.silent = {"alice", "bob"}
        company.sit_down(chips=CHIPS)
        victim = re.search(TURN, company.wait_for(TURN))[1]
        [cards] = company.player(victim).hands["1"]
        company.quit(victim).expect("ERROR")
        try_everything(company, victim, cards, f"you have {10_000 - CHIPS} chips")
        again = company.add(victim)
        again.do("cards")
        again.wait_for(" ".join(cards))
        again.do("fold")
        company.wait_for("^#1 .* wins ")
        company.check_stacks(2 * CHIPS)
        check_ledger(bot, at_tables=2 * CHIPS)


def test_new_nicks_bring_neither_chips_nor_commands(tmp_path: Path, own_ngircd: Ngircd) -> None:
    """One connection with a new nick for every command, then twelve new connections: ten guests may begin."""
    limits = "command_burst = 8\ncommand_interval = 3600\nhost_factor = 0\naccounts_per_hour = 1\n"
    with bank_bot(tmp_path, own_ngircd.port, limits=limits), Player(own_ngircd.port, "nick0", "#poker") as farmer:
        farmer.wait_for_bot()
        farmer.say("dealer", "slot 100")
        left = farmer.wait_for(r"\d+ chips$").text.split()[-2]
        for number in range(1, 6):
            farmer.send(f"NICK nick{number}")
            farmer.expect("NICK")
            farmer.nick = f"nick{number}"
            farmer.say("dealer", "bank")
            farmer.wait_for(rf"^you have {left} chip", number)
        # Each line of an answer counts, under any nick.
        while not any("Too many commands" in heard.text for heard in farmer.heard):
            farmer.send(f"NICK again{len(farmer.heard)}")
            farmer.nick = farmer.expect("NICK").rpartition(":")[2]
            before = len(farmer.heard)
            farmer.say("dealer", "bank")
            while len(farmer.heard) == before:
                farmer.listen()
        assert len(farmer.heard) == 8 + 1
        refused = 0
        for number in range(12):
            with Player(own_ngircd.port, f"new{number}", user=f"u{number}") as newcomer:
                newcomer.say("dealer", "bank")
                refused += "10 new guests" in newcomer.wait_for("you have|new guests").text
        assert refused == 3


def test_a_former_user_of_a_nick_shares_no_limit(tmp_path: Path, own_ngircd: Ngircd) -> None:
    limits = "command_burst = 6\ncommand_interval = 3600\nhost_factor = 0\n"
    with (
        bank_bot(tmp_path, own_ngircd.port, limits=limits),
        Player(own_ngircd.port, "thief", "#poker", user="t") as thief,
    ):
        thief.wait_for_bot()
        thief.send("NICK victim")
        thief.expect("NICK")
        thief.nick = "victim"
        for _ in range(7):
            thief.say("dealer", "bank")
        thief.wait_for("^you have", 6)
        thief.send("NICK thief")
        thief.expect("NICK")
        with Player(own_ngircd.port, "victim", "#poker", user="v") as victim:
            for number in range(6):
                victim.say("dealer", "bank")
                victim.wait_for("^you have", number + 1)


def test_unwanted_gifts_and_a_plugin_that_exits(tmp_path: Path, own_ngircd: Ngircd) -> None:
    (tmp_path / "bad.py").write_text(
        "import sys\nfrom ircpoker.chat.commands import command\n"
        '@command("bye", summary="ends all")\ndef bye(message, arguments):\n    sys.exit(0)\n'
    )
    more = "[economy]\ngift_age = 0\n"
    bot = BotProcess(
        tmp_path, own_ngircd.port, "#poker", plugins="help, bank, bad", plugin_path=str(tmp_path), more=more
    )
    with (
        bot,
        Player(own_ngircd.port, "victim", "#poker", user="v") as victim,
        Player(own_ngircd.port, "outside", user="o") as outside,
        Player(own_ngircd.port, "mallory", "#poker", user="m") as mallory,
    ):
        mallory.wait_for_bot()
        for person in (victim, outside, mallory):
            person.say("dealer", "bank")
            person.wait_for("^you have 1000 chips")
        for _ in range(10):
            mallory.say("dealer", "give victim 1")
            mallory.say("dealer", "give outside 1")
        mallory.say("dealer", "bye")
        mallory.wait_for("bye")
        mallory.say("dealer", "bank")
        mallory.wait_for("^you have 980 chips")
        for person, notices in ((victim, 1), (outside, 0)):
            person.say("dealer", "bank")
            person.wait_for("^you have 1010 chips")
            assert len([heard for heard in person.heard if "mallory" in heard.text]) == notices
    assert bot.log.count("incident ") == 1
