"""`ircpoker run`: runs the bot on its networks, with a console if it has a terminal.

Connects the bot to the networks of the configuration, where it stays until SIGTERM or Ctrl-C (twice in the console).
If a network has host = embedded, a server is started for it. On a terminal you can also talk to the bot, as in
`ircpoker console`; leaving the console ends the bot.

  $ ircpoker run --config config.ini
  ircpoker: local: embedded server on 127.0.0.1, port 6667, no TLS, as dealer in #poker
  ircpoker: join it with any IRC client: host 127.0.0.1, port 6667, then /join #poker and !help
"""

from __future__ import annotations

import asyncio
import gc
import os
import stat
import sys
from argparse import ArgumentParser, Namespace
from contextlib import closing

from ircpoker.cli.arguments import add_seed
from ircpoker.cli.configuration import add_config_argument, read_config
from ircpoker.cli.main import DONE, complain
from ircpoker.config import Settings, find_passwords
from ircpoker.config.networks import CONSOLE_NETWORK
from ircpoker.errors import UsageError, quote


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_config_argument(parser)
    add_seed(parser, "for tests: deal the same cards each time; on this machine only", usual=None)
    parser.add_argument(
        "-v", "--verbose", action="count", default=0, help="log more than [log] level says; -vv: everything"
    )


def run(arguments: Namespace) -> int:
    """Run the bot until it is stopped, and return the exit status."""
    settings = read_config(arguments.config, connecting=True)
    if arguments.seed is not None:
        check_local(settings)
    from ircpoker.admin.monitoring.logs import start_logging
    from ircpoker.admin.monitoring.settings import LOG
    from ircpoker.app import make_router, require_packages, run_bot
    from ircpoker.cli.nick import login_nick

    require_packages(settings)
    start_logging(settings.section(LOG), arguments.verbose, _secrets(settings))
    router = make_router(settings, seed=arguments.seed)
    nick = login_nick() if _on_terminal() else ""
    with closing(router.services) as services:
        services.ledger.claim(*[network.name for network in settings.networks], *([CONSOLE_NETWORK] if nick else []))

        def begin() -> None:
            _announce(services.settings)
            # What is loaded by now stays. A collection that looks at all of it stops the bot for 60 ms.
            gc.collect()
            gc.freeze()

        starts_again = asyncio.run(run_bot(settings, router, on_ready=begin, console_nick=nick))
    if starts_again:
        _start_again()
    return DONE


def _start_again() -> None:
    """Replace this process by a new one of the same command line."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - no shell is wanted


def check_local(settings: Settings) -> None:
    """Refuse a seed if people on other machines can play: the seed gives away every card.

    Args:
        settings: the configuration.

    Raises:
        UsageError: a network is on another machine.
    """
    for network in settings.networks:
        if not network.is_local:
            raise UsageError(
                f"--seed: [network:{network.name}] host = {quote(network.host)} is another machine; anybody who knows "
                "the seed knows all cards, so it works with embedded, localhost and 127.0.0.1 only"
            )


def _secrets(settings: Settings) -> list[str]:
    """Return every password and key in the settings."""
    secrets = [
        secret.reveal()
        for network in settings.networks
        for secret in (network.password, network.server_password, *network.channel_keys.values())
        if secret is not None
    ]
    return secrets + find_passwords(settings.bot.database)


def _on_terminal() -> bool:
    """Return whether the bot can have a console here; in the background, reading would stop the process."""
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        return False
    try:
        return os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    except OSError:  # a terminal that does not control this process cannot stop it
        return True


def _has_input() -> bool:
    """Return whether standard input is a pipe or a file, which the bot would ignore."""
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (AttributeError, OSError, ValueError):  # closed, or no file
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode)


def _announce(settings: Settings) -> None:
    """Print the networks that the bot joins, and how to join it there."""
    from ircpoker.cli.describe import describe_network, format_warnings

    if _has_input():
        complain("standard input is not a terminal, so there is no console: see ircpoker console for lines from a pipe")
    for warning in format_warnings(settings):
        complain(f"warning: {warning}")
    for network in settings.networks:
        complain(f"{network.name}: {describe_network(network)}")
        if network.is_embedded:
            channel = next(iter(network.channels), "")
            then = f"/join {channel} and {settings.bot.prefix}help" if channel else f"/msg {network.nick} help"
            complain(f"join it with any IRC client: host {network.address}, port {network.port}, then {then}")
