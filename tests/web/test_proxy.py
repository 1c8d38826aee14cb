"""The page behind a real nginx, with the configuration of docs/web.md: by https, below a path, for several visitors."""

from __future__ import annotations

import re
import ssl
import subprocess
from http.client import HTTPSConnection
from typing import TYPE_CHECKING

import pytest

from ircpoker.config.web import Listen, WebSettings
from tests.ports import free_port
from tests.servers.daemon import Daemon
from tests.servers.process import listens
from tests.test_web_page import PAGE
from tests.web.test_player import until
from tests.web.web_hall import PATIENCE, WebHall

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

_NGINX = """\
daemon off; pid {folder}/pid; error_log stderr; worker_processes 1;
events {{ worker_connections 256; }}
http {{
    access_log off; client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
    uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    server {{
        listen 127.0.0.1:{port} ssl; ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem;
{locations}
    }}
}}
"""
_REQUEST = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=page.test -addext subjectAltName=IP:127.0.0.1"
PER_ADDRESS = 3
pytestmark = [
    pytest.mark.slow(3),
    pytest.mark.needs("nginx", "openssl"),
]


class Nginx(Daemon):
    """A reverse proxy by https, with the locations that docs/web.md shows."""

    def __init__(self, page: int, *, cuts: bool) -> None:
        super().__init__("nginx", "nginx")
        self.port = free_port()
        (locations,) = re.findall(r"```nginx\n(.*?)```", PAGE, re.DOTALL)
        assert "http://127.0.0.1:8080;" in locations
        locations = locations.replace("http://127.0.0.1:8080;", f"http://127.0.0.1:{page}{'/' if cuts else ''};")
        config = _NGINX.format(folder=self.folder, port=self.port, locations=locations)
        (self.folder / "nginx.conf").write_text(config, encoding="utf-8")
        files = ["-keyout", f"{self.folder}/key.pem", "-out", f"{self.folder}/cert.pem"]
        subprocess.run(["openssl", *_REQUEST.split(), *files], check=True, capture_output=True)
        for file in self.folder.iterdir():
            file.chmod(0o644)
        self.folder.chmod(0o777)

    def command(self) -> list[str]:
        return [self._program, "-p", str(self.folder), "-c", f"{self.folder}/nginx.conf"]

    def is_up(self) -> bool:
        return listens(self.port)


class ProxiedHall:
    """A bot, its page, and a proxy before it."""

    def __init__(self, folder: Path, *, cuts: bool) -> None:
        page = free_port()
        self.nginx = Nginx(page, cuts=cuts)
        self.url = f"https://127.0.0.1:{self.nginx.port}/poker"
        self.settings = WebSettings(
            self.url, Listen("127.0.0.1", page), proxies=("127.0.0.1",), per_address=PER_ADDRESS
        )
        self.house = WebHall(folder, settings=self.settings, seed=3, plugins=("holdem", "draw", "bank", "help"))

    def get(self, path: str, source: str = "127.0.0.1", **headers: str) -> tuple[int, str]:
        """Ask the proxy for something, from an address."""
        context = ssl._create_unverified_context()
        connection = HTTPSConnection(
            "127.0.0.1", self.nginx.port, timeout=PATIENCE, context=context, source_address=(source, 0)
        )
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        found = response.status, response.read().decode()
        connection.close()
        return found

    def watch(self, source: str) -> HTTPSConnection:
        """Open a table's stream from an address; return the connection and its status."""
        context = ssl._create_unverified_context()
        connection = HTTPSConnection(
            "127.0.0.1", self.nginx.port, timeout=PATIENCE, context=context, source_address=(source, 0)
        )
        connection.request("GET", f"/poker{self.house.table_path()}/events", headers={"X-Forwarded-For": "192.0.2.7"})
        return connection


@pytest.fixture(scope="module", params=[False, True], ids=["whole-path", "cut-path"])
def proxied(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProxiedHall]:
    made = ProxiedHall(tmp_path_factory.mktemp("h"), cuts=request.param)
    with made.house, made.nginx:
        made.house.call(lambda hall: hall.seat("ann", "bob"))
        yield made


def test_all_links_are_below_the_path(proxied: ProxiedHall) -> None:
    status, text = proxied.get("/poker/")
    assert status == 200
    links = set(re.findall(r'(?:src|href|action)="([^"#]+)"', text))
    assert all(link.startswith("/poker/") for link in links)
    assert {proxied.get(link)[0] for link in sorted(links)} == {200}
    assert proxied.get("/poker/nothing")[0] == 404
    assert proxied.get("/poker/standings/")[0] == 404
    assert proxied.get("/elsewhere")[0] == 404


def test_each_visitor_counts_by_the_own_address(proxied: ProxiedHall) -> None:
    """The proxy's word is believed, and not what a visitor says of itself."""
    streams = [proxied.watch("127.0.0.5") for _ in range(PER_ADDRESS)]
    assert [stream.getresponse().status for stream in streams] == [200] * PER_ADDRESS
    assert proxied.get("/poker/", "127.0.0.5", X_Forwarded_For="192.0.2.99")[0] == 429
    assert proxied.get("/poker/", "127.0.0.6", X_Forwarded_For="127.0.0.5")[0] == 200
    for stream in streams:
        stream.close()


def test_a_seat_through_the_proxy(proxied: ProxiedHall, browser: Browser) -> None:
    context = browser.new_context(ignore_https_errors=True)
    page = context.new_page()
    (line,) = proxied.house.call(lambda hall: hall.tell("ann", "!web"))
    found = re.search(rf"{re.escape(proxied.url)}/sit/[0-9a-f]+", line)
    assert found, line
    page.goto(found[0])
    page.click("button.main")
    page.wait_for_selector("a:text-is('ann')")
    (cookie,) = context.cookies()
    assert (cookie["secure"], cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (
        True,
        True,
        "Strict",
        "/poker",
    )
    page.click(".tables a")
    page.wait_for_selector("#connection:text('live')")
    while proxied.house.call(lambda hall: hall.actor()) != "ann":
        proxied.house.call(lambda hall: hall.say("bob", "!fold") if hall.actor() == "bob" else hall.wait(8))
    page.wait_for_selector(".actions")
    page.keyboard.press("f")
    until(page, "() => document.querySelector('#log').textContent.includes('ann folds')")
    page.click("text=Sign out")
    page.wait_for_selector("text=watching")
    assert page.url == f"{proxied.url}/"
    context.close()
