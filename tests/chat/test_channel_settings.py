"""The settings of a channel's tables: who may choose them, what they mean, and that they last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ircpoker.chat import channel_settings, services
from ircpoker.chat.presence import OnRank
from ircpoker.config.administration import ADMIN, AdminSettings
from ircpoker.errors import LedgerError, NotAllowedError, UsageError
from ircpoker.ledger import SetChannelSetting
from ircpoker.lobby.settings import Pace
from ircpoker.people import Person
from ircpoker.words.catalogue import load_catalogue
from tests.chat.routers import FAILS, IRC_LIMITS
from tests.lobby.faults import Fault
from tests.lobby.hall import CHANNEL, NET, Hall, Message

NO_OPERATOR = "only an operator of #poker or an administrator of this bot can do that"


class Operators:
    """A server that says who is an operator of a channel: at once, or when `answer` is called.

    Attributes:
        nicks: the operators.
        waiting: the questions that are not answered; None if all are answered at once.
    """

    def __init__(self, *nicks: str) -> None:
        self.nicks = set(nicks)
        self.waiting: list[tuple[Person, OnRank]] | None = None

    def find(self, person: Person, channel: str, answer: OnRank) -> None:
        assert channel == CHANNEL
        if self.waiting is not None:
            self.waiting.append((person, answer))
        else:
            answer(person.nick in self.nicks)


@pytest.fixture
def operators() -> Operators:
    return Operators("olga")


def with_network(hall: Hall, **keys: Any) -> None:
    """Change the configuration of the network."""
    (network,) = hall.services.settings.networks
    settings = replace(
        hall.services.settings,
        networks=(replace(network, **keys),),
        others={**hall.services.settings.others, ADMIN.name: AdminSettings((f"{NET}/boss",))},
    )
    hall.services.settings = settings
    hall.lobby.use_config(settings)


@pytest.fixture
def hall(operators: Operators) -> Iterator[Hall]:
    with Hall() as hall:
        with_network(hall, tables_per_channel=3)
        hall.services.presence.connected(NET, rank_finder=operators.find)
        yield hall


def boss(hall: Hall, text: str, channel: str | None = CHANNEL, account: str = "boss") -> list[str]:
    """Return the answers to an administrator, whose line the server has marked."""
    person = hall.person("boss", account)
    replies = hall.router.handle(Message(person, text, channel, "dealer", account=account))
    return [reply.text.removeprefix(f"[{channel}] ") for reply in replies]


def choose(hall: Hall, *settings: str) -> None:
    for setting in settings:
        assert boss(hall, f"!channel {setting}")[0].startswith(f"#poker: {setting.split()[0]} ")


class TestWho:
    def test_an_operator_may(self, hall: Hall) -> None:
        assert hall.say("olga", "!channel blinds 10/20") == []
        assert hall.new_lines(CHANNEL) == ["#poker: blinds 10/20, for tables that are opened from now on."]
        assert hall.services.tables.channels.rules(NET, "#Poker").blinds == (10, 20)

    def test_others_may_not(self, hall: Hall) -> None:
        assert hall.say("alice", "!channel blinds 10/20") == []
        assert hall.new_lines("alice") == [f"[#poker] {NO_OPERATOR}"]
        assert hall.new_lines(CHANNEL) == []
        assert hall.services.tables.channels.rules(NET, CHANNEL).blinds == ()

    def test_nobody_may_as_long_as_the_server_does_not_say_so(self, hall: Hall, operators: Operators) -> None:
        operators.waiting = []
        assert hall.say("olga", "!channel talk short") == []
        [(person, answer)] = operators.waiting
        assert (person.nick, hall.new_lines()) == ("olga", [])
        answer(None)
        assert hall.new_lines("olga") == [
            "[#poker] the server has not said who is an operator of #poker now: try again"
        ]
        assert not hall.services.tables.channels.rules(NET, CHANNEL).is_short

    @pytest.mark.parametrize("keys", [{"channel_ops": False}, {"host": "embedded"}])
    def test_the_owner_may_forbid_it(self, hall: Hall, keys: dict[str, Any]) -> None:
        with_network(hall, **keys)
        assert hall.say("olga", "!channel blinds 10/20") == [NO_OPERATOR]
        assert bool(boss(hall, "!channel blinds 10/20")[0] == NO_OPERATOR) is ("host" in keys)

    def test_without_a_network_nobody_is_asked(self, hall: Hall) -> None:
        hall.disconnect()
        assert hall.say("olga", "!channel blinds 10/20") == []
        assert hall.services.tables.channels.rules(NET, CHANNEL).blinds == ()

    def test_an_administrator_may_from_anywhere(self, hall: Hall) -> None:
        assert boss(hall, "channel #Poker tables 2", None) == [
            "#Poker: tables 2, for tables that are opened from now on."
        ]
        assert boss(hall, "channel net/#other pace slow", None, "Boss") == [
            "#other: pace slow, for tables that are opened from now on."
        ]
        rules = hall.services.tables.channels.rules
        assert (rules(NET, CHANNEL).tables, rules(NET, "#other").pace) == (2, Pace.SLOW)
        assert boss(hall, "channel nowhere/#other pace slow", None)[0].startswith("'nowhere' is not a network")
        assert boss(hall, "channel pace slow", None)[0].startswith("which channel?")

    def test_an_operator_may_only_in_the_channel(self, hall: Hall) -> None:
        assert hall.tell("olga", "channel #poker pace slow") == [NO_OPERATOR]
        assert hall.say("olga", "!channel #other pace slow") == [NO_OPERATOR.replace("#poker", "#other")]
        assert hall.say("olga", "!channel #POKER pace slow") == []
        assert hall.services.tables.channels.rules(NET, CHANNEL).pace is Pace.SLOW

    def test_a_terminal_of_this_machine_may(self, hall: Hall) -> None:
        for text, answer in (("channel #poker pace slow", "#poker: pace slow"), ("channel x/#a pace slow", "'x' is")):
            terminal = Message(Person("console", "owner", "owner"), text, limits=IRC_LIMITS, is_operator=True)
            assert hall.router.handle(terminal)[0].text.startswith(answer)
        assert hall.services.tables.channels.rules(NET, CHANNEL).pace is Pace.SLOW

    def test_a_ledger_that_fails_afterwards(self, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        Fault(monkeypatch, hall, ("save",))
        assert hall.say("olga", "!channel pace slow") == []
        assert hall.new_lines() == [f"[#poker] {FAILS}"]


class TestValues:
    def test_the_settings_are_shown_to_everybody(self, hall: Hall) -> None:
        choose(hall, "blinds 25 / 50", "games PLO, limit hold'em")
        first, second = hall.say("alice", "!channel")
        stakes = "blinds 25/50, ante 10, pace normal, games omaha limit"
        others = "tables 3, talk full, mixed on, public on, play on, quiet off, lines all, daily off"
        assert first == f"Tables in #poker: {stakes}, {others}."
        assert "!channel blinds 25/50" in second

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("colour red", "'colour' is not a setting: expected blinds, ante, pace, games, tables, talk"),
            ("blind 10/20", "'blind' is not a setting: did you mean blinds?"),
            ("blinds", "'' is not a choice for blinds: expected two numbers of chips such as 10/20"),
            ("blinds 10", "'10' is not a choice for blinds: expected two numbers of chips such as 10/20"),
            ("blinds 100/200", "expected blinds up to 50/100, the small blind first"),
            ("blinds 20/10", "expected blinds up to 50/100, the small blind first"),
            ("ante 10/20", "'10/20' is not a choice for ante: expected a number of chips such as 20"),
            ("ante 0", "expected an ante from 1 to 100"),
            ("pace warp", "'warp' is not a choice for pace: expected normal, turbo, slow"),
            ("games chess", "'chess' is not a game: expected holdem, "),
            ("tables 4", "'4' is not a choice for tables: expected 1, 2, 3"),
            ("tables 0", "'0' is not a choice for tables: expected 1, 2, 3"),
            ("talk no", "'no' is not a choice for talk: expected full, short"),
        ],
    )
    def test_others_are_refused(self, hall: Hall, text: str, problem: str) -> None:
        for answer in (boss(hall, f"!channel {text}"), hall.say("olga", f"!channel {text}")):
            assert answer[0].startswith(problem)
        assert hall.services.tables.channels.rules(NET, CHANNEL) == hall.services.tables.channels.rules(NET, "#other")

    def test_a_limit_of_the_owner(self, hall: Hall) -> None:
        with_network(hall, tables_per_channel=1)
        assert boss(hall, "!channel tables 1")[0].startswith("'tables' is not a setting")
        book = hall.services.tables.channels
        with pytest.raises(UsageError):
            book.set(NET, CHANNEL, "tables", "1", "boss")

    def test_stakes_that_nobody_may_choose(self) -> None:
        with Hall(most_big_blind=0) as hall, pytest.raises(NotAllowedError):
            hall.services.tables.channels.set(NET, CHANNEL, "blinds", "10/20", "boss")

    def test_a_choice_is_taken_back(self, hall: Hall) -> None:
        usual = hall.say("alice", "!channel")
        for setting in ("blinds 1/2", "ante 5", "pace slow", "games draw", "tables 1", "talk short"):
            choose(hall, setting)
            assert hall.say("alice", "!channel") != usual
            choose(hall, f"{setting.split()[0]} default")
            assert hall.say("alice", "!channel") == usual


class TestTables:
    def test_stakes_and_pace_of_new_tables(self, hall: Hall) -> None:
        hall.say("alice", "!open")
        choose(hall, "blinds 10/20", "ante 20", "pace turbo")
        assert hall.say("bob", "!open")[0].startswith("[2] A table of no-limit hold'em, blinds 10/20, turbo: bob sits")
        assert hall.say("carol", "!open draw")[0].startswith("[3] A table of no-limit five-card draw, ante 20, turbo:")
        first, second, third = (hall.table(f"{CHANNEL}{number}") for number in ("", " 2", " 3"))
        assert (first.state.stakes.big_blind, first.state.pace, first.settings.buy_in) == (10, Pace.NORMAL, 500)
        assert (second.state.stakes.big_blind, second.settings.buy_in, second.settings.seconds_to_act) == (20, 1000, 15)
        assert third.state.stakes.ante == 20

    def test_the_opener_chooses_others(self, hall: Hall) -> None:
        choose(hall, "blinds 10/20", "pace turbo")
        hall.say("alice", "!open 1/2 slow")
        assert (hall.table().state.stakes.big_blind, hall.table().state.pace) == (2, Pace.SLOW)

    def test_against_robots(self, hall: Hall) -> None:
        choose(hall, "blinds 10/20", "pace turbo")
        hall.say("alice", "!play caller")
        state = hall.table().state
        assert (state.stakes.big_blind, state.pace, state.seats.chips) == (20, Pace.TURBO, 2000)

    def test_the_houses_stake_at_higher_blinds(self, hall: Hall) -> None:
        # The house stakes 2000 chips a day, and a table of 50/100 needs 1000 at least.
        choose(hall, "blinds 50/100")
        assert "1000 to 2000" not in hall.say("alice", "!play caller 1000")[0]
        assert hall.table().state.seats.chips == 2000
        hall.say("alice", "!leave")
        [answer] = hall.say("bob", "!play caller folder random")
        assert answer.startswith("the house stakes 2000 chips a day")
        assert not hall.has_table()

    def test_private_tables_have_the_usual_ones(self, hall: Hall) -> None:
        choose(hall, "blinds 10/20", "games draw")
        hall.tell("alice", "play caller")
        state = hall.table("alice").state
        assert (state.game_name, state.stakes.big_blind) == ("holdem", 10)

    def test_games(self, hall: Hall) -> None:
        choose(hall, "games draw limit")
        assert hall.say("alice", "!open holdem")[0].startswith("holdem is not played here: expected draw, limit")
        assert hall.say("alice", "!play holdem")[0].startswith("holdem is not played here: expected draw, limit")
        hall.say("alice", "!open")
        assert hall.table().state.game_name == "draw"
        hall.say("alice", "!leave")
        assert "pushfold" in hall.say("alice", "!play pushfold")[0]
        assert not hall.has_table()
        hall.say("alice", "!play manual")
        assert hall.table().state.game_name == "limit"

    def test_the_number_of_tables(self, hall: Hall) -> None:
        choose(hall, "tables 2")
        for nick in ("alice", "bob"):
            hall.say(nick, "!open")
        hall.say("carol", "!open")
        assert not hall.has_table(f"{CHANNEL} 3")
        choose(hall, "tables default")
        hall.say("carol", "!open")
        assert hall.has_table(f"{CHANNEL} 3")

    def test_one_table_has_no_number(self, hall: Hall) -> None:
        choose(hall, "tables 1")
        assert hall.say("alice", "!open")[0].startswith("A table of ")
        assert hall.say("alice", "!table")[0].startswith("no-limit hold'em")

    def test_stakes_above_a_limit_that_was_lowered(self, hall: Hall) -> None:
        choose(hall, "blinds 50/100")
        again = hall.restarted(most_big_blind=20)
        again.say("alice", "!open")
        assert again.table().state.stakes.big_blind == 10
        again.say("alice", "!leave")


class TestTalk:
    @pytest.fixture
    def hall(self) -> Iterator[Hall]:
        with Hall(drama=True) as hall:
            hall.seat("alice", "bob", chips=100)
            yield hall

    @pytest.mark.parametrize("talk", ["full", "short"])
    def test_an_all_in_takes_one_line_or_several(self, hall: Hall, talk: str) -> None:
        hall.services.tables.channels.set(NET, CHANNEL, "talk", talk, "boss")
        for nick in (hall.actor(), *({"alice", "bob"} - {hall.actor()})):
            hall.say(nick, "!allin" if hall.table().hand.deal.legal_actions().raise_to else "!call")
        hall.wait(20)
        streets = [line for line in hall.to(CHANNEL) if line.startswith("TURN") or " TURN " in line]
        assert len([line for line in streets if "%" in line]) == (talk == "full")


class TestLanguage:
    @pytest.fixture
    def hall(self, hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hall:
        """A bot that also speaks a language with three texts."""
        (tmp_path / "xx.toml").write_text(
            '[language]\nname = "Test"\nplural = "none"\n[errors]\nno_robot_or_game = "X {word} X {meant}"\n'
            '[channel]\nset_now = "X {channel} {name} {value}"\n'
            '[table]\nsits = "X {who} {seat} {chips}"\n'
        )
        monkeypatch.setattr(services, "load_catalogue", partial(load_catalogue, folder=tmp_path))
        monkeypatch.setattr(channel_settings, "languages", lambda: ("en", "xx"))
        return hall

    def test_lines_of_the_channel(self, hall: Hall) -> None:
        choose(hall, "pace slow")
        assert "language en, public on, " in hall.say("alice", "!channel")[0]
        hall.say("olga", "!channel language xx")
        assert hall.new_lines(CHANNEL)[-1] == "X #poker language xx"
        hall.say("alice", "!open")
        assert hall.say("bob", "!sit")[0] == "[1] X bob 2 500 chips"
        assert hall.say("dave", "!play nobody")[0].startswith("X 'nobody' X ")
        hall.wait(5)
        assert hall.to("alice")[-1].startswith("[#poker] [1] ")
        assert hall.tell("carol", "play nobody")[0].startswith("'nobody' is neither a robot nor a game")
        hall.say("olga", "!channel language default")
        assert hall.new_lines(CHANNEL)[-1] == "#poker: language en, from now on."

    def test_a_file_that_has_gone(self, hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
        hall.services.ledger.save(SetChannelSetting(NET, CHANNEL, "language", "yy", "boss"))
        hall.services.tables.channels.forget(NET)
        for _ in range(3):
            assert hall.say("alice", "!play nobody")[0].startswith("'nobody' is neither")
        assert len([line for line in caplog.messages if "language cannot be used" in line]) == 1

    def test_others_are_refused(self, hall: Hall) -> None:
        assert boss(hall, "!channel language zz")[0].startswith("'zz' is not a choice for language: expected en, xx")


class TestLedger:
    def test_settings_and_tables_outlive_the_bot(self, hall: Hall) -> None:
        choose(hall, "blinds 10/20", "pace slow")
        hall.seat("alice", "bob", chips=1000)
        choose(hall, "blinds 25/50", "pace default")
        again = hall.restarted()
        state = again.table().state
        assert (state.stakes.big_blind, state.pace) == (20, Pace.SLOW)
        rules = again.services.tables.channels.rules(NET, CHANNEL)
        assert (rules.blinds, rules.pace) == ((25, 50), Pace.NORMAL)

    def test_it_is_read_once(self, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        reads = []
        whole = hall.services.ledger.channel_settings
        monkeypatch.setattr(hall.services.ledger, "channel_settings", lambda name: reads.append(name) or whole(name))
        hall.disconnect()
        hall.connect()
        for _ in range(5):
            hall.say("alice", "!channel")
            hall.say("alice", "!open")
            hall.say("alice", "!leave")
        assert reads == [NET]

    def test_while_it_is_away_the_usual_ones_count(
        self, hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        choose(hall, "pace slow")
        fault = Fault(monkeypatch, hall, ("channel_settings",))
        book = hall.services.tables.channels
        book.forget(NET)
        assert [book.rules(NET, CHANNEL).pace for _ in range(5)] == [Pace.NORMAL] * 5
        assert (fault.count, len(caplog.messages)) == (1, 1)
        fault.is_on = False
        hall.wait(61)
        assert book.rules(NET, CHANNEL).pace is Pace.SLOW

    def test_networks_have_their_own(self, hall: Hall) -> None:
        book = hall.services.tables.channels
        book.set("elsewhere", CHANNEL, "pace", "slow", "boss")
        assert book.rules(NET, CHANNEL).pace is Pace.NORMAL


def test_a_setting_that_is_not_stored_does_not_count(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    book = hall.services.tables.channels
    Fault(monkeypatch, hall, ("save",))
    with pytest.raises(LedgerError):
        book.set(NET, CHANNEL, "pace", "slow", "boss")
    assert book.rules(NET, CHANNEL).pace is Pace.NORMAL
