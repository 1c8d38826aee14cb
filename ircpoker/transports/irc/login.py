"""The beginning of a connection: the server's capabilities (IRCv3 CAP 302) and the login to services (SASL 3.2).

The server delays registration until `CAP END`, and the bot sends that only after it has logged in: with a wrong
password, or while services are away, it never joins a channel without its account.
"""

from __future__ import annotations

import base64
import binascii
import logging
from collections.abc import Callable

from ircpoker.config import NetworkSettings
from ircpoker.errors import TransportError
from ircpoker.runtime.event_log import log_event
from ircpoker.transports.irc.wire import IrcLine

CONNECTION = "ircpoker/connection"
"""The embedded server's own capability and its tag, which names the connection that a line came by."""
LABELS, ECHO = "labeled-response", "echo-message"
"""The capabilities by which a server shows that it took a line (`receipts.py`)."""
WANTED = frozenset(
    {
        *("account-notify", "account-tag", "batch", "chghost", "extended-join", "message-tags", "userhost-in-names"),
        *(LABELS, ECHO, CONNECTION),
    }
)
"""The capabilities that the bot uses.

They give people's accounts and addresses, mark history, other bots' lines and the ids of lines, let the bot say which
line it answers, and show that the server took a line. An echo of each line is asked for only where labels are not
offered.
"""
NICKSERV = "nickserv"
"""The value of `sasl` for networks without SASL, and the server's command that hands a line to NickServ.

A line to the nick NickServ would go to anybody who has it; the command reaches services, or nobody.
"""
_SASL = "sasl"
_ALREADY = "907"
"""The login was used already, at the beginning of the connection."""
_LONGEST_CHUNK = 400
"""Characters of one AUTHENTICATE line; a shorter one is the last."""
_LONGEST_CHALLENGE = 16_384
_MOST_OFFERED = 200
"""Capabilities of a server that are kept; there are about 60."""

Mechanism = Callable[[bytes], bytes]
"""A SASL mechanism, one way to prove an identity: returns the response to a challenge; the first one is empty."""

_logger = logging.getLogger(__name__)


class Login:
    """Negotiates capabilities and logs in.

    Attributes:
        active: the capabilities in force.
        is_in: whether services know the bot now.
        is_done: whether registration may go on: without `sasl`, or after services have known the bot once.
        tls_port: the port on which the server requires TLS (IRCv3 STS), if the bot connected without it; else 0.
    """

    def __init__(self, network: NetworkSettings, send: Callable[[str], None], fail: Callable[[str], None]) -> None:
        """Prepare; `begin` starts.

        Args:
            network: has the login, if there is one.
            send: sends a line.
            fail: ends the connection, for the reason that it is given.
        """
        self.active: set[str] = set()
        self.is_in = False
        self.is_done = not network.sasl
        self.tls_port = 0
        self._network = network
        self._by_nickserv = network.sasl == NICKSERV
        self._send = send
        self._fail = fail
        self._offered: dict[str, str] = {}
        self._is_registering = True
        self._mechanism: Mechanism | None = None
        self._is_unanswered = self._is_logged_out = False
        self._challenge = ""

    def begin(self) -> None:
        """Tell the server's password if it has one, and ask for its capabilities, before anything else is sent."""
        if self._network.server_password is not None:
            self._send(f"PASS :{self._network.server_password.reveal()}")
        self._send("CAP LS 302")

    def welcomed(self) -> None:
        """Note that the server has registered us; leave it if that happened without the login."""
        self._is_registering = False
        if self._needs_sasl:
            self._fail("the server let us in without the login that sasl asks for")
        elif self._by_nickserv:
            self._identify()

    def _identify(self) -> None:
        self._send(to_nickserv(f"IDENTIFY {self._network.account} {_password(self._network)}"))

    @property
    def _needs_sasl(self) -> bool:
        """Whether the server still has to log the bot in before it registers."""
        return self._wants_sasl and not self.is_done

    @property
    def _wants_sasl(self) -> bool:
        return self._network.sasl not in {"", NICKSERV}

    def on_logged_in(self, line: IrcLine) -> None:
        """Handle 900: with NickServ, the bot is logged in now."""
        if self._by_nickserv and not self._is_registering and not self.is_in:
            self._note_login(line)

    def on_logged_out(self) -> None:
        """Handle 901: services know the bot no more."""
        self.is_in, self._is_logged_out = False, True

    @property
    def is_stuck(self) -> bool:
        """Whether another login seems impossible on this connection: the server offers one, and did not answer."""
        return self._is_unanswered and _SASL in self._offered

    def again(self) -> None:
        """Try to log in once more, on a server that has let the bot in (SASL 3.2).

        While services are away, the server offers no login, and the bot waits until it does. A server that offers one
        and does not answer, or says that it was used already, would log the bot in only on another connection.
        """
        if self._by_nickserv:
            self._identify()
        elif _SASL in self._offered:
            self._is_unanswered = True
            self._mechanism, self._challenge = None, ""
            if _SASL in self.active:
                self._begin_sasl()
            else:
                self._send(f"CAP REQ :{_SASL}")

    def concerns(self, line: IrcLine) -> bool:
        """Return whether an error is about the login."""
        return line.command in {"902", "904", "905", "906", "907"} or line.param(1).upper() in {
            "AUTHENTICATE",
            NICKSERV.upper(),
        }

    def _note_login(self, line: IrcLine) -> None:
        """Note that services have logged the bot in."""
        self.is_in = self.is_done = True
        self._is_unanswered = self._is_logged_out = False
        name = self._network.name
        log_event(_logger, "login", "%s: logged in: %a", name, line.param(-1), facts={"network": name})

    def give_up(self) -> None:
        """Leave a server whose NickServ has not logged the bot in."""
        if not self.is_done:
            self._fail("NickServ has not logged the bot in: is it there, and are account and password right?")

    def on_cap(self, line: IrcLine) -> bool:
        """Handle a line of the negotiation; return whether services are back, so that the bot may log in again."""
        names = dict(_pairs(line.param(-1)))
        match line.param(1).upper():
            case "LS" | "NEW":
                if not self._network.tls and (port := _sts_port(names.get("sts", ""))):
                    self.tls_port = port
                    self._fail(f"the server wants TLS (STS), so the bot comes that way: set tls = on, port = {port}")
                    return False
                for name, value in names.items():
                    if len(self._offered) < _MOST_OFFERED:
                        self._offered[name] = value
                if line.param(1).upper() == "NEW":
                    self._request(names)
                    # Whether services still know the bot is not sure: they may have been started anew.
                    is_back = _SASL in names and self._wants_sasl and self.is_done
                    self.is_in, self._is_unanswered = self.is_in and not is_back, False
                    return is_back
                if line.param(2) != "*":
                    self._request(self._offered)
            case "ACK":
                self.active |= {name for name in names if not name.startswith("-")}
                if self.is_done and self._wants_sasl and _SASL in names:
                    self._begin_sasl()
                else:
                    self._go_on()
            case "NAK":
                _logger.info("%s: capabilities refused: %a", self._network.name, line.param(-1))
                self._go_on()
            case "DEL":
                self.active.difference_update(names)
                for name in names:
                    self._offered.pop(name, None)
        return False

    def on_bad_password(self, line: IrcLine) -> None:
        """Handle 464: the server's own password is wrong or missing."""
        if self._is_registering:
            self._fail(f"server_password_env, server_password_file: the server says {line.param(-1)}")

    def on_unknown(self, line: IrcLine) -> None:
        """Handle 421: without CAP, a server cannot log the bot in, and without NICKSERV, nothing reaches NickServ."""
        command = line.param(1).upper()
        if command == "CAP" and self._needs_sasl:
            self._fail("the server knows no capabilities, so sasl is impossible: leave it empty, or choose another")
        elif command == NICKSERV.upper() and not self.is_done:
            self._fail(
                "sasl = nickserv: the server has no NICKSERV command, and by any other way the password could reach "
                "somebody who has only taken that nick: leave sasl empty, or choose another"
            )

    def on_authenticate(self, line: IrcLine) -> None:
        """Answer a challenge, which may come in several lines."""
        if self._mechanism is None:
            return
        chunk = line.param(0)
        self._challenge += "" if chunk == "+" else chunk
        if len(chunk) == _LONGEST_CHUNK and len(self._challenge) < _LONGEST_CHALLENGE:
            return
        challenge, self._challenge = self._challenge, ""
        try:
            answer = self._mechanism(base64.b64decode(challenge, validate=True))
        except (binascii.Error, TransportError) as error:
            self._fail(f"the server's part of the sasl login is wrong: {error}")
            return
        text = base64.b64encode(answer).decode("ascii")
        chunks = [text[start : start + _LONGEST_CHUNK] for start in range(0, len(text), _LONGEST_CHUNK)]
        if len(text) % _LONGEST_CHUNK == 0:
            chunks.append("+")  # The end of a text whose last chunk is full; and of an empty one.
        for part in chunks:
            self._send(f"AUTHENTICATE {part}")

    def on_success(self, line: IrcLine) -> None:
        """Handle 903: logged in."""
        if self._mechanism is None or self.is_in:
            return
        if isinstance(self._mechanism, Scram) and not self._mechanism.is_proved:
            self._fail("the server did not prove that it knows the password")
            return
        self._note_login(line)
        self._end()

    def on_failure(self, line: IrcLine) -> None:
        """Handle 902 and 904 to 907: the login was refused; a bot that services have known tries again later."""
        if self.is_done:
            is_already = line.command == _ALREADY
            self._is_unanswered = self._is_unanswered and is_already
            self.is_in = self.is_in or (is_already and not self._is_logged_out)
        elif self._mechanism is not None:
            self._fail(f"sasl = {self._network.sasl}: not logged in: {line.param(-1)}")

    def _request(self, names: dict[str, str]) -> None:
        """Request the wanted ones of the capabilities that have just been offered."""
        if self._needs_sasl and not self._offers_mechanism():
            return
        unneeded = self.active | ({ECHO} if LABELS in self._offered else set())
        wanted = sorted((WANTED | ({_SASL} if self._needs_sasl else set())) & names.keys() - unneeded)
        if wanted:
            self._send(f"CAP REQ :{' '.join(wanted)}")
        else:
            self._end()

    def _offers_mechanism(self) -> bool:
        """Return whether the server can log the bot in as configured; leave it if not."""
        mechanism = self._network.sasl.upper()
        if _SASL not in self._offered:
            self._fail("the server offers no sasl now, perhaps as its services are away")
            return False
        mechanisms = self._offered[_SASL].upper()
        if mechanisms and mechanism not in mechanisms.split(","):
            self._fail(f"sasl = {self._network.sasl} is not offered there: expected one of {mechanisms.lower()}")
            return False
        return True

    def _go_on(self) -> None:
        """Log in if that is configured; otherwise let registration go on."""
        if not self._needs_sasl:
            self._end()
        elif _SASL not in self.active:
            self._fail("the server refused to begin a sasl login")
        elif self._mechanism is None:
            self._begin_sasl()

    def _begin_sasl(self) -> None:
        self._mechanism = make_mechanism(self._network)
        self._send(f"AUTHENTICATE {self._network.sasl.upper()}")

    def _end(self) -> None:
        if self._is_registering:
            self._send("CAP END")


class Scram:
    """RFC 7677, SCRAM-SHA-256: neither side can learn the password from what is sent.

    Attributes:
        is_proved: whether the server has proved that it knows the password, too.
    """

    def __init__(self, account: str, password: str) -> None:
        from scramp import ScramClient  # only who logs in so waits for it

        self.is_proved = False
        self._client = ScramClient(["SCRAM-SHA-256"], account, password)
        self._steps = iter((self._first, self._final, self._check))

    def __call__(self, challenge: bytes) -> bytes:
        """Return the next step.

        Raises:
            TransportError: the challenge is wrong, or there was one too many.
        """
        from scramp import ScramException

        step = next(self._steps, None)
        if step is None:
            raise TransportError("it asks too often")
        try:
            return step(challenge.decode()).encode()
        except (ScramException, UnicodeDecodeError, ValueError) as error:
            raise TransportError(str(error)) from error

    def _first(self, _challenge: str) -> str:
        return str(self._client.get_client_first())

    def _final(self, challenge: str) -> str:
        self._client.set_server_first(challenge)
        return str(self._client.get_client_final())

    def _check(self, challenge: str) -> str:
        self._client.set_server_final(challenge)
        self.is_proved = True
        return ""


def make_mechanism(network: NetworkSettings) -> Mechanism:
    """Return the configured way to log in."""
    account, password = network.account, _password(network)
    match network.sasl:
        case "plain":  # RFC 4616: name and password as they are, so only over TLS or on this machine
            return lambda _: f"\0{account}\0{password}".encode()
        case (
            "external"
        ):  # RFC 4422, appendix A: the certificate that TLS has shown already; nothing for its own account
            return lambda _: account.encode()
        case _:
            return Scram(account, password)


def to_nickserv(text: str) -> str:
    """Return the line that hands a text to the network's NickServ, never to a person of that nick."""
    return f"{NICKSERV.upper()} {text}"


def _password(network: NetworkSettings) -> str:
    return network.password.reveal() if network.password is not None else ""


def _sts_port(policy: str) -> int:
    """Return the port of a policy of strict transport security (`port=6697`); 0 if it has none.

    Examples:
        >>> _sts_port("duration=0,port=6697"), _sts_port("port=0"), _sts_port("duration=1")
        (6697, 0, 0)
    """
    port = next((value for name, _, value in (item.partition("=") for item in policy.split(",")) if name == "port"), "")
    return int(port) if port.isascii() and port.isdigit() and len(port) <= len("65535") and int(port) < 1 << 16 else 0


def _pairs(text: str) -> list[tuple[str, str]]:
    """Return names and values of a list of capabilities."""
    return [(name, value) for name, _, value in (item.partition("=") for item in text.split()) if name]
