"""The IRC commands that the embedded server understands, for one client and without any socket.

They are enough for real clients to join, talk and look around: there are no operators and no modes.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import count

from irc import events
from msgspec import Struct, field

from ircpoker import __version__
from ircpoker.transports.irc.features import ServerFeatures
from ircpoker.transports.irc.login import CONNECTION
from ircpoker.transports.irc.wire import IrcLine

SERVER_NAME = "ircpoker.local"
HOST = "localhost"
MOTD = "Join the bot and say !help"
LONGEST_NICK = 30
LONGEST_CHANNEL = 50
LONGEST_TOPIC = 300
MOST_CHANNELS = 100
"""Channels that one client may be in."""
MOST_TARGETS = 100
"""Names in one command: each may be answered by several lines."""

_FEATURES = (
    f"CASEMAPPING=rfc1459 CHANTYPES=# PREFIX=(ov)@+ CHANMODES=,,, NETWORK=ircpoker NICKLEN={LONGEST_NICK} "
    f"CHANNELLEN={LONGEST_CHANNEL} TOPICLEN={LONGEST_TOPIC}"
)
_NICK = re.compile(rf"[A-Za-z\[\]\\`_^{{|}}][-A-Za-z0-9\[\]\\`_^{{|}}]{{0,{LONGEST_NICK - 1}}}")
_CHANNEL = re.compile(rf"#[^\x00-\x20,:\x7f]{{1,{LONGEST_CHANNEL - 1}}}")
_BEFORE_REGISTRATION = frozenset({"CAP", "NICK", "PASS", "PING", "PONG", "QUIT", "USER"})
_NEED_A_PARAMETER = frozenset({"ISON", "JOIN", "MODE", "PART", "PING", "PRIVMSG", "TOPIC", "USERHOST", "WHOIS"})
_FOR_EACH_NAME = frozenset({"JOIN", "NAMES", "NOTICE", "PART", "PRIVMSG"})

_fold = ServerFeatures().fold


class _Channel(Struct, eq=False):
    name: str
    topic: str = ""
    clients: set[Client] = field(default_factory=set)


class ServerState(Struct):
    """The state that all clients share.

    Attributes:
        clients: the clients that have a nick, by folded nick.
        channels: the channels that are not empty, by folded name.
        numbers: gives each connection its own number, also after a restart: chips of the day are counted by it.
    """

    clients: dict[str, Client] = field(default_factory=dict)
    channels: dict[str, _Channel] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=lambda: count(time.time_ns()))

    def client(self, nick: str) -> Client | None:
        """Return the client with a nick; one that has not been welcomed yet is not seen."""
        client = self.clients.get(_fold(nick))
        return client if client is not None and client.is_registered else None

    def channel(self, name: str) -> _Channel | None:
        """Return the channel of this name, if somebody is in it."""
        return self.channels.get(_fold(name))


class Client:
    """One client, as the others see it.

    Attributes:
        send: sends it a line.
        is_registered: whether it has given a nick and a name and was welcomed.
        has_quit: whether it has sent QUIT: then its connection must be closed.
    """

    def __init__(self, state: ServerState, send: Callable[[str], None]) -> None:
        self.send = send
        self.nick = ""
        self.user = ""
        self.realname = ""
        self.away = ""
        self.has_quit = False
        self._state = state
        self._channels: list[_Channel] = []
        self.is_registered = False
        self._is_negotiating = False
        self._sees_connections = False
        self._number = next(state.numbers)
        self._quit_reason = "Connection closed"

    def on_line(self, line: IrcLine) -> None:
        """Handle a line of this client: `_on_join` handles JOIN, and so on."""
        handler = getattr(self, f"_on_{line.command.lower()}", None)
        if not self.is_registered and line.command not in _BEFORE_REGISTRATION:
            self._numeric("notregistered", text="You have not registered")
        elif handler is None:
            self._numeric("unknowncommand", line.command[:LONGEST_CHANNEL], text="Unknown command")
        elif not line.param(0) and line.command in _NEED_A_PARAMETER:
            self._numeric("needmoreparams", line.command, text="Not enough parameters")
        elif line.command not in _FOR_EACH_NAME:
            handler(line)
        else:
            names = list(dict.fromkeys(line.param(0).split(",")))
            for name in names[:MOST_TARGETS]:
                handler(line, name)
            if len(names) > MOST_TARGETS and line.command != "NOTICE":
                self._numeric("toomanytargets", _shown(names[MOST_TARGETS]), text="Too many targets")

    def end(self) -> None:
        """Inform the others that this client is gone."""
        _tell(self._peers(), f":{self.address} QUIT :{self._quit_reason}")
        for channel in self._channels.copy():
            self._leave(channel)
        if self.nick:
            del self._state.clients[_fold(self.nick)]

    @property
    def address(self) -> str:
        """This client as the source of a line."""
        return f"{self.nick}!{self.user}@{HOST}"

    def _numeric(self, name: str, *params: str, text: str | None = None) -> None:
        last = () if text is None else (f":{text}",)
        self._reply(events.codes[name], self.nick or "*", *params, *last)

    def _reply(self, *words: str) -> None:
        self.send(" ".join((f":{SERVER_NAME}", *words)))

    # Registration

    def _on_cap(self, line: IrcLine) -> None:
        nick, asked = self.nick or "*", line.param(-1)
        match line.param(0).upper():
            case "LS":
                self._is_negotiating = not self.is_registered
                self._reply("CAP", nick, "LS", f":{CONNECTION}")
            case "LIST":
                self._reply("CAP", nick, "LIST", f":{CONNECTION if self._sees_connections else ''}")
            case "REQ":
                self._sees_connections = self._sees_connections or asked.strip() == CONNECTION
                self._reply("CAP", nick, "ACK" if asked.strip() == CONNECTION else "NAK", f":{asked}")
            case "END":
                self._is_negotiating = False
                self._register()

    def _on_nick(self, line: IrcLine) -> None:
        nick = line.param(0)
        if not nick:
            self._numeric("nonicknamegiven", text="No nickname given")
        elif not _NICK.fullmatch(nick):
            self._numeric("erroneusnickname", re.sub(r"[\s:]", "?", nick)[:LONGEST_NICK], text="Erroneous nickname")
        elif self._state.clients.get(_fold(nick), self) is not self:
            self._numeric("nicknameinuse", nick, text="Nickname is already in use")
        elif nick != self.nick:
            if self.is_registered:
                _tell({self, *self._peers()}, f":{self.address} NICK :{nick}")
            self._state.clients.pop(_fold(self.nick), None)
            self.nick = nick
            self._state.clients[_fold(nick)] = self
            self._register()

    def _on_user(self, line: IrcLine) -> None:
        if self.is_registered:
            self._numeric("alreadyregistered", text="You are registered already")
            return
        self.user = "~" + (re.sub(r"[^A-Za-z0-9_.-]", "", line.param(0))[:9] or "user")
        self.realname = line.param(3)
        self._register()

    def _register(self) -> None:
        """Welcome the client once it has given a nick and a name."""
        if self.is_registered or self._is_negotiating or not self.nick or not self.user:
            return
        self.is_registered = True
        self._numeric("welcome", text=f"Welcome to ircpoker, {self.nick}")
        self._numeric("yourhost", text=f"Your host is {SERVER_NAME}, running ircpoker {__version__}")
        self._numeric("myinfo", SERVER_NAME, f"ircpoker-{__version__}", "i", "t")
        self._numeric("featurelist", _FEATURES, text="are supported by this server")
        self._on_motd()

    def _on_motd(self, _line: IrcLine | None = None) -> None:
        self._numeric("motdstart", text=f"- {SERVER_NAME} message of the day")
        self._numeric("motd", text=f"- {MOTD}")
        self._numeric("endofmotd", text="End of MOTD command")

    def _on_ping(self, line: IrcLine) -> None:
        self._reply("PONG", SERVER_NAME, f":{line.param(0)}")

    def _on_pong(self, line: IrcLine) -> None:
        """Nothing needs to be answered."""

    _on_pass = _on_pong

    def _on_quit(self, line: IrcLine) -> None:
        self._quit_reason = f"Quit: {line.param(0)}"
        self.send(f"ERROR :Closing link ({line.param(0)})")
        self.has_quit = True

    # Channels

    def _on_join(self, line: IrcLine, name: str) -> None:
        channel = self._state.channel(name)
        if not _CHANNEL.fullmatch(name):
            self._numeric("nosuchchannel", _shown(name), text="No such channel")
        elif channel not in self._channels and len(self._channels) >= MOST_CHANNELS:
            self._numeric("toomanychannels", name, text="You have joined too many channels")
        elif channel not in self._channels:
            channel = self._state.channels.setdefault(_fold(name), _Channel(name))
            channel.clients.add(self)
            self._channels.append(channel)
            _tell(channel.clients, f":{self.address} JOIN {channel.name}")
            if channel.topic:
                self._numeric("currenttopic", channel.name, text=channel.topic)
            self._on_names(line, name)

    def _on_part(self, line: IrcLine, name: str) -> None:
        channel = self._own_channel(name)
        if channel is not None:
            _tell(channel.clients, f":{self.address} PART {channel.name} :{line.param(1)}")
            self._leave(channel)

    def _leave(self, channel: _Channel) -> None:
        channel.clients.remove(self)
        self._channels.remove(channel)
        if not channel.clients:
            del self._state.channels[_fold(channel.name)]

    def _on_topic(self, line: IrcLine) -> None:
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

    def _on_names(self, _line: IrcLine, name: str) -> None:
        channel = self._state.channel(name)
        shown = channel.name if channel is not None else _shown(name)
        nicks = sorted(client.nick for client in channel.clients) if channel is not None else []
        # Ten of the longest nicks fit into one line.
        for start in range(0, len(nicks), 10):
            self._numeric("namreply", "=", shown, text=" ".join(nicks[start : start + 10]))
        self._numeric("endofnames", shown, text="End of NAMES list")

    def _on_list(self, _line: IrcLine) -> None:
        for channel in self._state.channels.values():
            self._numeric("list", channel.name, str(len(channel.clients)), text=channel.topic)
        self._numeric("listend", text="End of LIST")

    def _on_mode(self, line: IrcLine) -> None:
        target, modes = line.param(0), line.param(1)
        if self._state.client(target) is self:
            if not modes:
                self._numeric("umodeis", "+")
        elif not target.startswith("#"):
            self._numeric("usersdontmatch", text="Cannot change mode for other users")
        elif self._state.channel(target) is None:
            self._numeric("nosuchchannel", _shown(target), text="No such channel")
        elif not modes:
            self._numeric("channelmodeis", target, "+")
        elif modes.strip("+") == "b":
            self._numeric("endofbanlist", target, text="End of channel ban list")
        else:
            self._numeric("chanoprivsneeded", target, text="There are no operators here")

    # People

    def _on_privmsg(self, line: IrcLine, name: str) -> None:
        client, channel, text = self._state.client(name), self._state.channel(name), line.param(1)
        message = f":{self.address} {line.command} {_shown(name)} :{text}"
        if text and channel in self._channels:
            self._say(channel.clients - {self}, message)
        elif text and client is not None:
            self._say([client], message)
        if line.command == "NOTICE":
            return  # A NOTICE is never answered, not even with an error.
        if not text:
            self._numeric("notexttosend", text="No text to send")
        elif channel is not None and channel not in self._channels:
            self._numeric("cannotsendtochan", channel.name, text="Cannot send to channel")
        elif channel is None and client is None:
            self._numeric("nosuchnick", _shown(name), text="No such nick or channel")
        elif client is not None and client.away:
            self._numeric("away", client.nick, text=client.away)

    _on_notice = _on_privmsg

    def _say(self, readers: Iterable[Client], message: str) -> None:
        """Send this client's message; a receiver with our capability also learns the number of its connection."""
        for reader in readers:
            reader.send(f"@{CONNECTION}={self._number} {message}" if reader._sees_connections else message)

    def _on_who(self, line: IrcLine) -> None:
        mask = line.param(0)
        channel, client = self._state.channel(mask), self._state.client(mask)
        clients: Iterable[Client] = channel.clients if channel is not None else () if client is None else (client,)
        for each in sorted(clients, key=lambda client: client.nick):
            words = (mask, each.user, HOST, SERVER_NAME, each.nick, "G" if each.away else "H")
            self._numeric("whoreply", *words, text=f"0 {each.realname}")
        self._numeric("endofwho", _shown(mask), text="End of WHO list")

    def _on_whois(self, line: IrcLine) -> None:
        nick = line.param(-1)
        client = self._state.client(nick)
        if client is None:
            self._numeric("nosuchnick", _shown(nick), text="No such nick")
        else:
            self._numeric("whoisuser", client.nick, client.user, HOST, "*", text=client.realname)
            if client._channels:
                self._numeric("whoischannels", client.nick, text=" ".join(channel.name for channel in client._channels))
            self._numeric("whoisserver", client.nick, SERVER_NAME, text="the server inside the bot")
        self._numeric("endofwhois", _shown(nick), text="End of WHOIS list")

    def _on_userhost(self, line: IrcLine) -> None:
        clients = [client for nick in line.params[:5] if (client := self._state.client(nick)) is not None]
        replies = (f"{each.nick}={'-' if each.away else '+'}{each.user}@{HOST}" for each in clients)
        self._numeric("userhost", text=" ".join(replies))

    def _on_ison(self, line: IrcLine) -> None:
        names = " ".join(line.params).split(" ")
        self._numeric("ison", text=" ".join(name for name in names[:20] if self._state.client(name) is not None))

    def _on_away(self, line: IrcLine) -> None:
        self.away = line.param(0)[:LONGEST_TOPIC]
        name, being = ("nowaway", "have been") if self.away else ("unaway", "are no longer")
        self._numeric(name, text=f"You {being} marked as being away")

    def _own_channel(self, name: str) -> _Channel | None:
        """Return a channel that this client is in; if it is not in that channel, send it the error."""
        channel = self._state.channel(name)
        if channel is None:
            self._numeric("nosuchchannel", _shown(name), text="No such channel")
        elif channel not in self._channels:
            self._numeric("notonchannel", channel.name, text="You're not on that channel")
        else:
            return channel
        return None

    def _peers(self) -> set[Client]:
        """Return everybody who shares a channel with this client."""
        return {client for channel in self._channels for client in channel.clients} - {self}


def _tell(clients: Iterable[Client], line: str) -> None:
    for client in clients:
        client.send(line)


def _shown(name: str) -> str:
    """Return a name in a form that is safe in the middle of a line."""
    return re.sub(r"[\s:]", "?", name)[:LONGEST_CHANNEL] or "*"
