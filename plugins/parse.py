"""`!parse`, `!value`, `!discards` and `!odds`: the best hand among some cards, its numbers, the best holds, odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.cards import CARDS, parse_cards
from ircpoker.chat.chances import quick_answer, quick_plan, tokens
from ircpoker.chat.commands import Example, Line, command
from ircpoker.chat.message import Reply
from ircpoker.chat.segments import spaced
from ircpoker.draws import CLASSES, discards, format_hold
from ircpoker.equity.answers import format_equities, format_method
from ircpoker.equity.spots import make_spot
from ircpoker.errors import UsageError, quote
from ircpoker.hands import best_hand
from ircpoker.machines.rules import payout_values
from ircpoker.machines.settings import VIDEO_POKER
from ircpoker.systems import SYSTEMS, split_board
from ircpoker.systems.parsecards import format_numbers, numbers_of
from ircpoker.words import Phrase
from ircpoker.words.nearest import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.chat.message import Message
    from ircpoker.chat.router import Router

FEWEST, MOST = 5, 10
"""The most cards in chat; the command line accepts more."""
BEST_HOLDS = 3
"""The number of holds that `!discards` shows, of 32."""
DEALT = 7
"""The cards that `!parse` deals when none are given: as many as a hold'em player sees at the end."""
_BY_PAYOUT = "videopoker"
_OMAHA = "omaha"
_ANY_NUMBER = frozenset({"parsecards", "kev"})
"""The systems that take any number of cards from five; here they have the limit of `!parse`."""


class CardCommands:
    """The commands about cards; none of them costs chips."""

    def __init__(self, bot: Router) -> None:
        self.bot = bot

    @command(
        "parse",
        summary=Phrase("commands.parse.summary", least=FEWEST, most=MOST, dealt=DEALT),
        examples=(
            Example("Ah Td 4c 3s Js 7h", "Ah Js Td 7h 4c | Ace High, Jack Kicker | 10 1 4 5 8 11"),
            Example("5h4h3h2hAh", "5h 4h 3h 2h Ah | Straight Flush, Ace Low | 2 10 11 12 13 1"),
            Example("", "7 random cards: …"),
            Example("Ah Zh", "'Zh' is not a card: …"),
        ),
        errors="public",
    )
    def parse(self, _message: Message, arguments: str) -> Iterator[Line]:
        """Yield random cards if none were given; the best hand, its name and its numbers."""
        if arguments:
            cards = parse_cards(arguments, fewest=FEWEST, most=MOST)
        else:
            cards = tuple(self.bot.services.rng.sample(CARDS, DEALT))
            yield Phrase("cards.random", n=DEALT, cards=spaced(cards))
        best = best_hand(cards)
        yield Reply((*spaced(best.cards), f" | {best.name} | {format_numbers(numbers_of(best.value))}"))

    @command(
        "value",
        examples=(
            Example("kev Ah Td 4c 3s Js 7h", "6485 0.1309"),
            Example("manual Ah Kd", "12423000000"),
            Example("director 6h 8d 8c Js Qh", "pair 8, 6 8 8 11 12"),
            Example("openholdem 9c 8s / 7s 5h 6s", "134842213 pcbits 24 npcbits 2"),
            Example("", "Systems: parsecards, manual, draw, director, kev, openholdem; for example …"),
        ),
        errors="public",
        words=SYSTEMS,
    )
    def value(self, _message: Message, arguments: str) -> Line:
        """Return the number, as on the command line.

        Raises:
            UsageError: there is no such system, or there is more than one slash.
        """
        name, hand = (*arguments.split(None, 1), "", "")[:2]
        if not name:
            return Phrase("cards.systems", known=", ".join(SYSTEMS), example="kev Ah Td 4c 3s Js 7h")
        system = SYSTEMS.get(name.lower())
        if system is None:
            near = nearest(name, SYSTEMS)
            known = Phrase("errors.meant", name=near) if near else Phrase("errors.choices", known=", ".join(SYSTEMS))
            raise UsageError(Phrase("errors.no_system", name=quote(name), meant=known))
        cards, board = (*split_board(hand), "")[:2]
        if system.name in _ANY_NUMBER:
            parse_cards(f"{cards} {board}", fewest=FEWEST, most=MOST)
        return system.value(cards, board).text

    @command(
        "discards",
        examples=(
            Example("Ah Ad Kc 7s 2h", "1. Ah Ad Kc | mean class 3039.6374 | strength 0.592651"),
            Example("videopoker Ah Ad Kc 7s 2h", "1. Ah Ad | mean payout 1.536540"),
            Example("Ah Ad", "2 cards given: expected 5"),
        ),
        errors="public",
        words=(_BY_PAYOUT,),
    )
    def best_holds(self, _message: Message, arguments: str) -> Iterator[Reply]:
        """Yield the best holds, one per line."""
        first, rest = (*arguments.split(None, 1), "", "")[:2]
        values, cards = CLASSES, arguments
        if first.lower() == _BY_PAYOUT:
            values, cards = payout_values(self.bot.section(VIDEO_POKER).pay_table()), rest
        for number, hold in enumerate(discards(parse_cards(cards, fewest=5, most=5), values)[:BEST_HOLDS], 1):
            kept, numbers = format_hold(hold, values).split(" | ", 1)
            yield Reply((f"{number}. ", *(spaced(hold.cards) if hold.cards else [kept]), f" | {numbers}"))

    @command(
        "odds",
        examples=(
            Example("", "3d 7h | 37 % against a random hand, 25 % needed to call 5", ("play caller 200",)),
            Example("AsAh KdKc", "AsAh 81.26 % | KdKc 18.74 % | exact: 1712304 boards"),
            Example(
                "AhKh QsQd / Qh 7h 2c",
                "AhKh 25.56 %, 8 outs | QsQd 74.44 % | exact: 990 boards",
            ),
            Example("QQ+,AKs 22-55", "QQ+,AKs 75.41 % | 22-55 24.59 % | exact: …"),
            Example("AhKd", "hands: 1 given, expected 2 to 10; any is a random hand"),
        ),
        words=(_OMAHA,),
    )
    def odds(self, message: Message, arguments: str) -> Line:
        """Return the equity of each hand; without hands, that of the sender's hand on their turn.

        Raises:
            NotAllowedError: the sender's own odds are not allowed at this table, or not now.
            UsageError: there are more than two slashes.
        """
        tables = self.bot.tables
        if not arguments and tables is not None and (own := tables.own_odds(message)):
            return own
        if not arguments:
            raise UsageError(Phrase("errors.odds_what"))
        if arguments.count("/") > 2:
            raise UsageError(Phrase("errors.slashes"))
        hands, board, dead = (*arguments.split("/"), "", "")[:3]
        texts = hands.split()
        is_omaha = texts[:1] and texts[0].lower() == _OMAHA
        spot = make_spot(texts[1:] if is_omaha else texts, board, dead, _OMAHA if is_omaha else "holdem")
        how = quick_plan(spot)
        self.bot.charge(message, tokens(spot, how) - 1)
        odds = quick_answer(spot, how)
        return " | ".join([*format_equities(odds), format_method(odds)])
