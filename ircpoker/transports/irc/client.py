"""The IRC client: connects to one network, stays there, and reconnects whenever the connection ends.

There is one client for each network; they share one loop and one router.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Mapping
from dataclasses import replace
from random import Random, SystemRandom

from irc.connection import AioFactory
from msgspec import structs

from ircpoker.admin.bot_status import MissingState
from ircpoker.chat.limits import Bucket
from ircpoker.chat.message import TransportLimits
from ircpoker.config import BotSettings, LimitSettings, NetworkSettings, Secret
from ircpoker.errors import TransportError, quote
from ircpoker.runtime.event_log import log_event
from ircpoker.runtime.recent import OnceAnHour
from ircpoker.transports.irc.connection import Connection, Reactor
from ircpoker.transports.irc.context import ClientContext, MessageRouter, Timing, UnaskedLines
from ircpoker.transports.irc.features import ServerFeatures
from ircpoker.transports.irc.identity import real_name, user_name
from ircpoker.transports.irc.people import Channel
from ircpoker.transports.irc.session import Session
from ircpoker.transports.irc.upkeep import OwnAttempts, warn_once
from ircpoker.transports.irc.wanted import WantedChannels, is_word
from ircpoker.transports.loop import STANDSTILL

LINE_BYTES = 400
"""Bytes of text that always fit into a line, however long the server's and the channel's names are."""
PUBLIC_LINES = 3
"""The most lines of one answer in a channel."""
_CTCP_BURST = 3
_CTCP_INTERVAL = 5.0
_QUIT_MESSAGE = "good game"
_EMBEDDED_INTERVAL = 0.01

_logger = logging.getLogger(__name__)


class IrcClient:
    """The bot on one network.

    Attributes:
        is_waiting: whether a connection has ended, and the next one is not tried yet.

    Examples:
        Until somebody calls `stop`, or the task is cancelled::

            client = IrcClient(settings.networks[0], settings.bot, settings.limits, router)
            await client.run()
    """

    def __init__(  # noqa: PLR0913 - four needed by every client, and three keywords with defaults
        self,
        network: NetworkSettings,
        bot: BotSettings,
        limits: LimitSettings,
        router: MessageRouter,
        *,
        games: UnaskedLines | None = None,
        timing: Timing | None = None,
        rng: Random | None = None,
    ) -> None:
        """Create a client; nothing is connected yet.

        Args:
            network: where to connect, how, and which channels to join.
            bot: the bot's nick and owner, and how it shows cards.
            limits: the limits on commands.
            router: answers commands.
            games: the parts that talk without being asked.
            timing: how long the client waits.
            rng: chooses spare nicks and varies the time between attempts.
        """
        if network.is_embedded:
            # Our own server takes lines as fast as they come.
            network = replace(network, send_interval=_EMBEDDED_INTERVAL)
        attempts = OwnAttempts.of(network)
        self._setup = ClientContext(
            network,
            bot,
            router,
            games or UnaskedLines(),
            _limits(network, limits),
            Bucket(_CTCP_BURST, _CTCP_INTERVAL),
            timing or Timing(),
            rng or SystemRandom(),
            WantedChannels(network.channels, attempts.channel, network.channel_keys, dict(network.forwards)),
            attempts,
            OnceAnHour(lambda: asyncio.get_running_loop().time()),
        )
        self.is_waiting = False
        self._session: Session | None = None
        self._stopping = asyncio.Event()
        self._quit_message = _QUIT_MESSAGE

    @property
    def name(self) -> str:
        """The network's name in the configuration."""
        return self._setup.network.name

    @property
    def nick(self) -> str:
        """The bot's nick now; the configured one while it is not connected."""
        return self._session.nick if self._session is not None else self._setup.nick

    @property
    def channels(self) -> Mapping[str, Channel]:
        """The channels the bot is in now, by folded name."""
        return self._session.people.channels if self._session is not None else {}

    @property
    def is_connected(self) -> bool:
        """Whether the bot is on the network now: welcomed, and logged in if it has an account."""
        session = self._session
        return session is not None and session.is_ready and not session.connection.closed.done()

    @property
    def lines_waiting(self) -> int:
        """The lines that wait until the server takes them."""
        return self._session.sender.waiting[0] if self._session is not None else 0

    @property
    def longest_wait(self) -> float:
        """For how many seconds the oldest line waits that could go."""
        return self._session.sender.waiting[1] if self._session is not None else 0.0

    def use_limits(self, limits: LimitSettings) -> None:
        """Limit commands in another way from now on."""
        self._setup = structs.replace(self._setup, limits=_limits(self._setup.network, limits))
        if self._session is not None:
            self._session.messages.limits = self._setup.limits

    @property
    def wanted_channels(self) -> tuple[str, ...]:
        """The channels in which the bot wants to be, whether or not the server lets it in."""
        return tuple(self._setup.wanted)

    @property
    def missing(self) -> tuple[MissingState, ...]:
        """What the bot wants on the network and has not reached, of which the connection comes before all else."""
        own, wanted = self._setup.attempts, self._setup.wanted
        states = [("connection", own.connection)]
        if own.connection.is_reached:
            login = [("login", own.login)] if self._setup.network.sasl else []
            states = [*login, ("nick", own.nick), *((name, wanted.attempts(name)) for name in wanted)]
        now = asyncio.get_running_loop().time()
        return tuple(
            MissingState(name, now - attempts.since, attempts.words)
            for name, attempts in states
            if attempts.since is not None and not attempts.is_reached
        )

    def join(self, channel: str, key: str = "") -> None:
        """Want to be in a channel from now on, and join it if the bot is connected. Called on the loop.

        The server may refuse: then the log has its reason, and the bot tries again from time to time.

        Args:
            channel: its name; it need not be in the configuration.
            key: its key (mode +k); empty for the one that is known, or none.

        Raises:
            TransportError: the name or the key cannot be sent.
        """
        features = self._features
        if not features.is_channel(channel) or not is_word(channel) or (key and not is_word(key)):
            raise TransportError(f"{quote(channel)} or its key has a character that cannot be sent")
        self._setup.wanted.add(channel, Secret(key) if key else None, features.fold)
        if self._session is not None:
            self._session.joiner.hurry(channel)

    def part(self, channel: str, reason: str = "") -> bool:
        """Leave a channel and want to be there no more. Called on the loop.

        Args:
            channel: its name.
            reason: what others read; empty for none.

        Returns:
            Whether the bot wanted to be there.
        """
        wanted, fold = self._setup.wanted, self._features.fold
        # It may be in another channel, to which this one leads.
        own = wanted.origin(channel, fold) or channel
        names = dict.fromkeys(filter(None, (own, wanted.forward(own, fold))))
        was_wanted = wanted.remove(own, fold)
        for name in names:
            if self._session is not None:
                self._session.joiner.part(name, reason)
            # Its tables stand still no more: nobody there plays on, and the clocks give up the seats.
            self._setup.games.presence.heard(self.name, name)
        return was_wanted

    @property
    def _features(self) -> ServerFeatures:
        return self._session.features if self._session is not None else ServerFeatures()

    async def run(self) -> None:
        """Connect, answer and reconnect until `stop` is called or the task is cancelled; then leave politely."""
        serving = asyncio.ensure_future(self._serve())
        stopping = asyncio.ensure_future(self._stopping.wait())
        try:
            await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopping.cancel()
            serving.cancel()
            ended, _ = await asyncio.gather(serving, stopping, return_exceptions=True)
        if isinstance(ended, Exception):
            raise ended

    def stop(self, message: str = _QUIT_MESSAGE) -> None:
        """Let `run` say goodbye and return, within two seconds. Called on the loop.

        Args:
            message: the reason that others read.
        """
        self._quit_message = message
        self._stopping.set()

    async def _serve(self) -> None:
        """Connect again and again."""
        loop, attempts, games = asyncio.get_running_loop(), self._setup.attempts, self._setup.games
        while True:
            attempts.connection.begin(loop.time())
            await self._stay_once()
            self._session, session = None, self._session
            if session is not None and session.login.tls_port:
                # For good: nobody between the bot and the server can talk it out of TLS again.
                network = replace(self._setup.network, tls=True, port=session.login.tls_port)
                self._setup = structs.replace(self._setup, network=network)
                attempts.connection.miss(loop.time())
                continue
            wait = self._wait_for(session, loop.time())
            log_event(_logger, "retry", "%s: trying again in %.1f s", self.name, wait, facts={"network": self.name})
            self.is_waiting = True
            await asyncio.sleep(wait)
            self.is_waiting = False
            games.activity.reconnects[self.name] += 1

    def _wait_for(self, session: Session | None, now: float) -> float:
        """Return how long to wait after a stay has ended, for the sake of the server and of its services."""
        attempts, rng = self._setup.attempts, self._setup.rng
        words = attempts.connection.words or "the connection has ended"
        # Varied, so that a network's bots do not all come back at the same moment.
        wait = attempts.connection.miss(now, lambda pause: pause * rng.uniform(0.5, 1.0))
        if session is not None and session.was_refused:
            # The login has its own pauses, and its words are in the log already.
            attempts.connection.words = attempts.login.words
            return max(wait, attempts.login.miss(now, lambda pause: pause * rng.uniform(0.5, 1.0)))
        attempts.connection.words = words
        warn_once(self._setup.troubles, self.name, f"not connected: {words}", words)
        return wait

    async def _stay_once(self) -> None:
        """Connect, and stay until the connection ends for any reason."""
        connection: Connection = Reactor(loop=asyncio.get_running_loop()).server()
        self._session = session = Session(self._setup, connection)
        connection.attach(session.on_line, session.login.begin)
        network = self._setup.network
        try:
            async with asyncio.timeout(self._setup.timing.connect):
                await self._connect(connection)
            await self._watch(session)
        except (OSError, UnicodeError) as error:
            # TimeoutError and ssl.SSLError are OSErrors; some host names that cannot be looked up give UnicodeError.
            words = str(error) or "no answer in time"
            self._setup.attempts.connection.hear(f"{network.host}:{network.port}: {words}")
        finally:
            self._note_end(session)
            session.end()
            await self._leave(session)

    async def _connect(self, connection: Connection) -> None:
        network, bot = self._setup.network, self._setup.bot
        context = _tls_context(network) if network.tls else None
        await connection.connect(
            network.address,
            network.port,
            self._setup.nick,
            username=user_name(self._setup.nick),
            ircname=real_name(bot.owner, bot.prefix),
            connect_factory=AioFactory(ssl=context, server_hostname=network.address if context else None),
        )
        facts: Mapping[str, str | int] = {"network": self.name, "host": network.host, "port": network.port}
        log_event(_logger, "connect", "%s: connected to %s:%d", self.name, network.host, network.port, facts=facts)

    def _note_end(self, session: Session) -> None:
        """Count a refused login, and log the end of a stay that the bot did not want to end."""
        if session.was_refused and not session.login.tls_port:
            self._setup.games.activity.refused_logins[self.name] += 1
        if session.registered and not self._stopping.is_set():
            log_event(_logger, "disconnect", "%s: the connection has ended", self.name, facts={"network": self.name})

    async def _watch(self, session: Session) -> None:
        """Wait for the end of the connection; end it if it is dead or the server does not welcome the bot."""
        connection, timing = session.connection, self._setup.timing
        loop = asyncio.get_running_loop()
        register_by = loop.time() + timing.register
        pinged_at = 0.0
        while not connection.closed.done():
            now, heard = loop.time(), connection.last_received
            was_pinged = pinged_at > heard
            if not session.registered:
                next_step = register_by  # A server may be silent while it looks up our host.
            elif was_pinged:
                next_step = pinged_at + timing.dead_after - timing.ping_after
            else:
                next_step = heard + timing.ping_after
            if now < next_step:
                # If the welcome comes during the wait, silence is measured from that line.
                wait = min(next_step - now, timing.ping_after)
                await asyncio.wait({connection.closed}, timeout=wait)
                late = loop.time() - now - wait
                if late > STANDSTILL:
                    # The process was stopped: its input may be incomplete, so ask the server again.
                    register_by += late
                    pinged_at = 0.0
            elif was_pinged or not session.registered:
                self._setup.attempts.connection.hear(f"nothing heard for {now - heard:.0f} s, connection given up")
                connection.abort()
                await connection.closed
            else:
                pinged_at = now
                connection.ping("ircpoker")

    async def _leave(self, session: Session) -> None:
        """End the connection if it is open: send the last lines and QUIT, wait a moment for the answer, then close."""
        loop, patience, connection = asyncio.get_running_loop(), self._setup.timing.quit, session.connection
        if connection.transport is None or connection.closed.done():
            return
        end = loop.time() + patience
        session.sender.release()
        while session.sender.is_busy and not connection.closed.done() and loop.time() < end - patience / 2:
            await asyncio.wait({connection.closed}, timeout=0.05)
        connection.quit(self._quit_message)
        # Closing at once could lose the QUIT: unread input turns a close into a reset.
        await asyncio.wait({connection.closed}, timeout=end - loop.time())
        connection.abort()
        await connection.closed


def _limits(network: NetworkSettings, limits: LimitSettings) -> TransportLimits:
    # Everybody on the embedded server is on the same machine.
    commands = replace(limits, host_factor=0) if network.is_embedded else limits
    return TransportLimits(LINE_BYTES, PUBLIC_LINES, commands)


def _tls_context(network: NetworkSettings) -> ssl.SSLContext:
    """Return the TLS context: the server's certificate is verified, and the bot's is sent if it has one."""
    context = ssl.create_default_context()
    if network.tls_certificate is not None:
        context.load_cert_chain(network.tls_certificate)
    return context
