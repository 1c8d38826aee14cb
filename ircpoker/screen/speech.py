"""Lines as a speech engine reads them: cards in words, no sign that it reads wrongly; facts of a table by a letter."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from ircpoker.feed.messages import TableSnapshot
from ircpoker.screen.marks import card_places
from ircpoker.screen.offers import own_seat
from ircpoker.screen.standing import state_of
from ircpoker.words import Phrase, Say
from ircpoker.words.plain_text import strip_formatting

_SIGNS = (
    (r"#(\d+), sealed [0-9a-f]+", r"The deck of hand \1 is sealed"),
    (r"\b[0-9a-f]{20,}\b(?: \(\d+ \w+\))?", ""),  # codes, which people need, are shorter
    (r"\s*\(\d+/\d+\)", ""),
    (r"[\[\]\"“”]", ""),
    (r"(?<=\s)!(?=\s)", "exclamation mark"),
    (r"(?<!\w)[!.@](?=\w+ (?:adds|deals|ends|explains|gives|joins|lists|seats|shows)\b)", "typing "),
    (r"(?<![\w])[!.@](?=\w)", ""),
    (r"^#(\d+) (?!in |is )", r"Hand \1. "),
    (r"(?:\bhand )?#(\d+)", r"hand \1"),
    (r"(?<=\w)\|(?=\w)", " or "),
    (r"(hold'em|[Oo]maha|draw|[:|]|Hand \d+\.) (\d+)/(\d+)\b", r"\1 blinds \2 and \3"),
    (r"\b(\d+)/(\d+)\b", r"\1 and \2"),
    (r"@(\d+) (?=\w+)", r", levels of \1 "),
    (r"\s*[|·]\s*", ". "),
    (r"\s*\(([+−-][\d,]+)\)", r", net \1,"),
    (r"(\d)[-–](\d)(?![0-9a-f]{15})", r"\1 to \2"),
    (r"\bUTG\+(\d)", r"\1 after under the gun"),
    (r"\+(?=\d)", "plus "),
    (r"(?<![\w])[-−](?=\d)", "minus "),
    (r"\b([A-Z]\w+) ([\d.]+) ?%", r"\1, \2 percent"),
    (r"(\d) ?%", r"\1 percent"),
    (r"(\d) s\b", r"\1 seconds"),
    (r"(\d) min\b", r"\1 minutes"),
    (r"½", "half"),
    (r"×", " times "),
    (r"[^\w\s.,:;'?()-]", " "),
    (r"\s+([.,:;?])", r"\1"),
    (r",(?=[.,:;?])", ""),
    (r"([.,:;?])(?:\s*[.:])+", r"\1"),
    (r"\s+", " "),
)
"""Patterns of signs, and what is read in their place, in this order."""
_HAND_WORDS = re.compile(
    r"\b(?:Pair|Pairs|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Jack|Queen|King|Ace|Twos|Threes|Fours|Fives|Sixes"
    r"|Sevens|Eights|Nines|Tens|Jacks|Queens|Kings|Aces|Of|A(?= Kind)|Kind|High|Low|Kicker|Flush|Straight|Full|House"
    r"|Royal|And|Or|Better|To)\b"
)
_BEGINS = re.compile(r"(?:^|(?<=\. ))(?:you|your|hand|blinds|small|big|button|under|before|after|next|deal|pot)\b")
"""Words with which a sentence begins; no names."""
_ONLY_WORD = re.compile(r"(?:^|[|:.] )[^\s),]+ $")
_PLACES = ("SB", "BB", "BTN", "UTG", "HJ", "LJ", "CO", "MP")
_STREETS = re.compile(r"\b(FLOP|TURN|RIVER)\b")


def card_words(card: str, say: Say) -> str:
    """Return a card in words: `ten of hearts`."""
    rank, suit = card[0], card[1]
    return say(Phrase("speech.card", rank=say(Phrase(f"speech.rank_{rank}")), suit=say(Phrase(f"speech.suit_{suit}"))))


def spoken(text: str, say: Say, cards: Sequence[int] | None = None) -> str:
    """Return a line as it is read aloud.

    Args:
        text: the line, with cards such as `Ah`.
        say: words phrases.
        cards: where each card begins; None for a line of which that is not known.
    """
    shown, end = [], 0
    for at in sorted({*card_places(text), *(cards or ())}):
        between = _after_card(text[end:at]) if end else text[:at]
        who = ": " if _ONLY_WORD.search(between) else ""  # Whose cards they are.
        shown += [f"{between[:-1]}{who}" if who else between, card_words(text[at : at + 2], say)]
        end = at + 2
    line = strip_formatting("".join([*shown, _after_card(text[end:]) if end else text]))
    for place in _PLACES:
        line = re.sub(rf"\b{place}\b(?!\+)", say(Phrase(f"speech.place_{place}")), line)
    line = _STREETS.sub(lambda street: street[1].capitalize() + ":", line)
    for pattern, words in _SIGNS:
        line = re.sub(pattern, words, line)
    line = _HAND_WORDS.sub(lambda word: word[0].lower(), line).strip(" .,")
    return _BEGINS.sub(lambda word: word[0].capitalize(), line) + "." if line else ""


def _after_card(text: str) -> str:
    """Return what follows a card; cards that follow each other are a list, and their hand its last part."""
    return ", " if text in {" ", " [", "] ["} else f",{text}" if re.match(r" [A-Z]", text) else text


def turn_words(table: TableSnapshot, say: Say) -> str:
    """Return what somebody hears whose turn it is: what they may do, and the price."""
    you = table.you
    if you is None or you.legal is None:
        return say(Phrase("speech.not_your_turn"))
    legal = you.legal
    ways = [Phrase("speech.check")] if legal.check else [Phrase("speech.fold")] if legal.fold else []
    if legal.discard:
        ways = [Phrase("speech.draw")]
    if legal.call:
        ways.append(Phrase("speech.call", price=legal.call))
    for name, span in (("bet", legal.bet), ("raise", legal.raise_to)):
        if span is not None:
            fixed = "_fixed" if span[0] == span[1] else ""
            ways.append(Phrase(f"speech.{name}{fixed}", least=span[0], most=span[1]))
    return say(Phrase("speech.your_turn", ways=", ".join(map(say, ways))))


def _own(table: TableSnapshot, say: Say) -> str:
    you = table.you
    if you is None or not you.cards:
        return say(Phrase("speech.no_cards"))
    cards = ", ".join([card_words(card, say) for card in you.cards])
    return say(Phrase("speech.hold_hand" if you.hand else "speech.hold", cards=cards, hand=you.hand))


def _board(table: TableSnapshot, say: Say) -> str:
    if not table.deal:
        return say(Phrase("speech.between"))
    street = say(Phrase(f"screen.street_{table.street}"))
    cards = ", ".join([card_words(card, say) for card in table.board])
    return say(Phrase("speech.board" if cards else "speech.no_board", street=street, cards=cards))


def _pot(table: TableSnapshot, say: Say) -> str:
    bets = ", ".join([f"{seat.name} {seat.bet}" for seat in table.seats if seat.bet])
    return say(Phrase("speech.pot_bets" if bets else "speech.pot", pot=table.pot, bets=bets))


def _stacks(table: TableSnapshot, say: Say) -> str:
    own = own_seat(table)
    others = ", ".join([f"{seat.name} {seat.stack}" for seat in table.seats if seat is not own])
    if own is None:
        return say(Phrase("speech.all_stacks", others=others))
    return say(Phrase("speech.stacks", own=own.stack, others=others))


def _who(table: TableSnapshot, say: Say) -> str:
    there = [seat for seat in table.seats if seat.in_hand]
    names = [
        f"{seat.name} {say(Phrase(f'screen.{state}'))}" if (state := state_of(seat)) else seat.name for seat in there
    ]
    turn = next((seat.name for seat in table.seats if table.turn is not None and seat.seat == table.turn.seat), "")
    return say(Phrase("speech.who_turn" if turn else "speech.who", names=", ".join(names), turn=turn))


def _game(table: TableSnapshot, say: Say) -> str:
    own = own_seat(table)
    position = own.position if own is not None else ""
    return say(Phrase("speech.game_at" if position else "speech.game", title=table.title, position=position))


def arrival(table: TableSnapshot, say: Say) -> list[str]:
    """Return what somebody hears who comes to a table in the middle of a hand: their cards, the board, their turn."""
    if not table.deal or table.you is None:
        return []
    return [_own(table, say), _board(table, say), *([turn_words(table, say)] if table.you.turn else [])]


QUESTIONS: Mapping[str, Callable[[TableSnapshot, Say], str]] = {
    "i": _own,
    "b": _board,
    "p": _pot,
    "t": turn_words,
    "s": _stacks,
    "w": _who,
    "g": _game,
}
"""What one letter asks: own cards and hand, board and street, pot and bets, price and ways, stacks, who is in and whose
turn it is, the game with its blinds and one's position."""
