"""`ircpoker parse`: the best hand among some cards."""

from __future__ import annotations

from ircpoker.cli.lines import answer_lines, answer_one

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

DESCRIPTION = """\
Prints the best five-card hand among 5 to 52 cards, its name and its rank.

Cards are rank and suit (Ah, 10d, 4♣), with blanks, commas or nothing between them. Without CARDS, hands are read from
standard input, one per line, and each line is answered at once; a bad line is answered with error|MESSAGE| (--json:
{"error": "MESSAGE", "line": N}). Bad CARDS are reported only on standard error. The exit status is 1 if anything was
bad.
"""
EXAMPLE = """\
  $ ircpoker parse Ah Td 4c 3s Js 7h
  Ah Js Td 7h 4c|Ace High, Jack Kicker|10 1 4 5 8 11
"""


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
        cards: 5 to 52 cards.

    Returns:
        The line to print.

    Raises:
        NotUnderstoodError: `parse_cards` cannot read the text.
    """
    from ircpoker.systems.parsecards import parse

    return parse(cards)


def answer_json(cards: str) -> str:
    """Return the best hand as a JSON object.

    Args:
        cards: 5 to 52 cards.

    Returns:
        The line to print; `strength` as the full double.

    Raises:
        NotUnderstoodError: `parse_cards` cannot read the text.
    """
    from ircpoker.cards import parse_cards
    from ircpoker.hands import best_hand
    from ircpoker.runtime.json_text import to_json
    from ircpoker.systems.parsecards import numbers_of

    given = parse_cards(cards, fewest=5)
    best = best_hand(given)
    return to_json(
        {
            "cards": list(map(str, given)),
            "hand": list(map(str, best.cards)),
            "name": best.name,
            "category": best.value.category,
            "rank": numbers_of(best.value),
            "class": best.value.class_,
            "strength": best.value.strength,
        }
    )
