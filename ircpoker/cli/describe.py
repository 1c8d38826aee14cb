"""Describes a configuration in lines for people: for `check`, and for the start of `run`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ircpoker.admin.monitoring.settings import ADDRESS, LOG, METRICS
from ircpoker.config import NetworkSettings, Settings, hide_password
from ircpoker.config.administration import ADMIN, FEED
from ircpoker.config.ini import quote_path
from ircpoker.ledger.opening import sqlite_file
from ircpoker.runtime.private import opened_to

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ircpoker.chat.router import Router


def format_summary(settings: Settings, router: Router) -> str:
    """Return the networks that would be connected and the plugins and robots that would be loaded.

    Args:
        settings: the configuration.
        router: the router, with its plugins loaded.

    Returns:
        Lines without a password.
    """
    return "".join(f"{label:8} {text}\n" for label, text in _facts(settings, router))


def _facts(settings: Settings, router: Router) -> Iterator[tuple[str, str]]:
    bot = settings.bot
    if settings.path is not None:
        yield "file", quote_path(settings.path)
    yield "owner", bot.owner or "(none)"
    for network in settings.networks:
        yield "network", f"{network.name}: {describe_network(network)}"
    for plugin, commands in router.plugins.items():
        names = [bot.prefix + name for command in commands for name in command.names]
        yield "plugin", f"{plugin}: {' '.join(names) or '(no commands)'}"
    from ircpoker.robots import load_own_robots

    for robot in load_own_robots(bot.plugin_path):
        yield "robot", f"{robot.name}: {' '.join(robot.games)}"
    feed = settings.section(FEED)
    yield "admins", ", ".join(settings.section(ADMIN).accounts) or "(this machine's terminal only)"
    for endpoint in feed.endpoints:
        group = f", also for the group {feed.group(endpoint)}" if feed.group(endpoint) else ""
        delay = f", spectators {feed.delay:g} s later" if feed.delay else ""
        yield "door", f"{quote_path(feed.socket(endpoint))}{group}{delay}"
    if not feed.endpoints:
        yield "door", "(none)"
    yield "database", hide_password(bot.database)
    yield "history", quote_path(bot.history)
    yield from _monitoring(settings)


def _monitoring(settings: Settings) -> Iterator[tuple[str, str]]:
    """Yield where the log and the metrics would be."""
    log, metrics = settings.section(LOG), settings.section(METRICS)
    where = "standard error" if log.file is None else quote_path(log.file)
    yield "log", f"{log.format} to {where}, level {log.level}"
    if metrics.port:
        yield "metrics", f"http://{ADDRESS}:{metrics.port}/metrics and /health"
    if metrics.file is not None:
        yield "metrics", f"{quote_path(metrics.file)}, every {metrics.interval:g} s"


def describe_network(network: NetworkSettings) -> str:
    """Return a network's server, security and login, and the bot's nick and channels there."""
    server = "embedded server on" if network.is_embedded else "server"
    login = f", {network.sasl} login as {network.account or 'the certificate'}" if network.sasl else ""
    security = "TLS" if network.tls else "no TLS"
    channels = f"in {', '.join(network.channels)}" if network.channels else "in no channel"
    return f"{server} {network.address}, port {network.port}, {security}{login}, as {network.nick} {channels}"


def format_warnings(settings: Settings) -> Iterator[str]:
    """Yield warnings about settings that are allowed but probably not wanted."""
    for network in settings.networks:
        if not network.tls and not network.is_local:
            where = f"[network:{network.name}] tls = off"
            yield f"{where}: everybody on the way can read and change the lines: better tls = on"
        unused = [] if network.sasl else list(_login_keys(network))
        if unused:
            yield f"[network:{network.name}] {', '.join(unused)}: not used, as sasl is empty"
    for key, path, contents in _private_files(settings):
        mode = opened_to(path)
        if mode:
            better = "0700" if path.is_dir() else "0600"
            yield f"{key} = {quote_path(path)}: others on this machine get at {contents} (mode {mode}): better {better}"


def _private_files(settings: Settings) -> Iterator[tuple[str, Path, str]]:
    """Yield the files that only the bot's owner should be able to read: key, path and content."""
    file = sqlite_file(settings.bot.database)
    if file is not None:
        for name in (file.name, f"{file.name}-wal", f"{file.name}-shm"):
            yield "[bot] database", file.with_name(name), "the secrets of shuffles to come"
    yield "[bot] history", settings.bot.history, "hand histories"
    feed = settings.section(FEED)
    if not any(
        map(feed.group, feed.endpoints)
    ):  # Then the folder is open to groups on purpose, and each socket is not.
        yield "[feed] folder", feed.folder, "the bot's orders"
    if (log := settings.section(LOG).file) is not None:
        yield "[log] file", log, "who plays when"
    for network in settings.networks:
        if network.password_file is not None:
            yield f"[network:{network.name}] password_file", network.password_file, "the password"
        if network.channel_keys_file is not None:
            yield f"[network:{network.name}] channel_keys_file", network.channel_keys_file, "the keys of channels"


def _login_keys(network: NetworkSettings) -> Iterator[str]:
    """Yield the keys that somebody who expects a login has filled in."""
    if network.account:
        yield "account"
    # The shipped configuration has only the name.
    if network.password_env and (network.account or network.password_env in os.environ):
        yield "password_env"
    if network.password_file is not None:
        yield "password_file"
