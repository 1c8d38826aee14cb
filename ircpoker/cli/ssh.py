"""`ircpoker ssh`: tables by SSH.

Lets people play by SSH at the tables of the bot that runs on this machine with `ssh = on` in [feed] of config.ini:
`ssh -p 2222 HOST` is the lobby, `ssh -t -p 2222 HOST '#poker'` the table there. A player's key is the account, and
nobody reaches a shell. [ssh] says where it listens and who may log in. It runs until Ctrl-C or SIGTERM; meanwhile the
bot may stop and start.

  $ ircpoker ssh --config config.ini
  ircpoker: ssh: listening on 127.0.0.1:2222, host key SHA256:…
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
from argparse import SUPPRESS, ArgumentParser, Namespace
from dataclasses import replace
from functools import partial
from pathlib import Path

from ircpoker.cli.configuration import add_config_argument, read_sections
from ircpoker.cli.main import DONE, complain
from ircpoker.config import Settings
from ircpoker.config.administration import FEED
from ircpoker.runtime.foreign import require


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = "ircpoker ssh [--feed FOLDER] [--config F]"
    parser.add_argument("--feed", type=Path, metavar="FOLDER", help="the folder of the bot's sockets")
    # The processes that it starts serve what comes by this descriptor.
    parser.add_argument("--serve", type=int, help=SUPPRESS)
    add_config_argument(parser)


def run(arguments: Namespace) -> int:
    """Listen until a signal comes, and return the exit status."""
    require("asyncssh")
    from ircpoker.admin.monitoring.logs import start_logging
    from ircpoker.admin.monitoring.settings import LOG
    from ircpoker.ssh.settings import SSH

    settings = read_sections(arguments.config, LOG, FEED, SSH)
    # Several processes cannot share a file that is opened again when it was moved.
    start_logging(replace(settings.section(LOG), file=None), 0, ())
    # It has a dozen lines about each connection.
    logging.getLogger("asyncssh").setLevel(logging.WARNING)
    feed = settings.section(FEED)
    endpoint = replace(feed, folder=(arguments.feed or feed.folder).absolute()).socket(SSH.name)
    if arguments.serve is not None:
        asyncio.run(_serve(settings, endpoint, socket.socket(fileno=arguments.serve)))
    else:
        asyncio.run(_listen(settings, endpoint, arguments))
    return DONE


async def _listen(settings: Settings, endpoint: Path, arguments: Namespace) -> None:
    """Accept connections until a signal comes."""
    from ircpoker.runtime.stopping import stop_signals
    from ircpoker.ssh.listener import SshListener
    from ircpoker.ssh.login import load_host_key, read_known
    from ircpoker.ssh.settings import SSH

    own = settings.section(SSH)
    key = load_host_key(own.host_key)
    if own.keys is not None:
        read_known(own.keys)  # A mistake there is better known now than at the first login.
    command = ["-m", "ircpoker", "ssh", "--feed", str(endpoint.parent)]
    if arguments.config is not None:
        command += ["--config", str(arguments.config)]
    listener = SshListener(own, [*command, "--serve"])
    stopping = asyncio.Event()
    where = replace(own.listen, port=listener.port)

    def report() -> None:
        complain(f"ssh: listening on {where}, host key {key.get_fingerprint()}")
        if not os.path.exists(endpoint):  # noqa: PTH110 - `Path.exists` fails where the folder may not be read
            complain(f"ssh: no bot is there yet: {endpoint} cannot be reached. Start one with ssh = on in [feed]")

    with stop_signals(stopping):
        await listener.serve(report, stopping)


async def _serve(settings: Settings, endpoint: Path, link: socket.socket) -> None:
    """Serve what comes by a link."""
    from ircpoker.ssh.clients import SshClient
    from ircpoker.ssh.login import load_host_key
    from ircpoker.ssh.settings import SSH
    from ircpoker.ssh.worker import SshWorker, freeze_survivors

    own = settings.section(SSH)
    gc.callbacks.append(freeze_survivors)
    gc.collect()
    await SshWorker(own, load_host_key(own.host_key), link, partial(SshClient, socket=endpoint)).run()
