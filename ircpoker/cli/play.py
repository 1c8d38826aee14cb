"""`ircpoker play`: a table on the full screen of this terminal, of the bot that runs here or of its own.

Shows a table on the full screen of this terminal: the keys stand below it, `?` explains them. Without arguments it
begins in the lobby; with them it seats you at once, like the command `play` of the bot: robots, game, seats and buy-in
may be given in any order. easy, medium and hard are three robots for no-limit hold'em. A number up to 10 is the number
of seats, yours included; a larger one is your buy-in. `sng` is a tournament against robots, for nothing: it has no
knock-outs, and `leave` ends it. Anything left out has its default. `slot` and `vp` open the machines, with the stake if
you name one.

If a bot runs on this machine, you are at its tables, together with the people on IRC; otherwise the table is your own,
and your chips are kept in your data folder. With --plain, in a window below 80 columns or 24 lines, and without a
terminal, it plays in lines, as `ircpoker console` does; F2 changes between lines and the screen.

  $ ircpoker play --plain caller 200
  Heads-up no-limit hold'em against caller, …
  $ ircpoker play
  $ ircpoker play easy
  $ ircpoker play draw 4
  $ ircpoker play sng 6
  $ ircpoker play slot
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import sys
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.cli import console
from ircpoker.cli.configuration import FILE_NAME
from ircpoker.cli.main import DONE, complain, write
from ircpoker.cli.nick import check_nick, login_nick
from ircpoker.errors import FeedError, TransportError, UsageError
from ircpoker.screen.least_size import LEAST_COLUMNS, LEAST_LINES, can_show_screen, is_on_terminal, shows_only_ascii

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from ircpoker.feed import FeedClient
    from ircpoker.screen.preferences import Options

MACHINES = {"slot": "slot", "slots": "slot", "vp": "vp", "videopoker": "vp"}
"""The machines, as they may be named, and their commands."""
SERVICE_FOLDER = Path("/run/ircpoker")
"""The folder of the sockets of a bot that runs as a service."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = (
        "ircpoker play [--plain] [--ascii] [--feed FOLDER] [sng [turbo | deep]] [ROBOT…] [GAME] [SEATS] [BUY-IN] "
        "| slot | vp [--config F] [--nick N] [--seed N] [--database URL]"
    )
    parser.add_argument(
        "words",
        nargs="*",
        metavar="ROBOT, GAME, SEATS, BUY-IN",
        help="the opponents, the game, the seats and your buy-in",
    )
    parser.add_argument("--plain", action="store_true", help="lines instead of the screen")
    parser.add_argument("--speech", action="store_true", help="lines for a speech engine: ten of hearts, no signs")
    parser.add_argument("--ascii", action="store_true", help="nothing but ASCII: Th for a card, +--+ for a frame")
    parser.add_argument(
        "--feed",
        type=Path,
        metavar="FOLDER",
        help="the folder with the sockets of a running bot (default: that of config.ini here, else /run/ircpoker)",
    )
    console.add_arguments(parser)


def run(arguments: Namespace) -> int:
    """Play, and return the exit status.

    Raises:
        FeedError: no bot is in the folder that `--feed` names.
    """
    is_plain = arguments.plain or arguments.speech or not can_show_screen(os.environ)
    if is_plain and not (arguments.plain or arguments.speech) and is_on_terminal():
        complain(f"plain lines: the table needs a terminal of {LEAST_COLUMNS} columns and {LEAST_LINES} lines")
    sockets = [socket for socket in _sockets(arguments) if socket.exists() or socket.with_suffix(".port").exists()]
    if arguments.feed is not None and not sockets:
        raise FeedError(f"{arguments.feed}: no bot listens there")
    first = _first_command(arguments.words) if arguments.words or is_plain else ""
    if not sockets:
        return play_alone(arguments, first, is_plain=is_plain)
    gc.disable()  # It takes a fifth of the start, and is on again when the table is there.
    return asyncio.run(_play(arguments, sockets, first, is_plain=is_plain))


def _first_command(words: Sequence[str]) -> str:
    """Return the command with which to begin: that of a machine, or `play`."""
    machine = MACHINES.get(words[0].lower()) if words else None
    return " ".join([machine, *words[1:]] if machine is not None else ["play", *words])


def play_alone(arguments: Namespace, first: str = "", *, is_plain: bool) -> int:
    """Play at tables of one's own, with the lobby in this process, and return the exit status.

    Args:
        arguments: the parsed arguments, with those of `ircpoker console`.
        first: the command `play` to begin with; empty for the lobby, or for lines without it.
        is_plain: whether to begin with lines.
    """
    if sys.stdin is None:
        return DONE
    write("")  # Without standard output there is nobody to talk to.
    nick = _nick(arguments)
    gc.disable()
    return asyncio.run(_play_alone(arguments, nick, first, is_plain=is_plain))


def _nick(arguments: Namespace) -> str:
    return login_nick() if arguments.nick is None else check_nick(arguments.nick)


def _sockets(arguments: Namespace) -> list[Path]:
    """Return the sockets at which a bot may be, the likeliest first."""
    from ircpoker.cli.admin import socket_of
    from ircpoker.config.administration import LOCAL

    if arguments.feed is not None:
        return [arguments.feed / f"{LOCAL}.sock"]
    if arguments.seed is not None or arguments.database is not None:
        return []  # A ledger of one's own is wanted.
    here = [socket_of(arguments.config)] if arguments.config is not None or Path(FILE_NAME).exists() else []
    return [*here, SERVICE_FOLDER / f"{LOCAL}.sock"]


async def _play(arguments: Namespace, sockets: list[Path], first: str, *, is_plain: bool) -> int:
    nick = _nick(arguments)
    client = await _join(sockets, nick)
    if client is not None:
        async with client:
            return await _show(client, _options(arguments, nick, first), is_plain=is_plain)
    if arguments.feed is not None:
        raise FeedError(f"{arguments.feed}: no bot listens there")
    return await _play_alone(arguments, nick, first, is_plain=is_plain)


async def _join(sockets: list[Path], nick: str) -> FeedClient | None:
    """Return a connection to the first bot that is there; None if none is."""
    from ircpoker.feed import FeedClient
    from ircpoker.feed.connection import RefusedError

    for socket in sockets:
        try:
            return await FeedClient.connect(socket, stays=True, nick=nick)
        except RefusedError:
            raise
        except TransportError:
            continue  # A socket may be left of a bot that was killed.
    return None


async def _play_alone(arguments: Namespace, nick: str, first: str, *, is_plain: bool) -> int:
    from ircpoker.cli.own_ledger import open_router, own_socket, read_settings

    socket = own_socket(arguments)
    if socket is not None:
        from ircpoker.cli.shared_bot import open_shared

        settings = read_settings(arguments.config, arguments.database)
        async with AsyncExitStack() as shared:
            client = None
            with suppress(TransportError):  # Then this window plays by itself, and says why.
                client = await shared.enter_async_context(open_shared(settings, socket, nick))
            if client is not None:
                return await _show(client, _options(arguments, nick, first), is_plain=is_plain)

    warnings: list[str] = []

    def warn(text: str) -> None:
        complain(text)
        warnings.append(text)  # The screen covers the terminal.

    with open_router(arguments, warn) as router:
        from ircpoker.app import open_feed
        from ircpoker.config.networks import CONSOLE_NETWORK

        async with open_feed(router, CONSOLE_NETWORK, nick, keeps_time=is_on_terminal()) as client:
            options = _options(arguments, nick, first)._replace(warning="".join(warnings))
            return await _show(client, options, is_plain=is_plain)


def _options(arguments: Namespace, nick: str, first: str) -> Options:
    from ircpoker.screen.preferences import Options, own_file, read_preferences

    kept_in = own_file()
    is_ascii = getattr(arguments, "ascii", False) or shows_only_ascii(os.environ)
    options = Options(nick, first, is_ascii=is_ascii, kept_in=kept_in, preferences=read_preferences(kept_in))
    return options._replace(is_spoken=getattr(arguments, "speech", False))


async def _show(client: FeedClient, options: Options, *, is_plain: bool) -> int:
    from ircpoker.feed.connection import RefusedError
    from ircpoker.screen.terminal import play_on_terminal

    if not is_plain:
        logging.getLogger().addHandler(logging.NullHandler())  # Nothing is printed under the screen.
    try:
        await play_on_terminal(client, options, is_plain=is_plain)
    except RefusedError as error:
        raise UsageError(str(error)) from None
    return DONE
