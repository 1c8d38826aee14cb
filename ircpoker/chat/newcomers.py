"""Understands people who do not know the commands: what they mean, or the line that helps them.

Words are understood in `words/understood`, questions get facts (`questions`), and other words the line that says which
command they want. Nothing here acts on a question, on a guess, or on a word with two meanings.
"""

from __future__ import annotations

from dataclasses import replace

from ircpoker.chat.commands import Command, replies
from ircpoker.chat.lines import error_phrase
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.questions import Facts
from ircpoker.chat.router import Router
from ircpoker.chat.segments import turn_options
from ircpoker.chat.table_adapter import TableAdapter
from ircpoker.errors import NO_TABLE, PokerError, SurroundingsError, quote
from ircpoker.lobby import least_buy_in
from ircpoker.records.deal_words import Segments, joined
from ircpoker.robots import LEVELS, shown_names
from ircpoker.words import Phrase
from ircpoker.words.understood.cards import is_cards
from ircpoker.words.understood.requests import TypedAction, read_action
from ircpoker.words.understood.typed import asks, bare_words, command_line_of, command_of, key_of, read_glued, topic_of

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


class Newcomers:
    """Answers lines that are not commands."""

    def __init__(self, bot: Router) -> None:
        self.bot = bot

    @property
    def _tables(self) -> TableAdapter | None:
        # A plugin that is loaded later may bring them.
        return self.bot.tables

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
            return command_line_of(text) or "start"
        if command is None and "parse" in self.bot.commands and is_cards(text):
            return f"parse {text}"
        if command is None or not command.guess or not command.usage:
            if asks(text):
                first = self._command_called(words[0].rstrip(_SIGNS).lower())
                return first.name if first is not None and len(words) == 1 and first.name in _SHOWS else ""
            if command is not None and len(words) > 1 and topic_of(text):
                return ""
        if command is None and _begins(text):
            return "start"
        if command is None or len(words) > 1:
            meant = command_line_of(text)
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
        word = next(iter(bare_words(text)), name)
        if (phrase := self._about_numbers(message, text, word)) is not None:
            return [private(phrase)]
        action = read_action(text)
        if action is not None and len(action.commands) > 1:
            return [which_action(action)]
        turn = self._options(message)
        if facts := self._asked(message, text):
            return self._with_turn(facts, turn)
        key = key_of(word)
        about: Phrase | None
        if turn and (key in _NOT_ON_TURN or asks(text) or not (key or self.bot.suggest(word))):
            is_known = key or asks(text) or not name
            about = Phrase("typed.turn" if is_known else "typed.no_action", name=quote(name), options=turn)
        else:
            about = self._about_tables(key, word) or (Phrase(f"typed.{key}") if key not in {"", _ROBOTS} else None)
        return [] if about is None else [private(about)]

    def _asked(self, message: Message, text: str) -> list[Reply]:
        """Return the facts that a question asks for."""
        topic = topic_of(text)
        if topic == "in" or _begins(text):
            return self._shown("start", message)
        how = self.bot.find(command_of(text))
        # "time?" asks how much is left, though a command has that name.
        if how is None and asks(text) and len(text.split()) == 1 and topic != "clock":
            how = self.bot.find(text.rstrip(_SIGNS))
        if how is not None and not (how.name in _ACTIONS and self._options(message)):
            return self._shown(f"help {how.name}", message)
        if topic == "buy" and (step := self._shown("start", message)) and self._is_broke(message):
            return step
        fact = Facts(self._tables).answer(topic, message) if self._tables is not None else None
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
        if (number.isdigit() or word in _TO_DRAW) and self._chooses(message):
            numbers = " ".join([part for part in text.split() if part.isdigit()])
            return Phrase("typed.only_cards", numbers=numbers) if numbers else Phrase("typed.choose")
        if number.isdigit() and "bet" in self.bot.commands:
            return Phrase("typed.only_number", number=number)
        if glued := read_glued(word):
            return Phrase("typed.glued", action=glued[0], amount=glued[1])
        return None

    def _about_tables(self, key: str, word: str) -> Phrase | None:
        """Return the line for a word that names robots or games."""
        tables = self._tables
        if tables is None:
            return None
        if word in {*tables.games, *tables.robots, *LEVELS}:
            return Phrase("typed.play_it", name=word)
        if word == "games":
            return Phrase("typed.games", games=", ".join(tables.games))
        others = [name for name in shown_names(tables.robots) if name not in LEVELS]
        return Phrase("typed.robots", robots=", ".join(others)) if key == _ROBOTS else None

    def _chooses(self, message: Message) -> bool:
        """Return whether it is somebody's choice which cards to keep."""
        return any(chooser(message) for _, chooser in self.bot.services.choosers)

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
        services, tables = self.bot.services, self._tables
        if tables is None:
            return False
        means = services.ledger.means(message.sender.id, source=message.sender.where)
        return means.balance < least_buy_in(services.settings, tables.games)

    def _options(self, message: Message) -> Segments:
        """Return what somebody may do now, in a channel at its table; nothing if it is not their turn."""
        turns = message.speaker.turns_here if message.speaker is not None else ()
        return next(map(turn_options, turns), [])


def _begins(text: str) -> bool:
    """Return whether a line begins with a word such as `start` or `next`, and is no question: `next level` is one."""
    return key_of(next(iter(bare_words(text)), "")) == "begin" and not topic_of(text)


def which_action(action: TypedAction) -> Reply:
    """Return the question which of several actions is meant."""
    *others, last = [Phrase("typed.command", command=command) for command in action.commands]
    meant = Phrase("names.either", first=joined([[other] for other in others], ", "), second=last)
    return private(Phrase("typed.which_action", typed=quote(action.typed), commands=meant))


def private(phrase: Phrase | str) -> Reply:
    """Return a line for its reader only."""
    return Reply((phrase,), private=True)
