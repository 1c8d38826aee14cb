"""One stay on a server: registration, nick, channels, and the lines that people send to the bot.

A session reads lines, and its sender sends them; the client that made it connects, watches for silence and reconnects
after the end.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

from ircpoker.runtime.event_log import log_event
from ircpoker.transports.irc.connection import Connection
from ircpoker.transports.irc.context import ClientContext, StayContext
from ircpoker.transports.irc.features import ServerFeatures
from ircpoker.transports.irc.identity import OwnNick
from ircpoker.transports.irc.joining import WHO_MARK, ChannelJoiner
from ircpoker.transports.irc.login import Login
from ircpoker.transports.irc.messages import Messages
from ircpoker.transports.irc.people import UserTracker
from ircpoker.transports.irc.ranks import Moderation, RankQuestions
from ircpoker.transports.irc.receipts import REFUSALS
from ircpoker.transports.irc.sender import Sender
from ircpoker.transports.irc.upkeep import Upkeep, WantedState
from ircpoker.transports.irc.wire import IrcLine, Source, parse_source
from ircpoker.words.plain_text import printable

_NO_COLOUR = "c"
"""The channel mode that blocks or strips colours where it is a flag (InspIRCd, UnrealIRCd, Solanum)."""
_OF_PEOPLE = frozenset({"JOIN", "NICK", "PART", "PRIVMSG", "QUIT"})
"""Commands that come from people only, never from a server."""

_logger = logging.getLogger(__name__)


class Session:
    """The bot's state on one connection.

    Attributes:
        connection: where lines go.
        features: what the server has reported about itself.
        people: the bot's channels and the people in them.
        sender: sends lines.
        messages: takes the lines of people.
        joiner: brings the bot into its channels.
        ranks: asks who is an operator of a channel.
        moderation: knows where the bot is muted.
        own_nick: finds and regains the nick.
        is_ready: whether the server's features are known and the bot is logged in, so that it may join.
        login: the server's capabilities, and the login to services.
        registered: whether the server has welcomed the bot.
        upkeep: looks after login, nick and channels.
        was_refused: whether the bot left because it could not log in.
    """

    def __init__(self, setup: ClientContext, connection: Connection) -> None:
        """Prepare a stay.

        Args:
            setup: the client's configuration.
            connection: not connected yet.
        """
        self.connection = connection
        self.features = ServerFeatures()
        self.registered = False
        self.was_refused = False
        self.login = Login(setup.network, connection.send_raw, self._give_up)
        self.people = UserTracker(setup.network, self.features, setup.games.presence, setup.nick, setup.wanted)
        stay = self._stay = StayContext(setup, connection, self.features, self.people, self.login.active)
        self.sender = Sender(stay)
        self._setup = setup
        self.is_ready = False
        self._knows_features = False
        self.messages = Messages(stay, self.sender)
        self.own_nick = OwnNick(stay)
        self.upkeep = Upkeep(setup.network, self._wanted_states, stay.later, stay.now, setup.troubles)
        self.joiner = ChannelJoiner(stay, self.sender, self.upkeep.tend)
        self.moderation = Moderation(stay, self.sender)
        self.ranks = RankQuestions(stay, self.sender)
        self._handlers: dict[str, Callable[[IrcLine], object]] = self._make_handlers()

    @property
    def nick(self) -> str:
        """The bot's nick now."""
        return self.people.me.nick

    def on_line(self, line: IrcLine) -> None:
        """Handle one line from the server."""
        handler = self._handlers.get(line.command)
        if self.messages.is_history(line):
            return
        if line.command in _OF_PEOPLE and not self.features.is_nick(line.source.nick):
            return  # An answer would go to the target that it names: a channel, or several people.
        self.upkeep.hear(line)
        if handler is not None:
            handler(line)
        self.sender.on_receipt(line)

    def end(self) -> None:
        """Cancel all timers."""
        self.upkeep.end()
        if self.is_ready:
            # Games pause before they hear that their waiting lines are lost.
            self._setup.games.presence.disconnected(self._setup.network.name)
            self._setup.games.outbox.close(self._setup.network.name)
        self.sender.lines.end()
        self._stay.end()
        for command in ("ERROR", "465"):  # The server's answer to our QUIT is not logged.
            self._handlers.pop(command, None)

    def _make_handlers(self) -> dict[str, Callable[[IrcLine], object]]:
        return {
            "CAP": self._on_cap,
            "421": self.login.on_unknown,
            "464": self.login.on_bad_password,
            "AUTHENTICATE": self.login.on_authenticate,
            "900": self._on_logged_in,
            "901": self._on_logged_out,
            "903": self._on_logged_in,
            **dict.fromkeys(("902", "904", "905", "906", "907"), self.login.on_failure),
            "BATCH": self.messages.on_batch,
            "001": self._on_welcome,
            "004": lambda line: self.features.load_user_modes(line.param(3)),
            "005": lambda line: self.features.load(line.params[1:]),
            **dict.fromkeys(("376", "422"), lambda _: self._end_motd()),
            **dict.fromkeys(("432", "433", "436", "437"), self._on_nick_refused),
            "396": self._on_host_hidden,
            "CHGHOST": self._on_host_changed,
            "ACCOUNT": self._on_account,
            "352": lambda line: self._on_found(line.param(5), line.param(2), line.param(3)),
            "354": self._on_whox,
            "315": lambda line: self.people.announce_found(line.param(1)),
            "NICK": self._on_nick,
            "JOIN": self._on_join,
            "PART": self._on_part,
            "KICK": self._on_kick,
            "INVITE": lambda line: self.joiner.on_invite(line, self.messages.is_accepted),
            "QUIT": lambda line: self._forget(line.source.nick, line.source.address),
            "353": self._on_names,
            "366": self.ranks.on_end_of_names,
            "324": self._on_all_modes,
            "MODE": self._on_mode,
            "302": self.sender.on_addresses,
            "PONG": self.ranks.on_pong,
            "263": lambda _: self.sender.bucket.slow_down(self._stay.now()),
            **dict.fromkeys(REFUSALS - {"404"}, self.sender.on_refusal),
            "404": self._on_not_sent,
            "465": self._on_error,
            "ERROR": self._on_error,
            "KILL": self._on_kill,
            "PRIVMSG": self.messages.on_privmsg,
        }

    # Registration

    def _on_welcome(self, line: IrcLine) -> None:
        if line.param(0):
            # The nick that the server uses counts: it may have shortened ours.
            self.people.me = self.people.me._replace(nick=line.param(0))
        if self.registered:
            return
        self.login.welcomed()
        if self.was_refused:
            return
        self.registered = True
        self._setup.attempts.connection.reach(self._stay.now())
        self._stay.later(self._setup.timing.motd, self._end_motd)
        self._stay.later(self._setup.timing.register, self.login.give_up)

    def _on_logged_in(self, line: IrcLine) -> None:
        (self.login.on_success if line.command == "903" else self.login.on_logged_in)(line)
        self._be_ready()
        self.upkeep.tend()

    def _on_logged_out(self, line: IrcLine) -> None:
        self.login.on_logged_out()
        self._setup.attempts.login.hear(line.param(-1))
        self.upkeep.tend()

    def _on_cap(self, line: IrcLine) -> None:
        if self.login.on_cap(line):
            self._setup.attempts.login.interrupt(self._stay.now())
            self._setup.attempts.login.hurry(self._stay.now())
            self.upkeep.tend()

    def _end_motd(self) -> None:
        """Note that the server has announced its features."""
        self._knows_features = self.registered
        self._be_ready()

    def _be_ready(self) -> None:
        """Set the bot mode and join the channels, when the server's features are known and the bot is logged in."""
        self.is_ready, was_ready = self._knows_features and self.login.is_done, self.is_ready
        if was_ready or not self.is_ready:
            return
        if self.features.bot_mode:
            self.sender.command(f"MODE {self.nick} +{self.features.bot_mode}")
        network, games, sender = self._setup.network, self._setup.games, self.sender
        games.outbox.open(network.name, sender.post, sender.delay, sender.check_reach, sender.signals.show_typing)
        games.presence.connected(network.name, self.people.in_sight, self.ranks.ask)
        self.joiner.begin()
        sender.resume()
        self.upkeep.start()

    def _wanted_states(self) -> Iterator[WantedState]:
        """Yield all that the bot wants on this connection."""
        if self._setup.network.sasl:
            login = self._setup.attempts.login
            yield WantedState("not logged in", login, lambda: self.login.is_in, self._log_in, self.login.concerns)
        yield from self.joiner.states()
        yield self.own_nick.state()

    def _log_in(self) -> None:
        """Log in once more; where that does not work on this connection, on another one, when nobody plays."""
        if not self.login.is_stuck:
            self.login.again()
        elif self._setup.games.is_quiet(self._setup.network.name) or self._setup.attempts.login.is_overdue(
            self._stay.now()
        ):
            _logger.info("%s: connecting again, to log in", self._setup.network.name)
            self.connection.quit("logging in again")
            self._stay.later(self._setup.timing.quit, self.connection.abort)

    # The bot's own nick and host

    def _on_nick_refused(self, line: IrcLine) -> None:
        """Try another nick before the welcome; afterwards the present one will do."""
        if not self.registered and not self.features.is_channel(line.param(1)):
            self.own_nick.try_another(line)

    def _on_nick(self, line: IrcLine) -> None:
        source, new = line.source, line.param(0)
        old = source.nick
        if not self.features.is_nick(new):
            return
        if self.people.is_me(old):
            self.people.rename(old, new)
            self.upkeep.tend()
            return
        self.ranks.forget(old)
        # First the waiting lines: listeners to presence may say something to the new nick.
        self.sender.lines.follow(self.features.fold(old), new)
        self.people.rename(old, new, source.address)
        self.sender.pump()
        self.own_nick.note_free(old, self._stay.now(), self.upkeep.tend)

    def _on_host_hidden(self, line: IrcLine) -> None:
        user, _, host = line.param(1).rpartition("@")
        if host:
            self.people.me = self.people.me._replace(user=user or self.people.me.user, host=host)

    def _on_host_changed(self, line: IrcLine) -> None:
        nick, user, host = line.source.nick, line.param(0), line.param(1)
        if self.people.is_me(nick) and host:
            self.people.me = self.people.me._replace(user=user, host=host)
        elif self.features.is_nick(nick) and host:
            self.sender.lines.see(nick, Source(nick, user, host).address)

    def _on_account(self, line: IrcLine) -> None:
        """Handle the login or logout of somebody in sight."""
        source = line.source
        if self.features.is_nick(source.nick) and not self.people.is_me(source.nick):
            self.sender.lines.see(source.nick, source.address, _account(line.param(0)))

    def _on_whox(self, line: IrcLine) -> None:
        """Handle an answer to our own WHO with an account, `0` for nobody's."""
        if line.param(1) == WHO_MARK and line.param(5):
            account = "" if line.param(5) == "0" else line.param(5)
            self._on_found(line.param(4), line.param(2), line.param(3), account)

    def _on_found(self, nick: str, user: str, host: str, account: str | None = None) -> None:
        """Take over the data about somebody from an answer to a WHO."""
        if self.features.is_nick(nick) and not self.people.is_me(nick) and user and host:
            self.people.find(nick, Source(nick, user, host).address, account)

    # Channels

    def _on_join(self, line: IrcLine) -> None:
        source, name = line.source, line.param(0)
        if not self.features.is_channel(name):
            return
        if not self.people.is_me(source.nick):
            key = self.features.fold(source.nick)
            self.sender.lines.refuse_taken(key, by=key)
            # With extended-join the account comes after the channel, `*` for nobody's.
            account = _account(line.param(1)) if "extended-join" in self.login.active else None
            self.people.join(name, source.nick, source.address, account)
            self.sender.pump()
            return
        if source.host:
            self.people.me = source
        self.joiner.joined(name)

    def _forget(self, nick: str, address: str = "") -> None:
        """Handle a QUIT: the next owner of the nick must not read the lines that wait for this person."""
        self.ranks.forget(nick)
        self.sender.lines.forget(self.features.fold(nick))
        self.sender.pump()
        self.people.quit(nick, address)
        self.own_nick.note_free(nick, self._stay.now(), self.upkeep.tend)

    def _on_part(self, line: IrcLine) -> None:
        self.ranks.forget(line.source.nick, line.param(0))
        self.joiner.on_leave(line.param(0), line.source.nick, f"taken out: {line.param(1)}")

    def _on_kick(self, line: IrcLine) -> None:
        self.ranks.forget(line.param(1), line.param(0))
        name, nick, reason = line.param(0), line.param(1), line.param(2)
        self.joiner.on_leave(name, nick, f"kicked by {line.source.nick}: {reason}", is_banned=True)

    def _on_names(self, line: IrcLine) -> None:
        self.ranks.on_names(line)
        for entry in line.param(-1).split(" "):
            self.moderation.on_names(line.param(-2), entry)
            source = parse_source(self.features.without_prefixes(entry))
            if source.nick:
                self.people.found(line.param(-2), source.nick, source.address)

    def _on_all_modes(self, line: IrcLine) -> None:
        self._on_modes(line.param(1), line.param(2), has_all=True)
        self.moderation.on_all_modes(line.param(1), line.param(2))

    def _on_mode(self, line: IrcLine) -> None:
        self._on_modes(line.param(0), line.param(1))
        self.moderation.on_mode(line)

    def _on_not_sent(self, line: IrcLine) -> None:
        if not self.sender.on_refusal(line):
            self.moderation.on_refusal(line)

    def _on_modes(self, name: str, modes: str, *, has_all: bool = False) -> None:
        key, is_set = self.features.fold(name), self.features.flag_change(_NO_COLOUR, modes)
        self.people.note_locks(key, *self.features.lock_change(modes), has_all=has_all)
        if is_set is not None and key in self.people.channels:
            (self.sender.rendering.plain.add if is_set else self.sender.rendering.plain.discard)(key)

    # The end

    def _on_error(self, line: IrcLine) -> None:
        attempts = self._setup.attempts.connection
        if not (attempts.is_banned and line.command == "ERROR"):  # Its words would be less than those before.
            attempts.hear(f"the server ends the connection: {line.param(-1)}", is_banned=line.command == "465")

    def _on_kill(self, line: IrcLine) -> None:
        if not self.people.is_me(line.param(0)):
            self._forget(line.param(0))
        else:
            words = f"killed by {line.source.nick}: {line.param(-1)}"
            self._setup.attempts.connection.hear(words, is_banned=True)

    def _give_up(self, reason: str) -> None:
        """Leave a server on which the bot cannot log in as configured."""
        self.was_refused = True
        event, network = "tls_wanted" if self.login.tls_port else "login_refused", self._setup.network.name
        self._setup.attempts.login.hear(reason)
        if self._setup.troubles.is_due(f"{event} {reason}"):
            facts = {"network": network}
            log_event(_logger, event, "%s: %s", network, printable(reason), facts=facts, level=logging.ERROR)
        self.connection.abort()


def _account(text: str) -> str:
    """Return an account as JOIN and ACCOUNT name it; empty for `*`, which means not logged in."""
    return "" if text == "*" else text
