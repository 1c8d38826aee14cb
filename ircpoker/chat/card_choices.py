"""`!keep`, `!discard`, `!pat` and `!hint`: the choice of cards at video poker or at a draw."""

from __future__ import annotations

import re
from collections.abc import Iterable
from operator import itemgetter

from ircpoker.cards import Card
from ircpoker.chat.commands import Answer, Example, command
from ircpoker.chat.message import Message
from ircpoker.chat.router import Router
from ircpoker.chat.services import CardChoice, Chooser, Urgency
from ircpoker.errors import NotAllowedError, UsageError, quote
from ircpoker.machines.rules import parse_hold
from ircpoker.words import Phrase
from ircpoker.words.understood.held_cards import choose_held

_WORDS = ("all", "none")
_POLITE = re.compile(r"\b(?:and|please|cards?|numbers?|the)\b|[&+!]", re.IGNORECASE)
_SPAN = re.compile(r"(?<![\w-])([1-5])-([1-5])(?![\w-])")
_AT_THE_DRAW = ("play caller draw 200", "check")


def add_choices(bot: Router, chooser: Chooser, urgency: Urgency) -> None:
    """Add a game in which cards are chosen; the first one adds the commands.

    Args:
        bot: gets the commands.
        chooser: returns a person's choice in that game; None if there is none.
        urgency: if a person has several choices, the most urgent one is meant, in any order of the plugins.
    """
    choosers = bot.services.choosers
    if not choosers:
        bot.add_all(_Commands(choosers))
    choosers.append((urgency, chooser))
    choosers.sort(key=itemgetter(0))


def parse_choice(text: str, cards: tuple[Card, ...]) -> tuple[int, ...]:
    """Read a choice of cards.

    Args:
        text: numbers as they are shown; cards, or names of them, as `choose_held` reads them; `all` or `none`.
        cards: the hand.

    Returns:
        The indices of the cards from 0, in order.

    Raises:
        UsageError: the text is empty, or has a wrong number or a card that is not in the hand.
        NotUnderstoodError: the text is not cards, or has a card twice.

    Examples:
        >>> from ircpoker.cards import parse_cards
        >>> hand = parse_cards("As Kd 7c 7h 2s")
        >>> [parse_choice(text, hand) for text in ("1,3", "7h 7c", "pair", "none")]
        [(0, 2), (2, 3), (2, 3), ()]
    """
    text = _POLITE.sub(" ", text).strip()
    text = _SPAN.sub(lambda span: "".join(map(str, range(int(span[1]), int(span[2]) + 1))) or span[0], text)
    text = {"everything": "all", "nothing": "none"}.get(text.lower(), text)
    if text.lower() in _WORDS or not any(char.isalpha() or not char.isascii() for char in text):
        mask = parse_hold(text)
        return tuple(index for index in range(len(cards)) if mask >> index & 1)
    return tuple(sorted(map(cards.index, choose_held(text, cards))))


def _numbers(indices: tuple[int, ...]) -> str:
    return " ".join([str(index + 1) for index in indices]) or "none"


class _Commands:
    """The commands for all games in which cards are chosen."""

    def __init__(self, choosers: Iterable[tuple[Urgency, Chooser]]) -> None:
        self._choosers = choosers

    @command(
        "keep",
        examples=(
            Example(
                "2 3",
                "4h 2c 2s 2d Kd | Three Twos | +20 | 1020 chips",
                before=("seed my lucky cat", "vp 10"),
            ),
            Example("pair", "4h 2c 2s 2d Kd | Three Twos | +20 | 1020 chips", ("seed my lucky cat", "vp 10")),
            Example("2 5", "You change 3 and hold 1) 7h 2) 7d 3) …", _AT_THE_DRAW, "private"),
            Example("7h 7d", "You change 3 and hold 1) 7h 2) 7d 3) …", _AT_THE_DRAW, "private"),
            Example("1 6", "'6' is not a card number: expected 1 to 5, …", before=("proof", "vp 10")),
            Example("1 3 5", "you have no cards to choose from now: …"),
        ),
        aliases=("hold",),
        guess=False,
        words=_WORDS,
    )
    def keep(self, message: Message, arguments: str) -> Answer:
        """Keep cards, in the game with the most urgent choice."""
        choice = self._choice(message)
        kept = parse_choice(arguments, choice.cards)
        return choice.keep(kept, f"keep {_numbers(kept)}")

    @command(
        "discard",
        examples=(
            Example("1 3 4", "You change 3 and hold 1) 7h 2) 7d 3) …", _AT_THE_DRAW, "private"),
            Example("1 9", "'9' is not a card number: …", _AT_THE_DRAW),
        ),
        aliases=("d", "swap", "change", "exchange", "replace"),
        guess=False,
        words=_WORDS,
    )
    def discard(self, message: Message, arguments: str) -> Answer:
        """Change cards, in the game with the most urgent choice."""
        choice = self._choice(message)
        thrown = parse_choice(arguments, choice.cards)
        kept = tuple([index for index in range(len(choice.cards)) if index not in thrown])
        return choice.keep(kept, f"discard {_numbers(thrown)}")

    @command(
        "pat",
        examples=(
            Example("", "caller checks | 1) 3d 2) 7h 3) 9s 4) Jc 5) 7d Pair of Sevens | …", _AT_THE_DRAW, "private"),
            Example("", "you have no cards to choose from now: …"),
        ),
        aliases=("s", "stand"),
        guess=False,
    )
    def pat(self, message: Message, arguments: str) -> Answer:
        """Keep all cards: `!stand pat`, `!s`."""
        if arguments.lower() not in {"", "pat"}:
            raise UsageError(Phrase("errors.too_much", token=quote(arguments)))
        choice = self._choice(message)
        return choice.keep(tuple(range(len(choice.cards))), "pat")

    @command(
        "hint",
        examples=(
            Example("", "Keep 2c 2s (!hold 2 3): it pays …", ("seed my lucky cat", "vp 10")),
            Example("", "!hint is for the draw and for video poker; …"),
        ),
    )
    def hint(self, message: Message, _arguments: str) -> Answer:
        """Return the hint of the first game that has one.

        Raises:
            NotAllowedError: no game has a hint.
        """
        for _, chooser in self._choosers:
            choice = chooser(message)
            answer = choice.hint() if choice else None
            if answer is not None:
                return answer
        raise NotAllowedError(Phrase("errors.no_hint"))

    def _choice(self, message: Message) -> CardChoice:
        for _, chooser in self._choosers:
            choice = chooser(message)
            if choice is not None:
                return choice
        raise NotAllowedError(Phrase("errors.no_choice"))
