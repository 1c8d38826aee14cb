"""Signals, which people's programs show in their own way, and which nobody needs."""

from __future__ import annotations

import pytest

from tests.transports.irc.conftest import MakeStay
from tests.transports.irc.desk import Desk, chat_lines
from tests.transports.irc.stays import Stay

TYPING = "@+typing=active TAGMSG #poker"
REACTION = "@+draft/react=⏳;+reply=Nz9xW;+draft/reply=Nz9xW TAGMSG #poker"
ANSWER = "@+channel-context=#poker;+draft/channel-context=#poker NOTICE alice :Queued: call."


def make(make_stay: MakeStay, capability: str = "message-tags", *, burst: int = 4, interval: float = 10.0) -> Stay:
    stay = make_stay(burst=burst, interval=interval)
    stay.receive(f":irc.test CAP dealer ACK :{capability}")
    stay.join()
    stay.run(100)
    return stay


def typing(stay: Stay, target: str = "#poker", seconds: float = 0) -> list[str]:
    stay.transport.written.clear()
    stay.games.outbox.show_typing("net", target)
    return stay.sent + stay.run(seconds)


def early(stay: Stay, tags: str = "@msgid=Nz9xW ", target: str = "#poker") -> list[str]:
    return stay.receive(f"{tags}:alice!user@home PRIVMSG {target} :!early")


def test_typing_is_shown_at_most_every_three_seconds(make_stay: MakeStay) -> None:
    stay = make(make_stay, interval=0.0)
    assert typing(stay, seconds=2.9) == [TYPING]
    assert typing(stay, seconds=0.2) == []
    assert typing(stay) == [TYPING]


def test_a_nick_is_shown_typing_only_in_sight(make_stay: MakeStay) -> None:
    stay = make(make_stay)
    assert typing(stay, "alice") == ["@+typing=active TAGMSG alice"]
    for absent in ("zoe", "#elsewhere", ""):
        assert typing(stay, absent) == []


def test_an_early_action_is_marked_in_the_channel(make_stay: MakeStay) -> None:
    stay = make(make_stay)
    assert early(stay) == [REACTION, ANSWER.replace("@", "@+reply=Nz9xW;+draft/reply=Nz9xW;", 1)]
    assert not [line for line in early(stay, target="dealer") if "TAGMSG" in line]
    assert early(make(make_stay), tags="") == [ANSWER]


def test_without_message_tags_nothing_is_sent(make_stay: MakeStay) -> None:
    stay = make(make_stay, "multi-prefix")
    assert typing(stay) == typing(stay, "alice") == []
    assert early(stay) == ["NOTICE alice :Queued: call."]


def test_once_the_server_takes_message_tags_back_nothing_is_sent(make_stay: MakeStay) -> None:
    stay = make(make_stay)
    stay.receive(":irc.test CAP dealer DEL :message-tags")
    assert typing(stay) == typing(stay, "alice") == []
    assert early(stay) == ["NOTICE alice :Queued: call."]


@pytest.mark.parametrize(
    ("rules", "shows_typing", "shows_reaction"),
    [
        ("*", False, False),
        ("*,-typing,-reply", True, False),
        ("*,-draft/react,-draft/reply", False, True),
        ("typing", False, True),
        ("draft/react,draft/typing", True, False),
        ("", True, True),
    ],
)
def test_a_tag_that_the_server_drops_is_not_sent(
    make_stay: MakeStay, rules: str, shows_typing: bool, shows_reaction: bool
) -> None:
    stay = make(make_stay)
    stay.receive(f":irc.test 005 dealer CLIENTTAGDENY={rules} :are supported by this server")
    assert typing(stay) == [TYPING] * shows_typing
    assert [line for line in early(stay) if "TAGMSG" in line] == [REACTION] * shows_reaction


@pytest.mark.parametrize(("burst", "signals"), [(1, 0), (2, 1), (4, 2), (9, 4)])
def test_signals_leave_half_of_the_burst(make_stay: MakeStay, burst: int, signals: int) -> None:
    stay = make(make_stay, burst=burst)
    reactions = [line for _ in range(burst) for line in typing(stay, "#poker", 3.1)]
    assert reactions[:signals] == [TYPING] * signals
    # The others go as the burst is refilled.
    assert len(reactions) <= signals + burst * 3.1 / 10 + 1


def test_a_signal_never_goes_before_a_line_that_waits(make_stay: MakeStay) -> None:
    stay = make(make_stay, burst=2)
    desk = Desk(stay)
    for number in range(3):
        desk.announce(f"line {number}")
    assert chat_lines(desk.run()) == ["line 0", "line 1"]
    assert typing(stay) == []
    assert chat_lines(stay.run(10)) == ["line 2"]
    assert stay.run(60) == [], "it was dropped"
