"""What is said of an event where its line must wait: nothing that will not be true any more."""

from __future__ import annotations

from ircpoker.chat.table_facts import facts
from ircpoker.chat.table_text import news_replies
from ircpoker.lobby import Place, events
from ircpoker.lobby.listeners import Announcement
from ircpoker.people import Person
from ircpoker.table import LegalActions
from ircpoker.words.catalogue import load_catalogue

WORDS = load_catalogue("en", "!")


def both(event: events.SeatedEvent, to: Person | None) -> tuple[str, str]:
    """Return the line of an event, and the line where the bot is behind."""
    news = Announcement(Place.of_channel("net", "#poker"), event, to)
    (line,) = facts(news, news_replies(news, event, WORDS), WORDS, is_mixed=True)
    assert line.brief is not None
    return line.reply.text, line.brief.text


def test_a_seal_promises_no_time() -> None:
    assert both(events.NextDeal("2", "a" * 64, 5.0), None) == (
        f"#2 in 5 s, sealed {'a' * 40}",
        f"#2, sealed {'a' * 40}",
    )


def test_a_reminder_names_no_seconds() -> None:
    reminder = events.Reminder(15.0, LegalActions(seat=0, can_fold=True, call=20), 500, 0.0)
    assert both(reminder, Person("net", "ann", "ann")) == (
        "[#poker] 15 seconds left: !call 20, !fold",
        "[#poker] your turn: !call 20, !fold",
    )
