"""`!parse`, `!value`, `!discards` and `!odds`: the best hand among some cards, its numbers, the best holds, odds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ircpoker.cards import CARDS, format_count
from ircpoker.chat.chances import quick_answer, quick_plan, tokens
from ircpoker.chat.commands import Example, Line, command
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.router import Router
from ircpoker.draws import CLASSES, discards, format_hold
from ircpoker.equity.answers import format_equities, format_method
from ircpoker.equity.spots import make_spot
from ircpoker.errors import CardCountError, UsageError, quote
from ircpoker.hands import best_hand
from ircpoker.machines.rules import payout_values
from ircpoker.machines.settings import VIDEO_POKER
from ircpoker.records.deal_words import spaced
from ircpoker.study.names import spell_out
from ircpoker.systems import SYSTEMS
from ircpoker.systems.comparing import Comparison
from ircpoker.systems.parsecards import format_numbers, numbers_of
from ircpoker.words import Phrase
from ircpoker.words.nearest import nearest
from ircpoker.words.understood.cards import understand_cards, understand_hands
from ircpoker.words.understood.odds import in_either_game, understand_odds, understand_value

FEWEST, MOST = 5, 10
"""The most cards in chat; the command line accepts more."""
BEST_HOLDS = 3
"""The number of holds that `!discards` shows, of 32."""
DEALT = 7
"""The cards that `!parse` deals when none are given: as many as a hold'em player sees at the end."""
_BY_PAYOUT = "videopoker"
_OMAHA = "omaha"
_RANDOM = re.compile(r"random(?: (\d{1,2}))?(?: cards?)?", re.IGNORECASE)


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
            Example("Ah Qc Td 5d 3s / Ad Qs Tc 6h 2c", "Ah Qc Td 5d 3s | Ace High, Queen Kicker | 10 1 3 5 10 12"),
            Example("Ah Zh", "'Zh' is not a card: …"),
        ),
        aliases=("pokerdemo", "parsecards"),
        errors="public",
    )
    def parse(self, _message: Message, arguments: str) -> Iterator[Line]:
        """Yield random cards if none were given; the best hand, its name and its numbers; which of several wins."""
        random = _RANDOM.fullmatch(arguments or "random")
        if random and FEWEST <= (dealt := int(random[1] or DEALT)) <= MOST:
            hands = [tuple(self.bot.services.rng.sample(CARDS, dealt))]
            yield Phrase("cards.random", n=dealt, cards=spaced(hands[0]))
        elif random:
            raise CardCountError(dealt, format_count(FEWEST, MOST))
        else:
            hands = understand_hands(arguments, fewest=FEWEST, most=MOST, joined=FEWEST - 1)
        compared = SYSTEMS["parsecards"].compare(hands) if len(hands) > 1 else None
        for best in map(best_hand, hands):
            yield Reply((*spaced(best.cards), f" | {best.name} | {format_numbers(numbers_of(best.value))}"))
        if compared:
            yield _spaced_out(compared)

    @command(
        "value",
        examples=(
            Example("kev Ah Td 4c 3s Js 7h", "6485 0.1309"),
            Example("manual Ah Kd", "12423000000"),
            Example("director 6h 8d 8c Js Qh", "pair 8, 6 8 8 11 12"),
            Example("openholdem 9c 8s / 7s 5h 6s", "134842213 pcbits 24 npcbits 2"),
            Example(
                "kev Ah Qc Td 5d 3s / Ad Qs Tc 6h 2c", "6409 0.1411 | 6407 0.1414 | B wins | class 6407 before 6409"
            ),
            Example("", "Systems: parsecards, manual, draw, director, kev, openholdem; for example …"),
        ),
        errors="public",
        words=SYSTEMS,
    )
    def value(self, _message: Message, arguments: str) -> Line:
        """Return the number, as on the command line; of several hands all numbers, and which wins.

        Raises:
            UsageError: there is no such system, or a slash too many.
        """
        name, hand = (*arguments.split(None, 1), "", "")[:2]
        if not name:
            return Phrase("cards.systems", known=", ".join(SYSTEMS), example="kev Ah Td 4c 3s Js 7h")
        system = SYSTEMS.get(name.lower())
        if system is None:
            near = nearest(name, SYSTEMS)
            known = Phrase("errors.meant", name=near) if near else Phrase("errors.choices", known=", ".join(SYSTEMS))
            raise UsageError(Phrase("errors.no_system", name=quote(name), meant=known))
        values, compared = understand_value(system, hand, most=MOST)
        return " | ".join([*[value.text for value in values], *([_spaced_out(compared)] if compared else [])])

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
        for number, hold in enumerate(discards(understand_cards(cards, fewest=5, most=5), values)[:BEST_HOLDS], 1):
            kept, numbers = format_hold(hold, values, self.bot.services.words.text).split(" | ", 1)
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
            Example("AA vs KK", "AA 81.95 % | KK 18.05 % | exact: …"),
            Example("QQ+,AKs 22-55", "QQ+,AKs 75.41 % | 22-55 24.59 % | exact: …"),
            Example("ring6-100/BTN/open AA", "ring6-100/BTN/open 15.64 % | AA 84.36 % | …"),
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
        first, rest = (*arguments.split(None, 1), "")[:2]
        game, text = (_OMAHA, rest) if first.lower() == _OMAHA else (None, arguments)
        spelled, names = spell_out(text)
        asked, game = in_either_game(partial(understand_odds, spelled), game)
        hands = [replace(hand, text=names.get(hand.text, hand.text)) for hand in asked.hands]
        spot = make_spot(hands, asked.board, asked.dead, game)
        how = quick_plan(spot)
        self.bot.charge(message, tokens(spot, how) - 1)
        odds = quick_answer(spot, how)
        say = self.bot.services.words.text
        return " | ".join([*format_equities(odds, say), format_method(odds, say)])


def _spaced_out(compared: Comparison) -> str:
    return str(compared).replace("|", " | ")
