"""The page beside a bot on ngIRCd: somebody plays in the browser, by clicks or keys, with people on IRC."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

from tests.children import child
from tests.ports import free_port
from tests.servers.company import Company, passive
from tests.servers.process import ROOT, wait_for_server
from tests.servers.test_feed import feed_bot
from tests.tiers import count, seed
from tests.web.test_player import press

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.servers.ngircd import Ngircd
    from tests.servers.process import BotProcess

UNIT = ROOT / "packaging" / "ircpoker-web.service"
OTHER = ("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--no-new-privs")
"""Runs a command as a user without rights."""
OWN_CARDS = """() => [
  document.querySelector("#facts strong").textContent,
  [...document.querySelectorAll('#drawing [data-slot^="0.card"]')]
    .map((place) => place.getAttribute("href").slice(1)).filter((card) => /^[2-9TJQKA][cdhs]$/.test(card)),
]"""
"""Returns the number of the deal, and the cards of the own seat."""


@contextmanager
def page_of(bot: BotProcess, port: int) -> Iterator[None]:
    """Run `ircpoker web` beside a bot."""
    command = child(sys.executable, "-W", "error", "-m", "ircpoker", "web", "--config", str(bot.config))
    with (bot.folder / "web.log").open("ab") as log:
        process = subprocess.Popen(
            command, cwd=ROOT, env=os.environ | {"PYTHONUNBUFFERED": "1"}, stdout=log, stderr=log
        )
    try:
        wait_for_server(port)
        yield
    finally:
        process.terminate()
        process.wait(30)
    assert "Traceback" not in (bot.folder / "web.log").read_text()


@pytest.mark.slow(10)
def test_as_the_service_runs_it(ngircd: Ngircd, folder: Path, channel: str) -> None:
    """The command of the unit, as a user who cannot read the ledger, with the unit's environment and nothing else."""
    if os.getuid() != 0 or subprocess.run([*OTHER, "env", sys.executable, "-c", "0"], check=False).returncode:
        pytest.skip("only root can become another user, who must be able to run this Python")
    unit = UNIT.read_text(encoding="utf-8")
    (command,) = re.findall(r"^ExecStart=\S+/ircpoker (.*)$", unit, re.MULTILINE)
    (variables,) = re.findall(r"^Environment=(.*)$", unit, re.MULTILINE)
    (ended,) = re.findall(r"^SuccessExitStatus=(.*)$", unit, re.MULTILINE)
    port = free_port()
    own = folder / "etc"
    own.mkdir(0o700)
    (own / "config.ini").write_text(
        f"[feed]\nweb = on\nfolder = {folder}/feed\n[web]\nurl = http://127.0.0.1:{port}\nlisten = 127.0.0.1:{port}\n"
    )
    shutil.chown(own, "nobody", "nogroup")
    folder.chmod(0o711)
    bot = feed_bot(folder, ngircd.port, channel)
    bot.config.write_text(f"{bot.config.read_text()}group.web = nogroup\n")
    bot.config.chmod(0o600)
    program = [sys.executable, "-m", "ircpoker", *command.replace("/etc/ircpoker-web", str(own)).split()]
    env = ["env", "-i", "-C", "/", *variables.split(), f"PYTHONPATH={ROOT}"]
    with bot, Company(ngircd.port, channel, "alice", "bob") as company:
        company.sit_down()
        process = subprocess.Popen(child(*OTHER, *env, *program), umask=0o077, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == f"the page is at http://127.0.0.1:{port}/\n"
            wait_for_server(port)
            with urlopen(f"http://127.0.0.1:{port}/") as answer:
                assert channel in answer.read().decode()
            for file in ("ircpoker.db", "config.ini"):
                read = subprocess.run([*OTHER, "cat", str(folder / file)], capture_output=True, check=False)
                assert read.returncode != 0, file
        finally:
            process.terminate()
            assert process.wait(30) == int(ended), "systemd would call it failed"
            process.stdout.close()


@pytest.mark.slow(30)
@pytest.mark.parametrize("by_keys", [False, True], ids=["clicks", "keys"])
def test_a_seat_in_the_browser_beside_irc(
    by_keys: bool,
    ngircd: Ngircd,
    folder: Path,
    channel: str,
    page: Page,
) -> None:
    deals = count(30, 2)
    port = free_port()
    bot = feed_bot(folder, ngircd.port, channel)
    text = bot.config.read_text().replace("plugins = help", "plugins = bank, help")
    bot.config.write_text(f"{text}[web]\nurl = http://127.0.0.1:{port}\nlisten = 127.0.0.1:{port}\n")
    players = ("alice", "bob")
    with bot, Company(ngircd.port, channel, *players, strategy=passive, seed=seed(3)) as company, page_of(bot, port):
        company.silent.add("alice")
        alice = company.player("alice")
        company.sit_down()
        alice.say("dealer", "web")
        link = re.search(r"http://\S+/sit/[0-9a-f]+", alice.wait_for("/sit/").text)
        assert link
        page.goto(link[0])
        page.click("button.main")
        page.click(".tables a")
        acted, rng = 0, Random(seed(4))
        seen: dict[str, set[str]] = {}
        while len(company.finished) < deals:
            company.step()
            if page.query_selector(".actions"):
                deal, cards = page.evaluate(OWN_CARDS)
                seen[deal] = set(cards)
                press(page, rng, by_keys=by_keys)
                acted += 1
            page.wait_for_timeout(5)
        assert all(len(cards) == 2 for cards in seen.values())
        # A line of IRC takes its turn: the page is first.
        company.until(lambda: all(len(alice.all_cards(deal)) == 2 for deal in seen))
        assert seen == {deal: alice.all_cards(deal) for deal in seen}, "both places show the same cards"
        log = [heard.text for heard in company.watcher.heard]
        assert acted >= deals / 2
        actions = [text for text in log if re.search(r"\balice (?:checks|calls|bets|raises|folds|is all-in)", text)]
        assert len(actions) >= deals / 2, "who is on IRC reads what was done in the browser"
        assert not company.called_off
        assert "Traceback" not in bot.log
        company.check_secrecy()
