"""The lines of `!proof 17`, as somebody pastes them from a chat client, read back into a proof.

Clients put times and nicks in front of messages, and wrap them at words or anywhere else. Nothing here knows a client:
whatever stands in front of `#17 slot:`, `secret` or `deck` is taken for what stands in front of each message of the
bot, with other digits. Rows without it continue a message.

Wrapping loses spaces: a break inside a seed may have been a space or nothing, and a seed may hold the signs between
two seeds. So the ways to read the seeds are tried, and the one whose deck is the pasted deck is right: the shuffle
gives that deck for no other seeds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, islice, pairwise, product
from typing import NamedTuple

from ircpoker.cards import Card, parse_cards
from ircpoker.errors import NotUnderstoodError, ProofError
from ircpoker.fairness.proof import CallOff, Proof, verify
from ircpoker.fairness.shuffle import LONGEST_SEED
from ircpoker.words import Phrase
from ircpoker.words.catalogue import load_catalogue
from ircpoker.words.plain_text import DEAL_DIGITS, strip_formatting, without_joiners

MOST_TRIES = 20_000
"""The most ways to read the seeds that are tried: two seconds."""
_MOST_LEADS = 6
"""The most texts in front of messages that are tried."""
_LONGEST_LEAD = 160
MOST_SEEDS = 23
"""Seeds of a deal: two cards for each player, and the board."""
_GAP = "\n"
"""Stands where a row ends, so for a space or for nothing."""
_MARK = "\x00"
_TIME = r"[\[(]?(?:\d{4}-\d\d-\d\d[ T])?\d\d?:\d\d(?::\d\d)?"
_BEFORE_WINDOW = re.compile(rf"^[^│]*│(?={_TIME})")
"""WeeChat's list of buffers, left of the window."""
_AFTER_WINDOW = re.compile(r"\s*│[^│]*$")
"""Its list of nicks, right of the window."""
_CONTINUES = re.compile(r"^\s*[|│] ?")
"""WeeChat's mark in front of a row that continues a message."""
_OTHER_MESSAGE = re.compile(rf"^(?:{_TIME}|<[^<>]+> |-[^\s-]\S*- |\S+\t)")
"""The beginning of a message of whomever."""
_NEVER = re.compile(r"(?!)")
_HEX = r"(?:[0-9a-f]\s*){64}"
_CARD = r"[2-9TJQKA]\s*[cdhs♠♥♦♣]\s*[\ufe0e\ufe0f]?\s*"
_EMPTY = "(none)"


class _Fields(NamedTuple):
    """What the lines of a proof hold, before the seeds are divided.

    Attributes:
        deal_id: the deal's number.
        commitment: 64 digits.
        secret: 64 digits.
        deck: the cards.
        seeds: the list of seeds as it was shown, with a `_GAP` at each break.
        called_off: the call-off, if there is one.
    """

    deal_id: str
    commitment: str
    secret: str
    deck: tuple[Card, ...]
    seeds: str
    called_off: CallOff | None


class _UnreadError(ProofError):
    """Lines of which a part is missing; `parts` is the number of parts before it."""

    def __init__(self, message: str, parts: int) -> None:
        self.parts = parts
        super().__init__(message)


class _Patterns(NamedTuple):
    """The sentences of `!proof` as patterns in which any space may be a break, or missing."""

    beginning: re.Pattern[str]
    header: re.Pattern[str]
    secret: re.Pattern[str]
    deck: re.Pattern[str]
    cards: re.Pattern[str]
    called_off: tuple[re.Pattern[str], ...]
    in_front: re.Pattern[str]


def read_pasted_proof(text: str) -> Proof:
    """Read the lines of `!proof`, from anywhere.

    Args:
        text: the lines, with whatever a chat client put around them.

    Returns:
        A proof that holds.

    Raises:
        ProofError: a line is missing, or the proof does not hold.
    """
    cleaned = without_joiners(strip_formatting(text)).replace("\r\n", "\n").replace("\r", "\n")
    rows = [row.rstrip("\f\v") for row in cleaned.split("\n") if row.strip()]
    failure = _UnreadError(f"the line with the commitment is missing: {_advice()}", 0)
    tried: set[_Fields] = set()
    tries = iter(range(MOST_TRIES))
    for version in _without_lists(rows):
        # A row of a long seed can look like the beginning of a message.
        for lead, other in product(_leads(version), (_OTHER_MESSAGE, _NEVER)):
            try:
                for fields in map(_fields, _deals(_GAP.join(_messages(version, lead, other)))):
                    if fields not in tried:
                        tried.add(fields)
                        return _solve(fields, tries)
            except ProofError as error:
                failure = max(failure, _ranked(error), key=lambda error: error.parts)
    raise ProofError(str(failure), failure.part)


def _ranked(error: ProofError) -> _UnreadError:
    if isinstance(error, _UnreadError):
        return error
    ranked = _UnreadError(str(error), 9 if error.part == "inputs" else 10)
    ranked.part = error.part
    return ranked


def _advice(deal_id: str = "and a deal's number") -> str:
    return f"paste all lines of !proof {deal_id}"


# Rows


def _without_lists(rows: list[str]) -> Iterator[list[str]]:
    """Yield the rows without what stands beside the window of a client, if there is anything, then as they are."""
    if any(map(_BEFORE_WINDOW.match, rows)):
        window = [row for row in (row.partition("│")[2] for row in rows) if row.strip()]
        if 2 * sum("│" in row for row in window) > len(window):
            yield [_AFTER_WINDOW.sub("", row) for row in window]
        yield window
    yield rows


def _leads(rows: list[str]) -> list[str]:
    """Return patterns of what can stand in front of each message of the bot, the likely ones first."""
    counts: Counter[str] = Counter()
    for row in rows:
        for anchor in islice(_patterns().in_front.finditer(row[: _LONGEST_LEAD + 20]), 4):
            if lead := row[: anchor.start()]:
                counts[_general(lead)] += 1
    return [*(lead for lead, _ in counts.most_common(_MOST_LEADS)), ""]


def _general(lead: str) -> str:
    """Return a pattern for the text in front of a message that is the same at other times."""
    parts = re.findall(r"[0-9]+|\s+|[^0-9\s]+", lead)
    return "".join(["[0-9]+" if part.isdigit() else r"\s+" if part.isspace() else re.escape(part) for part in parts])


def _messages(rows: list[str], lead: str, other: re.Pattern[str]) -> Iterator[str]:
    """Yield the rows of the bot without what stands in front of them.

    Args:
        rows: the rows.
        lead: a pattern from `_leads`; if it is empty, there is nothing in front, and all rows are the bot's.
        other: the beginning of a message of somebody else.
    """
    begins = re.compile(lead)
    has_mark = bool(set(lead) & {"|", "│"})
    is_bot = True
    for row in rows:
        begun = begins.match(row)
        if begun:
            is_bot = True
            yield row[begun.end() :]
        elif other.match(row):
            is_bot = False
        elif is_bot:
            mark = _CONTINUES.match(row) if has_mark else None
            indent = len(row) - len(row.lstrip())
            # A row that continues at a space begins with it, unless it is indented.
            yield row[mark.end() :] if mark else row if indent == 1 else row.lstrip()


# Fields


def _loose(text: str) -> str:
    """Return a pattern for a text in which any space may be missing, and a break anywhere."""
    return r"\s*".join(map(re.escape, "".join(text.split())))


@cache
def _patterns() -> _Patterns:
    """Return the patterns of the catalogue's sentences."""
    header = _sentence("proof.deal", "deal", "kind", "commitment")
    secret = _sentence("proof.secret", "secret", "seeds")
    deck = _sentence("proof.deck", "cards")
    deal = r"(?P<deal>[0-9](?:\s*[0-9]){0,17})"
    kind = r"[a-z](?:\s*[a-z-]){0,30}"
    beginning = rf"{_loose(header[0])}\s*{deal}\s*{kind}\s*{_loose(header[2])}\s*"
    reason = r"(?P<reason>[\s\S]{1,600}?)\s*$"
    count = r"(?P<count>[0-9](?:\s*[0-9]){0,2})"
    deals = r"(?P<deals>[0-9](?:\s*[0-9]){0,2})"
    some = _sentence("proof.called_off_of", "count", "deals", "reason")
    return _Patterns(
        beginning=re.compile(beginning),
        header=re.compile(rf"{beginning}(?P<commitment>{_HEX})"),
        secret=re.compile(rf"{_loose(secret[0])}\s*(?P<secret>{_HEX}){_loose(secret[1])}"),
        deck=re.compile(rf"{_loose(deck[0])}\s*(?P<cards>(?:{_CARD}){{52}})"),
        cards=re.compile(rf"{_loose(deck[0])}\s*(?P<cards>(?:{_CARD})+)"),
        called_off=(
            re.compile(rf"{_loose(some[0])}\s*{count}\s*{_loose(some[1])}\s*{deals}\s*{_loose(some[2])}\s*{reason}"),
            re.compile(rf"{_loose(_sentence('proof.called_off', 'reason')[0])}\s*{reason}"),
        ),
        in_front=re.compile(
            rf"{re.escape(header[0].strip())}[0-9]{{1,{DEAL_DIGITS}}}(?=\s+[a-z]|\s*$)"
            rf"|(?:{re.escape(secret[0].strip())}|{re.escape(deck[0].strip())})(?=\s|$)"
        ),
    )


def _sentence(key: str, *names: str) -> list[str]:
    """Return the words of a sentence of the catalogue around its values."""
    return load_catalogue().text(Phrase(key, **dict.fromkeys(names, _MARK))).split(_MARK)


def _deals(stream: str) -> Iterator[str]:
    """Yield the parts of the bot's messages that begin with the line of a deal.

    Raises:
        _UnreadError: there are the secrets of several deals.
    """
    heads = list(_patterns().beginning.finditer(stream))
    ends = [*(match.start() for match in heads[1:]), len(stream)][: len(heads)]
    regions = [(_digits(match["deal"]), stream[match.start() : end]) for match, end in zip(heads, ends, strict=True)]
    whole = {deal_id for deal_id, region in regions if _patterns().secret.search(region)}
    if len(whole) > 1:
        deals = ", ".join(f"#{deal_id}" for deal_id in sorted(whole, key=int)[:5])
        raise _UnreadError(f"these are lines of several deals, {deals}: paste those of one", 8)
    for deal_id, region in regions:
        if not whole or deal_id in whole:
            yield region


def _digits(text: str) -> str:
    return "".join(text.split())


def _fields(region: str) -> _Fields:
    """Read the lines of one deal.

    Raises:
        _UnreadError: a line is missing or cut off.
    """
    patterns = _patterns()
    begun, header = patterns.beginning.match(region), patterns.header.match(region)
    deal_id = str(int(_digits(begun["deal"]))) if begun else ""
    if header is None:
        raise _UnreadError(f"the commitment of deal {deal_id} does not have 64 digits: {_advice(deal_id)}", 1)
    secret = patterns.secret.search(region, header.end())
    if secret is None:
        raise _UnreadError(f"the line with the secret is missing or cut off: {_advice(deal_id)}", 2)
    # A seed can look like a deck, so the last one counts.
    deck = max(patterns.deck.finditer(region, secret.end()), key=re.Match.start, default=None)
    if deck is None:
        some = patterns.cards.search(region, secret.end())
        count = len(re.findall(_CARD, some["cards"])) if some else 0
        problem = f"the deck has {count} cards of 52" if count else "the line with the deck is missing"
        raise _UnreadError(f"{problem}: {_advice(deal_id)}", 3)
    return _Fields(
        deal_id,
        _digits(header["commitment"]),
        _digits(secret["secret"]),
        _deck(deck["cards"]),
        region[secret.end() : deck.start()].strip(" \t\n"),
        _called_off(region[header.end() : secret.start()]),
    )


def _deck(text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(re.sub(r"[\s\ufe0e\ufe0f]", "", text))
    except NotUnderstoodError as error:
        raise _UnreadError(f"the line with the deck: {error}", 4) from error


def _called_off(text: str) -> CallOff | None:
    """Return the call-off that stands between the lines with the commitment and with the secret."""
    for pattern in _patterns().called_off:
        if match := pattern.search(text):
            numbers = {name: int(_digits(match[name])) for name in ("count", "deals") if name in pattern.groupindex}
            return CallOff(" ".join(match["reason"].split()), numbers.get("count", 1), numbers.get("deals", 1))
    return None


# Seeds


def _solve(fields: _Fields, tries: Iterator[int]) -> Proof:
    """Return the proof with the seeds that give the deck.

    Args:
        fields: the parts of the proof.
        tries: one for each reading of the seeds that may still be tried.

    Raises:
        ProofError: the secret does not fit, or no reading of the seeds gives the deck.
    """
    secret = bytes.fromhex(fields.secret)
    for seeds in _readings(fields.seeds):
        if next(tries, None) is None:
            raise ProofError(
                f"more than {MOST_TRIES} ways to read the seeds were tried: paste the lines from a wider window",
                "inputs",
            )
        proof = Proof(fields.deal_id, fields.commitment, secret, seeds, fields.deck, fields.called_off)
        try:
            verify(proof)
        except ProofError as error:
            # Other seeds give another deck, but no other reading changes a secret or a single card.
            if error.part != "inputs":
                raise
        else:
            return proof
    raise ProofError(
        "these lines make another deck: the deal id, a seed, or secret and commitment were changed, "
        "or a line is not as the bot wrote it",
        "inputs",
    )


def _readings(shown: str) -> Iterator[tuple[str, ...]]:
    """Yield the lists of seeds that a list with breaks can mean, the likely ones first."""
    if len(shown) <= MOST_SEEDS * (LONGEST_SEED + 6):
        for text in _joinings(shown.split(_GAP)):
            yield from _divisions(text)


def _joinings(rows: list[str]) -> Iterator[str]:
    """Yield the texts that were wrapped to these rows: first all breaks were spaces, or as they look; then others."""
    parts = [row.strip() for row in rows]
    looks = tuple([before.endswith(" ") or after.startswith(" ") for before, after in pairwise(rows)])
    seen: set[tuple[bool, ...]] = set()
    for changes in range(len(looks) + 1):
        for likely in ((True,) * len(looks), looks):
            for places in combinations(range(len(looks)), changes):
                spaces = tuple([space != (place in places) for place, space in enumerate(likely)])
                if spaces not in seen:
                    seen.add(spaces)
                    breaks = [" " if space else "" for space in spaces]
                    yield "".join([text for pair in zip(parts, [*breaks, ""], strict=True) for text in pair])


def _divisions(text: str) -> Iterator[tuple[str, ...]]:
    """Yield the lists of seeds that are shown as a text.

    Examples:
        >>> list(_divisions("'a', (none)"))
        [('a', '')]
        >>> list(_divisions("'a', 'b'"))
        [('a', 'b'), ("a', 'b",)]
    """
    if not text:
        yield ()
        return
    starts = [0, *(comma.end() for comma in re.finditer(r", (?=['(])", text)), len(text) + 2]
    end = len(starts) - 1
    fewest = {end: 0}
    following: dict[int, list[int]] = {}
    for index in reversed(range(end)):
        near = (place for place in range(index + 1, end + 1) if starts[place] - starts[index] <= LONGEST_SEED + 4)
        shown = {place: text[starts[index] : starts[place] - 2] for place in near if place in fewest}
        following[index] = [place for place, seed in shown.items() if _is_shown_seed(seed)]
        if following[index]:
            fewest[index] = 1 + min(fewest[place] for place in following[index])
    if 0 not in fewest:
        return
    paths: list[tuple[int, ...]] = [(0,)]
    while paths:
        path = paths.pop()
        if path[-1] == end:
            yield tuple([_seed(text[starts[place] : starts[after] - 2]) for place, after in pairwise(path)])
        else:
            left = MOST_SEEDS - len(path)
            paths += [(*path, place) for place in reversed(following[path[-1]]) if fewest[place] <= left]


def _seed(shown: str) -> str:
    return "" if shown == _EMPTY else shown[1:-1]


def _is_shown_seed(text: str) -> bool:
    return text == _EMPTY or (len(text) > 2 and text[0] == text[-1] == "'")
