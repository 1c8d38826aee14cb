"""What every request must pass, and what the page's server refuses: no browser is needed to attack it."""

from __future__ import annotations

import asyncio
import errno
import re
import socket
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

from ircpoker.config.web import Listen, WebSettings
from ircpoker.feed.messages import Said
from ircpoker.web import server, streaming
from ircpoker.web.live_table import LiveTable
from ircpoker.web.rendering import Renderer
from ircpoker.web.server import BURST, POLICY
from tests.tiers import count
from tests.waiting import wait_until
from tests.web.streams import FullTransport
from tests.web.test_markup import snapshot
from tests.web.web_hall import WebHall

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FORM = "application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHall]:
    with WebHall(tmp_path_factory.mktemp("h")) as running:
        running.call(lambda hall: hall.seat("ann", "bob"))
        yield running


def connect(house: WebHall, data: bytes = b"") -> socket.socket:
    host, _, port = house.host.partition(":")
    made = socket.create_connection((host, int(port)), timeout=30)
    made.sendall(data)
    return made


def is_ended(connection: socket.socket) -> bool:
    with connection:
        try:
            return connection.recv(1 << 16) == b""
        except ConnectionError:
            return True


def test_every_answer_has_the_policy(house: WebHall) -> None:
    for path in ("/", house.table_path(), "/static/page.css", "/nothing", "/static/../app.py", "/hand/1", "/sit/x"):
        answer = house.get(path)
        assert answer.headers["content-security-policy"] == POLICY, path
        assert "unsafe" not in POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers
        assert "Traceback" not in answer.text


def test_a_page_has_nothing_from_elsewhere(house: WebHall) -> None:
    for path in ("/", house.table_path()):
        text = house.get(path).text
        assert all(link.startswith(("/", "#")) for link in re.findall(r'(?:src|href|action)="([^"]+)"', text))
        assert not re.search(r"<style|style=|<script>|\son\w+=", text)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static/..%5capp.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/page.css/..",
        "/static/page.css%00.js",
        "/../../../../etc/passwd",
        "/hand/../config.ini",
        "/hand/-1",
        "/hand/1e3",
        "/hand/%D9%A1",
        "/hand/" + "9" * 5000,
        "/proof/;id",
        "/table/..%2f..%2fetc",
        "/table/" + "x" * 3000,
    ],
)
def test_paths_lead_nowhere_else(house: WebHall, path: str) -> None:
    answer = house.get(path)
    assert answer.status in {404, 400}
    assert "root:" not in answer.text


def test_another_name_is_refused(house: WebHall) -> None:
    for name in ("evil.example", f"evil.example:{house.host.rpartition(':')[2]}", "127.0.0.1:1"):
        assert house.get("/", Host=name).status == 421
    assert house.get("/", Host=f"localhost:{house.host.rpartition(':')[2]}").status == 200


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", "https://{host}", "http://{host}.evil.example"]
)
def test_only_the_page_itself_may_change_something(house: WebHall, origin: str | None) -> None:
    headers = {"Content_Type": FORM} | ({"Origin": origin.format(host=house.host)} if origin else {})
    for path in ("/sit/abc", "/sign-out", f"{house.table_path()}/act", "/say"):
        assert house.get(path, method="POST", body="text=x", **headers).status == 403
        assert house.get(path, method="PUT", body="text=x", **headers).status == 403


def test_only_a_post_changes_something(house: WebHall) -> None:
    for path in ("/sign-out", f"{house.table_path()}/act", "/say"):
        assert house.get(path).status == 405


def test_who_is_not_signed_in_does_nothing(house: WebHall) -> None:
    origin = {"Origin": house.address, "Content_Type": FORM}
    for cookie in ({}, {"Cookie": "session=abc"}, {"Cookie": "session=" + "a" * 10_000}, {"Cookie": "session=\u00e9"}):
        answer = house.get(f"{house.table_path()}/act", method="POST", body="action=fold", **origin, **cookie)
        assert answer.status == 403
        assert "set-cookie" not in answer.headers


def test_a_long_form_is_refused(house: WebHall) -> None:
    headers = {"Origin": house.address, "Content_Type": FORM}
    answer = house.get("/say", method="POST", body="text=" + "x" * 10_000, **headers)
    assert answer.status == 413


def test_too_many_requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "PER_SECOND", 0.0)
    with WebHall(tmp_path) as house:
        statuses = [house.get("/static/icon.svg").status for _ in range(BURST + 60)]
    assert statuses[:BURST] == [200] * BURST
    assert 429 in statuses


def test_nobody_says_their_own_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No proxy is named, so a visitor who claims to be another one each time is still one."""
    monkeypatch.setattr(server, "PER_SECOND", 0.0)
    with WebHall(tmp_path) as house:
        claimed = [{"X_Forwarded_For": f"192.0.2.{number}"} for number in range(1, BURST + 60)]
        assert 429 in [house.get("/static/icon.svg", **claim).status for claim in claimed]


def test_an_address_has_so_many_streams(tmp_path: Path) -> None:
    settings = WebSettings(listen=Listen("127.0.0.1", 0), per_address=5)
    with WebHall(tmp_path, settings=settings) as house:
        house.call(lambda hall: hall.seat("ann", "bob"))
        request = f"GET {house.table_path()}/events HTTP/1.1\r\nHost: {house.host}\r\n\r\n".encode()
        streams = [connect(house, request) for _ in range(5)]
        for stream in streams:
            assert b"200 OK" in stream.recv(1 << 16)
        assert is_ended(connect(house, request))
        for stream in streams:
            stream.close()


def test_who_sends_no_request_is_disconnected(house: WebHall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "HEAD_SECONDS", 0.2)
    silent = connect(house)
    slow = connect(house, b"GET / HTTP/1.1\r\nHost: ")
    assert is_ended(silent)
    assert is_ended(slow)


def test_a_head_without_end_is_cut(house: WebHall) -> None:
    with connect(house, b"GET / HTTP/1.1\r\n") as greedy:
        with suppress(ConnectionError):
            for _ in range(1000):
                greedy.sendall(b"x-more: " + b"y" * 1000 + b"\r\n")
        assert is_ended(greedy)
    assert house.get("/").status == 200


@pytest.mark.parametrize(
    "noise", [b"\x00" * 100, b"\x16\x03\x01\x02\x00", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n" * 3]
)
def test_noise_is_refused(house: WebHall, noise: bytes) -> None:
    with connect(house, noise) as noisy:
        noisy.shutdown(socket.SHUT_WR)
        noisy.recv(1 << 16)
    assert house.get("/").status == 200


def test_who_reads_gets_signs_of_life(house: WebHall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "BEAT_SECONDS", 0.01)
    request = f"GET / HTTP/1.1\r\nHost: {house.host}\r\nAccept: text/event-stream\r\n\r\n".encode()
    with connect(house, request) as idle, idle.makefile("rb") as lines:
        assert [line for line in islice(lines, 100) if line == b": \n"][2:]


@pytest.mark.slow(1)
def test_who_does_not_read_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client stops reading while frames come: it is cut, and nobody waits for it."""
    monkeypatch.setattr(streaming, "BEAT_SECONDS", 0.3)
    make_frame = LiveTable._frame
    monkeypatch.setattr(LiveTable, "_frame", lambda *seen: b": %b\n%b" % (b"x" * 500_000, make_frame(*seen)))
    with WebHall(tmp_path) as house:
        house.call(lambda hall: hall.seat("ann", "bob"))
        request = f"GET {house.table_path()}/events HTTP/1.1\r\nHost: {house.host}\r\n\r\n".encode()
        with connect(house, request) as deaf:
            assert b"200 OK" in deaf.recv(100)

            def is_cut() -> bool:
                house.call(lambda hall: hall.say(hall.actor(), "!fold"))
                house.call(lambda hall: hall.wait(10))
                assert house.get("/").status in {200, 429}
                return deaf.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) == errno.ECONNRESET

            wait_until(is_cut)


@pytest.mark.slow(1)
def test_who_reads_slowly_gets_the_whole_table_in_place_of_frames() -> None:
    table, browser = LiveTable(snapshot("x"), Renderer("")), streaming.Browser(FullTransport())
    table.browsers.add(browser)
    assert b'"all":true' in table.take(browser)
    for _ in range(streaming.MOST_FRAMES):
        table.update(Said(words="a line", seq=table.state.seq + 1))
        table.flush()
    assert table.take(browser).count(b"data: ") == streaming.MOST_FRAMES
    for _ in range(10 * streaming.MOST_FRAMES):
        table.update(Said(words="a line", seq=table.state.seq + 1))
        table.flush()
    (frame,) = table.take(browser).decode().splitlines()[::2]
    assert '"all":true' in frame
    assert table.take(browser) == b""
    table.update(Said(words="one", seq=table.state.seq + 1))
    table.update(Said(words="two", seq=table.state.seq + 1))
    table.flush()
    (frame,) = table.take(browser).decode().splitlines()[::2]
    assert '"log":["one","two"]' in frame, "what comes together is one frame"


@pytest.mark.slow(20)
def test_thousands_of_connections(tmp_path: Path) -> None:
    """One address opens connections without end: those beyond its share are cut, and another is served."""
    many = count(10_000, 300)
    settings = WebSettings(listen=Listen("127.0.0.1", 0), per_address=100)
    with WebHall(tmp_path, settings=settings) as house:
        host, _, port = house.host.partition(":")
        held = []
        try:
            for _ in range(many):
                made = socket.socket()
                made.bind(("127.0.0.2", 0))
                made.settimeout(30)
                made.connect((host, int(port)))
                held.append(made)
                if len(held) > 500:
                    held.pop(0).close()
            assert house.get("/").status == 200
        finally:
            for each in held:
                each.close()


def test_an_address_with_open_requests_is_not_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_ADDRESSES", 3)
    settings = WebSettings(per_address=2)
    statuses: list[int] = []

    async def run() -> None:
        end = asyncio.Event()

        async def page(scope: Any, _receive: Any, send: Any) -> None:
            if scope["path"] == "/live":
                await end.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})

        async def send(message: Any) -> None:
            statuses.extend([message["status"]] if "status" in message else [])

        async def ask(address: str, path: str = "/") -> None:
            headers = [(b"host", b"poker.test")]
            scope = {"type": "http", "method": "GET", "path": path, "headers": headers, "client": (address, 1)}
            await guarded(scope, no_body, send)

        async def no_body() -> Any:
            raise AssertionError

        guarded = server.Guard(page, settings, frozenset({"poker.test"}))
        streams = [asyncio.create_task(ask("192.0.2.1", "/live")) for _ in range(2)]
        await asyncio.sleep(0)
        for number in range(2, 20):
            await ask(f"192.0.2.{number}")
        assert len(guarded._visitors) == 3
        await ask("192.0.2.1")
        assert statuses[-1] == 429, "its streams still count"
        assert set(statuses[:-1]) == {200}
        others = [asyncio.create_task(ask(f"198.51.100.{number}", "/live")) for number in range(5)]
        await asyncio.sleep(0)
        assert len(guarded._visitors) == 3, "what is remembered has a bound, too"
        end.set()
        await asyncio.gather(*streams, *others)
        await ask("192.0.2.1")
        await ask("192.0.2.2")
        assert statuses[-2:] == [200, 200]
        assert len(guarded._visitors) == 3

    asyncio.run(run())
