"""A bot in its own thread, and a router that repeats any text."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

from ircpoker.cards import parse_cards
from ircpoker.chat.commands import Command, Example
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.outgoing import Outgoing, Reader
from ircpoker.chat.router import Router
from ircpoker.config import BotSettings, LimitSettings, NetworkSettings
from ircpoker.runtime.clock import SystemClock
from ircpoker.runtime.delivery import OnDelivery
from ircpoker.transports.irc import IrcClient, MessageRouter, Timing, UnaskedLines
from tests.chat.routers import make_router
from tests.waiting import PATIENCE, wait_until

T = TypeVar("T")

QUICK = Timing(
    connect=3,
    register=3,
    motd=1,
)
"""Patience for tests that wait for it."""
QUICK_RETURN = {"answer": 2.0, "join_retry": 0.5, "backoff_most": 1.0}
"""The same for the keys of a network; a configuration may not have such short ones."""


def is_connected(client: IrcClient) -> bool:
    """Return whether a bot is on its network now."""
    session = client._session
    return session is not None and session.registered and session.connection.is_open


class JumpingLoop(asyncio.SelectorEventLoop):
    """A loop whose time can jump, as for a stopped process.

    Attributes:
        ahead: by how many seconds it is ahead of the machine.
    """

    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead


class EchoRouter:
    """The worst plugin there could be: `!echo` repeats a user's text as it came, `!raise` fails."""

    def handle(self, message: Message) -> list[Reply]:
        name, _, text = message.text.removeprefix("!").partition(" ")
        match name:
            case "echo":
                return [Reply((text,))]
            case "secret":
                return [Reply(("for you: ", *parse_cards("AhKd")), private=True)]
            case "early":
                return [Reply(("Queued: call.",), private=True, moment="queued")]
            case "cards":
                return [Reply(parse_cards("AhKd"))]
            case "many":
                return [Reply((f"line {number} {text}",)) for number in range(int(text))]
            case "unquote":
                # A plugin does what the library does with every incoming line.
                return [Reply((text.replace("\x10r", "\r").replace("\x10n", "\n").replace("\x100", "\0"),))]
            case "raise":
                raise RuntimeError("a plugin failed")
        return []


def make_echo_router() -> Router:
    """Return the product's router, which limits people, with `!echo` among its commands."""

    def echo(_message: Message, arguments: str) -> list[Reply]:
        return [Reply((arguments,))]

    router = make_router(clock=SystemClock())
    router.add(Command("echo", summary="says it again", handler=echo, examples=(Example("hi", "hi"),)))
    return router


class RunningBot:
    """A client that runs until `stop`."""

    def __init__(
        self,
        network: NetworkSettings,
        router: MessageRouter,
        *,
        bot: BotSettings,
        limits: LimitSettings,
        timing: Timing,
        games: UnaskedLines | None = None,
    ) -> None:
        self.client: IrcClient
        self._made = threading.Event()
        self._error: BaseException | None = None
        self._games = games or UnaskedLines()
        self._arguments = (network, bot, limits, router, timing)
        self._loop: asyncio.AbstractEventLoop
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        assert self._made.wait(PATIENCE)

    def wait_for(self, condition: Callable[[IrcClient], bool]) -> None:
        wait_until(lambda: self.call(lambda: condition(self.client)), "the bot did not get there")

    def wait_joined(self, channels: int = 1) -> None:
        self.wait_for(lambda client: is_connected(client) and len(client.channels) == channels)

    def wait_gone(self) -> None:
        """Wait until the bot knows that it is off the network: before a wait for its return."""
        self.wait_for(lambda client: not is_connected(client))

    def wait_sent(self) -> None:
        """Wait until nothing more waits for its turn to be sent."""
        self.wait_for(lambda client: client._session is not None and not client._session.sender.is_busy)

    def say(self, target: str, reply: Reply, on_delivery: OnDelivery | None = None) -> None:
        """Send a line; if somebody waits for its outcome, a PING follows it."""
        line = Outgoing(
            Reader(self.client.name, target), reply, on_delivery=on_delivery, confirm=on_delivery is not None
        )
        self.call(lambda: self._games.outbox.post(line))

    def show_typing(self, target: str) -> None:
        """Show that a line will come."""
        self.call(lambda: self._games.outbox.show_typing(self.client.name, target))

    def call(self, function: Callable[[], T]) -> T:
        """Run a function on the bot's loop."""

        async def run() -> T:
            return function()

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(PATIENCE)

    def jump(self, seconds: float) -> None:
        """Let time jump, as for a stopped process."""
        loop = self._loop
        assert isinstance(loop, JumpingLoop)

        def jump() -> None:
            loop.ahead += seconds

        self.call(jump)

    def stop(self, message: str = "bye") -> None:
        """Stop the bot."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self.client.stop, message)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the bot does not stop"
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=JumpingLoop) as runner:
                runner.run(self._main())
        except BaseException as error:
            self._error = error  # `stop` raises it in the test's thread.
        finally:
            self._made.set()

    async def _main(self) -> None:
        network, bot, limits, router, timing = self._arguments
        self._loop = asyncio.get_running_loop()
        self.client = IrcClient(network, bot, limits, router, timing=timing, games=self._games)
        self._made.set()
        await self.client.run()
