from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from ircpoker.chat.message import Message
from ircpoker.chat.outgoing import LineKind, Outgoing
from ircpoker.chat.preferences import NO_PREFERENCES
from ircpoker.chat.router import Router
from ircpoker.config import NetworkSettings
from ircpoker.errors import LedgerError
from ircpoker.ledger import PlayerId
from ircpoker.people import Person
from ircpoker.runtime.clock import ManualClock
from tests.chat.routers import CHANNEL, make_router, message
from tests.lobby.hall import Hall
from tests.plugins.conftest import PLUGINS, Say


def win(say: Say) -> None:
    """Let Alice win ten chips."""
    say("seed my lucky cat")
    assert say("slot 10")[0].endswith(" | +10 | 1010 chips")


def test_a_new_player_has_the_first_chips(say: Say) -> None:
    assert say("bank") == ["you have 1000 chips"]


def test_stakes_are_shown(say: Say) -> None:
    say("vp 7")
    assert say("bank") == ["you have 993 chips; 7 more are in games that are not over"]


def test_only_own_chips_at_tables_are_shown() -> None:
    hall = Hall(plugins=("bank", "videopoker", "holdem"))
    hall.tell("alice", "play caller 300")
    hall.say("alice", "!open 100")
    hall.tell("alice", "vp 7")
    hall.wait(5)
    # Of the 300 five are the blind.
    elsewhere = "7 more are in games that are not over; 395 more are in front of you at tables"
    assert hall.tell("alice", "bank") == [f"you have 593 chips; {elsewhere}"]
    assert hall.tell("bob", "bank") == ["you have 1000 chips"]
    hall.close()


def test_chips_follow_a_new_nick_when_the_ledger_is_back(
    bot: Router, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> bool:
        raise LedgerError("the disk is full")

    say("daily")
    with monkeypatch.context() as broken:
        broken.setattr(bot.services.ledger, "rebind", fail)
        bot.services.presence.renamed(Person("net", "alice", "alice"), Person("net", "ally", "ally"))
    assert say("bank", "ally") == ["you have 1100 chips"]


def pass_days(bot: Router, days: int) -> None:
    clock = bot.services.clock
    assert isinstance(clock, ManualClock)
    clock.advance(timedelta(days=days))


def test_a_gift_moves_chips(bot: Router, say: Say) -> None:
    say("bank")
    say("bank", "bob")
    assert say("give bob 4") == ["an account can give chips away when it is 7 days old: yours is 0"]
    pass_days(bot, 7)
    assert say("give bob 4") == ["alice gives bob 4 chips: alice has 996, bob has 1004"]
    assert say("give BOB 1", in_channel=True) == ["alice gives bob 1 chip: alice has 995, bob has 1005"]
    assert say("give bob 996") == ["not enough chips: 996 needed, you have 995"]
    assert bot.services.ledger.audit().issued == 2000


def test_no_waiting_week_on_the_console(bot: Router) -> None:
    def of(nick: str, text: str) -> str:
        return bot.handle(Message(Person("console", nick, nick), text))[0].text

    of("bob", "bank")
    assert of("alice", "give bob 4") == "alice gives bob 4 chips: alice has 996, bob has 1004"


class TestServices:
    """A network with services accounts and guests."""

    @pytest.fixture
    def of(self) -> Iterator[Callable[..., str]]:
        bot = make_router(PLUGINS)
        settings = bot.services.settings
        networks = (NetworkSettings("net", "irc.net"), NetworkSettings("lan", "irc.lan", services=False))
        bot.services.settings = replace(settings, networks=networks)

        def say(nick: str, text: str, account: str | None = None, network: str = "net") -> str:
            person = Person(network, nick, nick, account, f"{nick}@host.of.{nick}")
            return bot.handle(Message(person, text))[0].text

        for nick in ("alice", "bob", "carol", "guest"):
            for network in ("net", "lan"):
                say(nick, "bank", None if nick == "guest" or network == "lan" else nick, network)
        pass_days(bot, 8)
        yield say
        assert bot.services.ledger.audit().is_clean
        bot.services.close()

    def test_chips_go_between_accounts_only(self, of: Callable[..., str]) -> None:
        assert of("alice", "give bob 4", "alice") == "alice gives bob 4 chips: alice has 996, bob has 1004"
        refusal = "only services accounts can give and get chips: log in to services first"
        assert of("alice", "give guest 4", "alice") == refusal
        assert of("guest", "give alice 4") == refusal
        assert of("guest", "give alice 4", network="lan").startswith("guest gives alice 4 chips")

    def test_guests_are_ranked_where_nobody_has_an_account(self, of: Callable[..., str]) -> None:
        assert of("alice", "top", "alice") == "1. alice 1000, 2. bob 1000, 3. carol 1000"
        assert of("alice", "top", network="lan") == "1. alice 1000, 2. bob 1000, 3. carol 1000, 4. guest 1000"


def test_a_refusal_goes_to_the_giver_only(bot: Router, say: Say) -> None:
    say("bank")
    say("bank", "bob")
    pass_days(bot, 7)
    for text in ("give", "give nobody 5", "give bob -5", "give bob 5000"):
        assert [reply.private for reply in bot.handle(message(f"!{text}", CHANNEL))] == [True]
    assert [reply.private for reply in bot.handle(message("!give bob 5", CHANNEL))] == [False]


def test_a_private_gift_is_announced_to_its_receiver(bot: Router, say: Say) -> None:
    lines: list[Outgoing] = []
    bot.services.outbox.open("net", lines.extend)
    say("bank")
    say("bank", "bob")
    pass_days(bot, 7)
    say("give bob 4")
    [line] = lines
    assert (line.reader.target, line.reply.text) == ("bob", "alice gives bob 4 chips: you have 1004 chips now")
    assert line.reply.private
    say("give bob 4", in_channel=True)
    assert lines == [line]


def test_repeated_gifts_are_announced_once_a_minute(bot: Router, say: Say) -> None:
    clock = bot.services.clock
    assert isinstance(clock, ManualClock)
    lines: list[Outgoing] = []
    bot.services.outbox.open("net", lines.extend)
    say("bank")
    say("bank", "bob")
    say("bank", "carol")
    pass_days(bot, 7)
    for nick in ("bob", "bob", "carol", "bob"):
        say(f"give {nick} 1")
    assert [line.reader.target for line in lines] == ["bob", "carol"]
    assert all(line.kind is LineKind.COURTESY for line in lines)
    clock.advance(timedelta(minutes=1))
    say("give bob 1")
    assert [line.reader.target for line in lines] == ["bob", "carol", "bob"]


def test_nicks_are_compared_as_the_network_does(bot: Router) -> None:
    def of(nick: str, text: str) -> str:
        fold = {"[": "{", "]": "}"}
        key = "".join(fold.get(char, char) for char in nick.lower())
        line = Message(Person("net", nick, key), text, fold=lambda typed: typed.lower().replace("[", "{"))
        return bot.handle(line)[0].text

    of("Bob[", "bank")
    assert of("alice", "bank bOB{") == "Bob[ has 1000 chips"
    assert of("alice", "bank bob") == "nobody called 'bob' has chips here: expected a player's nick"


def test_networks_are_separate(bot: Router, say: Say) -> None:
    say("bank", "bob")
    stranger = Message(Person("other", "bob", "bob"), "bank alice")
    assert bot.handle(stranger)[0].text.startswith("nobody called 'alice'")
    assert [reply.text for reply in bot.handle(stranger._replace(text="top"))] == ["1. bob 1000"]


def test_top_is_sorted(bot: Router, say: Say) -> None:
    win(say)
    for number in range(12):
        say("bank", f"guest{number}")
    [reply] = bot.handle(message("!top", CHANNEL))
    assert reply.text.startswith("1. alice 1010, 2. guest0 1000, ")
    assert reply.text.endswith(", 10. guest8 1000")


def test_top_of_nobody(say: Say) -> None:
    assert say("top") == ["nobody has chips yet: !bank opens your account"]


def test_daily_chips_come_once_a_day(bot: Router, say: Say) -> None:
    clock = bot.services.clock
    assert isinstance(clock, ManualClock)
    assert say("daily") == ["100 chips for today: you have 1100 chips"]
    assert say("daily") == ["you have today's chips already: come back in 24 h 00 min, at 00:00 UTC"]
    clock.advance(timedelta(hours=23, minutes=59))
    assert say("daily") == ["you have today's chips already: come back in 1 min, at 00:00 UTC"]
    clock.advance(timedelta(minutes=1))
    assert say("daily") == ["100 chips for today: you have 1200 chips"]


def test_stats_are_of_all_games(say: Say) -> None:
    assert say("stats") == ["alice has not played yet"]
    win(say)
    say("vp 20")
    say("hold none")
    assert say("stats alice", "bob") == ["you have finished no deal with alice yet"]
    [line] = say("stats alice")
    slot, videopoker = line.removeprefix("alice | ").split(" | ")
    assert slot == "slot: played 1, won 1, staked 10, paid 20 (+10), best 20"
    assert videopoker.startswith("videopoker: played 1, won ")


def test_an_account_is_the_same_player_under_any_nick(bot: Router) -> None:
    first = Message(Person("net", "alice", "alice", account="Alice"), "slot 10")
    bot.handle(first)
    again = Message(Person("net", "al", "al", account="ALICE"), "stats")
    assert "played 1" in bot.handle(again)[0].text
    guest = Message(Person("net", "alice", "alice"), "stats")
    assert bot.handle(guest)[0].text == "alice has not played yet"


class TestSet:
    def test_private_lines_are_shown_as_chosen(self, bot: Router, say: Say) -> None:
        say("set cards unicode", "bob")
        assert say("set cards ascii") == ["cards: ascii"]
        assert say("set private privmsg", in_channel=True) == ["[#poker] private: privmsg"]
        [reply] = bot.handle(message("!parse AhKhQhJhTh"))
        assert (reply.preferences.cards, reply.preferences.private) == ("ascii", "privmsg")
        [own] = bot.handle(message("!bank", CHANNEL))
        assert own.text == "[#poker] you have 1000 chips"
        public, *_ = bot.handle(message("!top", CHANNEL))
        assert (public.private, public.preferences) == (False, NO_PREFERENCES)
        assert "cards ascii" in say("set")[0]
        assert "cards unicode" in say("set", "bob")[0]

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("cards", "expected unicode, ascii or words"),
            ("cards red", "'red' is not a choice for cards: expected unicode, ascii or words"),
            ("private on", "'on' is not a choice for private: expected notice or privmsg"),
            ("Terse maybe", "'maybe' is not a choice for terse: expected on or off"),
            ("nonsense on", "'nonsense' is not a setting: expected private, cards, colour, odds, terse, turns"),
            ("on", "'on' is not a setting: expected private, cards, colour, odds, terse, turns"),
            ("crads ascii", "'crads' is not a setting: did you mean !set cards ascii?"),
            ("ascii", "'ascii' is not a setting: did you mean !set cards ascii?"),
            ("odd", "'odd' is not a setting: did you mean !set odds on or off?"),
            ("card red", "'card' is not a setting: did you mean !set cards unicode, ascii or words?"),
        ],
    )
    def test_invalid_preferences(self, say: Say, text: str, expected: str) -> None:
        assert say(f"set {text}") == [expected]
        assert say("set")[0].startswith("You have chosen nothing. Possible: private notice|privmsg; ")

    def test_a_choice_replaces_the_one_before(self, bot: Router, say: Say) -> None:
        for value in ("on", "off"):
            say(f"set colour {value}")
        assert bot.services.ledger.preferences(PlayerId.of("net", nick_key="alice")) == {"colour": "off"}
