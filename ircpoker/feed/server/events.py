"""The announcements of the lobby as events: their facts as data, and their words.

An announcement with several actions gives an event for each of them. The last event of an announcement has its `lines`,
as everybody got them on IRC.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from ircpoker.cards import Card
from ircpoker.chat.segments import chips, published
from ircpoker.chat.table_text import Wording, news_replies, turn_phrase
from ircpoker.chat.tournament_text import where_phrase
from ircpoker.feed import messages
from ircpoker.feed.messages import Event
from ircpoker.feed.server.subscriptions import FeedEvent
from ircpoker.feed.table_parts import Action, Cards
from ircpoker.lobby import events
from ircpoker.lobby.listeners import Announcement, Heard
from ircpoker.lobby.seats import seat_label
from ircpoker.lobby.tournament_events import LevelBegan, PlayerMoved, PlayerOut, TournamentEnded
from ircpoker.records.deal_words import street_parts
from ircpoker.table import Bet, Call, Check, Fold, RaiseTo, TableSeat
from ircpoker.table.events import PlayerActed
from ircpoker.words import Phrase
from ircpoker.words.catalogue import Catalogue

_NAMES = Wording(None, with_odds=False)
"""Names everybody, whoever reads it."""


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
    *before, last = _parts(news, words)
    if not last.words and not isinstance(last, messages.StreetDealt | messages.PlayerMoved):
        last = replace(last, words=" ".join(_words_of_last(news, words) or lines))
    if lines != (last.words,):
        last = replace(last, lines=tuple(lines))
    return [FeedEvent(event, to) for event in (*before[min(narrated, len(story_of(news))) :], last)]


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
    return event.story if isinstance(event, _TELLING) else ()


def story_events(story: events.Story, words: Catalogue) -> list[FeedEvent]:
    """Return actions and streets as events."""
    return [FeedEvent(event) for event in _story(story, words)]


def _parts(news: Announcement, words: Catalogue) -> Iterator[Event]:
    """Yield the events of an announcement; the words of one without words are the lines of the announcement."""
    event = news.event
    yield from _story(story_of(news), words)
    if isinstance(event, events.Progress):
        seat = seat_label(event.turn.seat)
        yield messages.TurnBegan(seat, event.seconds, words=words.text(turn_phrase(event)))
    elif isinstance(event, events.YourTurn):
        yield messages.YourTurn()
    elif isinstance(event, events.AllIn):
        returned = () if event.returned is None else (_amount(*event.returned),)
        yield messages.AllIn(event.deal_id, event.pot, returned)
    elif isinstance(event, events.RunOut):
        yield from _run_out(event, words)
    elif isinstance(event, events.DealEnded):
        yield paid(event)
    elif isinstance(event, PlayerMoved):
        yield _moved(event, words)
    else:
        yield _single(event)


def _story(story: events.Story, words: Catalogue) -> Iterator[Event]:
    for item in story:
        if isinstance(item, events.StreetDealt):
            yield _street(item, words)
        else:
            yield _acted(item, words.text(_NAMES.action(item)))


def _street(dealt: events.StreetDealt, words: Catalogue) -> Event:
    new, board = _cards(dealt.new), _cards(dealt.board + dealt.new)
    worded = words.text(street_parts(dealt.street, dealt.board, dealt.new))
    return messages.StreetDealt(dealt.street.value, new, board, words=worded)


def _acted(item: events.ActionSummary, worded: str) -> Event:
    """Return an action; the amount of a raise is the whole bet, that of a call what it costs."""
    done = item.event
    name: Action
    if not isinstance(done, PlayerActed):
        name, amount = "discard", done.count
    else:
        match done.action:
            case Fold():
                name, amount = "fold", 0
            case Check():
                name, amount = "check", 0
            case Call():
                name, amount = "call", done.paid
            case Bet(amount):
                name = "bet"
            case RaiseTo(amount):
                name = "raise_to"
            case other:
                raise TypeError(f"{other!r} is not narrated")
    seat = seat_label(item.who.seat)
    return messages.Acted(seat, name, amount, all_in=item.is_all_in, late=item.late, words=worded)


def _run_out(event: events.RunOut, words: Catalogue) -> Iterator[Event]:
    if event.street is not None:
        yield _street(event.street, words)
    hands = [
        messages.ShownHand(seat_label(who.seat), _cards(cards), event.game.name_of(cards, event.board))
        for who, cards in event.hands
    ]
    yield messages.Shown(_cards(event.board), tuple(hands))


def paid(event: events.DealEnded) -> messages.Paid:
    """Return the end of a deal."""
    results = [
        messages.DealResult(seat_label(each.who.seat), each.won, each.net, _cards(each.cards), each.short)
        for each in event.results
    ]
    pots = [tuple([_amount(who, share) for who, share in pot]) for pot in event.pots]
    return messages.Paid(event.deal_id, _cards(event.board), tuple(results), tuple(pots))


def _single(event: events.TableEvent) -> Event:
    """Return an announcement that is one event."""
    match event:
        case events.OwnCards(deal_id, view, _, drawn):
            return messages.OwnCards(deal_id, _cards(view.hole_cards), drawn)
        case events.Mucked(cards, hand):
            return messages.Mucked(_cards(cards), hand)
        case events.CardsShown(deal_id, who, cards, hand):
            return messages.CardsShown(seat_label(who.seat), deal_id, _cards(cards), hand)
        case events.BoardToCome(deal_id, streets):
            return messages.Rabbit(deal_id, _cards(card for street in streets for card in street.new))
        case events.Reminder(seconds):
            return messages.Reminder(seconds)
        case events.TimeAdded(who, added, seconds):
            return messages.TimeAdded(seat_label(who.seat), added, seconds)
        case _:
            return _of_table(event)


def _of_table(event: events.TableEvent) -> Event:
    """Return an announcement about the table, a deal as a whole, or a seat."""
    match event:
        case events.HandBegan(deal_id, _, street, board, seats):
            dealt = [messages.DealtSeat(seat_label(each.who.seat), each.stack, each.position) for each in seats]
            return messages.HandBegan(deal_id, street.value, _cards(board), tuple(dealt))
        case events.CalledOff(deal_id):
            return messages.CalledOff(deal_id)
        case events.NextDeal(deal_id, commitment, pause):
            return messages.NextHand(deal_id, published(commitment), pause)
        case events.Left(who, chips):
            return messages.SeatChanged(seat_label(who.seat), left=True, chips=chips)
        case events.Closed():
            return messages.Closed()
        case _:
            return _of_tournament(event)


def _of_tournament(event: events.TableEvent) -> Event:
    """Return an announcement of a tournament, or one that is only words."""
    match event:
        case LevelBegan(number, blinds, left, entries, average):
            return messages.LevelBegan(number, blinds, left, entries, average)
        case PlayerOut(nick, place, shared, prize, left):
            return messages.PlayerOut(nick, place, shared, prize, left)
        case TournamentEnded(name, paid, winner):
            places = [messages.PaidPlace(place, nick, prize) for nick, place, prize in paid]
            return messages.TournamentEnded(name, winner, tuple(places))
        case _:
            return messages.Said()


def _moved(event: PlayerMoved, words: Catalogue) -> Event:
    """Return who sits where now; `table` of an event is that of the watcher."""
    seat, where = seat_label(TableSeat(event.seat)), where_phrase(event)
    phrase = Phrase("tournament.sits", who=event.nick, where=where, seat=seat, chips=chips(event.chips))
    return messages.PlayerMoved(
        event.nick, event.table_id, event.title, event.table, seat, event.chips, event.why, words=words.text(phrase)
    )


def _amount(who: events.Sitter, amount: int) -> messages.SeatAmount:
    return messages.SeatAmount(seat_label(who.seat), amount)


def _cards(cards: Iterable[Card] | Sequence[Card]) -> Cards:
    return tuple(map(str, cards))


def by_street(events: Sequence[FeedEvent]) -> Iterator[tuple[int, Sequence[FeedEvent]]]:
    """Yield events in parts, each with how many streets of an all-in, the last one with the end, are still to be told.

    Each street is seen on its own, however fast the others come.
    """
    ends = [number for number, each in enumerate(events, 1) if isinstance(each.event, messages.Shown)]
    if ends[-1:] != [len(events)]:
        ends.append(len(events))
    for begin, end in pairwise([0, *ends]):
        untold = [each for each in events[end:] if isinstance(each.event, messages.Shown | messages.Paid)]
        yield len(untold), events[begin:end]
