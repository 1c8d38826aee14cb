"""Codes and sessions: used once, late, by somebody else, at another endpoint."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import text

from ircpoker.errors import NotAllowedError
from ircpoker.ledger import Ledger, PlayerId, Purpose
from ircpoker.runtime.clock import ManualClock

ANN = PlayerId.of("libera", nick_key="ann", account="ann")
BOB = PlayerId.of("libera", nick_key="bob", address="bob@example.org")
WEB, SSH = (PlayerId.of(network, nick_key="ann") for network in ("web", "ssh"))
NOBODY = PlayerId.of("web", nick_key="nobody")


def code_of(ledger: Ledger, player: PlayerId) -> str:
    ledger.open_player(player)
    return ledger.new_token(player, Purpose.LINK)


# Codes


def test_a_code_works_once(ledger: Ledger) -> None:
    ledger.open_player(WEB)
    code = code_of(ledger, SSH)
    assert ledger.link(code, WEB)
    ledger.open_player(NOBODY)
    for player in (NOBODY, WEB, SSH):
        assert ledger.link(code, player) is None


def test_a_code_works_for_ten_minutes(ledger: Ledger, clock: ManualClock) -> None:
    ledger.open_player(WEB)
    code = code_of(ledger, ANN)
    clock.advance(timedelta(minutes=10))
    assert ledger.link(code, WEB) is None
    code = code_of(ledger, ANN)
    clock.advance(timedelta(minutes=10, microseconds=-1000))
    assert ledger.link(f" {code.upper()} ", WEB)


def test_only_the_last_code_works_and_not_for_who_asked(ledger: Ledger) -> None:
    ledger.open_player(WEB)
    old, code = code_of(ledger, ANN), code_of(ledger, ANN)
    assert ledger.link(old, WEB) is None
    with pytest.raises(NotAllowedError, match="your own"):
        ledger.link(code, ANN)
    assert ledger.link(code, WEB), "a refused try does not use it up"


def test_a_link_ends_the_codes_of_both(ledger: Ledger) -> None:
    ledger.open_player(SSH)
    others = code_of(ledger, WEB)
    assert ledger.link(code_of(ledger, ANN), WEB)
    assert ledger.link(others, SSH) is None


@pytest.mark.few(4)
@pytest.mark.parametrize("code", ["", "0", "x" * 100_000, "\ud800", "\0", "' OR 1 --", "0123456789abcdef"])
def test_codes_that_nobody_got(ledger: Ledger, code: str) -> None:
    ledger.open_player(WEB)
    code_of(ledger, ANN)
    assert ledger.link(code, WEB) is None
    assert ledger.redeem(code, "web") is None
    assert ledger.session(code, "web") is None


def test_only_hashes_are_stored(ledger: Ledger) -> None:
    code = code_of(ledger, ANN)
    _, session = ledger.redeem(ledger.new_token(ANN, Purpose.WEB), "web") or (None, "")
    with ledger._database.reading() as connection:
        rows = str([list(row) for row in connection.execute(text("SELECT * FROM tokens"))])
    assert session
    assert code not in rows
    assert session not in rows


# Sessions


def test_a_session_is_valid_at_its_door_for_twelve_hours(ledger: Ledger, clock: ManualClock) -> None:
    ledger.open_player(ANN)
    code = ledger.new_token(ANN, Purpose.WEB)
    assert ledger.session(code, "web") is None
    player, session = ledger.redeem(code, "web") or (None, "")
    assert player == ANN
    assert ledger.redeem(code, "web") is None, "a code works once"
    assert (ledger.session(session, "web"), ledger.session(session, "ssh")) == (ANN, None)
    clock.advance(timedelta(hours=12, microseconds=-1000))
    assert ledger.session(session, "web") == ANN
    clock.advance(timedelta(milliseconds=1))
    assert ledger.session(session, "web") is None


def test_a_code_for_the_page_links_nothing(ledger: Ledger) -> None:
    ledger.open_player(ANN)
    ledger.open_player(WEB)
    assert ledger.link(ledger.new_token(ANN, Purpose.WEB), WEB) is None
    assert ledger.redeem(code_of(ledger, ANN), "web") is None


def test_logging_out_ends_all_sessions_and_the_code(ledger: Ledger) -> None:
    ledger.open_player(ANN)
    sessions = [(ledger.redeem(ledger.new_token(ANN, Purpose.WEB), "web") or (None, ""))[1] for _ in range(2)]
    code = ledger.new_token(ANN, Purpose.WEB)
    assert [ledger.session(session, "web") for session in sessions] == [ANN, ANN]
    assert ledger.end_sessions(ANN) == 3
    assert [ledger.session(session, "web") for session in sessions] == [None, None]
    assert ledger.redeem(code, "web") is None


def test_a_session_follows_a_guest_to_a_new_name(ledger: Ledger) -> None:
    ledger.open_player(BOB)
    _, session = ledger.redeem(ledger.new_token(BOB, Purpose.WEB), "web") or (None, "")
    renamed = PlayerId.of("libera", nick_key="bobby", address="bob@example.org")
    ledger.rebind(BOB, renamed)
    assert ledger.session(session, "web") == renamed
    ledger.open_player(ANN)
    ledger.rebind(renamed, ANN)
    assert ledger.session(session, "web") == ANN
