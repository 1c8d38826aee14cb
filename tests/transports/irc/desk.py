"""The sending side of a game: posts lines and records their deliveries."""

from __future__ import annotations

from collections.abc import Callable

from ircpoker.chat.message import Reply
from ircpoker.chat.outgoing import Outgoing, Reader
from ircpoker.runtime.delivery import Delivery
from ircpoker.transports.irc.receipts import TOKEN
from tests.transports.irc.stays import Stay


def ping(number: int = 1) -> str:
    return f"PING {TOKEN}{number}"


def chat_lines(lines: list[str]) -> list[str]:
    """Return the texts of lines to people and channels."""
    return [line.partition(" :")[2] for line in lines if line.startswith(("NOTICE ", "PRIVMSG "))]


class Desk:
    """Says the lines of tables on a stay.

    Attributes:
        heard: the deliveries of lines, with their texts.
        channel_tables: the keys of the tables in the channel.
    """

    def __init__(self, stay: Stay) -> None:
        self.stay = stay
        self.heard: list[tuple[str, Delivery]] = []
        self.channel_tables: set[str] = set()
        stay.receive()

    def post(
        self,
        target: str,
        text: str = "",
        *,
        private: bool = True,
        confirm: bool = True,
        table: str = "1",
        due: float | None = None,
        **more: str,
    ) -> None:
        """Post a line to a reader with further facts, and record its delivery."""
        text = text or f"for {target}"
        reply = Reply((text,), private)
        more = {"channel": "#poker"} | more if table in self.channel_tables else more
        reader, heard = Reader("net", target, **more), self.on_delivery(text)
        line = Outgoing(reader, reply, table=table, on_delivery=heard, confirm=confirm, due=due)
        self.stay.games.outbox.post(line)

    def announce(self, text: str, *, table: str = "1", confirm: bool = False, due: float | None = None) -> None:
        """Say a line of a table in the channel."""
        self.channel_tables.add(table)
        self.post("#poker", text, private=False, confirm=confirm, table=table, due=due)

    def hint(self, target: str, text: str, *, table: str = "", address: str = "") -> None:
        """Post a line whose delivery nobody waits for."""
        reply = Reply((text,), private=target[0] != "#")
        self.stay.games.outbox.post(Outgoing(Reader("net", target, address), reply, table=table))

    def on_delivery(self, text: str) -> Callable[[Delivery], None]:
        return lambda delivery: self.heard.append((text, delivery))

    def hear(self, line: str) -> None:
        """Hand over a line from the server; answers come with the next `run`."""
        self.stay.connection.process_data(f"{line}\r\n".encode())

    def ask(self, text: str) -> None:
        """Let alice say something in the channel."""
        self.hear(f":alice!user@home PRIVMSG #poker :{text}")

    def run(self, seconds: float = 0) -> list[str]:
        """Let time pass and return the lines sent since the last call."""
        lines = self.stay.sent + self.stay.run(seconds)
        del self.stay.transport.written[:]
        return lines

    def pong(self, number: int = 1) -> list[str]:
        """Answer the PING of this number and return the lines that follow."""
        return self.stay.receive(f":irc.test PONG irc.test :{TOKEN}{number}")

    def answer(self, *entries: str) -> list[str]:
        """Answer a USERHOST and return the lines that follow."""
        self.stay.receive(f":irc.test 302 dealer :{' '.join(entries)}")
        return self.run()
