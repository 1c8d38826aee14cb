"""Words and lines as people type them: stripped of signs, and what they mean; with the topics of questions.

The words are in `actions.toml`, `newcomers.toml` and `questions.toml` beside the languages.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

_SUITS = frozenset("♥♦♣♠♡♢♤♧")
_KEPT = _SUITS | frozenset("+-%$€£")
"""Signs that belong to amounts and cards."""
_QUESTION_MARKS = "?\uff1f"
_SYLLABLES = "\u1100"
"""The first letter of the alphabets in which words stand together."""
_FOR_BOT = frozenset({"help", "start", "rules", "about", "deal", "hello", "hi"})
_LONGEST_INTENT = 80
_KEYCAPS = "\ufe0f\u20e3"
_HOW = re.compile(
    r"(?:how (?:do|can|would|should) (?:i|you|we|one)|how to|(?:can|may|could|should) i|where do i|let me"
    r"|i (?:want to|wanna|would like to)|i'd like to) (?:just |please )?(?!play\b)([a-z-]+)"
)
"""A question for a command: `how do I leave`. How one plays is more than a command."""
_GLUED = re.compile(r"(bet|raise|b|r)(\+?[0-9][0-9.]*[kx]?|min|half|pot|max)")
_CHOICE = re.compile(r"(?:keep|hold|discard|d|swap|change) [1-5][1-5 ,]*|(?:stand )?pat|s")


def bare_words(text: str) -> list[str]:
    """Return the words of a line in small letters, without smileys and the signs around words.

    Examples:
        >>> bare_words("Fold :( 😭"), bare_words("¡Subo a $40!"), bare_words("all-in, please...")
        (['fold'], ['subo', 'a', '$40'], ['all-in', 'please'])
    """
    stripped = (_without_signs(word) for word in unicodedata.normalize("NFC", text).lower().split())
    return [word for word in stripped if word]


def _without_signs(word: str) -> str:
    """Return a word without the signs at its ends."""
    if word.isalnum():
        return word
    start, end = 0, len(word)
    while start < end and _is_sign(word[start]):
        start += 1
    while end > start and _is_sign(word[end - 1]):
        end -= 1
    rest = word[start:end]
    return rest if any(map(str.isalnum, rest)) or not _SUITS.isdisjoint(rest) else ""


def _is_sign(char: str) -> bool:
    return not char.isalnum() and char not in _KEPT and (char in _KEYCAPS or unicodedata.category(char)[0] in "PSC")


def asks(text: str) -> bool:
    """Return whether a line ends with a question mark, whatever smiley follows it."""
    end = len(text)
    while end and text[end - 1] not in _QUESTION_MARKS and (_is_sign(text[end - 1]) or text[end - 1].isspace()):
        end -= 1
    return end > 0 and text[end - 1] in _QUESTION_MARKS


def bare_line(text: str) -> str:
    """Return a line as its `bare_words`, with one space between them."""
    return " ".join(bare_words(text))


def read_words(name: str) -> dict[str, Any]:
    """Return the tables of a file beside the languages."""
    return tomllib.loads(files("ircpoker.words").joinpath(name).read_text(encoding="utf-8"))


@cache
def action_words() -> dict[str, frozenset[str]]:
    """Return the words of all languages by command, and under `around` those that mean nothing beside an action.

    Examples:
        >>> "all in" in action_words()["allin"], "bitte" in action_words()["around"]
        (True, True)
    """
    tables = read_words("actions.toml")
    return {name: frozenset(word for words in table.values() for word in words) for name, table in tables.items()}


def is_around(word: str) -> bool:
    """Return whether a word means nothing beside an action: `please`, `auf`."""
    return word in action_words()["around"]


class _Typed(NamedTuple):
    keys: dict[str, str]
    lines: tuple[tuple[re.Pattern[str], str], ...]


@cache
def _load_typed() -> _Typed:
    table = read_words("newcomers.toml")
    keys = {word: key for key, words in table["words"].items() for word in words}
    return _Typed(keys, tuple((re.compile(line["typed"]), line["means"]) for line in table["lines"]))


def key_of(word: str) -> str:
    """Return the key under `[typed]` of the line that helps somebody who typed a word; empty for none.

    Examples:
        >>> key_of("hello"), key_of("xyzzy")
        ('hello', '')
    """
    return _load_typed().keys.get(word, "")


def command_line_of(text: str) -> str | None:
    """Return the command line that a line of several words means; empty if it means none; None if it is another line.

    Examples:
        >>> command_line_of("sit me down 300!"), command_line_of("more time, please"), command_line_of("nice hand")
        ('sit 300', 'time', None)
    """
    line = bare_line(text)
    matches = ((pattern.fullmatch(line), means) for pattern, means in _load_typed().lines)
    return next((match.expand(means).strip() for match, means in matches if match), None)


def read_glued(word: str) -> tuple[str, str] | None:
    """Return the action and the amount of a word such as `bet40`; None for other words."""
    match = _GLUED.fullmatch(word)
    return (match[1], match[2]) if match else None


def is_choice(line: str) -> bool:
    """Return whether a line in small letters, without signs, says which cards to keep or discard."""
    return _CHOICE.fullmatch(line) is not None


class _Topics(NamedTuple):
    begins: re.Pattern[str]
    patterns: tuple[tuple[str, re.Pattern[str]], ...]
    by_noun: dict[str, str]


@cache
def _load_topics() -> _Topics:
    """Return what is in the file of questions."""
    table = read_words("questions.toml")
    return _Topics(
        _any_of(table["begins"]),
        tuple((topic, _any_of(patterns)) for topic, patterns in table["patterns"].items()),
        {noun: topic for topic, nouns in table["nouns"].items() for noun in nouns},
    )


def _any_of(patterns: list[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(patterns)})\b")


@cache
def _load_intents() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the topics of the file of intents, each with its words in all languages."""
    topics = []
    for topic, languages in read_words("intents.toml").items():
        words = [_without_accents(word) for each in languages.values() for word in each]
        # In alphabets of syllables words stand together; there, a word is found anywhere.
        whole, parts = ["|".join(map(re.escape, each)) for each in _split_by(words, lambda word: word < _SYLLABLES)]
        topics.append((topic, re.compile(rf"(?<!\w)(?:{whole})(?!\w)|{parts}")))
    return tuple(topics)


def _split_by(words: list[str], is_first: Callable[[str], bool]) -> tuple[list[str], list[str]]:
    return [word for word in words if is_first(word)], [word for word in words if not is_first(word)]


def _without_accents(line: str) -> str:
    plain = unicodedata.normalize("NFKD", line.replace("\u2019", "'"))
    return unicodedata.normalize("NFC", "".join([char for char in plain if not "\u0300" <= char <= "\u036f"]))


def intent_of(text: str) -> str:
    """Return what somebody wants who says a short line to the bot, in any language; empty if it is not known.

    Examples:
        >>> intent_of("Kann ich mitspielen?"), intent_of("quiero jugar"), intent_of("遊びたい"), intent_of("nice")
        ('in', 'in', 'in', '')
    """
    line = _without_accents(bare_line(text))
    if not line or len(line) > _LONGEST_INTENT:
        return ""
    return next((topic for topic, pattern in _load_intents() if pattern.search(line)), "")


def is_for_bot(text: str) -> bool:
    """Return whether a line is meant for the bot whose nick stands before it, without a sign between: `dealer help`.

    Examples:
        >>> is_for_bot("help"), is_for_bot("I want to play"), is_for_bot("is asleep")
        (True, True, False)
    """
    return bare_line(text) in _FOR_BOT or intent_of(text) == "in"


def topic_of(text: str) -> str:
    """Return what a question is about; empty if the line asks nothing that is known.

    Examples:
        >>> topic_of("how much do I have?"), topic_of("whose turn"), topic_of("is this rigged??"), topic_of("nice pot")
        ('stack', 'turn', 'fair', '')
    """
    if intent := intent_of(text):
        return intent
    line = bare_line(text)
    topics = _load_topics()
    if line in topics.by_noun:
        return topics.by_noun[line]
    if not asks(text) and not topics.begins.match(line):
        return ""
    return next((topic for topic, pattern in topics.patterns if pattern.search(line)), "")


def command_of(text: str) -> str:
    """Return the word that may name a command in a question how something is done; empty if it is another question.

    Examples:
        >>> command_of("how do I leave the table?"), command_of("can I raise"), command_of("how are you")
        ('leave', 'raise', '')
    """
    match = _HOW.match(bare_line(text))
    return match[1] if match else ""
