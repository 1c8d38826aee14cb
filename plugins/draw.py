"""Five-card draw at tables: `!keep`, `!discard`, `!pat` and `!hint` beside the commands of all tables."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ircpoker.chat.commands import Command, Example
from ircpoker.chat.hints import add_hint
from ircpoker.chat.message import Reply
from ircpoker.chat.parts import spaced
from ircpoker.chat.seat_commands import NO_SEAT
from ircpoker.chat.table_answers import TableAnswers
from ircpoker.chat.table_commands import add_games
from ircpoker.draws import discards, mean_strength
from ircpoker.errors import NotAllowedError, UsageError, quote
from ircpoker.lobby import RequestedAction, Verb
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ircpoker.chat.message import Message
    from ircpoker.chat.router import Router
    from ircpoker.chat.table_games import TableGames

CARDS = 5
NONE, ALL = "none", "all"


def register(router: Router) -> None:
    """Add the games, the commands of the draw, and those of tables if they are not there."""
    tables = add_games(router, "draw")
    common = TableAnswers(tables)
    at_the_draw = ("play caller draw 200", "check")
    for name, summary, example in (
        ("keep", "at the draw, keep the cards with these numbers and change the others", "2 5"),
        ("discard", "at the draw, change the cards with these numbers", "1 3 4"),
    ):
        router.add(
            Command(
                name,
                usage="1 2 … | none | all",
                summary=summary,
                handler=partial(draw, common, Verb(name)),
                examples=(
                    Example(example, "You change 3 and hold 1) 7h 2) 7d 3) …", at_the_draw, "private"),
                    Example("1 9", "'9' is no number of a card: …"),
                ),
                errors="private",
            )
        )
    router.add(
        Command(
            "pat",
            summary="at the draw, keep all cards",
            handler=common.act(Verb.DISCARD),
            examples=(
                Example("", "caller checks | you hold 1) 3d 2) 7h 3) 9s 4) Jc 5) 7d | …", at_the_draw, "private"),
                NO_SEAT,
            ),
            errors="private",
        )
    )
    add_hint(router, partial(hint, tables, is_turn=True), others_wait=True)
    add_hint(router, partial(hint, tables))


def draw(common: TableAnswers, verb: Verb, message: Message, arguments: str) -> Iterable[Reply]:
    """Answer `!keep` and `!discard`.

    Args:
        common: answers at all tables.
        verb: which of the two.
        message: who draws where.
        arguments: numbers of cards as they are shown.

    Returns:
        As for every action.
    """
    return common.do(message, RequestedAction(verb, places=parse_places(arguments)))


def parse_places(text: str) -> tuple[int, ...]:
    """Read the numbers of cards of a hand of five.

    Args:
        text: `1 3`, `1,3`, `13`, `none` or `all`.

    Returns:
        Their places from 0, each once, in order.

    Raises:
        UsageError: anything else, or nothing.

    Examples:
        >>> parse_places("5 1,3"), parse_places("none")
        ((0, 2, 4), ())
    """
    word = text.strip().lower()
    if word in {NONE, ALL}:
        return tuple(range(CARDS)) if word == ALL else ()
    digits = "".join(word.replace(",", " ").split())
    if not digits:
        raise UsageError(Phrase("errors.which_cards"))
    for digit in digits:
        if digit not in "12345":
            raise UsageError(Phrase("errors.card_number", token=quote(digit)))
    if len(set(digits)) < len(digits):
        raise UsageError(Phrase("errors.card_number_twice", token=quote(text)))
    return tuple(sorted(int(digit) - 1 for digit in digits))


def hint(tables: TableGames, message: Message, *, is_turn: bool = False) -> Reply | None:
    """Answer `!hint` for somebody who has cards at a draw.

    Args:
        tables: the tables.
        message: who asks where.
        is_turn: only if it is for them to draw now.

    Returns:
        To that person alone: what to keep, and how strong the hand then is on average. None if they have no
        draw before them.
    """
    try:
        hand, seat = tables.own_hand(message)
    except NotAllowedError:
        return None
    deal = hand.deal
    if not deal.may_draw(seat):
        return None
    if is_turn:
        legal = deal.legal_actions()
        if legal is None or legal.seat != seat or not legal.discard:
            return None
    best = discards(deal.hole_cards[seat])[0]
    numbers = " ".join(str(index + 1) for index in best.indices) or NONE
    strength = mean_strength(best)
    if best.cards:
        kept = Phrase("draw.hint", cards=spaced(best.cards), numbers=numbers, strength=strength, draws=best.draws)
    else:
        kept = Phrase("draw.hint_none", numbers=numbers, strength=strength, draws=best.draws)
    return Reply((kept,), private=True)
