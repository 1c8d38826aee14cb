"""Puts the parts together: settings → router with its plugins → the networks, and the console beside them.

This is the only module that knows all layers, and only the command line imports it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

from ircpoker import __version__
from ircpoker.admin.monitoring.settings import METRICS, MONITORING_SECTIONS
from ircpoker.admin.process import RunningProcess, accept_invitation, with_chosen_channels
from ircpoker.chat.loader import find_sections as find_plugin_sections
from ircpoker.chat.loader import load_plugins
from ircpoker.chat.router import Router
from ircpoker.chat.services import Services
from ircpoker.config import SECTIONS as OWN_SECTIONS
from ircpoker.config import Section, Settings, load_settings, read_bot
from ircpoker.config.administration import FEED, door_network
from ircpoker.config.ini import quote_path
from ircpoker.config.networks import CONSOLE_NETWORK
from ircpoker.errors import ClaimedError, ConfigError, InvalidConfigError, RobotFileError, TransportError
from ircpoker.feed import FeedClient
from ircpoker.feed.server.table_feeds import TableFeeds
from ircpoker.lobby import TABLE_SECTIONS
from ircpoker.machines.settings import SLOT, VIDEO_POKER
from ircpoker.robots import load_own_robots
from ircpoker.runtime.clock import Clock, SystemClock
from ircpoker.runtime.event_log import log_event
from ircpoker.runtime.foreign import require
from ircpoker.runtime.stopping import stop_signals
from ircpoker.ssh.settings import SSH
from ircpoker.tournaments.settings import TOURNAMENTS
from ircpoker.transports.loop import run_scheduler
from ircpoker.transports.notify import ServiceManager, reporting

if TYPE_CHECKING:
    from ircpoker.transports.irc import IrcClient


SECTIONS: tuple[Section[Any], ...] = (
    *OWN_SECTIONS,
    *MONITORING_SECTIONS,
    SSH,
    SLOT,
    VIDEO_POKER,
    *TABLE_SECTIONS.values(),
    TOURNAMENTS,
)
"""All sections that a configuration may have."""
LONGEST_GOODBYE = 5.0
"""Seconds in which the bot must have left all networks."""

_logger = logging.getLogger(__name__)


def make_router(settings: Settings, *, seed: int | None = None, clock: Clock | None = None) -> Router:
    """Return a router with the plugins that the settings name.

    Args:
        settings: the configuration.
        seed: makes everything random repeatable; None for the randomness of the operating system.
        clock: the time; by default the machine's.

    Returns:
        The router, ready to answer.

    Raises:
        InvalidConfigError: plugins cannot be loaded; it has the reason for each of them.
    """
    # Decks have a random generator of their own, so that they do not depend on how much randomness robots use.
    if seed is None:
        services = Services(settings, SystemRandom(), clock or SystemClock())
    else:
        rng, decks = Random(f"robots {seed}"), Random(seed)  # noqa: S311 - `--seed` asks for repeatable decks
        services = Services(settings, rng, clock or SystemClock(), entropy=decks.randbytes)
    router = Router(services)
    problems: dict[str, ConfigError] = {}
    for name in settings.bot.plugins:
        try:
            load_plugins(router, [name], settings.bot.plugin_path)
        except ConfigError as error:
            # A missing folder is the same problem for each of them.
            problems.setdefault(str(error), error)
    for problem in _find_more(settings):
        problems.setdefault(str(problem), problem)
    _raise_all(settings, problems.values())
    return router


def find_sections(path: Path) -> tuple[tuple[Section[Any], ...], list[ConfigError]]:
    """Return all sections that a configuration may have: our own, and those that its plugins declare.

    Args:
        path: the configuration.

    Returns:
        The sections, and the problems with plugins.

    Raises:
        ConfigError: the file cannot be read.
    """
    bot = read_bot(path)
    names = [section.name for section in SECTIONS]
    own, problems = find_plugin_sections(bot.plugins, bot.plugin_path, names)
    return (*SECTIONS, *own), problems


def _find_more(settings: Settings) -> Iterator[ConfigError]:
    """Yield the problems with sections that plugins declare, and with the user's own robots."""
    bot = settings.bot
    yield from find_plugin_sections(bot.plugins, bot.plugin_path, [section.name for section in SECTIONS])[1]
    if bot.plugin_path is not None and not bot.plugin_path.is_dir():
        return  # loading the plugins has reported this already
    try:
        load_own_robots(bot.plugin_path)
    except RobotFileError as error:
        yield ConfigError(f"[{error.section}] {error.key}: {error}", error.section, error.key)


def require_packages(settings: Settings) -> None:
    """Refuse a bot that needs packages which are not installed, before anything is opened.

    Args:
        settings: the configuration.

    Raises:
        SurroundingsError: one of them is not installed.
    """
    metrics = settings.section(METRICS)
    wanted = {
        "irc": True,
        "scramp": any(network.sasl == "scram-sha-256" for network in settings.networks),
        "prometheus_client": bool(metrics.port or metrics.file),
    }
    require(*[package for package, is_wanted in wanted.items() if is_wanted])


def _is_quiet(router: Router, network: str) -> bool:
    """Return whether no deal is in progress on a network."""
    tables = router.tables
    return tables is None or not tables.is_open or tables.lobby.tables.is_quiet(network)


def make_clients(settings: Settings, router: Router) -> list[IrcClient]:
    """Return a client for each network; nothing is connected yet.

    Args:
        settings: the configuration.
        router: answers commands on all of them.

    Returns:
        The clients, in the order of the networks.

    Raises:
        InvalidConfigError: a network needs something that the client cannot do.
    """
    from ircpoker.transports.irc import IrcClient, UnaskedLines  # the console starts without it

    services = router.services
    games = UnaskedLines(
        services.outbox,
        services.presence,
        partial(accept_invitation, services),
        services.activity,
        partial(_is_quiet, router),
    )
    clients = []
    problems = []
    for network in settings.networks:
        try:
            clients.append(IrcClient(network, settings.bot, settings.limits, router, games=games))
        except ConfigError as error:
            problems.append(ConfigError(f"[{error.section}] {error}", error.section, error.key))
    _raise_all(settings, problems)
    return clients


async def run_bot(settings: Settings, router: Router, *, on_ready: Callable[[], None], console_nick: str = "") -> bool:
    """Stay on all networks until a signal or an order comes, or the console is left; then say goodbye everywhere.

    The failure of one network does not end the others.

    Args:
        settings: the configuration.
        router: answers commands everywhere.
        on_ready: is called when the embedded servers run, before the bot connects to any network.
        console_nick: the nick of the person at the terminal; empty for no console.

    Returns:
        Whether an administrator wants the bot to be started again.

    Raises:
        InvalidConfigError: a network needs something that the client cannot do.
        TransportError: an embedded server or a socket cannot be opened, or no network is left.
    """
    from ircpoker.admin.monitoring.running import monitored  # the console starts without it
    from ircpoker.admin.monitoring.status import StatusReader
    from ircpoker.transports.embedded import embedded_servers  # the console starts without it

    feeds = TableFeeds(router)
    services, read = router.services, partial(_read_again, settings)
    configured = settings
    settings = services.settings = with_chosen_channels(settings, services.ledger)
    clients = make_clients(settings, router)
    reader = StatusReader(router, clients)
    process = services.running = RunningProcess(reader, configured, read)
    services.load_ignored()
    with stop_signals(process.stopping):
        async with (
            embedded_servers(settings.networks),
            _endpoints(settings, router, feeds),
            monitored(settings, reader),
            reporting(lambda: {client.name: client.is_connected for client in clients}) as manager,
        ):
            on_ready()
            log_event(_logger, "start", "ircpoker %s has started", __version__, facts={"version": __version__})
            console = [_talk(router, console_nick, feeds)] if console_nick else []
            await _run_until_end(process, router, clients, manager, console)
    return process.starts_again


async def _run_until_end(
    process: RunningProcess,
    router: Router,
    clients: Sequence[IrcClient],
    manager: ServiceManager,
    console: Iterable[Coroutine[None, None, None]],
) -> None:
    """Run the clients, the clocks and the console until the first of them ends; then say goodbye everywhere.

    Args:
        process: knows when an order or a signal ends the bot.
        router: has the clocks.
        clients: the networks.
        manager: is told that the bot ends.
        console: the conversation with the person at the terminal, if there is one.

    Raises:
        TransportError: no network is left.
    """
    networks = asyncio.gather(*map(_stay, clients))
    keeping_time = asyncio.create_task(run_scheduler(router.services.scheduler))
    reasons: set[asyncio.Future[Any]] = {networks, keeping_time, asyncio.create_task(process.stopping.wait())}
    reasons.update(map(asyncio.create_task, console))
    try:
        await asyncio.wait(reasons, return_when=asyncio.FIRST_COMPLETED)
        none_left = networks.done()
    finally:
        log_event(_logger, "stop", "ircpoker ends", facts={})
        manager.send("RELOADING=1" if process.starts_again else "STOPPING=1")
        # The last lines are sent before the connections close.
        router.services.presence.closing()
        for client in clients:
            client.stop()
        await asyncio.wait({networks}, timeout=LONGEST_GOODBYE)
        for task in reasons:
            task.cancel()
        outcomes = await asyncio.gather(*reasons, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, Exception):
            raise outcome
    if none_left:
        raise TransportError("no network is left: the log says why")


def _read_again(settings: Settings) -> Settings:
    """Read the configuration of a running bot again.

    Raises:
        ConfigError: it has problems.
    """
    if settings.path is None:
        return settings
    sections, problems = find_sections(settings.path)
    _raise_all(settings, problems)
    return load_settings(settings.path, sections=sections)


@asynccontextmanager
async def _endpoints(settings: Settings, router: Router, feeds: TableFeeds) -> AsyncIterator[None]:
    """Open the sockets by which other programs of this machine reach the bot, as the configuration wants it.

    Raises:
        TransportError: one cannot be opened, or another bot has it.
    """
    feed = settings.section(FEED)
    if not feed.endpoints:
        yield
        return
    from ircpoker.feed.server.endpoints import FeedEndpoint  # the console starts without it
    from ircpoker.feed.server.sockets import EndpointPlace, SocketEndpoint

    services = router.services
    networks = {name: door_network(settings.networks, name) for name in feed.endpoints}
    for name, network in networks.items():
        try:
            services.ledger.claim(network)
        except ClaimedError:
            # Of several bots on one ledger only the first has tables for the people who come by its sockets.
            where = feed.socket(name)
            _logger.info("people at %s have no private games: another bot on this ledger has their network", where)
        else:
            services.beside_irc.append(network)
    has_groups = any(map(feed.group, feed.endpoints))
    async with AsyncExitStack() as open_doors:
        for name, network in networks.items():
            place = EndpointPlace(feed.socket(name), feed.group(name), has_groups)
            await open_doors.enter_async_context(SocketEndpoint(place, FeedEndpoint(name, network, router, feeds)))
        yield


@asynccontextmanager
async def open_feed(
    router: Router, network: str, nick: str, *, keeps_time: bool = True, feeds: TableFeeds | None = None
) -> AsyncIterator[FeedClient]:
    """Connect a person of this process to the bot in it, while the body runs.

    Args:
        router: answers the commands.
        network: the network of the person.
        nick: the person's nick.
        keeps_time: whether what is due later happens while the person waits; else it waits for their next line, and
            robots think at once, so that a script gets the same answers each time.
        feeds: the tables that can be watched, of a bot that goes on when the person leaves; None for one that ends.

    Yields:
        The connection, on which the person has been introduced.
    """
    from ircpoker.feed.lines import InProcessLink
    from ircpoker.feed.requests import PersonGiven
    from ircpoker.feed.server.endpoints import FeedEndpoint  # other commands start without it

    endpoint, ends_bot = FeedEndpoint("local", network, router, feeds), feeds is None
    if ends_bot:  # There is nothing to administer.
        endpoint.rules = endpoint.rules._replace(is_operator=False)
    is_over = False

    async def open_link() -> InProcessLink:
        return InProcessLink(endpoint.connect)

    def end() -> None:
        nonlocal is_over
        if ends_bot and not is_over:
            is_over = True
            router.services.presence.closing()
        endpoint.hurry()

    has_clock = keeps_time and ends_bot
    keeping_time = [asyncio.create_task(run_scheduler(router.services.scheduler))] if has_clock else []
    endpoint.open()
    try:
        async with await FeedClient.start(open_link, person=PersonGiven(nick)) as client:
            client.end_bot = end
            if not keeps_time:
                router.services.scheduler.run_all_due()
            try:
                yield client
            finally:
                end()
    finally:
        endpoint.close()
        for task in keeping_time:
            task.cancel()
        await asyncio.gather(*keeping_time, return_exceptions=True)


async def _talk(router: Router, nick: str, feeds: TableFeeds) -> None:
    """Answer lines typed on the terminal of a bot that is on its networks."""
    from ircpoker.screen.prompt import talk_beside

    async with open_feed(router, CONSOLE_NETWORK, nick, feeds=feeds) as client:
        await talk_beside(client, lambda: router.services.presence.people)


async def _stay(client: IrcClient) -> None:
    """Stay on one network; its failure must not end the others."""
    try:
        await client.run()
    except Exception:
        _logger.exception("%s: given up", client.name)


def _raise_all(settings: Settings, problems: Iterable[ConfigError]) -> None:
    """Raise InvalidConfigError if there are problems."""
    errors = tuple(problems)
    if errors:
        raise InvalidConfigError(quote_path(settings.path) if settings.path else "without a configuration", errors)
