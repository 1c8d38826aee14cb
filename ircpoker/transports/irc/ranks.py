"""Whether somebody is an operator of a channel, and whether the bot is heard there.

Both are asked of the server, never worked out from changes. A NAMES lists the members with their ranks, and a PING
after it marks its end: a server answers in order. The bot keeps no ranks, which would grow old. The rank belongs to the
person who was asked about: with another nick, address or account, or after leaving, they have none.

In a moderated channel (mode +m) the bot is heard only with a rank, such as voice.
"""

from __future__ import annotations

from msgspec import Struct

from ircpoker.chat.presence import OnRank
from ircpoker.people import Person
from ircpoker.runtime.recent import OnceAMinute
from ircpoker.runtime.shares import SHARES, Holder, refusal
from ircpoker.transports.irc.context import StayContext
from ircpoker.transports.irc.people import Channel
from ircpoker.transports.irc.sender import Sender
from ircpoker.transports.irc.upkeep import warn_once
from ircpoker.transports.irc.wire import IrcLine, Source, parse_source

TOKEN = "ircpoker-rank-"  # noqa: S105 - marks a PING, is not a secret


class _Question(Struct, eq=False):
    """A question that is not answered yet.

    Attributes:
        token: that of its PING.
        channel: the folded name of the channel.
        person: the person.
        answer: takes the answer.
        is_void: whether the person has left since, or has another nick.
    """

    token: str
    channel: str
    person: Person
    answer: OnRank
    is_void: bool = False


class RankQuestions:
    """The questions on one connection."""

    def __init__(self, stay: StayContext, sender: Sender) -> None:
        """Begin without a question.

        Args:
            stay: has the ranks of the server, and the channels that the bot is in.
            sender: sends commands.
        """
        self._stay = stay
        self._features, self._people = stay.features, stay.people
        self._sender = sender
        self._questions: list[_Question] = []
        self._listing: dict[str, list[Source]] = {}
        self._operators: dict[str, list[Source]] = {}
        self._asked = 0

    def ask(self, person: Person, name: str, answer: OnRank) -> None:
        """Find out whether a person is an operator of a channel: `answer` gets it, or None if nobody says it in time.

        Args:
            person: somebody in the channel.
            name: the channel.
            answer: is called once, perhaps at once, or never if the connection ends.
        """
        channel = self._people.channel(name)
        if channel is None or person.nick_key not in channel.members:
            answer(False)
            return
        asking = [(Holder(each.person.mark), 1) for each in self._questions]
        if refusal(SHARES["ranks"], SHARES["ranks"].total, asking, Holder(person.mark)) is not None:
            answer(None)
            return
        self._asked += 1
        question = _Question(f"{TOKEN}{self._asked}", self._features.fold(name), person, answer)
        self._questions.append(question)
        self._sender.command(f"NAMES {channel.name}")
        self._sender.command(f"PING {question.token}")
        self._stay.later(self._stay.setup.network.answer, lambda: self._end(question, None))

    def on_names(self, line: IrcLine) -> None:
        """Note the operators in a line of NAMES (353), while there is a question."""
        if not self._questions:
            return
        listed = self._listing.setdefault(self._features.fold(line.param(-2)), [])
        for entry in line.param(-1).split(" "):
            source = parse_source(self._features.without_prefixes(entry))
            if source.nick and self._features.is_operator(entry):
                listed.append(source)

    def on_end_of_names(self, line: IrcLine) -> None:
        """Note that a list is complete (366)."""
        key = self._features.fold(line.param(1))
        if self._questions:
            self._operators[key] = self._listing.pop(key, [])

    def on_pong(self, line: IrcLine) -> None:
        """Answer the question before this PING."""
        question = next((each for each in self._questions if each.token == line.param(-1)), None)
        if question is None:
            return
        operators = self._operators.get(question.channel)
        # The next question waits for a list of its own.
        self._listing.clear()
        self._operators.clear()
        if operators is None:
            self._end(question, None)
            return
        self._end(question, not question.is_void and self._is_still(question) and self._is_among(operators, question))

    def forget(self, nick: str, name: str = "") -> None:
        """Note that somebody has left a channel, or with an empty name the network or their nick."""
        key, channel = self._features.fold(nick), self._features.fold(name)
        for question in self._questions:
            if question.person.nick_key == key and channel in {"", question.channel}:
                question.is_void = True

    def _is_still(self, question: _Question) -> bool:
        """Return whether the person is there as when they were asked about."""
        channel, person = self._people.channels.get(question.channel), question.person
        now = self._people.in_sight(person.nick_key)
        return (
            channel is not None
            and person.nick_key in channel.members
            and now is not None
            and (now.id, now.address) == (person.id, person.address)
        )

    def _is_among(self, operators: list[Source], question: _Question) -> bool:
        """Return whether the person is one of these; the server names addresses only with userhost-in-names."""
        person, fold = question.person, self._features.fold
        return any(fold(each.nick) == person.nick_key and each.address in {"", person.address} for each in operators)

    def _end(self, question: _Question, is_operator: bool | None) -> None:
        if question in self._questions:
            self._questions.remove(question)
            question.answer(is_operator)


_MODERATED = "m"


class Moderation:
    """Knows where the bot is muted, and tells games."""

    def __init__(self, stay: StayContext, sender: Sender) -> None:
        """Prepare.

        Args:
            stay: has the signs of ranks, and the channels that the bot is in.
            sender: sends questions.
        """
        self._setup, self._features, self._people = stay.setup, stay.features, stay.people
        self._sender = sender
        self._asked = OnceAMinute(stay.now)

    def on_all_modes(self, name: str, modes: str) -> None:
        """Handle a channel's list of modes (324), for which the bot has asked."""
        if (channel := self._people.channel(name)) is not None:
            self._note(channel, is_moderated=bool(self._features.flag_change(_MODERATED, modes)))

    def on_mode(self, line: IrcLine) -> None:
        """Handle a change of modes: ask whether the bot can be heard, if that may have changed."""
        name, modes, *arguments = (*line.params, "", "")
        is_about_bot = any(map(self._people.is_me, arguments))
        if is_about_bot or self._features.flag_change(_MODERATED, modes) is not None:
            self._ask(name)

    def on_refusal(self, line: IrcLine) -> None:
        """Handle that a line to a channel was refused, perhaps because the bot was muted unseen."""
        channel = self._people.channel(line.param(1))
        if channel is not None and not channel.is_muted and self._asked.is_due(channel.name):
            self._ask(channel.name)

    def on_names(self, name: str, entry: str) -> None:
        """Handle an entry of a channel's members (353): the bot's own has its rank."""
        plain = self._features.without_prefixes(entry)
        channel = self._people.channel(name)
        if channel is not None and self._people.is_me(parse_source(plain).nick):
            self._note(channel, has_rank=plain != entry)

    def _ask(self, name: str) -> None:
        channel = self._people.channel(name)
        if channel is not None:
            self._sender.command(f"MODE {channel.name}")
            self._sender.command(f"NAMES {channel.name}")

    def _note(self, channel: Channel, *, is_moderated: bool | None = None, has_rank: bool | None = None) -> None:
        was_muted = channel.is_muted
        channel.is_moderated = channel.is_moderated if is_moderated is None else is_moderated
        channel.has_rank = channel.has_rank if has_rank is None else has_rank
        if channel.is_muted == was_muted:
            return
        network = self._setup.network.name
        if channel.is_muted:
            message = (
                f"{channel.name!a} is moderated (+m): without voice the bot cannot be heard; its tables stand still"
            )
            warn_once(self._setup.troubles, network, message, "moderated")
        self._people.note_heard(channel)
