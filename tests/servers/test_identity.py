"""Identities on real servers: services accounts, and guests at addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import tiers
from tests.servers.atheme import Atheme
from tests.servers.company import TURN, Company, Player, passive
from tests.servers.inspircd import Inspircd
from tests.servers.ngircd import Ngircd
from tests.servers.process import BotProcess
from tests.servers.tables import CHIPS, check_ledger
from tests.servers.test_attacks import try_everything
from tests.servers.test_services import register

pytestmark = pytest.mark.slow

_MORE = """\
[economy]
given_per_host = 0
starting_chips = 10000
house_stake = 1000000
gift_age = 0
[holdem]
deal_pause = 0
robot_pause = 0
seconds_to_act = 600
reminder = 0
"""


@pytest.fixture
def server() -> Iterator[Inspircd]:
    services = Atheme()
    with Inspircd(more=services.for_inspircd) as server, services:
        yield server


def services_bot(folder: Path, port: int, *channels: str, services: str = "on") -> BotProcess:
    bot = BotProcess(folder, port, *channels, plugins="help, bank, slots, holdem", more=_MORE)
    config = folder / "config.ini"
    config.write_text(config.read_text().replace("services = off", f"services = {services}"))
    return bot


def chips(player: Player) -> str:
    """Ask for somebody's chips."""
    answer = r"^you have \d+ chips"
    before = sum(bool(re.search(answer, heard.text)) for heard in player.heard)
    player.say("dealer", "bank")
    return player.wait_for(answer, before + 1).text


def test_a_seat_stays_through_login_and_logout_in_mid_deal(tmp_path: Path, server: Inspircd) -> None:
    with (
        services_bot(tmp_path, server.port, "#poker") as bot,
        Company(server.port, "#poker", "alice", "bob", strategy=passive) as company,
    ):
        company.silent = {"alice", "bob"}
        company.sit_down(chips=CHIPS)
        actor = company.player(re.search(TURN, company.wait_for(TURN))[1])
        register(actor)
        actor.do("call")
        company.wait_for(rf"{actor.nick} calls")
        actor.say("NickServ", "LOGOUT")
        actor.expect(" 901 ")
        company.silent = set()
        next(player for player in company.players if player is not actor).do("check")
        company.play(2)
        company.check_stacks(2 * CHIPS)
        company.check_secrecy()
        assert company.called_off == []
        for player in company.players:
            player.do("leave")
        company.wait_for("The table is closed")
        # The guest's account became that of the login: after a logout the person is a new guest.
        assert chips(actor).startswith("you have 10000 chips")
        actor.say("NickServ", f"IDENTIFY {actor.nick} hunter2hunter2")
        actor.expect(" 900 ")
        assert re.match(r"you have (?:9|10)\d{3} chips", chips(actor))
    check_ledger(bot, at_tables=0)


def test_a_borrowed_nick_brings_no_gift(tmp_path: Path, server: Inspircd) -> None:
    """Mallory wears the nick bob for a command; then bob, who has the account robert, is back with that nick."""
    with (
        services_bot(tmp_path, server.port, "#poker") as bot,
        Player(server.port, "alice", "#poker") as alice,
        Player(server.port, "robert", "#poker") as robert,
        Player(server.port, "mallory", "#poker") as mallory,
    ):
        alice.wait_for_bot()
        for person in (alice, robert, mallory):
            register(person)
            assert chips(person).startswith("you have 10000 chips")
        for person, worn in ((mallory, "bob"), (mallory, "mallory"), (robert, "bob")):
            person.send(f"NICK {worn}")
            person.expect(f"NICK :{worn}")
            person.nick = worn
            if mallory.nick == "bob":
                chips(mallory)
        alice.do("give bob 500")
        alice.wait_for(r"alice gives bob \(account robert\) 500 chips: alice has 9500, bob has 10500")
        alice.do("bank bob")
        alice.wait_for(r"bob \(account robert\) has 10500 chips")
        robert.send("QUIT")
        robert.expect("ERROR")
        alice.do("give bob 500")
        alice.wait_for("bob is not in a channel with me now, and anybody could have had that nick")
        assert chips(mallory).startswith("you have 10000 chips")
    check_ledger(bot, at_tables=0)


def test_the_nick_of_an_absent_account_holder(tmp_path: Path, server: Inspircd) -> None:
    with (
        services_bot(tmp_path, server.port, "#poker") as bot,
        Company(server.port, "#poker", "alice", "bob", "rich", strategy=passive) as company,
    ):
        for person in company.players:
            register(person)
        company.silent = {"alice", "bob", "rich"}
        company.watcher.wait_for_bot()
        rich = company.player("rich")
        assert chips(rich).startswith("you have 10000 chips")
        company.players.remove(rich)
        company.sit_down(chips=CHIPS)
        actor = re.search(TURN, company.wait_for(TURN))[1]
        victim = "bob" if actor == "alice" else "alice"
        company.until(lambda: bool(company.player(victim).hands))
        [cards] = company.player(victim).hands["1"]
        company.quit(victim).expect("ERROR")
        try_everything(company, victim, cards, f"you have {10_000 - CHIPS} chips", tiers.count(200, 40))
        # From the same address, on the player's turn.
        thief = company.visit(victim, "#poker")
        company.player(actor).do("call")
        company.wait_for(rf"{actor} calls")
        thief.say("dealer", "bank")
        thief.wait_for(r"you have \d+ chips")
        thief.say("dealer", "give rich 100")
        thief.wait_for("only services accounts can give")
        assert not [heard for heard in thief.heard if heard.cards & set(cards)], thief.heard
        rich.say("dealer", "top")
        assert f"{victim} 10000" in rich.wait_for("^1. ").text
        thief.send("QUIT :bye")
        thief.expect("ERROR")
        # The login decides who the player is, from any address.
        again = company.add(victim)
        again.say("NickServ", f"IDENTIFY {victim} hunter2hunter2")
        again.expect(" 900 ")
        again.do("cards")
        again.wait_for(" ".join(cards))
        again.do("fold")
        company.wait_for("^#1 .* wins ")
        check_ledger(bot, at_tables=2 * CHIPS)


def test_a_code_brings_a_seat_to_another_address(tmp_path: Path, own_ngircd: Ngircd) -> None:
    with (
        services_bot(tmp_path, own_ngircd.port, "#poker", services="off") as bot,
        Company(own_ngircd.port, "#poker", "alice", "bob", strategy=passive) as company,
    ):
        company.silent = {"alice", "bob"}
        company.sit_down(chips=CHIPS)
        actor = re.search(TURN, company.wait_for(TURN))[1]
        before = company.player(actor)
        before.say("dealer", "bank code")
        code = before.wait_for("Your code is").text.split()[3].rstrip(".")
        [cards] = before.hands["1"]
        company.quit(actor).expect("ERROR")
        again = company.visit(actor, "#poker", user="phone")
        again.say("dealer", f"claim {code}")
        again.wait_for("welcome back: you have 8000 chips")
        again.wait_for(" ".join(cards))
        again.do("fold")
        company.wait_for("^#1 .* wins ")
        stranger = company.visit("mallory", user="mallory")
        stranger.say("dealer", f"claim {code}")
        stranger.wait_for("this code is not valid")
        check_ledger(bot, at_tables=2 * CHIPS)


@pytest.mark.parametrize(("casemapping", "players"), [("ascii", 2), ("rfc1459", 1)])
def test_equal_nicks_by_the_servers_casemapping(tmp_path: Path, casemapping: str, players: int) -> None:
    with Inspircd(casemapping=casemapping) as server, services_bot(tmp_path, server.port, "#poker") as bot:
        for nick in ("bob[", "bob{"):
            with Player(server.port, nick, "#poker") as person:
                person.wait_for_bot()
                person.say("dealer", "slot 100")
                person.wait_for("chips$")
                person.send("QUIT :bye")
                person.expect("ERROR")
        with Player(server.port, "bob[", "#poker") as person:
            person.say("dealer", "stats")
            assert f"played {3 - players}" in person.wait_for("slot: played").text
    check_ledger(bot, at_tables=0)


def test_services_go_down_and_come_back_in_mid_deal(tmp_path: Path) -> None:
    services = Atheme()
    with (
        Inspircd(more=services.for_inspircd) as server,
        services,
        services_bot(tmp_path, server.port, "#poker") as bot,
        Company(server.port, "#poker", "alice", "bob", strategy=passive) as company,
    ):
        for person in company.players:
            register(person)
        company.silent = {"alice", "bob"}
        company.sit_down(chips=CHIPS)
        actor = re.search(TURN, company.wait_for(TURN))[1]
        services.stop()
        company.silent = set()
        company.player(actor).do("call")
        company.play(1)
        services.start()
        company.play(1)
        company.check_stacks(2 * CHIPS)
        company.check_secrecy()
        assert company.called_off == []
        for player in company.players:
            assert chips(player).startswith(f"you have {10_000 - CHIPS} chips")
        check_ledger(bot, at_tables=2 * CHIPS)
