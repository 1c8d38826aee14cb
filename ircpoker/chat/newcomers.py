"""Answers to words that are not commands: the line that helps somebody who does not know the commands yet."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from ircpoker.chat.parts import options
from ircpoker.errors import PokerError, quote
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.chat.message import Message
    from ircpoker.chat.router import Router
    from ircpoker.chat.table_games import TableGames

_TYPED = {
    "answer": ("yes", "no", "y", "n", "ok", "okay", "sure", "yep", "nope"),
    "begin": (
        "start",
        "begin",
        "deal",
        "go",
        "new",
        "game",
        "again",
        "next",
        "ready",
        "poker",
        "lets",
        "let's",
        "restart",
    ),
    "amounts": ("pot", "min", "max", "half", "blinds", "minimum", "minraise"),
    "what": (
        *("what", "how", "?", "??", "huh", "where", "who", "whose", "which", "when", "is", "are", "am", "do", "does"),
        *("info", "instructions", "tutorial", "list", "options", "wtf", "turn", "advice", "tip", "tips", "players"),
    ),
    "hello": ("hello", "hi", "hey", "hallo", "greetings", "yo", "moin", "good", "howdy", "hola", "sup"),
    "no_turn": ("pass", "skip", "wait", "time", "timeout", "stop", "pause", "end", "resign", "surrender", "concede"),
    "bye": ("bye", "goodbye", "cya", "logout"),
    "undo": ("undo", "oops", "mistake", "cancel"),
    "i": ("i", "i'll", "ill", "i'm", "im", "please", "can", "may"),
    "mine": ("my", "mine", "me"),
    "shown": ("show", "reveal"),
    "thanks": ("thanks", "thx", "ty", "lol", "haha", "wow", "nice", "gg", "nh", "wp", "gl", "hf", "cool"),
    "robots": ("robot", "robots", "opponents", "ai", "npc", "add", "kick"),
    "no_login": ("login", "register", "password", "identify", "signup"),
    "buy": ("buy", "buyin", "buy-in", "cash", "deposit", "loan", "borrow", "broke", "more", "free", "bonus", "reset"),
    "roulette": ("spin", "slots", "pull", "roulette", "blackjack", "gamble", "video", "dice", "bingo"),
    "no_tournament": ("tournament", "tourney", "tournaments", "sng", "mtt"),
    "fair": ("fair", "rigged", "cheat", "cheater", "cheating", "honest", "rng"),
    "hands": ("pair", "straight", "flush", "full", "trips", "quads", "royal"),
}
"""Words that people type, by the line that helps them."""
_ROBOTS = "robots"
_NOT_ON_TURN = frozenset({"answer", "begin", "i", "no_turn", "what"})
"""Lines that are replaced by the legal actions on the reader's turn."""
_GLUED = re.compile(r"(bet|raise|b|r)(\+?[0-9][0-9.]*[kx]?|min|half|pot|max)")
_COMPARES = re.compile(r"\bbeats?\b", re.IGNORECASE)
_TO_DRAW = frozenset({"draw", "deal"})
_SIGNS = "!?.,;:"


def helpful(bot: Router, message: Message, name: str) -> Phrase | None:
    """Return the line that helps somebody who has typed something that is not a command.

    Args:
        bot: the bot with its commands.
        message: their line.
        name: its first word, in small letters.

    Returns:
        The line; None for the usual answer. It names only the actions that were typed or are legal now.
    """
    word = name.strip(_SIGNS) or name
    key = next((key for key, typed in _TYPED.items() if word in typed), "")
    number = word.removeprefix("+")
    if (number.isdigit() or word in _TO_DRAW) and _chooses(bot, message):
        numbers = " ".join([part for part in message.text.split() if part.isdigit()])
        return Phrase("typed.only_cards", numbers=numbers) if numbers else Phrase("typed.choose")
    if number.isdigit() and "bet" in bot.commands:
        return Phrase("typed.only_number", number=number)
    if found := _GLUED.fullmatch(word):
        return Phrase("typed.glued", action=found[1], amount=found[2])
    if key in {"", "what"} and _COMPARES.search(message.text):
        return Phrase("typed.hands")
    tables = bot.services.tables
    turn = next(tables.turns(message.sender), None) if tables else None
    if turn is not None and (key in _NOT_ON_TURN or not (key or bot.suggest(word))):
        deal, legal = turn
        allowed = options(legal, deal.bets[legal.seat] + deal.stacks[legal.seat])
        if key or not name:
            return Phrase("typed.turn", options=allowed)
        return Phrase("typed.no_action", name=quote(name), options=allowed)
    return _about_tables(tables, key, word) or (None if key in {"", _ROBOTS} else Phrase(f"typed.{key}"))


def _about_tables(tables: TableGames | None, key: str, word: str) -> Phrase | None:
    """Return the line for a word that names robots or games."""
    if tables is None:
        return None
    if word in {*tables.games, *tables.robots}:
        return Phrase("typed.play_it", name=word)
    if word == "games":
        return Phrase("typed.games", games=", ".join(tables.games))
    return Phrase("typed.robots", robots=", ".join(tables.robots)) if key == _ROBOTS else None


def _chooses(bot: Router, message: Message) -> bool:
    """Return whether it is somebody's choice which cards to keep."""
    with suppress(PokerError):
        return any(chooser(message) for _, chooser in bot.services.choosers)
    return False
