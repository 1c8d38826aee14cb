"""README.md and docs/ssh.md: the commands are those with which the tests start the server and come by it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.ssh.house import SshHouse

pytestmark = [pytest.mark.servers, pytest.mark.slow]

ROOT = Path(__file__).parents[2]


def _commands(page: str, start: str) -> list[list[str]]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return [shlex.split(line) for line in re.findall(rf"^({start} .*)$", text, re.MULTILINE)]


def test_the_server_is_started_as_the_readme_says(house: SshHouse) -> None:
    assert _commands("README.md", "scripts/run ssh") == [["scripts/run", "ssh", "--config", "my.ini"]]
    assert house.arguments[:2] == ["ssh", "--config"]


def test_people_come_as_the_page_says(house: SshHouse) -> None:
    text = (ROOT / "docs/ssh.md").read_text(encoding="utf-8")
    with house.person("eli", "#crowd") as eli:
        eli.say("#crowd", "!open")
        eli.expect("sits down")
        ways = re.findall(r"^ssh (-t )?-p 2222 \S+ ('#poker')?", text, re.MULTILINE)
        assert len(ways) == 3
        for options, place in ways:
            words = "#crowd" if place else ""
            answer = house.ask("flo", *(["-tt"] if options else []), words=words, typed="quit\r\n")
            assert answer.returncode == 0
            if place and not options:
                assert "You watch #crowd" in answer.stdout
