"""`ircpoker odds`: the odds of hands and ranges against each other.

Prints how often each of 2 to 10 hands wins, ties and loses, and its equity: its part of all pots. The result is exact
over all boards if that takes up to about 10 s, else sampled, with the standard error after ±.

A hand is cards without spaces, AhKd, or a range in one argument:

  QQ+,AKs,T9s      pairs from queens up, suited ace-king, suited ten-nine
  22-55,A2s+,KTo+  from twos to fives, any suited ace, king-ten offsuit and better
  A5s-A2s,76s-54s  from one to the other, with the same higher card or the same gap
  25%              the best quarter of all hands
  any              every hand
  AKs:0.5          with half the weight

Four to six cards are a hand of Omaha, for which there are other ranges:

  AA**             aces with any two cards
  AKQJds,T9**ss    double-suited, single-suited; r: a rainbow; mono: three or four cards of a suit
  JT98-8765        from one to the other, with the same gaps

On the flop and the turn, hands that are behind are shown with their outs: the
next cards that put them in front.

  $ ircpoker odds AsAh KdKc
  AsAh | 81.2555 % | wins 1388072 | ties 6538 | loses 317694
  KdKc | 18.7445 % | wins 317694 | ties 6538 | loses 1388072
  exact: 1712304 boards
  $ ircpoker odds QQ+,AKs 22-55 --board "2c 7d 9h"
  QQ+,AKs | 69.3369 % | wins 317133 | ties 0 | loses 140247
  22-55 | 30.6631 % | wins 140247 | ties 0 | loses 317133
  exact: 457380 boards and hands
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial

from ircpoker.cli.configuration import words_here
from ircpoker.cli.lines import answer_one
from ircpoker.cli.main import complain
from ircpoker.cli.ranges import with_charts
from ircpoker.equity.spots import Spot, make_spot
from ircpoker.words import Phrase, Say

GAMES = ("holdem", "omaha")
WORTH_A_WORD = 1.0
"""A longer wait, in seconds, is announced."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = (
        "ircpoker odds [--json] [--game holdem|omaha] [--streets] HAND HAND... [--board CARDS] [--dead CARDS]"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object; with --streets, one for each street")
    parser.add_argument("--game", choices=GAMES, metavar="GAME", help="holdem or omaha (default: what the hands are)")
    parser.add_argument("--streets", action="store_true", help="the odds on each street that the board has reached")
    parser.add_argument(
        "--board", action="append", default=[], metavar="CARDS", help="three, four or five cards, in their order"
    )
    parser.add_argument(
        "--dead", action="append", default=[], metavar="CARDS", help="cards that nobody holds and that cannot come"
    )
    parser.add_argument("hands", nargs="+", metavar="HAND", help="cards like AhKd, or a range")


def run(arguments: Namespace) -> int:
    """Print the odds and return the exit status."""
    return answer_one(lambda: _answer(arguments))


def _answer(arguments: Namespace) -> str:
    from ircpoker.equity.answers import answer, format_odds, odds_data, street_spots
    from ircpoker.equity.odds import plan
    from ircpoker.runtime.json_text import to_json
    from ircpoker.words.understood.cards import understand_cards
    from ircpoker.words.understood.odds import in_either_game, understand_hand_arguments

    board, dead = (understand_cards(" ".join(cards)) for cards in (arguments.board, arguments.dead))
    hands, game = in_either_game(partial(understand_hand_arguments, with_charts(arguments.hands)), arguments.game)
    asked = (hands, board, dead, game)
    parts, say = [], words_here().text
    for spot in street_spots(*asked) if arguments.streets else [make_spot(*asked)]:
        how = plan(spot)
        if how.seconds > WORTH_A_WORD:
            complain(f"counting all cases takes about {how.seconds:.0f} s")
        odds = answer(spot, how)
        if arguments.json:
            parts.append(to_json(odds_data(odds, with_street=arguments.streets)))
        else:
            parts.append(_street_line(spot, say) * arguments.streets + format_odds(odds, say))
    return "\n".join(parts)


def _street_line(spot: Spot, say: Say) -> str:
    from ircpoker.cards import CARDS, format_cards

    street = say(Phrase(f"equity.{spot.street}"))
    return f"{street} {format_cards([CARDS[code] for code in spot.board])}".rstrip() + "\n"
