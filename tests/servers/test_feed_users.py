"""A front-end as another user of the machine: its group's socket is all that it gets at."""

from __future__ import annotations

import grp
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.servers.company import Company, passive
from tests.servers.ngircd import Ngircd
from tests.servers.tables import table_bot
from tests.waiting import wait_for_socket

GROUP = "nogroup"
USER = "65534"
FEED = "[feed]\nfolder = {folder}/feed\nssh = on\nweb = on\ngroup.web = {group}\n"
FRONT_END = """\
import json, pathlib, socket, sys
folder, requests, tries = map(json.loads, sys.argv[1:])
answers = []
for name in ("local", "ssh", "web"):
    with socket.socket(socket.AF_UNIX) as endpoint:
        try:
            endpoint.connect(f"{folder}/feed/{name}.sock")
        except OSError as error:
            answers.append([name, error.strerror])
            continue
        file = endpoint.makefile("rw")
        for request in requests:
            file.write(json.dumps(request) + chr(10))
            file.flush()
            while True:
                message = json.loads(file.readline())
                answers.append([name, message])
                if message.get("id") == request["id"] and message["is"] != "reply":
                    break
for path in tries:
    try:
        pathlib.Path(path).read_bytes()
        answers.append([path, "read"])
    except OSError as error:
        answers.append([path, error.strerror])
print(json.dumps(answers))
"""
"""It needs nothing but Python: raw JSON, as somebody would write it who has broken into a front-end."""


def can_change_user() -> bool:
    """Return whether this machine lets the test run something as another user."""
    has_group = any(group.gr_name == GROUP for group in grp.getgrall())
    return os.geteuid() == 0 and has_group


pytestmark = pytest.mark.skipif(not can_change_user(), reason="only root can start a process as another user")


@pytest.fixture
def folder() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="feed"))
    path.chmod(0o711)
    yield path
    shutil.rmtree(path)


def as_stranger(folder: Path, requests: list[dict[str, Any]], *tries: Path) -> list[tuple[str, Any]]:
    """Run the front-end as nobody with the socket's group, and return what it has got."""
    arguments = [json.dumps(str(folder)), json.dumps(requests), json.dumps(list(map(str, tries)))]
    user = ["setpriv", f"--reuid={USER}", f"--regid={GROUP}", "--clear-groups"]
    python = shutil.which("python3", path="/usr/bin:/bin") or sys.executable
    done = subprocess.run([*user, python, "-c", FRONT_END, *arguments], capture_output=True, text=True, check=True)
    return [(name, answer) for name, answer in json.loads(done.stdout)]


def test_a_front_end_of_another_user(ngircd: Ngircd, folder: Path, channel: str) -> None:
    bot = table_bot(folder, ngircd.port, channel)
    settings = bot.config.read_text().replace("plugins = help", "plugins = admin, help")
    bot.config.write_text(settings + FEED.format(folder=folder, group=GROUP))
    with bot, Company(ngircd.port, channel, "alice", "bob", strategy=passive) as company:
        company.sit_down()
        company.play(1)
        person = {"nick": "wendy", "address": "192.0.2.7"}
        requests: list[dict[str, Any]] = [
            {"do": "hello", "person": person},
            {"do": "say", "text": "cards", "place": channel},
            {"do": "watch", "place": channel},
            {"do": "hello", "person": {**person, "network": "net"}},
            {"do": "hello", "person": {"nick": "alice", "address": "127.0.0.1"}},
            {"do": "say", "text": "cards", "place": channel},
            {"do": "say", "text": "admin stop"},
            {"do": "status"},
            {"do": "redeem", "code": "0" * 16},
            {"do": "say", "text": "!sit 300", "place": channel},
        ]
        numbered = [{**request, "id": number} for number, request in enumerate(requests)]
        wait_for_socket(folder / "feed" / "web.sock")
        secrets = [folder / "ircpoker.db", folder / "config.ini", folder / "feed"]
        got = as_stranger(folder, numbered, *secrets[:2])
        refused = {name: answer for name, answer in got if name in {"local", "ssh"}}
        assert refused == {"local": "Permission denied", "ssh": "Permission denied"}
        assert dict(got)[str(secrets[0])] == "Permission denied", "the ledger"
        answers = {message["id"]: message for name, message in got if name == "web" and "id" in message}
        assert answers[0]["person"]["id"] == "guest:web/wendy!192.0.2.7"
        assert answers[2]["is"] == "snapshot"
        assert answers[2]["you"] is None
        assert all(not seat["cards"] for seat in answers[2]["seats"])
        assert "the endpoint decides it" in answers[3]["text"]
        assert answers[4]["person"]["id"] == "guest:web/alice!127.0.0.1", "not the alice of IRC"
        assert [answers[number]["is"] for number in (7, 8)] == ["error", "error"]
        texts = [message.get("text", "") for name, message in got if name == "web"]
        assert not [text for text in texts if " you hold " in text]
        assert [text for text in texts if "only an administrator" in text]
        assert [text for text in texts if text.startswith("alice@web sits down in seat 3")]
        assert "Traceback" not in bot.log
