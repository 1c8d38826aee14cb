"""Orders of administrators to the real bot: by its socket, and on a network with services."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import tiers
from tests.children import child
from tests.servers.atheme import Atheme
from tests.servers.conftest import MakeHuman
from tests.servers.human import Human
from tests.servers.inspircd import Inspircd
from tests.servers.ngircd import Ngircd
from tests.servers.process import ROOT, BotProcess
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.slow

PASSWORD = "hunter2hunter2"
PLUGINS = "holdem, bank, help, admin"
REFUSED = "only an administrator of this bot can do that"
ROOM = "[economy]\ngiven_per_host = 0\n[holdem]\nseconds_to_act = 600\nrobot_pause = 0\ndeal_pause = 1\n"
TABLES = tiers.count(50, 3)


@pytest.fixture
def server() -> Iterator[Inspircd]:
    """A server with services."""
    services = Atheme()
    with Inspircd(more=services.for_inspircd) as server, services:
        yield server


def log_in(person: Human, account: str, *, new: bool = False) -> None:
    command = f"REGISTER {PASSWORD} {account}@test.local" if new else f"IDENTIFY {account} {PASSWORD}"
    person.say("NickServ", command)
    person.expect(" 900 ")


def answer(person: Human, text: str) -> str:
    person.say("dealer", text)
    return person.hear("dealer", person.nick)


def is_on(bot: BotProcess, channel: str) -> None:
    wait_until(
        lambda: channel in bot.run("status", "--config", str(bot.config)).stdout, f"the bot does not come to {channel}"
    )


def test_the_program_of_the_page(ngircd: Ngircd, tmp_path: Path) -> None:
    """That of docs/administration.md, in the folder of the bot."""
    page = (ROOT / "docs" / "administration.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (tmp_path / "order.py").write_text(program, encoding="utf-8")
    with BotProcess(tmp_path, ngircd.port, "#poker", plugins=PLUGINS) as bot:
        is_on(bot, "#poker")
        command = child(sys.executable, str(tmp_path / "order.py"))
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert "#poker" in done.stdout


def test_only_the_account_of_the_line_has_rights(server: Inspircd, human: MakeHuman, tmp_path: Path) -> None:
    boss, mallory = human(server.port, "boss", "#poker"), human(server.port, "mallory", "#poker")
    log_in(boss, "boss", new=True)
    log_in(mallory, "mallory", new=True)
    more = "[admin]\naccounts = net/boss\n"
    with BotProcess(tmp_path, server.port, "#poker", plugins=PLUGINS, more=more, services="on") as bot:
        boss.expect("dealer")
        is_on(bot, "#poker")
        assert answer(boss, "admin status").startswith("ircpoker ")
        assert REFUSED in answer(mallory, "admin status")
        boss.say("NickServ", "LOGOUT")
        boss.expect(" 901 ")
        assert REFUSED in answer(boss, "admin stop now"), "who has logged out since has no rights"
        boss.send("NICK former")
        boss.expect("NICK")
        boss.nick = "former"
        mallory.send("NICK boss")
        mallory.expect("NICK")
        mallory.nick = "boss"
        assert REFUSED in answer(mallory, "admin grant boss 500"), "a nick is not an account"
        log_in(boss, "boss")
        assert answer(boss, "admin status").startswith("ircpoker ")
        assert bot.log.count("refused an order of") == 3
        boss.send("JOIN #other")
        boss.send("MODE #other +k opensesame")
        boss.expect("MODE #other +k")
        boss.say("dealer", "admin join #Other opensesame")
        boss.expect("joining #Other on net")
        is_on(bot, "#other")
        assert bot.order("part", "#poker") == "leaving #poker on net\n"
        bot.order("restart")
        boss.expect("QUIT")
        is_on(bot, "#other")
        assert "as dealer in #other;" in bot.order("status"), "as the administrators have chosen"
        assert "opensesame" not in bot.log + bot.order("log")


def test_the_embedded_server_gives_no_rights(tmp_path: Path) -> None:
    more = "[admin]\naccounts = net/boss\n"
    bot = BotProcess(tmp_path, 0, "#poker", plugins=PLUGINS, host="embedded", more=more)
    done = bot.run("check", "--config", str(bot.config))
    assert done.returncode == 2
    assert "[admin] accounts: net/boss: [network:net] has no services" in done.stderr


def test_a_restart_loses_no_deal(ngircd: Ngircd, human: MakeHuman, tmp_path: Path) -> None:
    people = [human(ngircd.port, f"player{number}", "#poker") for number in range(TABLES)]
    with BotProcess(tmp_path, ngircd.port, "#poker", plugins=PLUGINS, more=ROOM) as bot:
        is_on(bot, "#poker")
        for person in people:
            person.say("dealer", "play caller")
        cards = [person.expect(" you hold ") for person in people]
        for person in people:
            person.expect("your turn:")
        assert bot.order("restart") == "restarting: deals go on in a moment\n"
        for person in people:
            person.expect("I am leaving for a while")
        assert [person.expect(" you hold ") for person in people] == cards, "the same deals go on"
        turns = [person.expect("your turn:") for person in people]
        assert all("!fold" in turn for turn in turns)
        for person in people:
            person.say("dealer", "fold")
        for person in people:
            person.expect("caller wins")
        assert f"; tables: {TABLES}, people: {TABLES}, " in bot.order("status")
        bot.stop()
        audit = json.loads(bot.run("audit", "--json", "--database", f"sqlite:///{tmp_path}/ircpoker.db").stdout)
        assert audit["unbalanced"] == 0
        assert audit["accounts"] == TABLES


@pytest.mark.parametrize("is_now", [False, True])
def test_stop_lets_deals_end_or_calls_them_off(
    ngircd: Ngircd, human: MakeHuman, tmp_path: Path, channel: str, *, is_now: bool
) -> None:
    alice = human(ngircd.port, "alice", channel)
    with BotProcess(tmp_path, ngircd.port, channel, plugins=PLUGINS, more=ROOM) as bot:
        is_on(bot, channel)
        alice.say("dealer", "play caller")
        alice.expect("your turn:")
        if is_now:
            assert "1 deal called off" in bot.order("stop", "now")
            alice.expect("called off")
        else:
            assert "stopping after 1 deal;" in bot.order("stop")
            assert "the bot is about to stop" in answer(human(ngircd.port, "bob", channel), "play caller")
            alice.say("dealer", "fold")
            alice.expect("caller wins")
        wait_until(lambda: bot.has_ended, "the bot does not stop")
        assert bot.run("status", "--config", str(bot.config)).returncode == 1


def test_stakes_change_with_the_next_hand(ngircd: Ngircd, human: MakeHuman, tmp_path: Path, channel: str) -> None:
    alice = human(ngircd.port, "alice", channel)
    with BotProcess(tmp_path, ngircd.port, channel, plugins=PLUGINS, more=ROOM) as bot:
        is_on(bot, channel)
        alice.say("dealer", "play caller")
        assert "5/10" in alice.expect(" you hold ")
        alice.expect("your turn:")
        bot.config.write_text(bot.config.read_text() + "small_blind = 10\nbig_blind = 20\n[bogus]\n")
        done = bot.run("admin", "--config", str(bot.config), "reload")
        assert done.returncode != 0, "a configuration with a mistake changes nothing"
        bot.config.write_text(bot.config.read_text().replace("[bogus]", ""))
        bot.config.write_text(bot.config.read_text().replace("nick = dealer", "nick = croupier"))
        bot.config.write_text(bot.config.read_text().replace("= holdem, bank, help", "= bank, help, parse"))
        taken, left = bot.order("reload").splitlines()
        assert "[holdem] small_blind, [holdem] big_blind" in taken
        assert left == "changed, but only a restart takes it over: [bot] nick, [bot] plugins, [network:net] nick"
        assert alice.lines_so_far() == [], "the running deal is not touched"
        alice.say("dealer", "fold")
        alice.expect("The stakes are 10/20 from now on.")
        assert "10/20" in alice.expect(" you hold ")


def test_a_reload_takes_over_texts_limits_people_and_own_plugins(
    ngircd: Ngircd, human: MakeHuman, tmp_path: Path, channel: str
) -> None:
    alice = human(ngircd.port, "alice", channel)
    folder = tmp_path / "own"
    folder.mkdir()
    plugin = folder / "dice.py"
    source = "from ircpoker.chat.commands import command\n@command('dice', summary='dice')\ndef dice(message, text):\n"
    plugin.write_text(f"{source}    return 'one'\n")
    own = {"plugins": f"{PLUGINS}, dice", "plugin_path": str(folder)}
    with BotProcess(tmp_path, ngircd.port, channel, more=ROOM, **own) as bot:
        is_on(bot, channel)
        assert answer(alice, "dice") == "one"
        assert bot.order("reload") == "nothing has changed\n"
        bot.order("part", channel)
        assert bot.order("reload") == "nothing has changed\n", "what administrators chose is no change of the file"
        plugin.write_text(f"{source}    return 'a six'\n")
        text = bot.config.read_text()
        bot.config.write_text(
            text.replace("command_burst = 100", "command_burst = 99").replace(", dice", ", dice, parse")
        )
        taken = bot.order("reload").rstrip()
        assert taken == "taken over: [bot] plugins, [limits] command_burst"
        assert answer(alice, "dice") == "a six"
        assert answer(alice, "parse Ah Td 4c 3s Js").startswith("Ah Js")
        assert "command_burst = 99" in bot.order("limits")
        plugin.write_text("syntax error")
        done = bot.run("admin", "--config", str(bot.config), "reload")
        assert done.returncode == 1
        assert answer(alice, "dice") == "a six", "a plugin that cannot be loaded changes nothing"


def test_two_bots_cannot_have_one_socket(ngircd: Ngircd, tmp_path: Path, channel: str) -> None:
    with BotProcess(tmp_path, ngircd.port, channel, plugins=PLUGINS) as bot:
        is_on(bot, channel)
        other = tmp_path / "other.ini"
        other.write_text(
            bot.config.read_text().replace("ircpoker.db", "other.db").replace("[network:net]", "[network:x]")
        )
        done = bot.run("run", "--config", str(other))
        assert done.returncode != 0
        assert "a bot listens on" in done.stderr
        bot.kill()
        with BotProcess(tmp_path, ngircd.port, channel, plugins=PLUGINS) as again:
            is_on(again, channel)
