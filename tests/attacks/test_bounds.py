"""Input that is dear to read: a bound says no first; each tried at its real endpoint."""

from __future__ import annotations

import logging
import socket
from pathlib import Path

import pytest

from ircpoker.config import load_settings
from ircpoker.config.ini import LARGEST_FILE
from ircpoker.config.kinds import MOST_ELEMENTS
from ircpoker.errors import ConfigError
from ircpoker.records.pokerstars.reading import LONGEST_LINE
from ircpoker.records.reading import read_file
from ircpoker.records.sections import RefusedHand
from tests.attacks.sockets import BotSockets, visit
from tests.web.web_hall import WebHall


@pytest.mark.parametrize("thousands", [1, 3])
def test_a_header_with_many_tournaments_is_refused_by_its_length(tmp_path: Path, thousands: int) -> None:
    """A pattern with two free parts would take seconds for it."""
    path = tmp_path / "hands.txt"
    path.write_text("PokerStars Hand #1: {} Tournament #1, " + "} Tournament #1, " * 1000 * thousands + "\n\n")
    (refused,) = read_file(path)
    assert isinstance(refused, RefusedHand)
    assert f"expected at most {LONGEST_LINE}" in str(refused.reason)
    assert refused.line == 1


@pytest.mark.parametrize("head", ["variant = ", '{"ohh": '])
def test_a_history_that_is_nested_too_deeply_is_refused(tmp_path: Path, head: str) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(f"{head}{'[' * 10_000}\n")
    (refused,) = read_file(path)
    assert isinstance(refused, RefusedHand)
    assert "nested too deeply" in str(refused.reason)


def test_a_configuration_with_very_many_channels_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "config.ini"
    channels = [f"#c{number}" for number in range(10_000)]
    head = "[bot]\nowner = me@example.org\n[network:one]\nhost = irc.example.org\nchannels = "
    path.write_text(f"{head}{', '.join(channels)}\n")
    with pytest.raises(ConfigError, match=f"at most {MOST_ELEMENTS}"):
        load_settings(path)
    for text, refusal in (
        (" " * (LARGEST_FILE + 1), "larger than 100000 bytes"),
        ("\n" * 2001, "more than 2000 lines"),
    ):
        path.write_text(text)
        with pytest.raises(ConfigError, match=refusal):
            load_settings(path)
    path.write_text(f"{head}{', '.join(channels[:MOST_ELEMENTS])}\n")
    assert len(load_settings(path).networks[0].channels) == MOST_ELEMENTS


def test_who_sends_something_on_a_stream_of_events_is_cut_off(tmp_path: Path) -> None:
    with WebHall(tmp_path) as house:
        house.call(lambda hall: hall.seat("ann", "bob"))
        host, _, port = house.host.partition(":")
        head = f"GET {house.table_path()}/events HTTP/1.1\r\nHost: {house.host}\r\nTransfer-Encoding: chunked\r\n\r\n"
        with socket.create_connection((host, int(port)), timeout=60) as stream:
            stream.sendall(head.encode())
            assert stream.recv(1 << 16).startswith(b"HTTP/1.1 200")
            with pytest.raises(OSError, match=r"reset|[Bb]roken"):
                _send_for_ever(stream)
        assert house.get(house.table_path()).status == 200


def _send_for_ever(stream: socket.socket) -> None:
    for _ in range(1_000_000):
        stream.sendall(b"1\r\nx\r\n")


def test_a_request_that_is_no_request_counts_and_logs_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def use(bot: BotSockets) -> None:
        caller = await bot.come("program", "ann")
        for do in (["x"], {"x": 1}, None, 7, "x" * 1000):
            (answer,) = await caller.ask(do)
            assert answer["is"] == "error", do
        answers = [(await caller.ask(["x"]))[0]["text"] for _ in range(300)]
        assert answers[-1].startswith("Too many commands"), "they count as requests"

    with caplog.at_level(logging.WARNING):
        visit(tmp_path, use)
    assert not caplog.records
