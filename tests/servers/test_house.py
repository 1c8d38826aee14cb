"""What the house promises, seen by people on ngIRCd who look for what it hides, gives away or cannot bear."""

from __future__ import annotations

import json
import re
import resource
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ircpoker.runtime.clock import ManualClock
from ircpoker.transports.irc.people import MOST_MEMBERS
from tests.chat.routers import make_router
from tests.servers.company import Company, Player, passive
from tests.servers.conftest import MakeHuman, MakeNgircd, StartBot
from tests.servers.ngircd import Ngircd
from tests.servers.process import BotProcess
from tests.servers.tables import CHIPS, dealt
from tests.waiting import wait_until

_MORE = """\
[economy]
given_per_host = 0
starting_chips = 10000
house_stake = 2500
[holdem]
deal_pause = 5
robot_pause = 0
seconds_to_act = 600
"""


pytestmark = pytest.mark.slow(2)

CHANNELS = ("#sealed", "#stake", "#full")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Ngircd, BotProcess]]:
    """A server and a bot that these tests share, each in its own channel."""
    folder = tmp_path_factory.mktemp("house")
    plugins = "help, bank, holdem"
    with Ngircd() as server, BotProcess(folder, server.port, *CHANNELS, plugins=plugins, more=_MORE, umask=0) as bot:
        yield server, bot


def proof_of(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text())


def test_every_deck_is_sealed_and_a_deal_that_is_called_off_is_counted(house: tuple[Ngircd, BotProcess]) -> None:
    """Attacks 3 and 15: 40 digits before each deal, and a house that calls off the deals that it dislikes."""
    server, bot = house
    with Company(server.port, "#sealed", "alice", "bob", strategy=passive) as company:
        company.sit_down(chips=CHIPS)
        # After a showdown there are seconds before the next deal; after a fold it begins almost at once.
        seal = company.wait_for(r"#\d+ in \d+ s, sealed")
        company.silent = {"alice", "bob"}
        first, called_off = company.finished[-1], re.findall(r"#(\d+) in ", seal)[-1]
        with server.paused():
            for nick in ("alice", "bob"):
                company.quit(nick)
            wait_until(lambda: dealt(bot) == called_off, lambda: bot.log)  # It writes to nobody.
        company.wait_for(f"^#{called_off} is called off")
        company.watcher.say("dealer", f"proof {called_off}")
        company.watcher.wait_for(r"called off \(1 of the last 2 deals there\)")
        texts = "\n".join(heard.text for person in company.visitors for heard in person.heard)
    sealed = dict(re.findall(r"#(\d+)[^#\n]* sealed:? ([0-9a-f]+)", texts))
    assert {len(digits) for digits in sealed.values()} == {40}
    proofs = {proof_of(path)["deal_id"]: path for path in bot.folder.glob("history/**/*.proof.json")}
    assert "called_off" in proof_of(proofs[called_off])
    for digits, status in ((sealed[first], 0), (sealed[called_off], 1)):
        done = bot.run("verify", "--file", str(proofs[first]), "--commitment", digits)
        assert done.returncode == status, done.stderr


def test_the_house_stakes_so_much_a_day_with_the_robots_of_one_player(house: tuple[Ngircd, BotProcess]) -> None:
    """Attack 8: chips of the house without end; a new nick brings no new ones."""
    server, _ = house
    with Player(server.port, "farmer", "#stake", user="farmer") as farmer:
        farmer.wait_for_bot()
        farmer.do("play folder 2000")
        farmer.wait_for("your turn")
        farmer.send("NICK harvester")
        farmer.nick = farmer.expect("NICK").rpartition(":")[2]
        farmer.say("dealer", "play folder 1000")
        farmer.wait_for("the house stakes 2500 chips a day .*: 500 are left today, more after 00")
        farmer.do("leave")
        farmer.wait_for("The table is closed")


def test_the_same_nick_user_and_host_are_the_same_guest(house: tuple[Ngircd, BotProcess]) -> None:
    """Attack 16, as SECURITY.md says; with another user name it is somebody else."""
    server, _ = house
    for user, chips in (("twin", 10_000), ("twin", 10_100), ("other", 10_000)):
        with Player(server.port, "twin", "#stake", user=user) as twin:
            twin.wait_for_bot()
            twin.say("dealer", "bank")
            twin.wait_for(f"^you have {chips} chips")
            twin.say("dealer", "daily")
            twin.wait_for("you have today's chips already" if chips > 10_000 else "10100")
            twin.send("QUIT :bye")
            twin.expect("ERROR")


def test_its_files_are_its_own_whatever_the_umask(house: tuple[Ngircd, BotProcess]) -> None:
    """Attack 19; the bot was started with a umask of 0."""
    _, bot = house
    ledger = bot.folder / "ircpoker.db"
    wait_until(ledger.exists)
    made = [*bot.folder.glob("ircpoker.db*"), *bot.folder.glob("history/**/*")]
    assert {stat.S_IMODE(path.stat().st_mode) for path in made} <= {0o600, 0o700}
    ledger.chmod(0o666)
    checked = bot.run("check", "--config", str(bot.config))
    ledger.chmod(0o600)
    assert "others on this machine get at the secrets of shuffles to come (mode 0666)" in checked.stderr


@contextmanager
def full_disk(bot: BotProcess) -> Iterator[None]:
    """Let no file of a bot grow beyond the size that the ledger's log has now."""
    before = resource.prlimit(bot.pid, resource.RLIMIT_FSIZE)
    size = (bot.folder / "ircpoker.db-wal").stat().st_size
    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, before)


def test_a_full_disk_costs_nothing(house: tuple[Ngircd, BotProcess]) -> None:
    """Attack 11: no line to the channel while it lasts, no traceback, and the deal goes on with the same cards."""
    server, bot = house
    with Company(server.port, "#full", "carol", "dave", strategy=passive) as company:
        company.silent = {"carol", "dave"}
        company.sit_down(chips=CHIPS)
        actor = company.wait_for_turn()
        company.until(lambda: all(player.hands for player in company.players))
        before = len(company.watcher.heard)
        with full_disk(bot):
            for number in range(1, 9):
                actor.do("call")
                actor.wait_for("this fails now|the ledger is not answering|not known yet", number)
            company.step()
            assert not company.watcher.heard[before:]
        assert bot.log.count("disk") <= 3
        actor.send("PART #full")
        actor.join("#full")  # Somebody who comes makes the table try again at once.
        company.silent = set()
        company.play(1)
        texts = [heard.text for heard in company.watcher.heard[before:]]
        assert sum("I am back" in text for text in texts) <= 1, texts
        assert company.called_off == []
        assert all(len(player.hands[company.finished[0]]) == 1 for player in company.players)
        company.check_secrecy()
        company.check_stacks(2 * CHIPS)
        for player in company.players:
            player.do("leave")
        company.wait_for("The table is closed")
    assert "Traceback" not in bot.log
    audit = json.loads(bot.run("audit", "--database", f"sqlite:///{bot.folder}/ircpoker.db", "--json").stdout)
    assert audit["unbalanced"] == 0


def test_a_clock_that_is_put_back_begins_no_new_day(ngircd: Ngircd, channel: str, start_bot: StartBot) -> None:
    """Attack 14: the daily limit of gifts."""
    clock = ManualClock()
    router = make_router(("bank",), clock=clock)
    router.services.ledger.economy = replace(router.services.ledger.economy, gifts_per_day=300)
    start_bot(ngircd.port, channel, router=router)
    with Player(ngircd.port, "giver", channel, user="giver") as giver, Player(ngircd.port, "taker", channel) as taker:
        for person in (giver, taker):
            person.say("dealer", "bank")
            person.wait_for("^you have 1000 chips")
        clock.advance(timedelta(days=8))
        for number, (hours, answer) in enumerate(((0, "gives"), (24, "gives"), (-24, "cannot"), (24, "cannot"))):
            clock.put(clock.now() + timedelta(hours=hours))
            giver.say("dealer", "give taker 300")
            giver.wait_for("gives taker 300|300 cannot be given", number + 1)
            assert answer in giver.heard[-1].text


def link_a_crowd(port: int, channel: str, people: int) -> socket.socket:
    """Be a server with so many people in a channel."""
    peer = socket.create_connection(("127.0.0.1", port))
    nicks = [f"c{number}" for number in range(people)]
    users = "".join(f":far.test.local NICK {nick} 1 ~c h 1 + :x\r\n" for nick in nicks)
    parts = [",".join(nicks[first : first + 40]) for first in range(0, people, 40)]
    joins = "".join(f":far.test.local NJOIN {channel} :{part}\r\n" for part in parts)
    greeting = "PASS split 0210 IRC|\r\nSERVER far.test.local 1 :far\r\n"
    peer.sendall((greeting + users + joins + "PING :all\r\n").encode())
    return peer


def test_a_channel_of_many_thousands_is_bounded(make_ngircd: MakeNgircd, start_bot: StartBot, human: MakeHuman) -> None:
    """Attack 21: the bot remembers so many people of a channel, and answers as ever."""
    server = make_ngircd(more="[Server]\n    Name = far.test.local\n    MyPassword = split\n    PeerPassword = split\n")
    alice = human(server.port, "alice", "#poker")
    with link_a_crowd(server.port, "#poker", MOST_MEMBERS + 1000) as peer:
        wait_until(lambda: b"PONG" in peer.recv(65536))
        bot = start_bot(server.port, "#poker")
        bot.wait_for(lambda client: len(client.channels["#poker"].members) >= MOST_MEMBERS)
        alice.say("#poker", "!echo still there")
        alice.hear("dealer", "#poker")
        assert bot.call(lambda: len(bot.client.channels["#poker"].members)) == MOST_MEMBERS
