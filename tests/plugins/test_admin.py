"""`!admin`: who has rights, what the orders about people and chips do, and what is noted of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import cast

import pytest

from ircpoker.admin.bot_status import MissingState
from ircpoker.admin.process import accept_invitation
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.services import RunningBot
from ircpoker.config import NetworkSettings
from ircpoker.config.administration import AdminSettings
from ircpoker.people import Person
from tests.admin.monitoring.halls import Client, reader_of
from tests.chat.routers import IRC_LIMITS
from tests.lobby.hall import CHANNEL, NET, Hall

ORDERS = (
    "status",
    "tables",
    "join #evil",
    "part #poker",
    "limits",
    "limits command_burst 1000",
    "reload",
    "restart",
    "stop",
    "stop now",
    "ignore alice",
    "ban alice 2h spam",
    "unignore alice",
    "grant mallory 1000000",
    "move-chips alice mallory 500",
)
REFUSED = "only an administrator of this bot can do that"


@pytest.fixture
def hall() -> Iterator[Hall]:
    hall = Hall(plugins=("holdem", "bank", "help", "admin"))
    embedded = NetworkSettings("home", channels=(CHANNEL,))
    other = NetworkSettings("other", "irc.example.com", channels=(CHANNEL,))
    networks = (*hall.settings.networks, embedded, other)
    others = {**hall.settings.others, "admin": AdminSettings(("net/Boss",))}
    hall.services.settings = replace(hall.settings, networks=networks, others=others)
    yield hall
    assert hall.services.ledger.audit().is_clean
    hall.services.close()


def give(
    hall: Hall,
    text: str,
    nick: str = "chief",
    *,
    account: str = "boss",
    network: str = NET,
    known: str | None = None,
    channel: str | None = None,
    is_operator: bool = False,
) -> list[Reply]:
    """Say `!admin` on a line that the server has marked with an account."""
    person = Person(network, nick, nick.lower(), known or account or None, f"{nick}@home")
    line = Message(person, f"!admin {text}", channel, "dealer", limits=IRC_LIMITS, account=account)
    return hall.router.handle(line._replace(is_operator=is_operator))


def texts(replies: list[Reply]) -> list[str]:
    return [reply.text for reply in replies]


def confirmed(hall: Hall, text: str) -> str:
    """Give an order that has to be confirmed, confirm it, and return the answer."""
    (question,) = texts(give(hall, text))
    code = question.rpartition("!admin yes ")[2].split()[0]
    (answer,) = texts(give(hall, f"yes {code}"))
    return answer


@pytest.mark.parametrize(
    "stranger",
    [
        pytest.param({"account": ""}, id="no account"),
        pytest.param({"account": "mallory"}, id="another account"),
        pytest.param({"nick": "Boss", "account": ""}, id="a stolen nick"),
        pytest.param({"account": "", "known": "boss"}, id="logged out since"),
        pytest.param({"network": "other"}, id="the same name on another network"),
        pytest.param({"network": "home"}, id="on the embedded server"),
        pytest.param({"network": "nowhere"}, id="on no network"),
    ],
)
def test_strangers_are_refused_and_logged(
    stranger: dict[str, str], hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    for order in ORDERS:
        caplog.clear()
        assert texts(give(hall, order, **stranger)) == [REFUSED]
        assert [record.message for record in caplog.records if "refused an order of" in record.message]
    assert hall.services.ledger.given_orders(9) == []


def test_a_stranger_cannot_confirm_an_administrators_order(hall: Hall) -> None:
    hall.say("alice", "!bank")
    (question,) = texts(give(hall, "grant alice 500"))
    code = question.rpartition("!admin yes ")[2].split()[0]
    assert texts(give(hall, f"yes {code}", account="mallory")) == [REFUSED]
    assert texts(give(hall, f"yes {code}", is_operator=True, account="")) == [
        "no order waits to be confirmed: give it again (usage: !admin order)"
    ]
    assert hall.chips("alice") == 1000


@pytest.mark.parametrize("channel", [None, CHANNEL])
def test_an_administrator_is_answered_in_private(hall: Hall, channel: str | None) -> None:
    answer = give(hall, "ignored", channel=channel)
    assert [reply.private for reply in answer] == [True]
    assert answer[0].text.endswith("nobody is ignored")


def test_the_account_may_be_written_in_any_case(hall: Hall) -> None:
    assert texts(give(hall, "ignored", account="BOSS")) == ["nobody is ignored"]


def test_help_lists_the_command_for_administrators_only(hall: Hall) -> None:
    assert not any("!admin" in line for line in hall.tell("alice", "help"))
    person = Person(NET, "chief", "chief", "boss")
    shown = texts(hall.router.handle(Message(person, "help", None, "dealer", limits=IRC_LIMITS, account="boss")))
    assert any("!admin" in line for line in shown)


# Chips


def test_chips_are_granted_once_after_a_confirmation(hall: Hall) -> None:
    hall.say("alice", "!bank")
    (question,) = texts(give(hall, "grant alice 500"))
    assert question.startswith("move 500 chips from the house to alice (guest:net/alice!alice@alice.home, 1000 chips).")
    assert hall.chips("alice") == 1000, "nothing has happened yet"
    code = question.rpartition("!admin yes ")[2].split()[0]
    assert texts(give(hall, f"yes {code}"))[0].endswith("; now alice: 1500")
    assert texts(give(hall, f"yes {code}")) == ["no order waits to be confirmed: give it again (usage: !admin order)"]
    assert hall.chips("alice") == 1500
    (noted,) = hall.services.ledger.given_orders(9)
    assert (noted.who, noted.place, noted.text, noted.outcome) == (
        "net/boss",
        "net (chief!chief@home)",
        "grant guest:net/alice!alice@alice.home 500",
        "done",
    )


def test_a_code_is_valid_for_a_minute(hall: Hall) -> None:
    hall.say("alice", "!bank")
    (question,) = texts(give(hall, "grant alice 500"))
    code = question.rpartition("!admin yes ")[2].split()[0]
    assert "that is not the code" in texts(give(hall, "yes 000000"))[0]
    hall.clock.advance(timedelta(seconds=61))
    assert "no order waits" in texts(give(hall, f"yes {code}"))[0]
    assert hall.chips("alice") == 1000


def test_chips_move_between_players_and_never_those_on_a_table(hall: Hall) -> None:
    hall.seat("alice", "bob")
    before = hall.table().hand
    assert before is not None
    assert confirmed(hall, "move-chips alice bob 400").endswith("; now alice: 100, bob: 900")
    assert hall.table().hand is not None
    assert hall.table().hand.deal_id == before.deal_id, "the running deal is not touched"
    (question,) = texts(give(hall, "move-chips alice bob 400"))
    code = question.rpartition("!admin yes ")[2].split()[0]
    assert "not enough chips: 400 needed" in texts(give(hall, f"yes {code}"))[0]
    assert hall.chips("alice") == 100
    last, first = hall.services.ledger.given_orders(9)
    assert (first.outcome, last.outcome[:16]) == ("done", "not enough chips")
    assert first.text == "move-chips guest:net/alice!alice@alice.home guest:net/bob!bob@bob.home 400", (
        "the accounts, whoever has the nicks later"
    )


@pytest.mark.parametrize(
    ("order", "problem"),
    [
        ("grant", "expected a player and a number of chips"),
        ("grant nobody 5", "nobody called 'nobody' has chips here"),
        ("grant alice -5", "-5"),
        ("grant alice 1e9", "1e9"),
        ("grant alice 0", "0"),
        (f"grant alice {'9' * 500}", "999"),
        ("move-chips alice alice 5", "both are the same account"),
        ("move-chips house house 5", "both are the same account"),
        ("grant nowhere/alice 5", "nobody called 'nowhere/alice'"),
        ("frobnicate", "'frobnicate' is not an order; there are status"),
        ("ignroe alice", "did you mean !admin ignore?"),
        ("stop everything", "expected nothing or now"),
        ("ignore alice!*@* 0h", "'0h' is not a time"),
        ("ban alice!*@* 1w spam", "'1w' is not a time"),
        ("ignore alice!*@* 99999d", "'99999d' is not a time"),
        ("log many", "expected a number of orders"),
    ],
)
def test_wrong_orders_get_one_clear_line(order: str, problem: str, hall: Hall) -> None:
    hall.say("alice", "!bank")
    (answer,) = give(hall, order)
    assert answer.error is not None
    assert problem in answer.text
    assert hall.chips("alice") == 1000


def test_without_a_running_bot_its_orders_say_so(hall: Hall) -> None:
    assert texts(give(hall, "status")) == ["no bot runs here: this works with ircpoker run"]


def test_the_status_names_missing_states(hall: Hall) -> None:
    missing = (
        MissingState("login", 30.0, "You are now logged out"),
        MissingState("nick", 3700.0, ""),
        MissingState("#closed", 200.0, "Cannot join channel (+i)"),
    )
    away = (MissingState("connection", 90.0, "the server ends the connection: G-lined"),)
    client = Client(missing=missing, wanted_channels=(CHANNEL, "#closed"))
    reader = reader_of(hall, client, Client("other", is_connected=False, missing=away))
    here, there = reader.read().networks
    assert (here.channels_missing_for, there.channels_missing_for) == (200, 90)
    hall.services.running = cast("RunningBot", SimpleNamespace(status=reader.read))
    assert texts(give(hall, "status"))[1:] == [
        "net: as dealer in #poker; 0 lines wait; reconnections: 0",
        "net: not logged in for 30 s: You are now logged out",
        "net: without its own nick for 1 h 1 min: no reason is known",
        "net: not in #closed for 3 min: Cannot join channel (+i)",
        "other: not connected, 0 attempts",
        "other: away for 1 min: the server ends the connection: G-lined",
    ]


# People


def test_who_is_ignored_gets_no_answer(hall: Hall) -> None:
    assert hall.say("mallory", "!bank")
    answer = confirmed(hall, "ignore *!*@*.HOME 2h spam")
    assert answer.startswith("*!*@*.HOME is ignored until ")
    assert hall.say("mallory", "!bank") == []
    assert texts(give(hall, "ignored"))[0].endswith("by net/boss: spam"), "administrators are heard in any case"
    hall.clock.advance(timedelta(hours=2))
    assert hall.say("mallory", "!bank")
    assert texts(give(hall, "ignored")) == ["nobody is ignored"]


def test_an_ignored_account_is_found_under_any_nick(hall: Hall) -> None:
    confirmed(hall, "ignore account:Mallory")
    assert hall.say("mallory", "!bank", account="MALLORY") == []
    assert hall.say("other", "!bank", account="mallory") == []
    assert hall.say("mallory", "!bank")
    assert texts(give(hall, "unignore account:Mallory")) == ["account:Mallory is heard again"]
    assert hall.say("other", "!bank", account="mallory")


def test_who_is_banned_leaves_after_the_hand(hall: Hall) -> None:
    hall.seat("alice", "bob")
    hall.services.presence.joined(hall.person("bob"), CHANNEL)
    hall.services.presence.connected(NET, {"bob": hall.person("bob")}.get)
    answer = confirmed(hall, "ban bob")
    assert answer == "*!*@bob.home is banned for good; they leave 1 table"
    while hall.has_table() and hall.actor():
        if hall.actor() == "bob":
            assert hall.say("bob", "!call") == [], "a banned player's lines are not heard"
            break
        hall.say(hall.actor(), "!fold")
    hall.wait(60)
    assert not hall.has_table() or [seat.nick for seat in hall.table().seats.people] == ["alice"]
    assert (
        hall.chips("bob")
        + hall.chips("alice")
        + sum(hall.table().state.chips(number) for number in (hall.table().seats if hall.has_table() else ()))
        == 2000
    )


def test_the_ignored_are_read_again_after_a_restart(hall: Hall) -> None:
    confirmed(hall, "ignore mallory!*@*")
    hall.services.ignored = type(hall.services.ignored)()
    assert hall.say("mallory", "!bank")
    hall.services.load_ignored()
    assert hall.say("mallory", "!bank") == []


@pytest.mark.parametrize("pattern", ["*!*@*", "account:", "!", "@", f"a!{'*a' * 60}@b"])
def test_nobody_can_ignore_everybody(pattern: str, hall: Hall) -> None:
    assert "would cover everybody" in texts(give(hall, f"ignore {pattern}"))[0]


def test_a_pattern_full_of_stars_costs_no_time(hall: Hall) -> None:
    confirmed(hall, f"ignore {'*' * 40}x!*@*")
    confirmed(hall, f"ignore {'*a' * 45}b!*@*")
    assert hall.say("a" * 300, "!bank")


def test_a_bracket_of_a_mask_is_a_letter(hall: Hall) -> None:
    confirmed(hall, "ignore [ab]!*@*")
    assert hall.say("a", "!bank")
    assert hall.say("[ab]", "!bank") == []


def test_the_invitation_of_an_administrator_is_noted_and_kept(hall: Hall) -> None:
    for account, is_accepted in (("boss", True), ("mallory", False)):
        invitation = Message(hall.person(account), "", account=account)
        assert accept_invitation(hall.services, invitation, "#More") is is_accepted
    (order,) = hall.services.ledger.given_orders(9)
    assert (order.who, order.text) == ("net/boss", "invite #More")
    assert hall.services.ledger.channel_settings(NET)["#more"]["presence"] == "joined"
