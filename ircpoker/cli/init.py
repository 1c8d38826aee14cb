"""`ircpoker init`: asks what a bot needs, tries it, and writes a checked configuration.

Asks for the network, the bot's nick, its login and its channels, connects once to try them, and writes a configuration.
An empty answer takes the value in brackets. A password goes into a file of its own, which only you can read.
Nothing is ever overwritten, and nothing is written before the last answer; Ctrl-C ends it.
The file has what was asked; `ircpoker check --keys` lists all other keys with their defaults.

  --defaults    asks nothing: a server of its own on 127.0.0.1, as config.ini of a checkout has it
  --data F      all that the bot writes goes into the folder F, not beside the configuration

  $ ircpoker init
  Network: 1 a server of the bot's own, for a first try; 2 Libera.Chat; 3 OFTC; …; or the host of another one
  Network [1]: 2
  Nick of the bot [dealer]: pokerbot
  …
  libera: connected to irc.libera.chat:6697
  libera: joined '#poker'
  wrote config.ini: `ircpoker run` starts the bot
"""

from __future__ import annotations

import asyncio
import getpass
import logging
import os
import re
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

from ircpoker.cli.configuration import FILE_NAME, read_config
from ircpoker.cli.main import BAD_INPUT, DONE, complain, write
from ircpoker.config import SECTIONS, Settings
from ircpoker.config.administration import LONGEST_ACCOUNT
from ircpoker.config.ini import quote_path
from ircpoker.config.kinds import BadValueError
from ircpoker.config.networks import EMBEDDED
from ircpoker.config.settings import IN_MEMORY
from ircpoker.errors import ConfigError, InvalidConfigError, PokerError, UsageError, quote
from ircpoker.runtime.foreign import require

T = TypeVar("T")


PRESETS = {
    "libera": ("Libera.Chat", "irc.libera.chat"),
    "oftc": ("OFTC", "irc.oftc.net"),
    "rizon": ("Rizon", "irc.rizon.net"),
    "dalnet": ("DALnet", "irc.dal.net"),
    "espernet": ("EsperNet", "irc.esper.net"),
    "hackint": ("hackint", "irc.hackint.org"),
    "swiftirc": ("SwiftIRC", "irc.swiftirc.net"),
    "snoonet": ("Snoonet", "irc.snoonet.org"),
    "tilde": ("tilde.chat", "irc.tilde.chat"),
}
"""Networks with services and TLS on port 6697, by the name of their section (as of November 2026)."""
_WITHOUT_SASL = frozenset({"irc.oftc.net", "irc.dal.net"})
"""Hosts of `PRESETS` where bots log in with the NICKSERV command."""
TLS_PORT, PLAIN_PORT = "6697", "6667"
TRIAL_SECONDS = 60.0
"""Seconds within which the bot must be in all its channels."""
_HEAD = """\
; The configuration of the bot, written by `ircpoker init`. `ircpoker check` checks a change, `ircpoker check --keys`
; lists all keys with their defaults.
"""


class _Unwritten(NamedTuple):
    """What is to be written.

    Attributes:
        sections: the values of each section, by heading.
        password: the file of the password, and the password; None without one.
    """

    sections: dict[str, dict[str, str]]
    password: tuple[Path, str] | None = None

    def text(self) -> str:
        """Return the configuration."""
        parts = [_HEAD]
        for heading, values in self.sections.items():
            parts.append("\n".join([f"[{heading}]", *(f"{key} = {value}" for key, value in values.items()), ""]))
        return "\n".join(parts)


_DEFAULTS = _Unwritten({"bot": {}, "network:local": {"host": EMBEDDED, "channels": "#poker"}})


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--config",
        type=Path,
        default=Path(FILE_NAME),
        metavar="F",
        help=f"the file to write (default: {FILE_NAME} here)",
    )
    parser.add_argument("--defaults", action="store_true", help="ask nothing, for scripts")
    parser.add_argument(
        "--data", type=Path, metavar="F", help="the folder of the ledger, the hand histories and the sockets"
    )
    parser.add_argument("--offline", action="store_true", help="do not connect to try the answers")


def run(arguments: Namespace) -> int:
    """Ask, try, write, and return the exit status."""
    path: Path = arguments.config
    _check_free(path)
    if not path.absolute().parent.is_dir():
        raise ConfigError(f"there is no folder {quote_path(path.absolute().parent)}")
    folders = _folders(arguments.data) if arguments.data else {}
    if not (arguments.defaults or arguments.offline):
        require("irc")  # The answers are tried.
    try:
        unwritten = _DEFAULTS if arguments.defaults else _ask_all(path)
        sections = {**unwritten.sections, **folders}
        sections["bot"] = unwritten.sections["bot"] | folders.get("bot", {})
        unwritten = unwritten._replace(sections=sections)
        # A short name: the folder of sockets is checked here, too, and their paths are short.
        with tempfile.TemporaryDirectory(dir=path.absolute().parent, prefix=".i-") as folder:
            return _try_and_write(unwritten, path, Path(folder), is_offline=arguments.offline)
    except EOFError:
        raise UsageError("the answers ended early: nothing was written") from None


def _folders(data: Path) -> dict[str, dict[str, str]]:
    """Return the keys of each section for a bot that writes only into a folder."""
    data = data.absolute()
    if not data.is_dir():
        raise ConfigError(f"there is no folder {quote_path(data)}")
    if not re.fullmatch(r"[-\w./@+,]+", str(data)):
        raise UsageError(f"--data {quote_path(data)}: expected a folder of letters, digits and - _ . / @ + , only")
    stored = {"database": f"sqlite:///{data}/ircpoker.db", "history": f"{data}/history"}
    return {"bot": stored, "feed": {"folder": f"{data}/feed"}}


def _check_free(path: Path) -> None:
    if os.path.lexists(path):
        raise ConfigError(
            f"{quote_path(path)} is there already, and nothing is overwritten: move it, or name another file"
        )


def _try_and_write(unwritten: _Unwritten, path: Path, folder: Path, *, is_offline: bool) -> int:
    """Check the configuration in a folder beside its place, try it, and move it there."""
    draft = folder / path.name
    _write_new(draft, unwritten.text())
    if unwritten.password is not None:
        file, password = unwritten.password
        _write_new(folder / file.name, f"{password}\n")
    try:
        settings = read_config(draft, connecting=True)
    except InvalidConfigError as error:
        raise InvalidConfigError(quote_path(path), error.problems) from error
    [network] = settings.networks
    if not (is_offline or network.is_embedded or asyncio.run(_connect_once(settings))):
        complain(f"{network.name}: the bot did not get into all its channels; the lines above say why")
        if not _ask("Write the configuration nevertheless", "no", _read_switch):
            complain("nothing was written")
            return BAD_INPUT
    if unwritten.password is not None:
        _move(folder / unwritten.password[0].name, unwritten.password[0])
    _move(draft, path)
    write(f"wrote {quote_path(path)}: `ircpoker run{_option(path)}` starts the bot\n")
    return DONE


def _option(path: Path) -> str:
    return "" if path == Path(FILE_NAME) else f" --config {quote_path(path)}"


def _write_new(path: Path, text: str) -> None:
    """Write a file that only its owner can read."""
    path.touch(mode=0o600, exist_ok=False)
    path.write_text(text, encoding="utf-8")


def _move(source: Path, target: Path) -> None:
    """Move a file to a place where there is none."""
    try:
        os.link(source, target)  # Fails if there is one by now, as a rename would not.
    except FileExistsError:
        _check_free(target)


# Questions


def _ask_all(path: Path) -> _Unwritten:
    """Ask for everything.

    Raises:
        EOFError: there are no more answers.
    """
    name, host = _ask_network()
    network = {"host": host}
    bot: dict[str, str] = {}
    if host != EMBEDDED:
        is_preset = name in PRESETS
        network["tls"] = "on" if is_preset or _ask("TLS", "yes", _read_switch) else "off"
        usual_port = TLS_PORT if network["tls"] == "on" else PLAIN_PORT
        network["port"] = usual_port if is_preset else _ask("Port", usual_port, _reader("network", "port"))
    bot["nick"] = _ask("Nick of the bot", "dealer", _reader("bot", "nick"))
    network["channels"] = _ask("Channels, separated by commas", "#poker", _read_channels)
    # Some networks forbid bots the usual ones.
    bot["prefix"] = _ask("Text before commands in channels", "!", _reader("bot", "prefix"))
    password, admins = None, ""
    if host != EMBEDDED:
        bot["owner"] = _ask("Who runs the bot: your services account or a contact", "", _read_owner)
        if not is_preset and not _ask("Can people have services accounts there", "yes", _read_switch):
            network["services"] = "off"
        else:
            account = _ask("Your services account there, for !admin; empty for none", "", _read_account)
            admins = f"{name}/{account}" if account else ""
            password = _ask_login(network, path.absolute().parent / f"{name}.password")
    sections = {"bot": bot, f"network:{name}": network}
    return _Unwritten(sections | ({"admin": {"accounts": admins}} if admins else {}), password)


def _ask_network() -> tuple[str, str]:
    """Return the name of the network's section, and the host."""
    shown = [title for title, _ in PRESETS.values()]
    numbered = "; ".join(f"{number} {title}" for number, title in enumerate(shown, 2))
    write(f"Network: 1 a server of the bot's own, for a first try; {numbered}; or the host of another one\n")
    host = _ask("Network", "1", _read_network)
    if host == EMBEDDED:
        return "local", host
    name = next((name for name, (_, known) in PRESETS.items() if known == host), "")
    return name or _name_of(host), host


def _name_of(host: str) -> str:
    """Return a name for the network of a host.

    Examples:
        >>> _name_of("irc.example.org"), _name_of("127.0.0.1"), _name_of("localhost")
        ('example', 'network', 'localhost')
    """
    labels = [label for label in host.lower().split(".") if label not in {"irc", "chat", "www"}]
    name = labels[-2] if len(labels) > 1 else labels[0] if labels else ""
    return name if name[:1].isalpha() and name != "console" else "network"


def _ask_login(network: dict[str, str], file: Path) -> tuple[Path, str] | None:
    """Ask for the login, and return the file of the password, and the password."""
    account = _ask("Services account of the bot; empty if it has none", "", _reader("network", "account"))
    if not account:
        return None
    usual = "scram-sha-256" if network["tls"] == "off" else "nickserv" if network["host"] in _WITHOUT_SASL else "plain"
    sasl = _ask("Login: plain, scram-sha-256, external (a certificate) or nickserv", usual, _read_sasl)
    network |= {"account": account, "sasl": sasl}
    if sasl == "external":
        network["tls_certificate"] = _ask("File with the bot's certificate and its key", "", _read_file)
        return None
    _check_free(file)
    network["password_file"] = file.name
    return file, _ask("Password of that account (not shown)", "", _read_password, is_secret=True)


def _ask(question: str, usual: str, read: Callable[[str], T], *, is_secret: bool = False) -> T:
    """Ask until the answer can be read.

    Args:
        question: the question.
        usual: the answer that an empty line means.
        read: returns the value, or raises UsageError with what was expected.
        is_secret: whether a terminal does not show it.

    Raises:
        EOFError: there are no more answers.
    """
    prompt = f"{question}{f' [{usual}]' if usual else ''}: "
    while True:
        if sys.stdin is None:
            raise EOFError
        answer = getpass.getpass(prompt) if is_secret and sys.stdin.isatty() else input(prompt)
        try:
            return read(answer.strip() or usual)
        except PokerError as error:
            complain(error)


def _reader(section: str, key: str) -> Callable[[str], str]:
    """Return the reader of a key's text, which is checked as in a configuration."""
    declared = next(each for each in SECTIONS if each.name == section).keys[key]

    def read(text: str) -> str:
        try:
            declared.kind.read(text, Path())
        except BadValueError as error:
            expected = error.expected or declared.kind.expected
            raise UsageError(f"{quote(error.token)} cannot be: expected {expected}") from error
        return text

    return read


def _read_network(text: str) -> str:
    """Return the host."""
    hosts = [EMBEDDED, *(host for _, host in PRESETS.values())]
    if text.isascii() and text.isdigit():
        if not 1 <= int(text[:9]) <= len(hosts):
            raise UsageError(f"{quote(text)} is not in the list: expected 1 to {len(hosts)}, or a host")
        return hosts[int(text) - 1]
    by_title = {title.lower(): host for title, host in PRESETS.values()} | {n: h for n, (_, h) in PRESETS.items()}
    return by_title.get(text.lower()) or _reader("network", "host")(text)


def _read_account(text: str) -> str:
    if re.search(r"[\s,/]", text) or len(text) > LONGEST_ACCOUNT:
        raise UsageError(f"{quote(text)} cannot be: expected the name of an account, without its network")
    return text


def _read_switch(text: str) -> bool:
    if text.lower() not in {"yes", "y", "no", "n"}:
        raise UsageError("expected yes or no")
    return text.lower().startswith("y")


def _needed(missing: str, read: Callable[[str], str] = str) -> Callable[[str], str]:
    """Return a reader that refuses an empty answer, with what is missing then."""

    def read_some(text: str) -> str:
        if not text:
            raise UsageError(missing)
        return read(text)

    return read_some


_read_channels = _needed("expected at least one channel", _reader("network", "channels"))
_read_owner = _needed(
    "networks want to know whom to ask about a bot: expected a services account or a contact", _reader("bot", "owner")
)
_read_sasl = _needed("expected plain, scram-sha-256, external or nickserv", _reader("network", "sasl"))
_read_password = _needed("expected a password")


def _read_file(text: str) -> str:
    file = Path(text).expanduser()
    if not text or not file.is_file():
        raise UsageError(f"{quote(text)} is not a file")
    return str(file.absolute())


# The trial


async def _connect_once(settings: Settings) -> bool:
    """Connect, log in and join; return whether the bot got into all channels."""
    from dataclasses import replace

    from ircpoker.app import make_clients, make_router

    write("Connecting …\n")
    sys.stdout.flush()
    log = logging.getLogger("ircpoker.transports.irc")
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(lambda record: "trying again" not in record.msg)  # It does not, here.
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    router = make_router(replace(settings, bot=replace(settings.bot, plugins=(), database=IN_MEMORY)))
    [client] = make_clients(settings, router)
    running = asyncio.ensure_future(client.run())
    loop = asyncio.get_running_loop()
    end = loop.time() + TRIAL_SECONDS
    try:
        while not running.done() and not client.is_waiting and loop.time() < end:
            if len(client.channels) >= len(settings.networks[0].channels):
                return True
            await asyncio.sleep(0.1)
        return False
    finally:
        client.stop("trying a configuration")
        await running
        router.services.close()
        log.removeHandler(handler)
