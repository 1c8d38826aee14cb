"""`ircpoker discards`: the best cards to keep of a five-card hand.

Prints all 32 ways to keep cards of a five-card hand, best first, with the exact mean over all draws of

  class       the hand's class, 1 (royal flush) to 7462 (seven high): the measure for draw poker, the default
  videopoker  the payout of video poker in stakes, by the pay table of the configuration, if there is one

  $ ircpoker discards Ah Ad Kc 7s 2h
  Ah Ad Kc | mean class 3039.6374 | strength 0.592651
  Ah Ad | mean class 3045.7057 | strength 0.591838
  …
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ircpoker.cli.configuration import add_config_argument, read_sections, words_here
from ircpoker.cli.lines import answer_one
from ircpoker.draws import CLASSES, ValueFunction, discards, discards_data, format_hold

BY = ("class", "videopoker")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = "ircpoker discards [--json] [--by class|videopoker] [--config F] CARDS"
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--by", choices=BY, default="class", metavar="BY", help="class (default) or videopoker")
    add_config_argument(parser)
    parser.add_argument("cards", nargs="+", metavar="CARDS", help="five cards")


def run(arguments: Namespace) -> int:
    """Print the holds and return the exit status."""
    values = _values(arguments)
    return answer_one(lambda: answer(" ".join(arguments.cards), values, as_json=arguments.json))


def answer(cards: str, values: ValueFunction, *, as_json: bool) -> str:
    """Return all holds of a hand.

    Args:
        cards: five cards.
        values: the value function.
        as_json: one JSON object, else a line for each.

    Returns:
        The text, without the last line end.

    Raises:
        NotUnderstoodError: the text cannot be read.
    """
    from ircpoker.runtime.json_text import to_json
    from ircpoker.words.understood.cards import understand_cards

    hand = understand_cards(cards, fewest=5, most=5)
    holds = discards(hand, values)
    if as_json:
        return to_json(discards_data(hand, holds, values))
    return "\n".join([format_hold(hold, values, words_here().text) for hold in holds])


def _values(arguments: Namespace) -> ValueFunction:
    """Return the value function; the class needs no configuration."""
    if arguments.by == "class":
        return CLASSES
    from ircpoker.machines.rules import payout_values
    from ircpoker.machines.settings import VIDEO_POKER

    return payout_values(read_sections(arguments.config, VIDEO_POKER).section(VIDEO_POKER).pay_table())
