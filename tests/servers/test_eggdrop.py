"""The script for eggdrop, on a real eggdrop and a real server: answers, and lines that want to be more than text."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.servers.conftest import MakeHuman
from tests.servers.eggdrop import NICK, SCRIPT, Eggdrop
from tests.servers.human import Human
from tests.servers.ngircd import Ngircd
from tests.servers.process import ROOT
from tests.tiers import count, seed
from tests.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.needs("eggdrop")]
MOST_LINES = 60
HOSTILE = (
    "> {file}", ">> {file}", "| touch {file}", "|& touch {file}", "2> {file}", ">& {file}", "< /etc/passwd", "<< text",
    "[exec touch {file}]", "$::env(PATH)", "; touch {file}", "& touch {file}", "&& touch {file}", "`touch {file}`",
    "$(touch {file})", "\\[exec touch {file}\\]", "}} ; exec touch {file} ; {{", '" ; exec touch {file} ; "', "-h",
    "--json", "-- --json", "@{file}", "~/.profile", "*", "\\", "{{", "}}", "[", "]", '"', "#", ";", "%s%n",
    "\x02Ah\x02 Kd", "Ah Kd Qc Js 9h > {file}", "Ah|touch {file}", "Ah Kd | sh", "\udcff\udcfe", "😀 🂡", "x" * 380,
)  # fmt: skip
"""Redirections, pipes, substitutions and options, which `exec`, `eval` or a shell would obey."""


def parse_command() -> list[str]:
    """Return `ircpoker parse` as somebody can run it who is not root, as eggdrop is not."""
    python = sys.executable
    if os.getuid() == 0:
        python = "/usr/bin/python3"
        if subprocess.run([python, "-c", "import tomllib"], check=False, capture_output=True).returncode:
            pytest.skip("no Python 3.11 that others than root can run")
    return ["/usr/bin/env", f"PYTHONPATH={ROOT}", python, "-m", "ircpoker", "parse"]


def in_channel(ngircd: Ngircd, channel: str, human: MakeHuman) -> Human:
    """Return ann in the channel, when the eggdrop is there."""
    ann = human(ngircd.port, "ann", channel)

    def is_there() -> bool:
        ann.send(f"NAMES {channel}")
        return NICK in ann.expect(" 353 ").split(":")[-1].split()

    wait_until(is_there, "the eggdrop did not join")
    return ann


def test_it_is_short() -> None:
    assert len(SCRIPT.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def test_the_pair_of_the_text(ngircd: Ngircd, channel: str, human: MakeHuman) -> None:
    with Eggdrop(ngircd.port, channel, parse_command()):
        ann = in_channel(ngircd, channel, human)
        ann.say(channel, "!parsecards Ah Qc Td 5d 3s / Ad Qs Tc 6h 2c")
        assert [ann.hear(NICK, channel) for _ in range(3)] == [
            "Ah Qc Td 5d 3s | Ace High, Queen Kicker | 10 1 3 5 10 12",
            "Ad Qs Tc 6h 2c | Ace High, Queen Kicker | 10 1 3 5 9 13",
            "B wins | at number 5 of the rank: 9 before 10",
        ]
        ann.say(channel, "!pokerdemo A♠-K♠, queen of spades, Js 10s?")
        assert ann.hear(NICK, channel) == "As Ks Qs Js Ts | Royal Flush | 1 1 2 3 4 5"


def test_hostile_lines_are_text(ngircd: Ngircd, channel: str, human: MakeHuman, folder: Path) -> None:
    """Each reaches the command by its standard input, and nothing else happens: no file, no process, no argument."""
    folder.chmod(0o777)
    recorder, log, trap = folder / "recorder", folder / "log", folder / "trap"
    recorder.write_text(f'#!/bin/sh\n{{ printf "%s" "$#"; printf " <%s>" "$@"; echo; cat; }} >> {log}\necho done\n')
    recorder.chmod(0o755)
    more = """
    set parsecards::most_waiting 100000
    rename putserv real_putserv
    proc putserv line { if {![string match "PRIVMSG*:done" $line]} { real_putserv $line } }
    """
    rng = Random(seed(1))
    texts = [form.format(file=trap) for form in HOSTILE]
    texts += [" ".join(rng.choices(texts, k=rng.randint(2, 4)))[:380] for _ in range(count(1000, 60) - len(texts))]
    with Eggdrop(ngircd.port, channel, [recorder, "parse"], more) as eggdrop:
        ann = in_channel(ngircd, channel, human)

        def files() -> set[Path]:
            """Return all files but those that the eggdrop itself writes, some of them late."""
            return {file for file in (*folder.iterdir(), *eggdrop.folder.iterdir()) if file.stem != NICK}

        before = {*files(), log}
        for text in texts:
            ann.send(f"PRIVMSG {channel} :!parsecards ".encode() + text.encode(errors="surrogateescape"))

        def answered() -> list[bytes]:
            return log.read_bytes().split(b"1 <parse>\n")[1:] if log.exists() else []

        def is_whole() -> bool:
            return len(answered()) == len(texts) and answered()[-1].endswith(b"\n")

        wait_until(is_whole, lambda: f"{len(answered())} of {len(texts)} were asked")
        typed = [text.encode(errors="surrogateescape") for text in texts]
        assert [line.rstrip(b"\n").strip() for line in answered() if line.isascii()] == [
            text.strip() for text in typed if text.isascii()
        ]
        assert files() == before
        assert not trap.exists()
