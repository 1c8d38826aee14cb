"""The announcements of the lobby as events: their facts as data, and their words.

An announcement with several actions gives an event for each of them. The last event of an announcement has its `lines`,
as everybody got them on IRC.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ircpoker.chat.segments import chips, published
from ircpoker.chat.table_text import Wording, news_replies, street_parts, turn_phrase
from ircpoker.chat.tournament_text import where_phrase
from ircpoker.feed.server.snapshot import hand_name
from ircpoker.lobby import events
from ircpoker.lobby.seats import seat_label
from ircpoker.lobby.tournament_events import LevelBegan, PlayerMoved, PlayerOut, TournamentEnded
from ircpoker.table import Bet, Call, Check, Fold, RaiseTo, TableSeat
from ircpoker.table.events import PlayerActed
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ircpoker.cards import Card
    from ircpoker.ledger import PlayerId
    from ircpoker.lobby.listeners import Announcement, Heard
    from ircpoker.words.catalogue import Catalogue

EventFields = dict[str, Any]
_NAMES = Wording(None, with_odds=False)
"""Names everybody, whoever reads it."""


@dataclass(frozen=True, slots=True)
class FeedEvent:
    """An event before it is numbered.

    Attributes:
        name: its name, `event` in the message.
        fields: its facts.
        words: what a log shows of it; empty for nothing.
        lines: the lines of its announcement, with the last event of one.
        to: who may see it; None for everybody who may watch the table.
    """

    name: str
    fields: EventFields = field(default_factory=dict)
    words: str = ""
    lines: tuple[str, ...] = ()
    to: PlayerId | None = None


def events_of(heard: Heard, words: Catalogue, narrated: int = 0) -> list[FeedEvent]:
    """Return an announcement as events, in order; at least one.

    Args:
        heard: the announcement.
        words: the catalogue of its readers.
        narrated: how much of its story was narrated before it, by `story_events`.
    """
    news, lines = heard
    # At a private table everything is for its player, who alone may watch it.
    to = news.to.id if news.to is not None and not news.place.is_private else None
    if isinstance(news.event, PlayerMoved):
        to, lines = None, ()  # The line is the player's, but everybody sees where they sit.
    *before, (name, fields, worded) = _parts(news, words)
    before = before[min(narrated, len(story_of(news))) :]
    found = [FeedEvent(name, fields, worded or "", (), to) for name, fields, worded in before]
    shown = " ".join(_words_of_last(news, words) or lines) if worded is None else worded
    return [*found, FeedEvent(name, fields, shown, lines, to)]


def _words_of_last(news: Announcement, words: Catalogue) -> list[str]:
    """Return the lines of an end or an all-in without what events of their own say; nothing for other events."""
    match news.event:
        case (events.AllIn() | events.DealEnded()) as event if event.story:
            rest: events.SeatedEvent = replace(event, story=())
        case events.RunOut() as event if event.street is not None:
            rest = replace(event, street=None)
        case _:
            return []
    return [reply.text for reply in news_replies(news, rest, words)]


_TELLING = (events.Progress, events.YourTurn, events.AllIn, events.DealEnded)


def story_of(news: Announcement) -> events.Story:
    """Return the actions and streets that an announcement tells first."""
    event = news.event
    if isinstance(event, events.YourTurn) and not news.place.is_private:
        return ()  # `Progress` has narrated them.
    return event.story if isinstance(event, _TELLING) else ()


def story_events(story: events.Story, words: Catalogue) -> list[FeedEvent]:
    """Return actions and streets as events."""
    return [FeedEvent(name, fields, worded or "") for name, fields, worded in _story(story, words)]


_Piece = tuple[str, EventFields, str | None]
"""Name, facts and words of an event; with None its words are the lines of the announcement."""


def _parts(news: Announcement, words: Catalogue) -> Iterator[_Piece]:
    event = news.event
    yield from _story(story_of(news), words)
    if isinstance(event, events.Progress):
        turn = {"seat": seat_label(event.turn.seat), "seconds": event.seconds}
        yield "turn", turn, words.text(turn_phrase(event))
    elif isinstance(event, events.YourTurn):
        yield "your_turn", {}, None
    elif isinstance(event, events.AllIn):
        returned = [] if event.returned is None else [_seat(event.returned[0]) | {"amount": event.returned[1]}]
        yield "all_in", {"deal": event.deal_id, "pot": event.pot, "returned": returned}, None
    elif isinstance(event, events.RunOut):
        yield from _run_out(event, words)
    elif isinstance(event, events.DealEnded):
        yield "paid", result_fields(event), None
    elif isinstance(event, PlayerMoved):
        yield "player_moved", _moved(event), words.text(_moved_phrase(event))
    else:
        name, fields = _single(event)
        yield name, fields, None


def _story(story: events.Story, words: Catalogue) -> Iterator[_Piece]:
    for item in story:
        if isinstance(item, events.StreetDealt):
            yield _street(item, words)
        else:
            worded = words.text(_NAMES.action(item))
            yield "acted", _seat(item.who) | _action(item), worded


def _street(dealt: events.StreetDealt, words: Catalogue) -> _Piece:
    board = dealt.board + dealt.new
    fields = {"street": dealt.street.value, "cards": _cards(dealt.new), "board": _cards(board)}
    return "street", fields, words.text(street_parts(dealt.street, dealt.board, dealt.new))


def _action(item: events.ActionSummary) -> EventFields:
    """Return an action; the amount of a raise is the whole bet, that of a call what it costs."""
    done = item.event
    if not isinstance(done, PlayerActed):
        found: EventFields = {"action": "discard", "amount": done.count}
    else:
        match done.action:
            case Fold():
                found = {"action": "fold", "amount": 0}
            case Check():
                found = {"action": "check", "amount": 0}
            case Call():
                found = {"action": "call", "amount": done.paid}
            case Bet(amount):
                found = {"action": "bet", "amount": amount}
            case RaiseTo(amount):
                found = {"action": "raise_to", "amount": amount}
            case other:
                raise TypeError(f"{other!r} is not narrated")
    if item.is_all_in:
        found["all_in"] = True
    if item.late:
        found["late"] = True
    return found


def _run_out(event: events.RunOut, words: Catalogue) -> Iterator[_Piece]:
    if event.street is not None:
        yield _street(event.street, words)
    hands = [
        _seat(who) | {"cards": _cards(cards), "hand": hand_name(event.game, cards, event.board)}
        for who, cards in event.hands
    ]
    yield "shown", {"board": _cards(event.board), "hands": hands}, None


def result_fields(event: events.DealEnded) -> EventFields:
    """Return the end of a deal."""
    results = [
        _seat(each.who) | {"won": each.won, "net": each.net, "cards": _cards(each.cards), "hand": each.short}
        for each in event.results
    ]
    pots = [[_seat(who) | {"amount": share} for who, share in pot] for pot in event.pots]
    return {"deal": event.deal_id, "board": _cards(event.board), "results": results, "pots": pots}


def _single(event: events.TableEvent) -> tuple[str, EventFields]:
    """Return an announcement that is one event."""
    match event:
        case events.OwnCards(deal_id, view, _, drawn):
            found: tuple[str, EventFields] = (
                "cards",
                {"deal": deal_id, "cards": _cards(view.hole_cards), "drawn": drawn},
            )
        case events.Mucked(cards, hand):
            found = "mucked", {"cards": _cards(cards), "hand": hand}
        case events.CardsShown(deal_id, who, cards, hand):
            found = "cards_shown", _seat(who) | {"deal": deal_id, "cards": _cards(cards), "hand": hand}
        case events.BoardToCome(deal_id, streets):
            found = "rabbit", {"deal": deal_id, "cards": _cards(card for street in streets for card in street.new)}
        case events.Reminder(seconds):
            found = "reminder", {"seconds": seconds}
        case events.TimeAdded(who, added, seconds):
            found = "time_added", _seat(who) | {"added": added, "seconds": seconds}
        case _:
            found = _of_table(event)
    return found


def _of_table(event: events.TableEvent) -> tuple[str, EventFields]:
    """Return an announcement about the table, a deal as a whole, or a seat."""
    match event:
        case events.HandBegan(deal_id, _, street, board, seats):
            facts = [_seat(each.who) | {"stack": each.stack, "position": each.position} for each in seats]
            return "hand_began", {"deal": deal_id, "street": street.value, "board": _cards(board), "seats": facts}
        case events.CalledOff(deal_id):
            return "called_off", {"deal": deal_id}
        case events.NextDeal(deal_id, commitment, pause):
            return "next_hand", {"deal": deal_id, "sealed": published(commitment), "seconds": pause}
        case events.Left(who, chips):
            return "seat", _seat(who) | {"left": True, "chips": chips}
        case events.Closed():
            return "closed", {}
        case _:
            return _of_tournament(event)


def _of_tournament(event: events.TableEvent) -> tuple[str, EventFields]:
    """Return an announcement of a tournament, or one that is only words."""
    match event:
        case LevelBegan(number, blinds, left, entries, average):
            return "level", {"level": number, "blinds": blinds, "left": left, "entries": entries, "average": average}
        case PlayerOut(nick, place, shared, prize, left):
            return "player_out", {"name": nick, "place": place, "shared": shared, "prize": prize, "left": left}
        case TournamentEnded(name, paid, winner):
            places = [{"place": place, "name": nick, "prize": prize} for nick, place, prize in paid]
            return "tournament_ended", {"tournament": name, "winner": winner, "places": places}
        case _:
            return "words", {}


def _moved(event: PlayerMoved) -> EventFields:
    """Return who sits where now; `table` of an event is that of the watcher."""
    seat = seat_label(TableSeat(event.seat))
    new = {"to": event.table_id, "place": event.title, "number": event.table, "seat": seat}
    return {"name": event.nick, **new, "chips": event.chips, "why": event.why}


def _moved_phrase(event: PlayerMoved) -> Phrase:
    seat, where = seat_label(TableSeat(event.seat)), where_phrase(event)
    return Phrase("tournament.sits", who=event.nick, where=where, seat=seat, chips=chips(event.chips))


def _seat(who: events.Sitter) -> EventFields:
    return {"seat": seat_label(who.seat)}


def _cards(cards: Iterable[Card] | Sequence[Card]) -> list[str]:
    return list(map(str, cards))
