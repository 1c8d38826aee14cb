"""Whole tables on a real ngIRCd: a bot in its own process, people who play by the lines they read, and a watcher."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from tests import tiers
from tests.ports import free_port
from tests.servers.company import TURN, Company, Player, passive, read_options
from tests.servers.conftest import MakeNgircd
from tests.servers.ngircd import Ngircd
from tests.servers.process import BotProcess, wait_for_server
from tests.servers.tables import CHIPS, check_ledger, chips_at_tables, dealt, table_bot
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

StartTable = Callable[..., BotProcess]


def _link(name: str, port: int | None = None) -> str:
    """Return what links a server to another; the one that knows the other's port calls."""
    where = f"Host = 127.0.0.1\n    Port = {port}\n" if port is not None else ""
    return f"[Server]\n    Name = {name}\n    {where}    MyPassword = split\n    PeerPassword = split\n"


@pytest.fixture
def start_table(tmp_path: Path, ngircd: Ngircd, channel: str) -> Iterator[StartTable]:
    """Start a bot with tables: `start_table(seconds_to_act=1)`."""
    bots: list[BotProcess] = []

    def start(**keys: float) -> BotProcess:
        bots.append(table_bot(tmp_path, ngircd.port, channel, host="127.0.0.1", **keys))
        bots[-1].start()
        return bots[-1]

    yield start
    for bot in bots:
        bot.__exit__(None, None, None)


@pytest.fixture
def company(ngircd: Ngircd, channel: str) -> Iterator[Company]:
    """Alice, bob and a watcher who check and call."""
    with Company(ngircd.port, channel, "alice", "bob", strategy=passive) as company:
        yield company


def test_two_people_and_a_watcher_play_fifty_deals(ngircd: Ngircd, channel: str, start_table: StartTable) -> None:
    bot = start_table()
    with Company(ngircd.port, channel, "alice", "bob") as company:
        company.sit_down(chips=CHIPS)
        company.play(tiers.count(50))
        company.check_secrecy()
        company.check_order()
        company.check_stacks(2 * CHIPS)
        company.check_manners()
        assert company.called_off == []
        for player in company.players:
            player.do("leave")
        company.wait_for("The table is closed")
    check_ledger(bot)
    assert "Traceback" not in bot.log


def test_three_people_and_two_robots_play_fifty_deals_of_draw(
    ngircd: Ngircd, channel: str, start_table: StartTable
) -> None:
    bot = start_table()
    with Company(ngircd.port, channel, "alice", "bob", "carol") as company:
        company.sit_down("draw", CHIPS, robots=["swede", "swede"])
        company.play(tiers.count(50))
        company.check_secrecy()
        company.check_order()
        company.check_manners()
        assert any(len(hands) > 1 for player in company.players for hands in player.hands.values())
        for player in company.players:
            player.do("leave")
        company.wait_for("The table is closed")
    check_ledger(bot)
    assert "Traceback" not in bot.log


class TestPeopleComeAndGo:
    def test_leaving_before_the_cards_folds(self, ngircd: Ngircd, company: Company, start_table: StartTable) -> None:
        bot = start_table(deal_pause=5, grace=1)
        company.sit_down(chips=CHIPS)
        company.play(1)
        with ngircd.paused():
            company.quit("alice")
            wait_until(lambda: dealt(bot) == "2", lambda: bot.log)  # and it writes to her
        line = company.wait_for("^#2 .*alice folds")
        assert "called off" not in line
        company.wait_for("alice was away for too long and leaves with")
        company.player("bob").do("leave")
        company.wait_for("The table is closed")
        company.check_secrecy()
        check_ledger(bot)

    def test_seat_chips_and_turn_follow_a_new_nick(self, company: Company, start_table: StartTable) -> None:
        bot = start_table()
        alice = company.player("alice")
        company.silent = {"alice"}
        company.sit_down(chips=CHIPS)
        company.wait_for(r"\balice: [^|:]+ s\)$")
        alice.send("NICK ally")
        company.until(lambda: alice.nick == "ally")
        alice.do("call")
        company.silent = set()
        company.play(3)
        texts = [heard.text for heard in company.watcher.heard]
        assert any("ally: " in text and text.endswith(" s)") for text in texts)
        assert any(heard.target == "ally" and "you hold" in heard.text for heard in alice.heard)
        company.check_secrecy()
        company.check_stacks(2 * CHIPS)
        for player in company.players:
            player.do("leave")
        if "The table is closed" not in company.wait_for("ally leaves with"):
            company.wait_for("The table is closed")
        check_ledger(bot)

    def test_a_quit_keeps_seat_and_chips(self, company: Company, start_table: StartTable) -> None:
        bot = start_table(seconds_to_act=2, reminder=1, grace=3600)
        company.silent = {"alice"}
        company.sit_down(chips=CHIPS)
        company.wait_for(r"\balice: [^|:]+ s\)$")
        company.quit("alice")
        # The clock runs out for her, then nobody is left to play with.
        company.wait_for("alice folds")
        company.wait_for("Waiting for a second player")
        again = company.add("alice")
        company.silent = set()
        company.play(2)
        assert again.hands
        company.check_secrecy()
        company.check_stacks(2 * CHIPS)
        for player in company.players:
            player.do("leave")
        company.wait_for("The table is closed")
        check_ledger(bot)

    def test_a_kick_keeps_the_deal(self, channel: str, company: Company, start_table: StartTable) -> None:
        bot = start_table()
        alice = company.player("alice")
        company.silent = {"alice"}
        company.sit_down(chips=CHIPS)
        company.wait_for(r"\balice: [^|:]+ s\)$")
        company.watcher.send(f"KICK {channel} alice :out")
        alice.expect(" KICK ")
        alice.join(channel)
        company.silent = set()
        company.play(2)
        assert company.called_off == []
        company.check_secrecy()
        company.check_stacks(2 * CHIPS)
        check_ledger(bot, at_tables=2 * CHIPS)

    def test_a_silent_player_sits_out(self, company: Company, start_table: StartTable) -> None:
        start_table(seconds_to_act=3, reminder=1)
        company.silent = {"alice"}
        company.sit_down(chips=CHIPS)
        company.wait_for("Waiting for a second player")
        alice = company.player("alice")
        alice.wait_for("You ran out of time twice and sit out")
        texts = [heard.text for heard in alice.heard if not heard.is_public]
        assert any("seconds left" in text for text in texts)
        company.silent = set()
        alice.do("sit")
        company.play(1)


def test_on_the_embedded_server(tmp_path: Path) -> None:
    port = free_port()
    with table_bot(tmp_path, port, "#poker", host="embedded", seconds_to_act=1, reminder=0) as bot:
        wait_for_server(port)
        with Company(port, "#poker", "alice", "bob") as company:
            company.sit_down(chips=CHIPS)
            company.play(3)
            company.check_secrecy()
            company.check_order()
            company.quit("alice")
            company.wait_for("Waiting for a second player")
        check_ledger(bot, at_tables=2 * CHIPS)
    assert "Traceback" not in bot.log


class TestTheNetworkFails:
    def test_netsplit(self, tmp_path: Path, make_ngircd: MakeNgircd) -> None:
        near = make_ngircd(more=_link("far.test.local"))
        far = make_ngircd(name="far.test.local", more=_link("irc.test.local", near.port))
        bot = table_bot(tmp_path, near.port, "#poker", seconds_to_act=2, reminder=1)
        with bot, Company(near.port, "#poker", "alice", "bob") as company:
            company.sit_down(chips=CHIPS)
            carol = company.add("carol", far.port)
            carol.wait_for_bot()  # until the servers know each other
            carol.do(f"sit {CHIPS}")
            company.wait_for("carol sits down")
            company.play(2)
            company.silent = {"carol"}
            company.wait_for(r"\bcarol: [^|:]+ s\)$")
            far.kill()
            company.players.remove(carol)
            carol.close()
            company.play(3)  # They go on without her; her seat is kept.
            far.start()
            company.silent = set()
            again = company.add("carol", far.port)
            again.wait_for_bot()  # as above
            again.do("sit")  # Time may have run out for her twice.
            company.until(lambda: len(again.hands) > 1)
            company.play(2)
            company.check_secrecy()
            check_ledger(bot, at_tables=3 * CHIPS)

    def test_the_server_goes_down_in_the_middle_of_a_deal(self, tmp_path: Path, own_ngircd: Ngircd) -> None:
        with table_bot(tmp_path, own_ngircd.port, "#poker") as bot:
            with Company(own_ngircd.port, "#poker", "alice", "bob", strategy=passive) as company:
                company.silent = {"alice", "bob"}
                company.sit_down(chips=CHIPS)
                company.wait_for(TURN)
                company.until(lambda: bool(company.players[0].hands))
                before = dict(company.players[0].hands)
                own_ngircd.kill()
            own_ngircd.start()
            with Company(own_ngircd.port, "#poker", "alice", "bob", strategy=passive) as company:
                assert company.wait_for("I am back") == "I am back: #1 goes on."
                company.play(2)
                assert company.finished[0] == "1"
                assert company.players[0].hands["1"] == before["1"]
                company.check_secrecy()
                company.check_stacks(2 * CHIPS)
                check_ledger(bot, at_tables=2 * CHIPS)


def test_a_stopped_bot_announces_it(tmp_path: Path, own_ngircd: Ngircd) -> None:
    bot = table_bot(tmp_path, own_ngircd.port, "#poker")
    with bot, Company(own_ngircd.port, "#poker", "alice", "bob") as company:
        company.sit_down(chips=CHIPS)
        company.play(1)
        bot.stop()
        company.wait_for("I am leaving for a while")
        check_ledger(bot, at_tables=2 * CHIPS)
        lines = [line for line in company.watcher.received if line.startswith(b":dealer!")]
        assert b"I am leaving for a while" in lines[-2]
        assert b" QUIT " in lines[-1]
        bot.start()
        company.wait_for("I am back")
        company.play(1)
        company.check_stacks(2 * CHIPS)
    assert "Traceback" not in bot.log


@pytest.mark.parametrize("game", ["holdem", "draw"])
def test_a_killed_bot_continues_the_deal(tmp_path: Path, own_ngircd: Ngircd, game: str) -> None:
    rng = Random(f"{game}{tiers.seed(0)}")
    bot = table_bot(tmp_path, own_ngircd.port, "#poker")
    with bot, Company(own_ngircd.port, "#poker", "alice", "bob") as company:
        company.sit_down(game, CHIPS)
        for _ in range(tiers.count(8, 2)):
            lines = len(company.watcher.heard) + rng.randrange(12)
            company.until(lambda lines=lines: len(company.watcher.heard) >= lines)
            deal = company.watcher.heard[-1].deal
            bot.kill()
            check_ledger(bot, at_tables=2 * CHIPS)
            company.step()
            bot.start()
            line = company.wait_for("I am back|called off")
            numbers = re.findall(r"(?:[dD]eal |#)(\d+)", line)
            assert line.startswith("I am back: the table goes on.") or numbers[0] in {deal, str(int(deal) + 1)}
            company.play(1)
        company.check_secrecy()
        company.check_stacks(2 * CHIPS)
        most_hands = 1 if game == "holdem" else 2  # After a draw there is a second one.
        assert all(len(hands) <= most_hands for player in company.players for hands in player.hands.values())
        for player in company.players:
            player.do("leave")
        company.wait_for("The table is closed")
        check_ledger(bot)
        done = bot.run("audit", "--database", f"sqlite:///{bot.folder}/ircpoker.db", "--json")
        assert (done.returncode, json.loads(done.stdout)["unbalanced"]) == (0, 0)
    assert "Traceback" not in bot.log


def test_at_the_draw_a_silent_player_stands_pat(ngircd: Ngircd, channel: str, start_table: StartTable) -> None:
    start_table(seconds_to_act=1, reminder=0)

    def stays_at_the_draw(options: list[str], rng: Random) -> str:
        return "table" if "pat keeps all" in options else passive(options, rng)

    with Company(ngircd.port, channel, "alice", "bob", strategy=stays_at_the_draw) as company:
        company.sit_down("draw", CHIPS)
        line = company.wait_for(r"stands pat \(out of time\)")
        assert "draws" not in line
        company.check_secrecy()


def test_a_private_duel_until_the_player_leaves(ngircd: Ngircd, channel: str, start_table: StartTable) -> None:
    bot = start_table(deal_pause=1)
    with Company(ngircd.port, channel) as company:
        company.watcher.wait_for_bot()
        with Player(ngircd.port, "loner") as loner:
            loner.do("play manual 1000")

            def has_played() -> bool:
                for heard in loner.listen():
                    for options in read_options(heard):
                        loner.do(passive(options, Random(1)))
                return sum(" wins " in heard.text or "you win " in heard.text for heard in loner.heard) >= 3

            wait_until(has_played, lambda: str(loner.heard[-5:]))
            loner.send("QUIT :bye")
        # Out of the bot's sight: only the server's answer to ISON tells, long before the clock, that nobody gets
        # the next cards.
        wait_until(lambda: not chips_at_tables(bot), lambda: bot.log)
        company.step()
        assert company.watcher.heard == []
    check_ledger(bot)
