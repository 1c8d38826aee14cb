"""What the embedded server understands: one client's side of IRC, without any socket.

Enough for real clients to join, talk and look around: no operators, no modes, no limits.
"""

from __future__ import annotations

import re
import threading
from typing import TYPE_CHECKING, ClassVar

from irc import events
from irc.dict import IRCDict
from irc.server import IRCChannel

from ircpoker import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ircpoker.transports.irc.wire import Line

SERVER_NAME = "ircpoker.local"
LONGEST_NICK = 30
LONGEST_CHANNEL = 50
LONGEST_TOPIC = 300

_FEATURES = (
    f"CASEMAPPING=rfc1459 CHANTYPES=# PREFIX=(ov)@+ CHANMODES=,,, NETWORK=ircpoker NICKLEN={LONGEST_NICK} "
    f"CHANNELLEN={LONGEST_CHANNEL} TOPICLEN={LONGEST_TOPIC}"
)
_NICK = re.compile(rf"[A-Za-z\[\]\\`_^{{|}}][-A-Za-z0-9\[\]\\`_^{{|}}]{{0,{LONGEST_NICK - 1}}}")
_CHANNEL = re.compile(rf"#[^\x00-\x20,:\x7f]{{1,{LONGEST_CHANNEL - 1}}}")
_BEFORE_REGISTRATION = frozenset({"CAP", "NICK", "PASS", "PING", "PONG", "QUIT", "USER"})


class ServerState:
    """What all clients share.

    Attributes:
        motd: the message of the day.
        lock: held while one line of one client is handled.
        clients: those with a nick; Bob and bob are one, as CASEMAPPING says.
        channels: those with somebody in them.
    """

    def __init__(self, motd: str) -> None:
        self.motd = motd
        self.lock = threading.RLock()
        self.clients: dict[str, Client] = IRCDict()
        self.channels: dict[str, IRCChannel] = IRCDict()


class Client:
    """One client, as far as the others know it.

    Attributes:
        has_quit: whether it has said QUIT: then the connection is to be closed.
    """

    def __init__(self, state: ServerState, send: Callable[[str], None]) -> None:
        """Make a client that has not said who it is.

        Args:
            state: what it shares with the others.
            send: puts a line into its outbox; any thread may.
        """
        self.send = send
        self.nick = ""
        self.user = ""
        self.realname = ""
        self.away = ""
        self.has_quit = False
        self._state = state
        self._channels: dict[str, IRCChannel] = {}
        self._is_registered = False
        self._is_negotiating = False
        self._quit_reason = "Connection closed"

    def on_line(self, line: Line) -> None:
        """Handle a line of this client, under the lock."""
        handler = self._COMMANDS.get(line.command)
        if not self._is_registered and line.command not in _BEFORE_REGISTRATION:
            self._numeric("notregistered", text="You have not registered")
        elif handler is None:
            self._numeric("unknowncommand", line.command[:LONGEST_CHANNEL], text="Unknown command")
        elif not line.param(0) and line.command in self._NEED_A_PARAMETER:
            self._numeric("needmoreparams", line.command, text="Not enough parameters")
        else:
            handler(self, line)

    def end(self) -> None:
        """Let the others know that this client is gone, under the lock."""
        self._tell_peers(f":{self.address} QUIT :{self._quit_reason}")
        for channel in list(self._channels.values()):
            self._leave(channel)
        if self._state.clients.get(self.nick) is self:
            del self._state.clients[self.nick]

    @property
    def address(self) -> str:
        """Who this is in the lines of others."""
        return f"{self.nick}!{self.user}@localhost"

    def _numeric(self, name: str, *params: str, text: str | None = None) -> None:
        last = () if text is None else (f":{text}",)
        self.send(" ".join((f":{SERVER_NAME}", events.codes[name], self.nick or "*", *params, *last)))

    # Registration

    def _on_cap(self, line: Line) -> None:
        match line.param(0).upper():
            case "LS":
                self._is_negotiating = not self._is_registered
                self.send(f":{SERVER_NAME} CAP {self.nick or '*'} LS :")
            case "LIST":
                self.send(f":{SERVER_NAME} CAP {self.nick or '*'} LIST :")
            case "REQ":
                self.send(f":{SERVER_NAME} CAP {self.nick or '*'} NAK :{line.param(-1)}")
            case "END":
                self._is_negotiating = False
                self._register()

    def _on_nick(self, line: Line) -> None:
        nick = line.param(0)
        if not nick:
            self._numeric("nonicknamegiven", text="No nickname given")
        elif not _NICK.fullmatch(nick):
            self._numeric("erroneusnickname", re.sub(r"[\s:]", "?", nick)[:LONGEST_NICK], text="Erroneous nickname")
        elif self._state.clients.get(nick, self) is not self:
            self._numeric("nicknameinuse", nick, text="Nickname is already in use")
        elif nick != self.nick:
            if self._is_registered:
                self._tell_peers(f":{self.address} NICK :{nick}", and_self=True)
            self._state.clients.pop(self.nick, None)
            self.nick = nick
            self._state.clients[nick] = self
            self._register()

    def _on_user(self, line: Line) -> None:
        if self._is_registered:
            self._numeric("alreadyregistered", text="You are registered already")
            return
        self.user = "~" + (re.sub(r"[^A-Za-z0-9_.-]", "", line.param(0))[:9] or "user")
        self.realname = line.param(3)
        self._register()

    def _register(self) -> None:
        """Welcome the client when it has said who it is."""
        if self._is_registered or self._is_negotiating or not self.nick or not self.user:
            return
        self._is_registered = True
        self._numeric("welcome", text=f"Welcome to ircpoker, {self.nick}")
        self._numeric("yourhost", text=f"Your host is {SERVER_NAME}, running ircpoker {__version__}")
        self._numeric("myinfo", SERVER_NAME, f"ircpoker-{__version__}", "i", "t")
        self._numeric("featurelist", _FEATURES, text="are supported by this server")
        self._on_motd()

    def _on_motd(self, _line: Line | None = None) -> None:
        self._numeric("motdstart", text=f"- {SERVER_NAME} message of the day")
        self._numeric("motd", text=f"- {self._state.motd}")
        self._numeric("endofmotd", text="End of MOTD command")

    def _on_ping(self, line: Line) -> None:
        self.send(f":{SERVER_NAME} PONG {SERVER_NAME} :{line.param(0)}")

    def _on_nothing(self, line: Line) -> None:
        """PASS and PONG need no answer."""

    def _on_quit(self, line: Line) -> None:
        self._quit_reason = f"Quit: {line.param(0)}"
        self.send(f"ERROR :Closing link ({line.param(0)})")
        self.has_quit = True

    # Channels

    def _on_join(self, line: Line) -> None:
        for name in line.param(0).split(","):
            if not _CHANNEL.fullmatch(name):
                self._numeric("nosuchchannel", _shown(name), text="No such channel")
            elif name not in self._state.channels or self not in self._state.channels[name].clients:
                self._join(name)

    def _join(self, name: str) -> None:
        if name not in self._state.channels:
            self._state.channels[name] = IRCChannel(name, topic="")
        channel = self._state.channels[name]
        channel.clients.add(self)
        self._channels[channel.name] = channel
        _tell(channel.clients, f":{self.address} JOIN {channel.name}")
        if channel.topic:
            self._numeric("currenttopic", channel.name, text=channel.topic)
        self._send_names(channel)

    def _on_part(self, line: Line) -> None:
        for name in line.param(0).split(","):
            channel = self._own_channel(name)
            if channel is not None:
                _tell(channel.clients, f":{self.address} PART {channel.name} :{line.param(1)}")
                self._leave(channel)

    def _leave(self, channel: IRCChannel) -> None:
        channel.clients.discard(self)
        self._channels.pop(channel.name, None)
        if not channel.clients:
            self._state.channels.pop(channel.name, None)

    def _on_topic(self, line: Line) -> None:
        channel = self._own_channel(line.param(0))
        if channel is None:
            return
        if len(line.params) > 1:
            channel.topic = line.param(1)[:LONGEST_TOPIC]
            _tell(channel.clients, f":{self.address} TOPIC {channel.name} :{channel.topic}")
        elif channel.topic:
            self._numeric("currenttopic", channel.name, text=channel.topic)
        else:
            self._numeric("notopic", channel.name, text="No topic is set")

    def _on_names(self, line: Line) -> None:
        for name in line.param(0).split(","):
            channel = self._state.channels.get(name)
            if channel is not None:
                self._send_names(channel)
            else:
                self._numeric("endofnames", _shown(name), text="End of NAMES list")

    def _send_names(self, channel: IRCChannel) -> None:
        nicks = sorted(client.nick for client in channel.clients)
        # Ten of the longest nicks fit into one line.
        for start in range(0, len(nicks), 10):
            self._numeric("namreply", "=", channel.name, text=" ".join(nicks[start : start + 10]))
        self._numeric("endofnames", channel.name, text="End of NAMES list")

    def _on_list(self, _line: Line) -> None:
        for channel in self._state.channels.values():
            self._numeric("list", channel.name, str(len(channel.clients)), text=channel.topic)
        self._numeric("listend", text="End of LIST")

    def _on_mode(self, line: Line) -> None:
        target, modes = line.param(0), line.param(1)
        if target.startswith("#"):
            if self._state.channels.get(target) is None:
                self._numeric("nosuchchannel", _shown(target), text="No such channel")
            elif not modes:
                self._numeric("channelmodeis", target, "+")
            elif modes.strip("+") == "b":
                self._numeric("endofbanlist", target, text="End of channel ban list")
            else:
                self._numeric("chanoprivsneeded", target, text="There are no operators here")
        elif self._state.clients.get(target) is not self:
            self._numeric("usersdontmatch", text="Cannot change mode for other users")
        elif not modes:
            self._numeric("umodeis", "+")

    # People

    def _on_message(self, line: Line) -> None:
        is_notice = line.command == "NOTICE"  # Which is never answered, not even by an error.
        text = line.param(1)
        if not text and not is_notice:
            self._numeric("notexttosend", text="No text to send")
        for name in dict.fromkeys(line.param(0).split(",")) if text else ():
            client, channel = self._person(name), self._state.channels.get(name)
            message = f":{self.address} {line.command} {_shown(name)} :{text}"
            if channel is not None and self in channel.clients:
                _tell(channel.clients - {self}, message)
            elif client is not None:
                client.send(message)
                if client.away and not is_notice:
                    self._numeric("away", client.nick, text=client.away)
            elif not is_notice and channel is not None:
                self._numeric("cannotsendtochan", channel.name, text="Cannot send to channel")
            elif not is_notice:
                self._numeric("nosuchnick", _shown(name), text="No such nick or channel")

    def _on_who(self, line: Line) -> None:
        mask = line.param(0)
        channel, client = self._state.channels.get(mask), self._person(mask)
        found: Iterable[Client] = channel.clients if channel is not None else () if client is None else (client,)
        for each in sorted(found, key=lambda one: one.nick):
            flag = "G" if each.away else "H"
            words = (mask, each.user, "localhost", SERVER_NAME, each.nick, flag)
            self._numeric("whoreply", *words, text=f"0 {each.realname}")
        self._numeric("endofwho", _shown(mask), text="End of WHO list")

    def _on_whois(self, line: Line) -> None:
        nick = line.param(-1)
        client = self._person(nick)
        if client is None:
            self._numeric("nosuchnick", _shown(nick), text="No such nick")
        else:
            self._numeric("whoisuser", client.nick, client.user, "localhost", "*", text=client.realname)
            if client._channels:
                self._numeric("whoischannels", client.nick, text=" ".join(client._channels))
            self._numeric("whoisserver", client.nick, SERVER_NAME, text="the server inside the bot")
        self._numeric("endofwhois", _shown(nick), text="End of WHOIS list")

    def _on_userhost(self, line: Line) -> None:
        found = [client for nick in line.params[:5] if (client := self._person(nick)) is not None]
        away = {client: "-" if client.away else "+" for client in found}
        replies = [f"{client.nick}={away[client]}{client.user}@localhost" for client in found]
        self._numeric("userhost", text=" ".join(replies))

    def _on_ison(self, line: Line) -> None:
        names = " ".join(line.params).split(" ")
        self._numeric("ison", text=" ".join(name for name in names[:20] if self._person(name) is not None))

    def _on_away(self, line: Line) -> None:
        self.away = line.param(0)[:LONGEST_TOPIC]
        if self.away:
            self._numeric("nowaway", text="You have been marked as being away")
        else:
            self._numeric("unaway", text="You are no longer marked as being away")

    def _person(self, nick: str) -> Client | None:
        """Return who has a nick; somebody who is not welcomed yet cannot be seen."""
        client = self._state.clients.get(nick)
        return client if client is not None and client._is_registered else None

    def _own_channel(self, name: str) -> IRCChannel | None:
        """Return a channel this client is in; if it is not, tell it so."""
        channel = self._state.channels.get(name)
        if channel is None:
            self._numeric("nosuchchannel", _shown(name), text="No such channel")
        elif self not in channel.clients:
            self._numeric("notonchannel", channel.name, text="You're not on that channel")
        else:
            return channel
        return None

    def _tell_peers(self, line: str, *, and_self: bool = False) -> None:
        """Send a line once to everybody who shares a channel with this client."""
        peers = {client for channel in self._channels.values() for client in channel.clients} - {self}
        _tell(peers | {self} if and_self else peers, line)

    _COMMANDS: ClassVar[dict[str, Callable[[Client, Line], None]]] = {
        "AWAY": _on_away,
        "CAP": _on_cap,
        "ISON": _on_ison,
        "JOIN": _on_join,
        "LIST": _on_list,
        "MODE": _on_mode,
        "MOTD": _on_motd,
        "NAMES": _on_names,
        "NICK": _on_nick,
        "NOTICE": _on_message,
        "PART": _on_part,
        "PASS": _on_nothing,
        "PING": _on_ping,
        "PONG": _on_nothing,
        "PRIVMSG": _on_message,
        "QUIT": _on_quit,
        "TOPIC": _on_topic,
        "USER": _on_user,
        "USERHOST": _on_userhost,
        "WHO": _on_who,
        "WHOIS": _on_whois,
    }
    _NEED_A_PARAMETER = frozenset({"ISON", "JOIN", "MODE", "PART", "PING", "PRIVMSG", "TOPIC", "USERHOST", "WHOIS"})


def _tell(clients: Iterable[Client], line: str) -> None:
    for client in clients:
        client.send(line)


def _shown(name: str) -> str:
    """Return a name as it may stand in the middle of a line."""
    return re.sub(r"[\s:]", "?", name)[:LONGEST_CHANNEL] or "*"
