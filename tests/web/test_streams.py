"""The frames of a live table, whoever asks for the table and by whatever name."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.lobby.hall import CHANNEL
from tests.waiting import wait_until
from tests.web.streams import Stream
from tests.web.test_player import sign_in
from tests.web.web_hall import WebHall

if TYPE_CHECKING:
    from pathlib import Path

    from tests.lobby.hall import Hall


def act(hall: Hall) -> int:
    """Let somebody act, and return the number of the table's last event."""
    hall.say(hall.actor(), "!call")
    hall.wait(1)
    return int(hall.table().state.events)


def test_a_table_may_be_asked_for_by_its_place(tmp_path: Path) -> None:
    with WebHall(tmp_path) as house:
        house.call(lambda hall: hall.seat("ann", "bob"))
        with Stream(house) as stream:
            stream.until('"all":true')
            assert house.get(f"/table/{quote(CHANNEL)}").status == 200
            stream.until(f'"seq":{house.call(act)},')
            assert house.get("/table/nothing").status == 404


@pytest.mark.slow(5)
def test_a_list_is_for_each_reader_their_own(tmp_path: Path) -> None:
    with WebHall(tmp_path, plugins=("holdem", "bank", "help")) as house:
        house.call(lambda hall: hall.seat("ann", "bob"))
        cookie = sign_in(house)
        with Stream(house, path="/") as everybody, Stream(house, cookie, path="/") as ann:
            for stream in (everybody, ann):
                stream.until(CHANNEL)
            house.call(lambda hall: hall.tell("ann", "!play caller"))
            ann.until(">private<")
            house.call(lambda hall: hall.say("cat", "!sit"))
            assert ">private<" not in everybody.until(">cat ")


def test_a_page_asked_for_anew_is_shown_as_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("ircpoker.web.live_table.LIST_SECONDS", 3600)
    with WebHall(tmp_path) as house:
        with Stream(house, path="/") as first:
            first.until("tables")
        house.call(lambda hall: hall.seat("ann", "bob"))
        with Stream(house, path="/") as second:
            assert not second.until(CHANNEL)


@pytest.mark.slow(5)
def test_a_list_ends_when_the_bot_is_away_and_comes_again(tmp_path: Path) -> None:
    with WebHall(tmp_path) as house:
        house.call(lambda hall: hall.seat("ann", "bob"))
        with Stream(house, path="/") as stream:
            stream.until(CHANNEL)
            house.stop_bot()
            stream.ended()
        assert house.get("/", Accept="text/event-stream").status == 503
        house.restart_bot()
        wait_until(lambda: house.get("/").status == 200)
        with Stream(house, path="/") as stream:
            stream.until("tables")


def test_a_table_that_nobody_watched_for_a_while_is_shown_as_it_is(tmp_path: Path) -> None:
    with WebHall(tmp_path) as house:
        house.call(lambda hall: hall.seat("ann", "bob"))
        assert house.get(house.table_path()).status == 200
        seq = house.call(act)
        with Stream(house) as stream:
            assert '"all":true' not in stream.until(f'"seq":{seq},'), "the first frame has all"
            stream.until(f'"seq":{house.call(act)},')
