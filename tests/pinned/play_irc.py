"""Plays a session on a real IRC server: the bot is a process, the people are raw sockets, and nothing is waited for
but events: an answer of the server, or the lines that the golden texts have for a step.
"""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

from tests.pinned.heard import Heard, counts_until, group, lines_of, plain, rejoined
from tests.pinned.process import Program
from tests.pinned.script import BOT, CHANNEL, Session, Step
from tests.servers.human import Human, connect_together

PATIENCE = 30.0
"""Seconds until a test that waits in vain fails."""
WATCHER = "watcher"


class Client(Human):
    """Somebody on the server, with all that the bot has said to them.

    Attributes:
        heard: the bot's lines: the target (the channel or this nick) and the text.
        events: all other lines.
    """

    def __init__(self, port: int, nick: str) -> None:
        self.heard: list[tuple[str, str]] = []
        self.events: list[str] = []
        self._pings = 0
        super().__init__(port, nick)

    def read(self) -> str:
        """Take the next line."""
        line = self._next_line(time.monotonic() + PATIENCE)
        assert line is not None, f"{self.nick} waits in vain; its last lines: {self.received[-3:]}"
        source, verb, target, text = (*line.split(" ", 3), "", "", "")[:4]
        is_chat = verb in {"NOTICE", "PRIVMSG"} and not text.startswith(":\x01")  # a client shows no CTCP
        if source.startswith(f":{BOT}!") and is_chat:
            self.heard.append((target, text.removeprefix(":")))
        else:
            self.events.append(line)
        return line

    def wait_for(self, *words: str) -> None:
        """Read until a line holds these words; those that came before count, too, and only once."""
        while True:
            for at, line in enumerate(self.events):
                if all(word in line for word in words):
                    del self.events[: at + 1]
                    return
            self.read()

    def sync(self) -> None:
        """Wait until the server has answered all lines of this person."""
        self._pings += 1
        self.send(f"PING sync{self._pings}")
        self.wait_for("PONG", f"sync{self._pings}")


class IrcPlay:
    """A bot, its people and an operator who watches the channel."""

    def __init__(self, session: Session, golden: Heard, folder: Path, port: int) -> None:
        self._session = session
        self._golden = golden
        self._folder = folder
        self._port = port
        network = {"host": "127.0.0.1", "port": str(port), "channels": CHANNEL, "services": "off"}
        network |= {"send_burst": "100", "send_interval": "0.01"}
        # As usual: what everybody reads then is, but for suits and signs of no width, what the golden texts have.
        config = session.config_text(network).replace("cards = ascii", "cards = unicode")
        (folder / "config.ini").write_text(config, encoding="utf-8")
        self._watcher, *people = connect_together(partial(Client, port), [WATCHER, *session.people])
        self._people = {client.nick: client for client in people}
        self._gone: dict[str, list[tuple[str, str]]] = {}
        self._bot: Program | None = None
        self._checked: set[str] = set()

    def play(self) -> Heard:
        try:
            self._watcher.join(CHANNEL)
            for client in self._people.values():
                self._come(client)
            self._start()
            for step in self._session.steps:
                self._do(step)
                self._wait_for_lines(counts_until(self._golden, step.number))
        finally:
            for client in [self._watcher, *self._people.values()]:
                client.close()
            if self._bot is not None:
                self._bot.close()
        assert self._bot is not None
        self._bot.check_log()
        return group((0, reader, text) for reader, texts in self._lines().items() for text in texts)

    def _start(self) -> None:
        self._checked.clear()
        self._bot = Program(self._folder, "run", "--seed", str(self._session.seed))
        self._watcher.wait_for(f":{BOT}!", " JOIN ")

    def _connect(self, who: str) -> None:
        client = self._people[who] = Client(self._port, who)
        self._come(client)

    def _come(self, client: Client) -> None:
        if self._session.in_channel:
            self._join(client)

    def _join(self, client: Client) -> None:
        client.send(f"JOIN {CHANNEL}")
        self._watcher.wait_for(f":{client.nick}!", " JOIN ")

    def _do(self, step: Step) -> None:
        client = self._people.get(step.who, self._watcher)
        match step.kind:
            case "says" | "tells":
                client.say(CHANNEL if step.kind == "says" else BOT, step.text)
                self._wait_for_reach_check(step)
                client.sync()
            case "comes":
                self._join(client)
            case "connects":
                self._connect(step.who)
            case "leaves":
                client.send(f"PART {CHANNEL}")
                self._watcher.wait_for(f":{client.nick}!", " PART ")
            case "kicked":
                self._watcher.send(f"KICK {CHANNEL} {client.nick} :out")
                self._watcher.wait_for(" KICK ", f" {client.nick} ")
            case "quits":
                client.send("QUIT :bye")
                self._watcher.wait_for(f":{client.nick}!", " QUIT ")
                self._gone.setdefault(step.who, []).extend(client.heard)
                self._people.pop(step.who).close()
            case "renames":
                client.send(f"NICK {step.text}")
                client.wait_for(f":{client.nick}!", " NICK ")
                client.nick = step.text
            case _:
                self._end(step.kind)

    def _wait_for_reach_check(self, step: Step) -> None:
        """Wait until the bot knows that its lines reach somebody who has sat down: then they are dealt in."""
        heard = [text for number, text in self._golden.get(CHANNEL, []) if number == step.number]
        if step.who in self._checked or not any(f"{step.who} sits down" in text for text in heard):
            return
        self._checked.add(step.who)
        self._people[step.who].wait_for(f":{BOT}!", "\x01PING")
        self._wait_for_bot()

    def _wait_for_bot(self) -> None:
        """Wait until the bot answers: the server then has all that the bot sent before, and answered it."""
        heard = len(self._watcher.heard)
        self._watcher.say(BOT, "synced")
        while all(target == CHANNEL for target, _ in self._watcher.heard[heard:]):
            self._watcher.read()

    def _end(self, kind: str) -> None:
        """Kill the bot and start it again, or let it leave."""
        assert self._bot is not None
        if kind == "kills":
            self._bot.kill()
            self._bot.close()
            self._watcher.wait_for(f":{BOT}!", " QUIT ")
            self._start()
        else:
            self._bot.terminate()
            self._watcher.wait_for(f":{BOT}!", " QUIT ")
            for client in [self._watcher, *self._people.values()]:
                client.sync()

    def _lines(self) -> dict[str, list[str]]:
        lines = {CHANNEL: [plain(text) for target, text in self._watcher.heard if target == CHANNEL]}
        for who in self._session.everybody:
            heard = self._gone.get(who, []) + (self._people[who].heard if who in self._people else [])
            lines[who] = [plain(text) for target, text in heard if target != CHANNEL]
        golden = lines_of(self._golden)
        return {reader: rejoined(texts, golden.get(reader, [])) for reader, texts in lines.items()}

    def _wait_for_lines(self, wanted: dict[str, int]) -> None:
        """Read until every reader has as many lines as the golden texts have by now."""
        for reader, count in wanted.items():
            client = self._watcher if reader == CHANNEL else self._people.get(reader)
            while client is not None and len(self._lines().get(reader, [])) < count:
                client.read()


def play_on_irc(session: Session, golden: Heard, folder: Path, port: int) -> Heard:
    return IrcPlay(session, golden, folder, port).play()
