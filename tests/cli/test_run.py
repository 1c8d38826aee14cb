"""`ircpoker run`: a whole bot in its own process, with people on raw sockets and at a terminal."""

import json
import os
import re
import select
import shutil
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Self
from urllib.request import urlopen

import pytest

from tests.children import child
from tests.cli.conftest import COMMAND, Ircpoker
from tests.ports import free_port
from tests.waiting import PATIENCE


class Person:
    """Somebody with a plain IRC client."""

    def __init__(self, port: int, nick: str) -> None:
        self._heard = b""
        self._socket = self._connect(port)
        self.say(f"NICK {nick}\r\nUSER {nick} 0 * :{nick}")
        self.expect(r" 001 ")

    def _connect(self, port: int) -> socket.socket:
        deadline = monotonic() + PATIENCE
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
            except ConnectionRefusedError:
                assert monotonic() < deadline

    def say(self, line: str) -> None:
        self._socket.sendall(line.encode() + b"\r\n")

    def expect(self, pattern: str) -> str:
        """Return the first line that matches; earlier ones are forgotten."""
        while True:
            line, end, rest = self._heard.partition(b"\r\n")
            if not end:
                more = self._socket.recv(4096)
                assert more, f"the server hung up while {pattern!r} was awaited"
                self._heard += more
                continue
            self._heard = rest
            if re.search(pattern, line.decode()):
                return line.decode()

    def ask(self, target: str, text: str, pattern: str) -> str:
        """Say something and return the answer; the bot may not have joined yet."""
        deadline = monotonic() + PATIENCE
        while True:
            self._socket.settimeout(0.5)
            self.say(f"PRIVMSG {target} :{text}")
            try:
                return self.expect(pattern)
            except TimeoutError:
                assert monotonic() < deadline
            finally:
                self._socket.settimeout(PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()


Bot = subprocess.Popen[str]


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[Bot]:
    """Run a bot without a terminal."""
    with subprocess.Popen(
        child(*COMMAND, "run", *arguments),
        cwd=folder,
        env=os.environ | {"PYTHONWARNINGS": "error"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as bot:
        try:
            yield bot
        finally:
            if bot.poll() is None:
                bot.kill()


@pytest.fixture
def port(tmp_path: Path) -> int:
    """Write a configuration with an embedded server and return its port."""
    port = free_port()
    (tmp_path / "config.ini").write_text(f"[network:local]\nport = {port}\nchannels = #poker\n")
    return port


@pytest.mark.parametrize(
    "number",
    [
        signal.SIGTERM,
        pytest.param(signal.SIGINT, marks=pytest.mark.slow),
        pytest.param(signal.SIGHUP, marks=pytest.mark.slow),
    ],
)
def test_a_bot_from_start_to_goodbye(tmp_path: Path, port: int, number: signal.Signals) -> None:
    with running(tmp_path) as bot, Person(port, "alice") as alice:
        alice.say("JOIN #poker")
        alice.expect(r" 366 ")
        alice.ask("#poker", "!parse Ah Td 4c 3s Js 7h", r"^:dealer!\S+ PRIVMSG #poker :.*Ace High, Jack Kicker")
        alice.ask("#poker", "dealer: parse 5h 4h 3h 2h Ah", r"^:dealer!\S+ PRIVMSG #poker :.*Straight Flush, Ace Low")
        alice.ask("dealer", "parse 5h 4h 3h 2h Ah", r"^:dealer!\S+ \S+ alice :.*Straight Flush, Ace Low")
        bot.send_signal(number)
        assert alice.expect(r"^:dealer!\S+ QUIT ")
        out, err = bot.communicate(timeout=PATIENCE)
    assert bot.returncode == 0
    assert out == ""
    own = [line for line in err.splitlines() if line.startswith("ircpoker: ")]
    events = [line.partition("ircpoker.")[2].partition(": ")[2] for line in err.splitlines() if line not in own]
    assert [re.sub("[0-9.]+", "N", line) for line in events] == [
        "ircpoker N has started",
        "local: connected to embedded:N",
        "local: joined '#poker'",
        "ircpoker ends",
    ]
    assert own == [
        f"ircpoker: local: embedded server on 127.0.0.1, port {port}, no TLS, as dealer in #poker",
        f"ircpoker: join it with any IRC client: host 127.0.0.1, port {port}, then /join #poker and !help",
    ]


def test_busy_port(ircpoker: Ircpoker, tmp_path: Path, port: int) -> None:
    with socket.create_server(("127.0.0.1", port)):
        done = ircpoker("run")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("ircpoker: ")
    assert str(port) in done.err
    assert done.err.count("\n") == 1
    assert (tmp_path / "config.ini").exists()


@pytest.mark.parametrize(
    "url", ["sqlite:///none/here.db", "mysql://host/poker", "postgresql://127.0.0.1:1/poker", "sqlite:///config.ini"]
)
def test_an_unusable_ledger_ends_the_start(ircpoker: Ircpoker, tmp_path: Path, port: int, url: str) -> None:
    with (tmp_path / "config.ini").open("a") as file:
        file.write(f"[bot]\ndatabase = {url}\n")
    done = ircpoker("run")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("ircpoker: ")
    assert done.err.count("\n") == 1
    assert str(port) not in done.err


@pytest.mark.slow(1)
def test_unread_input_is_reported(tmp_path: Path, port: int) -> None:
    with subprocess.Popen(
        child(*COMMAND, "run"), cwd=tmp_path, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as bot:
        try:
            assert bot.stderr is not None
            assert bot.stderr.readline().startswith("ircpoker: standard input is not a terminal, so")
            assert str(port) in bot.stderr.readline()
        finally:
            bot.terminate()


@pytest.mark.slow(2)
def test_a_network_that_fails_does_not_end_the_others(tmp_path: Path, port: int) -> None:
    other, nowhere = free_port(), free_port()
    with (tmp_path / "config.ini").open("a") as file:
        file.write(f"[network:second]\nport = {other}\nchannels = #cards\nnick = croupier\n")
        file.write(f"[network:broken]\nhost = 127.0.0.1\nport = {nowhere}\n")
        file.write("[bot]\nowner = alice\n")
    with running(tmp_path, "--verbose") as bot:
        for server_port, channel in [(port, "#poker"), (other, "#cards")]:
            with Person(server_port, "alice") as person:
                person.say(f"JOIN {channel}")
                person.ask(channel, "!parse Ah Td 4c 3s Js 7h", "Ace High, Jack Kicker")
        bot.terminate()
        _, err = bot.communicate(timeout=PATIENCE)
    assert bot.returncode == 0
    assert "broken: " in err
    assert "Traceback" not in err


@pytest.mark.slow(1)
def test_a_bot_without_a_connection_can_be_stopped(tmp_path: Path) -> None:
    (tmp_path / "config.ini").write_text(f"[bot]\nowner = a\n[network:n]\nhost = 127.0.0.1\nport = {free_port()}\n")
    with running(tmp_path) as bot:
        assert bot.stderr is not None
        assert bot.stderr.readline().startswith("ircpoker: n: server 127.0.0.1")
        bot.terminate()
        assert bot.wait(PATIENCE) == 0


class Terminal:
    """A terminal with somebody at it."""

    def __init__(self, master: int) -> None:
        self._master = master
        self._shown = ""

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def expect(self, text: str) -> None:
        deadline = monotonic() + PATIENCE
        while text not in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self._shown):
            ready, _, _ = select.select([self._master], [], [], max(0.0, deadline - monotonic()))
            assert ready, f"{text!r} did not appear in {self._shown!r}"
            self._shown += os.read(self._master, 4096).decode(errors="replace")

    def drain(self) -> str:
        """Read until the terminal is closed."""
        try:
            while select.select([self._master], [], [], PATIENCE)[0]:
                more = os.read(self._master, 4096)
                if not more:
                    break
                self._shown += more.decode(errors="replace")
        except OSError:  # Linux says so at the end
            pass
        return self._shown


def _quit(_bot: subprocess.Popen[bytes], terminal: Terminal) -> None:
    terminal.type("/quit\r")


def _end_of_input(_bot: subprocess.Popen[bytes], terminal: Terminal) -> None:
    terminal.type("\x04")


def _terminate(bot: subprocess.Popen[bytes], _terminal: Terminal) -> None:
    bot.terminate()


@pytest.mark.slow(1)
@pytest.mark.parametrize(
    "leave", [_quit, *[pytest.param(leave, marks=pytest.mark.slow) for leave in (_end_of_input, _terminate)]]
)
def test_the_console_opens_on_a_terminal(
    tmp_path: Path, port: int, leave: Callable[[subprocess.Popen[bytes], Terminal], None]
) -> None:
    ours, theirs = os.openpty()
    environment = os.environ | {
        "TERM": "xterm",
        "PROMPT_TOOLKIT_NO_CPR": "1",
        "HOME": str(tmp_path),
        "LOGNAME": "alice",
    }
    with subprocess.Popen(
        child(*COMMAND, "run"), cwd=tmp_path, env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    ) as bot:
        os.close(theirs)
        try:
            terminal = Terminal(ours)
            terminal.expect("join it with any IRC client")
            terminal.expect("alice>")
            terminal.type("parse Ah Td 4c 3s Js 7h\r")
            terminal.expect("| Ace High, Jack Kicker | 10 1 4 5 8 11")
            with Person(port, "bob") as bob:
                bob.ask("dealer", "parse Ah Td 4c 3s Js 7h", "Ace High, Jack Kicker")
            leave(bot, terminal)
            shown = terminal.drain()
            assert bot.wait(PATIENCE) == 0
        finally:
            if bot.poll() is None:
                bot.kill()
            os.close(ours)
    assert "Traceback" not in shown


@pytest.mark.slow
def test_a_bot_shows_whether_it_is_well(tmp_path: Path, port: int) -> None:
    web, log, file = free_port(), tmp_path / "log", tmp_path / "ircpoker.prom"
    with (tmp_path / "config.ini").open("a") as config:
        config.write(f"[log]\nformat = json\nfile = log\n[metrics]\nport = {web}\nfile = ircpoker.prom\n")
    with running(tmp_path) as bot, Person(port, "alice") as alice:
        alice.ask("dealer", "parse Ah Td 4c 3s Js 7h", "Ace High")
        with urlopen(f"http://127.0.0.1:{web}/health") as answer:
            assert (answer.status, answer.read()) == (200, b"ok\n")
        with urlopen(f"http://127.0.0.1:{web}/metrics") as answer:
            assert re.search(rb'\nircpoker_commands_total\{network="local"\} [1-9]', answer.read())
        assert 'ircpoker_connected{network="local"}' in file.read_text()
        bot.send_signal(signal.SIGTERM)
        assert bot.wait(PATIENCE) == 0
        assert "Ah" not in bot.stderr.read()
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    events = [line["event"] for line in lines]
    assert sorted(events) == ["connect", "join", "start", "stop"]
    assert {line["level"] for line in lines} == {"info"}
    assert not file.exists()


@pytest.mark.slow
def test_a_seed_gives_the_same_decks_each_time(tmp_path: Path, port: int) -> None:
    sealed = []
    for seed in ("7", "7", "8"):
        folder = tmp_path / f"{len(sealed)}"
        folder.mkdir()
        shutil.copy(tmp_path / "config.ini", folder)
        with running(folder, "--seed", seed) as bot:
            with Person(port, "alice") as alice:
                alice.say("JOIN #poker")
                sealed.append(alice.ask("#poker", "!proof", r" [0-9a-f]{64}").split(" :", 1)[1])
            bot.terminate()
            bot.wait(PATIENCE)
    assert sealed[0] == sealed[1] != sealed[2]


@pytest.mark.parametrize("host", ["irc.example.org", "192.0.2.7", "127.0.0.1.example.org"])
def test_a_seed_is_refused_on_shared_networks(ircpoker: Ircpoker, tmp_path: Path, port: int, host: str) -> None:
    with (tmp_path / "config.ini").open("a") as file:
        file.write(f"[bot]\nowner = alice\n[network:far]\nhost = {host}\n")
    done = ircpoker("run", "--seed", "7")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"ircpoker: --seed: [network:far] host = '{host}' is another machine")
    assert str(port) not in done.err
    assert done.err.count("\n") == 1


@pytest.mark.slow(1)
def test_without_the_client_for_irc_it_says_how_to_get_it(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "irc.py").write_text("raise ModuleNotFoundError(name='irc')", encoding="utf-8")
    (tmp_path / "config.ini").write_text("[network:local]\nhost = embedded\n", encoding="utf-8")
    done = ircpoker("run", PYTHONPATH=str(tmp_path))
    assert (done.status, done.out) == (2, "")
    refusal = "ircpoker: irc is not installed: pip install irc, or in a checkout start it with scripts/run"
    assert done.err.splitlines()[-1] == refusal
