"""Lines in a channel that are for nobody, or begin with the prefix and may be meant for another bot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from contextlib import suppress

from ircpoker.chat.message import Message, Reply
from ircpoker.chat.newcomers import Newcomers, private, which_action
from ircpoker.chat.segments import offered, turn_options
from ircpoker.errors import PokerError
from ircpoker.lobby import OwnTurn
from ircpoker.people import Person
from ircpoker.words import Phrase
from ircpoker.words.understood.requests import WAGERS, read_action
from ircpoker.words.understood.typed import bare_line, command_line_of, is_choice, topic_of

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


class Overheard:
    """Answers what players say at a table without a command, seldom and only to them."""

    def __init__(self, newcomers: Newcomers) -> None:
        self._newcomers = newcomers
        self._answered: dict[Hashable, object] = {}
        self._words: dict[Hashable, tuple[str, float]] = {}
        self._bots: dict[Hashable, float] = {}
        self._unknown: Counter[Hashable] = Counter()

    def note_word(self, message: Message, word: str) -> bool:
        """Note an unknown word with the prefix.

        Returns:
            Whether it may be meant for this bot: there is no other one, and its author had not said it here before.
        """
        where, speaker, now = _channel(message), message.speaker, self._now()
        if len(self._words) + len(self._bots) + len(self._unknown) > _MOST_REMEMBERED:
            self._words, self._bots, self._unknown = {}, {}, Counter()
        self._words[where] = (message.sender.nick_key, now)
        if speaker is None or now - self._bots.get(where, -_BOTS_STAY) < _BOTS_STAY:
            return False
        if not self._note((speaker.person.id, word), speaker.place):
            return False
        if not self._newcomers.bot.suggest(word):
            self._unknown[speaker.person.id, where] += 1
        return self._unknown[speaker.person.id, where] <= _MOST_UNKNOWN

    def _note_answer(self, message: Message) -> None:
        """Note that a line may be the answer of another bot to an unknown word."""
        where, speaker = _channel(message), message.speaker
        nick, asked_at = self._words.get(where, ("", 0.0))
        is_other = nick and nick != message.sender.nick_key and not (speaker is not None and speaker.is_seated_here)
        if is_other and self._now() - asked_at <= _BOT_SECONDS:
            self._bots[where] = self._now()

    def _now(self) -> float:
        return self._newcomers.bot.services.clock.monotonic()

    def answer(self, message: Message) -> list[Reply]:
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
        if not lines and len(message.text.split()) <= _MOST_WORDS and topic_of(message.text) in _FACTS:
            kind, lines = "question", self._newcomers.answer(message, message.text)
        return lines if lines and self._note((person.id, kind), turn.turn_id) else []

    def _note(self, key: Hashable, when: object) -> bool:
        """Note when something is answered; return whether it was not answered in the same turn or place before."""
        if self._answered.get(key) == when:
            return False
        if len(self._answered) >= _MOST_REMEMBERED:
            self._answered.clear()
        self._answered[key] = when
        return True


def _channel(message: Message) -> tuple[str, str]:
    return message.place_network, message.fold(message.channel or "")


def _hint(text: str, turn: OwnTurn) -> Reply | None:
    """Return how to say an action to the bot; None if the text is not exactly an action."""
    if command_line_of(text) == "time":
        return private(Phrase("typed.say", line="time"))
    if turn.legal.discard:
        line = bare_line(text)
        return private(Phrase("typed.say", line=line)) if is_choice(line) else None
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
