"""What a connection may ask about tables: which there are, what happens there, and to act there."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ircpoker.cards import parse_cards
from ircpoker.chat.table_text import game_words
from ircpoker.errors import IllegalActionError, NotAllowedError, PokerError, UsageError
from ircpoker.feed.server.requests import message_of, speaker_of, text_of, whole_of
from ircpoker.feed.server.session import error_message
from ircpoker.feed.server.snapshot import legal_facts, turn_text
from ircpoker.feed.server.subscriptions import UNKNOWN_TABLE
from ircpoker.lobby import RequestedAction, Verb
from ircpoker.lobby.play import act as act_at
from ircpoker.lobby.seats import seat_label
from ircpoker.lobby.settings import stakes_text
from ircpoker.lobby.views import shown_seats
from ircpoker.table import CALL, CHECK, FOLD, Bet, Discard, RaiseTo
from ircpoker.table.amounts import parse_amount
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.feed.lines import FeedMessage
    from ircpoker.feed.server.session import FeedSession
    from ircpoker.lobby import Table
    from ircpoker.lobby.draft import Draft
    from ircpoker.lobby.hand import HandInProgress
    from ircpoker.table import Action, LegalActions, TableSeat

MOST_LISTED = 50
"""The tables of one answer."""
_VERBS = {"fold": Verb.FOLD, "check": Verb.CHECK, "call": Verb.CALL, "bet": Verb.BET, "raise_to": Verb.RAISE}
_DRAWS = ("discard", "stand_pat")


def tables(session: FeedSession, message: FeedMessage) -> list[FeedMessage]:
    """List the tables that may be watched, some at a time: `after` is the last one of the list before."""
    after = text_of(message, "after") if message.get("after") is not None else ""
    found = sorted(session.endpoint.feeds.visible_to(session), key=lambda table: table.id)
    rest = [table for table in found if table.id > after]
    listed = [_entry(session, table) for table in rest[:MOST_LISTED]]
    return [{"is": "tables", "tables": listed, "more": len(rest) > MOST_LISTED}]


def _entry(session: FeedSession, table: Table) -> FeedMessage:
    place, state = table.place, table.state
    seats, chips = shown_seats(table)
    # What those who see everything later may not know yet.
    is_delayed = session.endpoint.feeds.is_delayed(session, table)
    words = session.router.services.words
    return {
        "table": table.id,
        "place": place.channel or "private",
        "network": place.network,
        "number": session.endpoint.feeds.tables.number_of(place),
        "game": state.game_name,
        "title": f"{game_words(state.game)} {stakes_text(state.stakes)}",
        "most_seats": state.game.most_seats,
        "is_open": state.policy.takes_newcomers and len(seats) < state.game.most_seats,
        "seats": [
            {
                "seat": seat_label(number),
                "name": words.text(seats.sitter(number).name),
                "kind": "robot" if seats[number].robot else "person",
                "stack": None if is_delayed else chips[number],
            }
            for number in sorted(seats)
        ],
    }


def table_of(session: FeedSession, message: FeedMessage) -> Table:
    """Return the table that a message names by `table` or `place`.

    Raises:
        UsageError: there is none, or the session may not see it.
    """
    named = "table" if message.get("table") is not None else "place"
    table = session.endpoint.feeds.find(session, text_of(message, named))
    if table is None:
        raise UsageError(UNKNOWN_TABLE)
    return table


def watch(session: FeedSession, message: FeedMessage) -> list[FeedMessage]:
    """Show what happens at a table from now on, or from the event `since` on."""
    table, since = table_of(session, message), whole_of(message, "since")
    request = {"id": message["id"]} if "id" in message else {}
    return session.endpoint.feeds.watch(session, table).watch(session, since, request)


def unwatch(session: FeedSession, message: FeedMessage) -> list[FeedMessage]:
    """End `watch`."""
    feed = session.watched.get(text_of(message, "table"))
    if feed is None:
        raise UsageError(UNKNOWN_TABLE)
    feed.unwatch(session)
    return [{"is": "done"}]


def act_on_turn(session: FeedSession, message: FeedMessage) -> list[FeedMessage]:
    """Act on one's turn, if it is still the one that the message names."""
    speaker_of(session)
    table = table_of(session, message)
    number = session.endpoint.feeds.seat_of(session, table)
    if number is None:
        raise UsageError(UNKNOWN_TABLE)
    turn = text_of(message, "turn")
    line = message_of(session, "act", table.place.network, table.place.channel or None)
    session.endpoint.feeds.tables.hear(line)
    services = session.router.services
    try:
        with services.outbox.held():
            table.change(partial(_act, number=number, turn=turn, message=message))
    except (NotAllowedError, UsageError) as error:
        # A legal action is never limited; who asks for others without end has to wait, as on IRC.
        refusal = session.router.count(line)
        if refusal is not None:
            services.activity.refused[line.sender.network] += 1
            raise NotAllowedError(Phrase("router.too_many", seconds=max(1, round(refusal.seconds)))) from error
        hand = table.hand
        legal = hand.turn if hand is not None and hand.actor == number else None
        return [error_message(session.router, error) | ({"legal": legal_facts(legal)} if legal is not None else {})]
    services.scheduler.run_all_due()
    return [{"is": "done"}]


def _act(draft: Draft, *, number: TableSeat, turn: str, message: FeedMessage) -> None:
    """Take the action that a message asks for.

    Raises:
        NotAllowedError: the turn has passed, or it is somebody else's.
        IllegalActionError: the action is not legal now.
        UsageError: it is no action.
    """
    hand = draft.state.hand
    legal = hand.turn if hand is not None and hand.actor == number else None
    if hand is None or legal is None or turn_text(hand) != turn:
        raise NotAllowedError("that turn has passed")
    action = _action(message, hand, legal)
    if not legal.allows(action):
        raise IllegalActionError(Phrase("errors.illegal"), legal)
    act_at(draft, number, _requested(action, hand, legal))


def _action(message: FeedMessage, hand: HandInProgress, legal: LegalActions) -> Action:
    """Return the action that a message asks for.

    Raises:
        UsageError: it is none.
    """
    match message.get("action"):
        case "fold":
            return FOLD
        case "check":
            return CHECK
        case "call":
            return CALL
        case "bet":
            return Bet(_amount(message))
        case "raise_to":
            return RaiseTo(_amount(message))
        case "stand_pat":
            return Discard()
        case "discard":
            return Discard(
                tuple([hand.deal.hole_cards[legal.seat][index] for index in _discarded(message, hand, legal)])
            )
    raise UsageError(f"expected action: {', '.join((*_VERBS, *_DRAWS))}")


def _amount(message: FeedMessage) -> int:
    amount = whole_of(message, "amount")
    if amount is None or amount < 0:
        raise UsageError("expected amount: a whole number of chips")
    return amount


def _discarded(message: FeedMessage, hand: HandInProgress, legal: LegalActions) -> list[int]:
    """Return the indices of the cards that are changed: `cards` has them, or their positions from 1."""
    given, own = message.get("cards", []), hand.deal.hole_cards[legal.seat]
    if not isinstance(given, list) or len(given) > len(own):
        raise UsageError("expected cards: a list of own cards, or of their positions from 1")
    found: list[int] = []
    for each in given:
        text = str(each) if type(each) is int else each
        if isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) == 1:
            index = int(text) - 1
        else:
            try:
                index = own.index(*parse_cards(text, most=1)) if isinstance(text, str) else -1
            except (PokerError, ValueError, TypeError):
                index = -1
        if not 0 <= index < len(own) or index in found:
            raise UsageError("expected cards: own cards, or their positions from 1, none twice")
        found.append(index)
    return found


def _requested(action: Action, hand: HandInProgress, legal: LegalActions) -> RequestedAction:
    """Return a legal action as a player asks for it."""
    match action:
        case Bet(amount) | RaiseTo(amount):
            return RequestedAction(Verb.BET if isinstance(action, Bet) else Verb.RAISE, parse_amount(str(amount)))
        case Discard(cards):
            own = hand.deal.hole_cards[legal.seat]
            return RequestedAction(
                Verb.KEEP, indices=tuple([index for index, card in enumerate(own) if card not in cards])
            )
        case _:
            return RequestedAction(_VERBS[str(action)])
