"""The frames of a live table, whoever asks for the table and by whatever name."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from tests.lobby.hall import CHANNEL
from tests.web.streams import Stream
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


def test_a_table_that_nobody_watched_for_a_while_is_shown_as_it_is(tmp_path: Path) -> None:
    with WebHall(tmp_path) as house:
        house.call(lambda hall: hall.seat("ann", "bob"))
        assert house.get(house.table_path()).status == 200
        seq = house.call(act)
        with Stream(house) as stream:
            assert '"all":true' not in stream.until(f'"seq":{seq},'), "the first frame has all"
            stream.until(f'"seq":{house.call(act)},')
