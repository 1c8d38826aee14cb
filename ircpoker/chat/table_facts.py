"""Announcements as facts: what each line is to the story of its table, and what it says when it is late."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from msgspec import structs

from ircpoker.chat.message import Reply
from ircpoker.chat.outgoing import Outgoing, Reader, reader_of
from ircpoker.chat.preferences import Preferences
from ircpoker.chat.segments import offered, options, private_front, public_front
from ircpoker.chat.table_text import LONGEST, Wording, hand_parts, is_aside, news_replies
from ircpoker.lobby import events, tournament_events
from ircpoker.lobby.listeners import Announcement
from ircpoker.table import TableSeat
from ircpoker.telling.rules import Role
from ircpoker.words import Phrase
from ircpoker.words.catalogue import Catalogue

_ROLES: Mapping[type, Role] = MappingProxyType(
    {
        events.HandBegan: Role.POSITIONS,
        events.OwnCards: Role.CARDS,
        events.Progress: Role.TURN,
        events.YourTurn: Role.OWN_TURN,
        events.AllIn: Role.DRAMA,
        events.RunOut: Role.DRAMA,
        events.DealEnded: Role.RESULT,
        events.CalledOff: Role.RESULT,
        events.NextDeal: Role.SEAL,
        events.Left: Role.OUT,
        tournament_events.PlayerOut: Role.OUT,
        tournament_events.LevelBegan: Role.STANDING,
        tournament_events.TournamentStands: Role.STANDING,
        tournament_events.PlayerMoved: Role.STANDING,
        tournament_events.TournamentEnded: Role.STANDING,
    }
)


def facts(news: Announcement, replies: Sequence[Reply], words: Catalogue, *, is_mixed: bool) -> Iterator[Outgoing]:
    """Yield an announcement as lines on their way out.

    Args:
        news: the announcement.
        replies: its lines.
        words: the catalogue of its readers.
        is_mixed: whether they may go on in lines of other tables of the channel.
    """
    place, brief = news.place, _brief(news, replies, words)
    for number, reply in enumerate(replies, 1):
        is_last, role = number == len(replies), _role_of(news, number, len(replies))
        yield Outgoing(
            reader_of(news.to, place.channel) if news.to else Reader(place.network, place.channel),
            reply,
            table=news.table,
            on_delivery=news.on_delivery if is_last else None,
            confirm=isinstance(news.event, events.OwnCards),
            due=news.due,
            still=None if role is Role.STORY else news.still,
            remainder=_remainder(news, replies, words) if is_last else None,
            brief=brief,
            follows=news.follows,
            role=role,
            is_kept=reply.preferences.turns == "full",
            gist=_gist(news.event),
            is_mixed=is_mixed,
            front=private_front(place.channel, news.number) if news.to else public_front(news.number),
        )


def readings(news: Announcement) -> list[Announcement]:
    """Return what everybody at a table without a channel is told as what each of its players is told.

    A player reads how the deal begins with their cards, or alone if they have none; a line when a street is dealt, and
    a line when it is their turn or the deal is over. What else is done at the table is in the next of these lines.
    """
    event, dealt = news.event, set[TableSeat]()
    if isinstance(event, events.HandBegan):
        dealt = {fact.who.seat for number, fact in enumerate(event.seats) if number not in event.setup.dead}
    return [
        structs.replace(news, to=person, own_seat=seat, readers=())
        for seat, person in news.readers
        if seat not in dealt
    ]


def _brief(news: Announcement, spoken: Sequence[Reply], words: Catalogue) -> Reply | None:
    """Return what is said in place of a line where it takes too long, or is too long; None for the same."""
    match news.event:
        case events.NextDeal(pause=pause) if pause:
            # Nobody can say when the deal begins if its lines must wait, or those of another table may come between.
            (brief,) = news_replies(news, structs.replace(news.event, pause=None), words)
            return brief
        case events.Reminder(legal=legal, all_in=all_in):
            # The seconds would be fewer when it is read.
            (brief,) = news_replies(news, Phrase("table.your_turn", options=options(legal, all_in)), words)
            return replace(brief, preferences=spoken[0].preferences)
        case events.YourTurn() if news.place.channel and _wants_little(spoken[0].preferences):
            (brief,) = news_replies(news, news.event, words, is_brief=True)
            return replace(brief, preferences=spoken[0].preferences)
        case _:
            return None


def _wants_little(chosen: Preferences) -> bool:
    return chosen.turns != "full" and chosen.odds != "on"


def _gist(event: events.TableEvent) -> str:
    """Return what somebody learns of their turn only in private, after the first street: their hand and choices."""
    if not isinstance(event, events.YourTurn) or event.view.street is event.view.setup.game.streets[0].street:
        return ""
    return f"{hand_parts(event.view)} {offered(event.legal)}"


def _remainder(news: Announcement, spoken: Sequence[Reply], words: Catalogue) -> Reply | None:
    """Return what is said in place of the last line about a turn that is over: what has led to it.

    Args:
        news: the announcement of the turn, to everybody.
        spoken: its lines.
        words: the catalogue of its readers.
    """
    if news.still is None or not isinstance(news.event, events.Progress):
        return None
    story = Wording(news.own_seat).story(news.event.story)
    lines = words.lines(story, public_front(news.number), LONGEST) if any(story) else []
    return Reply(tuple(lines[-1])) if len(lines) == len(spoken) else None


def _role_of(news: Announcement, number: int, lines: int) -> Role:
    """Return what a line of an announcement is to the story of its table.

    Args:
        news: the announcement.
        number: the number of the line among those of the announcement, from 1.
        lines: how many there are.
    """
    event = news.event
    role = _ROLES.get(type(event), Role.NEWS)
    if role is Role.OWN_TURN and not news.place.channel:
        return Role.NEWS  # There it is the only line about the turn.
    if isinstance(event, events.Progress) and news.own_seat is not None and is_aside(event, news.own_seat):
        return Role.ASIDE
    if isinstance(event, Phrase) and event.key == "table.remark":
        return Role.REMARK
    is_led_to = isinstance(event, events.DealEnded) and event.story
    return Role.STORY if number < lines and (role is Role.TURN or (is_led_to and number == 1)) else role
