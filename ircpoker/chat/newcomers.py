"""Understands people who do not know the commands: what they mean, or the line that helps them.

Words are understood in `words/understood`, questions get facts (`questions`), and other words the line that says which
command they want. Nothing here acts on a question, on a guess, or on a word with two meanings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import replace

from ircpoker.chat.commands import Command, replies
from ircpoker.chat.lines import error_phrase
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.questions import Facts
from ircpoker.chat.router import Router
from ircpoker.chat.segments import offered, turn_options
from ircpoker.errors import NO_TABLE, PokerError, SurroundingsError, quote
from ircpoker.lobby import OwnTurn, least_buy_in
from ircpoker.people import Person
from ircpoker.records.deal_words import Segments, joined
from ircpoker.robots import LEVELS, shown_names
from ircpoker.words import Phrase
from ircpoker.words.understood import typed
from ircpoker.words.understood.cards import is_cards
from ircpoker.words.understood.requests import WAGERS, TypedAction, read_action

_ROBOTS = "robots"
_SIGNS = "!?.,;:"
_NOT_ON_TURN = frozenset({"answer", "i", "no_turn", "what"})
"""Lines that are replaced by the legal actions on the reader's turn."""
_SHOWS = frozenset(
    {"about", "bank", "cards", "help", "hint", "history", "odds", "ranks", "rules", "stats", "table", "top"}
)
"""Commands that change nothing: `board?` gives one of them."""
_EXPLAINED = frozenset({"buy", "fair", "money"})
"""The topics that need no facts."""
_ACTIONS = frozenset({"check", "call", "bet", "raise", "fold", "allin", "keep", "discard", "pat"})
"""Commands that are not explained on somebody's turn: the legal actions are."""
_SHORT = 70
"""The most characters of a fact that shares its line with the legal actions."""
_TO_DRAW = frozenset({"draw", "deal"})
_FACTS = frozenset({"turn", "clock", "pot", "price", "blinds", "stack", "cards", "board", "amounts"})
"""The topics of questions that are answered to somebody who asks nobody, on their turn."""
_MOST_WORDS = 6
"""The most words of such a question: longer lines are talk."""
_BOT_SECONDS = 3.0
"""Within so many seconds after an unknown word another bot answers it."""
_BOTS_STAY = 86_400.0
"""Seconds for which it is remembered that there is another bot in a channel."""
_MOST_UNKNOWN = 2
"""The most unknown words of a player here that are answered though they are near to no command."""
_MOST_REMEMBERED = 10_000
"""The most people of whom it is remembered what was answered."""


class Newcomers:
    """Answers lines that are not commands."""

    def __init__(self, bot: Router) -> None:
        self.bot = bot
        self._answered: dict[Hashable, object] = {}
        self._words: dict[Hashable, tuple[str, float]] = {}
        self._bots: dict[Hashable, float] = {}
        self._unknown: Counter[Hashable] = Counter()

    # What is meant

    def meant(self, text: str, command: Command | None) -> str | None:
        """Return what a line means that is not a command as it stands.

        Args:
            text: the line after the prefix or the bot's nick.
            command: the command that it begins with, if any.

        Returns:
            Another command line; an empty text for a line to be answered by `answer`; None if it means what it says.
        """
        words = text.split()
        if command is not None and command.name == "start":
            return typed.command_line_of(text) or "start"
        if command is None and "parse" in self.bot.commands and is_cards(text):
            return f"parse {text}"
        if command is None or not command.guess or not command.usage:
            if typed.asks(text):
                first = self._command_called(words[0].rstrip(_SIGNS).lower())
                return first.name if first is not None and len(words) == 1 and first.name in _SHOWS else ""
            if command is not None and len(words) > 1 and typed.topic_of(text):
                return ""
        if command is None and _begins(text):
            return "start"
        if command is None or len(words) > 1:
            meant = typed.command_line_of(text)
            if meant is not None:
                return meant
        if command is not None:
            return None
        action = read_action(text)
        if action is None or len(action.commands) > 1:
            return None
        return f"{action.commands[0]} {action.amount}".strip()

    def _command_called(self, word: str) -> Command | None:
        """Return the command with a name, also by its word in another language."""
        action = read_action(word)
        return self.bot.find(word) or (self.bot.find(action.commands[0]) if action is not None else None)

    # Answers to lines for the bot

    def answer(self, message: Message, text: str) -> list[Reply]:
        """Answer a line that is not a command; where it asks for facts, the legal actions follow on its author's turn.

        Args:
            message: the line.
            text: its text after the prefix or the bot's nick.

        Returns:
            Lines for its author only; none if nothing helps.
        """
        try:
            return self._answer(message, text)
        except SurroundingsError as error:
            self.bot.services.log_trouble("a question", error)
            return [private(error.phrase)]
        except PokerError:
            return []

    def _answer(self, message: Message, text: str) -> list[Reply]:
        name = (text.split(None, 1) or [""])[0].lower()
        word = next(iter(typed.bare_words(text)), name)
        if (phrase := self._about_numbers(message, text, word)) is not None:
            return [private(phrase)]
        action = read_action(text)
        if action is not None and len(action.commands) > 1:
            return [which_action(action)]
        turn = self._options(message)
        if facts := self._asked(message, text):
            return self._with_turn(facts, turn)
        key = typed.key_of(word)
        about: Phrase | None
        if turn and (key in _NOT_ON_TURN or typed.asks(text) or not (key or self.bot.suggest(word))):
            is_known = key or typed.asks(text) or not name
            about = Phrase("typed.turn" if is_known else "typed.no_action", name=quote(name), options=turn)
        else:
            about = self._about_tables(key, word) or (Phrase(f"typed.{key}") if key not in {"", _ROBOTS} else None)
        return [] if about is None else [private(about)]

    def _asked(self, message: Message, text: str) -> list[Reply]:
        """Return the facts that a question asks for."""
        topic = typed.topic_of(text)
        if topic == "in" or _begins(text):
            return self._shown("start", message)
        how = self.bot.find(typed.command_of(text))
        # "time?" asks how much is left, though a command has that name.
        if how is None and typed.asks(text) and len(text.split()) == 1 and topic != "clock":
            how = self.bot.find(text.rstrip(_SIGNS))
        if how is not None and not (how.name in _ACTIONS and self._options(message)):
            return self._shown(f"help {how.name}", message)
        if topic == "buy" and (step := self._shown("start", message)) and self._is_broke(message):
            return step
        fact = Facts(self.bot.tables).answer(topic, message) if self.bot.tables is not None else None
        if fact is not None:
            return [fact]
        if topic == "odds":
            # Where odds are not allowed, the name of one's hand is.
            return self._shown("odds", message, on_error="cards")
        if topic in Facts.commands:
            return self._shown(Facts.commands[topic], message)
        if topic in Facts.at_a_table:
            return [private(NO_TABLE)]
        return [private(Phrase(f"typed.{topic}"))] if topic in _EXPLAINED else []

    def _shown(self, line: str, message: Message, *, on_error: str = "") -> list[Reply]:
        """Return the answer to a command line, for its author only."""
        name, _, arguments = line.partition(" ")
        command = self.bot.commands.get(name)
        if command is None:
            return []
        try:
            return [replace(reply, private=True) for reply in replies(command.handler(message, arguments))]
        except SurroundingsError:
            raise
        except PokerError as error:
            if on_error:
                return self._shown(on_error, message)
            return [private(error_phrase(error, command, self.bot.services.words))]

    def _about_numbers(self, message: Message, text: str, word: str) -> Phrase | None:
        """Return the answer to a number or cards without a command."""
        number = word.removeprefix("+")
        choosers = self.bot.services.choosers
        if (number.isdigit() or word in _TO_DRAW) and any(chooser(message) for _, chooser in choosers):
            numbers = " ".join([part for part in text.split() if part.isdigit()])
            return Phrase("typed.only_cards", numbers=numbers) if numbers else Phrase("typed.choose")
        if number.isdigit() and "bet" in self.bot.commands:
            return Phrase("typed.only_number", number=number)
        if glued := typed.read_glued(word):
            return Phrase("typed.glued", action=glued[0], amount=glued[1])
        return None

    def _about_tables(self, key: str, word: str) -> Phrase | None:
        """Return the line for a word that names robots or games."""
        tables = self.bot.tables
        if tables is None:
            return None
        if word in {*tables.games, *tables.robots, *LEVELS}:
            return Phrase("typed.play_it", name=word)
        if word == "games":
            return Phrase("typed.games", games=", ".join(tables.games))
        others = [name for name in shown_names(tables.robots) if name not in LEVELS]
        return Phrase("typed.robots", robots=", ".join(others)) if key == _ROBOTS else None

    def _with_turn(self, facts: list[Reply], turn: Segments) -> list[Reply]:
        """Return facts with the legal actions of their reader behind them, if there are any: short ones in one line."""
        if not turn:
            return facts
        *others, last = facts
        if others or len(last.worded(self.bot.services.words).text) > _SHORT:
            return [*facts, private(Phrase("typed.turn", options=turn))]
        return [replace(last, parts=tuple(joined([last.parts, [Phrase("table.your_turn", options=turn)]])))]

    def _is_broke(self, message: Message) -> bool:
        """Return whether somebody has not the chips for any table."""
        services, tables = self.bot.services, self.bot.tables
        if tables is None:
            return False
        means = services.ledger.means(message.sender.id, source=message.sender.where)
        return means.balance < least_buy_in(services.settings, tables.games)

    def _options(self, message: Message) -> Segments:
        """Return what somebody may do now, in a channel at its table; nothing if it is not their turn."""
        turns = message.speaker.turns_here if message.speaker is not None else ()
        return next(map(turn_options, turns), [])

    # Lines in a channel that are for nobody, or begin with the prefix and may be meant for another bot

    def note_word(self, message: Message, word: str) -> bool:
        """Note an unknown word with the prefix.

        Returns:
            Whether it may be meant for this bot: there is no other one, and its author had not said it here before.
        """
        where, speaker, now = _channel(message), message.speaker, self.bot.services.clock.monotonic()
        if len(self._words) + len(self._bots) + len(self._unknown) > _MOST_REMEMBERED:
            self._words, self._bots, self._unknown = {}, {}, Counter()
        self._words[where] = (message.sender.nick_key, now)
        if speaker is None or now - self._bots.get(where, -_BOTS_STAY) < _BOTS_STAY:
            return False
        if not self._note((speaker.person.id, word), speaker.place):
            return False
        if not self.bot.suggest(word):
            self._unknown[speaker.person.id, where] += 1
        return self._unknown[speaker.person.id, where] <= _MOST_UNKNOWN

    def _note_answer(self, message: Message) -> None:
        """Note that a line may be the answer of another bot to an unknown word."""
        where, speaker = _channel(message), message.speaker
        nick, asked_at = self._words.get(where, ("", 0.0))
        is_other = nick and nick != message.sender.nick_key and not (speaker is not None and speaker.is_seated_here)
        if is_other and self.bot.services.clock.monotonic() - asked_at <= _BOT_SECONDS:
            self._bots[where] = self.bot.services.clock.monotonic()

    def overhear(self, message: Message) -> list[Reply]:
        """Answer a line in a channel that is not for the bot, if it is its author's turn there.

        Args:
            message: the line.

        Returns:
            If it is exactly an action, how to say it to the bot; if it asks for a fact of the table, the fact. Each at
            most once a turn, and for the author only.
        """
        if self._words:
            self._note_answer(message)
        speaker = message.speaker
        turn = next(iter(speaker.turns_here), None) if speaker is not None else None
        if speaker is None or turn is None:
            return []
        with suppress(PokerError):
            return self._on_turn(message, speaker.person, turn)
        return []

    def _on_turn(self, message: Message, person: Person, turn: OwnTurn) -> list[Reply]:
        kind, reply = "action", _hint(message.text, turn)
        lines = [reply] if reply else []
        if not lines and len(message.text.split()) <= _MOST_WORDS and typed.topic_of(message.text) in _FACTS:
            kind, lines = "question", self.answer(message, message.text)
        return lines if lines and self._note((person.id, kind), turn.turn_id) else []

    def _note(self, key: Hashable, when: object) -> bool:
        """Note when something is answered; return whether it was not answered in the same turn or place before."""
        if self._answered.get(key) == when:
            return False
        if len(self._answered) >= _MOST_REMEMBERED:
            self._answered.clear()
        self._answered[key] = when
        return True


def _begins(text: str) -> bool:
    """Return whether a line begins with a word such as `start` or `next`, and is no question: `next level` is one."""
    return typed.key_of(next(iter(typed.bare_words(text)), "")) == "begin" and not typed.topic_of(text)


def which_action(action: TypedAction) -> Reply:
    """Return the question which of several actions is meant."""
    *others, last = [Phrase("typed.command", command=command) for command in action.commands]
    meant = Phrase("names.either", first=joined([[other] for other in others], ", "), second=last)
    return private(Phrase("typed.which_action", typed=quote(action.typed), commands=meant))


def private(phrase: Phrase | str) -> Reply:
    """Return a line for its reader only."""
    return Reply((phrase,), private=True)


def _channel(message: Message) -> tuple[str, str]:
    return message.place_network, message.fold(message.channel or "")


def _hint(text: str, turn: OwnTurn) -> Reply | None:
    """Return how to say an action to the bot; None if the text is not exactly an action."""
    if typed.command_line_of(text) == "time":
        return private(Phrase("typed.say", line="time"))
    if turn.legal.discard:
        line = typed.bare_line(text)
        return private(Phrase("typed.say", line=line)) if typed.is_choice(line) else None
    action = read_action(text)
    if action is None:
        return None
    if len(action.commands) > 1:
        return which_action(action)
    command = action.commands[0]
    if command == "call" and turn.legal.can_check:
        command = "check"
    has_amount = bool(action.amount) or command not in WAGERS
    if not has_amount or command not in {*offered(turn.legal), "fold", *WAGERS}:
        return private(Phrase("typed.turn", options=turn_options(turn)))
    return private(Phrase("typed.say", line=f"{command} {action.amount}".strip()))
