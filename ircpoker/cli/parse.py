"""`ircpoker parse`: the best hand among some cards.

Prints the best five-card hand among 5 to 52 cards, its name and its rank.

Cards are rank and suit (Ah, 10d, 4♣), with blanks, commas or nothing between them; other spellings are understood, too,
such as [A♠-K♠] or "ace of spades". Hands with / between them are compared: a line for each, then the winner and the
number that decides, or tie. Without CARDS, hands are read from
standard input, one per line, and each line is answered at once; a bad line is answered with error|MESSAGE| (--json:
{"error": "MESSAGE", "line": N}). Bad CARDS are reported only on standard error. The exit status is 1 if anything was
bad.

  $ ircpoker parse Ah Td 4c 3s Js 7h
  Ah Js Td 7h 4c|Ace High, Jack Kicker|10 1 4 5 8 11
  $ ircpoker parse Ah Qc Td 5d 3s / Ad Qs Tc 6h 2c
  Ah Qc Td 5d 3s|Ace High, Queen Kicker|10 1 3 5 10 12
  Ad Qs Tc 6h 2c|Ace High, Queen Kicker|10 1 3 5 9 13
  B wins|at number 5 of the rank: 9 before 10
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ircpoker.cards import Card, parse_cards
from ircpoker.cli.lines import answer_lines, answer_one
from ircpoker.errors import InvalidCardError
from ircpoker.systems.comparing import Comparison

HAND_SIZE = 5


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--json", action="store_true", help="one JSON object per line")
    parser.add_argument("cards", nargs="*", metavar="CARDS", help="5 to 52 cards")


def run(arguments: Namespace) -> int:
    """Print the answers and return the exit status."""
    answer = answer_json if arguments.json else answer_text
    if arguments.cards:
        return answer_one(lambda: answer(" ".join(arguments.cards)))
    return answer_lines(answer, as_json=arguments.json)


def answer_text(cards: str) -> str:
    """Return `hand|name|rank`.

    Args:
        cards: 5 to 52 cards; or several hands.

    Returns:
        The line to print; for several hands a line for each, and one with the winner.

    Raises:
        NotUnderstoodError: the text cannot be read.
    """
    from ircpoker.systems.parsecards import parse

    try:
        return parse(cards)
    except InvalidCardError:
        hands, compared = _understand(cards)
        return "\n".join([*map(parse, hands), *([str(compared)] if compared else [])])


def _understand(text: str) -> tuple[list[tuple[Card, ...]], Comparison | None]:
    """Return the hands of a text that is not in the exact forms, and which of several wins."""
    from ircpoker.systems import SYSTEMS
    from ircpoker.words.understood.cards import understand_hands

    hands = understand_hands(text, fewest=HAND_SIZE, joined=HAND_SIZE - 1)
    return hands, SYSTEMS["parsecards"].compare(hands) if len(hands) > 1 else None


def answer_json(cards: str) -> str:
    """Return the best hand as a JSON object.

    Args:
        cards: 5 to 52 cards; or several hands.

    Returns:
        The line to print; `strength` as the full double. For several hands `hands` has an object for each.

    Raises:
        NotUnderstoodError: the text cannot be read.
    """
    from ircpoker.runtime.json_text import to_json

    try:
        return to_json(_hand_data(parse_cards(cards, fewest=5)))
    except InvalidCardError:
        hands, compared = _understand(cards)
        data = list(map(_hand_data, hands))
        return to_json({"hands": data, **compared.json} if compared else data[0])


def _hand_data(given: tuple[Card, ...]) -> dict[str, object]:
    from ircpoker.hands import best_hand
    from ircpoker.systems.parsecards import numbers_of

    best = best_hand(given)
    return {
        "cards": list(map(str, given)),
        "hand": list(map(str, best.cards)),
        "name": best.name,
        "category": best.value.category,
        "rank": numbers_of(best.value),
        "class": best.value.class_,
        "strength": best.value.strength,
    }
