"""Five-card draw at tables: the choice of cards, besides the commands of all tables."""

from __future__ import annotations

from functools import partial

from ircpoker.cards import Card
from ircpoker.chat.action_commands import ActionCommands
from ircpoker.chat.card_choices import add_choices
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.router import Router
from ircpoker.chat.services import CardChoice, Urgency
from ircpoker.chat.table_adapter import TableAdapter
from ircpoker.chat.table_commands import add_games
from ircpoker.draws import chance_of_better, discards
from ircpoker.equity.answers import whole_percent
from ircpoker.errors import NotAllowedError
from ircpoker.lobby import RequestedAction, Verb
from ircpoker.records.deal_words import spaced
from ircpoker.words import Phrase


def register(router: Router) -> None:
    """Add the games, the choice of cards, and the commands of tables if these do not exist yet."""
    tables = add_games(router, "draw")
    add_choices(router, partial(choice, tables, is_turn=True), Urgency.OTHERS_WAIT)
    add_choices(router, partial(choice, tables), Urgency.LATER)


def choice(tables: TableAdapter, message: Message, *, is_turn: bool = False) -> CardChoice | None:
    """Return the choice of somebody who has cards at a draw game; None if they have none.

    Args:
        tables: the tables.
        message: the person's message.
        is_turn: whether it must be their turn to draw. Otherwise they may choose before their turn.
    """
    try:
        hand, seat = tables.own_hand(message)
    except NotAllowedError:
        return None
    deal, legal = hand.deal, hand.deal.legal_actions()
    has_turn = legal is not None and legal.seat == seat and bool(legal.discard)
    if not deal.setup.game.numbers_cards or (is_turn and not has_turn):
        return None
    cards = deal.hole_cards[seat]
    act = ActionCommands(tables).do
    return CardChoice(
        cards,
        lambda kept, choice: act(message, RequestedAction(Verb.KEEP, indices=kept, choice=choice)),
        lambda: hint(cards) if deal.may_draw(seat) else None,
    )


def hint(cards: tuple[Card, ...]) -> Reply:
    """Return the best cards to keep and how often the draw makes a better hand, for the owner only."""
    best = discards(cards)[0]
    numbers = " ".join(str(index + 1) for index in best.indices) or "none"
    if len(best.cards) == len(cards):
        return Reply((Phrase("draw.hint_pat"),), private=True)
    better = whole_percent(chance_of_better(cards, best.cards))
    if best.cards:
        kept = Phrase("draw.hint", cards=spaced(best.cards), numbers=numbers, percent=better)
    else:
        kept = Phrase("draw.hint_none", numbers=numbers, percent=better)
    return Reply((kept,), private=True)
