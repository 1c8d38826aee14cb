"""The announcements of the lobby as events: their facts as data, and their words.

An announcement with several actions gives an event for each of them. The last event of an announcement has its `lines`,
as everybody got them on IRC.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from ircpoker.chat.segments import chips, published
from ircpoker.chat.table_text import Wording, news_replies, turn_phrase
from ircpoker.chat.tournament_text import where_phrase
from ircpoker.feed import messages
from ircpoker.feed.messages import Event
from ircpoker.feed.server.subscriptions import FeedEvent
from ircpoker.feed.table_parts import card_texts
from ircpoker.lobby import events
from ircpoker.lobby.listeners import Announcement, Heard
from ircpoker.lobby.seats import seat_label
from ircpoker.lobby.tournament_events import LevelBegan, PlayerMoved, PlayerOut, TournamentEnded
from ircpoker.records.deal_words import feed_action, street_parts
from ircpoker.table import TableSeat
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
        yield _SINGLE.get(type(event), lambda _: messages.Said())(event)


def _story(story: events.Story, words: Catalogue) -> Iterator[Event]:
    for item in story:
        if isinstance(item, events.StreetDealt):
            yield _street(item, words)
        else:
            yield _acted(item, words.text(_NAMES.action(item)))


def _street(dealt: events.StreetDealt, words: Catalogue) -> Event:
    new, board = card_texts(dealt.new), card_texts(dealt.board + dealt.new)
    worded = words.text(street_parts(dealt.street, dealt.board, dealt.new))
    return messages.StreetDealt(dealt.street.value, new, board, words=worded)


def _acted(item: events.ActionSummary, worded: str) -> Event:
    seat, (name, amount) = seat_label(item.who.seat), feed_action(item.event)
    return messages.Acted(seat, name, amount, all_in=item.is_all_in, late=item.late, words=worded)


def _run_out(event: events.RunOut, words: Catalogue) -> Iterator[Event]:
    if event.street is not None:
        yield _street(event.street, words)
    hands = [
        messages.ShownHand(seat_label(who.seat), card_texts(cards), event.game.name_of(cards, event.board))
        for who, cards in event.hands
    ]
    yield messages.Shown(card_texts(event.board), tuple(hands))


def paid(event: events.DealEnded) -> messages.Paid:
    """Return the end of a deal."""
    results = [
        messages.DealResult(seat_label(each.who.seat), each.won, each.net, card_texts(each.cards), each.short)
        for each in event.results
    ]
    pots = [tuple([_amount(who, share) for who, share in pot]) for pot in event.pots]
    return messages.Paid(event.deal_id, card_texts(event.board), tuple(results), tuple(pots))


def _moved(event: PlayerMoved, words: Catalogue) -> Event:
    """Return who sits where now; `table` of an event is that of the watcher."""
    seat, where = seat_label(TableSeat(event.seat)), where_phrase(event)
    phrase = Phrase("tournament.sits", who=event.nick, where=where, seat=seat, chips=chips(event.chips))
    return messages.PlayerMoved(
        event.nick, event.table_id, event.title, event.table, seat, event.chips, event.why, words=words.text(phrase)
    )


def _amount(who: events.Sitter, amount: int) -> messages.SeatAmount:
    return messages.SeatAmount(seat_label(who.seat), amount)


_SINGLE: Mapping[type, Callable[[Any], Event]] = {
    events.OwnCards: lambda of: messages.OwnCards(of.deal_id, card_texts(of.view.hole_cards), of.drawn),
    events.Mucked: lambda of: messages.Mucked(card_texts(of.cards), of.hand),
    events.CardsShown: lambda of: messages.CardsShown(
        seat_label(of.who.seat), of.deal_id, card_texts(of.cards), of.hand
    ),
    events.BoardToCome: lambda of: messages.Rabbit(
        of.deal_id, card_texts(card for street in of.streets for card in street.new)
    ),
    events.Reminder: lambda of: messages.Reminder(of.seconds),
    events.TimeAdded: lambda of: messages.TimeAdded(seat_label(of.who.seat), of.added, of.seconds),
    events.HandBegan: lambda of: messages.HandBegan(
        of.deal_id,
        of.street.value,
        card_texts(of.board),
        tuple([messages.DealtSeat(seat_label(each.who.seat), each.stack, each.position) for each in of.seats]),
    ),
    events.CalledOff: lambda of: messages.CalledOff(of.deal_id),
    events.NextDeal: lambda of: messages.NextHand(of.deal_id, published(of.commitment), of.pause),
    events.Left: lambda of: messages.SeatChanged(seat_label(of.who.seat), left=True, chips=of.chips),
    events.Closed: lambda _: messages.Closed(),
    LevelBegan: lambda of: messages.LevelBegan(of.number, of.blinds, of.left, of.entries, of.average),
    PlayerOut: lambda of: messages.PlayerOut(of.nick, of.place, of.shared, of.prize, of.left),
    TournamentEnded: lambda of: messages.TournamentEnded(
        of.name, of.winner, tuple([messages.PaidPlace(place, nick, prize) for nick, place, prize in of.paid])
    ),
}
"""Announcements that are one event; any other is only words."""


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
